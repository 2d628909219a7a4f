import TenderSale
import Testing

/// A code as the text of a dark screen.
@Suite struct QRTextTests {
    /// Whether the two modules of a character are dark.
    private static let modules: [Character: (Bool, Bool)] = [
        "█": (false, false), "▀": (false, true), "▄": (true, false), " ": (true, true),
    ]

    @Test func theModulesStandInTheTextWithALightBorder() throws {
        var wrong: [String] = []
        for size in 1...9 {
            for seed in 0..<8 {
                let modules = (0..<size * size).map { (($0 + 1) * (seed * 7 + 3)) % 5 < 2 }
                let code = try #require(QRMatrix(size: size, modules: modules))
                let pairs = code.textLines.map { $0.compactMap { Self.modules[$0] } }
                let rows = pairs.flatMap { [$0.map(\.0), $0.map(\.1)] }
                let expected = (-2..<size + 2).map { y in (-2..<size + 2).map { code.isDark(x: $0, y: y) } }
                if Array(rows.prefix(size + 4)) != expected { wrong.append("\(size) \(seed): \(code.textLines)") }
                // What is left of an odd number of rows is the terminal's own, which is dark.
                if rows.dropFirst(size + 4).contains(where: { $0.contains(false) }) { wrong.append("\(size) end") }
            }
        }
        #expect(wrong == [])
    }
}
