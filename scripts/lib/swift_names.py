"""The declarations of Swift sources, as far as the checks of the documentation need them."""

import dataclasses
import re

WORD = re.compile(
    r"(?P<open>\{)|(?P<close>\})|(?P<type>\b(?:struct|class|enum|actor|protocol|extension)\b)|"
    r"(?P<member>\b(?:func|var|let|case|typealias|associatedtype)\b)|(?P<init>\binit(?=[?]?\s*[(<]))")
NAME = re.compile(r"\s+`?([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)`?")
# What is not code, and what stands in parentheses after the name of a case.
OTHER = re.compile(r'"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"|/\*(?:.|\n)*?\*/|//[^\n]*')
PAYLOAD = re.compile(r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")


@dataclasses.dataclass(frozen=True)
class Declaration:
    """A type, or a member with the type that it stands in."""

    owner: str
    name: str
    kind: str
    is_public: bool
    line: int
    labels: tuple = ()

    @property
    def full_name(self):
        return f"{self.owner}.{self.name}" if self.owner else self.name

    @property
    def call(self):
        """The name of a function with its labels, as documentation writes it."""
        return f"{self.name}({''.join(f'{label}:' for label in self.labels)})"


def declarations(text):
    """Yields the declarations of a file, without those inside of functions."""
    text = OTHER.sub(lambda other: re.sub(r"[^\n]", " ", other.group(0)), text)
    scopes = []  # The type that each open brace belongs to, or None.
    opening = None
    for word in WORD.finditer(text):
        if word["open"]:
            scopes.append(opening)
            opening = None
        elif word["close"]:
            if scopes:
                scopes.pop()
        elif None not in scopes:
            before = text[text.rfind("\n", 0, word.start()) + 1:word.start()]
            if re.search(r"[.:(&<,]\s*$|^\s*(?:if|guard|switch|for|while)\b", before):
                continue
            kind = word["type"] or word["member"] or "init"
            outer = scopes[-1] if scopes else None
            owner = outer.full_name if outer else ""
            # What a protocol or an enumeration lists is as public as it is.
            listed = outer is not None and outer.kind in ("protocol", "enum") and (kind == "case" or outer.kind == "protocol")
            is_public = bool(re.search(r"\b(?:public|open)\b", before)) or listed and outer.is_public
            line = text.count("\n", 0, word.start()) + 1
            for name in names(text, word, kind):
                if word["type"]:
                    opening = Declaration("" if kind == "extension" else owner, name, kind, is_public, line)
                    if kind != "extension":
                        yield opening
                else:
                    yield Declaration(owner, name, kind, is_public, line, labels(text, word) if kind == "func" else ())


def names(text, word, kind):
    """The names that one declaration introduces."""
    if kind == "init":
        return ["init"]
    if kind == "case":
        end = re.compile(r"\n(?!\s*[,)(])|$").search(text, word.end()).start()
        return re.findall(r"(?:^|,)\s*`?([A-Za-z_]\w*)", PAYLOAD.sub("", text[word.end():end]))
    name = NAME.match(text, word.end())
    return [name.group(1)] if name else []


def labels(text, word):
    """The argument labels of a function."""
    opening = text.find("(", word.end())
    depth, begins, found = 0, True, []
    for place in range(opening, len(text)):
        letter = text[place]
        depth += (letter in "([{") - (letter in ")]}")
        if depth == 0:
            break
        if begins and depth == 1 and (label := re.match(r"`?([A-Za-z_]\w*)`?[\s:]", text[place:])):
            found.append(label.group(1))
            begins = False
        begins = begins or depth == 1 and letter == ","
    return tuple(found)


def summary(text, line):
    """The first sentence of the documentation comment above a line; empty if there is none."""
    lines = text.split("\n")
    above = line - 2
    while above >= 0 and lines[above].lstrip().startswith("@"):
        above -= 1
    comment = []
    while above >= 0 and lines[above].lstrip().startswith("///"):
        comment.insert(0, lines[above].lstrip()[3:].strip())
        above -= 1
    paragraph = comment[:comment.index("")] if "" in comment else comment
    return " ".join(paragraph)
