import FoundationEssentials
import Glibc
import TenderFiles
import TenderModel
import TenderSale
import Testing

@testable import TillShop

@Suite struct TicketStoreTests {
    private let folder = TestFolder()

    private func ticket(_ id: String, _ cents: Int64 = 100) throws -> Ticket {
        var ticket = Ticket(id: id, cashier: "anna", currency: .eur, taxes: try DemoShop.catalogue().taxes)
        let department = try #require(try DemoShop.catalogue().departments.first)
        try ticket.edit { (cart) throws(CartError) in
            try cart.add(to: department, price: Amount(minorUnits: cents, currency: .eur))
        }
        return ticket
    }

    @Test func ticketsAreThereAgainAsTheyWereKeptLast() async throws {
        let store = TicketStore(folder: folder.path, journal: "j")
        var first = try ticket("T1-1")
        try await store.keep(first)
        try first.addCard(id: "T1-2", tip: Amount(minorUnits: 20, currency: .eur))
        try first.start("T1-2", intentID: "T1-2")
        try await store.keep(first)
        let second = try ticket("T1-9", 250)
        try await store.keep(second)
        let contents = try await TicketStore(folder: folder.path, journal: "j").contents()
        #expect(contents.tickets == [first, second])
        #expect(contents.unreadable == [])
        try await store.forget("T1-1")
        try await store.forget("T1-1")
        #expect(try await store.contents().tickets == [second])
    }

    @Test func noIdLeavesTheFolderOrMeetsAnother() async throws {
        let store = TicketStore(folder: folder.path, journal: "j")
        let ids = ["../x", "a/b", "a_2fb", "a_b", "a b", ".", "", "Ä"]
        for id in ids { try await store.keep(try ticket(id)) }
        #expect(Set(try await store.contents().tickets.map(\.id)) == Set(ids))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == ids.count)
    }

    @Test func whatCannotBeReadIsToldAndLeftThere() async throws {
        let store = TicketStore(folder: folder.path, journal: "j")
        try await store.keep(try ticket("T1-1"))
        let broken = folder.path + "/T1-2.ticket"
        try Data("{\"version\":1,\"ticket\":".utf8).write(to: URL(filePath: broken))
        let newer = folder.path + "/T1-3.ticket"
        try Data("{\"version\":2,\"ticket\":{}}".utf8).write(to: URL(filePath: newer))
        // A write that the power ended.
        try Data("{".utf8).write(to: URL(filePath: folder.path + "/T1-1.ticket.new"))
        let contents = try await store.contents()
        #expect(contents.tickets.map(\.id) == ["T1-1"])
        #expect(contents.unreadable == [broken, newer])
        #expect([broken, newer].allSatisfy { FileManager.default.fileExists(atPath: $0) })
    }

    @Test func aTicketOfAnotherJournalIsToldAndNotTaken() async throws {
        try await TicketStore(folder: folder.path, journal: "j").keep(try ticket("T1-1"))
        let contents = try await TicketStore(folder: folder.path, journal: "k").contents()
        #expect(contents.tickets == [])
        #expect(contents.unreadable == [folder.path + "/T1-1.ticket"])
    }

    @Test func aTicketThatCannotBeKeptIsAnError() async throws {
        let store = TicketStore(folder: folder.path + "/missing", journal: "j")
        await #expect(throws: ShopFailure.self) { try await store.keep(try ticket("T1-1")) }
    }

    /// Cashiers are told what to do, and no path of the machine.
    @Test(arguments: [(ENOSPC, "disk is full"), (EROFS, "cannot write its file T1-1.ticket.new")])
    func aDiskThatFailsIsToldWithoutAPath(code: Int32, words: String) {
        let told = ShopFailure(FileFailure(.write, folder.path + "/T1-1.ticket.new", code: code)).description
        #expect(told.contains(words), "\(told)")
        #expect(!told.contains("/"), "\(told)")
    }

    @Test func aLinkInThePlaceOfAnUnfinishedTicketIsNotFollowed() async throws {
        let other = folder.path + "/other"
        try Data("kept".utf8).write(to: URL(filePath: other))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/T1-1.ticket.new", withDestinationPath: other)
        let store = TicketStore(folder: folder.path, journal: "j")
        try await store.keep(try ticket("T1-1"))
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "kept")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["T1-1.ticket", "other"])
    }
}
