import TenderModel
import TenderRecords
import TenderUplink
import Testing

struct UplinkLightTests {
    private static let now: Int64 = 1_800_000_000_000
    private static let id = String(repeating: "0", count: 32)

    private static func head(_ sequence: Int64, of id: String = id) -> JournalHead {
        JournalHead(journalID: id, sequence: sequence, hash: [UInt8](repeating: 0, count: 32))
    }

    private static func note(_ state: UplinkState, upTo sequence: Int64?) -> UplinkNote {
        var note = UplinkNote()
        note.place = sequence.map { UplinkPlace(branch: 0, head: head($0)) }
        note.take(state, detail: nil, at: now - 60_000)
        note.since = now - 60_000
        return note
    }

    private static func light(
        _ state: UplinkState, upTo sequence: Int64? = 10, end: Int64 = 10, age: Int64 = 1000
    ) -> UplinkLight {
        UplinkLight(note(state, upTo: sequence), noted: now - age, head: head(end), at: now)
    }

    private static let current = UplinkState.current(UplinkPlace(branch: 0, head: head(10)))

    /// Each row: what the note says, the journal's end, the note's age, and what is shown.
    @Test func theLightFollowsNoteAndJournal() {
        let minutes: Int64 = 60_000
        let rows: [(UplinkLight, Int64, UplinkLight.Problem?)] = [
            (Self.light(Self.current), 0, nil),
            (Self.light(Self.current, age: 60 * minutes), 0, nil),
            (Self.light(.sending, end: 47, age: 5 * minutes), 37, nil),
            (Self.light(.sending, end: 47, age: 5 * minutes + 1), 37, .silent),
            (Self.light(.connecting, upTo: nil, end: 3), 3, nil),
            (Self.light(.disconnected, end: 12, age: 60 * minutes), 2, .disconnected),
            (Self.light(.refused), 0, .refused), (Self.light(.notEnrolled), 0, .notEnrolled),
            (Self.light(.blocked), 0, .blocked), (Self.light(.unreadable), 0, .unreadable),
            (Self.light(.unusable(.otherJournal)), 0, .unusable), (Self.light(.behind(server: 20)), 0, .behind),
            (Self.light(Self.current, end: 9), 0, .behind),
            (Self.light(Self.current, end: 12, age: -minutes), 2, nil),
            (UplinkLight(nil, noted: 0, head: Self.head(4), at: Self.now), 4, .damaged),
        ]
        let wrong = rows.filter { $0.waiting != $1 || $0.problem != $2 }.map { "\($0)" }
        #expect(wrong == [])
    }

    @Test func onlyABlockedLaneAndALostRecordStopSelling() {
        let states: [UplinkState] = [
            .connecting, .sending, Self.current, .disconnected, .refused, .notEnrolled, .blocked, .behind(server: 20),
            .unreadable, .unusable(.incompleteCopy),
        ]
        let stops = states.map { Self.light($0).stop }
        #expect(stops == [nil, nil, nil, nil, nil, nil, .laneBlocked, .journalBehindCopy, nil, nil])
        #expect(Self.light(Self.current, end: 9).stop == .journalBehindCopy)
    }

    @Test func everyStateThatIsNotWellIsAProblem() {
        let states: [UplinkState] = [
            .disconnected, .refused, .notEnrolled, .blocked, .behind(server: 1), .unreadable, .unusable(.otherJournal),
        ]
        let unknown = states.filter { UplinkLight.Problem(rawValue: $0.name) == nil }
        #expect(unknown == [])
    }

    @Test func aNoteOfAnotherJournalSaysNothingOfThisOne() {
        let other = UplinkLight(
            Self.note(Self.current, upTo: 10), noted: Self.now,
            head: Self.head(4, of: String(repeating: "1", count: 32)),
            at: Self.now)
        #expect(other.waiting == 4)
        #expect(other.problem == nil)
    }

    /// The extremes of every number that a note may hold, and a state from a later version.
    @Test func noNoteTraps() {
        var wrong: [String] = []
        for number in [Int64.min, -1, 0, 1, .max] {
            var note = Self.note(Self.current, upTo: number < 0 ? 0 : number)
            note.since = number
            let light = UplinkLight(note, noted: number, head: Self.head(.max), at: number)
            if light.since.map({ $0 < 0 }) == true { wrong.append("\(light)") }
        }
        #expect(wrong == [])
        var note = UplinkNote()
        (note.state, note.reason) = ("asleep", "it is night")
        #expect(UplinkLight(note, noted: 0, head: Self.head(0), at: 0).problem == .unusable)
    }
}
