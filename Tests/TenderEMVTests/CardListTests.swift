import TenderBytes
import TenderEMV
import Testing

/// What a card's lists of files and of verification methods may be.
@Suite struct CardListTests {
    /// The offset of the fault of a locator; `nil` if there is none.
    private func fault(_ bytes: [UInt8]) -> Int? {
        do throws(EMVDataError) {
            _ = try AFL(parsing: bytes)
            return nil
        } catch {
            return error.offset
        }
    }

    @Test func aFileHasItsThirtyIdentifiers() {
        let accepted = (0...255).filter { fault([UInt8($0), 1, 1, 0]) == nil }
        #expect(accepted == (1...30).map { $0 * 8 })
        #expect((0...255).filter { fault([8, 1, 1, 0, UInt8($0), 1, 1, 0]) == 4 }.count == 226)
    }

    @Test func recordsAreInOrderAndNoneIsCountedThatIsNotThere() {
        let edges: [UInt8] = [0, 1, 2, 3, 127, 128, 253, 254, 255]
        var wrong: [[UInt8]] = []
        for first in edges {
            for last in edges {
                for count in edges {
                    let expected: Int? =
                        if first == 0 { 1 } else if last < first || last == 255 { 2 } else {
                            (Int(first)..<(Int(first) + Int(count))).contains { $0 > Int(last) } ? 3 : nil
                        }
                    if fault([8, first, last, count]) != expected { wrong.append([first, last, count]) }
                }
            }
        }
        #expect(wrong == [])
    }

    @Test func aLocatorHasFourToTwoHundredFiftyTwoBytesInFours() {
        let entry: [UInt8] = [8, 1, 1, 0]
        let accepted = (0...260).filter { count in fault((0..<count).map { entry[$0 % 4] }) == nil }
        #expect(accepted == Array(stride(from: 4, through: 252, by: 4)))
    }

    @Test func aListOfMethodsHasTwoAmountsAndPairs() throws {
        let accepted = (0...260).filter { (try? CVMList(parsing: [UInt8](repeating: 1, count: $0))) != nil }
        #expect(accepted == Array(stride(from: 8, through: 252, by: 2)))
        let list = try CVMList(parsing: try #require(Hex.decode("00000001FFFFFFFF42031F00")))
        #expect([list.amountX, list.amountY] == [1, .max])
        #expect(list.rules.map { [$0.method, $0.condition] } == [[2, 3], [0x1F, 0]])
        #expect(list.rules.map(\.continuesOnFailure) == [true, false])
    }
}
