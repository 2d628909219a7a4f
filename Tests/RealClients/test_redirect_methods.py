"""Methods that are no cards: SEPA debits, Bancontact and iDEAL, with the pages that ask customers."""

import http.client
import re
import urllib.parse

import stripe

from support import LIMIT, Case, table, tables

RETURN = "https://shop.example/back?order=7"
AGREED = {"customer_acceptance": {"type": "online", "online": {"ip_address": "127.0.0.1", "user_agent": "Browser"}}}
PAYER = {"name": "Jenny Rosen", "email": "jenny@example.com"}
DEBITS = {
    "AT611904300234573201": None,
    "DE89370400440532013000": None,
    "NL39RABO0300065264": None,
    "AT861904300235473202": "payment_intent_payment_attempt_failed",
    "DE62370400440532013001": "payment_intent_payment_attempt_failed",
    "AT981904300002222227": "insufficient_funds",
}


def debit(iban="AT611904300234573201", **billing):
    return {"type": "sepa_debit", "sepa_debit": {"iban": iban}, "billing_details": PAYER | billing}


class Methods(Case):
    def start(self, kind, amount=2000, v1=None, **params):
        described = debit() if kind == "sepa_debit" else {"type": kind, "billing_details": PAYER}
        more = {"mandate_data": AGREED} if kind == "sepa_debit" else {"return_url": RETURN}
        return (v1 or self.v1).payment_intents.create(
            params={
                "amount": amount,
                "currency": "eur",
                "payment_method_types": [kind],
                "payment_method_data": described,
                "confirm": True,
            }
            | more
            | params
        )

    def browse(self, address, form=None):
        """What a browser gets: status, headers and text."""
        parts = urllib.parse.urlsplit(address)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=LIMIT)
        body = None if form is None else urllib.parse.urlencode(form)
        headers = {} if form is None else {"Content-Type": "application/x-www-form-urlencoded"}
        try:
            connection.request("GET" if form is None else "POST", parts.path, body, headers)
            response = connection.getresponse()
            return response.status, dict(response.getheaders()), response.read().decode()
        finally:
            connection.close()

    def press(self, intent, outcome):
        """Answers the page of an intent, and gives where it leads and with what."""
        address = intent.next_action.redirect_to_url.url
        status, _, text = self.browse(address)
        self.assertEqual(status, 200)
        token = re.search(r'name="_token" value="(\w+)"', text).group(1)
        status, headers, _ = self.browse(address, {"_token": token, "outcome": outcome})
        self.assertEqual(status, 200)
        parts = urllib.parse.urlsplit(headers["Refresh"].removeprefix("0; url="))
        return f"{parts.scheme}://{parts.netloc}{parts.path}", dict(urllib.parse.parse_qsl(parts.query))

    def settled(self, intent):
        def look():
            seen = self.v1.payment_intents.retrieve(intent.id, params={"expand": ["latest_charge"]})
            return seen if seen.status != "processing" else None

        return self.soon(look, "the bank's answer")


