"""A marketplace: connected accounts, and the money that a platform shares with them."""

import stripe

from support import Case

ADDRESS = {"line1": "address_full_match", "city": "Springfield", "state": "IL", "postal_code": "62701", "country": "US"}
PERSON = {
    "first_name": "Jenny",
    "last_name": "Rosen",
    "email": "jenny@seller.test",
    "phone": "0000000000",
    "dob": {"day": 1, "month": 1, "year": 1901},
    "ssn_last_4": "0000",
    "address": ADDRESS,
}
SELLER = {
    "type": "custom",
    "country": "US",
    "business_type": "individual",
    "capabilities": {"card_payments": {"requested": True}, "transfers": {"requested": True}},
    "business_profile": {"mcc": "5734", "url": "https://seller.test"},
    "individual": PERSON,
    "external_account": {
        "object": "bank_account",
        "country": "US",
        "currency": "usd",
        "routing_number": "110000000",
        "account_number": "000123456789",
    },
    "tos_acceptance": {"date": 1700000000, "ip": "8.8.8.8"},
}


class Marketplace(Case):
    def seller(self, **changes):
        return self.v1.accounts.create(params=SELLER | changes)

    def pay(self, amount, options=None, **params):
        return self.v1.payment_intents.create(
            params={
                "amount": amount,
                "currency": "usd",
                "payment_method": "pm_card_visa",
                "payment_method_types": ["card"],
                "confirm": True,
                "expand": ["latest_charge"],
            }
            | params,
            options=options or {},
        )

    def total(self, account=None):
        balance = self.v1.balance.retrieve(options={"stripe_account": account} if account else {})
        return sum(part.amount for part in [*balance.available, *balance.pending])


