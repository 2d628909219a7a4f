// The form inside the payment element: it alone sees what is typed, and sends it to the gateway that it came from.
(function () {
  "use strict";
  const shop = new URLSearchParams(window.location.search).get("origin");
  const form = document.getElementById("payment");
  const status = document.getElementById("status");
  const problem = document.getElementById("problem");
  let key = null;
  let secret = null;
  let isBusy = false;

  const field = (name) => form.elements.namedItem(name);
  const method = () => form.elements.namedItem("method").value;
  const text = (name) => field(name).value.trim();
  const digits = (value) => value.replace(/\D/g, "");
  const tell = (message) => window.parent.postMessage(message, shop);

  // What is wrong with a field; nothing when it is in order.
  const rules = {
    number: (value) => (hasCheckDigit(digits(value)) ? "" : "The card number is incomplete or wrong."),
    expiry: (value) => (isInTime(value) ? "" : "The date must be in the future, such as 12 / 34."),
    cvc: (value) => (/^\d{3,4}$/.test(value) ? "" : "The code has 3 or 4 digits."),
    name: (value) => (value ? "" : "Enter the name."),
    email: (value) => (/^\S+@\S+\.\S+$/.test(value) ? "" : "Enter an email address."),
    iban: (value) => (/^[A-Za-z]{2}\d{2}[0-9A-Za-z]{11,30}$/.test(value.replace(/\s/g, "")) ? "" : "Enter an IBAN."),
  };

  const fields = {
    card: ["number", "expiry", "cvc"],
    bancontact: ["name"],
    ideal: ["name"],
    sepa_debit: ["name", "email", "iban"],
  };

  function hasCheckDigit(number) {
    if (number.length < 12 || number.length > 19) return false;
    const sum = [...number].reverse().reduce((sum, digit, index) => {
      const value = Number(digit) * (index % 2 ? 2 : 1);
      return sum + (value > 9 ? value - 9 : value);
    }, 0);
    return sum % 10 === 0;
  }

  function expiry(value) {
    const found = /^\s*(\d{1,2})\s*\/?\s*(\d{2}|\d{4})\s*$/.exec(value);
    return found && { month: Number(found[1]), year: Number(found[2].length === 2 ? "20" + found[2] : found[2]) };
  }

  function isInTime(value) {
    const date = expiry(value);
    return Boolean(date) && date.month >= 1 && date.month <= 12 && new Date(date.year, date.month, 1) > new Date();
  }

  function show(name, message) {
    const input = field(name);
    const note = document.getElementById(`${name}-error`);
    note.textContent = message;
    note.hidden = !message;
    input.setAttribute("aria-invalid", message ? "true" : "false");
  }

  function showProblem(message) {
    problem.textContent = message;
    problem.hidden = !message;
    resize();
  }

  // Looks at every field; the first one that is wrong gets the focus.
  function check() {
    let first = null;
    for (const name of fields[method()]) {
      const message = rules[name](text(name));
      show(name, message);
      if (message && !first) first = field(name);
    }
    if (first) first.focus();
    resize();
    return !first;
  }

  function choose() {
    const names = fields[method()];
    for (const part of form.querySelectorAll("[data-field]")) part.hidden = !names.includes(part.dataset.field);
    for (const part of form.querySelectorAll("[data-method]")) part.hidden = part.dataset.method !== method();
    showProblem("");
    changed();
  }

  function changed() {
    const names = fields[method()];
    tell({
      type: "tender.change", method: method(), complete: names.every((name) => !rules[name](text(name))),
      empty: names.every((name) => !text(name)),
    });
    resize();
  }

  function resize() { tell({ type: "tender.height", height: document.documentElement.offsetHeight + 8 }); }

  function details() {
    const data = new URLSearchParams();
    const put = (name, value) => data.set(`payment_method_data${name}`, value);
    put("[type]", method());
    if (method() === "card") {
      const date = expiry(text("expiry"));
      put("[card][number]", digits(text("number")));
      put("[card][exp_month]", String(date.month));
      put("[card][exp_year]", String(date.year));
      put("[card][cvc]", text("cvc"));
      return data;
    }
    put("[billing_details][name]", text("name"));
    if (method() === "sepa_debit") {
      put("[billing_details][email]", text("email"));
      put("[sepa_debit][iban]", text("iban"));
      data.set("mandate_data[customer_acceptance][type]", "online");
      data.set("mandate_data[customer_acceptance][online][infer_from_client]", "true");
    }
    return data;
  }

  function path() {
    const id = secret.split("_secret_")[0];
    return `/v1/${id.startsWith("seti_") ? "setup_intents" : "payment_intents"}/${encodeURIComponent(id)}`;
  }

  async function ask(address, body) {
    try {
      const answer = await fetch(address, { method: body ? "POST" : "GET", body, headers: { Authorization: `Bearer ${key}` } });
      const object = await answer.json();
      if (!answer.ok) return { error: object.error };
      return { [object.object === "setup_intent" ? "setupIntent" : "paymentIntent"]: object };
    } catch {
      return { error: { type: "api_connection_error", message: "The gateway cannot be reached. Try again." } };
    }
  }

  function isOver(intent) { return ["succeeded", "canceled", "processing", "requires_capture"].includes(intent.status); }

  async function start(message) {
    if (key) return;
    key = String(message.key);
    secret = String(message.clientSecret);
    const found = await ask(`${path()}?client_secret=${encodeURIComponent(secret)}`);
    status.hidden = true;
    if (found.error) {
      showProblem(found.error.message);
      return tell({ type: "tender.loaderror", error: found.error });
    }
    const intent = found.paymentIntent || found.setupIntent;
    if (isOver(intent)) {
      showProblem(intent.status === "canceled" ? "It was canceled. Nothing can be paid here anymore." : "This is already done.");
      return tell({ type: "tender.loaderror", error: {
        type: "invalid_request_error", code: `${intent.object}_unexpected_state`, message: problem.textContent,
      } });
    }
    const types = intent.payment_method_types;
    const choices = [...form.querySelectorAll("[data-choice]")];
    for (const choice of choices) choice.hidden = !types.includes(choice.dataset.choice);
    const open = choices.filter((choice) => !choice.hidden);
    if (!open.length) {
      showProblem("This form supports none of the ways to pay.");
      return tell({ type: "tender.loaderror", error: { type: "invalid_request_error", message: problem.textContent } });
    }
    open[0].querySelector("input").checked = true;
    document.getElementById("methods").hidden = open.length === 1;
    form.hidden = false;
    choose();
    tell({ type: "tender.ready" });
  }

  async function confirm(message) {
    const answer = (outcome) => tell({ type: "tender.confirmed", number: message.number, outcome });
    if (isBusy) return answer({ error: { type: "validation_error", message: "The payment is already on its way." } });
    if (!check()) {
      return answer({ error: { type: "validation_error", message: "Some payment details are missing or wrong." } });
    }
    isBusy = true;
    const body = details();
    body.set("client_secret", secret);
    if (message.returnURL) body.set("return_url", message.returnURL); else body.set("use_stripe_sdk", "true");
    showProblem("");
    wait(true);
    const outcome = await ask(`${path()}/confirm`, body);
    wait(false);
    isBusy = false;
    if (outcome.error) showProblem(outcome.error.message);
    answer(outcome);
  }

  function wait(isOn) {
    status.textContent = isOn ? "Your payment is on its way…" : "";
    status.hidden = !isOn;
    document.getElementById("details").disabled = isOn;
    resize();
  }

  if (!shop || window.parent === window) return;
  window.addEventListener("message", (event) => {
    if (event.source !== window.parent || event.origin !== shop || !event.data) return;
    if (event.data.type === "tender.start") start(event.data);
    if (event.data.type === "tender.confirm" && key) confirm(event.data);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    if (event.target.name === "method") return choose();
    show(event.target.name, "");
    changed();
  });
  field("number").addEventListener("blur", () => {
    field("number").value = digits(text("number")).replace(/(\d{4})(?=\d)/g, "$1 ");
  });
  new ResizeObserver(resize).observe(document.documentElement);
  tell({ type: "tender.loaded" });
})();
