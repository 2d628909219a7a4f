import TenderFlow
import TenderModel
import TenderSale
import Testing

@Suite struct TransferBookTests {
    private static func ticket(
        _ id: String, _ nets: [Int64], way: LegSharing.Way = .transfers, standing: LegRecord.Standing = .settled,
        isTraining: Bool = false
    ) -> TicketRecord {
        let parts = nets.enumerated().map { place, net in
            LegSharing.Part(
                account: "acct_\(place)", name: "Seller \(place)", gross: Shop.euros(net), fee: Shop.euros(0))
        }
        let whole = Shop.euros(nets.reduce(0, +))
        let leg = LegRecord(
            id: "L" + id, method: .card, amount: whole, tip: Shop.euros(0), intentID: "pi_1",
            sharing: LegSharing(way: way, whole: whole, parts: parts), standing: standing)
        return TicketRecord(
            id: id, number: 1, cashier: "anna", lines: [], taxes: [], total: whole, rounding: Shop.euros(0),
            legs: [leg], isTraining: isTraining)
    }

    private static func step(_ id: String, _ step: TransferRecord.Step) -> TransferRecord {
        TransferRecord(transfer: id, step: step)
    }

    @Test func whatCardsPaidForSellersIsDueOnce() {
        var book = TransferBook()
        for ticket in [
            Self.ticket("1", [877, 0, 1950]), Self.ticket("1", [877, 0, 1950]),
            Self.ticket("2", [500], way: .destination), Self.ticket("3", [500], isTraining: true),
            Self.ticket("4", [500], standing: .accepted(by: "anna", reason: "slip")),
        ] { book.take(ticket) }
        #expect(book.open.map(\.id) == ["L1/acct_0", "L1/acct_2"])
        #expect(book.open.map(\.amount.minorUnits) == [877, 1950])
    }

    @Test func moneyComesBackOfTheTransferThatItWentBy() {
        var book = TransferBook()
        book.take(Self.ticket("1", [877, 1950]))
        book.take(Self.ticket("2", [-300, 0]))
        // Of what nobody sold nothing comes back.
        book.take(Self.ticket("3", [0, 0, -5]))
        #expect(book.open.map(\.way) == [.out, .out, .back(of: "L1/acct_0")])
        for id in ["L1/acct_0", "L2/acct_0"] { book.take(Self.step(id, .made(id: "tr_" + id))) }
        #expect(book.takenBack(of: "L1/acct_0") == 300)
        #expect(book.takenBack(of: "L1/acct_1") == 0)
        #expect(book.open.map(\.id) == ["L1/acct_1"])
    }

    /// Of two reversals of the same amount nobody could say which one the gateway made.
    @Test func whatComesBackWaitsForWhatNobodyKnows() {
        var book = TransferBook()
        for (id, nets) in [("1", [900, 900]), ("2", [-300, -300]), ("3", [-300])] as [(String, [Int64])] {
            book.take(Self.ticket(id, nets))
        }
        for id in ["L1/acct_0", "L1/acct_1"] { book.take(Self.step(id, .made(id: "tr_" + id))) }
        let ids = ["L2/acct_0", "L2/acct_1", "L3/acct_0"]
        var heldUp: [[Bool]] = []
        for step in [.leaving, .refused(reason: "no"), .leaving, .made(id: "trr_1")] as [TransferRecord.Step] {
            book.take(Self.step("L2/acct_0", step))
            heldUp.append(ids.map { book.isHeldUp($0) })
        }
        let free = [false, false, false]
        #expect(heldUp == [[false, false, true], free, [false, false, true], free])
        #expect(!book.isHeldUp("unknown"))
    }

    /// Only a proved refusal begins another key, and what is made stays made, whatever comes after it.
    @Test func stepsAreFolded() {
        var book = TransferBook()
        book.take(Self.ticket("1", [877]))
        let id = "L1/acct_0"
        let steps: [TransferRecord.Step] = [
            .leaving, .refused(reason: "no"), .leaving, .leaving, .made(id: "tr_1"), .refused(reason: "late"), .leaving,
        ]
        var states: [SellerTransfer.State?] = []
        for step in steps {
            book.take(Self.step(id, step))
            book.take(Self.step("unknown", step))
            states.append(book[id]?.state)
        }
        #expect(
            states == [
                .sent, .refused("no"), .sent, .sent, .made("tr_1"), .made("tr_1"), .made("tr_1"),
            ])
        #expect(book[id]?.attempt == 2)
        #expect(book.open.isEmpty)
    }

    @Test func stepsLieInTheJournal() throws {
        let steps = [
            Self.step("L1/acct_0", .leaving), Self.step("L1/acct_0", .refused(reason: "nein, danke")),
            Self.step("L1/acct_0", .made(id: "tr_1")),
        ]
        let event = ShopEvent(
            id: "e", time: 1, businessDate: "2026-11-21", kind: .ticketFinished(Self.ticket("1", [877])))
        let records = try [event.record()] + steps.map { try $0.record() }
        let broken = ShopRecord(kind: TransferRecord.recordKind, version: 1, body: Array("{\"transfer\":1}".utf8))
        let history = ShopHistory(records + [broken])
        #expect(history.transferSteps == steps)
        #expect(history.unreadable.count == 1)
        #expect(TransferBook(history)["L1/acct_0"]?.state == .made("tr_1"))
    }
}
