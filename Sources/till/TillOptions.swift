import CGetopt
import Glibc
import TillScreens

/// The command line of the till.
struct TillOptions {
    var isPlain = false
    var isASCII = false
    var language: TillLanguage?
    var wantsHelp = false
    var wantsVersion = false

    static let help = """
        Usage: till [OPTIONS]

        The cashier's terminal. What stands: the frame, the input line and the help. There is no shop behind it yet.

          --plain           lines of text on stdin and stdout, for screen readers and scripts
          --ascii           no characters beyond ASCII
          --language CODE   en, de or fr; otherwise the locale's
          --help            this text
          --version         the version

        NO_COLOR in the environment turns colours off. ? lists the commands, F10 or QT ends the program.
        """

    private enum Code: Int32 {
        case plain = 1
        case ascii, language, help, version
    }

    private static let names: [(String, Code, Int32)] = [
        ("plain", .plain, no_argument), ("ascii", .ascii, no_argument), ("language", .language, required_argument),
        ("help", .help, no_argument), ("version", .version, no_argument),
    ]

    /// Reads the arguments, the program's name first; throws what is wrong with them.
    init(_ arguments: [String]) throws(TillOptionError) {
        // They live as long as the process: getopt_long keeps pointers into them.
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        let table =
            Self.names.map { option(name: strdup($0.0), has_arg: $0.2, flag: nil, val: $0.1.rawValue) } + [option()]
        cgetopt_reset()
        while true {
            var index: Int32 = -1
            let found = cgetopt_next(Int32(arguments.count), &argv, table, &index)
            if found == -1 { break }
            guard let code = Code(rawValue: found) else {
                throw .unusable(arguments.dropFirst().joined(separator: " "))
            }
            try take(code, cgetopt_value().map { String(cString: $0) } ?? "")
        }
        let first = Int(cgetopt_index())
        if first < arguments.count { throw .unusable(argv[first].map { String(cString: $0) } ?? "") }
    }

    private mutating func take(_ code: Code, _ value: String) throws(TillOptionError) {
        switch code {
        case .plain: isPlain = true
        case .ascii: isASCII = true
        case .help: wantsHelp = true
        case .version: wantsVersion = true
        case .language:
            guard let language = TillLanguage(rawValue: value) else { throw .unknownLanguage(value) }
            self.language = language
        }
    }
}

/// What is wrong with the command line.
enum TillOptionError: Error, CustomStringConvertible {
    /// An option or argument that there is not, or an option without its value.
    case unusable(String)
    /// A language that the till does not speak.
    case unknownLanguage(String)

    /// A sentence for people.
    var description: String {
        switch self {
        case .unusable(let text): "cannot use '\(text)': see till --help"
        case .unknownLanguage(let code): "'\(code)' is no language of the till: give en, de or fr"
        }
    }
}
