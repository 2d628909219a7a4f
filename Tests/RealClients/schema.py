"""Judges answers by the public schemas: what must be there, what may be null, types, words, nested objects."""

import json
import pathlib
import re

FOLDER = pathlib.Path(__file__).resolve().parent / "schemas"
TYPES = {"string": str, "integer": int, "boolean": bool, "object": dict, "array": list}

# What the documentation shows and the types leave out.
# The second is shown by versions before 2022-11-15.
UNTYPED = {"ephemeral_key": {"associated_objects"}, "payment_intent": {"charges"}}

CLOCK = {
    "type": "object",
    "properties": {
        "object": {"type": "string", "enum": ["tender.clock"]},
        "advanced": {"type": "integer"},
        "livemode": {"type": "boolean"},
        "now": {"type": "integer"},
    },
    "required": ["object", "advanced", "livemode", "now"],
}

PREFIXES = {
    "payment_intent": "pi_",
    "charge": "ch_|py_",
    "refund": "re_|pyr_",
    "customer": "cus_",
    "payment_method": "pm_|card_",
    "card": "card_",
    "setup_intent": "seti_",
    "setup_attempt": "setatt_",
    "mandate": "mandate_",
    "terminal.location": "tml_",
    "terminal.reader": "tmr_",
    "terminal.configuration": "tmc_",
    "balance_transaction": "txn_",
    "event": "evt_",
    "webhook_endpoint": "we_",
    "token": "b?tok_",
    "confirmation_token": "ctoken_",
    "ephemeral_key": "ephkey_",
}


def load():
    schemas = {}
    for name in ("schemas.json", "supplement.json"):
        schemas |= json.loads((FOLDER / name).read_text(encoding="utf-8"))["components"]["schemas"]
    # An error has the codes that an intent remembers.
    last_error = schemas["payment_intent"]["properties"]["last_payment_error"]
    codes = last_error["properties"]["code"]
    # The guide to transfers names one that the types leave out.
    codes["enum"] = [*codes["enum"], "insufficient_capabilities_for_transfer"]
    schemas["error"]["properties"]["code"] = codes
    # The answer of an endpoint of ours, which the public types do not know.
    schemas["tender.clock"] = CLOCK
    return schemas


SCHEMAS = load()


