import CGetopt
import Glibc
import TenderBytes
import TenderModel
import TenderPrinting
import TenderSale
import TillScreens
import TillShop

/// The command line of the till.
struct TillOptions {
    var isPlain = false
    var isASCII = false
    var isDemo = false
    var language: TillLanguage?
    var locale: String?
    var shop: String?
    var products: [String] = []
    var name: String?
    var lane = "T1"
    var state: String?
    var gateway: String?
    var keyFile: String?
    var thanks: String?
    var reader: ReaderAddress?
    var printer: PrinterAddress?
    var paperWidth = 42
    var offlineLimit: String?
    var signIn: String?
    var headless: String?
    var addPerson: String?
    var operands: [String] = []
    var wantsHelp = false
    var wantsVersion = false

    static let help = """
        Usage: till --demo [OPTIONS]
               till --shop FILE [OPTIONS]
               till --add-person ID NAME cashier|manager [--state FOLDER]

        The cashier's terminal: sells, takes cash and cards, gives back, and closes the day.

          --demo               try it out: a sample shop, and a simulated reader whose customer you play
                               \(DemoShop.pins.map { "\($0.name) (\($0.role.rawValue)) has the PIN \($0.pin)" }.joined(separator: ", "))
          --sign-in ID         with --demo: who is signed in at the start, with a shift open (default anna; none: nobody)

          --shop FILE          the shop's currency, taxes, departments and products, address, tax number, cash and
                               roles (JSON5); see docs/till.md
          --products FILE      further products (CSV); may be given more than once
          --name NAME          the shop's name on screens and receipts
          --lane NAME          this till's name, letters and digits; no two tills of a shop share one (default T1)
          --add-person ID      let somebody sign in; the PIN is asked for

          --state FOLDER       where journal, open tickets and people are kept
                               (default $XDG_STATE_HOME/tender/till, or ~/.local/state/tender/till)
          --gateway URL        the payments API; without it the simulated gateway inside the till
          --api-key-file FILE  the file with its key (mode 0600), in place of TENDER_API_KEY
          --thanks URL         where a customer is led who paid by link (default: a page of the simulated gateway)
          --reader READER      simulated, usb[:ID], serial:PATH[,neo|zvt], tcp:HOST:PORT[,zvt|neo], internet[:ID]
                               (default simulated without --gateway, or with --demo; usb with it)
          --offline-limit A    the largest payment that is taken without an answer of the gateway (default none)
          --printer ADDRESS    PATH, file:PATH, serial:PATH[@BAUD] or tcp:HOST[:PORT]; without it receipts are on the screen
          --paper N            characters of a line: 32, 42 or 48 (default 42)

          --plain              lines of text on stdin and stdout, for screen readers and scripts
          --headless FILE      a script of keys and waits in place of a terminal; see docs/till.md
          --ascii              no characters beyond ASCII
          --language CODE      en, de or fr; otherwise the locale's
          --locale CODE        language and country of receipts, such as de-CH; otherwise the environment's
          --help               this text
          --version            the version

        NO_COLOR in the environment turns colours off. ? lists the commands, F10 or QT ends the program.
        """

    private enum Code: Int32, CaseIterable {
        case plain = 1
        case ascii, language, help, version, demo, signIn, shop, products, name, lane, state, gateway, keyFile, reader
        case offlineLimit, printer, paper, locale, headless, addPerson, thanks

        var name: String {
            switch self {
            case .plain: "plain"
            case .ascii: "ascii"
            case .language: "language"
            case .help: "help"
            case .version: "version"
            case .demo: "demo"
            case .signIn: "sign-in"
            case .shop: "shop"
            case .products: "products"
            case .name: "name"
            case .lane: "lane"
            case .state: "state"
            case .gateway: "gateway"
            case .keyFile: "api-key-file"
            case .reader: "reader"
            case .offlineLimit: "offline-limit"
            case .printer: "printer"
            case .paper: "paper"
            case .locale: "locale"
            case .headless: "headless"
            case .addPerson: "add-person"
            case .thanks: "thanks"
            }
        }

        var hasValue: Bool {
            switch self {
            case .plain, .ascii, .help, .version, .demo: false
            default: true
            }
        }
    }