class Accounts(Marketplace):
    def test_complete(self):
        account = self.seller()
        self.assertTrue(account.charges_enabled and account.payouts_enabled and account.details_submitted)
        self.assertEqual(account.requirements.currently_due, [])
        self.assertEqual(account.capabilities.to_dict(), {"card_payments": "active", "transfers": "active"})
        self.assertEqual(self.v1.accounts.retrieve(account.id).to_dict(), account.to_dict())
        self.assertEqual([one.id for one in self.v1.accounts.list().auto_paging_iter()], [account.id])

    def test_incomplete(self):
        account = self.v1.accounts.create(
            params={"type": "express", "capabilities": {"transfers": {"requested": True}}}
        )
        self.assertEqual(account.capabilities.transfers, "inactive")
        self.assertIn("business_type", account.requirements.currently_due)
        self.assertEqual(account.requirements.disabled_reason, "requirements.past_due")

    def test_by_controller(self):
        account = self.v1.accounts.create(
            params={
                "controller": {
                    "fees": {"payer": "application"},
                    "losses": {"payments": "application"},
                    "stripe_dashboard": {"type": "express"},
                }
            }
        )
        self.assertEqual((account.type, account.controller.stripe_dashboard.type), ("none", "express"))

    def test_type_and_controller(self):
        with self.refused(status=400, param="type"):
            self.seller(controller={"fees": {"payer": "account"}})

    def test_own(self):
        own = self.v1.accounts.retrieve_current()
        self.assertRegex(own.id, "^acct_")

    def test_of_somebody_else(self):
        account = self.seller()
        with self.refused(stripe.PermissionError, status=403, code="account_invalid"):
            self.other_account().accounts.retrieve(account.id)

    def test_delete(self):
        account = self.seller()
        self.assertTrue(self.v1.accounts.delete(account.id).deleted)
        self.v1.accounts.retrieve(account.id)
        self.assertEqual(self.last.json, {"id": account.id, "object": "account", "deleted": True})
        with self.refused(stripe.PermissionError, status=403, code="account_invalid"):
            self.v1.customers.list(options={"stripe_account": account.id})

    def test_a_context_names_the_account(self):
        account = self.seller()
        options = {"stripe_context": account.id}
        customer = self.v1.customers.create(params={"name": "Ada"}, options=options)
        found = self.v1.customers.list(options={"stripe_account": account.id}).data
        self.assertEqual([one.id for one in found], [customer.id])
        self.assertEqual(self.v1.customers.list().data, [])
        with self.refused(stripe.PermissionError, status=403, code="account_invalid"):
            self.v1.customers.list(options={"stripe_context": "acct_nobody"})

    def test_headers_that_contradict_each_other(self):
        account, other = self.seller().id, self.seller().id
        with self.refused(status=400):
            self.v1.customers.create(options={"stripe_account": account, "stripe_context": other})
        for seller in (account, other):
            self.assertEqual(self.v1.customers.list(options={"stripe_account": seller}).data, [])

    def test_country(self):
        with self.refused(status=400, code="country_unsupported", param="country"):
            self.seller(country="ZZ")

    def test_nothing_told(self):
        account = self.v1.accounts.create(params={"type": "express"})
        self.assertNotEqual(account.requirements.currently_due, [])
        self.assertFalse(account.details_submitted or account.charges_enabled or account.payouts_enabled)

    def test_charges_not_enabled(self):
        account = self.v1.accounts.create(params={"type": "express", "country": "US"})
        with self.refused(status=400):
            self.pay(1000, options={"stripe_account": account.id})
        with self.refused(status=400, param="on_behalf_of"):
            self.pay(1000, on_behalf_of=account.id)

    def test_bank_account_by_token(self):
        account = self.seller()
        bank = {name: value for name, value in SELLER["external_account"].items() if name != "object"}
        token = self.v1.tokens.create(params={"bank_account": bank})
        self.assertEqual((token.type, token.bank_account.last4), ("bank_account", "6789"))
        changed = self.v1.accounts.update(account.id, params={"external_account": token.id})
        self.assertEqual([one.id for one in changed.external_accounts.data], [token.bank_account.id])

    def test_reject(self):
        account = self.seller()
        rejected = self.v1.accounts.reject(account.id, params={"reason": "fraud"})
        self.assertEqual(rejected.requirements.disabled_reason, "rejected.fraud")

    def test_capability(self):
        account = self.seller(capabilities={})
        capability = self.v1.accounts.capabilities.update(account.id, "transfers", params={"requested": True})
        self.assertEqual((capability.id, capability.status), ("transfers", "active"))
        self.assertEqual([one.id for one in self.v1.accounts.capabilities.list(account.id).data], ["transfers"])

    def test_persons(self):
        account = self.v1.accounts.create(params={"type": "custom", "business_type": "company"})
        persons = self.v1.accounts.persons
        person = persons.create(account.id, params=PERSON | {"relationship": {"representative": True, "title": "CEO"}})
        self.assertTrue(person.ssn_last_4_provided and person.relationship.representative)
        changed = persons.update(account.id, person.id, params={"first_name": "Jane"})
        self.assertEqual((changed.first_name, changed.last_name), ("Jane", "Rosen"))
        self.assertEqual(len(persons.list(account.id).data), 1)
        self.assertTrue(persons.delete(account.id, person.id).deleted)

    def test_persons_by_relationship(self):
        account = self.v1.accounts.create(params={"type": "custom", "business_type": "company"})
        persons = self.v1.accounts.persons

        def made(**relationship):
            return persons.create(account.id, params={"first_name": "Jane", "relationship": relationship}).id

        def found(**relationship):
            return {one.id for one in persons.list(account.id, params={"relationship": relationship}).data}

        chief = made(representative=True, executive=True, owner=True, percent_ownership=60)
        owner, director = made(owner=True), made(director=True)
        self.assertEqual((found(owner=True), found(director=True)), ({chief, owner}, {director}))
        self.assertEqual((found(owner=True, executive=True), found(legal_guardian=True)), ({chief}, set()))
        persons.update(account.id, owner, params={"relationship": {"owner": False, "director": True}})
        self.assertEqual((found(owner=True), found(director=True)), ({chief}, {owner, director}))
        walked = persons.list(account.id, params={"limit": 1}).auto_paging_iter()
        self.assertEqual({one.id for one in walked}, {chief, owner, director})
        persons.delete(account.id, director)
        with self.refused(status=404, code="resource_missing"):
            persons.retrieve(account.id, director)
        self.assertEqual(found(director=True), {owner})

    def test_bank_accounts(self):
        account = self.seller()
        accounts = self.v1.accounts.external_accounts
        second = accounts.create(
            account.id, params={"external_account": "btok_us_verified", "default_for_currency": True}
        )
        self.assertEqual((second.last4, second.default_for_currency), ("6789", True))
        self.assertEqual(len(accounts.list(account.id).data), 2)
        with self.refused(status=400):
            accounts.delete(account.id, second.id)

    def test_acting_for_an_account(self):
        account = self.seller()
        options = {"stripe_account": account.id}
        customer = self.v1.customers.create(params={"name": "Theirs"}, options=options)
        self.assertEqual(self.v1.customers.retrieve(customer.id, options=options).name, "Theirs")
        with self.refused(status=404, code="resource_missing"):
            self.v1.customers.retrieve(customer.id)


