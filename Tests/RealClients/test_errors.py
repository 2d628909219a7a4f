"""Refusals: their class in the official client, status, code, parameter and what they carry."""

import stripe

from support import Case, table, tables


@tables
class Parameters(Case):
    def create(self, **params):
        return self.v1.payment_intents.create(params={"amount": 1000, "currency": "usd"} | params)

    @table({"amount": ("amount", {"currency": "usd"}), "currency": ("currency", {"amount": 1000})})
    def test_missing(self, name, params):
        with self.refused(status=400, code="parameter_missing", param=name, says=f"Missing required param: {name}."):
            self.v1.payment_intents.create(params=params)

    def test_unknown(self):
        with self.refused(
            status=400, code="parameter_unknown", param="color", says="Received unknown parameter: color"
        ):
            self.create(color="red")

    def test_unknown_inside(self):
        says = "Received unknown parameter: shipping[color]"
        with self.refused(status=400, code="parameter_unknown", param="shipping[color]", says=says):
            self.create(shipping={"name": "Ada", "address": {"line1": "1"}, "color": "red"})

    def test_several_unknown(self):
        with self.refused(status=400, code="parameter_unknown", says="Received unknown parameters: ") as refusal:
            self.create(color="red", taste="sweet")
        for name in ("color", "taste"):
            self.assertIn(name, refusal.json["message"])

    def test_unknown_hash(self):
        with self.refused(
            status=400, code="parameter_unknown", param="foo", says="Received unknown parameter: foo"
        ) as refusal:
            self.create(foo={"bar": 1, "baz": 2})
        self.assertEqual(refusal.json["message"], "Received unknown parameter: foo")

    def test_unknown_in_a_query(self):
        answer = self.raw("GET", "/v1/payment_intents?color=red")
        self.assertEqual((answer.status, answer.json["error"]["code"]), (400, "parameter_unknown"))

    @table({"word": "ten", "fraction": "10.5", "money": "10,00", "blank": " "})
    def test_integer(self, amount):
        with self.refused(status=400, param="amount"):
            self.create(amount=amount)

    def test_integer_in_words(self):
        with self.refused(status=400, code="parameter_invalid_integer", param="amount", says="Invalid integer: ten"):
            self.create(amount="ten")

    def test_huge_integer(self):
        with self.refused(status=400, param="amount"):
            self.create(amount="123456789012345678901234567890")

    def test_one_of(self):
        with self.refused(
            status=400, param="capture_method", says="Invalid capture_method: must be one of "
        ) as refusal:
            self.create(capture_method="sometimes")
        for word in ("automatic", "automatic_async", "manual"):
            self.assertIn(word, refusal.json["message"])

    def test_hash(self):
        with self.refused(status=400, param="shipping", says="Invalid object"):
            self.create(shipping="here")

    def test_array(self):
        with self.refused(status=400, param="payment_method_types", says="Invalid array"):
            self.create(payment_method_types="card")

    def test_boolean(self):
        with self.refused(status=400, param="confirm"):
            self.create(confirm="perhaps")

    def test_empty(self):
        with self.refused(
            status=400, code=("parameter_invalid_empty", "parameter_invalid_string_empty"), param="currency"
        ):
            self.create(currency="")

    def test_exclusive(self):
        with self.refused(status=400):
            self.create(payment_method_types=["card"], automatic_payment_methods={"enabled": True})

    def test_unknown_method_type(self):
        with self.refused(status=400):
            self.create(payment_method_types=["shells"])

    def test_nothing_is_done(self):
        with self.refused():
            self.create(color="red")
        self.assertEqual(self.v1.payment_intents.list().data, [])


