/// What is wrong with a journal's chain.
public enum ChainFinding: Error, Hashable, Sendable {
    /// The bytes, the hash or the place of this record are not as written.
    case altered(sequence: Int64)
    /// This record does not name the one before it.
    case unlinked(sequence: Int64)
    /// Records are missing.
    case missing(ClosedRange<Int64>)
    /// The record is in its place, but this program cannot read it.
    case unreadable(sequence: Int64, RecordError)
    /// The record is filed under a different payment from the one that it describes.
    case misfiled(sequence: Int64)
    /// The journal ends before the head: the records after `last` are gone.
    case truncated(last: Int64, head: Int64)
    /// The head belongs to another journal: the file was swapped.
    case otherJournal(head: String)
    /// The record at the head's place is a different one: the file was swapped or rewritten.
    case otherRecord(sequence: Int64)
    /// The card data of a payment that waits to be forwarded is missing; `sequence` is the payment's first record.
    case payloadMissing(intentID: String, sequence: Int64)
    /// The card data of a payment that waits to be forwarded does not match its record.
    case payloadChanged(intentID: String, sequence: Int64)
    /// An archive that the journal names is not where it was, nor among the files that were given.
    case archiveMissing(String)
    /// The file of this name is not an archive of this journal; the text says why.
    case archiveForeign(String, String)
    /// The archive of this name holds the record not as it was written, or does not hold it.
    case archivedAltered(sequence: Int64, archive: String)
    /// What the journal notes of an archived payment is not what its records say.
    case archivedMisnoted(intentID: String)
    /// The file does not identify itself as a journal that this program can read; the text says why.
    case unknownFile(String)
    /// The database itself is damaged; the text is SQLite's.
    case unreadableFile(String)
}

extension ChainFinding: CustomStringConvertible {
    /// A human-readable sentence.
    public var description: String {
        switch self {
        case .altered(let sequence): "record \(sequence) is not as it was written"
        case .unlinked(let sequence): "record \(sequence) does not follow the one before it"
        case .missing(let range) where range.lowerBound == range.upperBound: "record \(range.lowerBound) is missing"
        case .missing(let range): "records \(range.lowerBound) to \(range.upperBound) are missing"
        case .unreadable(let sequence, let error): "record \(sequence) cannot be read: \(error)"
        case .misfiled(let sequence): "record \(sequence) is filed under another payment than the one it is about"
        case .truncated(let last, let head):
            "the journal ends with record \(last), but record \(head) had been written: the end was cut off"
        case .otherJournal(let id): "the head belongs to another journal (\(id)): the file was swapped"
        case .otherRecord(let sequence):
            "record \(sequence) is not the one that the head names: the file was swapped or rewritten"
        case .payloadMissing(let id, let sequence):
            "the card data of \(id), stored offline by record \(sequence), is missing: it cannot be forwarded"
        case .payloadChanged(let id, let sequence):
            "the card data of \(id), stored offline by record \(sequence), was changed: it will not be forwarded"
        case .archiveMissing(let name):
            "the archive \(name) is missing: put it back beside the journal, or give it with --archive"
        case .archiveForeign(let name, let words): "\(name) is not an archive of this journal: \(words)"
        case .archivedAltered(let sequence, let archive):
            "record \(sequence) is not in the archive \(archive) as it was written"
        case .archivedMisnoted(let id): "what is noted of the archived payment \(id) is not what its records say"
        case .unknownFile(let words): words
        case .unreadableFile(let words): "the file is damaged: \(words)"
        }
    }
}
