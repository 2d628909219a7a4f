"""The merchant's server, tender backend serve, in front of a gateway."""

import json
import os
import subprocess

from outside import Wrong


class MerchantServer:
    """A server with its secret key, and the token of its only till."""

    def __init__(self, binary, gateway, key, folder):
        tills, config = folder / "tills.json", folder / "backend.json"
        config.write_text(json.dumps({
            "allow": ["payments", "refunds", "setup", "readers", "transfers", "links", "shares"],
            "requests_per_minute": 100000}), encoding="utf-8")
        added = subprocess.run(
            [binary, "backend", "add-till", "counter", "--tills", str(tills)], stdout=subprocess.PIPE, text=True, check=True)
        self.token = added.stdout.strip()
        self.process = subprocess.Popen(
            [binary, "backend", "serve", "--config", str(config), "--tills", str(tills), "--port", "0", "--json",
             "--gateway", f"http://127.0.0.1:{gateway}"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=dict(os.environ, TENDER_API_KEY=key))
        text = ""
        while not text.rstrip().endswith("}"):
            line = self.process.stdout.readline()
            if not line:
                raise Wrong("the merchant's server did not start")
            text += line
        self.port = json.loads(text)["port"]

    def end(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
