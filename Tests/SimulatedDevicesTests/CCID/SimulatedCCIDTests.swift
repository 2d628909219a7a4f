import SimulatedDevices
import TenderReaders
import TenderTestSupport
import Testing

/// The model by itself: what it insists on, and that it survives any host.
@Suite struct SimulatedCCIDTests {
    private func messages(_ actions: [USBDeviceAction]) -> [[UInt8]] {
        actions.compactMap { if case .in(0x82, let bytes) = $0 { bytes } else { nil } }
    }

    private func out(_ device: inout SimulatedCCID, _ bytes: [UInt8]) -> [UInt8] {
        messages(device.handle(.out(endpoint: 1, bytes))).first ?? []
    }

    @Test func descriptorsAreThoseOfAReader() throws {
        for kind in SimulatedCCIDModel.Kind.allCases {
            let set = SimulatedCCID(SimulatedCCIDModel(kind)).descriptors
            #expect(set.device.count == 18)
            #expect(Int(set.configuration[2]) == set.configuration.count)
            let plan = try CCIDPlan(try #require(CCIDDescriptor(in: set.configuration)))
            #expect(plan.level == (kind == .short ? .shortAPDU : kind == .extended ? .extendedAPDU : .tpdu))
        }
    }

    @Test func aCardThatHearsAnotherSpeedIsSilent() {
        var model = SimulatedCCIDModel(.t1)
        model.atr = [0x3B, 0x90, 0x95, 0x81, 0x31, 0x40, 0x45, 0xB0]
        var device = SimulatedCCID(model)
        #expect(out(&device, [0x62, 0, 0, 0, 0, 0, 0, 1, 0, 0]).dropFirst(10) == model.atr[...])
        // The reader is set to a speed that the card was not asked for.
        let parameters: [UInt8] = [0x94, 0x10, 0, 0x45, 0, 0x40, 0]
        #expect(out(&device, [0x61, 7, 0, 0, 0, 0, 1, 1, 0, 0] + parameters)[7] == 0)
        let announcement: [UInt8] = [0x6F, 5, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0xC1, 1, 0xFE, 0x3E]
        #expect(out(&device, announcement).prefix(9).suffix(2) == [0x40, 0xFE])
    }

    @Test func aCustomerWhoComesAndGoesLeavesACardInThatIsOn() {
        var model = SimulatedCCIDModel(.short)
        model.interval = .seconds(2)
        var device = SimulatedCCID(model)
        var seen: [UInt8?] = []
        for message in [[0x65, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0x62, 0, 0, 0, 0, 0, 1, 0, 0, 0]] as [[UInt8]] {
            var timers: [Int] = []
            for case .startTimer(let timer, .seconds(2)) in device.handle(.out(endpoint: 1, message)) {
                timers.append(timer)
            }
            for _ in 0..<2 {
                guard let timer = timers.popLast() else { break }
                for action in device.handle(.timerFired(timer)) {
                    if case .startTimer(let next, _) = action { timers.append(next) }
                    if case .in(0x83, let report) = action { seen.append(report.last) }
                }
            }
        }
        #expect(seen == [2, 3])
    }

    @Test func anAbortNeedsBothOfItsHalves() {
        var model = SimulatedCCIDModel(.short)
        model.faults = [DeviceFault(.drop)]
        var device = SimulatedCCID(model)
        _ = out(&device, [0x62, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        #expect(out(&device, [0x6F, 4, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0xA4, 4, 0]) == [])
        #expect(out(&device, [0x65, 0, 0, 0, 0, 0, 2, 0, 0, 0]).dropFirst(8).first == 0xE0)
        #expect(out(&device, [0x72, 0, 0, 0, 0, 0, 1, 0, 0, 0])[7] == 0x40)
        let setup = USBSetup(requestType: 0x21, request: 1, value: 0x0100, index: 0, length: 0)
        #expect(device.handle(.control(setup, [])) == [.controlAnswer([])])
        #expect(out(&device, [0x72, 0, 0, 0, 0, 0, 1, 0, 0, 0])[7] == 0)
        #expect(out(&device, [0x65, 0, 0, 0, 0, 0, 2, 0, 0, 0]).dropFirst(7).prefix(2) == [0, 0])
    }

    @Test func anyHostIsSurvived() {
        var random = SplitMix64(seed: 31)
        var failures: [UInt64] = []
        for seed in 0..<300 as Range<UInt64> {
            var model = SimulatedCCIDModel(random.pick(SimulatedCCIDModel.Kind.allCases))
            model.customer = .enters("1234")
            model.slotCount = 2
            model.faults = DeviceFault.Kind.allCases.enumerated().map { DeviceFault($0.element, at: 3 * $0.offset + 1) }
            var device = SimulatedCCID(model)
            _ = device.handle(.out(endpoint: 1, [0x62, 0, 0, 0, 0, 0, 0, 1, 0, 0]))
            for _ in 0..<100 {
                let actions = device.handle(Self.input(&random))
                if actions.count > 10 { failures.append(seed) }
            }
        }
        #expect(failures == [])
    }

    private static func input(_ random: inout SplitMix64) -> USBDeviceInput {
        let byte = { (random: inout SplitMix64) in UInt8(truncatingIfNeeded: random.next()) }
        switch random.next() % 10 {
        case 0:
            let setup = USBSetup(
                requestType: random.pick([0x21, 0xA1, 0]), request: random.pick([1, 2, 3, 9]), value: 0x0100, index: 0,
                length: 8)
            return .control(setup, [])
        case 1: return .counter(random.pick([.presentCard, .removeCard, .pressStop]))
        case 2: return .haltCleared(endpoint: 0x82)
        case 3 where random.chance(10): return .reset
        case 4: return .timerFired(Int(random.next() % 5))
        case 5: return .out(endpoint: 1, (0..<Int(random.next() % 40)).map { _ in byte(&random) })
        default:
            let command = random.pick(CCIDCode.Command.allCases).rawValue
            let data: [UInt8] = random.pick([
                [], [0, 0xB0, 0, 0, 0], [0, 0xEE, 0, 0, 2, 1, 2], [0, 0xC0, 0, 0, 0], [0xFF, 0x11, 0x11, 0xFF],
                [0, 0x00, 4, 0, 0xB0, 0, 0, 0xB4], [0, 0xC0, 0, 0xC0], [0, 0x80, 0, 0x80], [0, 0xE3, 1, 1, 0xE3],
                [0x11, 0x10, 0, 0x4D, 0, 0x20, 0], [1] + [UInt8](repeating: 0, count: 60),
                [0] + [UInt8](repeating: 0, count: 40), (0..<30).map { _ in byte(&random) },
            ])
            let level = random.pick([0, 0, 1, 2, 3, 0x10, 9] as [UInt8])
            return .out(
                endpoint: 1,
                [command, UInt8(data.count), 0, 0, 0, random.pick([0, 0, 1, 7]), byte(&random), 0, level, 0] + data)
        }
    }
}
