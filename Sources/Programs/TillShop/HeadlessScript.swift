public import TillScreens

/// A file of keys and waits that works a till without a terminal.
public struct HeadlessScript: Hashable, Sendable {
    /// One line of a script.
    public struct Step: Hashable, Sendable {
        /// The line number, from 1.
        public let line: Int
        /// The action.
        public let action: Action
    }

    /// The action of a line.
    public enum Action: Hashable, Sendable {
        /// Types characters.
        case type(String)
        /// Presses a key.
        case key(Key)
        /// Types characters and Enter.
        case enter(String)
        /// Scans a code.
        case scan(String)
        /// Waits until the screen shows a text.
        case wait(String)
        /// Waits until the screen no longer shows a text.
        case gone(String)
        /// Prints the screen.
        case show
        /// Prints the receipts since the last time.
        case receipts
        /// Compares the gateway's takings with the Z reports, and prints both.
        case ledger
        /// Resizes the screen.
        case size(GridSize)
    }

    /// An error in a line.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The line number, from 1.
        public let line: Int
        /// The error.
        public let message: String

        /// The line and its error.
        public var description: String { "line \(line): \(message)" }
    }

    /// The steps, in order.
    public let steps: [Step]

    /// Parses a script.
    ///
    /// - Throws: `Failure` for the first invalid line.
    public init(parsing text: String) throws(Failure) {
        var steps: [Step] = []
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        for (place, line) in lines.enumerated() {
            if let action = try Self.action(line, place + 1) { steps.append(Step(line: place + 1, action: action)) }
        }
        self.steps = steps
    }

    /// Returns `nil` for a comment and an empty line.
    private static func action(_ text: Substring, _ line: Int) throws(Failure) -> Action? {
        let text = text.drop { $0 == " " || $0 == "\t" }
        guard let first = text.first, first != "#" else { return nil }
        let word = text.prefix { $0 != " " }
        let rest = String(text.dropFirst(word.count + 1))
        switch word {
        case "type" where !rest.isEmpty: return .type(rest)
        case "line": return .enter(rest)
        case "scan" where !rest.isEmpty: return .scan(rest)
        case "wait" where !rest.isEmpty: return .wait(rest)
        case "gone" where !rest.isEmpty: return .gone(rest)
        case "show" where rest.isEmpty: return .show
        case "receipts" where rest.isEmpty: return .receipts
        case "ledger" where rest.isEmpty: return .ledger
        case "key":
            guard let key = key(rest) else { throw Failure(line: line, message: "'\(rest)' is not a key") }
            return .key(key)
        case "size":
            let numbers = rest.split(separator: " ").map { Int($0) }
            guard numbers.count == 2, let width = numbers[0], let height = numbers[1],
                (1...500).contains(width), (1...500).contains(height)
            else { throw Failure(line: line, message: "size takes columns and rows, such as size 80 24") }
            return .size(GridSize(width: width, height: height))
        case "type", "scan", "wait", "gone": throw Failure(line: line, message: "\(word) needs a text")
        default:
            throw Failure(
                line: line,
                message: "'\(word)' is not one of type, key, line, scan, wait, gone, show, receipts, ledger, size")
        }
    }

    private static let names: [String: Key] = [
        "enter": .enter, "esc": .escape, "tab": .tab, "backtab": .backTab, "backspace": .backspace,
        "delete": .delete, "up": .up, "down": .down, "left": .left, "right": .right, "home": .home, "end": .end,
        "pageup": .pageUp, "pagedown": .pageDown, "space": .character(" "),
    ]

    private static func key(_ text: String) -> Key? {
        let name = text.lowercased()
        if let key = names[name] { return key }
        if name.first == "f", let number = Int(name.dropFirst()), (1...12).contains(number) { return .function(number) }
        if name.hasPrefix("ctrl-"), let letter = name.last, name.count == 6, letter.isASCII, letter.isLetter {
            return .control(letter)
        }
        guard text.count == 1, let character = text.first else { return nil }
        return .character(character)
    }
}
