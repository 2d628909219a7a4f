/// The standard requests of a USB device with one configuration, answered from its descriptors (USB 2.0, section 9.4).
public struct USBStandardRequests: Hashable, Sendable {
    /// The answer to a control request.
    public enum Answer: Hashable, Sendable {
        /// Some bytes, at most as many as requested; none for a request that sends.
        case bytes([UInt8])
        /// The device refuses the request.
        case stalled
        /// The request is done, and an endpoint is no longer halted.
        case haltCleared(endpoint: UInt8)
        /// The request is done, and the host halted an endpoint.
        case haltSet(endpoint: UInt8)
    }

    /// The value of the current configuration; 0 before one is set.
    public private(set) var configuration: UInt8 = 0

    private let descriptors: USBDescriptorSet
    private var alternates: [UInt8: UInt8] = [:]

    /// Creates the answers of a device.
    public init(_ descriptors: USBDescriptorSet) { self.descriptors = descriptors }

    /// Returns whether a request is a standard one.
    public static func covers(_ setup: USBSetup) -> Bool { setup.requestType & 0x60 == 0 }

    /// Answers a standard request.
    ///
    /// - Parameters:
    ///   - setup: The request.
    ///   - halted: The endpoints that are currently halted.
    public mutating func answer(_ setup: USBSetup, halted: Set<UInt8> = []) -> Answer {
        let (low, high) = (UInt8(truncatingIfNeeded: setup.value), UInt8(setup.value >> 8))
        let target = UInt8(truncatingIfNeeded: setup.index)
        switch (setup.requestType, setup.request) {
        case (0x80, 0x06), (0x81, 0x06): return limited(descriptor(high, low, setup), setup)
        case (0x80, 0x00): return limited([0, 0], setup)
        case (0x81, 0x00): return limited([0, 0], setup)
        case (0x82, 0x00): return limited([halted.contains(target) ? 1 : 0, 0], setup)
        case (0x80, 0x08): return limited([configuration], setup)
        case (0x00, 0x09): return configure(low)
        case (0x00, 0x05): return .bytes([])
        case (0x81, 0x0A): return limited([alternates[target] ?? 0], setup)
        case (0x01, 0x0B):
            alternates[target] = low
            return .bytes([])
        case (0x02, 0x01) where setup.value == 0: return .haltCleared(endpoint: target)
        case (0x02, 0x03) where setup.value == 0: return .haltSet(endpoint: target)
        default: return .stalled
        }
    }

    /// Resets the device.
    public mutating func reset() {
        configuration = 0
        alternates = [:]
    }

    private mutating func configure(_ value: UInt8) -> Answer {
        let known = descriptors.configuration.count > 5 ? descriptors.configuration[5] : 1
        guard value == 0 || value == known else { return .stalled }
        configuration = value
        alternates = [:]
        return .bytes([])
    }

    private func limited(_ bytes: [UInt8]?, _ setup: USBSetup) -> Answer {
        bytes.map { .bytes([UInt8]($0.prefix(Int(setup.length)))) } ?? .stalled
    }

    private func descriptor(_ type: UInt8, _ index: UInt8, _ setup: USBSetup) -> [UInt8]? {
        switch (setup.requestType, type) {
        case (0x80, 0x01): descriptors.device
        case (0x80, 0x02): index == 0 ? descriptors.configuration : nil
        case (0x80, 0x03): string(index)
        case (0x81, 0x22): descriptors.report
        case (0x81, 0x21): classDescriptor(0x21, interface: UInt8(truncatingIfNeeded: setup.index))
        default: nil
        }
    }

    /// Returns a string, or the list of languages, which is US English.
    private func string(_ index: UInt8) -> [UInt8]? {
        if index == 0 { return [4, 3, 0x09, 0x04] }
        guard Int(index) <= descriptors.strings.count else { return nil }
        // The length is one byte.
        let units = descriptors.strings[Int(index) - 1].utf16.prefix(126)
        return [UInt8(2 + 2 * units.count), 3] + units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    }

    /// Returns the first descriptor of a type that belongs to an interface.
    private func classDescriptor(_ type: UInt8, interface: UInt8) -> [UInt8]? {
        var current: UInt8?
        for descriptor in USBDescriptorSet.split(descriptors.configuration) {
            if descriptor[1] == 4, descriptor.count > 2 { current = descriptor[2] }
            if descriptor[1] == type, current == interface { return descriptor }
        }
        return nil
    }
}

extension USBDescriptorSet {
    /// Splits consecutive descriptors; a truncated one is left out.
    public static func split(_ bytes: [UInt8]) -> [[UInt8]] {
        var rest = bytes[...]
        var descriptors: [[UInt8]] = []
        while let length = rest.first.map(Int.init), length >= 2, length <= rest.count {
            descriptors.append([UInt8](rest.prefix(length)))
            rest.removeFirst(length)
        }
        return descriptors
    }
}
