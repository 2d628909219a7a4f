/// An operand of a command, and the type of what is read from it.
package struct Operand<Value: Sendable>: DeclaredOperand {
    package let declaration: OperandDeclaration
    private let read: @Sendable ([String]) throws(CommandLineError) -> Value

    /// Declares an operand that must be given.
    ///
    /// - Parameters:
    ///   - name: Its name in the usage line, such as `ID`.
    ///   - help: The words for people, as they follow "give one" in an error.
    package init(_ name: String, _ help: String, as text: OptionText<Value>) {
        let declaration = OperandDeclaration(name: name, help: help, completion: text.completion)
        self.declaration = declaration
        read = { texts throws(CommandLineError) in
            guard let value = try text.readLast(texts, OperandDeclaration.lead) else {
                throw CommandLineError("give \(declaration.demand)")
            }
            return value
        }
    }

    /// Declares an operand that may be left out, after those that may not.
    package init<Wrapped>(optional name: String, _ help: String, as text: OptionText<Wrapped>) where Value == Wrapped? {
        declaration = OperandDeclaration(name: name, help: help, isOptional: true, completion: text.completion)
        read = { texts throws(CommandLineError) in try text.readLast(texts, OperandDeclaration.lead) }
    }

    /// Declares an operand that is given once or more often, after all others.
    package init<Element>(repeated name: String, _ help: String, as text: OptionText<Element>)
    where Value == [Element] {
        let declaration = OperandDeclaration(name: name, help: help, isRepeatable: true, completion: text.completion)
        self.declaration = declaration
        read = { texts throws(CommandLineError) in
            guard !texts.isEmpty else { throw CommandLineError("give \(declaration.demand)") }
            return try text.readAll(texts, OperandDeclaration.lead)
        }
    }

    package func value(of texts: [String]) throws(CommandLineError) -> Value { try read(texts) }
}
