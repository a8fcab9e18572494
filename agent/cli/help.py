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

A number picks one of the choices shown; anything else is sent as words. /q, Ctrl-D or Ctrl-C leaves; what to type to
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
  agent serve --watch               while you write: changed content at once
  TAISA_API_KEYS=$(openssl rand -hex 24) agent serve --host 0.0.0.0
""",
    "check": """Find every fault in scenarios, talks and articles: file, line, what is wrong, how to mend it.

Ends with 1 when there are errors (with --strict: or warnings).

\b
Examples:
  agent check
  agent check --prove               take every walk there is: nobody gets lost
  agent check --prove NAME          prove one scenario
  agent check --prove --jobs 1      in this process only
  agent check --company             do guides take each other's customers, and are they shown by talks?
  agent check drafts/               check another folder of scenarios
  agent check --against-live        what each open conversation would do
  agent check --json | jq '.problems[].code'
""",
    "new": """Begin a guide: a template in both languages that the check has nothing against.

\b
Example:
  agent new tv_remote
""",
    "import": """Bring an older runbook into today's form: quoted conditions, today's keys and actions, UTF-8.

Tells every line it changed, and what is left for you. What is written over is kept beside it as .bak. Ends with 1 when
errors are left.

\b
Examples:
  agent import old/no_link.yaml --out scenarios/no_link.yaml
  agent import scenarios/no_link.yaml
""",
    "diagram": """Draw a scenario: red frames where the proof found faults, dashed what no talk says.

Without --format the name of the file decides: .svg, .png, .mmd (Mermaid).

\b
Examples:
  agent diagram NAME --out guide.svg
  agent diagram NAME --format mermaid --language en
  agent diagram NAME --out guide.png
""",
    "schema": """Print the JSON Schema of scenario files or of talks, for editors that help while you type.

\b
Examples:
  agent schema --out scenarios/scenario.schema.json
  agent schema --talks --out scenarios/talks.schema.json
""",
    "index": """Learn the content: build the search index and teach the router.

Only what changed is worked on again. The old index serves until the new one is whole. After --rollback the older one stays
until the next `agent index`. A running service takes up what is new within seconds, when the last guide is proven.

\b
Examples:
  agent index
  agent index --rollback            go back to the index before this one
  agent index --json
""",
    "search": """Find passages of articles and scenarios in fused order, each with its probability.

The order is that of both sides together, so that the probabilities need not fall. Ends with 1 when nothing is likely enough.

\b
Examples:
  agent search how do I restart the router
  agent search --top-k 5 --explain slaptažodis
  agent search --language en --domain billing invoice
  agent search --threshold 0 --mode rrf --hops 2 --json wifi
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

Nothing is kept: the talks run in a database of their own. Ends with 1 when a talk goes wrong. With --record you are the
customer: /q, or the end of the conversation, writes the talk down.

\b
Examples:
  agent rehearse
  agent rehearse NAME --language lt --transcript
  agent rehearse --coverage         file and line of what no talk visits
  agent rehearse NAME --coverage    the same of one guide
  agent rehearse --record "a cable that wobbles" --language en
""",
    "eval": """Measure how well messages are routed, replies read and pages found, on labelled files.

By language, kind and trait, with intervals, confusions, calibration, risk over coverage, and every mistake. Asking back on
a clear line counts as wrong in a column of its own. Files set apart for the final test stay shut until they are named.

\b
Examples:
  agent eval reading
  agent eval routing --split validation --embedder none --errors
  agent eval reading --out var/reading       report.md, report.json, pictures (extra `eval`)
  agent eval reading --compare var/reading/report.json
  agent eval reading --ablate --split tune   what each word list and each mechanism is worth
  agent eval retrieval
  agent eval retrieval --ablate --split tune each stage of the search off or otherwise
""",
    "replay": """Run stored conversations again on the content as it reads now, and tell the first decision that differs.

Inputs, times, and what systems and models gave are those on record; nothing is stored, nobody hears of it. Run
`agent index` first when content changed. Ends with 1 when a conversation differs on the content it was held on.

\b
Examples:
  agent replay
  agent replay --since 2026-01-31
  agent replay --conversation ID --all
""",
    "simulate": """Hold conversations with simulated customers and tell how they ended.

Each has a hidden fault, one step that mends it or none, a patience and a manner, and answers truthfully in varied
words. Nothing is kept. Ends with 1 when a case was closed as solved while still broken, or went on without end.

\b
Examples:
  agent simulate
  agent simulate --conversations 10000 --seed 7
  agent simulate NAME --language lt --show 3
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
