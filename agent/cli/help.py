"""The help of every command: one sentence, then examples to copy. A test runs through them all."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "agent": """Troubleshoots with customers in Lithuanian and English.

\b
Begin here:
  agent index        learn the content (once, and after it changed)
  agent chat         talk to it as a customer would
  agent serve        offer it over HTTP, with a chat page
  agent check        find every fault in scenarios and articles

Settings are variables TAISA_…, in the environment or in a file .env; see .env.example.
""",
    "chat": """Talk to Taisa here, as a customer would.

A number picks one of the choices shown; anything else is sent as words. Ctrl-D or Ctrl-C leaves; what to type to
go on later is shown then.

\b
Examples:
  agent chat
  agent chat --language en --why
  agent chat --scenario NAME        begin a guide without a complaint
  agent chat --resume ID            go on where you left
""",
    "serve": """Serve the HTTP API under /v1 and the chat page at /.

Listens on this machine only, unless TAISA_API_KEYS is set.

\b
Examples:
  agent serve
  agent serve --port 9000
  TAISA_API_KEYS=$(openssl rand -hex 24) agent serve --host 0.0.0.0
""",
    "check": """Find every fault in scenarios, talks and articles: file, line, what is wrong, how to mend it.

Ends with 1 when there are errors (with --strict: or warnings).

\b
Examples:
  agent check
  agent check drafts/               check another folder of scenarios
  agent check --json | jq '.problems[].code'
""",
    "index": """Learn the content: build the search index and teach the router.

Only what changed is worked on again. The old index serves until the new one is whole.

\b
Examples:
  agent index
  agent index --json
""",
    "search": """Find passages of articles and scenarios, best first, each with its probability.

Ends with 1 when nothing is likely enough.

\b
Examples:
  agent search how do I restart the router
  agent search --top-k 5 --explain slaptažodis
  agent search --threshold 0 --json wifi
""",
    "ask": """Answer a question from the knowledge base, with its sources; says so when it cannot.

Ends with 1 when there is no answer.

\b
Examples:
  agent ask kiek kainuoja techniko vizitas
  agent ask --language en when is the office open
""",
    "route": """Show where a customer's message would go, and why.

\b
Examples:
  agent route lėtas internetas vakarais
  agent route --json the tv shows no picture
""",
    "rehearse": """Play the written talks through the real thing and tell the first wrong turn of each.

Nothing is kept: the talks run in a database of their own. Ends with 1 when a talk goes wrong.

\b
Examples:
  agent rehearse
  agent rehearse NAME --language lt --transcript
  agent rehearse --uncovered        steps and answers that no talk visits
""",
    "tickets": """List the tickets made, newest first, or show one whole.

\b
Examples:
  agent tickets
  agent tickets T-7K2Q9D
  agent tickets --dead              deliveries that were given up on
  agent tickets --retry 17          try one of them again
""",
    "migrate": """Bring the database to the present tables. Safe to run again.

On SQLite this happens by itself at start.

\b
Example:
  TAISA_DATABASE_URL=postgresql://taisa@db/taisa agent migrate
""",
    "doctor": """Tell what is configured and whether it works: content, index, database, model, desk, address.

Ends with 1 when something must be mended.

\b
Examples:
  agent doctor
  agent doctor --json
""",
    "version": "Print the version.",
}
