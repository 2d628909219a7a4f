"""Payouts: by request and by schedule, the banks that take them and those that do not."""

import support
from support import table, tables
from test_marketplace import SELLER, Marketplace

DAY = 24 * 3600
BANK = SELLER["external_account"]


class Payouts(Marketplace):
    def setUp(self):
        super().setUp()
        self.pay(1000, payment_method="pm_card_bypassPending")

    def test_payout(self):
        payout = self.v1.payouts.create(params={"amount": 900, "currency": "usd", "expand": ["balance_transaction"]})
        self.assertEqual((payout.status, payout.balance_transaction.net, self.total()), ("pending", -900, 41))
        self.assertEqual([one.id for one in self.v1.payouts.list(params={"status": "pending"}).data], [payout.id])
        self.assertEqual(self.v1.payouts.update(payout.id, params={"metadata": {"a": "b"}}).metadata.a, "b")

    def test_too_much(self):
        with self.refused(status=400, code="balance_insufficient"):
            self.v1.payouts.create(params={"amount": 942, "currency": "usd"})

    def test_cancel(self):
        payout = self.v1.payouts.create(params={"amount": 900, "currency": "usd"})
        self.assertEqual((self.v1.payouts.cancel(payout.id).status, self.total()), ("canceled", 941))
        with self.refused(status=400):
            self.v1.payouts.cancel(payout.id)

    def test_of_an_account(self):
        account = self.seller()
        options = {"stripe_account": account.id}
        self.pay(500, payment_method="pm_card_bypassPending", transfer_data={"destination": account.id})
        payout = self.v1.payouts.create(
            params={"amount": 500, "currency": "usd", "expand": ["destination"]}, options=options
        )
        self.assertEqual((payout.destination.last4, self.total(account.id)), ("6789", 0))

    def test_to_a_bank_account_of_a_currency_in_capitals(self):
        account = self.seller(external_account=BANK | {"country": "us", "currency": "USD"})
        bank = account.external_accounts.data[0]
        self.assertEqual((bank.country, bank.currency), ("US", "usd"))
        self.pay(500, payment_method="pm_card_bypassPending", transfer_data={"destination": account.id})
        params, options = {"amount": 500, "currency": "usd"}, {"stripe_account": account.id}
        self.assertEqual(self.v1.payouts.create(params=params, options=options).destination, bank.id)
        for name in ("country", "currency"):
            with self.refused(status=400, param=f"external_account[{name}]"):
                self.seller(external_account=BANK | {name: "zz"})

    def test_unknown(self):
        with self.refused(status=404, code="resource_missing"):
            self.v1.payouts.retrieve("po_none")

    def test_statement_descriptor(self):
        params = {"amount": 100, "currency": "usd", "statement_descriptor": "SHOP", "description": "Rent"}
        payout = self.v1.payouts.create(params=params)
        self.assertEqual((payout.statement_descriptor, payout.description, payout.automatic), ("SHOP", "Rent", False))
        with self.refused(status=400, param="statement_descriptor"):
            self.v1.payouts.create(params=params | {"statement_descriptor": "S" * 23})

    def test_instant(self):
        available = self.v1.balance.retrieve().instant_available
        self.assertEqual([(part.amount, part.currency) for part in available], [(941, "usd")])
        payout = self.v1.payouts.create(params={"amount": 941, "currency": "usd", "method": "instant"})
        self.assertEqual(payout.method, "instant")
        self.assertLess(payout.arrival_date - payout.created, DAY)
        self.assertEqual(self.v1.balance.retrieve().instant_available[0].amount, 0)

    def test_once_by_its_key(self):
        params, options = {"amount": 900, "currency": "usd"}, {"idempotency_key": "payout"}
        first = self.v1.payouts.create(params=params, options=options)
        self.assertEqual(self.v1.payouts.create(params=params, options=options).id, first.id)
        self.assertEqual(self.total(), 41)

    def test_transactions_of_one_by_request(self):
        payout = self.v1.payouts.create(params={"amount": 900, "currency": "usd"})
        with self.refused(status=400, param="payout"):
            self.v1.balance_transactions.list(params={"payout": payout.id})
        with self.refused(status=400, code="resource_missing", param="payout"):
            self.v1.balance_transactions.list(params={"payout": "po_none"})

    def test_reversal_of_one_that_is_not_paid(self):
        payout = self.v1.payouts.create(params={"amount": 900, "currency": "usd"})
        with self.refused(status=400):
            self.v1.payouts.reverse(payout.id)

    def test_list(self):
        payouts = [self.v1.payouts.create(params={"amount": 100 + n, "currency": "usd"}) for n in range(3)]
        found = [one.id for one in self.v1.payouts.list(params={"limit": 2}).auto_paging_iter()]
        self.assertEqual(found, [one.id for one in reversed(payouts)])
        late = {"arrival_date": {"gt": payouts[-1].arrival_date}}
        self.assertEqual(self.v1.payouts.list(params=late).data, [])


