/// A card reader as it was discovered.
public struct Reader: Hashable, Sendable, Codable, Identifiable {
    /// Names the reader while the process runs; the serial number, or the device path where there is none.
    public var id: String
    /// The maker's model, such as `SimulatedReader`.
    public var model: String
    /// The serial number on the device.
    public var serialNumber: String
    /// How it is attached.
    public var discoveryMethod: DiscoveryMethod
    /// Whether it is simulated.
    public var simulated: Bool
    /// A name for people.
    public var label: String?
    /// The version of its software.
    public var softwareVersion: String?
    /// The update of its software that it offers.
    public var availableUpdate: ReaderSoftwareUpdate?
    /// Where it is: what `--reader` takes.
    public var address: ReaderAddress?
    /// Why it cannot be used now; nil when nothing is known to stand in the way.
    public var problem: ReaderProblem?
    /// Whether it is certified for keyed entry; the terminal sets it when it opens a `KeyedEntryReader`.
    public var takesKeyedCards: Bool?
    /// What it reads of cards that do not pay; the terminal sets it when it opens a `DataReader`.
    public var dataTypes: [CollectDataType]?
    /// Whether it can be told to restart; the terminal sets it when it opens a `RebootableReader`.
    public var canReboot: Bool?

    /// Describes a reader.
    public init(
        id: String, model: String, serialNumber: String, discoveryMethod: DiscoveryMethod, simulated: Bool = false,
        label: String? = nil, softwareVersion: String? = nil, address: ReaderAddress? = nil,
        problem: ReaderProblem? = nil, takesKeyedCards: Bool? = nil, dataTypes: [CollectDataType]? = nil,
        canReboot: Bool? = nil, availableUpdate: ReaderSoftwareUpdate? = nil
    ) {
        self.id = id
        self.model = model
        self.serialNumber = serialNumber
        self.discoveryMethod = discoveryMethod
        self.simulated = simulated
        self.label = label
        self.softwareVersion = softwareVersion
        self.address = address
        self.problem = problem
        self.takesKeyedCards = takesKeyedCards
        self.dataTypes = dataTypes
        self.canReboot = canReboot
        self.availableUpdate = availableUpdate
    }
}
