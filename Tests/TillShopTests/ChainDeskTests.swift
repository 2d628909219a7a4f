import Foundation
import Tender
import TenderSale
import TenderTestSupport
import TenderUplink
@testable import TillShop
import Testing
import TillScreens

/// The note of an uplink beside a till's journal.
@Suite(.timeLimit(.minutes(2))) struct ChainDeskTests {
    private func note(_ state: UplinkState, upTo head: JournalHead? = nil) -> Data {
        var note = UplinkNote()
        note.place = head.map { UplinkPlace(branch: 0, head: $0) }
        note.take(state, detail: nil, at: WallTime.now)
        return Data(note.bytes)
    }

    @Test func theTillShowsAndObeysTheNote() async throws {
        let hall = try await SellerHall()
        let path = UplinkNote.path(journal: hall.folder.path + "/till.journal")
        let (current, blocked) = (note(.connecting), note(.blocked))
        try await hall.play("wait Next customer\ngone chain")
        try current.write(to: URL(filePath: path))
        try await hall.play(
            """
            wait Next customer
            wait waiting
            line 3
            wait Coffee
            show
            wait till blocked
            line 300CA
            wait DONE
            key enter
            wait Tickets that are open can be finished
            line 3
            wait no ticket
            """
        ) { try blocked.write(to: URL(filePath: path)) }
        try await hall.play("wait Head office has blocked this till\nline 3\nwait no ticket")
        let journal = try await hall.journal()
        let events = ShopHistory(try await journal.shopRecords()).events
        await journal.close()
        let sold = events.count { if case .ticketFinished = $0.kind { true } else { false } }
        #expect(sold == 1)
    }

    /// Whatever lies in the note's place is told, and stops nothing.
    @Test func whatIsNoNoteIsToldAndStopsNothing() async throws {
        let hall = try await SellerHall()
        let journal = try await hall.journal()
        let (line, _) = TillLine.make()
        let desk = ChainDesk(journal: journal, path: hall.folder.path + "/till.journal", line: line)
        let path = UplinkNote.path(journal: desk.path)
        let damaged = ChainCondition(problem: .damaged)
        #expect(await desk.look() == nil)
        for bytes in [Data(), Data("{".utf8), Data(count: 1 << 20), note(.blocked).dropLast(9)] {
            try bytes.write(to: URL(filePath: path))
            #expect(await desk.look() == damaged)
        }
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(await desk.look() == damaged)
        try FileManager.default.removeItem(atPath: path)
        #expect(mkfifo(path, 0o600) == 0)
        #expect(await desk.look() == damaged)
        await journal.close()
    }
}
