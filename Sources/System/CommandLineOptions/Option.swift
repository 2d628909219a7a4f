/// An option of a command, and the type of what is read from it.
package struct Option<Value: Sendable>: DeclaredOption {
    package private(set) var declaration: OptionDeclaration

    /// Declares an option that may be left out.
    package init<Wrapped>(
        _ name: String, _ placeholder: String, _ help: String, as text: OptionText<Wrapped>, formerly: [String] = []
    ) where Value == Wrapped? {
        declaration = OptionDeclaration(
            name: name, formerNames: formerly, placeholder: placeholder, help: help, completion: text.completion
        ) { texts throws(CommandLineError) in
            guard let last = texts.last else { return Wrapped?.none as any Sendable }
            return Wrapped?.some(try text.read(last, of: name)) as any Sendable
        }
    }

    /// Declares an option with a value for when it is left out.
    package init(
        _ name: String, _ placeholder: String, _ help: String, as text: OptionText<Value>, default value: Value,
        formerly: [String] = []
    ) {
        declaration = OptionDeclaration(
            name: name, formerNames: formerly, placeholder: placeholder, help: help,
            defaultText: text.spelled(value), completion: text.completion
        ) { texts throws(CommandLineError) in
            guard let last = texts.last else { return value }
            return try text.read(last, of: name)
        }
    }

    /// Declares an option that must be given.
    ///
    /// - Parameter example: A value for the error when it is missing.
    package init(
        required name: String, _ placeholder: String, _ help: String, as text: OptionText<Value>,
        example: String, formerly: [String] = []
    ) {
        declaration = OptionDeclaration(
            name: name, formerNames: formerly, placeholder: placeholder, help: help, example: example,
            completion: text.completion
        ) { texts throws(CommandLineError) in
            guard let last = texts.last else { throw Self.missing(name, such: example) }
            return try text.read(last, of: name)
        }
    }

    /// Declares an option that may be given more than once.
    package init<Element>(
        repeated name: String, _ placeholder: String, _ help: String, as text: OptionText<Element>,
        formerly: [String] = []
    ) where Value == [Element] {
        declaration = OptionDeclaration(
            name: name, formerNames: formerly, placeholder: placeholder, help: help, isRepeatable: true,
            completion: text.completion
        ) { texts throws(CommandLineError) in
            var values: [Element] = []
            for one in texts { values.append(try text.read(one, of: name)) }
            return values
        }
    }
}

extension Option {
    /// Returns the same option for a command that requires it.
    package func required(such example: String) -> Option {
        var option = self
        let (name, read) = (declaration.name, declaration.read)
        option.declaration.example = example
        option.declaration.read = { texts throws(CommandLineError) in
            guard !texts.isEmpty else { throw Self.missing(name, such: example) }
            return try read(texts)
        }
        return option
    }

    private static func missing(_ name: String, such example: String) -> CommandLineError {
        CommandLineError("--\(name) is required, such as --\(name) \(example)")
    }
}

extension Option where Value == Bool {
    /// Declares a flag.
    package init(flag name: String, _ help: String, formerly: [String] = []) {
        declaration = OptionDeclaration(name: name, formerNames: formerly, placeholder: nil, help: help) {
            texts throws(CommandLineError) in !texts.isEmpty
        }
    }
}
