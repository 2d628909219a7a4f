import TenderFlow
import TenderSale
import Testing

@Suite struct BundleRecordTests {
    private let bundle = BundleRecord(time: 1, shop: "Am Hafen", version: 7, sha256: "AB")

    /// The form on disk: it may grow, and what is written today must be readable for ever.
    @Test func theFormOfTheFirstVersionStays() throws {
        let record = try bundle.record()
        #expect(record.kind == "bundle")
        #expect(record.version == 1)
        #expect(
            String(decoding: record.body, as: UTF8.self) == #"{"sha256":"AB","shop":"Am Hafen","time":1,"version":7}"#)
        #expect(try BundleRecord(record) == bundle)
    }

    @Test func aJournalWithBundlesStillHasItsEvents() throws {
        let event = ShopEvent(id: "e", time: 1, businessDate: "2026-11-21", kind: .signedIn)
        let history = ShopHistory([try event.record(), try bundle.record()])
        #expect(history.events == [event])
        #expect(history.bundles == [bundle])
        #expect(history.unreadable.isEmpty)
    }
}
