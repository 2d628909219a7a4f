import TenderBytes

/// An entry of a contactless directory (EMV Contactless Book B, 3.3.2, table 3-2 [check]).
struct ContactlessDirectoryEntry {
    let name: [UInt8]
    /// The priority indicator, tag 87.
    let priority: UInt8
    /// The kernel that the card wants, or else the provider's own; 0 for any.
    private let kernel: UInt8

    /// Reads the entries, which are in the answer to SELECT; a bad one is passed over.
    static func entries(_ information: FileInformation) -> [ContactlessDirectoryEntry] {
        let objects = information.objects
        guard let list = objects.child(0xBF0C, of: information.proprietary) else { return [] }
        return objects.elements.filter { $0.tag == 0x61 && objects.isChild($0, of: list) }.compactMap { entry in
            guard let name = objects.open(0x4F, of: entry), (5...16).contains(name.count) else { return nil }
            return ContactlessDirectoryEntry(
                name: name, priority: objects.value(0x87, of: entry)?.first ?? 0,
                wanted: objects.open(0x9F2A, of: entry))
        }
    }

    /// - Parameter wanted: The kernel identifier, tag 9F2A; only international ones are known here.
    private init(name: [UInt8], priority: UInt8, wanted: [UInt8]?) {
        self.name = name
        self.priority = priority
        kernel = wanted.map { $0.first ?? 0 } ?? Self.usualKernels[[UInt8](name.prefix(5))] ?? 0
    }

    /// The kernels of providers whose cards name none.
    private static let usualKernels: [[UInt8]: UInt8] = [
        [0xA0, 0, 0, 0, 0x04]: 2, [0xA0, 0, 0, 0, 0x03]: 3, [0xA0, 0, 0, 0, 0x25]: 4, [0xA0, 0, 0, 0, 0x65]: 5,
        [0xA0, 0, 0, 0x01, 0x52]: 6, [0xA0, 0, 0, 0x03, 0x33]: 7,
    ]

    /// Whether a combination runs the application; identifiers may be longer on the card.
    func matches(_ combination: ContactlessCombination) -> Bool {
        name.starts(with: combination.application.identifier)
            && (kernel == 0 || kernel == combination.kernel.rawValue)
    }
}