@tables
class Redirects(Methods):
    @table({kind: kind for kind in ("bancontact", "ideal")})
    def test_paid(self, kind):
        intent = self.start(kind)
        self.assertEqual((intent.status, intent.latest_charge), ("requires_action", None))
        self.assertEqual(intent.next_action.redirect_to_url.return_url, RETURN)
        place, told = self.press(intent, "succeed")
        self.assertEqual(place, "https://shop.example/back")
        self.assertEqual((told["order"], told["payment_intent"]), ("7", intent.id))
        self.assertEqual(told["payment_intent_client_secret"], intent.client_secret)
        self.assertEqual(told["redirect_status"], "succeeded")
        paid = self.v1.payment_intents.retrieve(intent.id, params={"expand": ["latest_charge"]})
        self.assertEqual((paid.status, paid.amount_received), ("succeeded", 2000))
        details = paid.latest_charge.payment_method_details
        self.assertEqual((details.type, details[kind].verified_name), (kind, "Jenny Rosen"))

    @table({f"{kind} {outcome}": (kind, outcome) for kind in ("bancontact", "ideal") for outcome in ("fail", "cancel")})
    def test_not_paid(self, kind, outcome):
        intent = self.start(kind)
        _, told = self.press(intent, outcome)
        self.assertEqual(told["redirect_status"], "failed")
        failed = self.v1.payment_intents.retrieve(intent.id)
        self.assertEqual((failed.status, failed.payment_method), ("requires_payment_method", None))
        self.assertEqual(failed.last_payment_error.code, "payment_intent_authentication_failure")

    def test_again_after_a_failure(self):
        intent = self.start("ideal")
        self.press(intent, "fail")
        again = self.v1.payment_intents.confirm(
            intent.id, params={"payment_method_data": {"type": "ideal", "ideal": {"bank": "ing"}}, "return_url": RETURN}
        )
        self.assertNotEqual(again.next_action.redirect_to_url.url, intent.next_action.redirect_to_url.url)
        self.press(again, "succeed")
        charge = self.v1.charges.list(params={"payment_intent": intent.id}).data
        self.assertEqual([one.status for one in charge], ["succeeded"])
        self.assertEqual(charge[0].payment_method_details.ideal.bic, "INGBNL2A")

    @table({kind: kind for kind in ("bancontact", "ideal")})
    def test_currency(self, kind):
        with self.refused(status=400, param="currency"):
            self.start(kind, currency="usd")

    @table({kind: kind for kind in ("bancontact", "ideal")})
    def test_return_url(self, kind):
        with self.refused(status=400, param="return_url"):
            self.v1.payment_intents.create(
                params={
                    "amount": 2000,
                    "currency": "eur",
                    "payment_method_types": [kind],
                    "payment_method_data": {"type": kind, "billing_details": PAYER},
                    "confirm": True,
                }
            )

    @table({kind: kind for kind in ("bancontact", "ideal")})
    def test_not_saved(self, kind):
        method = self.v1.payment_methods.create(params={"type": kind, "billing_details": PAYER})
        customer = self.v1.customers.create(params={"name": "Jenny"})
        with self.refused(status=400):
            self.v1.payment_methods.attach(method.id, params={"customer": customer.id})

    def test_refund(self):
        intent = self.start("bancontact")
        self.press(intent, "succeed")
        refund = self.v1.refunds.create(params={"payment_intent": intent.id, "amount": 500})
        self.assertEqual((refund.status, refund.amount), ("succeeded", 500))

    def test_manual_capture(self):
        with self.refused(status=400):
            self.start("ideal", capture_method="manual")

    def test_the_page_counts_once(self):
        intent = self.start("ideal")
        self.press(intent, "succeed")
        status, _, text = self.browse(intent.next_action.redirect_to_url.url)
        self.assertEqual((status, "Back to the shop" in text), (410, True))

    def test_the_page_of_a_canceled_intent(self):
        intent = self.start("ideal")
        self.v1.payment_intents.cancel(intent.id)
        self.assertEqual(self.browse(intent.next_action.redirect_to_url.url)[0], 410)

    def test_publishable_key(self):
        intent = self.v1.payment_intents.create(params={"amount": 2000, "currency": "eur"})
        shown = self.publishable().payment_intents.confirm(
            intent.id,
            params={
                "client_secret": intent.client_secret,
                "payment_method_data": {"type": "bancontact", "billing_details": PAYER},
                "return_url": RETURN,
            },
        )
        self.press(shown, "succeed")
        self.assertEqual(self.v1.payment_intents.retrieve(intent.id).status, "succeeded")


@tables
class Authentication(Methods):
    @table({outcome: outcome for outcome in ("succeed", "fail")})
    def test_card(self, outcome):
        intent = self.paid(card="pm_card_authenticationRequired", return_url=RETURN)
        text = self.browse(intent.next_action.redirect_to_url.url)[2]
        self.assertIn("3184", text)
        self.assertNotIn("4000002760003184", text)
        _, told = self.press(intent, outcome)
        ok = outcome == "succeed"
        self.assertEqual(told["redirect_status"], "succeeded" if ok else "failed")
        seen = self.v1.payment_intents.retrieve(intent.id)
        self.assertEqual(seen.status, "succeeded" if ok else "requires_payment_method")

    def test_setup(self):
        intent = self.v1.setup_intents.create(
            params={"confirm": True, "payment_method": "pm_card_authenticationRequired", "return_url": RETURN}
        )
        _, told = self.press(intent, "succeed")
        self.assertEqual((told["setup_intent"], told["redirect_status"]), (intent.id, "succeeded"))
        self.assertEqual(told["setup_intent_client_secret"], intent.client_secret)
        self.assertEqual(self.v1.setup_intents.retrieve(intent.id).status, "succeeded")

    def test_a_page_in_a_frame(self):
        intent = self.paid(card="pm_card_authenticationRequired")
        address = intent.next_action.use_stripe_sdk.stripe_js
        status, headers, _ = self.browse(address)
        self.assertEqual((status, "X-Frame-Options" in headers), (200, False))