class Judge:
    """Collects what is wrong with one answer.

    A lenient one asks for no members: an answer to a publishable key leaves some out on purpose.
    """

    def __init__(self, lenient=False):
        self.lenient = lenient
        self.findings = []

    def wrong(self, path, text):
        self.findings.append(f"{path}: {text}")

    def answer(self, value, path="answer"):
        """Judges a whole body of an answer with status 200."""
        if not isinstance(value, dict):
            return self.wrong(path, "is no object")
        if value.get("object") == "list":
            return self.page(value, path)
        if value.get("object") == "search_result":
            page = value.get("next_page", "missing")
            if (isinstance(page, str) and page != "missing") is not value.get("has_more"):
                self.wrong(f"{path}.next_page", f"is {page!r}")
            return self.page(value, path, {"next_page"})
        return self.named(value, path)

    def page(self, value, path, more=frozenset()):
        for member, kind in (("data", list), ("has_more", bool), ("url", str)):
            if not isinstance(value.get(member), kind):
                self.wrong(path, f"a list whose {member} is {value.get(member)!r}")
        for extra in value.keys() - {"object", "data", "has_more", "url", "total_count"} - more:
            self.wrong(f"{path}.{extra}", "is no member of a list")
        for number, item in enumerate(value.get("data") or []):
            self.answer(item, f"{path}.data[{number}]")

    def page_v2(self, value, path="answer"):
        """Judges a list of the second generation of the API."""
        if not isinstance(value.get("data"), list):
            self.wrong(path, f"a list whose data is {value.get('data')!r:.80}")
        for member in ("next_page_url", "previous_page_url"):
            address = value.get(member, "missing")
            if address is not None and not str(address).startswith("/v2/"):
                self.wrong(f"{path}.{member}", f"is {address!r}")
        for extra in value.keys() - {"data", "next_page_url", "previous_page_url"}:
            self.wrong(f"{path}.{extra}", "is no member of a list")
        for number, item in enumerate(value.get("data") or []):
            self.named(item, f"{path}.data[{number}]")

    def named(self, value, path):
        """Judges an object by the schema that its member object names."""
        name = value.get("object")
        schema = SCHEMAS.get(f"deleted_{name}" if value.get("deleted") is True else name)
        if schema is None:
            return self.wrong(path, f"there is no schema for the object {name!r}")
        return self.value(value, schema, path)

    def value(self, value, schema, path):
        if "$ref" in schema:
            nullable = schema.get("nullable", False)
            schema = SCHEMAS[schema["$ref"].rsplit("/", 1)[1]]
            if value is None and nullable:
                return
        if value is None:
            # A schema without a type says nothing of its values.
            if not schema.get("nullable") and schema.keys() & {"type", "anyOf"}:
                self.wrong(path, "is null")
            return
        if "anyOf" in schema:
            return self.union(value, schema["anyOf"], path)
        kind = schema.get("type")
        if kind is None:
            return
        if kind == "number":
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                self.wrong(path, f"is {value!r}, no number")
            return
        if not isinstance(value, TYPES[kind]) or (kind == "integer" and isinstance(value, bool)):
            return self.wrong(path, f"is {value!r:.80}, not of type {kind}")
        # An open enum may grow, but not in a simulator of one version.
        words = schema.get("enum") or schema.get("x-open-enum")
        if words and value not in words:
            return self.wrong(path, f"is {value!r}, none of the words it may be")
        if kind == "array":
            for number, item in enumerate(value):
                self.value(item, schema.get("items", {}), f"{path}[{number}]")
        elif kind == "object":
            self.members(value, schema, path)

    def union(self, value, choices, path):
        """An id or an object, or one of several kinds of object, which their member object tells apart."""
        flat = list(self.flattened(choices))
        if not isinstance(value, dict):
            trials = [choice for choice in flat if choice.get("type") != "object"]
        else:
            kinds = [choice for choice in flat if choice.get("type") == "object"]
            exact = [choice for choice in kinds if self.is_about(choice, value)]
            trials = exact or [choice for choice in kinds if "object" not in choice.get("properties", {})]
        if not trials:
            return self.wrong(path, f"is {value!r:.80}, none of the kinds it may be")
        results = []
        for choice in trials:
            judge = Judge(self.lenient)
            judge.value(value, choice, path)
            if not judge.findings:
                return
            results.append(judge.findings)
        self.findings += min(results, key=len)

    def flattened(self, choices):
        for choice in choices:
            if "$ref" in choice:
                choice = SCHEMAS[choice["$ref"].rsplit("/", 1)[1]]
            if "anyOf" in choice:
                yield from self.flattened(choice["anyOf"])
            elif "x-unresolved" not in choice:
                yield choice

    @staticmethod
    def is_about(choice, value):
        properties = choice.get("properties", {})
        names = properties.get("object", {}).get("enum", [])
        return value.get("object") in names and ("deleted" in properties) == (value.get("deleted") is True)

    def members(self, value, schema, path):
        properties = schema.get("properties", {})
        if not self.lenient:
            for name in [*schema.get("required", []), *schema.get("x-rendered", [])]:
                if name not in value:
                    self.wrong(f"{path}.{name}", "is missing")
        for name in schema.get("required", []):
            if name in value and value[name] is None:
                self.wrong(f"{path}.{name}", "is null and must not be")
        kind = value.get("object") if isinstance(value.get("object"), str) else None
        for name, member in value.items():
            if name in properties:
                self.value(member, properties[name], f"{path}.{name}")
            elif "additionalProperties" in schema:
                self.value(member, schema["additionalProperties"], f"{path}.{name}")
            elif properties and name not in UNTYPED.get(kind, ()):
                self.wrong(f"{path}.{name}", "is no member that the types know")
        if kind and "object" in properties:
            self.resource(value, kind, path)

    def resource(self, value, kind, path):
        """What holds for every resource beside its schema."""
        prefix = PREFIXES.get(kind)
        if prefix and not re.fullmatch(rf"({prefix})\w{{1,250}}", str(value.get("id"))):
            self.wrong(f"{path}.id", f"is {value.get('id')!r}, which does not begin with {prefix}")
        if value.get("livemode") is True:
            self.wrong(f"{path}.livemode", "is true with a key of test mode")
        currency = value.get("currency")
        if isinstance(currency, str) and not re.fullmatch("[a-z]{3}", currency):
            self.wrong(f"{path}.currency", f"is {currency!r}")
        if kind == "event" and isinstance(value.get("data"), dict) and isinstance(value["data"].get("object"), dict):
            self.named(value["data"]["object"], f"{path}.data.object")

    def error(self, value, status):
        """Judges a whole body of an answer that refuses."""
        if not isinstance(value, dict) or not isinstance(value.get("error"), dict):
            return self.wrong("error", f"the body is {value!r:.80}")
        error = value["error"]
        self.value(error, SCHEMAS["error"], "error")
        code, kind = error.get("code"), error.get("type")
        if code and code.replace("_", "-") not in str(error.get("doc_url")):
            self.wrong("error.doc_url", f"is {error.get('doc_url')!r} with the code {code}")
        if (status == 402) != (kind == "card_error"):
            self.wrong("error.type", f"is {kind} with status {status}")
        if kind == "idempotency_error" and status not in (400, 409):
            self.wrong("error.type", f"is {kind} with status {status}")
        if status not in (400, 401, 402, 403, 404, 409, 429):
            self.wrong("status", f"is {status}")
        return None


def judge(status, body, lenient=False):
    """The findings about an answer."""
    one = Judge(lenient)
    if status == 200:
        one.answer(body)
    else:
        one.error(body, status)
    return one.findings


def judge_v2(status, body, is_deletion):
    """The findings about an answer of the second generation of the API."""
    one = Judge()
    if not isinstance(body, dict):
        one.wrong("answer", "is no object")
    elif status != 200:
        error = body.get("error")
        for name in ("type", "code", "message"):
            if not isinstance(error, dict) or not isinstance(error.get(name), str):
                one.wrong(f"error.{name}", f"the body is {body!r:.80}")
        if status not in (400, 401, 403, 404, 409, 429):
            one.wrong("status", f"is {status}")
    elif "data" in body and "object" not in body:
        one.page_v2(body)
    elif is_deletion:
        if body.keys() != {"id", "object"} or body["object"] not in SCHEMAS:
            one.wrong("answer", f"of a deletion is {body!r:.80}")
    else:
        one.named(body, "answer")
    return one.findings