class Money(Marketplace):
    def test_destination_charge(self):
        account = self.seller()
        intent = self.pay(1000, application_fee_amount=123, transfer_data={"destination": account.id})
        self.assertEqual((self.total(), self.total(account.id)), (64, 877))
        charge = intent.latest_charge
        transfer = self.v1.transfers.retrieve(charge.transfer, params={"expand": ["destination_payment.balance_transaction"]})
        self.assertEqual((transfer.amount, transfer.destination), (1000, account.id))
        self.assertEqual(transfer.destination_payment.balance_transaction.net, 877)
        fee = self.v1.application_fees.retrieve(charge.application_fee, params={"expand": ["originating_transaction"]})
        self.assertEqual((fee.amount, fee.originating_transaction.id), (123, charge.id))
        options = {"stripe_account": account.id}
        payment = self.v1.charges.list(options=options).data[0]
        self.assertEqual((payment.id, payment.source_transfer), (transfer.destination_payment.id, transfer.id))
        movement = self.v1.balance_transactions.list(options=options).data[0]
        self.assertEqual((movement.type, movement.fee, movement.net), ("payment", 123, 877))

    def test_what_is_said_of_the_transfer(self):
        account = self.seller()
        data = {
            "destination": account.id,
            "description": "for May",
            "metadata": {"order": "1"},
            "payment_data": {"description": "from the shop", "metadata": {"order": "2"}},
        }
        intent = self.pay(1000, transfer_data=data)
        self.assertEqual(intent.transfer_data.payment_data.description, "from the shop")
        transfer = self.v1.transfers.retrieve(intent.latest_charge.transfer)
        self.assertEqual((transfer.description, transfer.metadata.order), ("for May", "1"))
        payment = self.v1.charges.retrieve(transfer.destination_payment, options={"stripe_account": account.id})
        self.assertEqual((payment.description, payment.metadata.order), ("from the shop", "2"))

    def test_destination_charge_with_an_amount(self):
        account = self.seller()
        self.pay(1000, transfer_data={"destination": account.id, "amount": 877})
        self.assertEqual((self.total(), self.total(account.id)), (64, 877))
        self.assertEqual(self.v1.application_fees.list().data, [])

    def test_direct_charge(self):
        account = self.seller()
        intent = self.pay(1000, {"stripe_account": account.id}, application_fee_amount=123)
        self.assertEqual((self.total(), self.total(account.id)), (123, 818))
        self.assertRegex(intent.application, "^ca_")
        movement = self.v1.balance_transactions.list(options={"stripe_account": account.id}).data[0]
        self.assertEqual({part.type: part.amount for part in movement.fee_details}, {"application_fee": 123, "stripe_fee": 59})

    def test_separate_transfers(self):
        sellers = [self.seller().id, self.seller().id]
        charge = self.pay(10000).latest_charge.id
        for seller, amount in zip(sellers, (7000, 2000)):
            params = {"amount": amount, "currency": "usd", "destination": seller, "source_transaction": charge}
            self.v1.transfers.create(params=params)
        self.assertEqual((self.total(), *map(self.total, sellers)), (680, 7000, 2000))
        with self.refused(status=400, param="amount"):
            self.v1.transfers.create(
                params={"amount": 1001, "currency": "usd", "destination": sellers[0], "source_transaction": charge}
            )
        self.assertEqual(len(self.v1.transfers.list(params={"destination": sellers[1]}).data), 1)

    def test_transfer_of_what_is_not_available(self):
        account = self.seller()
        self.pay(1000)
        with self.refused(status=400, code="balance_insufficient"):
            self.v1.transfers.create(params={"amount": 100, "currency": "usd", "destination": account.id})

    def test_transfer_of_what_is_available(self):
        account = self.seller()
        self.pay(1000, payment_method="pm_card_bypassPending")
        self.v1.transfers.create(params={"amount": 900, "currency": "usd", "destination": account.id})
        self.assertEqual((self.total(), self.total(account.id)), (41, 900))

    def test_refund_with_both(self):
        account = self.seller()
        intent = self.pay(1000, application_fee_amount=123, transfer_data={"destination": account.id})
        refund = self.v1.refunds.create(
            params={
                "payment_intent": intent.id,
                "reverse_transfer": True,
                "refund_application_fee": True,
                "expand": ["transfer_reversal"],
            }
        )
        self.assertEqual((refund.transfer_reversal.amount, refund.transfer_reversal.source_refund), (1000, refund.id))
        self.assertEqual((self.total(), self.total(account.id)), (-59, 0))

    def test_part_of_a_refund(self):
        account = self.seller()
        intent = self.pay(1000, application_fee_amount=100, transfer_data={"destination": account.id})
        params = {"payment_intent": intent.id, "reverse_transfer": True, "refund_application_fee": True}
        self.v1.refunds.create(params=params | {"amount": 500})
        self.assertEqual((self.total(), self.total(account.id)), (-9, 450))
        self.v1.refunds.create(params=params)
        self.assertEqual((self.total(), self.total(account.id)), (-59, 0))

    def test_fee_without_its_transfer(self):
        account = self.seller()
        intent = self.pay(1000, application_fee_amount=123, transfer_data={"destination": account.id})
        with self.refused(status=400, param="refund_application_fee"):
            self.v1.refunds.create(params={"payment_intent": intent.id, "refund_application_fee": True})

    def test_reversal(self):
        account = self.seller()
        intent = self.pay(1000, transfer_data={"destination": account.id})
        transfer = intent.latest_charge.transfer
        reversals = self.v1.transfers.reversals
        reversal = reversals.create(transfer, params={"amount": 400, "metadata": {"why": "late"}})
        self.assertEqual(reversals.retrieve(transfer, reversal.id).to_dict(), reversal.to_dict())
        self.assertEqual(self.v1.transfers.retrieve(transfer).reversals.data[0].id, reversal.id)
        self.assertEqual(reversals.update(transfer, reversal.id, params={"metadata": {"why": ""}}).metadata.to_dict(), {})
        with self.refused(status=400, param="amount"):
            reversals.create(transfer, params={"amount": 601})
        self.assertEqual([one.amount for one in reversals.list(transfer).auto_paging_iter()], [400])

    def test_fee_refund(self):
        account = self.seller()
        intent = self.pay(1000, application_fee_amount=100, transfer_data={"destination": account.id})
        fee = intent.latest_charge.application_fee
        refund = self.v1.application_fees.refunds.create(fee, params={"amount": 30})
        self.assertEqual((refund.object, refund.fee), ("fee_refund", fee))
        self.assertEqual(self.v1.application_fees.retrieve(fee).amount_refunded, 30)
        self.assertEqual((self.total(), self.total(account.id)), (41 - 30, 900 + 30))
        self.v1.application_fees.refunds.update(fee, refund.id, params={"metadata": {"why": "late"}})
        told = self.v1.events.list(params={"type": "application_fee.refund.updated"}).data
        self.assertEqual([event.data.object.id for event in told], [refund.id])

    def test_capture_with_another_fee(self):
        account = self.seller()
        intent = self.pay(
            1000, capture_method="manual", application_fee_amount=123, transfer_data={"destination": account.id}
        )
        self.v1.payment_intents.capture(intent.id, params={"amount_to_capture": 800, "application_fee_amount": 80})
        self.assertEqual((self.total(), self.total(account.id)), (27, 720))

    def test_another_fee_before_the_capture(self):
        account = self.seller()
        intent = self.pay(
            1000, capture_method="manual", application_fee_amount=123, transfer_data={"destination": account.id}
        )
        changed = self.v1.payment_intents.update(intent.id, params={"application_fee_amount": 80})
        self.assertEqual((changed.status, changed.application_fee_amount), ("requires_capture", 80))
        self.v1.payment_intents.capture(intent.id, params={"amount_to_capture": 800})
        self.assertEqual((self.total(), self.total(account.id)), (27, 720))

    def test_fee_of_a_presented_card(self):
        account = self.seller()
        intent, _ = self.processed(
            1000,
            application_fee_amount=100,
            transfer_data={"destination": account.id},
            payment_method_options={"card_present": {"request_incremental_authorization_support": True}},
        )
        raised = self.v1.payment_intents.increment_authorization(
            intent.id, params={"amount": 2000, "application_fee_amount": 500}
        )
        self.assertEqual((raised.amount, raised.application_fee_amount), (2000, 500))
        # What is collected is never more than what was captured.
        paid = self.v1.payment_intents.capture(intent.id, params={"amount_to_capture": 300})
        (fee,) = self.v1.application_fees.list(params={"charge": paid.latest_charge}).data
        self.assertEqual((fee.amount, self.total(account.id)), (300, 0))

    def test_another_part_with_a_larger_hold(self):
        account = self.seller()
        intent = self.pay(
            1000,
            capture_method="manual",
            transfer_data={"destination": account.id, "amount": 500},
            payment_method_options={"card": {"request_incremental_authorization": "if_available"}},
        )
        raised = self.v1.payment_intents.increment_authorization(
            intent.id, params={"amount": 2000, "transfer_data": {"amount": 1500}}
        )
        self.assertEqual((raised.amount, raised.transfer_data.amount), (2000, 1500))
        self.v1.payment_intents.capture(intent.id)
        self.assertEqual(self.total(account.id), 1500)

    def test_destination_that_cannot_be_paid(self):
        idle = self.v1.accounts.create().id
        with self.refused(status=400, code="insufficient_capabilities_for_transfer"):
            self.pay(1000, transfer_data={"destination": idle})
        with self.refused(status=400, code="resource_missing", param="transfer_data[destination]"):
            self.pay(1000, transfer_data={"destination": "acct_none"})

    def test_fee_without_an_account(self):
        with self.refused(status=400, param="application_fee_amount"):
            self.pay(1000, application_fee_amount=10)


