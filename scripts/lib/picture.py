"""Draws the cells of a terminal, as tmux captures them with their colors, and sheets of paper, as pictures.

Only what a picture needs is read of the escape sequences: SGR. Lines of boxes are drawn, not set in type, so that they
join whatever the font does.
"""

import dataclasses
import re
import unicodedata

from PIL import Image, ImageDraw, ImageFont

FONTS = "/usr/share/fonts/truetype/dejavu"
FONT_SIZE = 22
PADDING = 20
CORNER = 12

FOREGROUND, BACKGROUND = (214, 219, 228), (24, 27, 34)
COLORS = [
    (52, 58, 70), (238, 101, 107), (134, 197, 107), (231, 190, 96), (97, 163, 240), (201, 134, 222), (86, 190, 200),
    (200, 206, 216), (110, 119, 135), (255, 136, 140), (164, 222, 140), (250, 214, 130), (137, 189, 255),
    (221, 165, 238), (122, 216, 224), (255, 255, 255),
]
SEQUENCE = re.compile(r"\x1b\[([0-9;:]*)m|\x1b\[[0-9;:?]*[A-Za-z]|\x1b[()][A-Z0-9]|\x0e|\x0f")
WEIGHTS = {"LIGHT": 2, "HEAVY": 4}  # in pixels
EDGES = {"HORIZONTAL": ("LEFT", "RIGHT"), "VERTICAL": ("UP", "DOWN")}
SIDES = {"LEFT": (-1, 0), "RIGHT": (1, 0), "UP": (0, -1), "DOWN": (0, 1)}
# Parts of a cell: left, top, right, bottom.
BLOCKS = {"█": (0, 0, 1, 1), "▀": (0, 0, 1, 0.5), "▄": (0, 0.5, 1, 1), "▌": (0, 0, 0.5, 1), "▐": (0.5, 0, 1, 1)}