class Banks(Marketplace):
    def paid_seller(self, **changes):
        account = self.seller(**changes)
        self.pay(500, payment_method="pm_card_bypassPending", transfer_data={"destination": account.id})
        return account, {"stripe_account": account.id}

    def bank(self, account, **changes):
        return self.v1.accounts.external_accounts.create(account.id, params={"external_account": BANK | changes})

    def test_fingerprint(self):
        first, second = (self.seller().external_accounts.data[0] for _ in range(2))
        other = self.seller(external_account=BANK | {"account_number": "000111111116"}).external_accounts.data[0]
        self.assertEqual(first.fingerprint, second.fingerprint)
        self.assertNotEqual(first.fingerprint, other.fingerprint)
        self.assertRegex(first.fingerprint, "^[0-9A-Za-z]{16}$")

    def test_named_destination(self):
        account, options = self.paid_seller()
        bank = self.bank(account, account_number="000222222227")
        params = {"amount": 100, "currency": "usd", "destination": bank.id}
        payout = self.v1.payouts.create(params=params, options=options)
        found = self.v1.payouts.list(params={"destination": bank.id}, options=options).data
        self.assertEqual([one.id for one in found], [payout.id])
        with self.refused(status=400, param="destination"):
            self.v1.payouts.create(params=params | {"destination": "ba_none"}, options=options)

    def test_no_bank_in_the_currency(self):
        _, options = self.paid_seller()
        with self.refused(status=400, param="currency"):
            self.v1.payouts.create(params={"amount": 100, "currency": "eur"}, options=options)

    def test_account_that_is_not_ready(self):
        account = self.v1.accounts.create(params={"type": "custom"})
        with self.refused(status=400, code="payouts_not_allowed"):
            self.v1.payouts.create(
                params={"amount": 100, "currency": "usd"}, options={"stripe_account": account.id}
            )


@tables
class Schedules(Marketplace):
    def schedule(self, account, **schedule):
        params = {"settings": {"payouts": {"schedule": schedule}}}
        return self.v1.accounts.update(account.id, params=params).settings.payouts.schedule

    def test_default(self):
        schedule = self.seller().settings.payouts.schedule
        self.assertEqual((schedule.interval, schedule.delay_days), ("daily", 2))

    @table(
        {
            "manual": ({"interval": "manual"}, {}),
            "weekly anchor": (
                {"interval": "weekly", "weekly_anchor": "friday"},
                {"weekly_anchor": "friday", "weekly_payout_days": ["friday"]},
            ),
            "weekly days": (
                {"interval": "weekly", "weekly_payout_days": ["monday", "thursday"]},
                {"weekly_anchor": "monday", "weekly_payout_days": ["monday", "thursday"]},
            ),
            "monthly anchor": (
                {"interval": "monthly", "monthly_anchor": 31},
                {"monthly_anchor": 31, "monthly_payout_days": [31]},
            ),
            "delay": ({"interval": "daily", "delay_days": 7}, {"delay_days": 7}),
            "least delay": ({"interval": "daily", "delay_days": "minimum"}, {"delay_days": 2}),
        }
    )
    def test_schedule(self, given, shown):
        schedule = self.schedule(self.seller(), **given).to_dict()
        self.assertEqual(schedule, {"delay_days": 2, "interval": given["interval"]} | shown)

    @table(
        {
            "weekly without a day": ({"interval": "weekly"}, "weekly_anchor"),
            "no such day": ({"interval": "weekly", "weekly_anchor": "someday"}, "weekly_anchor"),
            "day 32": ({"interval": "monthly", "monthly_anchor": 32}, "monthly_anchor"),
            "a day of another interval": ({"interval": "daily", "weekly_anchor": "monday"}, "weekly_anchor"),
        }
    )
    def test_refused(self, given, param):
        with self.refused(status=400, param=f"settings[payouts][schedule][{param}]"):
            self.schedule(self.seller(), **given)

    def test_balance_settings(self):
        settings = self.v1.balance_settings.retrieve()
        self.assertEqual(settings.payments.payouts.schedule.interval, "manual")
        changed = self.v1.balance_settings.update(
            params={
                "payments": {
                    "payouts": {"schedule": {"interval": "weekly", "weekly_payout_days": ["monday"]}},
                    "settlement_timing": {"delay_days_override": 4},
                }
            }
        )
        self.assertEqual(changed.payments.payouts.schedule.weekly_payout_days, ["monday"])
        self.assertEqual(changed.payments.settlement_timing.delay_days, 4)
        self.assertEqual(self.v1.balance_settings.retrieve().to_dict(), changed.to_dict())
        self.assertEqual(len(self.events("balance_settings.updated")), 1)

    def test_balance_settings_of_an_account(self):
        account = self.seller()
        options = {"stripe_account": account.id}
        self.assertEqual(self.v1.balance_settings.retrieve(options=options).payments.payouts.status, "enabled")
        params = {"payments": {"payouts": {"schedule": {"interval": "manual"}}, "debit_negative_balances": False}}
        self.v1.balance_settings.update(params=params, options=options)
        settings = self.v1.accounts.retrieve(account.id).settings.payouts
        self.assertEqual((settings.schedule.interval, settings.debit_negative_balances), ("manual", False))


