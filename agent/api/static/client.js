// Talks to the service. A message keeps its id through every retry, so that it is answered once.
const TRIES = 4;
const PAUSES = [400, 1200, 3000];

export class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail || String(status));
    this.status = status;
    this.code = problem.code || "";
  }
}

export class Client {
  constructor(askKey) {
    this.askKey = askKey;
    this.key = sessionStorage.getItem("taisa.key") || "";
  }

  start(language) { return this.call("POST", "/v1/conversations", { language, channel: "web" }); }
  read(id) { return this.call("GET", `/v1/conversations/${encodeURIComponent(id)}`); }
  say(id, message) { return this.call("POST", `/v1/conversations/${encodeURIComponent(id)}/messages`, message); }

  async call(method, path, body) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.once(method, path, body);
      } catch (fault) {
        const retried = method === "GET" || (body && body.message_id);
        if (attempt >= TRIES || !retried || !passing(fault)) throw fault;
        await new Promise((done) => setTimeout(done, PAUSES[attempt - 1]));
      }
    }
  }

  async once(method, path, body) {
    const headers = { Accept: "application/json" };
    if (this.key) headers.Authorization = `Bearer ${this.key}`;
    if (body) headers["Content-Type"] = "application/json";
    const response = await fetch(path, { method, headers, body: body && JSON.stringify(body), cache: "no-store" });
    if (response.status === 401) {
      this.key = await this.askKey();
      sessionStorage.setItem("taisa.key", this.key);
      return this.once(method, path, body);
    }
    const answer = await response.json().catch(() => ({}));
    if (!response.ok) throw new Refused(response.status, answer);
    return answer;
  }
}

// Worth another try: no connection, a busy conversation, a full house, a restarting service.
function passing(fault) {
  if (!(fault instanceof Refused)) return true;
  return fault.status === 429 || fault.status >= 500 || (fault.status === 409 && /busy|conflict/.test(fault.code));
}
