import TenderBytes
import TenderEMV
import TenderTestSupport
import Testing

@Suite struct DOLTests {
    @Test func valuesAreMadeToFit() throws {
        var wrong: [[String]] = []
        for row in try Vectors.rows("dol.tsv") {
            let format = try #require(EMVFormat(rawValue: row[0]))
            let fitted = format.fit(try #require(Hex.decode(row[1])), to: try #require(UInt8(row[2])))
            if Hex.encode(fitted).uppercased() != row[3] { wrong.append(row) }
        }
        #expect(wrong == [])
    }

    /// Each byte is that of the value at the same place from the end that stays, or padding.
    @Test func everyFormatFitsEverySize() {
        var wrong: [String] = []
        for format in EMVFormat.allCases {
            for size in 0...20 {
                let value = (0..<size).map { UInt8($0 + 1) }
                for count in [0, 1, 5, 12, 20, 21, 100, 255] as [UInt8] {
                    let expected = (0..<Int(count)).map { place -> UInt8 in
                        switch format {
                        case .constructed: return 0
                        case .numeric:
                            let index = size - Int(count) + place
                            return index < 0 ? 0 : value[index]
                        case .compressedNumeric: return place < size ? value[place] : 0xFF
                        case .alphabetic, .alphanumeric, .special, .binary: return place < size ? value[place] : 0
                        }
                    }
                    if format.fit(value, to: count) != expected { wrong.append("\(format) \(size) \(count)") }
                }
            }
        }
        #expect(wrong == [])
    }

    @Test func aListIsFilledInItsOrder() throws {
        let list = try DOL(parsing: Hex.decode("9F02065F2A029F37047004DF0101") ?? [])
        let known: [TLV.Tag: DOL.Value] = [
            0x9F02: .init(format: .numeric, bytes: [0x12, 0x34]), 0x5F2A: .init(format: .numeric, bytes: [9, 0x78]),
            0x9F37: .init(format: .binary, bytes: [1, 2, 3, 4, 5]), 0x70: .init(format: .binary, bytes: [1, 2, 3, 4]),
        ]
        let values = list.fill { known[$0] }
        #expect(Hex.encode(values) == "000000001234097801020304" + "00000000" + "00")
        #expect(
            list.split(values)?.map { Hex.encode($0.value) }.joined(separator: " ")
                == "000000001234 0978 01020304 00000000 00")
        #expect(list.split([]) == nil)
    }

    @Test func whatIsWrongIsToldWithItsPlace() {
        let wrong: [(String, Int, TLVError)] = [
            ("9F02", 255, .truncated(at: 0)), ("9F0206" + "9F", 255, .truncated(at: 3)),
            ("9FFFFFFF0106", 255, .badTag(at: 0)), ("9F02FF" + "5A01", 255, .tooLarge), ("9F02FD", 252, .tooLarge),
        ]
        var failures: [String] = []
        for (text, limit, expected) in wrong {
            do throws(TLVError) {
                _ = try DOL(parsing: Hex.decode(text) ?? [], limit: limit)
                failures.append(text)
            } catch {
                if error != expected { failures.append("\(text): \(error)") }
            }
        }
        #expect(failures == [])
        #expect((try? DOL(parsing: [0x9F, 0x02, 0xFC], limit: 252))?.count == 252)
    }

    /// Filled values have the size that was asked for, and are taken apart again.
    @Test func randomListsNeverTrap() {
        var random = SplitMix64(seed: 24)
        var wrong: [[UInt8]] = []
        var read = 0
        for _ in 0..<20_000 {
            let bytes = (0..<Int(random.next() % 24)).map { _ in
                random.pick([0x9F, 0x5A, 0x81, 2, 4, 0, UInt8(truncatingIfNeeded: random.next())])
            }
            guard let list = try? DOL(parsing: bytes) else { continue }
            read += 1
            let values = list.fill { tag in
                tag.rawValue.isMultiple(of: 3) ? nil : .init(format: .compressedNumeric, bytes: [UInt8](tag.bytes)[...])
            }
            if list.split(values)?.count != list.entries.count { wrong.append(bytes) }
        }
        #expect(wrong == [])
        #expect(read > 1000)
    }
}
