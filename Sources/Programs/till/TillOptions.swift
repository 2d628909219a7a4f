import CommandLineOptions
import TenderBytes
import TenderCrypto
import TenderModel
import TenderPrinting
import TenderSale
import TillScreens
import TillShop

/// The command line of the till.
struct TillOptions {
    let arguments: Arguments

    /// Reads the arguments, without the program's name; throws what is wrong with them, in words.
    init(_ words: [String]) throws(CommandLineError) {
        arguments = try Arguments(words, Self.all, [Self.personName, Self.personRole])
        try check()
    }

    /// The value of an option.
    subscript<Value>(option: Option<Value>) -> Value { arguments[option] }

    /// The name and the role of the person to add; `nil` unless both are given.
    var person: (name: String, role: Role)? {
        get throws(CommandLineError) {
            guard let name = try arguments[Self.personName], let role = try arguments[Self.personRole] else {
                return nil
            }
            return (name, role)
        }
    }

    private func check() throws(CommandLineError) {
        if self[Self.help] || self[Self.version] || self[Self.manual] || self[Self.completion] != nil { return }
        if self[Self.addPerson] == nil, let name = try arguments[Self.personName] { throw Arguments.unexpected(name) }
        let isDemo = self[Self.demo]
        if self[Self.signIn] != nil, !isDemo { throw CommandLineError("--sign-in goes with --demo") }
        if isDemo, self[Self.shop] != nil { throw CommandLineError("give --demo or --shop, not both") }
        if isDemo, let reader = self[Self.reader], reader.method != .simulated {
            throw CommandLineError("give --demo or another --reader, not both")
        }
        if self[Self.card] != nil || self[Self.cardFile] != nil, self[Self.reader]?.chipModel == nil {
            throw CommandLineError("--card and --card-file go with --reader simulated-ccid")
        }
        if self[Self.card] != nil, self[Self.cardFile] != nil {
            throw CommandLineError("give --card or --card-file, not both")
        }
        if self[Self.contactFile] != nil, self[Self.reader]?.chipModel == nil, self[Self.reader]?.method != .usb {
            throw CommandLineError("--emv is for chips in USB readers: add --reader usb or simulated-ccid")
        }
        if (self[Self.bundleShop] == nil) != (self[Self.bundleKey] == nil) {
            throw CommandLineError("--bundle-shop and --bundle-key go together")
        }
        if !isDemo, self[Self.shop] == nil, self[Self.addPerson] == nil {
            throw CommandLineError("what is sold? Give --shop FILE, or --demo to try the till out")
        }
    }
}

