// A till in a browser: an example of a front end of the service.
//
// What a till must get right is in `give` and `work`: a command and its key are stored before the command is given, and
// stay stored until its outcome is known. After a reload, a lost connection or a restart the same command is given again,
// and the customer is charged once.

import { NoAnswer, Refused, Service, WrongToken } from "./service.js";

const find = (id) => document.getElementById(id);
let service;

// What is stored ------------------------------------------------------------------------------------------------------

/** The command under way, the last sale, and what the cashier was told last. */
let state = { command: null, sale: null, verdict: null };

const place = () => `tender.till.${service.frontEnd}.${service.till}`;
const save = () => localStorage.setItem(place(), JSON.stringify(state));
const load = () => { state = JSON.parse(localStorage.getItem(place())) ?? state; };

/** Stores a command under its key; `work` gives it to the service. */
function give(kind, path, input, key = crypto.randomUUID()) {
  state.command = { kind, path, input, key };
  tell("", underWay[kind], kind === "process" ? money(state.sale.payment) : "");
  save();
}

const underWay = {
  create: "One moment…", process: "Waiting for a card", capture: "Capturing…", release: "Releasing…", refund: "Refunding…",
};

// Commands ------------------------------------------------------------------------------------------------------------

let giveUp = null; // an AbortController while `work` runs

