// Tender('pk_test_…'): the payment element for a shop's own page. What the customer types stays in a frame of the gateway.
(function () {
  "use strict";
  const gateway = new URL(document.currentScript.src).origin;

  // The intent behind a client secret, such as pi_x_secret_y.
  function intentOf(secret) {
    const id = String(secret).split("_secret_")[0];
    if (!/^(pi|seti)_[0-9A-Za-z]+$/.test(id)) throw new Error("The client secret names no intent.");
    const isSetup = id.startsWith("seti_");
    return { id, isSetup, kind: isSetup ? "setup_intent" : "payment_intent", result: isSetup ? "setupIntent" : "paymentIntent" };
  }

  function failure(message, type) { return { error: { type: type || "invalid_request_error", message } }; }

  async function retrieve(key, secret) {
    const { id, kind, result } = intentOf(secret);
    const address = `${gateway}/v1/${kind}s/${id}?client_secret=${encodeURIComponent(secret)}`;
    try {
      const answer = await fetch(address, { headers: { Authorization: `Bearer ${key}` } });
      const body = await answer.json();
      return answer.ok ? { [result]: body } : { error: body.error };
    } catch {
      return failure("The gateway cannot be reached.", "api_connection_error");
    }
  }

  // Leaves the shop's page for a page of the gateway, and for nothing else.
  function leaveFor(address) {
    if (new URL(address).origin !== gateway) throw new Error("The next action leads to another site.");
    window.location.assign(address);
    return new Promise(() => {});
  }

  function returnTo(address, intent, secret) {
    const { kind } = intentOf(secret);
    const url = new URL(address);
    if (url.protocol !== "https:" && url.protocol !== "http:") throw new Error("The return_url is not a web address.");
    url.searchParams.set(kind, intent.id);
    url.searchParams.set(`${kind}_client_secret`, secret);
    url.searchParams.set("redirect_status", intent.status === "processing" ? "pending" : "succeeded");
    window.location.assign(url.href);
    return new Promise(() => {});
  }

  // Shows the bank's page above the shop's, until the customer has answered.
  function askInFrame(address) {
    if (new URL(address).origin !== gateway) throw new Error("The next action leads to another site.");
    const dialog = document.createElement("dialog");
    const frame = document.createElement("iframe");
    dialog.setAttribute("aria-label", "Your bank");
    frame.title = "Your bank";
    frame.src = address;
    Object.assign(frame.style, { border: "0", width: "min(30rem, 80vw)", height: "min(34rem, 80vh)" });
    dialog.append(frame);
    document.body.append(dialog);
    return new Promise((resolve) => {
      function finish() {
        window.removeEventListener("message", listen);
        dialog.remove();
        resolve();
      }
      function listen(event) {
        if (event.origin !== gateway || event.source !== frame.contentWindow) return;
        if (event.data && event.data.type === "tender.authentication.done") finish();
      }
      window.addEventListener("message", listen);
      dialog.addEventListener("close", finish);
      dialog.showModal();
    });
  }

  async function takeAction(key, secret, intent) {
    const action = intent.next_action;
    if (intent.status !== "requires_action" || !action) return { [intentOf(secret).result]: intent };
    if (action.type === "redirect_to_url") return leaveFor(action.redirect_to_url.url);
    await askInFrame(action.use_stripe_sdk.stripe_js);
    const found = await retrieve(key, secret);
    const error = found.error ? null : (found[intentOf(secret).result].last_payment_error || found[intentOf(secret).result].last_setup_error);
    return error ? { error } : found;
  }

  // The frame in which the customer types, and the messages to and from it.
  class PaymentElement {
    #frame = null;
    #listeners = new Map();
    #waiting = new Map();
    #count = 0;
    #hasLoaded = false;

    constructor(key, options) {
      this.key = key;
      this.options = options;
    }

    on(name, listener) {
      this.#listeners.set(name, [...(this.#listeners.get(name) || []), listener]);
      return this;
    }

    mount(place) {
      const parent = typeof place === "string" ? document.querySelector(place) : place;
      if (!parent) throw new Error(`There is no element ${place}.`);
      this.unmount();
      const frame = document.createElement("iframe");
      frame.title = "Payment details";
      frame.src = `${gateway}/elements/payment?origin=${encodeURIComponent(window.location.origin)}`;
      Object.assign(frame.style, { border: "0", width: "100%", height: "22rem", display: "block" });
      parent.setAttribute("aria-busy", "true");
      parent.replaceChildren(frame);
      this.#frame = frame;
      window.addEventListener("message", this.#receive);
    }

    unmount() {
      window.removeEventListener("message", this.#receive);
      if (this.#frame) this.#frame.remove();
      this.#frame = null;
      this.#hasLoaded = false;
      for (const [, done] of this.#waiting) done(failure("The payment element was taken away."));
      this.#waiting.clear();
    }

    #tell(name, event) { for (const listener of this.#listeners.get(name) || []) listener(event); }

    #send(message) { this.#frame.contentWindow.postMessage(message, gateway); }

    #receive = (event) => {
      if (event.origin !== gateway || !this.#frame || event.source !== this.#frame.contentWindow) return;
      const message = event.data || {};
      switch (message.type) {
        case "tender.loaded":
          this.#send({ type: "tender.start", key: this.key, clientSecret: this.options.clientSecret });
          break;
        case "tender.ready":
          this.#hasLoaded = true;
          this.#frame.parentElement.setAttribute("aria-busy", "false");
          this.#tell("ready", { elementType: "payment" });
          break;
        case "tender.loaderror":
          this.#frame.parentElement.setAttribute("aria-busy", "false");
          this.#tell("loaderror", { elementType: "payment", error: message.error });
          break;
        case "tender.change":
          this.#tell("change", { elementType: "payment", complete: message.complete, empty: message.empty, value: { type: message.method } });
          break;
        case "tender.height":
          if (Number.isFinite(message.height)) this.#frame.style.height = `${Math.min(Math.max(message.height, 100), 2000)}px`;
          break;
        case "tender.confirmed": {
          const done = this.#waiting.get(message.number);
          this.#waiting.delete(message.number);
          if (done) done(message.outcome);
          break;
        }
      }
    };

    // Lets the frame confirm the intent with what was typed.
    confirm(returnURL) {
      if (!this.#frame || !this.#hasLoaded) return Promise.resolve(failure("The payment element is not ready."));
      this.#count += 1;
      const number = this.#count;
      return new Promise((resolve) => {
        this.#waiting.set(number, resolve);
        this.#send({ type: "tender.confirm", number, returnURL: returnURL || null });
      });
    }
  }

  class Elements {
    #elements = new Map();

    constructor(key, options) {
      intentOf(options.clientSecret);
      this.key = key;
      this.options = options;
    }

    create(type) {
      if (type !== "payment") throw new Error(`There is no element of the type ${type}.`);
      this.#elements.set(type, new PaymentElement(this.key, this.options));
      return this.#elements.get(type);
    }

    getElement(type) { return this.#elements.get(type) || null; }
  }

  async function confirm(key, { elements, confirmParams = {}, redirect = "always" }) {
    const element = elements.getElement("payment");
    if (!element) return failure("There is no payment element.");
    const secret = elements.options.clientSecret;
    const outcome = await element.confirm(confirmParams.return_url);
    if (outcome.error) return outcome;
    const intent = outcome[intentOf(secret).result];
    if (intent.status === "requires_action") return takeAction(key, secret, intent);
    if (redirect === "if_required" || !confirmParams.return_url) return outcome;
    return returnTo(confirmParams.return_url, intent, secret);
  }

  window.Tender = function (key) {
    if (!/^pk_test_/.test(String(key))) throw new Error("Tender() takes a publishable key, pk_test_….");
    return {
      elements: (options) => new Elements(key, options),
      confirmPayment: (options) => confirm(key, options),
      confirmSetup: (options) => confirm(key, options),
      retrievePaymentIntent: (secret) => retrieve(key, secret),
      retrieveSetupIntent: (secret) => retrieve(key, secret),
      async handleNextAction({ clientSecret }) {
        const found = await retrieve(key, clientSecret);
        return found.error ? found : takeAction(key, clientSecret, found[intentOf(clientSecret).result]);
      },
    };
  };
})();
