public import TenderModel

/// Every error code with what to do, who must act, and its name in the field's SDK.
public enum ErrorCatalogue {
    /// The entries, one for each code.
    public static let entries: [ErrorEntry] =
        ErrorEntries.calls + ErrorEntries.reader + ErrorEntries.card + ErrorEntries.gateway + ErrorEntries.journal
        + ErrorEntries.chain + ErrorEntries.offline + ErrorEntries.printer + ErrorEntries.unknown

    /// The SDK's codes that have none here.
    public static var absent: [AbsentError] { AbsentErrors.all }

    /// Returns the entry of a code.
    public static func entry(_ code: ErrorCode) -> ErrorEntry? { entries.first { $0.code == code } }

    /// Finds an entry by its code, or by the name or the number of the SDK's, in any case of letters.
    public static func find(_ word: String) -> ErrorEntry? {
        let word = word.lowercased()
        return entries.first { entry in
            let names = [entry.code.rawValue, entry.sdk?.name, entry.sdk.map { String($0.number) }]
            return names.contains { $0?.lowercased() == word }
        }
    }
}
