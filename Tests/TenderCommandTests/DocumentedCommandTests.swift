import CommandLineOptions
import Foundation
@testable import TenderCommand
import Testing

/// The commands that the documentation names, beside their declarations.
@Suite struct DocumentedCommandTests {
    private static let docs = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs")

    /// The words after `tender` of each command line in backticks.
    private static func lines(_ page: String) throws -> [[String]] {
        let text = try String(contentsOf: docs.appending(path: page), encoding: .utf8)
        return text.matches(of: /`tender ([a-z][^`\n]*)`/).map { $0.1.split(separator: " ").map(String.init) }
    }

    @Test(arguments: ["coverage.md", "command-line.md"])
    func everyNamedCommandHasTheOptionsThatItIsNamedWith(page: String) throws {
        var wrong: [String] = []
        for words in try Self.lines(page) {
            let command = TenderCommand.command(words)
            let isGroup = TenderCommand.commands.contains { $0.name.hasPrefix(words.joined(separator: " ") + " ") }
            let known = Set(command?.options.flatMap { $0.declaration.names.map { "--" + $0 } } ?? [])
            let unknown = words.filter { $0.hasPrefix("--") && !known.contains($0) }
            if command == nil && !isGroup || !unknown.isEmpty { wrong.append(words.joined(separator: " ")) }
        }
        #expect(wrong == [])
    }
}
