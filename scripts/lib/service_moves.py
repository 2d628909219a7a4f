"""What moves money through the local service, and what a front end does when it goes wrong: for scripts/check-twice."""

import contextlib
import http.client
import json
import os
import socket
import subprocess
import threading

import outside
from outside import CANCELED, DECLINED, REFUSED, UNKNOWN, Wrong, expect
from terminal_wire import Wire

LIMIT = 120  # seconds after which a call counts as hanging
NOTHING = (DECLINED, CANCELED, REFUSED)  # what these say was done

# Keyed calls that move nothing: what they make or change can take no money by itself.
STILL = {
    "create_payment_intent", "update_payment_intent", "collect_payment_method", "create_setup_intent", "cancel_setup_intent",
    "delete_offline",
}

# Keyed calls that move money, but not here: the simulated gateway's card needs no presence for its refund, and
# Tests/TenderServiceTests repeats the call.
ELSEWHERE = {"process_refund"}


class Connection(http.client.HTTPConnection):
    """A connection to a socket in the file system."""

    def __init__(self, path):
        super().__init__("localhost", timeout=LIMIT)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(LIMIT)
        self.sock.connect(self.path)


class Service:
    """A service behind the proxy, which is started again whenever it was killed, and a front end with a token.

    `till` is its till at a terminal that sells by itself; without it the till has a simulated reader, and the gateway.
    """

    def __init__(self, world, till=None):
        self.world, self.till = world, till
        self.process = None
        self.data = world.folder / "service"
        self.socket = str(world.folder / "socket")
        self.token = subprocess.run(
            [world.binary, "serve", "token", "add", "front-end", "--folder", str(self.data), "--right", "read", "--right", "readers",
             "--right", "sell", "--right", "refund", "--right", "manage"],
            capture_output=True, text=True, check=True).stdout.strip()

    def start(self):
        sells = ["--till", f"till={self.till}"] if self.till else [
            "--till", "till=simulated", "--card", "visa", "--gateway", f"http://127.0.0.1:{self.world.proxy.port}"]
        command = [self.world.binary, "serve", "--folder", str(self.data), "--socket", self.socket, "--json", *sells]
        environment = dict(os.environ, TENDER_API_KEY=self.world.credential, SWIFT_BACKTRACE="enable=no")
        self.process = self.world.proxy.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
        text = ""
        while not text.rstrip().endswith("}"):
            line = self.process.stdout.readline()
            if not line:
                raise Wrong("the service did not start")
            text += line
        # A terminal that sells by itself takes no card while nobody knows of the last one: it is connected for a new command.
        if not self.till:
            self.connect()

    def connect(self):
        # Its own exchanges may be those that fail.
        for _ in range(3):
            if self.ask("POST", "reader/connect")[0] == 200:
                return
        raise Wrong("the reader is not connected")

    def end(self):
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def ask(self, method, path, form=None, key=None):
        """One call; its status and object."""
        if self.process is None or self.process.poll() is not None:
            self.start()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        connection = Connection(self.socket)
        try:
            connection.request(method, f"/v1/tills/till/{path}", json.dumps(form) if form else None, headers)
            response = connection.getresponse()
            return response.status, json.loads(response.read())
        finally:
            connection.close()

    def follow(self, told):
        """Calls a function for each record that is written from now on, until the service ends."""
        connection = Connection(self.socket)
        connection.request("GET", "/v1/tills/till/events", headers={"Authorization": f"Bearer {self.token}"})
        lines = connection.getresponse()
        lines.readline()

        def read():
            with contextlib.suppress(OSError, http.client.HTTPException), contextlib.closing(connection):
                for line in lines:
                    if line.startswith(b"id: "):
                        told()

        threading.Thread(target=read, daemon=True).start()

    def give(self, command, key):
        """Gives a command; what its outcome would be as an exit code, and the answer."""
        try:
            status, answer = self.ask("POST", command.path(), command.form(), key)
        except (OSError, http.client.HTTPException):
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(10)
            expect(self.process.poll() is not None, "the service closed the connection, and was not killed")
            self.world.story.append(f"{command.name} -> killed")
            return UNKNOWN, {}
        outcome = answer["outcome"]
        expect(status != 500, f"answered with 500: {answer}")
        self.world.story.append(f"{command.name} {key} -> {status} {outcome} {answer.get('error') or ''}"[:300])
        if status == 200 and outcome in command.outcomes:
            return 0, answer
        return {"declined": DECLINED, "canceled": CANCELED, "unknown": UNKNOWN, "pending": UNKNOWN}.get(outcome, REFUSED), answer