extension TillOptions {
    static let demo = Option(
        flag: "demo", "try it out: a sample shop, and a simulated reader whose customer you play; " + pins)
    static let signIn = Option(
        "sign-in", "ID",
        "with --demo: who is signed in at the start, with a shift open; anna when left out, none for nobody",
        as: .text)
    static let shop = Option(
        "shop", "FILE",
        "the shop's currency, taxes, departments and products, address, tax number, cash and roles (JSON5); see docs/till.md",
        as: .file)
    static let products = Option(repeated: "products", "FILE", "further products (CSV)", as: .file)
    static let name = Option("name", "NAME", "the shop's name on screens and receipts", as: .text)
    static let lane = Option(
        "lane", "NAME", "this till's name, letters and digits; no two tills of a shop share one",
        as: OptionText("up to 16 letters and digits") { name in
            (1...16).contains(name.utf8.count) && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
                ? name : nil
        }, default: "T1")
    static let addPerson = Option("add-person", "ID", "let somebody sign in; the PIN is asked for", as: .text)
    private static let personName = Operand(optional: "NAME", "name, after --add-person ID", as: .text)
    private static let personRole = Operand<Role?>(optional: "ROLE", "role, after --add-person ID NAME", as: .choice)
    static let bundleShop = Option(
        "bundle-shop", "NAME", "the shop at head office, whose bundles beside the journal are sold with", as: .text)
    static let bundleKey = Option<Ed25519PublicKey?>(
        "bundle-key", "HEX", "head office's public key, which signs them; see docs/chain-till.md",
        as: OptionText("64 hexadecimal digits") { Hex.decode($0).flatMap { Ed25519PublicKey($0) } })
    static let state = Option(
        "state", "FOLDER",
        "where journal, open tickets and people are kept; $XDG_STATE_HOME/tender/till or ~/.local/state/tender/till when left out",
        as: .file)
    static let gateway = Option(
        "gateway", "URL", "the payments API; the simulated gateway inside the till when left out", as: .address)
    static let keyFile = Option(
        "api-key-file", "FILE", "the file with its key (mode 0600), in place of TENDER_API_KEY", as: .file)
    static let thanks = Option(
        "thanks", "URL", "where a customer is led who paid by link; a page of the simulated gateway when left out",
        as: .address)
    static let reader = Option<ReaderAddress?>(
        "reader", "READER",
        "simulated, simulated-ccid[:MODEL], usb[:ID][#SLOT], serial:PATH[,neo|zvt], tcp:HOST:PORT[,zvt|neo], internet[:ID]; usb with --gateway and without --demo, else simulated, when left out",
        as: OptionText(
            "simulated, simulated-ccid[:MODEL], usb[:ID][#SLOT], serial:PATH[,neo|zvt], tcp:HOST:PORT[,zvt|neo] or internet[:ID]"
        ) { ReaderAddress($0) })
    static let card = Option(
        "card", "NAME", "with --reader simulated-ccid: the first card in the wallet of the customer whom you play",
        as: .text)
    static let cardFile = Option(
        "card-file", "FILE", "that card from a file, with its flaws and faults; see docs/emv.md", as: .file)
    static let contactFile = Option(
        "emv", "FILE",
        "rules and keys for chips in a USB reader; else those for the simulated cards, or with usb and --gateway none",
        as: .file)
    static let offlineLimit = Option(
        "offline-limit", "A", "the largest payment that is taken without an answer of the gateway; none when left out",
        as: .text)
    static let printer = Option<PrinterAddress?>(
        "printer", "ADDRESS",
        "PATH, file:PATH, serial:PATH[@BAUD] or tcp:HOST[:PORT]; receipts are on the screen when left out",
        as: OptionText("PATH, file:PATH, serial:PATH[@BAUD] or tcp:HOST[:PORT]") { PrinterAddress($0) })
    static let width = Option(
        "width", "N", "columns of the paper", as: .choice([32, 42, 48]), default: 42, formerly: ["paper"])
    static let plain = Option(flag: "plain", "lines of text on stdin and stdout, for screen readers and scripts")
    static let headless = Option(
        "headless", "FILE", "a script of keys and waits in place of a terminal; see docs/till.md", as: .file)
    static let ascii = Option(flag: "ascii", "no characters beyond ASCII")
    static let language = Option<TillLanguage?>(
        "language", "CODE", "the language of the screen; the locale's when left out", as: .choice)
    static let locale = Option(
        "locale", "CODE", "language and country of receipts, such as de-CH; the environment's when left out", as: .text)
    static let help = Option(flag: "help", "print this help")
    static let version = Option(flag: "version", "print the version")
    static let completion = Option<CompletionShell?>(
        "completion", "SHELL", "print a script that completes these options in a shell", as: .choice)
    static let manual = Option(flag: "man", "print the page of the manual")

    private static let sections: [[any DeclaredOption]] = [
        [demo, signIn],
        [shop, products, name, lane, bundleShop, bundleKey, addPerson],
        [state, gateway, keyFile, thanks, reader, card, cardFile, contactFile, offlineLimit, printer, width],
        [plain, headless, ascii, language, locale],
        [help, version, completion, manual],
    ]

    static let all: [any DeclaredOption] = sections.flatMap(\.self)

    private static var pins: String {
        DemoShop.pins.map { "\($0.name) (\($0.role.rawValue)) has the PIN \($0.pin)" }.joined(separator: ", ")
    }

    private static let usage = """
        till --demo [OPTIONS]
        till --shop FILE [OPTIONS]
        till --add-person ID NAME cashier|manager [--state FOLDER]
        """
    private static let summary = "The cashier's terminal: sells, takes cash and cards, refunds, and closes the day."
    private static let ending =
        "NO_COLOR in the environment turns colors off. ? lists the commands, F10 or QT ends the program."

    static var helpText: String {
        """
        Usage: \(usage.replacing("\n", with: "\n       "))

        \(summary)

        \(sections.map(OptionTable.rows).joined(separator: "\n\n"))

        \(ending)
        """
    }

    /// Returns the page of the manual for a version.
    static func manualPage(_ version: String) -> String {
        var page = ManualPage("till", summary: "the cashier's terminal", program: version, synopsis: usage)
        page.section("Description", "\(summary)\n\n\(ending)")
        page.section("Options", all)
        page.section("See also", "tender(1)")
        return page.text
    }

    static func completionScript(_ shell: CompletionShell) -> String {
        shell.script(program: "till", commands: [CompletedCommand("", all)])
    }
}
