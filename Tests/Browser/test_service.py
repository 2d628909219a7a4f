"""The pages of the local service: a till that sells on the simulated reader, and the documentation."""

import functools
import json
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import urllib.request

import outside
import support
from support import Case, each_size

RIGHTS = ["read", "readers", "sell", "refund", "manage"]


class Program:
    """A program of tender that serves, and can be killed and started again."""

    def __init__(self, *arguments, key=None):
        self.arguments, self.port = arguments, 0
        self.environment = outside.environment(key)
        self.start()

    def start(self):
        """Starts it, again at the port that it had."""
        command = [support.binary, *self.arguments, "--port", str(self.port), "--json"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.environment
        )
        self.url = json.loads(outside.until(self.process, "}"))["url"]
        self.port = int(self.url.rsplit(":", 1)[1])

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGCONT)
        self.process.terminate()
        try:
            self.process.wait(timeout=support.LIMIT / 1000)
        except subprocess.TimeoutExpired:
            self.kill()
        self.process.stdout.close()
        self.process.stderr.close()


class Service(Program):
    """`tender serve` in a folder of its own, with a token for everything."""

    def __init__(self, *arguments, key=None):
        self.folder = tempfile.mkdtemp(prefix="tender-service-")
        rights = [word for right in RIGHTS for word in ("--right", right)]
        add = [support.binary, "serve", "token", "add", "web", "--folder", self.folder, *rights]
        self.token = subprocess.run(add, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
        super().__init__("serve", "--folder", self.folder, *arguments, key=key)

    def stop(self):
        super().stop()
        shutil.rmtree(self.folder)

    def ask(self, method, path, body=None, key=None, till="till"):
        """Asks the till, as another front end would."""
        request = urllib.request.Request(f"{self.url}/v1/tills/{till}{path}", method=method)
        request.add_header("Authorization", f"Bearer {self.token}")
        if key:
            request.add_header("Idempotency-Key", key)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, timeout=support.LIMIT / 1000) as answer:
            return json.load(answer)

    def payments(self, till="till"):
        """What the gateway has: the status of each payment and what was received for it, oldest first."""
        found = self.ask("GET", "/payment_intents?limit=100", till=till)["payment_intents"]
        return [(payment["status"], payment["amount_received"]) for payment in reversed(found)]


class ServiceCase(Case):
    def setUp(self):
        super().setUp()
        if not support.binary:
            self.skipTest("the service is started from --binary")

    def program(self, kind, *arguments, **options):
        program = kind(*arguments, **options)
        self.addCleanup(program.stop)
        self.origins.append(program.url)
        self.inspected.append(program.url)
        return program

    def open(self, screen, *arguments, **options):
        """Opens the till of a new service, with a connected reader."""
        service = self.program(Service, *arguments, **options)
        screen.go(f"{service.url}/#token={service.token}")
        screen.press("Connect reader").reads("Simulated reader")
        return service

    def charge(self, screen, amount="1250"):
        screen.fill(Amount=amount).press("Charge")
        self.asks_for_a_card(screen)

    def asks_for_a_card(self, screen):
        """Waits until the reader itself asks: a card that comes before it does is not seen."""
        self.shown(screen, "Waiting for a card")
        screen.page.locator("#display", has_text=re.compile(r"\w")).wait_for(timeout=support.LIMIT)

    def shown(self, screen, title):
        """Waits until the cashier is told this."""
        screen.page.locator("#title", has_text=re.compile(f"^{title}$")).wait_for(timeout=support.LIMIT)
        return screen.inspect()


def narrow(case):
    """Runs a case at the narrow size alone."""

    @functools.wraps(case)
    def run(self):
        with self.screen("narrow") as screen:
            case(self, screen)

    return run


