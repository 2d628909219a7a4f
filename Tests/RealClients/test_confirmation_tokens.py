"""What a customer's device collected, for a server to confirm one intent with."""

import stripe

from support import Case, table, tables

SEPA = {
    "sepa_debit": {"iban": "DE89370400440532013000"},
    "billing_details": {"name": "Ada", "email": "ada@example.com"},
}
ADDRESS = {"line1": "1 Main St", "city": "San Francisco", "state": "CA", "postal_code": "94111", "country": "US"}


@tables
class ConfirmationTokens(Case):
    def token(self, **params):
        if "payment_method_data" not in params:
            params = {"payment_method": "pm_card_visa"} | params
        return self.v1.test_helpers.confirmation_tokens.create(params=params)

    def of_device(self, data):
        answer = self.raw("POST", "/v1/confirmation_tokens", data, key=f"pk_test_{self.name}")
        self.assertEqual(answer.status, 200, answer.text[:300])
        return answer.json

    def test_create(self):
        token = self.token(
            payment_method="pm_card_mastercard",
            return_url="https://shop.example/back",
            setup_future_usage="off_session",
            shipping={"name": "Ada", "address": ADDRESS},
        )
        self.assertTrue(token.id.startswith("ctoken_"))
        self.assertEqual(token.expires_at - token.created, 12 * 3600)
        self.assertEqual((token.payment_intent, token.setup_intent, token.use_stripe_sdk), (None, None, False))
        preview = token.payment_method_preview
        self.assertEqual((preview.type, preview.card.brand, preview.customer), ("card", "mastercard", None))
        self.assertEqual((token.shipping.name, token.shipping.address.city), ("Ada", "San Francisco"))
        self.assertEqual((token.return_url, token.setup_future_usage), ("https://shop.example/back", "off_session"))

    def test_of_a_bank_account(self):
        token = self.token(payment_method_data={"type": "sepa_debit", **SEPA})
        self.assertEqual(token.payment_method_preview.sepa_debit.last4, "3000")
        self.assertEqual(token.payment_method_preview.billing_details.name, "Ada")

    def test_of_a_device(self):
        token = self.of_device(
            "payment_method_data[type]=card&payment_method_data[card][number]=4242424242424242"
            "&payment_method_data[card][exp_month]=8&payment_method_data[card][exp_year]=2031"
            "&return_url=https://shop.example/back"
        )
        self.assertEqual(token["payment_method_preview"]["card"]["exp_year"], 2031)
        paid = self.intent(automatic_payment_methods={"enabled": True}, confirm=True, confirmation_token=token["id"])
        self.assertEqual(paid.status, "succeeded")

    def test_retrieve(self):
        token = self.token()
        self.assertEqual(self.v1.confirmation_tokens.retrieve(token.id).to_dict(), token.to_dict())
        with self.refused(status=404, code="resource_missing"):
            self.v1.confirmation_tokens.retrieve("ctoken_none")

    def test_confirms_a_payment(self):
        token = self.token(shipping={"name": "Ada", "address": ADDRESS})
        intent = self.v1.payment_intents.confirm(self.intent().id, params={"confirmation_token": token.id})
        self.assertEqual((intent.status, intent.shipping.name), ("succeeded", "Ada"))
        self.assertEqual(self.v1.confirmation_tokens.retrieve(token.id).payment_intent, intent.id)

    def test_creates_and_confirms(self):
        token = self.token()
        intent = self.intent(confirm=True, confirmation_token=token.id)
        self.assertEqual(intent.status, "succeeded")
        self.assertEqual(self.v1.confirmation_tokens.retrieve(token.id).payment_intent, intent.id)

    def test_saves_the_method(self):
        customer = self.customer()
        token = self.token(setup_future_usage="off_session")
        intent = self.intent(customer=customer.id, confirm=True, confirmation_token=token.id)
        self.assertEqual(intent.setup_future_usage, "off_session")
        saved = self.v1.customers.payment_methods.list(customer.id).data
        self.assertEqual([method.id for method in saved], [intent.payment_method])

    def test_sets_up(self):
        customer = self.customer()
        token = self.token()
        setup = self.v1.setup_intents.create(
            params={
                "customer": customer.id,
                "payment_method_types": ["card"],
                "confirm": True,
                "confirmation_token": token.id,
            }
        )
        self.assertEqual(setup.status, "succeeded")
        self.assertEqual(self.v1.confirmation_tokens.retrieve(token.id).setup_intent, setup.id)

    def test_confirms_a_setup(self):
        setup = self.v1.setup_intents.create(params={"payment_method_types": ["card"]})
        setup = self.v1.setup_intents.confirm(setup.id, params={"confirmation_token": self.token().id})
        self.assertEqual(setup.status, "succeeded")

    def test_the_request_takes_precedence(self):
        token = self.token(shipping={"name": "Ada", "address": ADDRESS})
        intent = self.v1.payment_intents.confirm(
            self.intent().id,
            params={
                "confirmation_token": token.id,
                "payment_method": "pm_card_amex",
                "shipping": {"name": "Bob", "address": ADDRESS},
            },
        )
        self.assertEqual(intent.shipping.name, "Bob")
        self.assertEqual(self.v1.payment_methods.retrieve(intent.payment_method).card.brand, "amex")

    def test_serves_once(self):
        token = self.token()
        self.intent(confirm=True, confirmation_token=token.id)
        with self.refused(status=400, param="confirmation_token"):
            self.intent(confirm=True, confirmation_token=token.id)
        with self.refused(status=400, param="confirmation_token"):
            self.v1.setup_intents.create(params={"confirm": True, "confirmation_token": token.id})

    def test_a_decline_uses_it_up(self):
        token = self.token(payment_method="pm_card_visa_chargeDeclined")
        intent = self.intent()
        with self.refused(stripe.CardError, code="card_declined"):
            self.v1.payment_intents.confirm(intent.id, params={"confirmation_token": token.id})
        self.assertEqual(self.v1.confirmation_tokens.retrieve(token.id).payment_intent, intent.id)

    def test_a_refusal_does_not(self):
        token = self.token()
        with self.refused(status=400, param="return_url"):
            self.intent(automatic_payment_methods={"enabled": True}, confirm=True, confirmation_token=token.id)
        self.assertEqual(self.intent(confirm=True, confirmation_token=token.id).status, "succeeded")

    @table(
        {
            "without confirm": ({"confirmation_token": "ctoken_none"}, None),
            "unknown": ({"confirm": True, "confirmation_token": "ctoken_none"}, "resource_missing"),
        }
    )
    def test_refused(self, params, code):
        with self.refused(status=400, code=code, param="confirmation_token"):
            self.intent(**params)

    @table(
        {
            "nothing": ({}, "parameter_missing"),
            "both": (
                {"payment_method": "pm_card_visa", "payment_method_data[type]": "card"},
                "parameters_exclusive",
            ),
            "unknown method": ({"payment_method": "pm_none"}, "resource_missing"),
        }
    )
    def test_wrong(self, params, code):
        answer = self.raw("POST", "/v1/test_helpers/confirmation_tokens", params)
        self.assertEqual((answer.status, answer.json["error"]["code"]), (400, code))

    def test_of_a_customer(self):
        customer = self.customer()
        token = self.token(payment_method=self.saved(customer).id)
        self.assertEqual(token.payment_method_preview.customer, customer.id)
        with self.refused(status=400):
            self.intent(confirm=True, confirmation_token=token.id)
        intent = self.intent(customer=customer.id, confirm=True, confirmation_token=token.id)
        self.assertEqual(intent.status, "succeeded")
