import TenderEMV
import TenderReaders
import Testing

/// The readers that the CCID project knows, judged by what libccid does with them.
@Suite struct ReferenceReaderTests {
    private static let levels: [String: CCIDPlan.Level] = [
        "tpdu": .tpdu, "short": .shortAPDU, "extended": .extendedAPDU,
    ]

    /// What the driver must say of a reader; libccid speaks over the control pipe and in characters, this driver does not.
    private static func expected(_ reader: ReferenceReader) -> String {
        switch (reader.use, reader.interface.interfaceProtocol, reader.level) {
        case ("firmware", _, _): "old firmware"
        case ("disabled", _, _): "disabled"
        case (_, 1..., _): "control pipe"
        case (_, _, "character"): "character level"
        default: reader.level
        }
    }

    private static func verdict(_ interface: USBInterface) -> String {
        do throws(CCIDUnsupported) {
            let level = try CCIDMachine(interface).plan.level
            return levels.first { $0.value == level }?.key ?? "none"
        } catch {
            return switch error {
            case .oldFirmware: "old firmware"
            case .controlPipe: "control pipe"
            case .characterLevel: "character level"
            case .disabled: "disabled"
            default: error.sentence
            }
        }
    }

    @Test func everyReaderHasTheVerdictOfLibccid() throws {
        let readers = try ReferenceReader.all()
        let wrong = readers.filter { Self.verdict($0.interface) != Self.expected($0) }
            .map { "\($0): \(Self.verdict($0.interface)), not \(Self.expected($0))" }
        #expect(wrong == [])
        #expect(readers.count == 773)
    }

    /// Of the maker's own class only those are readers that libccid takes for one.
    @Test func readersOfTheMakersOwnClassAreFoundAsLibccidFindsThem() throws {
        let readers = try ReferenceReader.all().filter { $0.interface.interfaceClass == 0xFF }
        let wrong = readers.filter { $0.interface.isChipCardReader != ($0.use != "disabled") }.map(\.name)
        #expect(wrong == [])
        #expect(readers.count == 26)
    }

    @Test func aPINIsEnteredWhereLibccidLetsIt() throws {
        let readers = try ReferenceReader.all().filter { $0.use == "yes" && $0.pinClaimed != 0 }
        let command = try #require(CommandAPDU(cla: 0, ins: 0x20, p1: 0, p2: 0x80, data: [0xFF, 0xFF, 0xFF, 0xFF]))
        let entries: [(UInt8, CCIDPinRequest.Operation)] = [
            (1, .verify), (2, .modify(oldOffset: 0, newOffset: 4, confirms: true, asksOld: true)),
        ]
        var wrong: [String] = []
        for one in readers {
            for (bit, operation) in entries {
                var reader = try CCIDTestReader(Self.simplified(one))
                reader.start()
                _ = reader.powerOn()
                let id = reader.ask(.enterPIN(CCIDPinRequest(operation, command: command)))
                let isEntered = reader.next().first == CCIDCode.Command.secure.rawValue
                if isEntered != (one.pin & bit != 0) { wrong.append("\(one) \(bit): \(isEntered)") }
                if !isEntered, case .failure(.refused)? = reader.answers[id] { continue }
                if !isEntered { wrong.append("\(one) \(bit): no answer") }
            }
        }
        #expect(wrong == [])
        #expect(readers.count == 96)
    }

    /// The same model, with one slot and an exchange that needs no negotiation.
    private static func simplified(_ reader: ReferenceReader) -> USBInterface {
        let real = reader.interface
        var interface = ccidInterface(
            features: 0x2_0048, pin: reader.pinClaimed, vendorID: real.vendorID, productID: real.productID,
            version: real.deviceVersion)
        interface.interfaceClass = real.interfaceClass
        return interface
    }

    /// Theirs is the only way: commands that are longer than a short one go in parts.
    @Test func readersThatChainTakeExtendedCommands() throws {
        let numbers: [(UInt16, UInt16)] = [(0x076B, 0x3A21), (0x046A, 0x00A7), (0x2F7C, 0x6007)]
        let command = try #require(
            CommandAPDU(cla: 0, ins: 0xD6, p1: 0, p2: 0, data: [UInt8](repeating: 1, count: 600)))
        var chains: [[UInt8]] = []
        for (vendorID, productID) in numbers {
            var reader = try CCIDTestReader(
                ccidInterface(features: 0x2_0048, vendorID: vendorID, productID: productID))
            reader.start()
            _ = reader.powerOn()
            let id = reader.ask(.transmit(command))
            var chain: [UInt8] = []
            while let message = reader.sent.first {
                chain.append(message[8])
                let isLast = message[8] == 0 || message[8] == 2
                reader.answer(reader.next(), isLast ? [0x90, 0x00] : [], specific: isLast ? 0 : 0x10)
            }
            if case .success(.answer)? = reader.answers[id] { chains.append(chain) }
        }
        #expect(chains == [[1, 3, 2], [1, 3, 2], [1, 3, 2]])
    }
}