class ServiceCommand:
    """A call of the service: how it is set up, given, and what shows its effect."""

    journal = False
    begins = "^/v1/(payment_intents|refunds|setup_intents)"
    leaves_hold = False
    faults = {}

    def prepare(self, world):
        self.service = world.cashier = Service(world)

    def payment(self, world, **more):
        return world.api(
            "POST", "/v1/payment_intents", amount=1000, currency="eur", payment_method="pm_card_visa", confirm="true",
            **{"payment_method_types[]": "card"}, **more)["id"]

    def form(self):
        return None

    def begin_anew(self, world):
        """What a front end does after a command that provably did nothing."""

    # Whether what a command needs is used up by one that failed.
    is_spent = False

    def get_ready(self):
        """What comes before each new command."""

    def works(self, world):
        """Whether it works without a fault; its exchanges are kept."""
        self.get_ready()
        code, _ = self.service.give(self, "1")
        self.answers = world.proxy.answers
        return code == 0

    def person(self, world, looks):
        """The front end gives the command under its key until it hears an end; where nothing was done, a new one."""
        self.get_ready()
        number = 1
        for _ in range(6):
            code, answer = self.service.give(self, str(number))
            world.proxy.arm(None, None)
            effect = self.effect(world)
            if code == 0:
                expect(effect == 1, f"told as done, and it was done {effect:g} times")
                return self.after(world, str(number))
            if code in NOTHING:
                expect(effect == 0, f"told as not done ({answer}), and it was done {effect:g} times")
            if code == CANCELED:
                self.begin_anew(world)
            if code in NOTHING and (code == CANCELED or self.is_spent):
                number += 1
                self.get_ready()
            if code == UNKNOWN and answer:
                self.stay_unknown(world)
            if looks:
                self.service.ask("GET", "pending")
        raise Wrong("it never told of success")

    def stay_unknown(self, world):
        """What is done where the service answered that nobody knows."""

    def after(self, world, key):
        """Everything was told: nothing but a hold is pending, and the same command has the same end, also after a kill."""
        _, report = self.service.ask("GET", "pending")
        left = [attempt for attempt in report["pending"] if not (self.leaves_hold and attempt["state"] == "held")]
        expect(left == [], f"everything was told, and pending lists {left}")
        self.service.end()
        code, answer = self.service.give(self, key)
        expect(code == 0, f"the same command after a kill: {answer}")
        return False


class ServiceProcess(ServiceCommand):
    name = "service process_payment_intent"
    outcomes = {"approved"}

    def prepare(self, world):
        super().prepare(world)
        self.begin_anew(world)

    def begin_anew(self, world):
        self.id = world.api(
            "POST", "/v1/payment_intents", amount=1000, currency="eur", **{"payment_method_types[]": "card_present"})["id"]

    def path(self):
        return f"payment_intents/{self.id}/process"

    def effect(self, world):
        return sum(intent["amount_received"] for intent in world.api("GET", "/v1/payment_intents")["data"]) / 1000


class ServiceConfirm(ServiceProcess):
    """Its card was collected by the same process; after a kill it is collected again."""

    name = "service confirm_payment_intent"
    begins = "/confirm$"

    is_spent = True
    collections = 0

    def path(self):
        return f"payment_intents/{self.id}/confirm"

    def get_ready(self):
        self.collections += 1
        status, answer = self.service.ask(
            "POST", f"payment_intents/{self.id}/collect", None, f"collect-{self.collections}")
        expect(status == 200, f"the card cannot be collected: {answer}")


class ServiceCapture(ServiceCommand):
    name = "service capture_payment_intent"
    outcomes = {"captured"}

    def prepare(self, world):
        super().prepare(world)
        self.id = self.payment(world, capture_method="manual")

    def path(self):
        return f"payment_intents/{self.id}/capture"

    def effect(self, world):
        return world.api("GET", f"/v1/payment_intents/{self.id}")["amount_received"] / 1000


class ServiceIncrement(ServiceCommand):
    name = "service increment_authorization"
    outcomes = {"raised"}
    leaves_hold = True

    def prepare(self, world):
        super().prepare(world)
        option = {"payment_method_options[card][request_incremental_authorization]": "if_available"}
        self.id = self.payment(world, capture_method="manual", **option)

    def path(self):
        return f"payment_intents/{self.id}/increment_authorization"

    def form(self):
        return {"amount": 1500}

    def effect(self, world):
        return (world.api("GET", f"/v1/payment_intents/{self.id}")["amount_capturable"] - 1000) / 500


class ServiceCancel(ServiceCapture):
    name = "service cancel_payment_intent"
    outcomes = {"canceled"}

    def path(self):
        return f"payment_intents/{self.id}/cancel"

    def effect(self, world):
        return float(world.api("GET", f"/v1/payment_intents/{self.id}")["status"] == "canceled")


class ServiceVoid(ServiceCommand):
    name = "service void_payment"
    outcomes = {"succeeded", "released"}

    def prepare(self, world):
        super().prepare(world)
        self.id = self.payment(world)

    def path(self):
        return f"payment_intents/{self.id}/void"

    def effect(self, world):
        return sum(refund["amount"] for refund in world.api("GET", "/v1/refunds", payment_intent=self.id)["data"]) / 1000


