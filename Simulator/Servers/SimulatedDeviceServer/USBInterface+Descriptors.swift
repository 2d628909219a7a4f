public import SimulatedDevices
public import TenderReaders

extension USBInterface {
    /// Reads an interface from descriptors, as a host does, or returns `nil` if it does not exist.
    public init?(_ set: USBDescriptorSet, number: UInt8 = 0) {
        let all = USBInterface.all(in: set.device + set.configuration)
        guard let interface = all.first(where: { $0.number == number }) else { return nil }
        func string(_ offset: Int) -> String? {
            let index = Int(set.device[offset]) - 1
            return set.strings.indices.contains(index) ? set.strings[index] : nil
        }
        self = interface
        (manufacturer, product, serialNumber) = (string(14), string(15), string(16))
    }
}
