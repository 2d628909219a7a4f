"""Programs that no one here wrote, and clients of other years, with nothing changed but the address.

suite.py installs them beside the other cases; a case waits for what it needs.
"""

import json
import os
import pathlib
import subprocess
import sys
import time

import support
from support import Case, table, tables

PROGRAMS = pathlib.Path(__file__).parent / "programs"
INSTALLED = pathlib.Path(sys.prefix) / "others"
CLIENTS = ("2.76.0", "5.0.0", "5.5.0", "7.14.0", "8.11.0")
PATIENCE = 240  # seconds that an installation may take on a busy machine


class Other(Case):
    def started(self, name, packages):
        """Starts a program with the packages that suite.py installed under a name."""
        self.wait_for(packages)
        environment = os.environ | {"PYTHONPATH": str(INSTALLED / packages), "PYTHONWARNINGS": "ignore"}
        return subprocess.Popen(
            [sys.executable, str(PROGRAMS / name), support.url, f"sk_test_{self.name}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def wait_for(self, packages):
        mark, failure = INSTALLED / packages / "installed.txt", INSTALLED / f"{packages}.failed"
        limit = time.monotonic() + PATIENCE
        while not mark.exists():
            self.assertFalse(failure.exists(), failure.read_text(encoding="utf-8") if failure.exists() else "")
            self.assertLess(time.monotonic(), limit, f"{packages} was not installed within {PATIENCE} s")
            time.sleep(0.2)

    def ended(self, process, said=""):
        """Waits for the end of a program; gives the object that it wrote last."""
        out, complaints = process.communicate(said, timeout=120)
        self.assertEqual(process.returncode, 0, complaints[-2000:])
        return json.loads(out.splitlines()[-1])


@tables
class OlderClients(Other):
    @table({version: version for version in CLIENTS})
    def test_the_whole_way_of_a_payment(self, version):
        ended = self.ended(self.started("payment.py", f"stripe-{version}"))
        self.assertEqual(ended["version"], version)
        self.assertEqual(
            ended["steps"],
            {
                "customer": "1",
                "created": "requires_payment_method",
                "held": "requires_capture",
                "captured": ["succeeded", 1500],
                # What was not captured counts as given back.
                "refunded": ["succeeded", 1000, False],
                "found": ["Ada", 1000],
                "listed": [300, 400, 500, 2000],
                "canceled": "canceled",
                "declined": [402, "card_declined", "insufficient_funds"],
                "seller": ["transfers"],
                "session": ["open", 3000],
                "deleted": True,
            },
        )


class OtherPrograms(Other):
    def setUp(self):
        super().setUp()
        self.name += "0" * 16  # dj-stripe knows keys by their length

    def test_dj_stripe_copies_every_model(self):
        client = self.as_client(f"sk_test_{self.name}").v1
        self.v1 = client
        customer = self.customer(name="Ada", email="ada@example.com")
        payment = self.paid(2000, customer=customer.id)
        client.refunds.create(params={"payment_intent": payment.id, "amount": 500})
        product = client.products.create(
            params={"name": "Teapot", "default_price_data": {"currency": "usd", "unit_amount": 1500}}
        )
        line = {"price": product.default_price, "quantity": 1}
        client.checkout.sessions.create(
            params={"mode": "payment", "success_url": "https://shop.test/", "line_items": [line]}
        )
        ended = self.ended(self.started("synchronize.py", "django"))
        # It asks for the tax ids of a customer by a parameter that they do not have.
        complaints = [text for text in ended["complaints"] if not text.endswith("Received unknown parameter: id")]
        self.assertEqual(complaints, [])
        counts = ended["counts"]
        self.assertEqual({name for name, count in counts.items() if count == 0}, set())
        self.assertEqual((counts["Charge"], counts["Customer"], counts["PaymentIntent"], counts["Refund"]), (1, 1, 1, 1))

    def test_django_payments_sells_and_refunds(self):
        shop = self.started("shop.py", "django")
        opened = json.loads(shop.stdout.readline() or "{}")
        self.assertIn("session", opened, opened or shop.stderr.read()[-2000:])
        self.assertTrue(opened["address"].startswith(support.url), opened)
        form = {
            "payment_method_data[type]": "card",
            "payment_method_data[card][token]": "tok_visa",
            "payment_method_data[billing_details][name]": "Ada",
            "expected_amount": 4998,
        }
        key = f"sk_test_{self.name}"
        paid = self.raw("POST", f"/v1/payment_pages/{opened['session']}/confirm", form, key=key)
        self.assertEqual(paid.status, 200, paid.text[:300])
        self.assertEqual(self.ended(shop, "\n"), {"paid": "confirmed", "refunded": 4998, "status": "refunded"})