class Parts(Marketplace):
    """Refunds that take back a part of what others had."""

    BOTH = {"reverse_transfer": True, "refund_application_fee": True}

    def shared(self, **params):
        account = self.seller()
        intent = self.pay(1000, application_fee_amount=123, transfer_data={"destination": account.id}, **params)
        return account, intent

    def refund(self, intent, **params):
        return self.v1.refunds.create(params={"payment_intent": intent.id} | params)

    def test_without_flags(self):
        account, intent = self.shared()
        self.refund(intent)
        self.assertEqual((self.total(), self.total(account.id)), (-936, 877))

    def test_with_the_transfer_alone(self):
        account, intent = self.shared()
        refund = self.refund(intent, reverse_transfer=True)
        self.assertRegex(refund.transfer_reversal, "^trr_")
        self.assertEqual((self.total(), self.total(account.id)), (64, -123))

    def test_thirds_add_up(self):
        account, intent = self.shared()
        for part in ({"amount": 333}, {"amount": 333}, {}):
            self.refund(intent, **self.BOTH, **part)
        self.assertEqual((self.total(), self.total(account.id)), (-59, 0))
        transfer = self.v1.transfers.retrieve(intent.latest_charge.transfer)
        self.assertEqual((transfer.reversed, [one.amount for one in transfer.reversals.data]), (True, [334, 333, 333]))
        fee = self.v1.application_fees.retrieve(intent.latest_charge.application_fee)
        self.assertEqual((fee.refunded, fee.amount_refunded), (True, 123))

    def test_only_the_second_half(self):
        account, intent = self.shared()
        self.refund(intent, amount=500)
        self.refund(intent, **self.BOTH)
        self.assertEqual((self.total(), self.total(account.id)), (64 - 500 - 62, 877 - 500 + 62))

    def test_of_a_direct_charge(self):
        account = self.seller()
        options = {"stripe_account": account.id}
        intent = self.pay(1000, options, application_fee_amount=123)
        self.v1.refunds.create(
            params={"payment_intent": intent.id, "refund_application_fee": True}, options=options
        )
        self.assertEqual((self.total(), self.total(account.id)), (0, 818 - 1000 + 123))

    def test_leaves_separate_transfers(self):
        account = self.seller()
        intent = self.pay(1000)
        self.v1.transfers.create(
            params={
                "amount": 700,
                "currency": "usd",
                "destination": account.id,
                "source_transaction": intent.latest_charge.id,
            }
        )
        self.refund(intent)
        self.assertEqual((self.total(), self.total(account.id)), (241 - 1000, 700))
        with self.refused(status=400, param="reverse_transfer"):
            other = self.pay(1000)
            self.refund(other, reverse_transfer=True)

    def test_fee_that_is_refunded_already(self):
        account, intent = self.shared()
        self.v1.application_fees.refunds.create(intent.latest_charge.application_fee)
        self.refund(intent, **self.BOTH)
        self.assertEqual((self.total(), self.total(account.id)), (-59, 0))
        with self.refused(status=400):
            self.v1.application_fees.refunds.create(intent.latest_charge.application_fee)


