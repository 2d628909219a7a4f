"""What went over the wire between a host and a simulated CCID reader."""

from report import expect

POWER_ON, TRANSFER, DATA = 0x62, 0x6F, 0x80
HEADER = 10


def is_transfer(direction, message):
    """Whether a message takes something to the card."""
    return direction == ">" and message[0] == TRANSFER


def exchanges(messages):
    """The blocks and chained parts that went to the card and came back since it was last powered, in words.

    Two drivers are equivalent when these are the same: slot polling, parameters and sequence numbers are their affair.
    """
    found = []
    for direction, message in messages:
        if len(message) < HEADER:
            continue
        kind, parameter, body = message[0], message[8:10], message[HEADER:].hex()
        if direction == ">" and kind == POWER_ON:
            found = []
        elif is_transfer(direction, message):
            found.append(f"> level {parameter.hex()} {body}")
        # The answer to the power-on is the answer to reset: what follows a transfer counts.
        elif direction == "<" and kind == DATA and found:
            found.append(f"< chain {parameter[1]:02x} {body}")
    return found


def expect_equal(ours, theirs):
    """Fails where two wires differ first."""
    expect(theirs, "nothing went over the oracle's wire")
    for number, (one, other) in enumerate(zip(ours, theirs), 1):
        expect(one == other, f"exchange {number} differs:\nours   {one}\ntheirs {other}")
    rest = f"ours has {len(ours)} messages, theirs {len(theirs)}:"
    expect(len(ours) == len(theirs), f"{rest} {(ours + theirs)[min(len(ours), len(theirs))]}")
