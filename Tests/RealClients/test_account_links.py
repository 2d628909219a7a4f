"""Links by which sellers come in: onboarding by account links, the dashboard by login links."""

import http.client
import re
import urllib.parse

import stripe

from support import Case, table, tables
from test_marketplace import ADDRESS, PERSON, SELLER

BACK = {"refresh_url": "https://platform.test/again", "return_url": "https://platform.test/done"}
BOTH = {"card_payments": {"requested": True}, "transfers": {"requested": True}}


class Page:
    """A page as a browser without scripts sees it."""

    def __init__(self, response):
        self.status, self.location = response.status, response.getheader("Location")
        self.onward = (response.getheader("Refresh") or "").removeprefix("0; url=")
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.html = response.read().decode()

    @property
    def title(self):
        return (re.findall(r"<title>(.*?)</title>", self.html) or [""])[0]

    @property
    def form(self):
        """The fields of the first form as they stand."""
        html = (re.findall(r"<form.*?</form>", self.html, re.DOTALL) or [""])[0]
        fields = {}
        for tag in re.findall(r"<input[^>]*>", html):
            attributes = dict(re.findall(r'(\w+)="([^"]*)"', tag))
            if attributes.get("type") in ("radio", "checkbox") and " checked" not in tag:
                continue
            fields[attributes["name"]] = attributes.get("value", "")
        for name, options in re.findall(r'<select[^>]*name="([^"]*)"[^>]*>(.*?)</select>', html, re.DOTALL):
            fields[name] = (re.findall(r'<option value="([^"]*)" selected', options) or [""])[0]
        return fields


class Links(Case):
    def account(self, **params):
        return self.v1.accounts.create(params={"type": "express", "country": "US", "capabilities": BOTH} | params)

    def link(self, seller, **params):
        return self.v1.account_links.create(
            params={"account": seller.id, "type": "account_onboarding"} | BACK | params
        )

    def browse(self, url, form=None, method=None):
        """Asks for a page; a form is sent."""
        parts = urllib.parse.urlsplit(urllib.parse.urljoin(self.base, url))
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
        headers = {"Content-Type": "application/x-www-form-urlencoded"} if form is not None else {}
        body = urllib.parse.urlencode(form) if form is not None else None
        path = urllib.parse.urlunsplit(("", "", parts.path, parts.query, ""))
        try:
            connection.request(method or ("POST" if form is not None else "GET"), path, body, headers)
            return Page(connection.getresponse())
        finally:
            connection.close()

    def enter(self, account):
        return self.browse(self.link(account).url).location

    def onboard(self, account):
        """Clicks through with the test data; gives the titles, and where the last page leads to."""
        path, titles = self.enter(account), []
        for _ in range(10):
            page = self.browse(path)
            titles.append(page.title)
            if page.form["step"] == "review":
                done = self.browse(path, page.form | {"action": "save", "agree": "yes"})
                return titles, done.onward
            filled = self.browse(path, page.form | {"action": "fill"})
            saved = self.browse(path, filled.form | {"action": "save"})
            self.assertEqual(saved.status, 303, saved.html[-1500:])
        return self.fail("the onboarding does not end")


@tables
class AccountLinks(Links):
    def test_create(self):
        options = {"fields": "eventually_due", "future_requirements": "include"}
        link = self.link(self.account(), collection_options=options)
        self.assertEqual(link.object, "account_link")
        self.assertTrue(0 < link.expires_at - link.created <= 600)
        self.assertTrue(link.url.startswith(self.base))

    def test_single_use(self):
        link = self.link(self.account())
        self.assertEqual(self.browse(link.url).status, 303)
        self.assertEqual(self.browse(link.url).location, BACK["refresh_url"])

    def test_a_preview_does_not_open_it(self):
        link = self.link(self.account())
        self.assertEqual(self.browse(link.url, method="HEAD").status, 303)
        self.assertEqual(self.browse(self.browse(link.url).location).status, 200)

    def test_unknown_link(self):
        self.assertEqual(self.browse("/setup/s/lnk_none").status, 404)

    @table(
        {
            "no account": ({"account": "acct_none"}, "resource_missing"),
            "bad type": ({"type": "account_dance"}, None),
            "bad return": ({"return_url": "nowhere"}, "url_invalid"),
            "script": ({"refresh_url": "javascript:alert(1)"}, "url_invalid"),
            "update of express": ({"type": "account_update"}, None),
            "unknown": ({"surprise": "1"}, "parameter_unknown"),
        }
    )
    def test_refused(self, params, code):
        account = self.account()
        with self.refused(status=400) as refusal:
            self.link(account, **params)
        if code:
            self.assertEqual(refusal.json["code"], code)

    def test_update_of_custom(self):
        account = self.v1.accounts.create(params=SELLER)
        self.assertTrue(self.link(account, type="account_update").url)

    def test_of_another_platform(self):
        account = self.account()
        with self.refused(status=(400, 403, 404)):
            self.other_account().account_links.create(
                params={"account": account.id, "type": "account_onboarding"} | BACK
            )


