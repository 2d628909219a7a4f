// The service as a front end sees it: calls, commands under a key, and events. /docs lists every call.

/** The service does not know the token. */
export class WrongToken extends Error {}

/** No answer came: nobody knows whether the call was carried out. */
export class NoAnswer extends Error {}

/** A command that may have been given before is refused at the door: nobody looked at what became of it. */
export class Refused extends Error {
  constructor(answer) {
    super(answer.error.message);
    this.answer = answer;
  }
}

export class Service {
  constructor(token) {
    this.token = token;
    this.till = null; // the name of a till, from `tills`
    this.frontEnd = null; // the name of the token's front end, from `tills`
  }

  /** Returns the answer with the names of the tills and of the front end. */
  tills() { return this.#ask("GET", "/v1/tills"); }

  /** Asks the till once. Returns the answer, an object with an `outcome`; throws `NoAnswer` or `WrongToken`. */
  ask(method, path, input, options) {
    return this.#ask(method, `/v1/tills/${this.till}${path && `/${path}`}`, input, options);
  }

  async #ask(method, address, input, { key, signal } = {}) {
    const headers = { Authorization: `Bearer ${this.token}` };
    if (input) headers["Content-Type"] = "application/json";
    if (key) headers["Idempotency-Key"] = key;
    let status, answer;
    try {
      const response = await fetch(address, { method, headers, signal, body: input && JSON.stringify(input) });
      ({ status } = response);
      answer = await response.json();
    } catch {
      throw new NoAnswer();
    }
    if (status === 401 || answer.error?.code === "too_many_wrong_tokens") throw new WrongToken(answer.error?.message);
    // A proxy answers, too, when the service is gone.
    if (typeof answer.outcome !== "string") throw new NoAnswer();
    return answer;
  }

  /**
   * Gives a command until its outcome is known, and returns the answer; null if `signal` gave it up.
   *
   * A lost answer does not tell whether the command was carried out. The same command under the same key is carried out
   * only once, even if the service was restarted in between: giving it again is always safe, and a new key never is.
   * `isInDoubt` says that it may have been given before. Throws `Refused` if it may have been, and somebody has to put
   * right why it is refused now.
   */
  async command({ path, input, key, isInDoubt }, signal, tellUnknown) {
    for (let round = 1; !signal.aborted; round += 1) {
      const answer = await this.ask("POST", path, input, { key, signal }).catch(nothing);
      if (signal.aborted) break;
      // That nothing came of it this time says nothing about the time before.
      const { advice, code } = answer?.error ?? {};
      const isRepeated = isInDoubt || round > 1;
      if (isRepeated && notLookedAt.includes(code)) throw new Refused(answer);
      const isOpen = isRepeated && (advice === "same_call" || code === "stopping");
      if (answer && answer.outcome !== "unknown" && !isOpen) return answer;
      tellUnknown(answer);
      await pause(1000 * Math.min(round, 5), signal);
    }
    return null;
  }

  /**
   * Hears what happens at the till after the record `last`, for as long as the page is open.
   *
   * An EventSource cannot send the token, so it gets a ticket. Records have numbers: after a break the events go on after
   * the last one that was heard. Each break takes a new ticket, since a restarted service no longer knows the old one.
   */
  async follow(last, { connected, record, passing }) {
    for (;;) {
      const answer = await this.ask("POST", "events/ticket").catch(nothing);
      if (answer?.ticket) {
        const source = new EventSource(`/v1/tills/${this.till}/events?ticket=${answer.ticket}&after=${last}`);
        source.addEventListener("record", (event) => {
          last = Number(event.lastEventId);
          record(JSON.parse(event.data));
        });
        source.addEventListener("passing", (event) => passing(JSON.parse(event.data)));
        source.addEventListener("open", () => connected(true));
        await new Promise((resolve) => source.addEventListener("error", resolve, { once: true }));
        source.close();
      }
      connected(false);
      await pause(1000);
    }
  }
}

/** Refusals at the door: whether the command was carried out before was not looked at. */
const notLookedAt = ["no_such_till", "not_allowed", "no_such_path", "wrong_host", "wrong_origin"];

function nothing(error) {
  if (error instanceof NoAnswer) return null;
  throw error;
}

/** Waits; an abort ends it early. */
function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", resolve, { once: true });
  });
}
