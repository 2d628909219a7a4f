import TenderBytes
import TenderFlow
import TenderModel

/// The data that a NEO reader read from a card: an attribute byte and data objects.
///
/// Of a card number, only masked details and ciphertext leave this type.
struct NEOResult {
    /// The reason that there is no usable card in it.
    enum Fault: Error, Hashable {
        /// The data is not a list of objects.
        case malformed
        /// It is the result of another transaction.
        case otherAmount
        /// Card data arrived in the clear.
        case clear
        /// Encrypted card data or the key serial number is missing.
        case missing

        var error: ReaderError {
            switch self {
            case .malformed, .otherAmount: .communication("the reader's result makes no sense")
            case .clear:
                .failed(.missingKeys, "the reader sends card data in the clear: its encryption key is not loaded")
            case .missing: .refused("the reader sent no encrypted card data")
            }
        }
    }

    private let attributes: NEOAttributes
    private let bytes: ArraySlice<UInt8>
    private let objects: [NEODataObject]

    init(_ data: [UInt8], for transaction: NEOTransaction) throws(Fault) {
        guard let first = data.first, let objects = NEODataObject.list(data.dropFirst()) else { throw .malformed }
        attributes = NEOAttributes(rawValue: first)
        bytes = data.dropFirst()
        self.objects = objects
        // A result that was overtaken by a new transaction must not pay for that one.
        if let amount = value(.amount), amount != transaction.amountDigits { throw .otherAmount }
        guard !objects.contains(where: Self.showsCard) else { throw .clear }
    }

    /// Returns the card as it is passed on.
    func card() throws(Fault) -> CollectedCard {
        if let swipe = value(.swipe) { return try Self.card(swipe) }
        return CollectedCard(card: details, payload: try payload())
    }

    private static let secretTags: [NEOTag] = [.track2, .cardNumber, NEOTag(0x56), NEOTag(0x9F6B)]

    /// Returns the card of a swipe, which is the frame of a SecureMag reader, or its card data with a separate key
    /// serial number.
    private static func card(_ block: [UInt8]) throws(Fault) -> CollectedCard {
        var parser = SecureMagParser()
        var data = block
        for case .cardData(let framed) in parser.receive(block) { data = framed }
        switch SecureMagData(data)?.swipe {
        case .encrypted(let details, _, let payload): return CollectedCard(card: details, payload: payload)
        case .clear: throw .clear
        case .unreadable, .foreign: throw .missing
        case nil: throw .malformed
        }
    }

    private static func showsCard(_ object: NEODataObject) -> Bool {
        guard secretTags.contains(object.tag), !object.value.isEmpty else { return false }
        switch object.marking {
        case .clear: return true
        case .encrypted: return false
        case .masked: return !MaskedNumber(object.value).isMasked
        }
    }

    private func value(_ tag: NEOTag) -> [UInt8]? { object(tag, .clear) }

    private func object(_ tag: NEOTag, _ marking: NEODataObject.Marking) -> [UInt8]? {
        objects.first { $0.tag == tag && $0.marking == marking }?.value
    }

    private func payload() throws(Fault) -> EncryptedPayload {
        guard let serial = value(.keySerialNumber), !serial.isEmpty else { throw .missing }
        if let scheme = text(.simulatedScheme) {
            guard let ciphertext = value(.simulatedCiphertext), let tag = value(.simulatedTag) else { throw .missing }
            return EncryptedPayload(
                scheme: scheme, keySerial: Hex.encode(serial), ciphertext: Hex.encode(ciphertext), tag: Hex.encode(tag))
        }
        guard objects.contains(where: { $0.marking == .encrypted }) else { throw .missing }
        return EncryptedPayload(
            scheme: attributes.scheme, keySerial: Hex.encode(serial), ciphertext: Hex.encode(bytes), tag: "")
    }

    private var details: CardDetails {
        let masked = object(.cardNumber, .masked).map { MaskedNumber($0) }
        let name = value(.dedicatedFileName)
        let brand = name.flatMap { CardBrand(applicationIdentifier: $0) } ?? masked?.brand
        let expiry = value(.expiry) ?? []
        var card = CardDetails(
            brand: brand, last4: masked?.last4, expMonth: expiry.count == 3 ? month(expiry[1]) : nil,
            expYear: expiry.count == 3 ? BCD.decode(expiry.prefix(1)).map { 2000 + Int($0) } : nil,
            country: text(.issuerCountry), network: brand?.rawValue, readMethod: readMethod,
            receipt: name == nil ? nil : receipt)
        card.preferredLocales = value(.languagePreference).flatMap { CardDetails.locales(ofChip: $0) }
        return card
    }

    private func month(_ byte: UInt8) -> Int? {
        BCD.decode([byte]).map { Int($0) }.flatMap { (1...12).contains($0) ? $0 : nil }
    }

    private var receipt: ReceiptDetails {
        ReceiptDetails(
            applicationPreferredName: text(.preferredName) ?? text(.applicationLabel),
            dedicatedFileName: digits(.dedicatedFileName), applicationCryptogram: digits(.cryptogram),
            terminalVerificationResults: digits(.terminalVerificationResults),
            transactionStatusInformation: digits(.transactionStatusInformation),
            cardholderVerificationMethod: ReceiptDetails.verification(results: value(.verificationResults)))
    }

    /// The read method according to ISO 8583's point-of-service entry mode, in decimal digits.
    private var readMethod: ReadMethod {
        switch value(.entryMode)?.first {
        case 0x05: .contactEmv
        case 0x07: .contactlessEmv
        case 0x80: .magneticStripeFallback
        case 0x90: .magneticStripeTrack2
        case 0x91: .contactlessMagstripeMode
        default: attributes.readMethod
        }
    }

    private func digits(_ tag: NEOTag) -> String? { value(tag).map { Hex.encode($0).uppercased() } }

    private func text(_ tag: NEOTag) -> String? {
        guard let value = value(tag), (1...64).contains(value.count), value.allSatisfy({ (0x20..<0x7F).contains($0) })
        else {
            return nil
        }
        return String(decoding: value, as: UTF8.self)
    }
}
