import CommandLineOptions

/// The pages of the manual: one of the program, one of each command.
enum TenderManual {
    static let main = "tender"
    private static let program = "tender \(TenderCommand.version)"

    static var names: [String] { [main] + TenderCommand.commands.map(name) }

    /// Returns the text of a page.
    static func text(_ name: String) -> String {
        let command = TenderCommand.commands.first { self.name($0) == name }
        return command.map(page)?.text ?? mainPage.text
    }

    private static func name(_ command: any Command.Type) -> String {
        "\(main)-" + command.name.replacing(" ", with: "-")
    }

    private static func page(_ command: any Command.Type) -> ManualPage {
        var page = ManualPage(
            name(command), summary: command.summary, program: program, synopsis: "tender \(command.usage)")
        page.section("Description", command.notes)
        page.section("Operands", command.operands)
        page.section("Options", command.options + [command.helpOption])
        page.section("Exit status", ExitCode.help)
        page.section("See also", "tender(1)")
        return page
    }

    private static var mainPage: ManualPage {
        var page = ManualPage(
            main, summary: "sell by card at a terminal, and look after what was sold", program: program,
            synopsis: "tender COMMAND [OPTIONS]\ntender COMMAND --help\ntender --version")
        page.section("Description", TenderCommand.about)
        page.section("Commands", terms: TenderCommand.commands.map { ("tender \($0.name)", $0.summary) })
        page.section("Exit status", ExitCode.help)
        page.section("See also", "till(1); each command has its page, such as tender-sale(1).")
        return page
    }
}