@tables
class Routes(Case):
    @table(
        {
            "unknown": ("GET", "/v1/shells"),
            "unknown post": ("POST", "/v1/shells"),
            "root": ("GET", "/"),
            "too deep": ("POST", "/v1/payment_intents/pi_x/capture/more"),
            "unknown action": ("POST", "/v1/payment_intents/pi_x/eat"),
            "no delete": ("DELETE", "/v1/payment_intents/pi_x"),
            "no version": ("GET", "/payment_intents"),
            "search": ("GET", "/v1/setup_intents/search"),
        }
    )
    def test(self, method, path):
        answer = self.raw(method, path, "" if method == "POST" else None)
        self.assertEqual((answer.status, answer.json["error"]["type"]), (404, "invalid_request_error"))
        self.assertIn(f"Unrecognized request URL ({method}: {path})", answer.json["error"]["message"])

    @table(
        {
            "payment_intent": "payment_intents/pi_x",
            "charge": "charges/ch_x",
            "refund": "refunds/re_x",
            "customer": "customers/cus_x",
            "payment_method": "payment_methods/pm_x",
            "setup_intent": "setup_intents/seti_x",
            "event": "events/evt_x",
            "webhook_endpoint": "webhook_endpoints/we_x",
            "reader": "terminal/readers/tmr_x",
            "location": "terminal/locations/tml_x",
            "balance transaction": "balance_transactions/txn_x",
        }
    )
    def test_missing(self, path):
        answer = self.raw("GET", f"/v1/{path}")
        error = answer.json["error"]
        self.assertEqual(
            (answer.status, error["code"], error["type"]), (404, "resource_missing", "invalid_request_error")
        )
        self.assertIn(path.split("/")[-1], error["message"])


@tables
class Classes(Case):
    def test_invalid_request(self):
        with self.refused(stripe.InvalidRequestError, status=400) as refusal:
            self.v1.payment_intents.create(params={"amount": 1000})
        error = refusal.exception
        self.assertEqual((error.code, error.param), ("parameter_missing", "currency"))
        self.assertEqual(error.request_id, self.last.request_id)
        self.assertEqual(refusal.json["doc_url"], "https://docs.stripe.com/error-codes#parameter-missing")

    def test_missing(self):
        with self.refused(stripe.InvalidRequestError, status=404):
            self.v1.customers.retrieve("cus_nobody")

    def test_card(self):
        with self.refused(stripe.CardError, status=402) as refusal:
            self.paid(card="pm_card_visa_chargeDeclinedInsufficientFunds")
        error = refusal.exception
        self.assertEqual((error.code, error.error.decline_code), ("card_declined", "insufficient_funds"))
        self.assertEqual(error.error.payment_intent.status, "requires_payment_method")
        self.assertTrue(error.user_message)

    def test_authentication(self):
        with self.refused(stripe.AuthenticationError, status=401):
            self.as_client("sk_nonsense").v1.customers.list()

    def test_permission(self):
        with self.refused(stripe.PermissionError, status=403, code="account_invalid"):
            self.v1.customers.list(options={"stripe_account": "acct_nobody"})

    def test_idempotency(self):
        options = {"idempotency_key": f"key-{self.name}"}
        self.v1.customers.create(params={}, options=options)
        with self.refused(stripe.IdempotencyError, status=400):
            self.v1.customers.create(params={"name": "Ada"}, options=options)

    @table({act: act for act in ("confirm", "capture", "cancel", "update", "increment_authorization")})
    def test_a_state_error_carries_the_intent(self, act):
        intent = self.v1.payment_intents.cancel(self.intent().id)
        params = {"update": {"amount": 500}, "increment_authorization": {"amount": 5000}}.get(
            act, {"payment_method": "pm_card_visa"} if act == "confirm" else {}
        )
        with self.refused(status=400, code="payment_intent_unexpected_state") as refusal:
            getattr(self.v1.payment_intents, act)(intent.id, params=params)
        self.assertEqual(refusal.json["payment_intent"], self.raw("GET", f"/v1/payment_intents/{intent.id}").json)

    @table({"email": ("customers", {"email": "nobody"}, "email_invalid")})
    def test_format(self, service, params, code):
        with self.refused(status=400, code=code):
            getattr(self.v1, service).create(params=params)
