/// The card data of a SecureMag frame (ID TECH, Encrypted Data Output Formats, 80000502-001).
public struct SecureMagData: Hashable, Sendable {
    /// A piece of the data; the pieces marked as present come in this order.
    public enum Field: Hashable, Sendable, CaseIterable {
        /// The tracks, clear or masked.
        case shown1, shown2, shown3
        /// The tracks, encrypted.
        case encrypted1, encrypted2, encrypted3
        /// A session number.
        case sessionID
        /// SHA-1 of each track.
        case hash1, hash2, hash3
        /// The reader's serial number.
        case serialNumber
        /// The key serial number of the encryption.
        case keySerialNumber
    }

    private static let enhanced: UInt8 = 0x80

    private let isEnhanced: Bool

    /// The encoding of the tracks: 0 for a payment card.
    public let encoding: UInt8
    /// The status of the tracks: bits 0 to 2 if a track was decoded or has no data, bits 3 to 5 if it has some.
    public let trackStatus: UInt8
    /// Whether AES was used instead of TDES.
    public let isAES: Bool
    private let bytes: [UInt8]
    private let places: [Field: Range<Int>]

    /// Parses card data; `nil` unless it consists of exactly the marked pieces.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= 5 else { return nil }
        encoding = bytes[0] & 0x0F
        trackStatus = bytes[1]
        self.bytes = bytes
        isEnhanced = bytes[0] & Self.enhanced != 0
        let lengths = bytes[2..<5].map(Int.init)
        if !isEnhanced {
            isAES = false
            guard let places = Self.places(Array(zip([.shown1, .shown2, .shown3], lengths)), from: 5, to: bytes.count)
            else { return nil }
            self.places = places
        } else {
            guard bytes.count >= 7 else { return nil }
            isAES = bytes[5] & 0x10 != 0
            var start = 7
            if bytes[1] & 0x40 != 0 {
                // Newer readers: a count, followed by that many further status bytes.
                guard let count = bytes.dropFirst(start).first else { return nil }
                start += 1 + Int(count)
            }
            let pieces = Self.pieces(lengths, shown: bytes[5], encrypted: bytes[6], blockByteCount: isAES ? 16 : 8)
            guard let places = Self.places(pieces, from: start, to: bytes.count) else { return nil }
            self.places = places
        }
    }

    /// Returns a piece of the data; empty if it is absent.
    func bytes(_ field: Field) -> ArraySlice<UInt8> { places[field].map { bytes[$0] } ?? [] }

    /// Returns the size of a piece; `nil` if it is absent.
    public func byteCount(_ field: Field) -> Int? { places[field]?.count }

    /// The result of the swipe.
    var swipe: Swipe {
        guard trackStatus & 0b10 != 0 else { return .unreadable }
        let isEncrypted = byteCount(.encrypted2) != nil
        // What is encrypted may be shown masked, whatever the card is.
        let shown = isEncrypted ? [] : bytes(.shown2)
        if let other = Swipe.other(encoding: encoding, of: .idTech, shown: shown) { return other }
        // An encrypting reader may mask what it shows in a way that looks like digits.
        guard !isEnhanced || isEncrypted else { return .foreign(nil) }
        return Swipe(
            shown: bytes(.shown2), ciphertext: bytes(.encrypted2),
            scheme: isAES ? "aes-dukpt-idtech-msr" : "tdes-dukpt-idtech-msr", keySerialNumber: bytes(.keySerialNumber))
    }

    private static func pieces(
        _ lengths: [Int], shown: UInt8, encrypted: UInt8, blockByteCount: Int
    ) -> [(Field, Int)] {
        let blocks = lengths.map { ($0 + blockByteCount - 1) / blockByteCount * blockByteCount }
        let all: [(Bool, Field, Int)] = [
            (shown & 0x01 != 0, .shown1, lengths[0]), (shown & 0x02 != 0, .shown2, lengths[1]),
            (shown & 0x04 != 0, .shown3, lengths[2]), (encrypted & 0x01 != 0, .encrypted1, blocks[0]),
            (encrypted & 0x02 != 0, .encrypted2, blocks[1]), (encrypted & 0x04 != 0, .encrypted3, blocks[2]),
            (encrypted & 0x40 != 0, .sessionID, 8), (encrypted & 0x08 != 0, .hash1, 20),
            (encrypted & 0x10 != 0, .hash2, 20), (encrypted & 0x20 != 0, .hash3, 20),
            (shown & 0x80 != 0, .serialNumber, 10), (encrypted & 0x80 != 0, .keySerialNumber, 10),
        ]
        return all.filter(\.0).map { ($0.1, $0.2) }
    }

    private static func places(_ pieces: [(Field, Int)], from start: Int, to end: Int) -> [Field: Range<Int>]? {
        var places: [Field: Range<Int>] = [:]
        var place = start
        for (field, count) in pieces {
            places[field] = place..<place + count
            place += count
        }
        return place == end ? places : nil
    }
}

extension SecureMagData: CustomStringConvertible, CustomReflectable {
    /// The name of the type, with nothing from the card.
    public var description: String { "SecureMagData" }

    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
