import Foundation
import TenderJournal
import TenderRecords
import TenderUplink
import Testing

/// What `tender doctor` says of the copy at head office.
@Suite(.timeLimit(.minutes(1))) struct ChainDoctorTests {
    private func finding(_ till: TillJournal) throws -> NSDictionary? {
        let report = try till.json("doctor", "--journal", till.path)
        let findings = report["findings"] as? [NSDictionary] ?? []
        return findings.first { $0["subject"] as? String == "chain" }
    }

    @Test func theLineOfTheLightIsRepeated() async throws {
        let till = try await TillJournal()
        try await till.open()
        #expect(try finding(till) == nil)
        var note = UplinkNote()
        let place = UplinkPlace(branch: 0, head: try await JournalTail(path: till.path).end())
        note.place = place
        note.take(.current(place), detail: nil, at: TillJournal.time)
        func write() throws { try Data(note.bytes).write(to: URL(filePath: UplinkNote.path(journal: till.path))) }
        try write()
        #expect(try finding(till)?["state"] as? String == "fine")
        try await till.sell(100)
        note.take(.disconnected, detail: "no \u{1B}[31mroute", at: 0)
        try write()
        let wrong = try finding(till)
        #expect(wrong?["state"] as? String == "wrong")
        let message = wrong?["message"] as? String
        #expect(message?.contains("route; 2 waiting since 2026-11-21") == true, "\(message ?? "")")
        #expect(message?.contains("\u{1B}") == false)
        #expect(try till.tender("doctor", "--journal", till.path).code == 7)
    }
}
