extension USBInterface {
    /// Parses the interfaces from a device's descriptors: its own, and then its configurations (USB 2.0, section 9.6).
    ///
    /// Of an interface with alternate settings, the first one is returned. Whatever is truncated or invalid is left
    /// out.
    /// - Parameters:
    ///   - descriptors: The bytes, as in the kernel's file `descriptors`.
    ///   - configuration: The value of the active configuration; `nil` for the first one.
    public static func all(in descriptors: [UInt8], configuration: UInt8? = nil) -> [USBInterface] {
        guard descriptors.count >= 18, descriptors[0] == 18, descriptors[1] == 1 else { return [] }
        func word(_ offset: Int) -> UInt16 { UInt16(descriptors[offset]) | UInt16(descriptors[offset + 1]) << 8 }
        let device = USBInterface(
            vendorID: word(8), productID: word(10), deviceVersion: word(12), interfaceClass: 0)
        var reader = ConfigurationReader(device: device, wanted: configuration)
        var rest = descriptors.dropFirst(18)
        while let count = rest.first.map(Int.init), count >= 2, count <= rest.count {
            reader.read([UInt8](rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        reader.finish()
        return reader.interfaces
    }

    /// A collector of the interfaces of one configuration, descriptor by descriptor.
    private struct ConfigurationReader {
        /// The maximum number, beyond what a device can have.
        static let limit = 32

        let device: USBInterface
        let wanted: UInt8?
        var interfaces: [USBInterface] = []

        private var isActive = false
        private var wasActive = false
        private var current: USBInterface?
        /// The data after the last endpoint, where early CCID readers place their class descriptor.
        private var tail: [UInt8] = []

        init(device: USBInterface, wanted: UInt8?) {
            self.device = device
            self.wanted = wanted
        }

        mutating func read(_ descriptor: [UInt8]) {
            switch (descriptor[1], descriptor.count) {
            case (2, 9...):
                finish()
                isActive = !wasActive && (wanted ?? descriptor[5]) == descriptor[5]
                wasActive = wasActive || isActive
            case (4, 9...):
                finish()
                if isActive, descriptor[3] == 0 { begin(descriptor) }
            case (5, 7...):
                tail = []
                addEndpoint(descriptor)
            default:
                if current?.endpoints.isEmpty == false { tail += descriptor } else { current?.extra += descriptor }
            }
        }

        mutating func finish() {
            guard var interface = current else { return }
            if interface.extra.isEmpty { interface.extra = tail }
            if interfaces.count < Self.limit { interfaces.append(interface) }
            current = nil
        }

        private mutating func begin(_ descriptor: [UInt8]) {
            var interface = device
            interface.number = descriptor[2]
            interface.interfaceClass = descriptor[5]
            interface.interfaceSubclass = descriptor[6]
            interface.interfaceProtocol = descriptor[7]
            current = interface
            tail = []
        }

        private mutating func addEndpoint(_ descriptor: [UInt8]) {
            let kind: USBEndpoint.Kind
            switch (descriptor[3] & 3, descriptor[2] & 0x80 != 0) {
            case (2, true): kind = .bulkIn
            case (2, false): kind = .bulkOut
            case (3, true): kind = .interruptIn
            default: return
            }
            guard current.map({ $0.endpoints.count < Self.limit }) ?? false else { return }
            // On a high-speed device, the higher bits give the number of packets per microframe.
            let size = Int(descriptor[4]) | Int(descriptor[5] & 7) << 8
            current?.endpoints.append(USBEndpoint(address: descriptor[2], kind: kind, maximumPacketSize: size))
        }
    }
}
