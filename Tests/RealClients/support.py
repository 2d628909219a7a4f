"""What the cases share: the official client with nothing changed but the API base, every answer of which is judged.

The wrapper below the client sees each exchange, the one for raw HTTP does too, and Case.tearDown fails a case whose
answers do not fit the schemas: no case can forget it.
"""

import base64
import contextlib
import http.client
import http.server
import json
import os
import pathlib
import re
import secrets
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.parse

import stripe

import schema

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
VERSION = "2026-10-28.endive"
# How a case plays the customer whom the bank asks; the documentation leaves that to its own pages.
AUTHENTICATE = "/v1/_tender/authenticate"
# How a case lets time pass, at a gateway of its own.
CLOCK = "/v1/_tender/clock"
LIMIT = 30  # seconds after which something awaited counts as never coming

url = ""  # of the gateway under test
binary = ""  # tender, for gateways of a case's own; empty when the gateway was given


class Exchange:
    """A request and its answer."""

    def __init__(self, method, path, headers, body, status, answer_headers, answer):
        self.method, self.path, self.headers, self.body = method.upper(), path, dict(headers or {}), body
        self.status, self.answer_headers = status, {name.lower(): value for name, value in answer_headers.items()}
        self.text = answer.decode() if isinstance(answer, bytes) else answer

    @property
    def json(self):
        return json.loads(self.text)

    @property
    def request_id(self):
        return self.answer_headers.get("request-id")

    @property
    def is_replay(self):
        return self.answer_headers.get("idempotent-replayed") == "true"

    @property
    def is_publishable(self):
        authorization = self.headers.get("Authorization", "")
        if authorization.startswith("Basic "):
            with contextlib.suppress(ValueError):
                return base64.b64decode(authorization[6:]).startswith(b"pk_")
        return "pk_" in authorization

    def findings(self):
        """What is wrong with the answer, whoever asked for it."""
        found = []
        if not self.answer_headers.get("content-type", "").startswith("application/json"):
            found.append(f"Content-Type is {self.answer_headers.get('content-type')}")
        if not re.fullmatch(r"req_\w+", self.request_id or ""):
            found.append(f"Request-Id is {self.request_id}")
        asked, echoed = self.headers.get("Stripe-Version"), self.answer_headers.get("stripe-version")
        if asked and echoed and asked != echoed:
            found.append(f"Stripe-Version is {echoed}, not {asked}")
        try:
            body = self.json
        except ValueError:
            return [*found, f"the body is no JSON: {self.text[:80]!r}"]
        if self.path.startswith("/v2/"):
            return found + schema.judge_v2(self.status, body, self.method == "DELETE")
        return found + schema.judge(self.status, body, self.is_publishable)


class Recorder:
    """The exchanges of a case, and what is wrong with their answers."""

    def __init__(self):
        self.exchanges = []
        self.wrong = []
        self.lock = threading.Lock()

    def add(self, exchange):
        found = exchange.findings()
        with self.lock:
            self.exchanges.append(exchange)
            place = f"{exchange.method} {exchange.path.split('?')[0]} -> {exchange.status}"
            self.wrong += [f"{place}: {text}" for text in found]


class RecordingClient(stripe.HTTPClient):
    """The official client's own HTTP client, with a look at what goes through it."""

    name = "requests"

    def __init__(self, recorder):
        super().__init__()
        self.recorder = recorder
        self.inner = stripe.new_default_http_client()

    def request(self, method, url, headers, post_data=None):
        body, status, answer_headers = self.inner.request(method, url, headers, post_data)
        path = urllib.parse.urlsplit(url)._replace(scheme="", netloc="").geturl()
        self.recorder.add(Exchange(method, path, headers, post_data, status, answer_headers, body))
        return body, status, answer_headers

    def close(self):
        self.inner.close()


def official_client(key, base, recorder, **options):
    """The official client; nothing but the API base differs from what a shop writes."""
    return stripe.StripeClient(
        key,
        base_addresses={"api": base},
        http_client=RecordingClient(recorder),
        **({"max_network_retries": 0} | options),
    )


