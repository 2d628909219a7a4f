"""What all pages have in common."""

import support
from support import Case, each_size


class Frame(Case):
    @each_size
    def test_an_address_that_leads_nowhere_says_so(self, screen):
        screen.go("/nowhere").reads("Nothing is here").picture("nothing")

    @each_size
    def test_the_content_can_be_skipped_to(self, screen):
        screen.go("/nowhere")
        screen.press_by_keyboard("Skip to the content")
        self.assertEqual(screen.page.evaluate("() => document.activeElement.id"), "main")

    @each_size
    def test_nothing_foreign_runs(self, screen):
        screen.go("/nowhere")
        screen.page.evaluate(
            "() => { const s = document.createElement('script'); s.textContent = 'window.ran = 1'; document.body.append(s) }"
        )
        self.assertIsNone(screen.page.evaluate("() => window.ran ?? null"))
        self.assertEqual(len(screen.findings), 1)
        self.assertIn("Content Security Policy", screen.findings.pop())


class Inspection(Case):
    """The inspection finds what it looks for."""

    BROKEN = """<body style="margin:0"><div style="width:2000px"><h2>Head</h2><h4>Deep</h4><input id="a"><b id="a">x</b>
        <p style="color:#999">pale</p><button style="height:10px;min-height:0"></button>
        <span aria-describedby="none">y</span>&lt;p class=&gt;<table><tr><td>1</td></tr></table></div>
        <div class="scroll" aria-label="Rows" style="width:300px;overflow:auto"><p style="width:500px">far</p></div>
        <dl style="width:60px"><dd>a very long answer</dd></dl></body>"""

    def test_a_broken_page_is_found_out(self):
        with self.screen("narrow") as screen:
            screen.page.set_content(self.BROKEN)
            found = "\n".join(screen.page.evaluate(support.INSPECTION))
        expected = [
            "no language", "no title", "one main", "one h1", "level 4 follows", "2000 wide", "have the id a",
            "which is not there", "has no name", "too small", "no heads", "inside the page", "contrast", "shown as text",
            "500 wide in a place of 300", "is crushed",
        ]
        self.assertEqual([text for text in expected if text not in found], [], found)

