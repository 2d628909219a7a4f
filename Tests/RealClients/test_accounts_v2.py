"""Accounts of the second generation: JSON, parts on demand, the same account in both generations, thin events."""

import stripe

from support import VERSION, Case, Receiver, table, tables

RESPONSIBILITIES = {"fees_collector": "application", "losses_collector": "application"}
INDIVIDUAL = {
    "given_name": "Jenny",
    "surname": "Rosen",
    "email": "jenny@seller.test",
    "phone": "0000000000",
    "date_of_birth": {"day": 1, "month": 1, "year": 1901},
    "id_numbers": [{"type": "us_ssn_last_4", "value": "0000"}],
    "address": {
        "line1": "address_full_match",
        "city": "Springfield",
        "state": "IL",
        "postal_code": "62701",
        "country": "US",
    },
}
SELLER = {
    "contact_email": "jenny@seller.test",
    "display_name": "Jenny's",
    "dashboard": "none",
    "defaults": {"responsibilities": RESPONSIBILITIES, "profile": {"business_url": "https://seller.test"}},
    "identity": {
        "country": "us",
        "entity_type": "individual",
        "individual": INDIVIDUAL,
        "attestations": {"terms_of_service": {"account": {"date": "2026-01-15T08:00:00Z", "ip": "8.8.8.8"}}},
    },
    "configuration": {
        "merchant": {"mcc": "5734", "capabilities": {"card_payments": {"requested": True}}},
        "recipient": {"capabilities": {"stripe_balance": {"stripe_transfers": {"requested": True}}}},
    },
}
BANK = {
    "object": "bank_account",
    "country": "US",
    "currency": "usd",
    "routing_number": "110000000",
    "account_number": "000123456789",
}
PARTS = [
    "configuration.customer",
    "configuration.merchant",
    "configuration.recipient",
    "defaults",
    "future_requirements",
    "identity",
    "requirements",
]


class SecondGeneration(Case):
    @property
    def core(self):
        return self.client.v2.core

    def seller(self, **changes):
        return self.core.accounts.create(params=SELLER | changes)

    def active(self):
        """A seller that can be paid."""
        account = self.seller()
        self.v1.accounts.external_accounts.create(account.id, params={"external_account": BANK})
        return account

    def whole(self, account):
        return self.core.accounts.retrieve(account.id, params={"include": PARTS})


