import CommandLineOptions
@testable import TenderCommand
import Testing

/// What the declarations of all commands have in common.
@Suite struct DeclaredOptionsTests {
    @Test func noCommandDeclaresANameTwice() {
        var wrong: [String] = []
        for command in TenderCommand.commands {
            let names = (command.options + [command.helpOption]).flatMap { $0.declaration.names }
            if Set(names).count != names.count { wrong.append("\(command.name): \(names.sorted())") }
        }
        #expect(wrong == [])
    }

    /// Whoever may be left out follows those that may not, and a repeated operand takes all the rest.
    @Test func operandsCanBeToldApart() {
        let operands = TenderCommand.commands.map { $0.operands.map { $0.declaration } }
        let wrong = operands.filter { operands in
            operands.dropLast().contains { $0.isRepeatable || $0.isOptional }
                || Set(operands.map(\.name)).count != operands.count
        }
        #expect(wrong.map { $0.map(\.name) } == [])
    }

    /// The same option means the same thing: what it takes is called the same in every command.
    @Test func anOptionTakesTheSameInEveryCommand() {
        var placeholders: [String: Set<String>] = [:]
        let options = TenderCommand.commands.flatMap { $0.options }
        for option in options.map({ $0.declaration }) {
            placeholders[option.name, default: []].insert(option.placeholder ?? "")
        }
        let allowed: Set = ["card", "output"]
        #expect(placeholders.filter { $0.value.count > 1 && !allowed.contains($0.key) } == [:])
    }
}
