/// An operand, whatever the type of its value.
package protocol DeclaredOperand: Sendable {
    /// The type of what is read from it.
    associatedtype Value: Sendable

    /// What parsing, usage line, help and completion are made from.
    var declaration: OperandDeclaration { get }

    /// Returns the value of the texts given for it, in order; throws what is wrong with them, or that there is none.
    func value(of texts: [String]) throws(CommandLineError) -> Value
}

/// An operand without the type of its value.
package struct OperandDeclaration: Sendable {
    /// The name in the usage line, such as `ID`.
    package let name: String
    /// The words for people, as they follow "give one" in an error, such as `customer id`.
    package let help: String
    /// Whether it may be left out.
    package var isOptional = false
    /// Whether it takes every text that is left, and at least one.
    package var isRepeatable = false
    /// What a shell offers for it.
    package let completion: OptionDeclaration.Completion

    /// The operand as the usage line shows it, such as `[ACCT]` or `HEX…`.
    package var spelling: String {
        let text = isRepeatable ? name + "…" : name
        return isOptional ? "[\(text)]" : text
    }

    /// The operand as an error asks for it.
    var demand: String { (isRepeatable ? "at least one " : "one ") + help }

    /// The beginning of the sentence that refuses a text.
    static let lead = "give"
}
