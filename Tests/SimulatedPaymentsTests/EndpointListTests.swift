import Foundation
import SimulatedPayments
import Testing

/// The list of endpoints in docs/gateway.md: `TENDER_UPDATE_SNAPSHOTS=1 swift test --filter EndpointListTests` writes it.
@Suite struct EndpointListTests {
    private static let marks = ("<!-- endpoints -->\n", "<!-- end of endpoints -->")
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs/gateway.md")

    @Test func theDocumentationListsEveryEndpoint() throws {
        let text = try String(contentsOf: Self.file, encoding: .utf8)
        let start = try #require(text.range(of: Self.marks.0)).upperBound
        let end = try #require(text.range(of: Self.marks.1)).lowerBound
        let rows = Endpoint.allCases.map { "| `\($0.pattern)` | `\($0.rawValue)` |\n" }
        let list = "\n| | Name |\n|---|---|\n" + rows.joined() + "\n"
        if ProcessInfo.processInfo.environment["TENDER_UPDATE_SNAPSHOTS"] != nil {
            let updated = text[..<start] + list + text[end...]
            try updated.write(to: Self.file, atomically: true, encoding: .utf8)
        } else {
            #expect(text[start..<end] == list)
        }
    }

    @Test func namesAndPatternsAreUnique() {
        let endpoints = Endpoint.allCases
        #expect(Set(endpoints.map(\.rawValue)).count == endpoints.count)
        #expect(Set(endpoints.map(\.pattern)).count == endpoints.count)
    }
}
