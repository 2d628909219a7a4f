import Glibc
import Testing
import TillScreens

struct CellWidthTests {
    private typealias Width = @convention(c) (Int32) -> Int32

    /// The C library may be older than the characters, and then says that they have no place.
    @Test func widthsAreThoseOfTheCLibrary() throws {
        let symbol = try #require(dlsym(nil, "wcwidth"))
        let width = unsafeBitCast(symbol, to: Width.self)
        let locale = try #require(newlocale(Int32(LC_CTYPE_MASK), "C.UTF-8", nil))
        let before = uselocale(locale)
        defer {
            uselocale(before)
            freelocale(locale)
        }
        // A mark that a later version of the standard gave a place of its own.
        let changed: UInt32 = 0x1171E
        var wrong: [String] = []
        for value in 0x20...UInt32(0x10FFFF) {
            guard value != changed, let scalar = Unicode.Scalar(value) else { continue }
            let expected = Int(width(Int32(bitPattern: value)))
            if expected >= 0, let found = CellWidth.of(scalar), found != expected {
                wrong.append("U+\(String(value, radix: 16)): \(found), not \(expected)")
            }
        }
        #expect(wrong.prefix(20) == [])
    }

    @Test(arguments: [("", 0), ("abc", 3), ("Käse", 4), ("世界", 4), ("e\u{301}", 1), ("a\u{200B}b", 2), ("\u{7}", 1)])
    func textsHaveTheirColumns(text: String, width: Int) { #expect(CellWidth.of(text) == width) }

    @Test func aPrefixNeverHoldsHalfACharacter() {
        #expect((0...5).map { CellWidth.prefix("世a界", $0) } == ["", "", "世", "世a", "世a", "世a界"])
    }
}
