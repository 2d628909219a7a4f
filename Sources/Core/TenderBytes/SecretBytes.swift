import Glibc

/// Bytes that must stay hidden: never printed, never encoded, and wiped when the last reference goes away.
///
/// The type has no `Codable` conformance, and its descriptions show only a length.
public final class SecretBytes: @unchecked Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    // Protected by immutability: only the initializers write the storage.
    @usableFromInline let storage: UnsafeMutableRawBufferPointer

    /// Copies `bytes` into memory of its own; wiping the original remains the caller's responsibility.
    @inlinable public init(_ bytes: some Collection<UInt8>) {
        storage = .allocate(byteCount: bytes.count, alignment: 1)
        storage.copyBytes(from: bytes)
    }

    /// Creates `count` bytes, zeroed and then written by `fill`, and wiped if it throws.
    @inlinable public init<Failure: Error>(
        count: Int, filling fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        storage = .allocate(byteCount: count, alignment: 1)
        storage.initializeMemory(as: UInt8.self, repeating: 0)
        try fill(storage)
    }

    /// Copies the UTF-8 encoding of `text`.
    public convenience init(utf8 text: String) {
        self.init(Array(text.utf8))
    }

    deinit {
        if let base = storage.baseAddress { explicit_bzero(base, storage.count) }
        storage.deallocate()
    }

    /// The number of bytes.
    @inlinable public var count: Int { storage.count }

    /// Lends the bytes to `body`; the pointer is valid only inside it.
    @inlinable public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(storage))
    }

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
        return zip(left.storage, right.storage).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
