public import Tender
import TenderDevices
import TenderFiles
import TenderUplink

/// Why nothing new is sold: what the note of an uplink beside the journal says.
public enum SellingStop {
    /// Reads the note.
    ///
    /// - Parameters:
    ///   - path: The path of the journal.
    ///   - journal: The journal, whose end tells whether a backup took its place.
    /// - Returns: `nil` if the till may sell, or there is no note.
    public static func read(_ path: String, _ journal: SQLiteJournal) async -> ErrorCode? {
        let path = UplinkNote.path(journal: path)
        guard let file = await OwnThread.run({ SmallFile(path, limit: UplinkNote.maximumBytes + 1) }),
            let head = try? await journal.head()
        else { return nil }
        return UplinkLight(UplinkNote(file.bytes), noted: file.changed, head: head, at: file.changed).stop
    }
}