@tables
class Accounts(SecondGeneration):
    def test_create(self):
        account = self.seller()
        self.assertEqual((account.object, account.livemode, account.closed), ("v2.core.account", False, False))
        self.assertRegex(account.created, r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        self.assertEqual(account.applied_configurations, ["merchant", "recipient"])
        self.assertEqual((account.contact_email, account.display_name), ("jenny@seller.test", "Jenny's"))
        for name in ("configuration", "defaults", "identity", "requirements", "future_requirements"):
            self.assertIsNone(account[name])

    def test_everything(self):
        whole = self.whole(self.active())
        self.assertEqual(whole.configuration.merchant.capabilities.card_payments.status, "active")
        self.assertEqual(whole.configuration.recipient.capabilities.stripe_balance.stripe_transfers.status, "active")
        self.assertIsNone(whole.configuration.customer)
        self.assertEqual(whole.identity.individual.given_name, "Jenny")
        self.assertEqual(whole.defaults.responsibilities.requirements_collector, "application")
        self.assertEqual(whole.requirements.entries, [])

    @table({name: (name,) for name in PARTS})
    def test_include(self, name):
        account = self.core.accounts.retrieve(self.seller().id, params={"include": [name]})
        top = name.split(".")[0]
        for part in ("configuration", "defaults", "identity", "requirements", "future_requirements"):
            self.assertEqual(account[part] is not None, part == top, part)
        if top == "configuration":
            shown = [key for key in ("customer", "merchant", "recipient") if account.configuration[key] is not None]
            self.assertEqual(shown, [] if name.endswith("customer") else [name.split(".")[1]])

    def test_include_at_creation(self):
        account = self.seller(include=["identity", "configuration.recipient"])
        self.assertEqual(account.identity.country, "US")
        self.assertIsNone(account.configuration.merchant)
        self.assertTrue(account.configuration.recipient.applied)

    def test_include_unknown(self):
        with self.refused(status=400):
            self.core.accounts.retrieve(self.seller().id, params={"include": ["everything"]})

    def test_what_is_due(self):
        account = self.whole(self.seller())
        described = [entry.description for entry in account.requirements.entries]
        self.assertEqual(described, ["configuration.recipient.default_outbound_destination"])
        self.assertEqual(account.requirements.summary.minimum_deadline.status, "past_due")
        self.assertEqual(account.configuration.merchant.capabilities.card_payments.status, "restricted")

    def test_update_merges(self):
        account = self.seller()
        updated = self.core.accounts.update(
            account.id,
            params={
                "identity": {"individual": {"surname": "Smith"}},
                "metadata": {"a": "1"},
                "include": ["identity"],
            },
        )
        person = updated.identity.individual
        self.assertEqual((person.surname, person.given_name), ("Smith", "Jenny"))
        self.assertEqual(updated.metadata.to_dict(), {"a": "1"})
        self.assertEqual(updated.display_name, "Jenny's")

    def test_both_generations(self):
        account = self.active()
        first = self.v1.accounts.retrieve(account.id)
        self.assertTrue(first.charges_enabled and first.payouts_enabled)
        self.assertEqual(first.individual.first_name, "Jenny")
        self.v1.accounts.update(account.id, params={"business_profile": {"name": "Shop"}, "email": "new@seller.test"})
        whole = self.whole(account)
        self.assertEqual((whole.defaults.profile.doing_business_as, whole.contact_email), ("Shop", "new@seller.test"))

    def test_first_generation_seen(self):
        account = self.v1.accounts.create(params={"type": "express", "country": "DE"})
        seen = self.whole(account)
        self.assertEqual((seen.dashboard, seen.identity.country), ("express", "DE"))
        self.assertEqual(seen.defaults.responsibilities.fees_collector, "application_express")

    def test_paid(self):
        account = self.active()
        self.paid(1000, application_fee_amount=123, transfer_data={"destination": account.id})
        balance = self.v1.balance.retrieve(options={"stripe_account": account.id})
        self.assertEqual(sum(part.amount for part in balance.pending), 877)

    def test_transfer_before_active(self):
        with self.refused(code="insufficient_capabilities_for_transfer", status=400):
            self.v1.transfers.create(params={"amount": 100, "currency": "usd", "destination": self.seller().id})

    def test_list(self):
        made = [self.seller().id for _ in range(5)]
        page = self.core.accounts.list(params={"limit": 2})
        self.assertEqual([account.id for account in page.data], made[:2:-1])
        self.assertEqual([account.id for account in page.auto_paging_iter()], made[::-1])
        narrowed = self.core.accounts.list(params={"applied_configurations": ["customer"]})
        self.assertEqual(narrowed.data, [])

    def test_close(self):
        account = self.seller()
        with self.refused(status=400):
            self.core.accounts.close(account.id)
        closed = self.core.accounts.close(account.id, params={"applied_configurations": ["merchant", "recipient"]})
        self.assertTrue(closed.closed)
        with self.refused(status=400):
            self.core.accounts.update(account.id, params={"display_name": "x"})
        self.assertFalse(self.v1.accounts.retrieve(account.id).charges_enabled)

    @table(
        {
            "unknown field": ({"surprise": 1}, "unknown_field"),
            "no responsibilities": ({"configuration": {"merchant": {}}}, "parameter_missing"),
            "bad dashboard": ({"dashboard": "half"}, None),
            "bad country": ({"identity": {"country": "Germany"}}, None),
            "hash for text": ({"display_name": {"a": "b"}}, None),
            "number for text": ({"display_name": 5}, None),
            "text for boolean": ({"identity": {"individual": {"relationship": {"owner": "yes"}}}}, None),
        }
    )
    def test_refused(self, params, code):
        with self.refused(status=400) as refusal:
            self.core.accounts.create(params=params)
        self.assertTrue(refusal.json["code"])
        if code:
            self.assertEqual(refusal.json["code"], code)

    def test_unknown(self):
        with self.refused(status=404, code="not_found"):
            self.core.accounts.retrieve("acct_none")

    def test_of_another_platform(self):
        account = self.seller()
        other = self.as_client("sk_test_other").v2.core
        with self.refused(status=404, code="not_found"):
            other.accounts.retrieve(account.id)


class Transport(SecondGeneration):
    JSON = {"Content-Type": "application/json", "Stripe-Version": VERSION}

    def test_version_needed(self):
        self.assertEqual(self.raw("GET", "/v2/core/accounts").status, 400)
        self.assertEqual(self.raw("GET", "/v2/core/accounts", headers=self.JSON).status, 200)

    def test_json_needed(self):
        answer = self.raw("POST", "/v2/core/accounts", "display_name=x", {"Stripe-Version": VERSION})
        self.assertEqual(answer.status, 400)

    def test_damaged_json(self):
        for body in ("{", "[]", '{"display_name": 1.5}', '{"a": "\\ud800"}', "null", '{"display_name": "\\u0000"}'):
            self.assertEqual(self.raw("POST", "/v2/core/accounts", body, self.JSON).status, 400, body)

    def test_idempotency(self):
        options = {"idempotency_key": "one"}
        first = self.core.accounts.create(params=SELLER, options=options)
        again = self.core.accounts.create(params=SELLER, options=options)
        self.assertEqual(first.id, again.id)
        self.assertTrue(self.last.is_replay)
        with self.refused(stripe.IdempotencyError):
            self.core.accounts.create(params={"display_name": "x"}, options=options)

    def test_a_key_is_of_one_endpoint(self):
        options = {"idempotency_key": "one"}
        account = self.core.accounts.create(params=SELLER, options=options)
        person = self.core.accounts.persons.create(account.id, params={"given_name": "Ada"}, options=options)
        self.assertFalse(self.last.is_replay)
        again = self.core.accounts.persons.create(account.id, params={"given_name": "Ada"}, options=options)
        self.assertEqual((again.id, self.last.is_replay), (person.id, True))

    def test_failures_are_tried_again(self):
        options = {"idempotency_key": "two"}
        with self.refused(status=400):
            self.core.accounts.create(params={"configuration": {"merchant": {}}}, options=options)
        self.assertTrue(self.core.accounts.create(params=SELLER, options=options).id)


class Persons(SecondGeneration):
    def test_life(self):
        account = self.core.accounts.create(params={"identity": {"entity_type": "company"}})
        people = self.core.accounts.persons
        person = people.create(
            account.id, params=INDIVIDUAL | {"relationship": {"representative": True, "percent_ownership": "25"}}
        )
        self.assertEqual((person.given_name, person.account), ("Jenny", account.id))
        self.assertEqual(self.v1.accounts.persons.retrieve(account.id, person.id).first_name, "Jenny")
        person = people.update(account.id, person.id, params={"surname": "Smith"})
        self.assertEqual((person.surname, person.given_name), ("Smith", "Jenny"))
        self.assertEqual([one.id for one in people.list(account.id).data], [person.id])
        self.assertEqual(people.delete(account.id, person.id).id, person.id)
        with self.refused(status=404, code="not_found"):
            people.retrieve(account.id, person.id)


class Links(SecondGeneration):
    def test_create(self):
        account = self.seller()
        terms = {"refresh_url": "https://platform.test/again", "return_url": "https://platform.test/done"}
        use_case = {"type": "account_onboarding", "account_onboarding": terms | {"configurations": ["recipient"]}}
        link = self.core.account_links.create(params={"account": account.id, "use_case": use_case})
        self.assertEqual((link.object, link.account), ("v2.core.account_link", account.id))
        self.assertEqual(link.use_case.account_onboarding.return_url, terms["return_url"])
        self.assertTrue(link.url.startswith(self.base))

    def test_refused(self):
        account = self.core.accounts.create(params={"identity": {"country": "US"}})
        for use_case in (
            {"type": "account_onboarding"},
            {"type": "account_update", "account_update": {"refresh_url": "https://platform.test"}},
            {"type": "account_onboarding", "account_onboarding": {"refresh_url": "javascript:alert(1)"}},
        ):
            with self.refused(status=400):
                self.core.account_links.create(params={"account": account.id, "use_case": use_case})


class ThinEvents(SecondGeneration):
    def types(self, **params):
        return [event.type for event in self.core.events.list(params=params).data][::-1]

    def test_created_and_updated(self):
        account = self.seller()
        self.assertEqual(self.types(object_id=account.id), ["v2.core.account.created"])
        self.v1.accounts.external_accounts.create(account.id, params={"external_account": BANK})
        kinds = self.types(object_id=account.id)
        self.assertIn("v2.core.account[requirements].updated", kinds)
        self.assertIn("v2.core.account[configuration.recipient].capability_status_updated", kinds)

    def test_narrowed(self):
        account = self.seller()
        self.core.accounts.update(account.id, params={"identity": {"individual": {"surname": "Smith"}}})
        kind = "v2.core.account[identity].updated"
        self.assertEqual(self.types(types=[kind]), [kind])

    def test_related_object(self):
        account = self.seller()
        event = self.core.events.list(params={"object_id": account.id}).data[0]
        self.assertEqual(self.core.events.retrieve(event.id).related_object.url, f"/v2/core/accounts/{account.id}")
        with self.refused(status=404, code="not_found"):
            self.core.events.retrieve("evt_none")

    def destination(self, url, *types, **params):
        return self.core.event_destinations.create(
            params={
                "name": "mine",
                "type": "webhook_endpoint",
                "event_payload": "thin",
                "enabled_events": list(types),
                "webhook_endpoint": {"url": url},
                **params,
            }
        )

    def test_destination(self):
        secret = ["webhook_endpoint.signing_secret"]
        made = self.destination("https://platform.test/hook", "v2.core.account.created", include=secret)
        self.assertRegex(made.webhook_endpoint.signing_secret, "^whsec_")
        self.assertIsNone(made.webhook_endpoint.url)
        plain = self.core.event_destinations.retrieve(made.id)
        self.assertIsNone(plain.webhook_endpoint)
        self.assertEqual(self.core.event_destinations.disable(made.id).status, "disabled")
        self.assertEqual(self.core.event_destinations.enable(made.id).status, "enabled")
        self.assertEqual([one.id for one in self.core.event_destinations.list().data], [made.id])
        self.core.event_destinations.delete(made.id)
        self.assertEqual(self.core.event_destinations.list().data, [])

    def test_destination_refused(self):
        for url, kind in (("nowhere", "v2.core.account.created"), ("https://platform.test", "v2.core.nothing")):
            with self.refused(status=400):
                self.destination(url, kind)

    def test_delivery(self):
        with Receiver() as receiver:
            made = self.destination(
                receiver.url, "v2.core.account.created", include=["webhook_endpoint.signing_secret"]
            )
            account = self.seller()
            headers, body, _ = self.soon(lambda: receiver.deliveries, "the event")[0]
            notification = self.client.parse_event_notification(
                body, headers["Stripe-Signature"], made.webhook_endpoint.signing_secret
            )
            self.assertEqual(notification.type, "v2.core.account.created")
            self.assertEqual(notification.related_object.id, account.id)
            self.assertEqual(notification.fetch_related_object().id, account.id)
            self.assertEqual(notification.fetch_event().id, notification.id)
            self.assertEqual([event["type"] for event in receiver.events()], ["v2.core.account.created"])
