import TenderBytes
import TenderEMV
import TenderReaders
import TenderTestSupport
import Testing

@Suite struct CCIDDescriptorTests {
    private static let raw: [UInt8] = ccidInterface(features: 0x4_04BA).extra

    @Test func interfacesThatCannotBeUsedAreRefusedWithAReason() {
        func refusal(_ change: (inout USBInterface) -> Void, features: UInt32 = 0x2_0000) -> CCIDUnsupported? {
            var interface = ccidInterface(features: features)
            change(&interface)
            do throws(CCIDUnsupported) {
                _ = try CCIDMachine(interface)
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal { _ in } == nil)
        #expect(refusal { $0.interfaceClass = 3 } == .otherClass(3))
        #expect(refusal { $0.interfaceClass = 0xFF } == .otherClass(0xFF))
        #expect(refusal { $0.interfaceProtocol = 1 } == .controlPipe(1))
        #expect(refusal { $0.extra.removeLast() } == .noDescriptor)
        #expect(refusal { $0.extra = [] } == .noDescriptor)
        #expect(refusal { $0.extra[0] = 53 } == .noDescriptor)
        #expect(refusal { $0.extra[6] = 0 } == .noProtocol)
        #expect(refusal({ _ in }, features: 0x40) == .characterLevel)
        #expect(refusal({ _ in }, features: 0x3_0000) == .contradictoryLevel)
        #expect(refusal { $0.endpoints.removeAll { $0.kind == .bulkIn } } == .noEndpoints)
        #expect(refusal { $0.extra.replaceSubrange(44..<48, with: [31, 0, 0, 0]) } == .shortMessages(31))
        #expect(
            refusal {
                $0.vendorID = 0x072F
                $0.productID = 0x2200
            } == .oldFirmware(minimum: 0x0206))
        #expect(
            refusal {
                $0.vendorID = 0x04E6
                $0.productID = 0xE003
                $0.deviceVersion = 0x0510
                $0.interfaceClass = 0xFF
                $0.extra[1] = 0xFF
            } == nil)
        // Another descriptor before it is passed over.
        #expect(refusal { $0.extra = [3, 0x24, 0] + $0.extra } == nil)
    }

    @Test func liesOfDescriptorsAreBounded() throws {
        var interface = ccidInterface(
            features: 0x1_0000, maximumMessage: .max, fieldSize: .max, slots: 255, busySlots: 255)
        for index in interface.endpoints.indices { interface.endpoints[index].maximumPacketSize = -5 }
        let machine = try CCIDMachine(interface)
        #expect(machine.plan.maximumData == 524_278)
        #expect(machine.plan.fieldSize == 254)
        #expect(machine.plan.slotCount == 255)
        interface = ccidInterface(features: 0x1_0000, maximumMessage: 40, fieldSize: 0, busySlots: 0)
        #expect(try CCIDMachine(interface).plan.fieldSize == 1)
        #expect(try CCIDMachine(interface).plan.busySlots == 1)
    }

    @Test func explanationsOfBytesTextAndDumps() throws {
        let hexadecimal = Hex.encode(Self.raw)
        let spaced = Self.raw.map { "0x" + Hex.encode([$0]) }.joined(separator: ", ")
        for bytes in [Self.raw, Array(hexadecimal.utf8), Array(spaced.utf8), Array((hexadecimal + "\n").utf8)] {
            let explanation = try #require(CCIDExplanation(bytes))
            #expect(explanation.isSupported)
            #expect(explanation.descriptor.maximumMessageLength == 271)
        }
        let explanation = try #require(CCIDExplanation(Array(Self.dump.utf8)))
        #expect(explanation.descriptor.features == 0x1_0230)
        #expect(explanation.descriptor.getResponseClass == 0xFF)
        #expect(explanation.descriptor.maximumDataRate == 344_105)
        #expect(explanation.descriptor.pinSupport == 3)
        #expect(explanation.lines.contains("PIN pad: verify, modify."))
        #expect(
            explanation.lines.contains(
                "Speed: the driver negotiates with the card (PPS), then sets the parameters."))
        let iccd = Self.dump.replacing("bInterfaceProtocol      0", with: "bInterfaceProtocol      2")
        #expect(CCIDExplanation(Array(iccd.utf8))?.plan == .failure(.controlPipe(2)))
        let unknown = "      ** UNRECOGNIZED:  " + Self.raw.map { Hex.encode([$0]) }.joined(separator: " ")
        #expect(CCIDExplanation(Array(unknown.utf8))?.isSupported == true)
        #expect(CCIDExplanation([]) == nil)
        #expect(CCIDExplanation(Array("nothing of the kind".utf8)) == nil)
        #expect(
            CCIDExplanation(Array(Self.dump.replacing("bLength                54", with: "bLength 53").utf8)) == nil)
    }

    @Test func dumpsOfTheCCIDProjectAreRead() throws {
        let explanation = try #require(CCIDExplanation(Array(Self.projectDump.utf8)))
        let descriptor = explanation.descriptor
        #expect(explanation.isSupported)
        #expect(descriptor.features == 0x2_00BA)
        #expect(descriptor.protocols == 3)
        #expect(descriptor.defaultClock == 3686)
        #expect(descriptor.maximumClock == 14_320)
        #expect(descriptor.dataRate == 9909)
        #expect(descriptor.maximumDataRate == 825_806)
        #expect(descriptor.maximumFieldSize == 254)
        #expect(descriptor.maximumMessageLength == 273)
        #expect(descriptor.getResponseClass == 0xFF)
        #expect(descriptor.maximumSlotIndex == 1)
        #expect(descriptor.maximumBusySlots == 2)
        #expect(descriptor.pinSupport == 3)
        let iccd = Self.projectDump.replacing("bInterfaceProtocol: 0", with: "bInterfaceProtocol: 2")
        #expect(CCIDExplanation(Array(iccd.utf8))?.plan == .failure(.controlPipe(2)))
    }

    @Test func everyReaderOfATextIsExplained() throws {
        let second = Self.projectDump.replacing("bInterfaceNumber: 0", with: "bInterfaceNumber: 1")
            .replacing("bInterfaceProtocol: 0", with: "bInterfaceProtocol: 1")
        let ownClass = Self.dump.replacing("idProduct          0x3437", with: "idProduct          0x0099")
            .replacing("bInterfaceClass        11", with: "bInterfaceClass       255")
        let parts = [Self.dump, Self.projectDump, String(second.drop { $0 != "b" }), ownClass]
        let all = CCIDExplanation.all(in: Array(parts.joined(separator: "\n").utf8))
        #expect(
            all.map(\.title) == [
                "08E6:3437, interface 0", "1209:0001 Example Reader, interface 0",
                "1209:0001 Example Reader, interface 1", "08E6:0099, interface 0",
            ])
        #expect(all.map(\.isSupported) == [true, true, false, false])
        #expect(all.last?.plan == .failure(.otherClass(0xFF)))
        let keyboard = Self.dump.replacing("idVendor           0x08e6", with: "idVendor           0x03f0")
            .replacing("idProduct          0x3437", with: "idProduct          0x1024")
        let lines = CCIDExplanation(Array(keyboard.utf8))?.lines ?? []
        #expect(lines.contains { $0.hasPrefix("PIN pad: not used.") && $0.contains("to the computer") })
    }

    @Test func mutatedDescriptorsAndTextsNeverTrap() {
        var random = SplitMix64(seed: 21)
        var usable = 0
        for _ in 0..<4000 {
            let texts = [Self.raw, Array(Self.dump.utf8), Array(Self.projectDump.utf8)]
            var bytes = texts[Int(random.next() % 3)]
            for _ in 0..<Int(1 + random.next() % 6) {
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            if random.chance(20) { bytes.removeLast(Int(random.next() % 30)) }
            if let explanation = CCIDExplanation(bytes) { usable += explanation.lines.isEmpty ? 0 : 1 }
            var interface = ccidInterface(features: 0x1_0000)
            interface.extra = bytes
            if var machine = try? CCIDMachine(interface) { _ = machine.handle(.opened) }
        }
        #expect(usable > 500)
    }

    @Test func timesFollowFromTheCard() throws {
        let plan = try CCIDMachine(ccidInterface(features: 0x1_0008)).plan
        func time(_ text: String) throws -> Duration {
            try CCIDCardParameters(ATR(Hex.decode(text) ?? []), plan: plan).timeout(clock: plan.clock)
        }
        // T=0, WI 10: 260 waiting times of 892.8 ms, 5 characters, 1 s.
        #expect(try time("3b00") == .microseconds(260 * 892_800 + 5 * 1116 + 1_000_000))
        // T=1, BWI 4, CWI 13: block 11 etu + 16 * 89.28 ms, 260 characters of 12 etu, 260 of 11 + 8192 etu, 1 s.
        let units: Int = 260 * 12 + 11 + 260 * 8203
        #expect(try time("3b800181") == .microseconds(93 * units + 16 * 89_280 + 1_000_000))
        // Nothing that a card says makes more than 20 minutes.
        #expect(try time("3b4000ff") <= .seconds(1200))
    }

    @Test func parametersAreThoseOfTheCard() throws {
        let plan = try CCIDMachine(ccidInterface(features: 0x1_0008)).plan
        func parameters(_ text: String) throws -> String {
            Hex.encode(try CCIDCardParameters(ATR(Hex.decode(text) ?? []), plan: plan).parameters)
        }
        #expect(try parameters("3b00") == "1100000a00")
        #expect(try parameters("3f6000ff") == "1102ff0a00")
        #expect(try parameters("3b800181") == "1110004d002000")
        // Only who negotiates gets another speed than the first.
        let whole = try CCIDMachine(ccidInterface(features: 0x2_0008)).plan
        let byReader = try CCIDMachine(ccidInterface(features: 0x2_0088)).plan
        let fast = ATR([0x3B, 0x10, 0x94])
        #expect(try CCIDCardParameters(fast, plan: plan).speed == 0x94)
        #expect(try CCIDCardParameters(fast, plan: whole).speed == 0x11)
        #expect(try CCIDCardParameters(fast, plan: byReader).speed == 0x94)
        #expect(try CCIDCardParameters(fast, plan: plan, rates: [9600]).speed == 0x11)
        #expect(try CCIDCardParameters(fast, plan: plan, rates: [9600, 62_500]).speed == 0x94)
        #expect(throws: CCIDError.self) { try parameters("3b800282") }
        #expect(throws: CCIDError.self) { try parameters("3b90111010") }
    }

    @Test func pinMessagesHaveTheirFieldsInPlace() throws {
        var interface = ccidInterface(features: 0x2_0048, pin: 3)
        let gap = [UInt8](repeating: 0xFF, count: 8)
        let verify = try #require(CommandAPDU(cla: 0, ins: 0x20, p1: 0, p2: 0x80, data: gap))
        let modify = try #require(CommandAPDU(cla: 0, ins: 0x24, p1: 0, p2: 0x80, data: gap + gap))
        func message(_ request: CCIDPinRequest) throws -> String {
            var reader = try CCIDTestReader(interface)
            reader.start()
            _ = reader.powerOn()
            _ = reader.ask(.enterPIN(request))
            return Hex.encode(reader.next().dropFirst(10))
        }
        let tail = "00200080 08ffffffffffffffff".replacing(" ", with: "")
        #expect(
            try message(.init(.verify, command: verify)) == "001e820800" + "0c04" + "0201" + "0904" + "00" + "000000"
                + tail)
        let change = CCIDPinRequest.Operation.modify(oldOffset: 0, newOffset: 8, confirms: true, asksOld: true)
        let changed = "0024008010" + String(repeating: "ff", count: 16)
        for (count, indices) in [(UInt8(0), "00"), (1, "0001"), (2, "0001"), (3, "000102"), (0xFF, "0001")] {
            var request = CCIDPinRequest(change, command: modify)
            request.messageCount = count
            let expected = "011e820800" + "0008" + "0c04" + "03" + "02" + Hex.encode([count]) + "0904" + indices
            #expect(try message(request) == expected + "000000" + changed)
        }
        // A condition that crashes some pads is never sent, and quirks win.
        var request = CCIDPinRequest(.verify, command: verify)
        request.condition = 0
        #expect(try message(request).dropFirst(14).prefix(2) == "02")
        interface.vendorID = 0x04E6
        interface.productID = 0xE003
        interface.deviceVersion = 0x0510
        #expect(try message(.init(change, command: modify)).dropFirst(22).prefix(12) == "0009040001" + "02")
    }

    private static let projectDump = """
         idVendor: 0x1209
          iManufacturer: Example
         idProduct: 0x0001
          iProduct: Example Reader
         bcdDevice: 2.04 (firmware release?)
         bLength: 9
         bDescriptorType: 4
         bInterfaceNumber: 0
         bAlternateSetting: 0
         bNumEndpoints: 3
         bInterfaceClass: 0x0B [Chip Card Interface Device Class (CCID)]
         bInterfaceSubClass: 0
         bInterfaceProtocol: 0
         CCID Class Descriptor
          bLength: 0x36
          bDescriptorType: 0x21
          bcdCCID: 1.10
          bMaxSlotIndex: 0x01
          bVoltageSupport: 0x07
          dwProtocols: 0x0000 0x0003
          dwDefaultClock: 3.686 MHz
          dwMaximumClock: 14.320 MHz
          bNumClockSupported: 0 (will use whatever is returned)
          dwDataRate: 9909 bps
          dwMaxDataRate: 825806 bps
          bNumDataRatesSupported: 2
           Support 9909 bps
          dwMaxIFSD: 254
          dwSynchProtocols: 0x00000000
          dwMechanical: 0x00000000
          dwFeatures: 0x000200BA
           ....02 Automatic parameter configuration based on ATR data
          dwMaxCCIDMessageLength: 273 bytes
          bClassGetResponse: 0xFF
           echoes the APDU class
          bClassEnvelope: 0xFF
          wLcdLayout: 0x0210
          bPINSupport: 0x03
          bMaxCCIDBusySlots: 2

        """

    private static let dump = """
        Bus 001 Device 004: ID 08e6:3437 Example
        Device Descriptor:
          bLength                18
          idVendor           0x08e6 Example
          idProduct          0x3437 Example
          bcdDevice            2.00
            Interface Descriptor:
              bLength                 9
              bInterfaceClass        11 Chip/SmartCard
              bInterfaceProtocol      0
              ChipCard Interface Descriptor:
                bLength                54
                bDescriptorType        33
                bcdCCID              1.10  (Warning: Only accurate for version 1.0)
                nMaxSlotIndex           0
                bVoltageSupport         7  5.0V 3.0V 1.8V
                dwProtocols             3  T=0 T=1
                dwDefaultClock       4000
                dwMaxiumumClock      8000
                bNumClockSupported      0
                dwDataRate          10753 bps
                dwMaxDataRate      344105 bps
                bNumDataRatesSupp.      0
                dwMaxIFSD             254
                dwSyncProtocols  00000000
                dwMechanical     00000000
                dwFeatures       00010230
                  TPDU level exchange
                dwMaxCCIDMsgLen       271
                bClassGetResponse    echo
                bClassEnvelope       echo
                wlcdLayout           none
                bPINSupport             3  verification modification
                bMaxCCIDBusySlots       1
              Endpoint Descriptor:
                bLength                 7
                bDescriptorType         5
        """
}
