/// A device's descriptors in the form of the usb-redir protocol.
struct USBRedirectionLayout: Hashable, Sendable {
    /// The device's speed, class and IDs.
    let device: [UInt8]
    /// Its version, for sides with that capability.
    let version: [UInt8]
    /// The table of interfaces.
    let interfaces: [UInt8]
    /// The table of endpoints.
    let endpoints: [UInt8]
    /// The endpoints' maximum packet sizes, for sides with that capability.
    let packetSizes: [UInt8]

    /// The number of entries in each table.
    private static let places = 32

    init(_ descriptors: USBDescriptorSet) {
        let whole = descriptors.device + [UInt8](repeating: 0, count: max(0, 18 - descriptors.device.count))
        let fullSpeed: UInt8 = 1
        device = [fullSpeed, whole[4], whole[5], whole[6]] + whole[8..<12]
        version = [UInt8](whole[12..<14])
        var numbers: [[UInt8]] = []
        // Type, interval and interface; an address without an endpoint has nothing.
        var table = [[UInt8]](repeating: [0xFF, 0, 0], count: Self.places)
        var sizes = [UInt16](repeating: 0, count: Self.places)
        (table[0], table[16]) = ([0, 0, 0], [0, 0, 0])
        (sizes[0], sizes[16]) = (UInt16(whole[7]), UInt16(whole[7]))
        for descriptor in USBDescriptorSet.split(descriptors.configuration) {
            if descriptor[1] == 4, descriptor.count >= 9, descriptor[3] == 0, numbers.count < Self.places {
                numbers.append([descriptor[2]] + descriptor[5..<8])
            }
            if descriptor[1] == 5, descriptor.count >= 7, let interface = numbers.last {
                let place = Int(descriptor[2] & 0x80) >> 3 | Int(descriptor[2] & 0x0F)
                table[place] = [descriptor[3] & 3, descriptor[6], interface[0]]
                sizes[place] = UInt16(descriptor[4]) | UInt16(descriptor[5] & 7) << 8
            }
        }
        endpoints = (0..<3).flatMap { column in table.map { $0[column] } }
        packetSizes = sizes.flatMap { USBRedirectionMessage.word(UInt64($0), 2) }
        interfaces =
            USBRedirectionMessage.word(UInt64(numbers.count), 4)
            + (0..<4).flatMap { column in (0..<Self.places).map { $0 < numbers.count ? numbers[$0][column] : 0 } }
    }
}
