import TenderModel
import TenderSale
import Testing
import TillScreens

/// Pictures of a till's pages as files in `Snapshots`, made anew as those of `SnapshotTests` are.
struct TillPageSnapshotTests {
    private static let wide = [
        "sale", "tender-split", "customer-card", "link", "count-close", "paper", "unresolved", "tickets",
    ]
    private static let translated = [
        "sign-in", "count-open", "no-shift", "sale", "reason", "manager", "tender", "customer-card", "card-processing",
        "result-declined", "unknown", "parked", "refund", "unresolved", "offline", "reader", "link", "link-unknown",
        "unsold", "tender-tip", "accepted", "orphan",
    ]

    private static func compare(
        _ name: String, _ width: Int, _ height: Int, isUTF8: Bool, _ language: TillLanguage = .english
    ) throws -> [String] {
        let size = GridSize(width: width, height: height)
        let grid = try TillPages.make(name, language).grid(size, isUTF8: isUTF8)
        let tongue = language == .english ? "" : "-\(language.rawValue)"
        let file = "till-\(name)\(tongue)-\(width)x\(height)-\(isUTF8 ? "utf8" : "ascii").txt"
        return try SnapshotTests.compare(SnapshotTests.picture(grid, isUTF8: isUTF8), file)
    }

    @Test(arguments: TillPages.names) func aPageLooksAsItDid(name: String) throws {
        var wrong = try Self.compare(name, 80, 24, isUTF8: true) + Self.compare(name, 40, 12, isUTF8: false)
        if Self.wide.contains(name) { wrong += try Self.compare(name, 120, 40, isUTF8: true) }
        #expect(wrong == [])
    }

    @Test(arguments: translated, [TillLanguage.german, .french]) func aPageOfALanguageLooksAsItDid(
        name: String, language: TillLanguage
    ) throws {
        let wrong = try Self.compare(name, 80, 24, isUTF8: true, language)
        #expect(wrong == [])
    }

    @Test("Total, state and keys are on every page of the smallest size", arguments: TillPages.names)
    func theSmallest(name: String) throws {
        var wrong: [String] = []
        for language in TillLanguage.allCases {
            let rig = try TillPages.make(name, language)
            let grid = rig.grid(Console.smallest)
            wrong += grid.faults + rig.problems + TillPages.missing(grid, rig.till)
        }
        #expect(wrong == [])
    }
}