class Till(ServiceCase):
    @each_size
    def test_a_sale_is_approved_and_refunded(self, screen):
        service = self.open(screen)
        screen.picture("till-ready")
        self.charge(screen)
        screen.reads("Tap").picture("till-waiting")
        screen.press("Visa")
        self.shown(screen, "Approved").reads("€12.50 is paid: visa •••• 4242.").picture("till-approved")
        self.assertEqual(service.payments(), [("succeeded", 1250)])
        screen.press("Refund")
        self.shown(screen, "Refunded").reads("refunded")
        self.assertEqual(screen.page.get_by_role("button", name="Refund").count(), 0)

    @each_size
    def test_another_card_pays_what_one_did_not(self, screen):
        service = self.open(screen)
        self.charge(screen)
        screen.press("No funds")
        self.shown(screen, "Declined").reads("insufficient funds").picture("till-declined")
        screen.press("Charge").press("Mastercard")
        self.shown(screen, "Approved")
        self.assertEqual(service.payments(), [("succeeded", 1250)])

    @each_size
    def test_a_sale_is_stopped(self, screen):
        service = self.open(screen)
        self.charge(screen)
        screen.press("Stop")
        self.shown(screen, "Canceled").reads("Nothing was charged")
        self.assertEqual(service.payments(), [("requires_payment_method", 0)])

    @each_size
    def test_the_customer_chooses_the_application_that_pays(self, screen):
        service = self.program(Service, "--till", "till=simulated-ccid", "--card", "visaUsCommonDebit")
        screen.go(f"{service.url}/#token={service.token}")
        screen.press("Connect reader").reads("Simulated USB chip reader")
        self.charge(screen)
        screen.reads("US DEBIT").picture("till-choice")
        # The list has the focus: the second application is one key away, also after a reload.
        screen.page.reload()
        screen.reads("US DEBIT")
        screen.page.keyboard.press("Tab")
        screen.page.keyboard.press("Enter")
        self.shown(screen, "Approved")
        payment = service.ask("GET", "/payment_intents")["payment_intents"][0]
        paid = service.ask("GET", f"/payment_intents/{payment['id']}")["payment_intent"]
        self.assertIn("A0000000980840", json.dumps(paid))

    @each_size
    def test_holds_are_captured_and_released(self, screen):
        service = self.open(screen)
        screen.field("Hold now").check()
        for amount, name, title in [("1250", "Capture", "Captured"), ("700", "Release", "Released")]:
            self.charge(screen, amount)
            screen.press("Visa")
            self.shown(screen, "Approved").reads("until you capture or release it")
            screen.page.locator("#pending").get_by_role("button", name=name).click()
            self.shown(screen, title).reads("Nothing is pending")
        self.assertEqual(service.payments(), [("succeeded", 1250), ("canceled", 0)])

    @each_size
    def test_by_keyboard_alone(self, screen):
        service = self.program(Service)
        screen.go(service.url + "/")
        keyboard = screen.page.keyboard
        keyboard.type(service.token)
        keyboard.press("Enter")
        screen.reads("not connected")
        keyboard.press("Enter")  # "Connect reader" has the focus, and then the amount
        screen.reads("Simulated reader")
        keyboard.type("1250")
        keyboard.press("Enter")
        self.asks_for_a_card(screen)
        keyboard.press("Enter")  # the first card has the focus
        self.shown(screen, "Approved")
        screen.press_by_keyboard("Refund")
        self.shown(screen, "Refunded")
        keyboard.type("300")
        keyboard.press("Enter")
        self.asks_for_a_card(screen)
        screen.press_by_keyboard("Stop")
        self.shown(screen, "Canceled")
        self.assertEqual(service.payments(), [("succeeded", 1250), ("requires_payment_method", 0)])

    @each_size
    def test_the_keypad_and_currencies(self, screen):
        self.open(screen)
        amount = screen.field("Amount")
        for key in ["1", "2", "00", "5", "Delete"]:
            screen.press(key)
        self.assertEqual(amount.input_value(), "12.00")
        screen.choose("Currency", "JPY")
        self.assertEqual(amount.input_value(), "1200")

    @each_size
    def test_an_approval_that_nobody_was_told_of_is_acknowledged(self, screen):
        service = self.open(screen, "--claim-by-call", "--card", "visa")
        payment = service.ask("POST", "/payment_intents", {"amount": 900, "currency": "eur"}, key="a")["payment_intent"]
        service.ask("POST", f"/payment_intents/{payment['id']}/process", key="b")
        screen.reads("€9.00, approved, but nobody was told").fill(Your_name="Anna").press("Acknowledge")
        screen.reads("Nothing is pending")
        # The page claims what it has shown.
        screen.fill(Amount="100").press("Charge")
        self.shown(screen, "Approved").reads("Nothing is pending")

    @each_size
    def test_a_till_is_chosen(self, screen):
        service = self.program(Service, "--till", "front", "--till", "back")
        screen.go(f"{service.url}/#token={service.token}")
        with screen.page.expect_navigation():
            screen.choose("Till", "back")
        screen.press("Connect reader").reads("Simulated reader")
        connected = [till for till in ("front", "back") if "reader" in service.ask("GET", "", till=till)]
        self.assertEqual(connected, ["back"])

    @each_size
    def test_a_wrong_token_is_asked_for_again(self, screen):
        service = self.program(Service)
        screen.go(service.url + "/#token=wrong").reads("Nobody has this token")
        self.assertEqual(screen.page.evaluate("() => location.hash"), "")
        screen.picture("till-token").fill(Token=service.token).press("Open the till").reads("not connected")


