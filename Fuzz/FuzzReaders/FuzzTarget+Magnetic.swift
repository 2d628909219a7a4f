import TenderBytes
import TenderFlow
import TenderModel
import TenderReaders

// The messages of a stripe reader.
extension FuzzTarget {
    /// A seal that seals nothing: it takes the card data and discards them.
    private struct Seal: CardSeal {
        private let sealed = EncryptedPayload(scheme: "fuzz", keySerial: "", ciphertext: "00", tag: "")

        func seal(track2: SecretBytes, read method: ReadMethod, amount: Amount) throws -> EncryptedPayload { sealed }
        func seal(objects: SecretBytes, amount: Amount) throws -> EncryptedPayload { sealed }
    }

    static let collection = CollectRequest(amount: Amount(minorUnits: 1000, currency: .eur))

    /// Sends reports and pieces of a stream for each family of readers.
    @Sendable static func magnetic(_ bytes: [UInt8]) {
        var input = FuzzInput(bytes)
        let device = input.pick(MagneticDevice.allCases)
        let setting = input.number()
        let (hasSeal, readsData) = (setting & 1 == 0, setting & 2 != 0)
        var core = FuzzedCore(MagneticCore(device), mostTimers: 1)
        var collections = Collections()
        collections.take(core.feed(.opened).outputs)
        while let byte = input.byte() {
            let next: ProtocolInput<MagneticCore.Command>? =
                switch byte >> 4 {
                case 0: .command(.stop(collections.last))
                case 1: core.expire(Int(byte & 3))
                case 2: .received(input.piece())
                // A report is longer than a piece can be.
                case 3: .received(report(&input))
                default: .received(secureMagFrame(input.piece()))
                }
            if collections.open == nil {
                let id = collections.begin()
                let card = MagneticCore.Command.collect(id, collection, seal: hasSeal ? Seal() : nil)
                let command = readsData ? .collectData(id) : card
                collections.take(core.feed(.command(command)).outputs)
            }
            if let next { collections.take(core.feed(next).outputs) }
        }
        collections.take(core.feed(.command(.disconnect)).outputs)
        check(collections.open == nil && core.isOver, "a collection without an answer")
    }

    /// Returns a report of one of the known lengths, zeros except for the pieces that the input places in it.
    private static func report(_ input: inout FuzzInput) -> [UInt8] {
        var report = [UInt8](repeating: 0, count: input.pick([337, 505, 509, 537, 700, 856, 900]))
        for _ in 0..<input.number() % 8 {
            let place = input.number() | input.number() << 8
            for (offset, byte) in input.piece().enumerated() where place + offset < report.count {
                report[place + offset] = byte
            }
        }
        return report
    }

    static func secureMagFrame(_ data: [UInt8]) -> [UInt8] {
        [0x02, UInt8(truncatingIfNeeded: data.count), UInt8(truncatingIfNeeded: data.count >> 8)] + data
            + [data.reduce(0, ^), data.reduce(0, &+), 0x03]
    }

    /// Parses SecureMag frames in a stream cut at arbitrary points, and the card data in them.
    @Sendable static func secureMag(_ bytes: [UInt8]) {
        var input = FuzzInput(bytes)
        var parser = SecureMagParser()
        while let byte = input.byte() {
            let data = input.piece()
            let piece = byte & 1 == 0 ? data : secureMagFrame(data)
            var found = parser.receive(piece)
            if byte & 2 != 0 {
                found += parser.endBurst()
                check(!parser.isPartial, "a burst that does not end")
            }
            check(found.count <= piece.count + SecureMagParser.maximumByteCount, "elements out of nothing")
            for case .cardData(let data) in found {
                check((1...SecureMagParser.maximumByteCount).contains(data.count), "card data of \(data.count) bytes")
            }
            cardData(data)
        }
    }

    private static func cardData(_ data: [UInt8]) {
        guard let read = SecureMagData(data) else { return }
        let total = SecureMagData.Field.allCases.reduce(0) { $0 + (read.byteCount($1) ?? 0) }
        check(total + 5 <= data.count, "pieces that are longer than all of it")
        var parser = SecureMagParser()
        check(parser.receive(secureMagFrame(data)) == [.cardData(data)], "a frame that is not read back")
    }
}
