import SimulatedCard
import TenderBytes
import TenderCrypto

/// The checks of EMV, Book 2, 5 and 6, written for these tests alone, with the recovery function of the library.
struct ProofCheck {
    /// What is wrong with a proof; named as the step that finds it.
    enum Failure: String, Error {
        case missing, form, hash, issuer, number, expiry
    }

    let objects: [Int: [UInt8]]
    let staticData: [UInt8]

    private func object(_ tag: Int) throws -> [UInt8] {
        guard let value = objects[tag] else { throw Failure.missing }
        return value
    }

    /// The block between header and hash, once the hash is right.
    private func recover(
        _ signature: [UInt8], _ key: RSAPublicKey, format: UInt8, hashing more: [UInt8]
    ) throws -> [UInt8] {
        var recovery = try RSARecovery()
        let block = try recovery.recover(SecretBytes(signature), with: key).withUnsafeBytes { Array($0) }
        guard block.first == 0x6A, block.last == 0xBC, block[1] == format else { throw Failure.form }
        let body = Array(block[1..<(block.count - 21)])
        var hash = SHA1()
        hash.update(body + more)
        guard hash.finish().elementsEqual(block[(block.count - 21)..<(block.count - 1)]) else { throw Failure.hash }
        return body
    }

    private func key(
        in body: [UInt8], from place: Int, remainder: [UInt8], exponent: [UInt8]
    ) throws -> RSAPublicKey {
        let count = Int(body[place])
        guard Int(body[place + 1]) == exponent.count else { throw Failure.form }
        let part = body.dropFirst(place + 2)
        let padding = part.dropFirst(count)
        guard padding.allSatisfy({ $0 == 0xBB }), part.prefix(count).count + remainder.count == count else {
            throw Failure.form
        }
        return try RSAPublicKey(modulus: part.prefix(count) + remainder, exponent: exponent)
    }

    func issuerKey() throws -> RSAPublicKey {
        let index = try object(0x8F).first
        guard let authority = CardAuthority.all.first(where: { $0.index == index }) else { throw Failure.missing }
        let exponent = try object(0x9F32)
        let remainder = objects[0x92] ?? []
        let body = try recover(
            object(0x90), RSAPublicKey(modulus: authority.modulus, exponent: authority.exponent), format: 2,
            hashing: remainder + exponent)
        let number = try object(0x5A)
        guard number.prefix(3) == body[1..<4], body[4] == 0xFF else { throw Failure.issuer }
        guard body[6] >= 0x26 else { throw Failure.expiry }
        return try key(in: body, from: 12, remainder: remainder, exponent: exponent)
    }

    /// The card's key; that for a PIN, over which no data are signed, has other tags.
    func cardKey(certificate: Int = 0x9F46, exponent: Int = 0x9F47, remainder: Int = 0x9F48) throws -> RSAPublicKey {
        let value = try object(exponent)
        let rest = objects[remainder] ?? []
        let signed = certificate == 0x9F46 ? staticData : []
        let body = try recover(object(certificate), issuerKey(), format: 4, hashing: rest + value + signed)
        let number = try object(0x5A)
        guard body[1..<11].elementsEqual(number + [UInt8](repeating: 0xFF, count: 10 - number.count)) else {
            throw Failure.number
        }
        return try key(in: body, from: 18, remainder: rest, exponent: value)
    }

    func pinKey() throws -> RSAPublicKey { try cardKey(certificate: 0x9F2D, exponent: 0x9F2E, remainder: 0x9F2F) }

    /// The static signature; returns the data authentication code.
    func checkStatic() throws -> [UInt8] {
        let body = try recover(object(0x93), issuerKey(), format: 3, hashing: staticData)
        return Array(body[2..<4])
    }

    /// A signature of the card; returns what it says.
    func dynamicData(_ signature: [UInt8], hashing more: [UInt8]) throws -> [UInt8] {
        let body = try recover(signature, cardKey(), format: 5, hashing: more)
        let count = Int(body[2])
        guard body.dropFirst(3 + count).allSatisfy({ $0 == 0xBB }) else { throw Failure.form }
        return Array(body[3..<(3 + count)])
    }
}
