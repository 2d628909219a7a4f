/// An option, whatever the type of its value.
package protocol DeclaredOption: Sendable {
    /// The type of what is read from it.
    associatedtype Value: Sendable

    /// What parsing, help and completion are made from.
    var declaration: OptionDeclaration { get }

    /// Returns the value of the texts given for it, in order; throws what is wrong with them, or that there is none.
    func value(of texts: [String]) throws(CommandLineError) -> Value
}

/// An option without the type of its value.
package struct OptionDeclaration: Sendable {
    /// What a shell offers for the value.
    package enum Completion: Sendable, Hashable {
        case nothing, files
        case words([String])
    }

    /// The name, without dashes.
    package let name: String
    /// The names that it had in earlier versions, which are still read.
    package let formerNames: [String]
    /// The name of its value in the help; `nil` for a flag.
    package let placeholder: String?
    /// One line for people.
    package let help: String
    /// A value for the error when it is missing; `nil` for an option that may be left out.
    package var example: String?
    /// Whether it may be given more than once.
    package var isRepeatable = false
    /// The value when it is not given, as it would be typed.
    package var defaultText: String?
    /// What a shell offers for the value.
    package var completion = Completion.nothing

    /// Every name that is read.
    package var names: [String] { [name] + formerNames }

    /// The option as the help shows it, such as `--amount A`.
    package var spelling: String { "--" + name + (placeholder.map { " " + $0 } ?? "") }

    /// The help with what the declaration knows: choices, default, and whether it is required or repeatable.
    package var fullHelp: String {
        var text = help
        if case .words(let words) = completion { text += ": " + words.alternatives }
        let notes = [
            example == nil ? nil : "required", defaultText.map { "default \($0)" },
            isRepeatable ? "may be repeated" : nil,
        ].compactMap(\.self)
        return notes.isEmpty ? text : text + " (\(notes.joined(separator: ", ")))"
    }

    /// The beginning of the sentence that refuses a text.
    var lead: String { "--\(name) takes" }
}

extension [String] {
    /// The words as a choice: `a, b or c`.
    package var alternatives: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}
