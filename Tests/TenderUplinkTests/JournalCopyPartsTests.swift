import TenderRecords
import TenderUplink
import Testing

/// Which branches a journal is made of.
@Suite struct JournalCopyPartsTests {
    private func head(_ sequence: Int64) -> JournalHead {
        JournalHead(journalID: "a", sequence: sequence, hash: [])
    }

    private func copy(_ branches: (number: Int64, parent: Int64?, base: Int64, end: Int64)...) -> JournalCopy {
        JournalCopy(
            start: head(0),
            branches: branches.map { .init(number: $0.number, parent: $0.parent, base: $0.base, end: head($0.end)) })
    }

    private func text(_ parts: [JournalCopy.Part]?) -> String? {
        parts.map { $0.map { "\($0.branch):\($0.after)-\($0.last)" }.joined(separator: " ") }
    }

    @Test func aBranchBeginsWithThoseItCameFrom() {
        let copy = copy((0, nil, 0, 20), (1, 0, 10, 15), (2, 1, 12, 30), (3, 2, 11, 11), (4, 0, 0, 5))
        #expect(text(copy.parts(of: 0)) == "0:0-20")
        #expect(text(copy.parts(of: 1)) == "0:0-10 1:10-15")
        #expect(text(copy.parts(of: 2)) == "0:0-10 1:10-12 2:12-30")
        // It left a branch at a record that that one has from another.
        #expect(text(copy.parts(of: 3)) == "0:0-10 1:10-11")
        #expect(text(copy.parts(of: 4)) == "4:0-5")
    }

    @Test func whatDoesNotFitHasNoParts() {
        #expect(copy((0, nil, 0, 20)).parts(of: 1) == nil)
        #expect(copy((0, nil, 0, 20), (2, 1, 12, 30)).parts(of: 2) == nil)
        #expect(copy((0, nil, 0, 20), (1, 0, 25, 30)).parts(of: 1) == nil)
        #expect(copy((0, nil, 3, 20)).parts(of: 0) == nil)
        #expect(copy((0, 1, 0, 20), (1, 0, 10, 15)).parts(of: 1) == nil)
        #expect(copy((0, 0, 0, 20)).parts(of: 0) == nil)
    }
}