class Finding(Marketplace):
    """Transfers, fees and transactions are found by what they belong to."""

    def test_transfers_by_group(self):
        account = self.seller()
        intent = self.pay(1000, transfer_data={"destination": account.id}, transfer_group="order 1")
        self.pay(1000, transfer_data={"destination": account.id})
        found = self.v1.transfers.list(params={"transfer_group": "order 1"}).data
        self.assertEqual([one.source_transaction for one in found], [intent.latest_charge.id])

    def test_a_group_is_named_once(self):
        charge = self.pay(1000).latest_charge.id
        for group in ("order 1", "order 1"):
            self.assertEqual(self.v1.charges.update(charge, params={"transfer_group": group}).transfer_group, group)
        with self.refused(status=400, param="transfer_group"):
            self.v1.charges.update(charge, params={"transfer_group": "order 2"})

    def test_fees_by_charge(self):
        account = self.seller()
        intent = self.pay(1000, application_fee_amount=50, transfer_data={"destination": account.id})
        self.pay(1000, application_fee_amount=60, transfer_data={"destination": account.id})
        found = self.v1.application_fees.list(params={"charge": intent.latest_charge.id}).data
        self.assertEqual([one.amount for one in found], [50])

    def test_transactions_by_source(self):
        account = self.seller()
        intent = self.pay(1000, application_fee_amount=50, transfer_data={"destination": account.id})
        charge = intent.latest_charge
        sources = {"charge": charge.id, "transfer": charge.transfer, "application_fee": charge.application_fee}
        for kind, source in sources.items():
            found = self.v1.balance_transactions.list(params={"source": source}).data
            self.assertEqual([one.type for one in found], [kind])

    def test_transactions_by_type_and_currency(self):
        account = self.seller()
        self.pay(1000, transfer_data={"destination": account.id})
        self.pay(500, currency="eur")
        listed = self.v1.balance_transactions.list
        self.assertEqual([one.net for one in listed(params={"type": "transfer"}).data], [-1000])
        self.assertEqual([one.net for one in listed(params={"currency": "eur"}).data], [455])

    def test_update_of_a_transfer(self):
        account = self.seller()
        transfer = self.pay(1000, transfer_data={"destination": account.id}).latest_charge.transfer
        changed = self.v1.transfers.update(transfer, params={"metadata": {"a": "b"}, "description": "Share"})
        self.assertEqual((changed.metadata.a, changed.description), ("b", "Share"))

    def test_events_of_a_destination_charge(self):
        account = self.seller()
        self.pay(1000, application_fee_amount=50, transfer_data={"destination": account.id})
        types = [event.type for event in self.events("transfer.created", "application_fee.created")]
        self.assertEqual(sorted(types), ["application_fee.created", "transfer.created"])

    def test_on_behalf_of(self):
        account = self.seller()
        intent = self.pay(1000, on_behalf_of=account.id, transfer_data={"destination": account.id})
        self.assertEqual((intent.on_behalf_of, intent.latest_charge.on_behalf_of), (account.id, account.id))
        self.assertEqual((self.total(), self.total(account.id)), (-59, 1000))