class Onboarding(Links):
    def test_individual(self):
        account = self.account()
        titles, location = self.onboard(account)
        self.assertEqual(location, BACK["return_url"])
        self.assertEqual(titles[0], "About you")
        account = self.v1.accounts.retrieve(account.id)
        self.assertTrue(account.charges_enabled and account.payouts_enabled and account.details_submitted)
        self.assertEqual(account.requirements.currently_due, [])
        self.assertEqual(account.capabilities.to_dict(), {"card_payments": "active", "transfers": "active"})

    def test_company(self):
        account = self.account(business_type="company")
        titles, _ = self.onboard(account)
        self.assertIn("Your company", titles)
        account = self.v1.accounts.retrieve(account.id)
        self.assertTrue(account.charges_enabled and account.company.tax_id_provided)
        people = self.v1.accounts.persons.list(account.id).data
        self.assertEqual([person.relationship.representative for person in people], [True])

    def test_only_what_is_missing(self):
        person = {name: value for name, value in PERSON.items() if name != "last_name"}
        account = self.account(business_type="individual", individual=person | {"address": ADDRESS})
        titles, _ = self.onboard(account)
        self.assertEqual(titles, ["What you sell", "Who you are", "Where your money goes", "Review and agree"])

    def test_events(self):
        account = self.account()
        self.onboard(account)
        page = self.v1.events.list(params={"limit": 100}, options={"stripe_account": account.id})
        kinds = {event.type for event in page.data}
        wanted = {"account.updated", "capability.updated", "person.created", "account.external_account.created"}
        self.assertEqual(wanted - kinds, set())

    def test_paid_afterwards(self):
        account = self.account()
        self.onboard(account)
        self.paid(1000, application_fee_amount=123, transfer_data={"destination": account.id})
        balance = self.v1.balance.retrieve(options={"stripe_account": account.id})
        self.assertEqual(sum(part.amount for part in balance.pending), 877)

    def test_foreign_form(self):
        account = self.account(business_type="individual")
        path = self.enter(account)
        form = self.browse(path).form | {"action": "save"}
        self.assertEqual(self.browse(path, form | {"_token": "0" * 64}).status, 403)

    def test_error_beside_the_field(self):
        path = self.enter(self.account(business_type="individual"))
        page = self.browse(path + "?step=person")
        answer = self.browse(path, page.form | {"action": "save", "email": '"><script>alert(1)</script>'})
        self.assertEqual(answer.status, 422)
        self.assertIn('id="e-email"', answer.html)
        self.assertNotIn("<script>", answer.html)
        self.assertIn("default-src 'none'", answer.headers["content-security-policy"])


class LoginLinks(Links):
    def test_dashboard(self):
        account = self.account()
        self.onboard(account)
        link = self.v1.accounts.login_links.create(account.id)
        self.assertEqual(link.object, "login_link")
        page = self.browse(self.browse(link.url).location)
        self.assertEqual((page.status, page.title), (200, "Your account"))
        self.assertEqual(self.browse(link.url).status, 410)

    def test_before_onboarding(self):
        with self.refused(status=400):
            self.v1.accounts.login_links.create(self.account().id)

    def test_of_custom(self):
        account = self.v1.accounts.create(params=SELLER)
        with self.refused(stripe.InvalidRequestError, status=400):
            self.v1.accounts.login_links.create(account.id)
