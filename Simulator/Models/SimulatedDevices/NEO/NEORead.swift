import SimulatedCard
import TenderBytes
import TenderCrypto
import TenderModel
import TenderReaders

/// A card read by a simulated NEO reader, and the data it hands over.
struct NEORead {
    let card: SimulatedCard
    let way: CardPresentation.Way
    let amount: Amount

    /// Returns the data of the result: attributes and data objects; `nil` if the card's data cannot be encrypted.
    func data(device: UInt32, counter: UInt64) -> [UInt8]? {
        let payload = CardPayload(card: card, readMethod: method, verification: verification, amount: amount)
        guard let sealed = try? payload.seal(device: device, counter: counter) else { return nil }
        let objects = cardObjects + (way == .swipe ? [] : chipObjects(sealed)) + payloadObjects(sealed)
        return [attributes | NEOAttributes.encryptedWithAES] + objects.flatMap(\.encoded)
    }

    private var method: ReadMethod {
        switch way {
        case .insert: .contactEmv
        case .tap: .contactlessEmv
        case .swipe: .magneticStripeTrack2
        }
    }

    private var attributes: UInt8 {
        switch way {
        case .insert: NEOAttributes.contact
        case .tap: NEOAttributes.contactless
        case .swipe: NEOAttributes.stripe
        }
    }

    private var entryMode: UInt8 {
        switch way {
        case .insert: 0x05
        case .tap: 0x07
        case .swipe: 0x90
        }
    }

    /// Returns the verification: an offline PIN needs the chip, and a stripe supports only a signature.
    private var verification: CardholderVerification {
        switch way {
        case .insert: card.verification
        case .tap: card.verification == .onlinePin ? .onlinePin : .none
        case .swipe: .signature
        }
    }

    /// EMV book 3, table 43, with the result 'successful'.
    private var verificationResults: [UInt8] {
        switch verification {
        case .none: [0x1F, 0x00, 0x02]
        case .offlinePin: [0x01, 0x00, 0x02]
        case .onlinePin: [0x02, 0x00, 0x02]
        case .signature: [0x1E, 0x00, 0x02]
        }
    }

    private var cardObjects: [NEODataObject] {
        [
            NEODataObject(.entryMode, [entryMode]), NEODataObject(.cardNumber, maskedNumber, .masked),
            NEODataObject(.expiry, [digits(card.expYear), digits(card.expMonth), digits(28)]),
            NEODataObject(.issuerCountry, Array(card.country.utf8)),
            NEODataObject(.amount, amountDigits), NEODataObject(.verificationResults, verificationResults),
        ]
    }

    private func chipObjects(_ sealed: EncryptedPayload) -> [NEODataObject] {
        let application = card.applications.first
        // The real cryptogram needs the card's key; this one is as unpredictable and as unique.
        let cryptogram = Array(SHA256.hash(sealed.tag.utf8).prefix(8))
        return [
            NEODataObject(.dedicatedFileName, application.flatMap { Hex.decode($0.identifier) } ?? []),
            NEODataObject(.applicationLabel, Array((application?.label ?? "").utf8)),
            NEODataObject(.languagePreference, Array(card.locales.joined().utf8)),
            NEODataObject(.cryptogram, cryptogram),
            NEODataObject(.terminalVerificationResults, [0, 0, 0, 0x80, 0]),
            NEODataObject(.transactionStatusInformation, way == .insert ? [0xE8, 0] : [0, 0]),
        ]
    }

    private func payloadObjects(_ sealed: EncryptedPayload) -> [NEODataObject] {
        [
            NEODataObject(.keySerialNumber, Hex.decode(sealed.keySerial) ?? []),
            NEODataObject(.simulatedScheme, Array(sealed.scheme.utf8)),
            NEODataObject(.simulatedCiphertext, Hex.decode(sealed.ciphertext) ?? []),
            NEODataObject(.simulatedTag, Hex.decode(sealed.tag) ?? []),
        ]
    }

    /// The first and the last four digits, with C between them and F after an odd number of digits.
    private var maskedNumber: [UInt8] {
        let count = card.number.count
        let nibbles = card.number.withUnsafeBytes { number in
            number.enumerated().map { $0.offset < 4 || $0.offset >= count - 4 ? $0.element & 0x0F : 0x0C }
        }
        let filled = nibbles + (count.isMultiple(of: 2) ? [] : [0x0F])
        return stride(from: 0, to: filled.count - 1, by: 2).map { filled[$0] << 4 | filled[$0 + 1] }
    }

    private var amountDigits: [UInt8] {
        var rest = amount.minorUnits.magnitude
        let digits = (0..<6).map { _ in
            defer { rest /= 100 }
            return self.digits(Int(rest % 100))
        }
        return digits.reversed()
    }

    private func digits(_ value: Int) -> UInt8 { UInt8(value % 100 / 10) << 4 | UInt8(value % 10) }
}
