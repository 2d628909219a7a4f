import TenderBytes

/// A log of commands to a card and its answers, one a line.
///
/// A line is `>` or `<` and hexadecimal digits, as `tender apdu` prints them; `>>`, `->`, `=>`, `C-APDU:` and `APDU:` also
/// begin a command, `<<`, `<-`, `<=`, `R-APDU:` and `SW:` an answer. Other lines are no part of it.
public struct APDULog: Hashable, Sendable {
    /// A command or an answer.
    public struct Line: Hashable, Sendable {
        /// The number of the line in the text, counted from 1.
        public let number: Int
        /// Whether it is a command to the card.
        public let isCommand: Bool
        /// The bytes.
        public let bytes: [UInt8]
    }

    /// A line that begins like a command or an answer, and does not go on in hexadecimal.
    public struct Unreadable: Error, Hashable, Sendable {
        /// The number of the line, counted from 1.
        public let line: Int
    }

    /// The commands and answers in order; none if the text is no log.
    public let lines: [Line]

    private static let marks: [(mark: String, isCommand: Bool)] = [
        ("C-APDU:", true), ("APDU:", true), ("R-APDU:", false), ("SW:", false), (">>", true), ("->", true),
        ("=>", true), (">", true), ("<<", false), ("<-", false), ("<=", false), ("<", false),
    ]

    /// Parses a text.
    ///
    /// - Throws: `Unreadable`, with the number of the first such line.
    public init(parsing text: String) throws(Unreadable) {
        var lines: [Line] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = line.drop(while: \.isWhitespace)
            guard let mark = Self.marks.first(where: { line.hasPrefix($0.mark) }) else { continue }
            let digits = line.dropFirst(mark.mark.count).filter { !$0.isWhitespace }
            guard let bytes = Hex.decode(digits), !bytes.isEmpty else { throw Unreadable(line: index + 1) }
            lines.append(Line(number: index + 1, isCommand: mark.isCommand, bytes: bytes))
        }
        self.lines = lines
    }
}

extension APDULog: CustomStringConvertible, CustomReflectable {
    /// The number of lines; never their bytes, which may be card data.
    public var description: String { "\(lines.count) commands and answers" }

    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension APDULog.Line: CustomStringConvertible, CustomReflectable {
    /// The number and the size; never the bytes, which may be card data.
    public var description: String { "line \(number), \(bytes.count) bytes" }

    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
