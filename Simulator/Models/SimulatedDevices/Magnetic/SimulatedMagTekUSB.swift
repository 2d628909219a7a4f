import TenderFlow
import TenderReaders

/// A simulated MagTek reader as a USB device: HID, with one input report per swipe.
///
/// It has the IDs of a real one, so that drivers find it; its names say that it is simulated.
public struct SimulatedMagTekUSB: SimulatedUSBDevice {
    /// The device, configuration, string and report descriptors.
    public let descriptors: USBDescriptorSet

    private static let endpoint: UInt8 = 0x81
    private static let featureByteCount: UInt8 = 24

    private var reader: SimulatedMagnetic
    private var answer = [UInt8](repeating: 0, count: Int(featureByteCount))

    /// Creates a reader: SureSwipe, or MagneSafe V5 if the options say so.
    public init(_ options: SimulatedMagnetic.Options, serialNumber: String = "SIM-MAGTEK-0001") {
        var options = options
        let isEncrypting = options.form == .magneSafe
        if !isEncrypting { options.form = .sureSwipe }
        reader = SimulatedMagnetic(options)
        let report = Self.reportDescriptor(inputByteCount: isEncrypting ? 856 : 337)
        descriptors = USBDescriptorSet(
            device: Self.deviceDescriptor(productID: isEncrypting ? 0x0011 : 0x0002),
            configuration: Self.configurationDescriptor(reportByteCount: UInt8(clamping: report.count)),
            strings: ["MagTek (simulated)", "Simulated stripe reader", serialNumber], report: report)
    }

    /// Handles one input and returns the actions.
    public mutating func handle(_ input: USBDeviceInput) -> [USBDeviceAction] {
        switch input {
        case .control(let setup, let data): control(setup, data)
        case .out, .haltCleared: []
        case .reset: actions(reader.handle(.opened))
        case .timerFired(let timer): actions(reader.handle(.timerFired(timer)))
        case .counter(let event): actions(reader.handle(.command(event)))
        }
    }

    /// Handles the class requests of HID 1.11, 7.2: reports of type 3 (feature), and the idle rate.
    private mutating func control(_ setup: USBSetup, _ data: [UInt8]) -> [USBDeviceAction] {
        let kind = UInt8(setup.value >> 8)
        switch (setup.requestType, setup.request, kind) {
        case (0x21, 0x09, 3):
            answer = Self.answer(data)
            return [.controlAnswer([])]
        case (0xA1, 0x01, 3): return [.controlAnswer(Array(answer.prefix(Int(setup.length))))]
        case (0x21, 0x0A, _):
            // The first request of a host's driver: the line is open.
            return [.controlAnswer([])] + actions(reader.handle(.opened))
        default: return [.controlStalled]
        }
    }

    /// Answers a command: result, length, data.
    ///
    /// Only the software's name (property 0) can be read.
    private static func answer(_ command: [UInt8]) -> [UInt8] {
        let name = Array("SIMULATED".utf8)
        let answer = command.starts(with: [0x00, 0x01, 0x00]) ? [0x00, UInt8(name.count)] + name : [0x02, 0x00]
        return answer + [UInt8](repeating: 0, count: Int(featureByteCount) - answer.count)
    }

    private func actions(_ actions: [ProtocolAction<Never>]) -> [USBDeviceAction] {
        actions.compactMap { action in
            switch action {
            case .send(let report): .in(endpoint: Self.endpoint, report)
            case .startTimer(let timer, let duration): .startTimer(timer, duration)
            case .stopTimer(let timer): .stopTimer(timer)
            case .hangUp: .unplug
            case .output: nil
            }
        }
    }

    private static func deviceDescriptor(productID: UInt16) -> [UInt8] {
        [18, 1, 0x00, 0x02, 0, 0, 0, 64, 0x01, 0x08, UInt8(truncatingIfNeeded: productID), UInt8(productID >> 8)]
            + [0x00, 0x01, 1, 2, 3, 1]
    }

    private static func configurationDescriptor(reportByteCount: UInt8) -> [UInt8] {
        [9, 2, 34, 0, 1, 1, 0, 0x80, 50]
            + [9, 4, 0, 0, 1, 3, 0, 0, 0]
            + [9, 0x21, 0x11, 0x01, 0, 1, 0x22, reportByteCount, 0]
            + [7, 5, endpoint, 3, 64, 0, 1]
    }

    /// Returns one collection of the vendor's page FF00: an input report, and a feature report for commands.
    private static func reportDescriptor(inputByteCount: UInt16) -> [UInt8] {
        [0x06, 0x00, 0xFF, 0x09, 0x01, 0xA1, 0x01, 0x15, 0x00, 0x26, 0xFF, 0x00, 0x75, 0x08]
            + [0x96, UInt8(truncatingIfNeeded: inputByteCount), UInt8(inputByteCount >> 8), 0x09, 0x20, 0x81, 0x02]
            + [0x95, featureByteCount, 0x09, 0x20, 0xB1, 0x02, 0xC0]
    }
}
