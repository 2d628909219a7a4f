import TenderCrypto

/// A chain of records in which each hash covers the previous hash, the record's place and its bytes.
///
/// `hash = SHA-256(previous hash ‖ sequence, 8 bytes, big-endian ‖ record)`. The hash before the first record is that
/// of the journal's name and first binding, so that another journal's records do not fit.
public struct RecordChain: Hashable, Sendable {
    /// A record's place in the chain.
    public struct Link: Hashable, Sendable {
        /// The record's sequence number, from 1.
        public var sequence: Int64
        /// The hash of the previous record.
        public var previous: [UInt8]
        /// The record's own hash.
        public var hash: [UInt8]
    }

    /// The size of a hash, in bytes.
    public static let hashByteCount = SHA256.byteCount

    /// The end of the chain.
    public private(set) var head: JournalHead

    /// Starts the chain of a new journal.
    ///
    /// - Parameters:
    ///   - journalID: 32 hexadecimal digits, chosen at random by the caller.
    ///   - binding: The gateway and the account that the journal is created for.
    public init(journalID: String, binding: JournalBinding) {
        var message = RecordWriter()
        message.write("tender journal")
        message.write(journalID)
        message.write(binding.gateway)
        message.write(binding.account)
        head = JournalHead(journalID: journalID, sequence: 0, hash: SHA256.hash(message.bytes))
    }

    /// Continues after `head`.
    public init(after head: JournalHead) { self.head = head }

    /// Appends the bytes of a record.
    public mutating func append(_ record: [UInt8]) -> Link {
        let previous = head.hash
        // A journal never reaches 2⁶³ records; wrapping would merely invalidate the chain.
        head.sequence &+= 1
        head.hash = Self.hash(record, sequence: head.sequence, previous: previous)
        return Link(sequence: head.sequence, previous: previous, hash: head.hash)
    }

    /// Returns the hash of a record at its place.
    public static func hash(_ record: [UInt8], sequence: Int64, previous: [UInt8]) -> [UInt8] {
        var message = RecordWriter(capacity: previous.count + 8 + record.count)
        message.write(raw: previous)
        message.write(fixed: UInt64(bitPattern: sequence))
        message.write(raw: record)
        return SHA256.hash(message.bytes)
    }
}