class Catalogue(Case):
    def test_product_with_a_price(self):
        product = self.v1.products.create(
            params={
                "name": "Shirt",
                "default_price_data": {"currency": "usd", "unit_amount": 1500},
                "expand": ["default_price"],
            }
        )
        self.assertEqual(product.default_price.unit_amount, 1500)
        self.assertEqual(self.v1.products.update(product.id, params={"active": False}).active, False)
        with self.refused(status=400):
            self.v1.products.delete(product.id)

    def test_own_id(self):
        product = self.v1.products.create(params={"name": "Shirt", "id": "shirt"})
        self.assertEqual(self.v1.products.retrieve("shirt").to_dict(), product.to_dict())
        with self.refused(status=400, code="resource_already_exists"):
            self.v1.products.create(params={"name": "Shirt", "id": "shirt"})
        self.assertTrue(self.v1.products.delete("shirt").deleted)

    def test_price(self):
        price = self.v1.prices.create(
            params={
                "currency": "usd",
                "unit_amount_decimal": "2.5",
                "product_data": {"name": "Nail"},
                "recurring": {"interval": "month"},
                "lookup_key": "nail",
            }
        )
        self.assertEqual((price.type, price.unit_amount, price.recurring.interval_count), ("recurring", None, 1))
        found = self.v1.prices.list(params={"lookup_keys": ["nail"], "expand": ["data.product"]}).data
        self.assertEqual([one.product.name for one in found], ["Nail"])
        self.assertEqual(self.v1.prices.update(price.id, params={"nickname": "N"}).nickname, "N")
        with self.refused(status=400, param="lookup_key"):
            self.v1.prices.create(
                params={"currency": "usd", "unit_amount": 5, "product": found[0].product.id, "lookup_key": "nail"}
            )
