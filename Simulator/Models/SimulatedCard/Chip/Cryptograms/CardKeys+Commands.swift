import TenderBytes
public import TenderCrypto

/// The issuer's commands: authenticated, and with a new PIN enciphered (EMV, Book 2, 9).
extension CardKeys {
    /// What stands behind a PIN block, so that two blocks of the cipher are full. [check]
    private static let pinFilling: [UInt8] = [0x80, 0, 0, 0, 0, 0, 0, 0]

    /// A whole command for a card.
    ///
    /// - Parameter cryptogram: The one that asked for the issuer in this transaction.
    /// - Throws: `CryptoError` for a PIN that is none.
    public func command(_ command: IssuerCommand, counter: UInt16, cryptogram: [UInt8]) throws(CryptoError) -> [UInt8] {
        let content: [UInt8] =
            switch command {
            case .blockApplication, .unblockApplication, .blockCard, .unblockPIN: []
            case .changePIN(let pin): try encipher(pin, cryptogram: cryptogram)
            case .setLowerLimit(let limit), .setUpperLimit(let limit): [limit]
            }
        let header = command.header + [UInt8(content.count + 8)]
        return header + content
            + (try commandCode(header: header, data: content, counter: counter, cryptogram: cryptogram))
    }

    /// The template of a script with its commands for a card.
    ///
    /// - Parameter cryptogram: The one that asked for the issuer in this transaction.
    /// - Throws: `CryptoError` for a PIN that is none.
    public func template(_ script: CardScript, counter: UInt16, cryptogram: [UInt8]) throws(CryptoError) -> [UInt8] {
        var content = ChipObject.encode(0x9F18, script.identifier)
        for command in script.commands {
            content += ChipObject.encode(0x86, try self.command(command, counter: counter, cryptogram: cryptogram))
        }
        return ChipObject.encode(script.isLate ? 0x72 : 0x71, content)
    }

    private func encipher(_ pin: SecretBytes, cryptogram: [UInt8]) throws(CryptoError) -> [UInt8] {
        let block = try PINBlock.Format2.block(pin)
        let filled = block.withUnsafeBytes { SecretBytes($0 + Self.pinFilling) }
        let key = try SessionKeyDerivation.commandKey(masterKey: secretKey, cryptogram: cryptogram)
        return try BlockCipher.tripleDES.encrypt(filled, key: key, mode: .cbc())
    }

    /// The PIN block that a command holds; `nil` for what its issuer did not encipher.
    func pinBlock(_ content: [UInt8], cryptogram: [UInt8]) -> SecretBytes? {
        guard let key = try? SessionKeyDerivation.commandKey(masterKey: secretKey, cryptogram: cryptogram),
            let filled = try? BlockCipher.tripleDES.decrypt(content, key: key, mode: .cbc())
        else { return nil }
        return filled.withUnsafeBytes { bytes in
            guard bytes.count == 16, bytes[0] >> 4 == 2, bytes.dropFirst(8).elementsEqual(Self.pinFilling) else {
                return nil
            }
            return SecretBytes(bytes.prefix(8))
        }
    }
}
