"""dj-stripe copies every model of an account into its database, as its command djstripe_sync_models does; nothing of it is
changed but the address. Prints what it says, and how much of each model it has then.

usage: synchronize.py URL KEY
"""

import io
import json
import sys

import django
from django.conf import settings

url, key = sys.argv[1:]
settings.configure(
    DEBUG=True,
    SECRET_KEY="of a test",
    USE_TZ=True,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "djstripe"],
    # The tables as they are today: their history takes longer than all the rest.
    MIGRATION_MODULES={"djstripe": None},
    STRIPE_API_HOST=url,
    STRIPE_TEST_SECRET_KEY=key,
    STRIPE_LIVE_MODE=False,
    DJSTRIPE_FOREIGN_KEY_TO_FIELD="id",
)
django.setup()

from django.core.management import call_command  # noqa: E402
from djstripe import models  # noqa: E402

call_command("migrate", run_syncdb=True, verbosity=0)
models.APIKey.objects.create(secret=key, livemode=False, type="secret")
said, complained = io.StringIO(), io.StringIO()
call_command("djstripe_sync_models", stdout=said, stderr=complained)
names = ("Account", "BalanceTransaction", "Charge", "Customer", "Event", "PaymentIntent", "PaymentMethod", "Price", "Product")
counts = {name: getattr(models, name).objects.count() for name in (*names, "Refund", "Session")}
print(json.dumps({"said": said.getvalue(), "complaints": complained.getvalue().splitlines(), "counts": counts}))
