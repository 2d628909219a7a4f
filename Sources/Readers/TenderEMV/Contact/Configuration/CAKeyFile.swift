import FoundationEssentials
import TenderBytes
import TenderCrypto

/// Keys of certification authorities as a file has them: a configuration, or only its `keys` and `revoked`.
package struct CAKeyFile: Sendable {
    /// A key as it is written, and what is wrong with it.
    package struct Entry: Sendable {
        /// The place in the file, such as `keys[0]`.
        package let place: String
        /// The key; `nil` if it is refused.
        package let key: CAKey?
        /// The reason that it is refused.
        package let fault: ContactConfigurationError?
        /// How many issuers' certificates of this key are revoked.
        package let revokedCount: Int
        let written: ContactConfigurationFile.Key
    }

    private struct Lists: Codable {
        var keys: [ContactConfigurationFile.Key]?
        var revoked: [ContactConfigurationFile.Revoked]?
    }

    private var keys: [ContactConfigurationFile.Key]
    private var revoked: [ContactConfigurationFile.Revoked]
    private var configuration: ContactConfigurationFile?

    /// A file without keys.
    package init() {
        keys = []
        revoked = []
    }

    /// Reads JSON, or text with a key on each line: RID, index, exponent, modulus, check sum and, where it is known, expiry.
    ///
    /// - Throws: `ContactConfigurationError` where neither can be made out; a key that is wrong is a fault of its entry.
    package init(parsing bytes: [UInt8]) throws(ContactConfigurationError) {
        let isJSON = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
        guard isJSON else {
            keys = try Self.lines(bytes)
            revoked = []
            return
        }
        let lists = try ContactConfigurationFile.parse(bytes, as: Lists.self)
        keys = lists.keys ?? []
        revoked = lists.revoked ?? []
        configuration = try? ContactConfigurationFile.parse(bytes)
        guard configuration != nil || lists.keys != nil || lists.revoked != nil else {
            throw .init("file", "it has neither keys nor revoked")
        }
    }

    private static func lines(_ bytes: [UInt8]) throws(ContactConfigurationError) -> [ContactConfigurationFile.Key] {
        var keys: [ContactConfigurationFile.Key] = []
        for (index, line) in String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        ).enumerated() {
            let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            guard (5...6).contains(words.count) else {
                throw .init("line \(index + 1)", "it is not RID, index, exponent, modulus, check sum and expiry")
            }
            keys.append(
                .init(
                    rid: words[0], index: words[1], modulus: words[3], exponent: words[2], checksum: words[4],
                    expires: words.count > 5 ? words[5] : nil))
        }
        return keys
    }

    /// The keys, each checked by itself, and for being there once.
    package var entries: [Entry] {
        var seen: Set<CAKey.Identifier> = []
        return keys.enumerated().map { index, written in
            let place = "keys[\(index)]"
            do throws(ContactConfigurationError) {
                let key = try ContactConfiguration.key(written)
                let isFirst = seen.insert(key.identifier).inserted
                let count = revoked.filter { (try? ContactConfiguration.revoked($0))?.authority == key.identifier }
                    .count
                return Entry(
                    place: place, key: isFirst ? key : nil,
                    fault: isFirst ? nil : ContactConfigurationError(place, "the key is there twice"),
                    revokedCount: count, written: written)
            } catch {
                return Entry(place: place, key: nil, fault: error.inside(place), revokedCount: 0, written: written)
            }
        }
    }

    /// What is wrong with the keys and the list of revoked certificates on a day.
    package func faults(on day: EMVDate) -> [ContactConfigurationError] {
        let entries = entries
        let expired = entries.filter { entry in entry.key?.expiry.map { $0 < day } ?? false }
        let known = Set(entries.compactMap { $0.key?.identifier })
        var seen: Set<RevokedCertificate> = []
        let lists = revoked.enumerated().compactMap { index, written -> ContactConfigurationError? in
            let place = "revoked[\(index)]"
            do throws(ContactConfigurationError) {
                let one = try ContactConfiguration.revoked(written)
                guard seen.insert(one).inserted else { return .init(place, "the certificate is there twice") }
                return known.contains(one.authority) ? nil : .init(place, "the key that made it is not there")
            } catch {
                return error.inside(place)
            }
        }
        return entries.compactMap(\.fault) + expired.map { .init($0.place, "the key has expired") } + lists
    }

    /// Takes over the keys and revoked certificates of another file.
    ///
    /// - Parameter replaces: Whether a key takes the place of another one with its provider and index.
    /// - Returns: The keys that were new or are other ones now.
    /// - Throws: `ContactConfigurationError` for a key that is wrong, or that is there as another one; nothing is taken then.
    package mutating func add(
        _ other: CAKeyFile, replaces: Bool
    ) throws(ContactConfigurationError) -> [CAKey.Identifier] {
        var merged = self
        var added: [CAKey.Identifier] = []
        for entry in other.entries {
            guard let key = entry.key else { throw entry.fault ?? .init(entry.place, "the key is refused") }
            let place = merged.keys.firstIndex { (try? ContactConfiguration.key($0))?.identifier == key.identifier }
            guard let place else {
                merged.keys.append(entry.written)
                added.append(key.identifier)
                continue
            }
            guard (try? ContactConfiguration.key(merged.keys[place])) != key else { continue }
            guard replaces else {
                throw .init(entry.place, "another key with this provider and index is there: --replace takes this one")
            }
            merged.keys[place] = entry.written
            added.append(key.identifier)
        }
        for (index, written) in other.revoked.enumerated() {
            do throws(ContactConfigurationError) {
                _ = try ContactConfiguration.revoked(written)
            } catch {
                throw error.inside("revoked[\(index)]")
            }
            if !merged.revoked.contains(written) { merged.revoked.append(written) }
        }
        self = merged
        return added
    }

    /// The file as JSON; what else a configuration has stays in it.
    package var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        var whole = configuration
        whole?.keys = keys
        whole?.revoked = revoked
        let data = whole.map { try? encoder.encode($0) } ?? (try? encoder.encode(Lists(keys: keys, revoked: revoked)))
        return data.map { [UInt8]($0) + [0x0A] } ?? []
    }
}

extension CAKey {
    /// The size of the modulus in bits, counted by its bytes.
    package var bitCount: Int { 8 * key.modulus.count }
    /// The exponent, 3 or 65537.
    package var exponent: UInt32 { key.exponent.rawValue }
}
