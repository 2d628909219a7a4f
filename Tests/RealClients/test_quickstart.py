"""The official client's quick start, as a shop would run it."""

import re
import subprocess
import sys
import unittest

import support


class QuickStart(unittest.TestCase):
    PROGRAM = support.ROOT / "docs" / "examples" / "quickstart.py"

    def test_runs(self):
        run = subprocess.run(
            [sys.executable, str(self.PROGRAM), support.url], capture_output=True, text=True, timeout=120, check=False
        )
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(
            run.stdout.splitlines(),
            [
                "confirmed: requires_capture",
                "captured: succeeded 2000",
                "webhook: payment_intent.succeeded verified",
                "declined: card_declined",
                "refunded: succeeded 2000",
            ],
        )

    def test_only_the_base_differs(self):
        text = self.PROGRAM.read_text(encoding="utf-8")
        self.assertEqual(len(re.findall("API_BASE", text.split('"""')[2])), 2)
        for word in ("http_client", "patch", "verify_ssl", "stripe_version", "api_version"):
            self.assertNotIn(word, text.split('"""')[2])
