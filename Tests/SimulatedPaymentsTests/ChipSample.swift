import SimulatedCard
import SimulatedPayments
import TenderBytes
import TenderCrypto
import TenderModel

/// A transaction of a card, as its chip and the terminal tell it.
struct ChipSample {
    var card = SimulatedCard.visa
    var scheme = CryptogramScheme.visa18
    var counter: UInt16 = 1
    var amount: [UInt8] = [0, 0, 0, 0, 0x12, 0x34]
    var date: [UInt8] = [0x26, 0x11, 0x26]
    var more: [UInt16: [UInt8]] = [:]
    var pin: SecretBytes?

    /// The data objects of the card and the terminal.
    func objects() throws -> [UInt16: [UInt8]] {
        var objects: [UInt16: [UInt8]] = [:]
        for entry in CryptogramScheme.terminalObjects {
            objects[entry.tag] = [UInt8](repeating: 0, count: entry.count)
        }
        let applicationData: [UInt8] = [6, 1, 18, 3, 0xA0, 0, 0]
        objects[0x9F02] = amount
        objects[0x5F2A] = [0x09, 0x78]
        objects[0x9A] = date
        let data = CryptogramScheme.terminalObjects.flatMap { objects[$0.tag] ?? [] }
        let keys = try CardKeys(scheme: scheme, number: card.number, sequence: 1)
        objects[0x9F26] = try keys.cryptogram(
            data: data, profile: [0x3C, 0], counter: counter, applicationData: applicationData)
        objects[0x82] = [0x3C, 0]
        objects[0x9F10] = applicationData
        objects[0x9F27] = [0x80]
        objects[0x9F36] = [UInt8(counter >> 8), UInt8(counter & 0xFF)]
        objects[0x5F34] = [1]
        objects[0x5F24] = [0x34, 0x12, 0x31]
        return objects.merging(more) { $1 }
    }

    /// What the issuer is asked.
    func request(_ charge: ChipCharge? = nil) throws -> ChipAuthorization {
        let serial: [UInt8] = [0xFF, 0xFF, 0x98, 0x76, 0x54, 0x32, 0x10, 0xE0, 0, 1]
        let key = try PublishedBaseKey.key(for: .pin, serialNumber: DUKPTSerialNumber(serial))
        let block = try pin.map { try PINBlock.Format0.encrypt($0, accountNumber: card.number, key: key) }
        return ChipAuthorization(
            card: card, scheme: scheme, objects: try objects(), pinBlock: block, pinKeySerialNumber: serial,
            charge: charge)
    }

    /// What a reader sends, for a sale in euros.
    func payload() throws -> CardPayload {
        var digits = card.number.withUnsafeBytes { $0.map { $0 & 0xF } }
        if digits.count % 2 == 1 { digits.append(0xF) }
        var objects = try objects()
        objects[0x5A] = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        let bytes = objects.sorted { $0.key < $1.key }.flatMap { tag, value in
            (tag > 0xFF ? [UInt8(tag >> 8)] : []) + [UInt8(tag & 0xFF), UInt8(value.count)] + value
        }
        let units = amount.reduce(Int64(0)) { $0 * 100 + Int64($1 >> 4) * 10 + Int64($1 & 0xF) }
        return try CardPayload(chip: SecretBytes(bytes), amount: Amount(minorUnits: units, currency: .eur))
    }
}
