import CommandLineOptions
import Testing

/// getopt_long has one state for the process, so that these tests run one after the other.
@Suite(.serialized) struct ArgumentsTests {
    private enum Color: String, CaseIterable { case red, green, blue }

    private static let amount = RequiredOption("amount", "A", "how much", as: .text, example: "10.00")
    private static let limit = Option(
        "limit", "N", "how many", as: .number(in: 1...100), default: 10, formerly: ["count"])
    private static let color = Option<Color?>("color", "COLOR", "which color", as: .choice)
    private static let gateway = Option("gateway", "URL", "the gateway", as: .address)
    private static let fault = Option(repeated: "fault", "SPEC", "what fails", as: .text)
    private static let json = Option(flag: "json", "print JSON")
    private static let options: [any DeclaredOption] = [amount, limit, color, gateway, fault, json]
    private static let wall = Operand<Color>("WALL", "color of the wall", as: .choice)
    private static let coats = Operand(repeated: "COAT", "number of a coat", as: .number(in: 1...9))
    private static let painter = Operand(optional: "WHO", "painter", as: .text)

    private func read(
        _ words: String, _ options: [any DeclaredOption] = options, _ operands: [any DeclaredOperand] = []
    ) throws(CommandLineError) -> Arguments {
        try Arguments(words.split(separator: " ").map(String.init), options, operands)
    }

    private func refusal(_ words: String, _ operands: [any DeclaredOperand]) -> String {
        refusal { () throws(CommandLineError) in _ = try read(words, [Self.json], operands) }
    }

    private func refusal(_ words: String) -> String {
        refusal { () throws(CommandLineError) in _ = try read(words) }
    }

    private func refusal(_ body: () throws(CommandLineError) -> Void) -> String {
        do throws(CommandLineError) {
            try body()
            return ""
        } catch {
            return error.description
        }
    }

    @Test func valuesHaveTheTypesOfTheirDeclarations() throws {
        let arguments = try read("--amount=1.00 --color blue --fault a --fault b --json")
        #expect(try arguments[Self.amount] == "1.00")
        #expect(arguments[Self.color] == .blue)
        #expect(arguments[Self.fault] == ["a", "b"])
        #expect(arguments[Self.json])
    }

    @Test func operandsHaveTheTypesOfTheirDeclarations() throws {
        let many = try read("green 2 --json 1", [Self.json], [Self.wall, Self.coats])
        #expect(try many[Self.wall] == .green)
        #expect(try many[Self.coats] == [2, 1])
        #expect(try read("red -- --x", [], [Self.wall, Self.painter])[Self.painter] == "--x")
        #expect(try read("red", [], [Self.wall, Self.painter])[Self.painter] == nil)
    }

    @Test func everyMistakeInOperandsHasItsWords() {
        let cases: [(String, [any DeclaredOperand], String)] = [
            ("", [Self.wall], "give one color of the wall"),
            ("red", [Self.wall, Self.coats], "give one color of the wall and at least one number of a coat"),
            ("", [Self.wall, Self.painter], "give one color of the wall"),
            ("pink", [Self.wall], "give one of red, green or blue, not 'pink'"),
            ("red 1 x", [Self.wall, Self.coats], "give a whole number from 1 to 9, not 'x'"),
            ("red ann bob", [Self.wall, Self.painter], "unexpected argument 'bob'"),
            ("red", [], "unexpected argument 'red'"),
        ]
        #expect(cases.filter { refusal($0.0, $0.1) != $0.2 }.map { refusal($0.0, $0.1) } == [])
    }

    @Test func whatIsRequiredButNotDeclaredIsMissing() throws {
        let arguments = try Arguments([], [Self.json])
        #expect(
            refusal { () throws(CommandLineError) in _ = try arguments[Self.amount] }
                == "--amount is required, such as --amount 10.00")
        #expect(
            refusal { () throws(CommandLineError) in _ = try arguments[Self.wall] } == "give one color of the wall")
        #expect(try arguments[Self.painter] == nil)
    }

    /// One declaration serves commands that require an option and commands that do not.
    @Test func anOptionIsReadTheSameWhetherItIsRequiredOrNot() throws {
        let required = Self.gateway.required(such: "http://a")
        #expect(
            refusal { () throws(CommandLineError) in _ = try read("", [required]) }
                == "--gateway is required, such as --gateway http://a")
        let arguments = try read("--gateway http://b", [required])
        #expect(arguments[Self.gateway] == "http://b")
        #expect(try arguments[required] == "http://b")
        #expect(try read("--gateway http://b", [Self.gateway])[required] == "http://b")
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
        #expect(
            OptionTable.rows([Self.wall, Self.coats] as [any DeclaredOperand]) == """
                  WALL                    color of the wall
                  COAT                    number of a coat
                """)
        let operands: [any DeclaredOperand] = [Self.wall, Self.coats, Self.painter]
        #expect(operands.map(\.declaration.spelling) == ["WALL", "COAT…", "[WHO]"])
    }
}
