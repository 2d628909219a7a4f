import CGetopt
import Glibc
import Tender

/// One option of a command.
struct Option {
    let name: String
    /// The name of its value in the help; `nil` for a flag.
    let value: String?
    let help: String

    /// The name of the value in the help of every option that takes a web address.
    static let address = "URL"

    init(_ name: String, _ value: String? = nil, _ help: String) {
        self.name = name
        self.value = value
        self.help = help
    }

    static let json = Option("json", nil, "print one JSON object on stdout instead of text")
    static let help = Option("help", nil, "print this help")
    static let gateway = Option("gateway", address, "the payments API")
    static let apiKeyFile = Option("api-key-file", "FILE", "file of mode 0600 with the API key (or TENDER_API_KEY)")
    static let caBundle = Option("ca-bundle", "FILE", "PEM file of further certificate authorities for https")
    static let fault = Option("fault", "SPEC", "make the inside gateway fail (may be repeated; see below)")
}

/// The arguments of a command, parsed with getopt_long.
struct Options {
    private var values: [String: [String]] = [:]
    /// The arguments that are not options.
    private(set) var operands: [String] = []

    /// Parses `arguments`; throws a `CommandLineError` that says what is wrong with them.
    init(_ arguments: [String], _ options: [Option]) throws {
        let names = options.map { strdup($0.name) }
        var argv: [UnsafeMutablePointer<CChar>?] = (["tender"] + arguments).map { strdup($0) }
        let owned = argv
        defer { (names + owned).forEach { free($0) } }
        let count = Int32(argv.count)
        argv.append(nil)
        let table =
            zip(options, names).map { entry, name in
                option(name: name, has_arg: entry.value == nil ? no_argument : required_argument, flag: nil, val: 0)
            } + [option()]
        cgetopt_reset()
        var index: Int32 = -1
        while true {
            let found = cgetopt_next(count, argv, table, &index)
            if found == -1 { break }
            let place = Int(cgetopt_index()) - 1
            let given = argv.indices.contains(place) ? argv[place].map { String(cString: $0) } ?? "" : ""
            if found == Int32(UInt8(ascii: ":")) { throw CommandLineError("\(given) needs a value") }
            guard found == 0, options.indices.contains(Int(index)) else {
                throw CommandLineError("unknown option \(given)")
            }
            let text = cgetopt_value().map { String(cString: $0) } ?? ""
            values[options[Int(index)].name, default: []].append(text)
        }
        try refuseCredentials(options)
        operands = argv[Int(cgetopt_index())..<Int(count)].compactMap { $0.map { String(cString: $0) } }
    }

    /// Refuses credentials in an address, which is sent on, stored in journals and shown, and so would be a password in
    /// it.
    private func refuseCredentials(_ options: [Option]) throws {
        for option in options where option.value == Option.address {
            for text in all(option.name) where text.holdsCredentials {
                throw CommandLineError(
                    "--\(option.name) takes an address without a user name and a password, not '\(text.shownAddress)'")
            }
        }
    }

    func has(_ option: Option) -> Bool { isGiven(option.name) }

    /// Returns whether the option with this name was given.
    func isGiven(_ name: String) -> Bool { values[name] != nil }

    /// Returns every value of the option.
    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// Returns the last value of the option.
    func value(_ name: String) -> String? { values[name]?.last }

    /// Returns the last value as a whole number in a range.
    func number<Number: FixedWidthInteger>(_ name: String, in range: ClosedRange<Number>) throws -> Number? {
        guard let text = value(name) else { return nil }
        guard let number = Number(text), range.contains(number) else {
            throw CommandLineError(
                "--\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
        }
        return number
    }

    /// Returns the one operand that a command requires.
    func operand(_ name: String) throws -> String {
        guard operands.count == 1 else { throw CommandLineError("give one \(name)") }
        return operands[0]
    }

    /// Throws if there are operands.
    func expectNoOperands() throws {
        if let first = operands.first { throw CommandLineError("unexpected argument '\(first)'") }
    }
}