/** Gives the stored command, and the one that follows from its outcome. */
async function work() {
  giveUp = new AbortController();
  let kind;
  try {
    while (state.command) {
      render();
      const answer = await service.command(state.command, giveUp.signal, tellUnknown);
      ({ kind } = state.command);
      state.command = null;
      if (answer) ends[kind](answer);
      save();
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // The command and its key stay: only a person can put right why it is refused.
    tellRefused(error.answer);
    save();
  } finally {
    giveUp = null;
    atReader.message = "";
  }
  render();
  find("verdict").focus();
  // With --claim-by-call an approval stays pending until its front end has shown it.
  if (kind === "process" && state.sale.outcome === "approved") await service.ask("POST", `payment_intents/${state.sale.payment.id}/claim`);
  await refresh();
}

/** Begins a command, unless one is under way, here or in another tab: then that one goes on. */
function begin(command) {
  if (giveUp) return;
  load();
  if (!state.command) command();
  run(work);
}

function charge() {
  const terms = {
    amount: entered(), currency: currency().toLowerCase(), capture_method: find("hold").checked ? "manual" : "automatic",
  };
  const { sale } = state;
  const isSame = sale?.payment && JSON.stringify(sale.terms) === JSON.stringify(terms);
  // A payment that no card has paid takes another card: with a second payment the goods could be paid for twice.
  if (isSame && ["declined", "canceled"].includes(sale.outcome)) return process();
  state.sale = { terms, key: crypto.randomUUID(), attempts: 0 };
  give("create", "payment_intents", terms, state.sale.key);
}

/** Collects a card. The key follows from what is stored, so that another tab that gets here makes no other command. */
function process() {
  const { sale } = state;
  sale.attempts += 1;
  give("process", `payment_intents/${sale.payment.id}/process`, { timeout_seconds: 180 }, `${sale.key}-${sale.attempts}`);
}

const capture = (id) => begin(() => give("capture", `payment_intents/${id}/capture`, {}));
const release = (id) => begin(() => give("release", `payment_intents/${id}/cancel`, {}));
const refund = (id) => begin(() => give("refund", "refunds", { payment_intent: id }));

/** What follows from the outcome of each kind of command. */
const ends = {
  create(answer) {
    if (!answer.payment_intent) return tell("bad", "Not charged", message(answer));
    state.sale.payment = answer.payment_intent;
    process();
  },

  process(answer) {
    const { sale } = state;
    sale.payment = answer.payment_intent ?? sale.payment;
    sale.outcome = answer.outcome;
    switch (answer.outcome) {
      case "approved":
        find("amount").value = "";
        return tell("good", "Approved", `${money(sale.payment)} is ${isHeld(sale.payment) ? "held until you capture or release it" : "paid"}: ${card(sale.payment)}.`);
      case "declined":
        return tell("bad", "Declined", `${reason(answer)} Nothing was charged: ask for another card, or another way to pay.`);
      case "canceled":
        return tell("warn", "Canceled", answer.error?.code === "interrupted"
          ? "The service was restarted before a card was charged. Nothing was charged." : "Nothing was charged.");
      default:
        return tell("bad", "Not charged", message(answer));
    }
  },

  capture: (answer) => settle(answer, "Captured", (payment) => `${money(payment, payment.amount_received)} is paid.`),
  release: (answer) => settle(answer, "Released", (payment) => `${money(payment)} is no longer held.`),

  refund(answer) {
    const { refund, outcome } = answer;
    if (!refund) return tell("bad", "Not refunded", message(answer));
    if (outcome === "failed") return tell("bad", "Refund failed", "Give the money back in another way.");
    if (state.sale?.payment?.id === refund.payment_intent) state.sale.isRefunded = true;
    tell("good", "Refunded", `${money(refund)} goes back to the card${outcome === "pending" ? ", once the bank agrees" : ""}.`);
  },
};

function settle(answer, title, text) {
  const payment = answer.payment_intent;
  if (!payment) return tell("bad", "Nothing has changed", message(answer));
  if (state.sale?.payment?.id === payment.id) state.sale.payment = payment;
  tell("good", title, text(payment));
}

/** Leaves an unknown outcome to the service, which keeps asking and lists the payment until it is known. */
function setAside() {
  tell("warn", "Set aside", "The outcome is still unknown. Look under Pending before you charge this customer again.");
  if (giveUp) return giveUp.abort();
  state.command = null;
  save();
  render();
  run(refresh);
}

/** Gives the stored command again, of which nobody here knows whether it was given before. */
function goOn() {
  state.command.isInDoubt = true;
  run(work);
}

/** Runs what asks the service, and handles what may be wrong with any call. */
async function run(task) {
  try {
    await task();
  } catch (error) {
    if (error instanceof WrongToken) return signIn(message({ error }));
    if (error instanceof NoAnswer) return setText("link", "The service does not answer");
    throw error;
  }
}

// What the cashier is told --------------------------------------------------------------------------------------------

function tell(tone, title, text) { state.verdict = { tone, title, text }; }

function tellUnknown(answer) {
  const isUnknown = answer?.outcome === "unknown";
  tell("warn", "Unknown: asking again", isUnknown
    ? "The service cannot say yet how this ended. Do not charge again: wait, or set the sale aside."
    : `${answer ? message(answer) : "The service did not answer."} The same command is given again until its outcome is known, and is carried out once. Do not charge again.`);
  state.verdict.canBeSetAside = isUnknown;
  render();
}

function tellRefused(answer) {
  tell("bad", "Unknown, and refused now", `${message(answer)} How the command ended that was given before is not known. Do not charge again: when that is put right, try again, or set the sale aside.`);
  Object.assign(state.verdict, { canBeSetAside: true, canBeTriedAgain: true });
}

/** Gives the service's words for what went wrong as a sentence. */
function message({ error, outcome }) {
  const text = error?.message || outcome || "";
  return text && `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function reason({ decline }) {
  const code = decline?.decline_code ?? decline?.code;
  return code ? `The bank says: ${code.replaceAll("_", " ")}.` : "";
}

function card(payment) {
  const { brand, last4 } = payment.latest_charge?.payment_method_details?.card_present ?? {};
  return brand ? `${brand} •••• ${last4}` : "a card";
}

const isHeld = (payment) => payment?.status === "requires_capture";

/** Gives an amount in words; calls have theirs in the smallest unit of the currency. */
function money({ amount, currency }, units = amount) {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.format(units / 10 ** format.resolvedOptions().maximumFractionDigits);
}

// The amount ----------------------------------------------------------------------------------------------------------

const currency = () => find("currency").value;
const decimals = () => new Intl.NumberFormat("en", { style: "currency", currency: currency() }).resolvedOptions().maximumFractionDigits;

/** The amount that was entered, in the smallest unit of the currency. */
const entered = () => Number(find("amount").value.replace(/\D/g, ""));

/** Shows digits as an amount: they come in from the right, as at any till. */
function enter(text) {
  const number = Number(text.replace(/\D/g, "").slice(-9));
  find("amount").value = number ? (number / 10 ** decimals()).toFixed(decimals()) : "";
}

// The reader ----------------------------------------------------------------------------------------------------------

const atReader = { status: null, message: "" };

/** Asks what the till is doing, and what is pending. */
async function refresh() {
  const [status, pending] = await Promise.all([service.ask("GET", ""), service.ask("GET", "pending")]);
  atReader.status = status;
  listPending(pending);
  render();
}

async function connect() {
  find("connect").disabled = true;
  const answer = await service.ask("POST", "reader/connect", { timeout_seconds: 30 })
    .finally(() => { find("connect").disabled = false; });
  setText("reader-problem", answer.error ? message(answer) : "");
  await refresh();
  if (answer.reader) find("amount").focus();
}

async function stop() {
  const answer = await service.ask("POST", "reader/stop", {});
  const words = {
    too_late: "Too late: the card is being charged.", not_cancelable: "This cannot be stopped.", nothing_to_stop: "Nothing runs at the reader.",
  };
  setText("stop-problem", answer.error ? message(answer) : words[answer.outcome] ?? "");
}

async function present(card) {
  const answer = await service.ask("POST", "test/present_card", { card, way: "tap" });
  setText("stop-problem", answer.error ? message(answer) : "");
}

/** Answers for the customer with which application of the card to pay. */
async function choose(question, number) {
  const answer = await service.ask("POST", "reader/application", { question, number });
  setText("stop-problem", answer.error ? message(answer) : "");
  await refresh();
}

/** Shows the open question as buttons, of which the first gets the focus; one that is shown already stays as it is. */
function renderQuestion(question) {
  const isNew = question && find("question").dataset.id !== question.id;
  find("question").hidden = !question;
  find("question").dataset.id = question?.id ?? "";
  if (!isNew) return;
  setText("asked", question.again ? "That one does not work. Which application is to pay?" : "The customer chooses which application of the card is to pay:");
  find("applications").replaceChildren(
    ...question.applications.map(({ number, name }) => button(name, () => run(() => choose(question.id, number)))),
    button("None", () => run(() => choose(question.id, 0))));
  find("applications").firstChild.focus();
}

// What is shown -------------------------------------------------------------------------------------------------------

function render() {
  const { sale, command, verdict } = state;
  const reader = atReader.status?.connection_status === "connected" ? atReader.status.reader : null;
  setText("reader", reader ? reader.label ?? reader.model : `Reader: ${atReader.status ? "not connected" : "unknown"}`);
  find("connect").hidden = reader !== null || atReader.status === null;
  find("charge").disabled = command !== null || reader === null;
  for (const button of find("pending").querySelectorAll("button")) button.disabled = command !== null;

  find("verdict").className = `verdict ${verdict?.tone ?? ""}`;
  setText("title", verdict?.title ?? "Ready");
  setText("text", verdict?.text ?? (reader ? "" : "Connect the reader first."));
  setText("display", atReader.message || "…");
  find("cards").hidden = !reader?.simulated;
  const isAtReader = command?.kind === "process" && giveUp !== null && atReader.status !== null;
  const cameToReader = isAtReader && find("at-reader").hidden;
  find("at-reader").hidden = !isAtReader;
  if (cameToReader) {
    setText("stop-problem", "");
    (reader?.simulated ? find("cards").querySelector("button") : find("stop")).focus();
  }
  renderQuestion(atReader.status?.question);
  find("set-aside").hidden = !(command && verdict?.canBeSetAside);
  find("try-again").hidden = !(command && verdict?.canBeTriedAgain) || giveUp !== null;

  const payment = sale?.outcome === "approved" && !command ? sale.payment : null;
  find("last-sale").hidden = !payment;
  if (payment) setText("last", `Last sale: ${money(payment)}, ${sale.isRefunded ? "refunded" : statusWords[payment.status] ?? payment.status}`);
  find("capture").hidden = find("release").hidden = !isHeld(payment);
  find("refund").hidden = payment?.status !== "succeeded" || Boolean(sale.isRefunded);
}

const statusWords = { succeeded: "paid", requires_capture: "held", canceled: "released" };

/** Changes a text only if it is another one: what stays the same is not read out again. */
function setText(id, text) { if (find(id).textContent !== text) find(id).textContent = text; }

const pendingWords = {
  unresolved: "outcome unknown", reversing: "being given back", unclaimed: "approved, but nobody was told", held: "held",
  storedOffline: "stored offline", lostOffline: "accepted offline, never paid", refunding: "refund unknown",
  refunded: "refunded, but nobody was told", refundFailed: "refund failed", saving: "saving of a card unknown",
  saved: "card saved, but nobody was told",
};
/** What stays in the list until a person has seen it. */
const forPeople = ["unclaimed", "lostOffline", "refunded", "refundFailed", "saved"];

function listPending(answer) {
  setText("pending-problem", answer.error ? message(answer) : "");
  // The payment that is under way is shown above.
  const pending = (answer.pending ?? []).filter((attempt) => !state.command || attempt.intent_id !== state.sale?.payment?.id);
  const rows = pending.map(({ intent_id: id, state: why, amount }) => {
    const words = `${amount ? `${money(amount, amount.minor_units)}, ` : ""}${pendingWords[why] ?? why}`;
    if (why === "held") return item(words, button("Capture", () => capture(id)), button("Release", () => release(id)));
    if (forPeople.includes(why)) return item(words, button("Acknowledge", () => run(() => acknowledge(id))));
    return item(words);
  });
  find("pending").replaceChildren(...(rows.length ? rows : [item("Nothing is pending.")]));
  find("person-choice").hidden = !pending.some((attempt) => forPeople.includes(attempt.state));
}

async function acknowledge(id) {
  const by = find("person").value.trim();
  if (!by) return find("person").focus();
  const answer = await service.ask("POST", `payment_intents/${id}/acknowledge`, { by });
  await refresh();
  if (answer.error) setText("pending-problem", message(answer));
}

function item(...parts) {
  const row = document.createElement("li");
  row.append(...parts);
  return row;
}

function button(text, press) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = text;
  element.addEventListener("click", press);
  return element;
}

function list(time, ...words) {
  const clock = document.createElement("time");
  clock.textContent = new Date(time).toLocaleTimeString("en-GB");
  find("events").prepend(item(clock, words.filter(Boolean).join(": ")));
  while (find("events").children.length > 12) find("events").lastChild.remove();
}

// Events --------------------------------------------------------------------------------------------------------------

const heard = {
  connected(isConnected) {
    setText("link", isConnected ? "" : "No connection to the service");
    if (isConnected) return run(refresh);
    Object.assign(atReader, { status: null, message: "" });
    render();
  },

  record({ time, event, detail }) {
    list(time, event, detail.replace(/, key [^\s,:]+/, ""));
    run(refresh);
  },

  passing({ type, message, detail }) {
    if (type.startsWith("choose_application")) return run(refresh);
    if (["display_message", "input_options"].includes(type)) {
      atReader.message = message ?? "";
      render();
    } else {
      list(Date.now(), type.replaceAll("_", " "), detail);
    }
    if (type === "connection_status") run(refresh);
  },
};

// The beginning -------------------------------------------------------------------------------------------------------

/** Asks for a token. A command under way stays stored, and goes on with the token. */
function signIn(problem) {
  sessionStorage.removeItem("tender.token");
  find("till").hidden = true;
  find("sign-in").hidden = false;
  setText("token-problem", problem);
  find("token").focus();
}

async function open(token) {
  service = new Service(token);
  const { tills, front_end } = await service.tills();
  service.frontEnd = front_end;
  const chosen = sessionStorage.getItem("tender.till");
  service.till = tills.includes(chosen) ? chosen : tills[0];
  if (!service.till) return signIn("The token is for no till.");
  find("tills").replaceChildren(...tills.map((name) => new Option(name, name, false, name === service.till)));
  find("till-choice").hidden = tills.length < 2;
  load();
  await refresh();
  find("till").hidden = false;
  const isAsked = atReader.status.question && state.command?.kind === "process";
  if (state.command) goOn(); // a reload came in between
  render();
  (isAsked ? find("applications").firstChild : find(atReader.status.reader ? "amount" : "connect")).focus();
  await service.follow(Math.max(0, (atReader.status.last_event ?? 0) - 10), heard);
}

find("sign-in").addEventListener("submit", (event) => {
  event.preventDefault();
  sessionStorage.setItem("tender.token", find("token").value.trim());
  location.reload();
});
find("tills").addEventListener("change", () => {
  sessionStorage.setItem("tender.till", find("tills").value);
  location.reload();
});
find("amount").addEventListener("input", () => enter(find("amount").value));
find("currency").addEventListener("change", () => enter(find("amount").value));
find("keypad").addEventListener("click", ({ target }) => {
  if (!target.matches("button")) return;
  const text = find("amount").value;
  enter(/\d/.test(target.textContent) ? text + target.textContent : text.slice(0, -1));
});
// Digits that are typed anywhere but in a field begin the next sale.
document.addEventListener("keydown", (event) => {
  if (/^\d$/.test(event.key) && !event.target.matches("input, select")) find("amount").focus();
});
find("sale").addEventListener("submit", (event) => {
  event.preventDefault();
  if (entered() > 0) begin(charge);
  else find("amount").focus();
});
find("cards").addEventListener("click", ({ target }) => { if (target.value) run(() => present(target.value)); });
find("connect").addEventListener("click", () => run(connect));
find("stop").addEventListener("click", () => run(stop));
find("set-aside").addEventListener("click", setAside);
find("try-again").addEventListener("click", goOn);
find("capture").addEventListener("click", () => capture(state.sale.payment.id));
find("release").addEventListener("click", () => release(state.sale.payment.id));
find("refund").addEventListener("click", () => refund(state.sale.payment.id));

// A token may come in the address, as #token=…, which no server sees; it does not stay there.
const given = new URLSearchParams(location.hash.slice(1)).get("token");
if (given) {
  sessionStorage.setItem("tender.token", given);
  history.replaceState(null, "", location.pathname);
}
const token = sessionStorage.getItem("tender.token");
if (token) run(() => open(token));
else signIn("");
