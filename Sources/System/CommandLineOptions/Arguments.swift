/// The arguments of a command, read as its options declare.
package struct Arguments: Sendable {
    private var values: [String: any Sendable] = [:]
    private var given: Set<String>
    /// The arguments that are not options.
    package let operands: [String]

    /// Reads the arguments, without the program and the command's name.
    ///
    /// - Throws: What is wrong with them, in words.
    package init(_ arguments: [String], _ options: [any DeclaredOption]) throws(CommandLineError) {
        let declarations = options.map(\.declaration)
        let scan = try ArgumentScan(arguments, declarations)
        given = Set(scan.texts.keys)
        operands = scan.operands
        for declaration in declarations {
            values[declaration.name] = try declaration.read(scan.texts[declaration.name] ?? [])
        }
    }

    /// The value of an option; for one that the command does not declare, the value for when it is left out.
    package subscript<Value>(option: Option<Value>) -> Value {
        let stored = values[option.declaration.name] ?? (try? option.declaration.read([]))
        guard let value = stored as? Value else {
            preconditionFailure("the command requires --\(option.declaration.name), and does not declare it")
        }
        return value
    }

    /// Returns whether the option was given.
    package func isGiven(_ option: any DeclaredOption) -> Bool { given.contains(option.declaration.name) }

    /// Returns the one operand that a command requires.
    package func operand(_ name: String) throws(CommandLineError) -> String { try operands(name)[0] }

    /// Returns the operands that a command requires, in order.
    package func operands(_ names: String...) throws(CommandLineError) -> [String] {
        guard operands.count == names.count else {
            throw CommandLineError("give \(names.map { "one \($0)" }.joined(separator: " and "))")
        }
        return operands
    }

    /// Refuses operands.
    package func expectNoOperands() throws(CommandLineError) {
        if let first = operands.first { throw CommandLineError("unexpected argument '\(first)'") }
    }
}
