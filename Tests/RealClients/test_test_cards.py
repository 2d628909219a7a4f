"""Test cards, tokens and numbers without a reader: who pays, who does not and why."""

import stripe

from support import Case, table, tables

APPROVED = {
    "pm_card_visa": ("visa", "4242", "credit"),
    "pm_card_visa_debit": ("visa", "5556", "debit"),
    "pm_card_mastercard": ("mastercard", "4444", "credit"),
    "pm_card_mastercard_debit": ("mastercard", "8210", "debit"),
    "pm_card_mastercard_prepaid": ("mastercard", "5100", "prepaid"),
    "pm_card_amex": ("amex", "8431 0005", "credit"),
    "pm_card_discover": ("discover", "1117 9424", "credit"),
    "pm_card_diners": ("diners", "0004 9004 1667", "credit"),
    "pm_card_jcb": ("jcb", "0505", "credit"),
    "pm_card_unionpay": ("unionpay", "0005", "credit"),
}
DECLINED = {
    "pm_card_visa_chargeDeclined": ("card_declined", "generic_decline"),
    "pm_card_visa_chargeDeclinedInsufficientFunds": ("card_declined", "insufficient_funds"),
    "pm_card_visa_chargeDeclinedLostCard": ("card_declined", "lost_card"),
    "pm_card_visa_chargeDeclinedStolenCard": ("card_declined", "stolen_card"),
    "pm_card_chargeDeclinedExpiredCard": ("expired_card", None),
    "pm_card_chargeDeclinedIncorrectCvc": ("incorrect_cvc", None),
    "pm_card_chargeDeclinedProcessingError": ("processing_error", None),
    "pm_card_visa_chargeDeclinedVelocityLimitExceeded": ("card_declined", "card_velocity_exceeded"),
}
NUMBERS = {
    "4000000000000002": ("card_declined", "generic_decline"),
    "4000000000009995": ("card_declined", "insufficient_funds"),
    "4000000000009987": ("card_declined", "lost_card"),
    "4000000000009979": ("card_declined", "stolen_card"),
    "4000000000000069": ("expired_card", None),
    "4000000000000119": ("processing_error", None),
}


def card(number):
    return {"type": "card", "card": {"number": number, "exp_month": 12, "exp_year": 2034, "cvc": "123"}}


@tables
class Approved(Case):
    @table({name: (name, *seen) for name, seen in APPROVED.items()})
    def test(self, name, brand, last4, funding):
        intent = self.paid(card=name)
        self.assertEqual(intent.status, "succeeded")
        details = self.charge_of(intent).payment_method_details
        self.assertEqual((details.type, details.card.brand, details.card.funding), ("card", brand, funding))
        self.assertIn(details.card.last4, last4.split())

    @table(
        {
            "visa": ("tok_visa", "4242"),
            "mastercard": ("tok_mastercard", "4444"),
            "visa debit": ("tok_visa_debit", "5556"),
        }
    )
    def test_token(self, token, last4):
        intent = self.paid(card=None, payment_method_data={"type": "card", "card": {"token": token}})
        self.assertEqual(self.charge_of(intent).payment_method_details.card.last4, last4)

    def test_charge(self):
        intent = self.paid(2500)
        charge = self.charge_of(intent)
        self.assertEqual((charge.status, charge.paid, charge.captured), ("succeeded", True, True))
        self.assertEqual((charge.amount, charge.amount_captured, charge.amount_refunded), (2500, 2500, 0))
        self.assertEqual((charge.payment_intent, charge.payment_method), (intent.id, intent.payment_method))
        self.assertIsNone(charge.failure_code)
        self.assertFalse(charge.refunded)
        outcome = charge.outcome
        self.assertEqual((outcome.type, outcome.network_status), ("authorized", "approved_by_network"))
        self.assertEqual((outcome.risk_level, outcome.seller_message), ("normal", "Payment complete."))
        self.assertRegex(charge.payment_method_details.card.network_transaction_id, r"^\w{9,}$")

    def test_elevated_risk(self):
        charge = self.charge_of(self.paid(card="pm_card_riskLevelElevated"))
        self.assertEqual((charge.paid, charge.outcome.risk_level), (True, "elevated"))

    def test_optional_authentication(self):
        self.assertEqual(self.paid(card="pm_card_threeDSecureOptional").status, "succeeded")

    def test_billing_details_reach_the_charge(self):
        data = {
            "type": "card",
            "card": {"token": "tok_visa"},
            "billing_details": {"name": "Ada", "address": {"postal_code": "94111"}},
        }
        billing = self.charge_of(self.paid(card=None, payment_method_data=data)).billing_details
        self.assertEqual((billing.name, billing.address.postal_code), ("Ada", "94111"))


@tables
class Declined(Case):
    @table({name: (name, *seen) for name, seen in DECLINED.items()})
    def test(self, name, code, decline_code):
        intent = self.intent()
        with self.refused(stripe.CardError, status=402, code=code, decline_code=decline_code) as refusal:
            self.v1.payment_intents.confirm(intent.id, params={"payment_method": name})
        charge = self.v1.charges.retrieve(refusal.json["charge"])
        self.assertEqual((charge.status, charge.paid, charge.captured), ("failed", False, False))
        self.assertEqual(charge.failure_code, code)
        self.assertTrue(charge.failure_message)
        self.assertEqual(charge.outcome.type, "issuer_declined")
        self.assertIsNone(charge.balance_transaction)
        failed = self.v1.payment_intents.retrieve(intent.id)
        self.assertEqual((failed.status, failed.latest_charge), ("requires_payment_method", charge.id))
        self.assertEqual(failed.last_payment_error.code, code)

    @table({number[-4:]: (number, *seen) for number, seen in NUMBERS.items()})
    def test_number(self, number, code, decline_code):
        with self.refused(stripe.CardError, status=402, code=code, decline_code=decline_code):
            self.paid(card=None, payment_method_data=card(number))

    def test_blocked(self):
        with self.refused(stripe.CardError, status=402, code="card_declined") as refusal:
            self.paid(card="pm_card_radarBlock")
        self.assertEqual(self.v1.charges.retrieve(refusal.json["charge"]).outcome.type, "blocked")

    def test_the_bank_cannot_be_asked(self):
        with self.refused(stripe.CardError, status=402, code="card_declined", decline_code="processing_error"):
            self.paid(card="pm_card_threeDSecureRequiredProcessingError")

    def test_a_number_with_a_wrong_digit(self):
        with self.refused(stripe.CardError, status=402, code="incorrect_number"):
            self.paid(card=None, payment_method_data=card("4242424242424241"))

    def test_manual_capture_is_declined_at_confirm(self):
        with self.refused(stripe.CardError, status=402, code="card_declined"):
            self.held(card="pm_card_visa_chargeDeclined")

    def test_every_decline_has_its_own_charge(self):
        intent = self.declined()
        with self.refused(stripe.CardError):
            self.v1.payment_intents.confirm(intent.id, params={"payment_method": "pm_card_chargeDeclinedExpiredCard"})
        charges = self.v1.charges.list(params={"payment_intent": intent.id}).data
        self.assertEqual([charge.failure_code for charge in charges], ["expired_card", "card_declined"])
        self.assertEqual(self.v1.payment_intents.retrieve(intent.id).latest_charge, charges[0].id)


@tables
class Authentication(Case):
    @table(
        {
            name: name
            for name in (
                "pm_card_authenticationRequired",
                "pm_card_authenticationRequiredOnSetup",
                "pm_card_threeDSecure2Required",
            )
        }
    )
    def test_is_asked_for(self, name):
        self.assertEqual(self.paid(card=name).status, "requires_action")