class ServiceRefund(ServiceVoid):
    name = "service create_refund"

    def path(self):
        return "refunds"

    def form(self):
        return {"payment_intent": self.id, "amount": 400}

    def effect(self, world):
        return super().effect(world) * 1000 / 400


class ServiceSetup(ServiceCommand):
    name = "service process_setup_intent"
    outcomes = {"saved"}

    def prepare(self, world):
        super().prepare(world)
        self.customer = world.api("POST", "/v1/customers")["id"]
        self.begin_anew(world)

    def begin_anew(self, world):
        self.id = world.api(
            "POST", "/v1/setup_intents", customer=self.customer, **{"payment_method_types[]": "card_present"})["id"]

    def path(self):
        return f"setup_intents/{self.id}/process"

    def form(self):
        return {"allow_redisplay": "always"}

    def effect(self, world):
        return len(world.api("GET", f"/v1/customers/{self.customer}/payment_methods", type="card")["data"])


class TerminalSale(ServiceCommand):
    """A sale at a ZVT terminal that sells by itself; the terminal's newest receipt is its turnover.

    The till is killed at each message to the terminal and after each record. Where the terminal was cut off before it charged, its
    receipt proves nothing, and a person says what the terminal's own journal has.
    """

    name = "service process_payment_intent --zvt"
    outcomes = {"approved"}
    begins = "^06 01"
    faults = {"MESSAGE": ["kill before", "kill after"], "RECORD": ["kill after record"]}
    # A command that a person says was not carried out has its end, and another takes another key.
    is_spent = True
    amount = 1000
    receipts = 0
    sales = 0
    is_followed = False

    def prepare(self, world):
        world.proxy.close()
        world.proxy = Wire(world.binary)
        self.service = world.cashier = Service(world, f"tcp:127.0.0.1:{world.proxy.port}")
        self.receipts, _ = world.proxy.newest_receipt()
        self.begin_anew(world)

    def begin_anew(self, world):
        self.sales += 1
        _, made = self.service.ask("POST", "payment_intents", {"amount": 1000, "currency": "eur"}, f"create-{self.sales}")
        self.id = made["payment_intent"]["id"]

    def path(self):
        return f"payment_intents/{self.id}/process"

    def get_ready(self):
        self.service.connect()
        if not self.is_followed:
            self.is_followed = True
            self.service.follow(self.service.world.proxy.note_record)

    def effect(self, world):
        """How many transactions the terminal has carried out since: it serves nobody else while a till is connected."""
        self.service.end()
        receipt, amount = world.proxy.newest_receipt()
        done = receipt - self.receipts
        expect(done == 0 or amount == self.amount, f"the newest receipt is of {amount}")
        return done

    def stay_unknown(self, world):
        """A person looks into the terminal's own journal, and says what is there."""
        answer = "yes" if self.effect(world) else "no"
        report = subprocess.run(
            [world.binary, "resolve", self.id, "--executed", answer, "--by", "Ann", "--journal", str(self.service.data / "till.journal")],
            capture_output=True, text=True, check=False, env=outside.environment(None))
        world.story.append(f"{answer}, says the person -> {report.returncode} {report.stderr[-300:]}")


class TerminalRefund(TerminalSale):
    name = "service create_refund --zvt"
    outcomes = {"succeeded"}
    begins = "^06 3[01]"
    amount = 400

    def prepare(self, world):
        super().prepare(world)
        sale = TerminalSale()
        sale.service, sale.id = self.service, self.id
        self.service.connect()
        code, answer = self.service.give(sale, "sale")
        expect(code == 0, f"the sale failed: {answer}")
        self.service.end()
        self.receipts, amount = world.proxy.newest_receipt()
        expect(amount == 1000, f"the sale's receipt is of {amount}")

    def begin_anew(self, world):
        if not self.sales:
            super().begin_anew(world)

    def path(self):
        return "refunds"

    def form(self):
        return {"payment_intent": self.id, "amount": 400}


# What nobody can tell is waited for, so that the terminal's come first.
MOVES = [
    TerminalSale, TerminalRefund, ServiceProcess, ServiceConfirm, ServiceCapture, ServiceIncrement, ServiceCancel, ServiceVoid,
    ServiceRefund, ServiceSetup]


def unlisted(binary):
    """Keyed calls that nobody said to move money or not to, and names that are no keyed call."""
    text = subprocess.run([binary, "serve", "openapi"], capture_output=True, text=True, check=True).stdout
    key = {"$ref": "#/components/parameters/key"}
    names = {operation["operationId"] for item in json.loads(text)["paths"].values() for operation in item.values()
             if key in operation.get("parameters", [])}
    listed = {kind.name.removeprefix("service ").split(" --")[0] for kind in MOVES} | STILL | ELSEWHERE
    return sorted(names - listed), sorted(listed - names)