    /// Parses the arguments, the program's name first; throws a `TillOptionError` that says what is wrong with them.
    init(_ arguments: [String]) throws(TillOptionError) {
        // They live as long as the process: getopt_long keeps pointers into them.
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        let table =
            Code.allCases.map { code in
                option(
                    name: strdup(code.name), has_arg: code.hasValue ? required_argument : no_argument, flag: nil,
                    val: code.rawValue)
            } + [option()]
        cgetopt_reset()
        while true {
            var index: Int32 = -1
            let found = cgetopt_next(Int32(arguments.count), &argv, table, &index)
            if found == -1 { break }
            guard let code = Code(rawValue: found) else {
                let place = Int(cgetopt_index()) - 1
                throw .unusable(arguments.indices.contains(place) ? arguments[place] : "")
            }
            try take(code, cgetopt_value().map { String(cString: $0) } ?? "")
        }
        operands = argv[Int(cgetopt_index())..<arguments.count].compactMap { $0.map { String(cString: $0) } }
        try check()
    }

    private mutating func take(_ code: Code, _ value: String) throws(TillOptionError) {
        switch code {
        case .plain: isPlain = true
        case .ascii: isASCII = true
        case .demo: isDemo = true
        case .help: wantsHelp = true
        case .version: wantsVersion = true
        case .signIn: signIn = value
        case .shop: shop = value
        case .products: products.append(value)
        case .name: name = value
        case .state: state = value
        case .gateway: gateway = try Self.address("--gateway", value)
        case .keyFile: keyFile = value
        case .offlineLimit: offlineLimit = value
        case .locale: locale = value
        case .headless: headless = value
        case .addPerson: addPerson = value
        case .thanks: thanks = try Self.address("--thanks", value)
        case .language, .lane, .reader, .printer, .paper: try takeChecked(code, value)
        }
    }

    /// Checks an address, which is stored in the journal and shown, and so would be a password in it.
    private static func address(_ name: String, _ value: String) throws(TillOptionError) -> String {
        guard !value.holdsCredentials else {
            throw .badValue(name, value.shownAddress, "an address without a user name and a password")
        }
        return value
    }

    private mutating func takeChecked(_ code: Code, _ value: String) throws(TillOptionError) {
        switch code {
        case .language:
            guard let language = TillLanguage(rawValue: value) else { throw .unknownLanguage(value) }
            self.language = language
        case .lane:
            guard (1...16).contains(value.utf8.count), value.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
            else { throw .badValue("--lane", value, "up to 16 letters and digits") }
            lane = value
        case .reader:
            guard let address = ReaderAddress(value) else {
                throw .badValue(
                    "--reader", value,
                    "simulated, usb[:ID], serial:PATH[,neo|zvt], tcp:HOST:PORT[,zvt|neo] or internet[:ID]")
            }
            reader = address
        case .printer:
            guard let address = PrinterAddress(value) else {
                throw .badValue("--printer", value, "PATH, file:PATH, serial:PATH[@BAUD] or tcp:HOST[:PORT]")
            }
            printer = address
        case .paper:
            guard let width = Int(value), [32, 42, 48].contains(width) else {
                throw .badValue("--paper", value, "32, 42 or 48")
            }
            paperWidth = width
        default: break
        }
    }

    private func check() throws(TillOptionError) {
        if wantsHelp || wantsVersion { return }
        if addPerson == nil, let first = operands.first { throw .unusable(first) }
        if signIn != nil, !isDemo { throw .needs("--sign-in", "--demo") }
        if isDemo, shop != nil { throw .contradicts("--demo", "--shop") }
        if isDemo, reader.map({ $0.method != .simulated }) == true { throw .contradicts("--demo", "another --reader") }
        if !isDemo, shop == nil, addPerson == nil { throw .noShop }
    }
}

/// An error in the command line.
enum TillOptionError: Error, CustomStringConvertible {
    /// An unknown option or argument, or an option without its value.
    case unusable(String)
    /// A language that the till does not speak.
    case unknownLanguage(String)
    /// A value that an option does not accept, and what it accepts.
    case badValue(String, String, String)
    /// An option that requires another one.
    case needs(String, String)
    /// Two options that cannot be given together.
    case contradicts(String, String)
    /// Nothing says which goods are sold.
    case noShop

    /// A sentence for people to read.
    var description: String {
        switch self {
        case .unusable(let text): "cannot use '\(text)': see till --help"
        case .unknownLanguage(let code): "'\(code)' is no language of the till: give en, de or fr"
        case .badValue(let name, let value, let what): "\(name) takes \(what), not '\(value)'"
        case .needs(let name, let other): "\(name) only with \(other)"
        case .contradicts(let name, let other): "give \(name) or \(other), not both"
        case .noShop: "what is sold? Give --shop FILE, or --demo to try the till out"
        }
    }
}