@tables
class Automatic(Marketplace):
    """What time brings: each case at a gateway of its own."""

    def setUp(self):
        super().setUp()
        own = support.gateway()
        self.base = own.__enter__()
        self.addCleanup(own.__exit__, None, None, None)
        self.client = self.as_client(f"sk_test_{self.name}")
        self.v1 = self.client.v1

    def paid_seller(self, **changes):
        account = self.seller(**changes)
        self.options = {"stripe_account": account.id}
        self.share(account, 1000)
        return account

    def share(self, account, amount):
        self.pay(amount, payment_method="pm_card_bypassPending", transfer_data={"destination": account.id})

    def payouts(self, **params):
        return self.v1.payouts.list(params=params, options=self.options).data

    def types(self, *types):
        listed = self.v1.events.list(params={"types": list(types), "limit": 100}, options=self.options)
        return [event.type for event in reversed(listed.data)]

    def test_daily(self):
        account = self.paid_seller()
        self.advance(DAY)
        payout = self.payouts()[0]
        self.assertEqual((payout.amount, payout.automatic, self.total(account.id)), (1000, True, 0))
        held = self.v1.balance_transactions.list(params={"payout": payout.id}, options=self.options).data
        self.assertEqual([(one.type, one.net) for one in held], [("payout", -1000), ("payment", 1000)])
        self.advance(3 * DAY)
        self.assertEqual(self.payouts()[0].status, "paid")
        self.assertEqual(
            self.types("payout.created", "payout.updated", "payout.paid", "payout.failed"),
            ["payout.created", "payout.updated", "payout.paid"],
        )

    def test_of_a_leap(self):
        account = self.paid_seller()
        self.advance(30 * DAY)
        self.share(account, 500)
        self.advance(30 * DAY)
        self.assertEqual([(one.amount, one.status) for one in self.payouts()], [(500, "paid"), (1000, "paid")])

    def test_manual(self):
        schedule = {"payouts": {"schedule": {"interval": "manual"}}}
        account = self.paid_seller(settings=schedule)
        self.advance(40 * DAY)
        self.assertEqual((self.payouts(), self.total(account.id)), ([], 1000))

    def test_of_a_platform(self):
        self.pay(1000, payment_method="pm_card_bypassPending")
        self.advance(10 * DAY)
        self.assertEqual(self.v1.payouts.list().data, [])

    def test_cancel(self):
        self.paid_seller()
        self.advance(DAY)
        with self.refused(status=400):
            self.v1.payouts.cancel(self.payouts()[0].id, options=self.options)

    def test_reverse(self):
        account = self.paid_seller()
        self.advance(5 * DAY)
        payout = self.payouts()[0]
        back = self.v1.payouts.reverse(payout.id, options=self.options)
        self.assertEqual((back.amount, back.original_payout, self.total(account.id)), (-1000, payout.id, 1000))
        self.assertEqual(self.v1.payouts.retrieve(payout.id, options=self.options).reversed_by, back.id)

    @table(
        {
            "no account": ("000111111116", "no_account"),
            "closed": ("000111111113", "account_closed"),
            "insufficient": ("000222222227", "insufficient_funds"),
            "not authorized": ("000333333335", "debit_not_authorized"),
            "currency": ("000444444440", "invalid_currency"),
        }
    )
    def test_bank_that_refuses(self, number, code):
        account = self.paid_seller(external_account=BANK | {"account_number": number})
        self.advance(5 * DAY)
        payout = self.payouts()[0]
        self.assertEqual((payout.status, payout.failure_code, self.total(account.id)), ("failed", code, 1000))
        self.assertRegex(payout.failure_balance_transaction, "^txn_")
        seen = self.v1.accounts.retrieve(account.id)
        self.assertEqual((seen.payouts_enabled, seen.external_accounts.data[0].status), (False, "errored"))
        self.assertEqual(
            self.types("payout.failed", "account.external_account.updated", "account.updated"),
            ["payout.failed", "account.external_account.updated", "account.updated"],
        )
        self.advance(10 * DAY)
        self.assertEqual(len(self.payouts()), 1)

    def test_another_bank(self):
        account = self.paid_seller(external_account=BANK | {"account_number": "000111111113"})
        self.advance(5 * DAY)
        self.v1.accounts.external_accounts.create(
            account.id, params={"external_account": BANK, "default_for_currency": True}
        )
        self.advance(DAY)
        self.assertEqual([(one.amount, one.status == "failed") for one in self.payouts()], [(1000, False), (1000, True)])
        self.assertTrue(self.v1.accounts.retrieve(account.id).payouts_enabled)
        held = self.v1.balance_transactions.list(params={"payout": self.payouts()[0].id}, options=self.options).data
        self.assertEqual([one.type for one in held], ["payout", "payout_failure"])
