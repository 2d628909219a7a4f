"""Idempotency keys: the same request under the same key is executed once."""

import threading

import stripe

import support
from support import Case


class Keys(Case):
    def setUp(self):
        super().setUp()
        self.key = {"idempotency_key": f"key-{self.name}"}

    def create(self, amount=1000, **more):
        params = {"amount": amount, "currency": "usd", "payment_method_types": ["card"], **more}
        return self.v1.payment_intents.create(params=params, options=self.key)

    def test_a_replay(self):
        first = self.create()
        asked = self.last
        self.assertFalse(asked.is_replay)
        second = self.create()
        self.assertTrue(self.last.is_replay)
        self.assertEqual(self.last.text, asked.text)
        self.assertEqual(first.id, second.id)
        self.assertEqual(len(self.v1.payment_intents.list().data), 1)

    def test_a_replay_is_the_answer_of_then(self):
        intent = self.create()
        self.v1.payment_intents.update(intent.id, params={"amount": 2000})
        self.assertEqual(self.create().amount, 1000)

    def test_other_parameters(self):
        self.create(1000)
        with self.refused(
            stripe.IdempotencyError, status=400, says="same parameters they were first used with"
        ) as refusal:
            self.create(2000)
        self.assertEqual(refusal.json["type"], "idempotency_error")
        self.assertIn(self.key["idempotency_key"], refusal.json["message"])
        self.assertEqual(len(self.v1.payment_intents.list().data), 1)

    def test_another_endpoint(self):
        self.create()
        says = "('/v1/customers' vs '/v1/payment_intents')"
        with self.refused(stripe.IdempotencyError, status=400, says=says):
            self.v1.customers.create(params={}, options=self.key)
        self.assertEqual(self.v1.customers.list().data, [])

    def test_another_object(self):
        first, second = self.intent(), self.intent()
        self.v1.payment_intents.cancel(first.id, options=self.key)
        with self.refused(stripe.IdempotencyError, status=400):
            self.v1.payment_intents.cancel(second.id, options=self.key)
        self.assertEqual(self.v1.payment_intents.retrieve(second.id).status, "requires_payment_method")

    def test_a_refusal_of_parameters_is_not_kept(self):
        with self.refused(status=400):
            self.create(1000, capture_method="sometimes")
        self.assertEqual(self.create(1000).status, "requires_payment_method")
        self.assertFalse(self.last.is_replay)

    def test_an_unknown_parameter_is_not_kept(self):
        with self.refused(status=400, code="parameter_unknown"):
            self.create(1000, color="red")
        self.create(1000)
        self.assertFalse(self.last.is_replay)

    def test_a_decline_is_kept(self):
        intent = self.intent()
        for replayed in (False, True):
            with self.refused(stripe.CardError, status=402, code="card_declined"):
                self.v1.payment_intents.confirm(
                    intent.id, params={"payment_method": "pm_card_visa_chargeDeclined"}, options=self.key
                )
            self.assertEqual(self.last.is_replay, replayed)
        self.assertEqual(len(self.v1.charges.list(params={"payment_intent": intent.id}).data), 1)

    def test_no_key_no_replay(self):
        first, second = self.intent(), self.intent()
        self.assertNotEqual(first.id, second.id)

    def test_accounts_have_their_own_keys(self):
        first = self.create()
        other = self.other_account().payment_intents.create(
            params={"amount": 5000, "currency": "usd"}, options=self.key
        )
        self.assertNotEqual(first.id, other.id)

    def test_a_missing_api_key_is_not_kept(self):
        form = {"amount": "1000", "currency": "usd"}
        headers = {"Idempotency-Key": self.key["idempotency_key"]}
        self.assertEqual(self.raw("POST", "/v1/payment_intents", form, headers | {"Authorization": None}).status, 401)
        answer = self.raw("POST", "/v1/payment_intents", form, headers)
        self.assertEqual((answer.status, answer.is_replay), (200, False))

    def test_get_takes_no_notice(self):
        intent = self.intent()
        headers = {"Idempotency-Key": self.key["idempotency_key"]}
        self.assertEqual(self.raw("GET", f"/v1/payment_intents/{intent.id}", headers=headers).json["amount"], 1000)
        self.v1.payment_intents.update(intent.id, params={"amount": 2000})
        answer = self.raw("GET", f"/v1/payment_intents/{intent.id}", headers=headers)
        self.assertEqual((answer.json["amount"], answer.is_replay), (2000, False))

    def test_delete_takes_no_notice(self):
        headers = {"Idempotency-Key": self.key["idempotency_key"]}
        for _ in range(2):
            customer = self.customer()
            answer = self.raw("DELETE", f"/v1/customers/{customer.id}", headers=headers)
            self.assertEqual((answer.status, answer.json["id"], answer.is_replay), (200, customer.id, False))

    def test_length(self):
        self.v1.customers.create(params={}, options={"idempotency_key": "k" * 255})
        with self.refused(status=400):
            self.v1.customers.create(params={}, options={"idempotency_key": "k" * 256})

    def test_many_at_once_are_one(self):
        ids, failures = [], []

        def create():
            try:
                ids.append(
                    self.as_client(f"sk_test_{self.name}", max_network_retries=5)
                    .v1.payment_intents.create(params={"amount": 1000, "currency": "usd"}, options=self.key)
                    .id
                )
            except stripe.StripeError as error:
                failures.append(error)

        threads = [threading.Thread(target=create) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((failures, len(set(ids))), ([], 1))
        self.assertEqual(len(self.v1.payment_intents.list().data), 1)

    def test_a_refund_is_made_once(self):
        intent = self.paid(1000)
        for _ in range(3):
            self.v1.refunds.create(params={"payment_intent": intent.id, "amount": 300}, options=self.key)
        self.assertEqual(self.charge_of(intent).amount_refunded, 300)


class InUse(Case):
    def test_the_first_is_still_running(self):
        with support.gateway("--fault", "delay:create:1:2s") as base:
            client = self.as_client(f"sk_test_{self.name}", base).v1
            statuses, codes = [], set()

            def create():
                try:
                    client.payment_intents.create(
                        params={"amount": 1000, "currency": "usd"}, options={"idempotency_key": "key"}
                    )
                    statuses.append(200)
                except stripe.StripeError as error:
                    statuses.append(error.http_status)
                    codes.add(error.code or error.json_body["error"]["code"])

            threads = [threading.Thread(target=create) for _ in range(3)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual((sorted(statuses), codes), ([200, 409, 409], {"idempotency_key_in_use"}))
            self.assertEqual(len(client.payment_intents.list().data), 1)

    def test_a_lost_answer_is_asked_for_again_by_the_client(self):
        with support.gateway("--fault", "drop-answer:create:1") as base:
            client = self.as_client(f"sk_test_{self.name}", base, max_network_retries=2).v1
            intent = client.payment_intents.create(params={"amount": 1000, "currency": "usd"})
            self.assertTrue(self.last.is_replay)
            self.assertEqual([one.id for one in client.payment_intents.list().data], [intent.id])
