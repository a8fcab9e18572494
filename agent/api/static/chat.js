// The chat page. Everything shown is put in as text, never as HTML.
import { Client, Refused } from "/client.js";
import { WORDS } from "/words.js";

const $ = (id) => document.getElementById(id);
const log = $("log"), form = $("form"), text = $("text"), send = $("send"), status = $("status");
const memory = {
  get(name) { try { return localStorage.getItem(`taisa.${name}`); } catch { return null; } },
  set(name, value) {
    try { value === null ? localStorage.removeItem(`taisa.${name}`) : localStorage.setItem(`taisa.${name}`, value); }
    catch { /* a private window without storage: the page works, it only forgets */ }
  },
};
const client = new Client(askKey);
const here = { id: null, turn: 0, choices: [], status: "open", busy: false, timer: 0, poll: 0, round: 0 };
let language = memory.get("language") || (navigator.language.startsWith("en") ? "en" : "lt");

const say = (key, values = {}) =>
  Object.entries(values).reduce((words, [name, value]) => words.replace(`{${name}}`, value), WORDS[language][key]);

function make(tag, options = {}, ...children) {
  const element = document.createElement(tag);
  const { text: words, class: name, ...attributes } = options;
  if (words !== undefined) element.textContent = words;
  if (name) element.className = name;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function add(element) {
  log.append(element);
  reveal();
  return element;
}

// The newest is in sight; of a reply longer than the screen, its beginning.
function reveal() {
  log.scrollTop = log.scrollHeight;
  const newest = log.querySelector("article:last-of-type");
  if (newest && newest.offsetHeight > log.clientHeight) newest.scrollIntoView({ block: "start" });
}

function paragraphs(words) {
  return words.split(/\n{2,}/).filter(Boolean).map((part) => make("p", { text: part }));
}

function showMine(words) {
  const speaker = make("span", { class: "hidden", text: `${say("you")}: ` });
  return add(make("article", { class: "mine" }, speaker, make("p", { text: words })));
}

function showReply(reply) {
  retireChoices();
  if (reply.text) {
    const bubble = make("article", { class: "theirs", lang: reply.language });
    bubble.append(make("span", { class: "hidden", text: `${say("taisa")}: ` }), ...paragraphs(reply.text));
    if (reply.ticket && reply.ticket !== here.ticket && !reply.text.includes(reply.ticket)) bubble.append(note(`${say("ticket")}: ${reply.ticket}`));
    if (reply.choices.length) bubble.append(buttons(reply.choices));
    if (reply.sources.length) bubble.append(listed("sources", "sources", reply.sources.map(sourceLine)));
    if (reply.why.length) bubble.append(listed("why", "reasons", reply.why.map(reasonLine)));
    add(bubble);
  }
  Object.assign(here, { turn: reply.turn, choices: reply.choices, status: reply.status, ticket: reply.ticket });
  showWait(reply.wait_until);
  // Until somebody presses LT or EN, the page speaks what the conversation speaks.
  if (reply.language !== language && !memory.get("language")) speakLanguage(reply.language);
  showStatus();
  reveal();
}

const note = (words) => make("p", { class: "note", text: words });
const sourceLine = (source) => make("li", { text: `${source.title} (${source.place})` });

function reasonLine(reason) {
  const weight = reason.weight === null || reason.weight === undefined ? "" : ` · ${Number(reason.weight).toFixed(2)}`;
  return make("li", { text: `${reason.source}: ${reason.says}` }, make("span", { class: "weight", text: weight }));
}

function listed(name, title, lines) {
  const open = name === "why" ? { open: "" } : {};
  return make("details", { class: name, ...open }, make("summary", { text: say(title) }), make("ul", {}, ...lines));
}

function buttons(choices) {
  const list = make("ul", { class: "choices", "aria-label": say("choices") });
  for (const choice of choices) {
    const button = make("button", { type: "button", text: choice.label });
    button.addEventListener("click", () => {
      if (here.busy) return;
      button.classList.add("taken");
      speak({ choice: choice.id }, choice.label);
    });
    list.append(make("li", {}, button));
  }
  return list;
}

function retireChoices() {
  for (const button of log.querySelectorAll(".choices button:not(:disabled)")) button.disabled = true;
}

function showWait(until) {
  clearInterval(here.timer);
  log.querySelector(".wait")?.remove();
  if (!until) return;
  const due = new Date(until);
  const line = add(make("p", { class: "note wait" }));
  const tell = () => {
    const left = Math.max(0, Math.ceil((due - Date.now()) / 1000));
    const time = due.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hour12: false });
    const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    // Only the two sentences are announced; the seconds tick silently.
    line.replaceChildren(make("span", { text: left ? say("waiting", { time }) : say("ready") }));
    if (left) line.append(make("span", { class: "weight", "aria-hidden": "true", text: `  ${clock}` }));
    else clearInterval(here.timer);
  };
  tell();
  here.timer = setInterval(tell, 1000);
}

function showStatus() {
  const key = here.status === "waiting" ? "waitingState" : here.status;
  status.textContent = WORDS[language][key] ?? "";
  const closed = here.status === "closed";
  text.disabled = closed;
  send.disabled = closed || here.busy;
  clearInterval(here.poll);
  // A person writes when they write: look every few seconds while one may.
  if (["with_person", "escalated"].includes(here.status)) here.poll = setInterval(catchUp, 5000);
}

