import CommandLineOptions
import Testing

/// getopt_long has one state for the process, so that these tests run one after the other.
@Suite(.serialized) struct ArgumentsTests {
    private enum Color: String, CaseIterable { case red, green, blue }

    private static let amount = Option(required: "amount", "A", "how much", as: .text, example: "10.00")
    private static let limit = Option(
        "limit", "N", "how many", as: .number(in: 1...100), default: 10, formerly: ["count"])
    private static let color = Option<Color?>("color", "COLOR", "which color", as: .choice)
    private static let gateway = Option("gateway", "URL", "the gateway", as: .address)
    private static let fault = Option(repeated: "fault", "SPEC", "what fails", as: .text)
    private static let json = Option(flag: "json", "print JSON")
    private static let options: [any DeclaredOption] = [amount, limit, color, gateway, fault, json]

    private func read(_ words: String) throws(CommandLineError) -> Arguments {
        try Arguments(words.split(separator: " ").map(String.init), Self.options)
    }

    private func refusal(_ words: String) -> String {
        do throws(CommandLineError) {
            _ = try read(words)
            return ""
        } catch {
            return error.description
        }
    }

    @Test func valuesHaveTheTypesOfTheirDeclarations() throws {
        let arguments = try read("tr_1 --amount=1.00 --color blue --fault a --fault b --json -- --x")
        #expect(arguments[Self.amount] == "1.00")
        #expect(arguments[Self.color] == .blue)
        #expect(arguments[Self.fault] == ["a", "b"])
        #expect(arguments[Self.json])
        #expect(arguments.operands == ["tr_1", "--x"])
    }

    @Test func whatACommandDoesNotDeclareCountsAsLeftOut() throws {
        let arguments = try Arguments([], [Self.json])
        #expect(arguments[Self.limit] == 10)
        #expect(arguments[Self.color] == nil)
        #expect(arguments[Self.fault] == [])
    }

    @Test func whatIsLeftOutHasItsDefault() throws {
        let arguments = try read("--amount 1")
        #expect(arguments[Self.limit] == 10)
        #expect(arguments[Self.gateway] == nil)
        #expect(arguments[Self.fault] == [])
        #expect(!arguments.isGiven(Self.limit))
    }

    @Test func aFormerNameAndAnAbbreviationAreStillRead() throws {
        #expect(try read("--am 1 --count 7")[Self.limit] == 7)
        #expect(try read("--am 1 --cou 7 --lim 8")[Self.limit] == 8)
    }

    @Test func everyMistakeHasItsWords() {
        let cases = [
            ("", "--amount is required, such as --amount 10.00"), ("--amount", "--amount needs a value"),
            ("--amount 1 --color pink", "--color takes one of red, green or blue, not 'pink'"),
            ("--amount 1 --limit 101", "--limit takes a whole number from 1 to 100, not '101'"),
            ("--amount 1 --limit x", "--limit takes a whole number from 1 to 100, not 'x'"),
            ("--amuont 1", "unknown option --amuont: did you mean --amount?"),
            ("--everything", "unknown option --everything"), ("--json=1", "--json takes no value"),
            ("--amount=10 -xy", "unknown option -x"), ("-xy", "unknown option -x"),
            ("--amount 10 -x", "unknown option -x"),
        ]
        #expect(cases.filter { refusal($0.0) != $0.1 }.map { refusal($0.0) } == [])
    }

    @Test func aPasswordIsNeverShown() {
        let lines = ["--amount 1 --gateway http://me:canary@host", "--gatewy=http://me:canary@host"]
        let refusals = lines.map(refusal)
        #expect(refusals[0].hasPrefix("--gateway takes an address without a user name and a password, not "))
        #expect(refusals[1] == "unknown option --gatewy: did you mean --gateway?")
        #expect(refusals.filter { $0.contains("canary") } == [])
    }

    @Test func theHelpSaysWhatTheDeclarationKnows() {
        #expect(
            OptionTable.rows(Self.options) == """
                  --amount A              how much (required)
                  --limit N               how many (default 10)
                  --color COLOR           which color: red, green or blue
                  --gateway URL           the gateway
                  --fault SPEC            what fails (may be repeated)
                  --json                  print JSON
                """)
    }
}
