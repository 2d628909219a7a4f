import TenderEMV
import Testing

@Suite struct EMVDictionaryTests {
    @Test func everyTagHasOneEntry() {
        let tags = EMVDictionary.entries.map(\.tag)
        #expect(Set(tags).count == tags.count)
        #expect(tags.filter { EMVDictionary.entry($0)?.tag != $0 } == [])
        let found = (UInt32.min...0xFFFF).compactMap { EMVDictionary.entry(TLV.Tag(rawValue: $0))?.tag }
        #expect(Set(found) == Set(tags))
    }

    /// A tag says itself whether it is constructed.
    @Test func formatsAgreeWithTags() {
        let wrong = EMVDictionary.entries.filter { ($0.format == .constructed) != $0.tag.isConstructed }
        #expect(wrong.map(\.name) == [])
    }

    @Test func tagsAreWellFormed() throws {
        let wrong = try EMVDictionary.entries.filter { entry in
            let list = try TLV(TLV.encode(entry.tag, []))
            return list.elements.map(\.tag) != [entry.tag]
        }
        #expect(wrong.map(\.name) == [])
    }

    @Test func whatHoldsCardDataIsNotOpen() {
        let secret: [TLV.Tag] = [0x56, 0x57, 0x5A, 0x5F20, 0x86, 0x99, 0x9F05, 0x9F0B, 0x9F1F, 0x9F20, 0x9F6B]
        #expect(secret.filter { EMVDictionary.entry($0)?.secrecy ?? .open == .open } == [])
    }
}
