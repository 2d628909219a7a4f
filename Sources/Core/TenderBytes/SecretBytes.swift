import Glibc

/// Bytes that must stay hidden: never printed, never encoded, and wiped when the last reference goes away.
///
/// Copies and slices share one place in memory, of at most 4 GiB, and a slice keeps all of it. The type has no `Codable`
/// conformance, and its descriptions show only a length.
public struct SecretBytes: @unchecked Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    // Protected by immutability: only the initializers write the storage, before anybody else has it.
    @usableFromInline let storage: ManagedBuffer<Int, UInt8>
    @usableFromInline let start: UInt32
    @usableFromInline let size: UInt32

    /// The memory: its size in bytes, and the bytes behind it.
    @usableFromInline final class Storage: ManagedBuffer<Int, UInt8> {
        deinit { withUnsafeMutablePointers { explicit_bzero($1, $0.pointee) } }
    }

    /// Copies `bytes` into memory of its own; wiping the original remains the caller's responsibility.
    @inlinable public init(_ bytes: some Collection<UInt8>) {
        self.init(uninitialized: bytes.count) { $0.copyBytes(from: bytes) }
    }

    /// Creates `count` bytes, zeroed and then written by `fill`, and wiped if it throws.
    @inlinable public init<Failure: Error>(
        count: Int, filling fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        try self.init(uninitialized: count) { (output) throws(Failure) in
            output.initializeMemory(as: UInt8.self, repeating: 0)
            try fill(output)
        }
    }

    /// - Parameter fill: Writes all bytes.
    @inlinable init<Failure: Error>(
        uninitialized count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        storage = Storage.create(minimumCapacity: count) { _ in count }
        start = 0
        size = UInt32(count)
        try storage.withUnsafeMutablePointerToElements { (bytes) throws(Failure) in
            try fill(UnsafeMutableRawBufferPointer(start: bytes, count: count))
        }
    }

    @inlinable init(storage: ManagedBuffer<Int, UInt8>, start: UInt32, size: UInt32) {
        self.storage = storage
        self.start = start
        self.size = size
    }

    /// Copies the UTF-8 encoding of `text`.
    public init(utf8 text: String) {
        self.init(Array(text.utf8))
    }

    /// The number of bytes.
    @inlinable public var count: Int { Int(size) }

    /// Lends the bytes to `body`; the pointer is valid only inside it.
    @inlinable public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withUnsafeMutablePointerToElements { (bytes) throws(Failure) in
            try body(UnsafeRawBufferPointer(start: bytes + Int(start), count: count))
        }
    }

    /// The bytes at `range`, which must lie inside; they are not copied.
    @inlinable package func slice(_ range: Range<Int>) -> SecretBytes {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "a slice lies inside its bytes")
        return SecretBytes(storage: storage, start: start + UInt32(range.lowerBound), size: UInt32(range.count))
    }

    /// The bytes at `range`, which must lie inside, in memory of their own, which is wiped with the copy.
    package func copy(_ range: Range<Int>) -> SecretBytes { slice(range).withUnsafeBytes { SecretBytes($0) } }

    /// The length, never the contents.
    public var description: String { "SecretBytes(\(count) bytes)" }

    /// The length, never the contents.
    public var debugDescription: String { description }
}

extension SecretBytes: CustomReflectable {
    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SecretBytes: Equatable {
    /// Compares in time that depends only on the lengths.
    public static func == (left: SecretBytes, right: SecretBytes) -> Bool {
        guard left.count == right.count else { return false }
        return left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in
                left.indices.reduce(UInt8(0)) { $0 | (left[$1] ^ right[$1]) } == 0
            }
        }
    }
}
