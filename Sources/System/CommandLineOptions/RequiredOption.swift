/// An option that must be given, and the type of what is read from it.
package struct RequiredOption<Value: Sendable>: DeclaredOption {
    package let declaration: OptionDeclaration
    /// The error when it is missing.
    let missing: CommandLineError
    private let option: Option<Value?>

    /// Declares an option that must be given.
    ///
    /// - Parameter example: A value for the error when it is missing.
    package init(
        _ name: String, _ placeholder: String, _ help: String, as text: OptionText<Value>, example: String,
        formerly: [String] = []
    ) {
        self.init(Option(name, placeholder, help, as: text, formerly: formerly), example: example)
    }

    /// Requires an option that may be left out elsewhere.
    init(_ option: Option<Value?>, example: String) {
        var declaration = option.declaration
        declaration.example = example
        self.declaration = declaration
        self.option = option
        missing = CommandLineError("--\(declaration.name) is required, such as --\(declaration.name) \(example)")
    }

    package func value(of texts: [String]) throws(CommandLineError) -> Value {
        guard let value = try option.value(of: texts) else { throw missing }
        return value
    }
}
