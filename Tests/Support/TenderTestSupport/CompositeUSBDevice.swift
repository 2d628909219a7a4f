public import SimulatedDevices
import TenderFlow

/// Simulated devices as the interfaces of one device, each with endpoints of its own.
public struct CompositeUSBDevice<Part: SimulatedUSBDevice>: SimulatedUSBDevice {
    /// The devices, by the number of their interface.
    public private(set) var parts: [Part]

    /// The largest endpoint number in a part.
    private static var stride: UInt8 { 4 }

    /// Creates a device from at least one device, with one interface each.
    public init(_ parts: [Part]) { self.parts = parts }

    public var descriptors: USBDescriptorSet {
        var set = parts[0].descriptors
        let bodies = parts.enumerated().flatMap { index, part in
            USBDescriptorSet.split(part.descriptors.configuration).dropFirst()
                .flatMap { Self.renumbered($0, UInt8(index)) }
        }
        let length = 9 + bodies.count
        var head = [UInt8](set.configuration.prefix(9))
        (head[2], head[3], head[4]) = (UInt8(truncatingIfNeeded: length), UInt8(length >> 8), UInt8(parts.count))
        set.configuration = head + bodies
        return set
    }

    public mutating func handle(_ input: USBDeviceInput) -> [USBDeviceAction] {
        switch input {
        case .control(var setup, let bytes):
            let index = Int(setup.index)
            guard parts.indices.contains(index) else { return [.controlStalled] }
            setup.index = 0
            return ask(index, .control(setup, bytes))
        case .out(let endpoint, let bytes):
            return ask(Self.part(endpoint), .out(endpoint: endpoint - Self.offset(endpoint), bytes))
        case .haltCleared(let endpoint):
            return ask(Self.part(endpoint), .haltCleared(endpoint: endpoint - Self.offset(endpoint)))
        case .timerFired(let timer): return ask(timer % parts.count, .timerFired(timer / parts.count))
        case .reset, .counter: return parts.indices.flatMap { ask($0, input) }
        }
    }

    private mutating func ask(_ index: Int, _ input: USBDeviceInput) -> [USBDeviceAction] {
        guard parts.indices.contains(index) else { return [] }
        let (offset, count) = (UInt8(index) * Self.stride, parts.count)
        return parts[index].handle(input).map { action in
            switch action {
            case .in(let endpoint, let bytes): .in(endpoint: endpoint + offset, bytes)
            case .halt(let endpoint): .halt(endpoint: endpoint + offset)
            case .startTimer(let timer, let duration): .startTimer(timer * count + index, duration)
            case .stopTimer(let timer): .stopTimer(timer * count + index)
            case .controlAnswer, .controlStalled, .unplug: action
            }
        }
    }

    private static func part(_ endpoint: UInt8) -> Int { Int(offset(endpoint) / stride) }

    private static func offset(_ endpoint: UInt8) -> UInt8 { ((endpoint & 0x0F) - 1) / stride * stride }

    private static func renumbered(_ descriptor: [UInt8], _ index: UInt8) -> [UInt8] {
        var descriptor = descriptor
        if descriptor[1] == 4 { descriptor[2] = index }
        if descriptor[1] == 5 { descriptor[2] += index * stride }
        return descriptor
    }
}
