import CGetopt
import Glibc
import TenderBytes

/// The texts of the options and the operands, as `getopt_long` tells them apart.
struct ArgumentScan {
    private(set) var texts: [String: [String]] = [:]
    private(set) var operands: [String] = []

    /// `getopt_long` has one state for the whole process.
    private static let turn = Guarded(())

    init(_ arguments: [String], _ options: [OptionDeclaration]) throws(CommandLineError) {
        self = try Self.turn.withLock { _ throws(CommandLineError) in
            try ArgumentScan(scanning: arguments, options)
        }
    }

    private init(scanning arguments: [String], _ options: [OptionDeclaration]) throws(CommandLineError) {
        // The value of a row is the option's place, so that a former name and the name beside it are one option.
        let rows = options.enumerated().flatMap { place, option in option.names.map { ($0, place) } }
        let names = rows.map { strdup($0.0) }
        var argv: [UnsafeMutablePointer<CChar>?] = (["tender"] + arguments).map { strdup($0) }
        let owned = argv
        defer { (names + owned).forEach { free($0) } }
        let count = Int32(argv.count)
        argv.append(nil)
        var table = zip(rows, names).map { row, name in
            option(
                name: name, has_arg: options[row.1].placeholder == nil ? no_argument : required_argument, flag: nil,
                val: Self.firstValue + Int32(row.1))
        }
        table.append(option())
        cgetopt_reset()
        var index: Int32 = -1
        while true {
            let found = cgetopt_next(count, argv, table, &index)
            if found == -1 { break }
            let place = Int(found - Self.firstValue)
            guard options.indices.contains(place) else {
                // The words of a cluster such as -xy are not passed yet when its first letter is found unknown.
                if let letter = UInt8(exactly: cgetopt_letter()), letter != 0 {
                    throw CommandLineError("unknown option -\(Character(UnicodeScalar(letter)))")
                }
                let last = Int(cgetopt_index()) - 1
                let text = argv.indices.contains(last) ? argv[last].map { String(cString: $0) } ?? "" : ""
                throw found == Int32(UInt8(ascii: ":"))
                    ? CommandLineError("\(text) needs a value") : Self.refusal(of: text, options)
            }
            texts[options[place].name, default: []].append(cgetopt_value().map { String(cString: $0) } ?? "")
        }
        operands = argv[Int(cgetopt_index())..<Int(count)].compactMap { $0.map { String(cString: $0) } }
    }

    /// Above every character that `getopt_long` answers with.
    private static let firstValue: Int32 = 0x100

    /// Returns what is wrong with an option; its value is not repeated, which may be a secret in the wrong place.
    private static func refusal(of text: String, _ options: [OptionDeclaration]) -> CommandLineError {
        let given = text.split(separator: "=", omittingEmptySubsequences: false).first.map(String.init) ?? text
        let word = String(given.drop { $0 == "-" })
        if options.contains(where: { $0.names.contains(word) }) { return CommandLineError("\(given) takes no value") }
        let meant = options.map(\.name).filter { $0.hasPrefix(word) && !word.isEmpty }
        guard meant.count < 2 else {
            return CommandLineError("\(given) may be \(meant.map { "--" + $0 }.alternatives): write more of it")
        }
        let nearest = Spelling.nearest(to: word, among: options.map(\.name))
        return CommandLineError("unknown option \(given)" + (nearest.map { ": did you mean --\($0)?" } ?? ""))
    }
}
