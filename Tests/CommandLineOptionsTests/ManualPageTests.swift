import CommandLineOptions
import Testing

@Suite struct ManualPageTests {
    private static func page() -> ManualPage {
        ManualPage("paint-wall", summary: "paint - and dry", program: "paint 1.0", synopsis: "paint wall [OPTIONS]")
    }

    @Test func aPageHasItsSections() {
        var page = Self.page()
        page.section("Description", "One\nparagraph.\n\n  a row   of a table\n  another")
        page.section("Operands", [Operand("WALL", "which wall", as: .text)] as [any DeclaredOperand])
        page.section("Options", [Option("color", "COLOR", "which color", as: .choice(["red", "green"]))])
        #expect(
            page.text == #"""
                .TH "PAINT\-WALL" 1 "" "paint 1.0"
                .SH NAME
                paint\-wall \- paint \- and dry
                .SH "SYNOPSIS"
                .PP
                .nf
                paint wall [OPTIONS]
                .fi
                .SH "DESCRIPTION"
                .PP
                One
                paragraph.
                .PP
                .nf
                  a row   of a table
                  another
                .fi
                .SH "OPERANDS"
                .TP
                .B "WALL"
                which wall
                .SH "OPTIONS"
                .TP
                .B "\-\-color COLOR"
                which color: red or green

                """#)
    }

    @Test func noTextIsARequestOrAnEscape() {
        var page = Self.page()
        page.section("Description", ".so /etc/passwd\n'so \\n[x] \"y\" ~^`…")
        #expect(page.text.contains("\n\\&.so /etc/passwd\n\\(aqso \\(rsn[x] \\(dqy\\(dq \\(ti\\(ha\\(ga\\[u2026]\n"))
    }

    @Test func whatIsEmptyIsLeftOut() {
        var page = Self.page()
        page.section("Description", "")
        page.section("Operands", [any DeclaredOperand]())
        #expect(page.text == Self.page().text)
    }
}
