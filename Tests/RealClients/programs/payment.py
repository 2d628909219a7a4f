"""A payment from its creation to its refund with the official client as shops wrote it for years: module functions,
global settings. Prints what came of each step; runs with every version of the client since 2.76.

usage: payment.py URL KEY
"""

import json
import sys

import stripe

stripe.api_base, stripe.api_key = sys.argv[1:]
stripe.max_network_retries = 1


def steps():
    customer = stripe.Customer.create(name="Ada", metadata={"till": "1"})
    yield "customer", customer.metadata["till"]
    created = stripe.PaymentIntent.create(
        amount=2000,
        currency="usd",
        customer=customer.id,
        capture_method="manual",
        confirm=False,
        automatic_payment_methods={"enabled": True, "allow_redirects": "never"},
        idempotency_key="order-1",
    )
    yield "created", created.status
    held = stripe.PaymentIntent.confirm(created.id, payment_method="pm_card_visa", off_session=True)
    yield "held", held.status
    captured = stripe.PaymentIntent.capture(held.id, amount_to_capture=1500)
    yield "captured", [captured.status, captured.amount_received]
    refund = stripe.Refund.create(payment_intent=captured.id, amount=500, expand=["charge"])
    yield "refunded", [refund.status, refund.charge.amount_refunded, refund.charge.refunded]
    found = stripe.PaymentIntent.retrieve(captured.id, expand=["latest_charge", "customer"])
    yield "found", [found.customer.name, found.latest_charge.amount_refunded]
    for amount in (300, 400, 500):
        stripe.PaymentIntent.create(
            amount=amount, currency="usd", payment_method="pm_card_visa", confirm=True, payment_method_types=["card"]
        )
    paged = stripe.PaymentIntent.list(limit=2)
    yield "listed", sorted(intent.amount for intent in paged.auto_paging_iter())
    canceled = stripe.PaymentIntent.cancel(stripe.PaymentIntent.create(amount=700, currency="usd").id)
    yield "canceled", canceled.status
    try:
        stripe.PaymentIntent.create(
            amount=800,
            currency="usd",
            payment_method="pm_card_visa_chargeDeclinedInsufficientFunds",
            payment_method_types=["card"],
            confirm=True,
        )
    except stripe.error.CardError as error:
        yield "declined", [error.http_status, error.code, error.error.decline_code]
    seller = stripe.Account.create(type="express", country="US", capabilities={"transfers": {"requested": True}})
    yield "seller", list(seller.capabilities)
    product = stripe.Product.create(name="Teapot", shippable=True, active=True)
    price = stripe.Price.create(product=product.id, currency="usd", unit_amount=1500)
    session = stripe.checkout.Session.create(
        mode="payment",
        success_url="https://shop.test/done",
        line_items=[{"price": price.id, "quantity": 2, "adjustable_quantity": {"enabled": False}}],
        phone_number_collection={"enabled": True},
    )
    yield "session", [session.status, session.amount_total]
    deleted = stripe.Customer.delete(customer.id)
    yield "deleted", deleted.deleted


print(json.dumps({"version": getattr(stripe, "VERSION", None) or stripe.version.VERSION, "steps": dict(steps())}))