class Case(unittest.TestCase):
    """A case with an account of its own, whose every answer is judged at its end."""

    maxDiff = None

    def setUp(self):
        self.base = url
        self.name = secrets.token_hex(8)
        self.recorder = Recorder()
        self.client = self.as_client(f"sk_test_{self.name}")
        self.v1 = self.client.v1

    def tearDown(self):
        if self.recorder.wrong:
            unique = list(dict.fromkeys(re.sub(r"\b[a-z]+_\w{14,}", "ID", text) for text in self.recorder.wrong))
            listed = "\n  ".join(unique[:25])
            self.fail(f"answers that do not fit the schemas ({len(unique)}):\n  {listed}")

    # Clients

    def as_client(self, key, base=None, **options):
        return official_client(key, base or self.base, self.recorder, **options)

    def publishable(self):
        """The v1 calls of the same account's publishable key."""
        return self.as_client(f"pk_test_{self.name}").v1

    def other_account(self):
        return self.as_client(f"sk_test_{secrets.token_hex(8)}").v1

    @property
    def last(self):
        return self.recorder.exchanges[-1]

    def raw(self, method, path, body=None, headers=None, key=None, base=None):
        """A request as a program without the official client sends it; a body may be text, pairs or None."""
        parts = urllib.parse.urlsplit(base or self.base)
        sent = {"Authorization": f"Bearer {key or f'sk_test_{self.name}'}"}
        if body is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        sent |= headers or {}
        sent = {name: value for name, value in sent.items() if value is not None}
        if body is not None and not isinstance(body, (str, bytes)):
            body = urllib.parse.urlencode(body)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=LIMIT)
        try:
            connection.request(method, path, body, sent)
            response = connection.getresponse()
            exchange = Exchange(method, path, sent, body, response.status, dict(response.getheaders()), response.read())
        finally:
            connection.close()
        self.recorder.add(exchange)
        return exchange

    # Judging

    @contextlib.contextmanager
    def refused(
        self, kind=stripe.InvalidRequestError, status=None, code=None, param=None, decline_code=None, says=None
    ):
        """The block must be refused in this way."""
        caught = Refusal()
        with self.assertRaises(kind) as raised:
            yield caught
        error = raised.exception
        caught.exception = error
        caught.json = (error.json_body or {}).get("error", {})
        about = f"({error.http_status}: {caught.json.get('message')!r})"
        for wanted, seen, name in (
            (status, error.http_status, "status"),
            (code, caught.json.get("code"), "code"),
            (param, caught.json.get("param"), "param"),
            (decline_code, caught.json.get("decline_code"), "decline_code"),
        ):
            if wanted is not None:
                words = wanted if isinstance(wanted, tuple) else (wanted,)
                self.assertIn(seen, words, f"{name} {about}")
        if says:
            self.assertIn(says, caught.json.get("message", ""))

    def soon(self, look, what):
        """Waits until look() gives something true."""
        limit = time.monotonic() + LIMIT
        while time.monotonic() < limit:
            seen = look()
            if seen:
                return seen
            time.sleep(0.05)
        self.fail(f"{what} did not come within {LIMIT} s")

    # Things that most cases need

    def intent(self, amount=1000, currency="usd", **params):
        """A PaymentIntent for cards, not confirmed unless `params` say so."""
        if "automatic_payment_methods" not in params:
            params = {"payment_method_types": ["card"]} | params
        return self.v1.payment_intents.create(params={"amount": amount, "currency": currency, **params})

    def paid(self, amount=1000, card="pm_card_visa", **params):
        """A PaymentIntent that was confirmed at once."""
        return self.intent(amount, payment_method=card, confirm=True, **params)

    def held(self, amount=1000, **params):
        """An authorized PaymentIntent that waits for its capture."""
        return self.paid(amount, capture_method="manual", **params)

    def declined(self, card="pm_card_visa_chargeDeclined", amount=1000, **params):
        """An intent whose first card was declined."""
        intent = self.intent(amount, **params)
        with self.refused(stripe.CardError):
            self.v1.payment_intents.confirm(intent.id, params={"payment_method": card})
        return self.v1.payment_intents.retrieve(intent.id)

    def authenticated(self, intent, succeeds):
        """The customer did what the bank asked for, or failed at it; the intent after that."""
        services = {"payment_intent": self.v1.payment_intents, "setup_intent": self.v1.setup_intents}
        answer = self.raw(
            "POST", AUTHENTICATE, {"intent": intent.id, "outcome": "succeed" if succeeds else "fail"}
        )
        self.assertEqual(answer.status, 200, answer.text[:300])
        return services[intent.object].retrieve(intent.id)

    def advance(self, seconds):
        """Lets time pass for every account of the gateway; its time after that."""
        answer = self.raw("POST", CLOCK, {"advance": seconds})
        self.assertEqual(answer.status, 200, answer.text[:300])
        return answer.json["now"]

    def charge_of(self, intent):
        return self.v1.charges.retrieve(intent.latest_charge)

    def customer(self, **params):
        return self.v1.customers.create(params=params)

    def saved(self, customer, card="pm_card_visa"):
        """A payment method attached to a customer."""
        return self.v1.payment_methods.attach(card, params={"customer": customer.id})

    def location(self, **params):
        address = {
            "line1": "1 Main St",
            "city": "San Francisco",
            "state": "CA",
            "postal_code": "94111",
            "country": "US",
        }
        return self.v1.terminal.locations.create(params={"display_name": "HQ", "address": address} | params)

    def reader(self, code="simulated-wpe", **params):
        if "location" not in params:
            params["location"] = self.location().id
        return self.v1.terminal.readers.create(params={"registration_code": code, **params})

    def present(self, reader, **params):
        return self.v1.test_helpers.terminal.readers.present_payment_method(reader.id, params=params)

    def card_present(self, amount=1000, **params):
        """A PaymentIntent for a reader."""
        return self.intent(amount, **{"payment_method_types": ["card_present"], "capture_method": "manual"} | params)

    def processed(self, amount=1000, reader=None, number=None, **params):
        """A PaymentIntent that a card was presented for at a reader: the intent and the reader."""
        reader = reader or self.reader()
        intent = self.card_present(amount, **params)
        self.v1.terminal.readers.process_payment_intent(reader.id, params={"payment_intent": intent.id})
        card = {"type": "card_present", "card_present": {"number": number}} if number else {}
        reader = self.present(reader, **card)
        return self.v1.payment_intents.retrieve(intent.id), reader

    def tender(self, *arguments):
        """What a command of tender tells that works on the case's account, as at a till with a reader of its own."""
        if not binary:
            raise unittest.SkipTest("needs tender, and only a gateway was given with --url")
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run(
                [binary, *arguments, "--gateway", self.base, "--journal", f"{folder}/journal", "--json"],
                env=os.environ | {"TENDER_API_KEY": f"sk_test_{self.name}"},
                capture_output=True,
                text=True,
                timeout=LIMIT,
            )
        self.assertEqual(run.returncode, 0, run.stderr)
        return json.loads(run.stdout)

    def events(self, *types):
        """The account's events of these types, oldest first."""
        listed = self.v1.events.list(params={"limit": 100} | ({"types": list(types)} if types else {}))
        return list(reversed(listed.data))


