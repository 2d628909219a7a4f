import Foundation
import Tender
import Testing

@Suite struct ReadmeTests {
    @Test func theExampleSellsSomething() async throws {
        let intent = try #require(try await sell())
        #expect(intent.status == .succeeded)
        #expect(intent.amountReceived == Amount(minorUnits: 1099, currency: .eur))
    }

    @Test func theReadmeShowsTheExampleThatRuns() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let example = try text(tests.appending(path: "ReadmeExample.swift"))
        let readme = try text(tests.appending(path: "../../README.md").standardizedFileURL)
        let compiled = try #require(part(of: example, from: "// README begins here\n", to: "// README ends here\n"))
        let shown = try #require(part(of: readme, from: "```swift\n", to: "```\n"))
        #expect(shown == compiled)
    }

    private func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

    private func part(of text: String, from begin: String, to end: String) -> String? {
        guard let begin = text.range(of: begin) else { return nil }
        let rest = text[begin.upperBound...]
        return rest.range(of: end).map { String(rest[..<$0.lowerBound]) }
    }
}
