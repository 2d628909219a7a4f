import TenderBytes

/// How the text of an option or an operand becomes a value.
package struct OptionText<Value: Sendable>: Sendable {
    let expectation: String
    let completion: OptionDeclaration.Completion
    let shown: @Sendable (String) -> String
    let spelled: @Sendable (Value) -> String
    let parse: @Sendable (String) -> Value?

    /// Creates a way to read a text.
    ///
    /// - Parameters:
    ///   - expectation: What is expected, as it follows "takes" or "give" in an error.
    ///   - shown: What an error shows of a refused text.
    ///   - spelled: The text of a value, for the default in the help.
    ///   - parse: Returns the value; `nil` refuses the text.
    package init(
        _ expectation: String, completion: OptionDeclaration.Completion = .nothing,
        shown: @escaping @Sendable (String) -> String = { $0 },
        spelled: @escaping @Sendable (Value) -> String = { "\($0)" }, parse: @escaping @Sendable (String) -> Value?
    ) {
        self.expectation = expectation
        self.completion = completion
        self.shown = shown
        self.spelled = spelled
        self.parse = parse
    }

    /// Returns the value of the last text, which counts; `nil` without one.
    ///
    /// - Parameter lead: The beginning of the sentence that refuses a text.
    func readLast(_ texts: [String], _ lead: String) throws(CommandLineError) -> Value? {
        guard let last = texts.last else { return nil }
        return try read(last, lead)
    }

    /// Returns the values of all texts.
    func readAll(_ texts: [String], _ lead: String) throws(CommandLineError) -> [Value] {
        var values: [Value] = []
        for text in texts { values.append(try read(text, lead)) }
        return values
    }

    private func read(_ text: String, _ lead: String) throws(CommandLineError) -> Value {
        guard let value = parse(text) else {
            throw CommandLineError("\(lead) \(expectation), not '\(shown(text))'")
        }
        return value
    }
}

extension OptionText where Value == String {
    /// Any text.
    package static var text: OptionText { OptionText("a text") { $0 } }

    /// The path of a file.
    package static var file: OptionText { OptionText("a file", completion: .files) { $0 } }

    /// A web address.
    ///
    /// One with a password is refused: an address is sent on, stored in journals and shown.
    package static var address: OptionText {
        OptionText("an address without a user name and a password", shown: \.shownAddress) {
            $0.holdsCredentials ? nil : $0
        }
    }

    /// One of some words.
    package static func choice(_ words: [String]) -> OptionText {
        OptionText("one of \(words.alternatives)", completion: .words(words)) { words.contains($0) ? $0 : nil }
    }
}

extension OptionText where Value: Equatable {
    /// One of some values, by their words.
    package static func choice(_ values: [Value], spelled: @escaping @Sendable (Value) -> String) -> OptionText {
        let words = values.map(spelled)
        return OptionText("one of \(words.alternatives)", completion: .words(words), spelled: spelled) { text in
            values.first { spelled($0) == text }
        }
    }
}

extension OptionText where Value: FixedWidthInteger {
    /// A whole number in a range.
    package static func number(in range: ClosedRange<Value>) -> OptionText {
        OptionText("a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
            Value(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// One of some numbers.
    package static func choice(_ numbers: [Value]) -> OptionText {
        let words = numbers.map { "\($0)" }
        return OptionText("one of \(words.alternatives)", completion: .words(words)) { text in
            Value(text).flatMap { numbers.contains($0) ? $0 : nil }
        }
    }
}

extension OptionText where Value == Duration {
    /// A whole number of seconds in a range.
    package static func seconds(in range: ClosedRange<Int>) -> OptionText {
        OptionText(
            "a whole number of seconds from \(range.lowerBound) to \(range.upperBound)",
            spelled: { "\($0.components.seconds)" }
        ) { text in
            Int(text).flatMap { range.contains($0) ? .seconds($0) : nil }
        }
    }
}

extension OptionText where Value: RawRepresentable<String> & CaseIterable {
    /// One of the cases of an enumeration.
    package static var choice: OptionText {
        let words = Value.allCases.map(\.rawValue)
        return OptionText(
            "one of \(words.alternatives)", completion: .words(words), spelled: { $0.rawValue }
        ) { Value(rawValue: $0) }
    }
}
