import SimulatedCard
import SimulatedDevices
import TenderFlow
import TenderModel
import TenderReaders
import Testing

@Suite struct MagTekUSBTests {
    @Test(arguments: [(SimulatedMagnetic.Form.sureSwipe, 337), (.magneSafe, 856), (.secureMag, 337)])
    func aSwipeIsOneReport(_ form: SimulatedMagnetic.Form, _ byteCount: Int) throws {
        var device = SimulatedMagTekUSB(SimulatedMagnetic.Options(form: form, interval: nil))
        let actions = device.handle(.counter(.presentCard))
        guard case .in(0x81, let report) = actions.first else {
            Issue.record("no report: \(actions)")
            return
        }
        #expect(actions.count == 1)
        #expect(report.count == byteCount)
        var core = MagneticCore(.magTek)
        let request = CollectRequest(amount: Amount(minorUnits: 1, currency: .eur))
        _ = core.handle(.command(.collect(1, request, seal: SimulatedCardSealer(counter: 1).nextSeal())))
        let answers = core.handle(.received(report)).filter {
            if case .output(.answer(1, .success)) = $0 { true } else { false }
        }
        #expect(answers.count == 1)
    }

    @Test func theDescriptorsAreWhole() throws {
        let set = SimulatedMagTekUSB(SimulatedMagnetic.Options()).descriptors
        #expect(set.device.count == 18)
        #expect(set.device.first == 18)
        #expect(set.configuration.count == Int(set.configuration[2]))
        var rest = set.configuration[...]
        var kinds: [UInt8] = []
        while let length = rest.first, length > 1, rest.count >= Int(length) {
            kinds.append(rest.dropFirst().first ?? 0)
            rest.removeFirst(Int(length))
        }
        #expect(kinds == [2, 4, 0x21, 5])
        #expect(rest.isEmpty)
        #expect(set.report.map(\.count) == Int(set.configuration[25]))
    }

    @Test func customersSwipeFromTheFirstRequestOn() {
        var device = SimulatedMagTekUSB(SimulatedMagnetic.Options())
        let idle = USBSetup(requestType: 0x21, request: 0x0A, value: 0, index: 0, length: 0)
        #expect(device.handle(.control(idle, [])) == [.controlAnswer([]), .startTimer(1, .milliseconds(500))])
        let actions = device.handle(.timerFired(1))
        #expect(actions.first == .startTimer(2, .milliseconds(500)))
        #expect(actions.count == 2)
        #expect(device.handle(.counter(.unplug)) == [.stopTimer(2), .unplug])
    }

    @Test func commandsAreAnsweredInFeatureReports() {
        var device = SimulatedMagTekUSB(SimulatedMagnetic.Options())
        func ask(_ command: [UInt8]) -> [USBDeviceAction] {
            let set = USBSetup(requestType: 0x21, request: 9, value: 0x0300, index: 0, length: 24)
            let get = USBSetup(requestType: 0xA1, request: 1, value: 0x0300, index: 0, length: 24)
            return device.handle(.control(set, command)) + device.handle(.control(get, []))
        }
        let name = [0, 9] + Array("SIMULATED".utf8) + Array(repeating: 0, count: 13)
        #expect(ask([0, 1, 0]) == [.controlAnswer([]), .controlAnswer(name)])
        let bad = [2] + [UInt8](repeating: 0, count: 23)
        #expect(ask([0x15]) == [.controlAnswer([]), .controlAnswer(bad)])
        #expect(ask([]) == [.controlAnswer([]), .controlAnswer(bad)])
        let other = USBSetup(requestType: 0xC0, request: 1, value: 0, index: 0, length: 1)
        #expect(device.handle(.control(other, [])) == [.controlStalled])
    }
}