async function catchUp() {
  if (here.busy || document.hidden || !here.id) return;
  const round = here.round;
  try {
    const conversation = await client.read(here.id);
    if (round !== here.round || here.busy) return;
    for (const turn of conversation.turns) if (turn.number > here.turn) showTurn(turn);
  } catch { /* the next look may succeed */ }
}

function busy(on) {
  here.busy = on;
  send.disabled = on || here.status === "closed";
  log.setAttribute("aria-busy", String(on));
  log.querySelector(".typing")?.remove();
  if (on) add(make("p", { class: "typing", text: say("typing"), "aria-hidden": "true" }));
}

function speak(message, shown) {
  message.message_id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
  retireChoices();
  const bubble = showMine(shown);
  memory.set("unsent", JSON.stringify({ id: here.id, message, shown }));
  return deliver(message, bubble);
}

async function deliver(message, bubble) {
  const round = here.round;
  log.querySelector(".fault")?.remove();
  busy(true);
  try {
    const reply = await client.say(here.id, message);
    if (round !== here.round) return;
    memory.set("unsent", null);
    busy(false);
    if (reply.turn > here.turn) showReply(reply);
  } catch (fault) {
    if (round !== here.round) return;
    busy(false);
    showFault(fault, () => deliver(message, bubble));
  }
  text.focus({ preventScroll: true });
}

function showFault(fault, retry) {
  const known = fault instanceof Refused;
  if (known && fault.code === "conversation_closed") {
    memory.set("unsent", null);
    here.status = "closed";
    showStatus();
    return;
  }
  const words = known ? say("fault", { detail: fault.message }) : say("offline");
  const line = make("p", { class: "fault", role: "alert" }, make("span", { text: `${say("unsent")} ${words}` }));
  const again = make("button", { type: "button", text: say("retry") });
  again.addEventListener("click", () => { line.remove(); retry(); });
  line.append(again);
  add(line);
}

function showTurn(turn) {
  if (turn.choice) {
    const choice = here.choices.find((each) => each.id === turn.choice);
    showMine(choice ? choice.label : turn.choice);
  } else if (turn.text !== null) showMine(turn.text);
  showReply(turn.reply);
}

function clear() {
  here.round += 1;
  clearInterval(here.timer);
  clearInterval(here.poll);
  log.replaceChildren();
  Object.assign(here, { id: null, turn: 0, choices: [], status: "open", busy: false, ticket: null });
}

async function begin() {
  clear();
  memory.set("conversation", null);
  memory.set("unsent", null);
  const round = here.round;
  busy(true);
  try {
    const reply = await client.start(language);
    if (round !== here.round) return;
    busy(false);
    here.id = reply.conversation_id;
    memory.set("conversation", here.id);
    showReply(reply);
  } catch (fault) {
    if (round !== here.round) return;
    busy(false);
    showFault(fault, begin);
  }
}

async function resume(id) {
  clear();
  const round = here.round;
  busy(true);
  try {
    const conversation = await client.read(id);
    if (round !== here.round) return;
    busy(false);
    here.id = id;
    restore(conversation);
  } catch (fault) {
    if (round !== here.round) return;
    busy(false);
    if (fault instanceof Refused && fault.status === 404) {
      await begin();
      log.prepend(note(say("gone")));
    } else showFault(fault, () => resume(id));
  }
}

function restore(conversation) {
  if (!conversation.turns.length) {
    const { text: words, language: spoken, choices } = conversation;
    showReply({ text: words, language: spoken, choices, turn: 0, status: conversation.status, sources: [], why: [] });
  }
  for (const turn of conversation.turns) showTurn(turn);
  here.status = conversation.status;
  showStatus();
  const unsent = JSON.parse(memory.get("unsent") || "null");
  if (!unsent || unsent.id !== here.id) return;
  const answered = conversation.turns.some((turn) => turn.message_id === unsent.message.message_id);
  if (answered) memory.set("unsent", null);
  else deliver(unsent.message, showMine(unsent.shown));
}

function askKey() {
  const dialog = $("key-dialog");
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => done($("key").value.trim()), { once: true });
  });
}

function speakLanguage(chosen) {
  language = chosen;
  document.documentElement.lang = chosen;
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  text.placeholder = say("placeholder");
  $("anew").title = say("anewTitle");
  $("anew").setAttribute("aria-label", say("anewTitle"));
  for (const button of document.querySelectorAll("[data-language]")) {
    button.setAttribute("aria-pressed", String(button.dataset.language === chosen));
  }
  showStatus();
}

function grow() {
  text.style.height = "auto";
  text.style.height = `${Math.min(text.scrollHeight + 2, 144)}px`;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const words = text.value.trim();
  if (!words || here.busy || !here.id) return;
  text.value = "";
  grow();
  speak({ text: words }, words);
});
text.addEventListener("input", grow);
text.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    form.requestSubmit();
  }
});
$("anew").addEventListener("click", () => begin().then(() => text.focus()));
$("why").addEventListener("click", () => {
  const on = document.body.classList.toggle("explain");
  $("why").setAttribute("aria-pressed", String(on));
  reveal();
});
for (const button of document.querySelectorAll("[data-language]")) {
  button.addEventListener("click", () => {
    memory.set("language", button.dataset.language);
    speakLanguage(button.dataset.language);
    // Nothing said yet: greet again in the chosen language. Otherwise the service follows the customer's words.
    if (here.turn === 0 && !here.busy) begin();
  });
}
document.addEventListener("visibilitychange", () => { if (here.poll) catchUp(); });

speakLanguage(language);
const earlier = memory.get("conversation");
if (earlier) resume(earlier);
else begin();
