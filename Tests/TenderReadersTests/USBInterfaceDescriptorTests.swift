import TenderReaders
import Testing

@Suite struct USBInterfaceDescriptorTests {
    private static let device: [UInt8] = [18, 1, 0, 2, 0, 0, 0, 64, 0xE6, 0x04, 0x03, 0xE0, 0x10, 0x05, 1, 2, 3, 2]
    private static let functional: [UInt8] = [54, 0x21] + [UInt8](repeating: 7, count: 52)

    private static func interface(_ number: UInt8, _ kind: UInt8, alternate: UInt8 = 0) -> [UInt8] {
        [9, 4, number, alternate, 2, kind, 1, 2, 0]
    }

    private static let endpoints: [UInt8] =
        [7, 5, 0x01, 2, 64, 0, 0] + [7, 5, 0x82, 2, 0x00, 0x1A, 0] + [7, 5, 0x83, 3, 8, 0, 1]
    private static let first: [UInt8] = [9, 2, 0, 0, 2, 1, 0, 0x80, 50]
    private static let second: [UInt8] = [9, 2, 0, 0, 1, 4, 0, 0x80, 50]

    @Test func interfacesAreReadWithWhatFollowsThem() throws {
        let all = USBInterface.all(
            in: Self.device + Self.first + Self.interface(0, 0xFF) + Self.functional + Self.endpoints
                + Self.interface(1, 0x0B) + Self.endpoints + Self.functional + Self.interface(1, 0x08, alternate: 1)
                + Self.endpoints)
        #expect(all.map(\.number) == [0, 1])
        #expect(all.map(\.interfaceClass) == [0xFF, 0x0B])
        let interface = try #require(all.first)
        #expect(interface.vendorID == 0x04E6)
        #expect(interface.productID == 0xE003)
        #expect(interface.deviceVersion == 0x0510)
        #expect(interface.interfaceSubclass == 1)
        #expect(interface.interfaceProtocol == 2)
        #expect(all.map(\.extra) == [Self.functional, Self.functional])
        try #require(all.map(\.endpoints.count) == [3, 3])
        #expect(interface.endpoints[1] == USBEndpoint(address: 0x82, kind: .bulkIn, maximumPacketSize: 0x200))
    }

    @Test func theActiveConfigurationCounts() {
        let bytes = Self.device + Self.first + Self.interface(0, 0x0B) + Self.second + Self.interface(3, 0x03)
        #expect(USBInterface.all(in: bytes).map(\.number) == [0])
        #expect(USBInterface.all(in: bytes, configuration: 1).map(\.number) == [0])
        #expect(USBInterface.all(in: bytes, configuration: 4).map(\.number) == [3])
        #expect(USBInterface.all(in: bytes, configuration: 2) == [])
    }

    @Test func anyCutOfAnyDescriptorIsSurvived() {
        let bytes = Self.device + Self.first + Self.interface(0, 0x0B) + Self.functional + Self.endpoints
        let whole = USBInterface.all(in: bytes)
        let wrong = bytes.indices.filter { count in
            let cut = USBInterface.all(in: [UInt8](bytes.prefix(count)))
            return cut.contains { !whole[0].extra.starts(with: $0.extra) || $0.endpoints.count > 3 } || cut.count > 1
        }
        #expect(wrong == [])
        #expect(USBInterface.all(in: [UInt8](bytes.prefix(18))) == [])
        #expect(USBInterface.all(in: [UInt8](bytes.dropFirst())) == [])
        let many = Self.device + Self.first + (0...255).flatMap { Self.interface($0, 0x0B) + Self.endpoints }
        #expect(USBInterface.all(in: many).count == 32)
    }
}
