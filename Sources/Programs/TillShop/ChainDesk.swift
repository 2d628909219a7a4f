import Tender
import TenderDevices
import TenderFiles
import TenderUplink
import TillScreens

/// A look, once a second, at the note that an uplink leaves beside the journal.
struct ChainDesk: Sendable {
    let journal: SQLiteJournal
    /// The journal's path.
    let path: String
    let line: TillLine

    /// Reports each change until the task is canceled.
    ///
    /// - Parameter first: What was reported before.
    func watch(after first: ChainCondition?) async {
        var told = first
        var wasWaiting = false
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            let seen = await look()
            // Records that are on their way are no news.
            let isOnItsWay = !wasWaiting && seen.map { $0.waiting > 0 && $0.problem == nil } ?? false
            wasWaiting = isOnItsWay || (wasWaiting && seen.map { $0.waiting > 0 } ?? false)
            guard seen != told, !isOnItsWay else { continue }
            told = seen
            line.tell(.chain(seen))
        }
    }

    /// Reads the note and the journal's end; `nil` without a note.
    func look() async -> ChainCondition? {
        let path = UplinkNote.path(journal: path)
        guard let file = await OwnThread.run({ SmallFile(path, limit: UplinkNote.maximumBytes + 1) }),
            let head = try? await journal.head()
        else { return nil }
        return ChainCondition(UplinkLight(UplinkNote(file.bytes), noted: file.changed, head: head, at: WallTime.now))
    }
}

extension ChainCondition {
    /// Takes over what the light says.
    init(_ light: UplinkLight) {
        let problem: Problem? =
            switch light.problem {
            case nil: nil
            case .disconnected: .disconnected
            case .refused: .refused
            case .notEnrolled: .notEnrolled
            case .blocked: .stopped(.blocked)
            case .behind: .stopped(.behind)
            case .unreadable: .unreadable
            case .unusable: .unusable
            case .silent: .silent(since: light.noted)
            case .damaged: .damaged
            }
        self.init(waiting: light.waiting, since: light.since, problem: problem)
    }
}
