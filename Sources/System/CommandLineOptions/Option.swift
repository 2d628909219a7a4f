/// An option that may be left out, and the type of what is read from it.
package struct Option<Value: Sendable>: DeclaredOption {
    package let declaration: OptionDeclaration
    /// The value for when it is left out.
    let absent: Value
    private let read: @Sendable ([String]) throws(CommandLineError) -> Value

    /// Declares an option without a value for when it is left out.
    package init<Wrapped>(
        _ name: String, _ placeholder: String, _ help: String, as text: OptionText<Wrapped>, formerly: [String] = []
    ) where Value == Wrapped? {
        let declaration = OptionDeclaration(
            name: name, formerNames: formerly, placeholder: placeholder, help: help, completion: text.completion)
        self.declaration = declaration
        absent = nil
        read = { texts throws(CommandLineError) in try text.readLast(texts, declaration.lead) }
    }

    /// Declares an option with a value for when it is left out.
    package init(
        _ name: String, _ placeholder: String, _ help: String, as text: OptionText<Value>, default value: Value,
        formerly: [String] = []
    ) {
        let declaration = OptionDeclaration(
            name: name, formerNames: formerly, placeholder: placeholder, help: help,
            defaultText: text.spelled(value), completion: text.completion)
        self.declaration = declaration
        absent = value
        read = { texts throws(CommandLineError) in try text.readLast(texts, declaration.lead) ?? value }
    }

    /// Declares an option that may be given more than once.
    package init<Element>(
        repeated name: String, _ placeholder: String, _ help: String, as text: OptionText<Element>,
        formerly: [String] = []
    ) where Value == [Element] {
        let declaration = OptionDeclaration(
            name: name, formerNames: formerly, placeholder: placeholder, help: help, isRepeatable: true,
            completion: text.completion)
        self.declaration = declaration
        absent = []
        read = { texts throws(CommandLineError) in try text.readAll(texts, declaration.lead) }
    }

    package func value(of texts: [String]) throws(CommandLineError) -> Value { try read(texts) }

    /// Returns the same option for a command that requires it.
    ///
    /// - Parameter example: A value for the error when it is missing.
    package func required<Wrapped>(such example: String) -> RequiredOption<Wrapped> where Value == Wrapped? {
        RequiredOption(self, example: example)
    }
}

extension Option where Value == Bool {
    /// Declares a flag.
    package init(flag name: String, _ help: String, formerly: [String] = []) {
        declaration = OptionDeclaration(name: name, formerNames: formerly, placeholder: nil, help: help)
        absent = false
        read = { texts throws(CommandLineError) in !texts.isEmpty }
    }
}