@tables
class Debits(Methods):
    def test_banks_answer_later(self):
        intents = {}
        for iban in DEBITS:
            intents[iban] = intent = self.start("sepa_debit", payment_method_data=debit(iban))
            self.assertEqual(intent.status, "processing", iban)
            charge = self.v1.charges.retrieve(intent.latest_charge)
            self.assertEqual((charge.status, charge.paid, charge.balance_transaction), ("pending", False, None))
        for iban, code in DEBITS.items():
            seen = self.settled(intents[iban])
            charge = seen.latest_charge
            if code:
                self.assertEqual((seen.status, charge.status), ("requires_payment_method", "failed"), iban)
                self.assertEqual((seen.last_payment_error.code, charge.failure_code), (code, code))
            else:
                self.assertEqual((seen.status, charge.status, charge.paid), ("succeeded", "succeeded", True), iban)
                moved = self.v1.balance_transactions.retrieve(charge.balance_transaction)
                self.assertEqual((moved.amount, moved.currency, moved.fee), (2000, "eur", 46))
                self.assertEqual(charge.payment_method_details.sepa_debit.last4, iban[-4:])
        paid = self.v1.refunds.create(params={"payment_intent": intents["DE89370400440532013000"].id})
        self.assertEqual((paid.status, paid.amount), ("succeeded", 2000))
        names = [event.type for event in self.events()]
        for name in ("payment_intent.processing", "charge.pending"):
            self.assertEqual(names.count(name), len(DEBITS))
        for name, count in (("payment_intent.succeeded", 3), ("payment_intent.payment_failed", 3)):
            self.assertEqual(names.count(name), count)

    def test_a_dispute(self):
        intent = self.settled(self.start("sepa_debit", payment_method_data=debit("AT591904300235473203")))
        dispute = self.v1.disputes.list(params={"payment_intent": intent.id}).data[0]
        self.assertEqual((dispute.reason, dispute.status), ("debit_not_authorized", "lost"))

    def test_mandate(self):
        charge = self.v1.charges.retrieve(self.start("sepa_debit").latest_charge)
        mandate = self.v1.mandates.retrieve(charge.payment_method_details.sepa_debit.mandate)
        self.assertEqual((mandate.type, mandate.status), ("single_use", "active"))
        self.assertEqual(mandate.customer_acceptance.online.ip_address, "127.0.0.1")
        status, _, text = self.browse(mandate.payment_method_details.sepa_debit.url)
        self.assertEqual((status, mandate.payment_method_details.sepa_debit.reference in text), (200, True))

    def test_without_a_mandate(self):
        with self.refused(status=400, code="payment_intent_mandate_invalid"):
            self.start("sepa_debit", mandate_data=None)

    @table({name: name for name in ("name", "email")})
    def test_without_the_payers(self, name):
        with self.refused(status=400, code="parameter_missing"):
            self.start("sepa_debit", payment_method_data=debit(**{name: None}))

    @table({"check digits": "AT621904300234573201", "length": "DE8937040044053201300", "text": "hello"})
    def test_a_wrong_number(self, iban):
        with self.refused(status=400, param="payment_method_data[sepa_debit][iban]"):
            self.start("sepa_debit", payment_method_data=debit(iban))

    def test_currency(self):
        with self.refused(status=400, param="currency"):
            self.start("sepa_debit", currency="usd")

    def test_saved(self):
        customer = self.v1.customers.create(params={"name": "Jenny"})
        first = self.start("sepa_debit", customer=customer.id, setup_future_usage="off_session")
        listed = self.v1.customers.payment_methods.list(customer.id, params={"type": "sepa_debit"}).data
        self.assertEqual([one.id for one in listed], [first.payment_method])
        again = self.v1.payment_intents.create(
            params={
                "amount": 300,
                "currency": "eur",
                "customer": customer.id,
                "payment_method": first.payment_method,
                "payment_method_types": ["sepa_debit"],
                "off_session": True,
                "confirm": True,
            }
        )
        self.assertEqual(again.status, "processing")

    def test_setup(self):
        customer = self.v1.customers.create(params={"name": "Jenny"})
        setup = self.v1.setup_intents.create(
            params={
                "payment_method_types": ["sepa_debit"],
                "payment_method_data": debit(),
                "mandate_data": AGREED,
                "customer": customer.id,
                "confirm": True,
            }
        )
        self.assertEqual(setup.status, "succeeded")
        self.assertEqual(self.v1.mandates.retrieve(setup.mandate).type, "multi_use")
        self.assertEqual(self.v1.payment_methods.retrieve(setup.payment_method).customer, customer.id)

    def test_setup_without_a_mandate(self):
        with self.refused(status=400, code="setup_intent_mandate_invalid"):
            self.v1.setup_intents.create(
                params={"payment_method_types": ["sepa_debit"], "payment_method_data": debit(), "confirm": True}
            )

    def test_while_the_bank_thinks(self):
        intent = self.start("sepa_debit")
        for act in ("confirm", "cancel", "capture"):
            with self.refused(status=400, code="payment_intent_unexpected_state"):
                getattr(self.v1.payment_intents, act)(intent.id)
        with self.refused(stripe.InvalidRequestError, status=400):
            self.v1.refunds.create(params={"payment_intent": intent.id})

    def test_automatic_types(self):
        def types(**params):
            return self.v1.payment_intents.create(params={"amount": 500} | params).payment_method_types

        self.assertEqual(sorted(types(currency="eur")), ["bancontact", "card", "ideal", "sepa_debit"])
        self.assertEqual(types(currency="usd"), ["card"])