@dataclasses.dataclass(frozen=True)
class Style:
    """How a cell looks."""

    foreground: tuple | None = None
    background: tuple | None = None
    bold: bool = False
    dim: bool = False
    underline: bool = False
    reverse: bool = False

    def colors(self):
        """Ink and paper."""
        ink, paper = self.foreground or FOREGROUND, self.background or BACKGROUND
        if self.reverse:
            ink, paper = paper, ink
        if self.dim:
            ink = tuple((2 * own + other) // 3 for own, other in zip(ink, paper))
        return ink, paper


def indexed(number):
    """A color of the table of 256."""
    if number < 16:
        return COLORS[number]
    if number >= 232:
        return (8 + 10 * (number - 232),) * 3
    levels = (0, 95, 135, 175, 215, 255)
    number -= 16
    return levels[number // 36], levels[number // 6 % 6], levels[number % 6]


def changed(style, parameters):
    """The style after an SGR sequence."""
    numbers = [int(part or 0) for part in re.split("[;:]", parameters)]
    while numbers:
        number = numbers.pop(0)
        if number == 0:
            style = Style()
        elif number in (38, 48):
            name = "foreground" if number == 38 else "background"
            kind = numbers.pop(0) if numbers else 0
            count = 1 if kind == 5 else 3
            values, numbers = numbers[:count], numbers[count:]
            style = dataclasses.replace(style, **{name: indexed(values[0]) if kind == 5 else tuple(values)})
        else:
            style = dataclasses.replace(style, **simple(number))
    return style


def simple(number):
    """What a parameter without arguments changes."""
    if 30 <= number <= 37:
        return {"foreground": COLORS[number - 30]}
    if 40 <= number <= 47:
        return {"background": COLORS[number - 40]}
    if 90 <= number <= 97:
        return {"foreground": COLORS[number - 82]}
    if 100 <= number <= 107:
        return {"background": COLORS[number - 92]}
    return {
        1: {"bold": True}, 2: {"dim": True}, 4: {"underline": True}, 7: {"reverse": True},
        22: {"bold": False, "dim": False}, 24: {"underline": False}, 27: {"reverse": False},
        39: {"foreground": None}, 49: {"background": None},
    }.get(number, {})


def width(character):
    """The cells of a character."""
    if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cells(text, columns, rows):
    """The grid of a capture: rows of (character, style); the right half of a wide character is empty."""
    grid = [[(" ", Style())] * columns for _ in range(rows)]
    style, x, y, place = Style(), 0, 0, 0
    while place < len(text) and y < rows:
        found = SEQUENCE.match(text, place)
        if found:
            if found[1] is not None:
                style = changed(style, found[1])
            place = found.end()
            continue
        character = text[place]
        place += 1
        if character == "\n":
            x, y = 0, y + 1
        elif width(character) == 0 and x > 0:
            grid[y][x - 1] = (grid[y][x - 1][0] + character, grid[y][x - 1][1])
        elif x + width(character) <= columns:
            grid[y][x] = (character, style)
            for behind in range(x + 1, x + width(character)):
                grid[y][behind] = ("", style)
            x += width(character)
    return grid


def arms(character):
    """The lines of a box drawing character from its middle, as {side: weight}; empty for what is set in type."""
    words = unicodedata.name(character, "").split() if len(character) == 1 else []
    if words[:2] != ["BOX", "DRAWINGS"] or len(words) < 4 or words[2] not in WEIGHTS:
        return {}
    sides = [side for word in words[3:] for side in EDGES.get(word, (word,)) if word not in ("ARC", "AND")]
    return {side: WEIGHTS[words[2]] for side in sides} if all(side in SIDES for side in sides) else {}


class Sheet:
    """A picture of cells."""

    def __init__(self, columns, rows, foreground=FOREGROUND, background=BACKGROUND):
        self.fonts = {
            bold: ImageFont.truetype(f"{FONTS}/DejaVuSansMono{'-Bold' if bold else ''}.ttf", FONT_SIZE)
            for bold in (False, True)
        }
        ascent, descent = self.fonts[False].getmetrics()
        self.cell = round(self.fonts[False].getlength("M")), ascent + descent + 2
        self.foreground, self.background = foreground, background
        size = columns * self.cell[0] + 2 * PADDING, rows * self.cell[1] + 2 * PADDING
        self.image = Image.new("RGB", size, background)
        self.draw = ImageDraw.Draw(self.image)

    def corner(self, x, y):
        return PADDING + x * self.cell[0], PADDING + y * self.cell[1]

    def put(self, x, y, character, style):
        """Draws one cell."""
        ink, paper = style.colors()
        left, top = self.corner(x, y)
        wide = max(1, sum(width(part) for part in character)) * self.cell[0]
        self.draw.rectangle((left, top, left + wide - 1, top + self.cell[1] - 1), fill=paper)
        if arms(character):
            self.box(left, top, arms(character), ink)
        elif character in BLOCKS:
            self.block(left, top, BLOCKS[character], ink)
        elif character.strip():
            self.draw.text((left, top), character, font=self.fonts[style.bold], fill=ink)
        if style.underline:
            line = top + self.cell[1] - 3
            self.draw.rectangle((left, line, left + wide - 1, line + 1), fill=ink)

    def box(self, left, top, lines, ink):
        """Draws the lines of a box; each goes from the middle to the edge of its cell."""
        across, down = self.cell
        middle = left + across // 2, top + down // 2
        for side, thick in lines.items():
            dx, dy = SIDES[side]
            near, far = thick // 2, thick - thick // 2 - 1
            columns = left if dx < 0 else middle[0] - near, left + across - 1 if dx > 0 else middle[0] + far
            rows = top if dy < 0 else middle[1] - near, top + down - 1 if dy > 0 else middle[1] + far
            self.draw.rectangle((columns[0], rows[0], columns[1], rows[1]), fill=ink)

    def block(self, left, top, part, ink):
        """Fills a part of a cell."""
        across, down = self.cell
        edges = (
            left + round(part[0] * across), top + round(part[1] * down), left + round(part[2] * across) - 1,
            top + round(part[3] * down) - 1)
        self.draw.rectangle(edges, fill=ink)

    def save(self, path):
        """Writes the picture with round corners and few colors."""
        mask = Image.new("L", (self.image.width * 4, self.image.height * 4), 0)
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), CORNER * 4, fill=255)
        mask = mask.resize(self.image.size, Image.Resampling.LANCZOS)
        self.image.putalpha(mask)
        self.image.quantize(128, method=Image.Quantize.FASTOCTREE).save(path, optimize=True)


def terminal(text, columns, rows, cursor=None):
    """The picture of a capture; the cursor is the (column, row) of a cell that is drawn in reverse."""
    sheet = Sheet(columns, rows)
    for y, row in enumerate(cells(text, columns, rows)):
        for x, (character, style) in enumerate(row):
            if (x, y) == cursor:
                style = dataclasses.replace(style, reverse=not style.reverse)
            if character:
                sheet.put(x, y, character, style)
    return sheet


def paper(source, path):
    """Writes the picture of a sheet of white paper that lies on a gray page, with a little of that around it."""
    image = Image.open(source).convert("RGB")
    image = image.crop((4, 4, image.width - 4, image.height - 4))  # a page ends within a pixel
    left, top, right, bottom = image.convert("L").point(lambda value: 255 * (value > 250)).getbbox()
    image = image.crop((left - 12, top - 12, right + 12, bottom + 12))
    image.quantize(32).save(path, optimize=True)