class Refusal:
    """What a block was refused with."""

    exception = None
    json = None


def table(rows):
    """Makes one case for each row: {words of its name: arguments}."""

    def decorate(function):
        function.rows = rows
        return function

    return decorate


def tables(cls):
    """Turns the tables of a class into cases."""
    for name, function in list(vars(cls).items()):
        if not hasattr(function, "rows"):
            continue
        delattr(cls, name)
        for words, arguments in function.rows.items():

            def run(self, function=function, arguments=arguments):
                function(self, *arguments) if isinstance(arguments, tuple) else function(self, arguments)

            run.__name__ = f"{name}_{re.sub(r'[^0-9A-Za-z]+', '_', str(words)).strip('_')}"
            run.__doc__ = None
            setattr(cls, run.__name__, run)
    return cls


# Gateways and receivers of a case's own


@contextlib.contextmanager
def gateway(*arguments):
    """Serves a gateway until the end of the block; gives its URL."""
    if not binary:
        raise unittest.SkipTest("needs a gateway of its own, and one was given with --url")
    process = subprocess.Popen(
        [binary, "gateway", "serve", "--port", "0", "--json", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=sys.stderr,
        text=True,
    )
    try:
        lines = []
        for line in process.stdout:
            lines.append(line)
            if line.rstrip().endswith("}"):
                break
        report = json.loads("".join(lines) or "{}")
        if "url" not in report:
            raise AssertionError(f"tender gateway serve {' '.join(arguments)}: {report}")
        yield report["url"]
    finally:
        process.terminate()
        process.communicate(timeout=LIMIT)


class Receiver:
    """A shop's server for webhooks on 127.0.0.1.

    `answers` are the statuses of the next deliveries; when they are used up it answers 200.
    """

    def __init__(self, *answers):
        self.deliveries = []
        self.answers = list(answers)
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                receiver.deliveries.append((dict(self.headers), body, self.path))
                self.send_response(receiver.answers.pop(0) if receiver.answers else 200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook"
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05})

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def events(self, kind=None):
        """The bodies that came, as JSON."""
        bodies = [json.loads(body) for _, body, _ in list(self.deliveries)]
        return [body for body in bodies if kind is None or body["type"] == kind]
