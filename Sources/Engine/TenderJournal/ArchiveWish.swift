public import TenderRecords

/// Which payments are to be moved out of a journal, and where to.
public struct ArchiveWish: Hashable, Sendable {
    /// The time before which records may go, in milliseconds since 1970, UTC.
    public var before: Int64
    /// What the archive's name says of its contents, such as the last month.
    public var label: String
    /// The end of the copy that head office has: nothing after it goes; `nil` where nobody has a copy.
    public var copied: JournalHead?
    /// The folder of the archive; that of the journal when `nil`.
    public var folder: String?
    /// Whether it is only counted what would go.
    public var isTrial: Bool

    /// Describes a wish.
    public init(
        before: Int64, label: String, copied: JournalHead?, folder: String? = nil, isTrial: Bool = false
    ) {
        self.before = before
        self.label = label
        self.copied = copied
        self.folder = folder
        self.isTrial = isTrial
    }
}