class Interrupted(ServiceCase):
    """One charge, whatever comes in between. It is the same at every size."""

    def kill(self, service, screen):
        """Kills the service: the browser tells of each call that nobody answers."""
        screen.forgiven = re.compile("status of (4|504)|Failed to load resource: net::")
        service.kill()

    def watch(self, screen):
        """Gives the list of keys under which a card is collected, which grows."""
        keys = []
        screen.context.on(
            "request", lambda request: request.url.endswith("/process") and keys.append(request.headers["idempotency-key"])
        )
        return keys

    @narrow
    def test_a_reload_goes_on_with_the_same_command(self, screen):
        service = self.open(screen)
        keys = self.watch(screen)
        self.charge(screen)
        screen.page.reload()
        self.shown(screen, "Waiting for a card")
        screen.press("Visa")
        self.shown(screen, "Approved")
        self.assertEqual(service.payments(), [("succeeded", 1250)])
        self.assertEqual((len(keys), len(set(keys))), (2, 1))

    @narrow
    def test_a_killed_service_that_had_charged_nothing_says_so(self, screen):
        service = self.open(screen)
        self.charge(screen)
        self.kill(service, screen)
        self.shown(screen, "Unknown: asking again").reads("No connection to the service")
        service.start()
        self.shown(screen, "Canceled").reads("restarted before a card was charged")
        screen.press("Connect reader").reads("Simulated reader")
        screen.press("Charge").press("Visa")
        self.shown(screen, "Approved")
        self.assertEqual(service.payments(), [("succeeded", 1250)])

    @narrow
    def test_a_service_killed_with_the_charge_on_its_way_charges_once(self, screen):
        gateway = self.program(Program, "gateway", "serve")
        service = self.open(screen, "--till", "till=simulated", "--gateway", gateway.url, key=self.shop.key)
        keys = self.watch(screen)
        self.charge(screen)
        gateway.process.send_signal(signal.SIGSTOP)
        screen.press("Visa").reads(re.compile("request leaving: confirm"))
        self.kill(service, screen)
        self.shown(screen, "Unknown: asking again").picture("till-unknown")
        gateway.process.send_signal(signal.SIGCONT)
        service.start()
        self.shown(screen, "Approved").reads(re.compile("settled: confirm.*approved"))
        self.assertEqual(service.payments(), [("succeeded", 1250)])
        self.assertEqual(len(set(keys)), 1)

    def refuse(self, screen):
        """Takes the right to sell from a token whose charge is in doubt, and gives it back once the page has said so."""
        gateway = self.program(Program, "gateway", "serve")
        service = self.open(screen, "--till", "till=simulated", "--gateway", gateway.url, key=self.shop.key)
        self.charge(screen)
        gateway.process.send_signal(signal.SIGSTOP)
        screen.press("Visa").reads(re.compile("request leaving: confirm"))
        self.kill(service, screen)
        self.shown(screen, "Unknown: asking again")
        gateway.process.send_signal(signal.SIGCONT)
        tokens = pathlib.Path(service.folder, "tokens.json")
        known = tokens.read_text(encoding="utf-8")
        tokens.write_text(re.sub(r'"sell",?', "", known), encoding="utf-8")
        service.start()
        self.shown(screen, "Unknown, and refused now").reads("the right 'sell'").picture("till-refused")
        screen.page.reload()
        # The button is there only while nothing is given again.
        self.shown(screen, "Unknown, and refused now").reads("Try again")
        tokens.write_text(known, encoding="utf-8")
        return service

    @narrow
    def test_a_command_in_doubt_that_is_refused_is_given_again_by_a_person(self, screen):
        keys = self.watch(screen)
        service = self.refuse(screen)
        screen.press("Try again")
        self.shown(screen, "Approved")
        self.assertEqual(service.payments(), [("succeeded", 1250)])
        self.assertEqual(len(set(keys)), 1)

    @narrow
    def test_a_command_in_doubt_that_is_refused_is_left_to_the_service(self, screen):
        service = self.refuse(screen)
        screen.press("Set aside").reads("€12.50, approved, but nobody was told")
        self.shown(screen, "Set aside")
        self.assertEqual(service.payments(), [("succeeded", 1250)])


class Documentation(ServiceCase):
    @each_size
    def test_every_call_is_documented(self, screen):
        service = self.program(Service)
        screen.go(service.url + "/docs").reads("create refund").picture("docs")
        with urllib.request.urlopen(service.url + "/openapi.json") as answer:
            paths = json.load(answer)["paths"]
        described = {(method.upper(), path) for path, item in paths.items() for method in item}
        shown = screen.page.locator("section > p:has(.method)").all_inner_texts()
        self.assertEqual({tuple(text.split()) for text in shown}, described)

    @each_size
    def test_a_call_is_found_by_keyboard(self, screen):
        service = self.program(Service)
        screen.go(service.url + "/docs").reads("create refund")
        screen.fill(Search="stop_and_reverse").reads(re.compile("^1 found"))
        screen.press_by_keyboard("stop and reverse")
        self.assertEqual(screen.page.evaluate("() => location.hash"), "#stop_and_reverse")
