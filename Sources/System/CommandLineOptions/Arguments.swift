/// The arguments of a command, read as its options and operands declare.
package struct Arguments: Sendable {
    private var optionValues: [String: any Sendable] = [:]
    private var operandValues: [String: any Sendable] = [:]
    private let given: Set<String>

    /// Reads the arguments, without the program and the command's name.
    ///
    /// - Throws: What is wrong with them or missing, in words.
    package init(
        _ arguments: [String], _ options: [any DeclaredOption], _ operands: [any DeclaredOperand] = []
    ) throws(CommandLineError) {
        let scan = try ArgumentScan(arguments, options.map(\.declaration))
        given = Set(scan.texts.keys)
        for option in options {
            let name = option.declaration.name
            optionValues[name] = try option.value(of: scan.texts[name] ?? [])
        }
        try read(scan.operands, operands)
    }

    private mutating func read(_ texts: [String], _ operands: [any DeclaredOperand]) throws(CommandLineError) {
        let needed = operands.map(\.declaration).filter { !$0.isOptional }
        guard texts.count >= needed.count else {
            throw CommandLineError("give \(needed.map(\.demand).joined(separator: " and "))")
        }
        var rest = texts[...]
        for operand in operands {
            let own = operand.declaration.isRepeatable ? rest : rest.prefix(1)
            rest = rest.dropFirst(own.count)
            operandValues[operand.declaration.name] = try operand.value(of: Array(own))
        }
        if let first = rest.first { throw Self.unexpected(first) }
    }

    /// The value of an option; for one that the command does not declare, the value for when it is left out.
    package subscript<Value>(option: Option<Value>) -> Value {
        optionValues[option.declaration.name].flatMap { $0 as? Value } ?? option.absent
    }

    /// The value of an option that the command requires; throws that it is missing for one that it does not declare.
    package subscript<Value>(option: RequiredOption<Value>) -> Value {
        get throws(CommandLineError) {
            guard let value = optionValues[option.declaration.name].flatMap({ $0 as? Value }) else {
                throw option.missing
            }
            return value
        }
    }

    /// The value of an operand; one that the command does not declare counts as left out.
    package subscript<Value>(operand: Operand<Value>) -> Value {
        get throws(CommandLineError) {
            if let value = operandValues[operand.declaration.name].flatMap({ $0 as? Value }) { return value }
            return try operand.value(of: [])
        }
    }

    /// Returns whether the option was given.
    package func isGiven(_ option: any DeclaredOption) -> Bool { given.contains(option.declaration.name) }

    /// The refusal of an operand that nobody asked for.
    package static func unexpected(_ text: String) -> CommandLineError {
        CommandLineError("unexpected argument '\(text)'")
    }
}
