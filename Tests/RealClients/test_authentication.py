"""Keys: who may do what."""

import base64
import re

import stripe

from support import Case, table, tables


@tables
class Keys(Case):
    def listed(self, **headers):
        return self.raw("GET", "/v1/payment_intents", headers=headers)

    def test_none(self):
        answer = self.listed(Authorization=None)
        self.assertEqual((answer.status, answer.json["error"]["type"]), (401, "invalid_request_error"))
        self.assertIn("You did not provide an API key.", answer.json["error"]["message"])

    @table(
        {
            "word": "nonsense",
            "live form": "sk_prod_x",
            "no name": "sk_test_",
            "other": "whsec_test_x",
            "blank inside": "sk_test_a b",
        }
    )
    def test_malformed(self, key):
        self.assertEqual(self.listed(Authorization=f"Bearer {key}").status, 401)

    def test_is_masked(self):
        key = "nonsense_of_a_key_that_is_long_abcd"
        with self.refused(stripe.AuthenticationError, status=401, says="Invalid API Key provided") as refusal:
            self.as_client(key).v1.customers.list()
        self.assertNotIn(key, refusal.json["message"])
        self.assertTrue(re.search(r"\*+", refusal.json["message"]))

    def test_basic(self):
        intent = self.intent()
        pair = base64.b64encode(f"sk_test_{self.name}:".encode()).decode()
        answer = self.listed(Authorization=f"Basic {pair}")
        self.assertEqual([one["id"] for one in answer.json["data"]], [intent.id])

    def test_other_schemes(self):
        self.assertEqual(self.listed(Authorization="Digest username=x").status, 401)

    def test_the_same_key_is_the_same_account(self):
        intent = self.intent()
        again = self.as_client(f"sk_test_{self.name}").v1
        self.assertEqual(again.payment_intents.retrieve(intent.id).id, intent.id)

    def test_another_key_is_another_account(self):
        intent = self.intent()
        other = self.other_account()
        self.assertEqual(other.payment_intents.list().data, [])
        for act in (other.payment_intents.retrieve, other.payment_intents.cancel):
            with self.refused(status=404, code="resource_missing"):
                act(intent.id)

    @table(
        {
            "create": ("POST", "/v1/payment_intents"),
            "list": ("GET", "/v1/payment_intents"),
            "customers": ("POST", "/v1/customers"),
            "refunds": ("POST", "/v1/refunds"),
            "webhooks": ("GET", "/v1/webhook_endpoints"),
            "connection tokens": ("POST", "/v1/terminal/connection_tokens"),
            "keys": ("POST", "/v1/ephemeral_keys"),
            "charges": ("GET", "/v1/charges"),
        }
    )
    def test_a_publishable_key_may_not(self, method, path):
        answer = self.raw(method, path, "" if method == "POST" else None, key=f"pk_test_{self.name}")
        self.assertIn(answer.status, (401, 403))
        error = answer.json["error"]
        self.assertEqual(error["code"], "secret_key_required")
        self.assertIn("This API call cannot be made with a publishable API key.", error["message"])

    def test_a_publishable_key_of_another_account(self):
        intent = self.intent()
        other = self.as_client("pk_test_" + "x" * 16).v1
        with self.refused(stripe.StripeError):
            other.payment_intents.retrieve(intent.id, params={"client_secret": intent.client_secret})

    def test_an_unknown_account(self):
        with self.refused(stripe.PermissionError, status=403, code="account_invalid"):
            self.v1.payment_intents.list(options={"stripe_account": "acct_1Unknown"})
