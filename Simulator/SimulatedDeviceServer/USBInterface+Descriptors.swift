public import SimulatedDevices
public import TenderReaders

extension USBInterface {
    /// Reads an interface out of descriptors, as a host does; nil when it is not there.
    public init?(_ set: USBDescriptorSet, number: UInt8 = 0) {
        guard set.device.count == 18 else { return nil }
        func word(_ offset: Int) -> UInt16 { UInt16(set.device[offset]) | UInt16(set.device[offset + 1]) << 8 }
        func string(_ offset: Int) -> String? {
            let index = Int(set.device[offset]) - 1
            return set.strings.indices.contains(index) ? set.strings[index] : nil
        }
        self.init(
            vendorID: word(8), productID: word(10), deviceVersion: word(12), manufacturer: string(14),
            product: string(15), serialNumber: string(16), number: number, interfaceClass: 0)
        guard read(set.configuration, number: number) else { return nil }
    }

    private mutating func read(_ configuration: [UInt8], number: UInt8) -> Bool {
        var rest = configuration[...]
        var isMine = false
        var wasFound = false
        var afterEndpoint: [UInt8] = []
        while let count = rest.first.map(Int.init), count >= 2, count <= rest.count {
            let bytes = [UInt8](rest.prefix(count))
            rest = rest.dropFirst(count)
            switch bytes[1] {
            case 4:
                isMine = count == 9 && bytes[2] == number && bytes[3] == 0
                guard isMine else { continue }
                wasFound = true
                (interfaceClass, interfaceSubclass, interfaceProtocol) = (bytes[5], bytes[6], bytes[7])
            case 5 where isMine && count >= 7: add(bytes)
            default:
                guard isMine else { continue }
                if endpoints.isEmpty { extra += bytes } else { afterEndpoint += bytes }
            }
        }
        if extra.isEmpty { extra = afterEndpoint }
        return wasFound
    }

    private mutating func add(_ bytes: [UInt8]) {
        let size = Int(bytes[4]) | Int(bytes[5] & 0x07) << 8
        let kind: USBEndpoint.Kind? =
            switch (bytes[3] & 3, bytes[2] & 0x80 != 0) {
            case (2, true): .bulkIn
            case (2, false): .bulkOut
            case (3, true): .interruptIn
            default: nil
            }
        if let kind { endpoints.append(USBEndpoint(address: bytes[2], kind: kind, maximumPacketSize: size)) }
    }
}
