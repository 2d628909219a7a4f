"""django-payments sells something with its Stripe provider as a shop in Django does: a session, its page, the refund.
Nothing of it is changed but the address. Prints what came of each step; what the customer does in between is the case's.

usage: shop.py URL KEY < the session's address goes out, a line comes in when it is paid
"""

import json
import sys
from decimal import Decimal

import django
import stripe
from django.conf import settings

url, key = sys.argv[1:]
stripe.api_base = url
settings.configure(
    SECRET_KEY="of a test",
    DATABASES={},
    INSTALLED_APPS=["django.contrib.contenttypes"],
    PAYMENT_HOST="shop.test",
    PAYMENT_USES_SSL=True,
)
django.setup()

from payments import PaymentStatus, RedirectNeeded  # noqa: E402
from payments.stripe import StripeProviderV3  # noqa: E402


class Payment:
    """What a shop's own model of a payment has; django-payments wants no more of it."""

    variant, currency, total, captured_amount = "stripe", "USD", Decimal("49.98"), 0
    token, pk, billing_email, billing_first_name, billing_last_name = "order-7", 7, "ada@example.com", "Ada", ""
    transaction_id, status, message = None, PaymentStatus.WAITING, ""

    def __init__(self):
        self.attrs = type("Attributes", (), {})()

    def change_status(self, status, message=""):
        self.status, self.message = status, message

    def save(self):
        pass

    def get_success_url(self):
        return "https://shop.test/thanks"

    def get_failure_url(self):
        return "https://shop.test/basket"


provider, payment = StripeProviderV3(api_key=key), Payment()
try:
    provider.get_form(payment)
except RedirectNeeded as redirect:
    print(json.dumps({"address": str(redirect), "session": payment.transaction_id}), flush=True)
sys.stdin.readline()
provider.status(payment)
paid = payment.status
refunded = provider.refund(payment)
print(json.dumps({"paid": paid, "refunded": refunded, "status": payment.status}), flush=True)
