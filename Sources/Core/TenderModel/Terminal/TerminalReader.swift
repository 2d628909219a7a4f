/// A smart reader as the payments API knows it.
public struct TerminalReader: Hashable, Sendable, Codable, Identifiable {
    /// Whether a smart reader can be reached.
    public enum Status: OpenEnum {
        /// `online`.
        case online
        /// `offline`: nothing was heard of it for a while.
        case offline
        /// A value that this version has no name for.
        case unknown(String)

        /// The cases with a name.
        public static let known: [Status] = [.online, .offline]

        /// The string of the API.
        public var rawValue: String {
            switch self {
            case .online: "online"
            case .offline: "offline"
            case .unknown(let value): value
            }
        }
    }

    /// The id, `tmr_…`.
    public var id: String
    /// The maker's model, such as `bbpos_wisepos_e` or `simulated_wisepos_e`.
    public var deviceType: String
    /// The name for people.
    public var label: String
    /// The serial number on the device.
    public var serialNumber: String
    /// Whether it can be reached; nil where the API does not tell.
    public var status: Status?
    /// The location it is registered at.
    @ExpandableID public var location: String?
    /// What it was last asked to do; nil when there is nothing.
    public var action: ReaderAction?
    /// The version of its software.
    public var softwareVersion: String?
    /// Its address in the shop's network.
    public var ipAddress: String?
    /// The caller's own keys and values.
    @DefaultIfAbsent public var metadata: [String: String]
    /// Whether it belongs to live operation.
    public var livemode: Bool

    /// Makes a reader.
    public init(
        id: String, deviceType: String, label: String, serialNumber: String, status: Status? = nil,
        location: String? = nil, action: ReaderAction? = nil, softwareVersion: String? = nil,
        ipAddress: String? = nil, metadata: [String: String] = [:], livemode: Bool = false
    ) {
        self.id = id
        self.deviceType = deviceType
        self.label = label
        self.serialNumber = serialNumber
        self.status = status
        self.location = location
        self.action = action
        self.softwareVersion = softwareVersion
        self.ipAddress = ipAddress
        self.metadata = metadata
        self.livemode = livemode
    }

    /// Whether no real card can be presented to it.
    public var isSimulated: Bool { deviceType.hasPrefix("simulated") }

    enum CodingKeys: String, CodingKey {
        case id, label, status, location, action, metadata, livemode
        case deviceType = "device_type"
        case serialNumber = "serial_number"
        case softwareVersion = "device_sw_version"
        case ipAddress = "ip_address"
    }
}

extension Reader {
    /// Describes a smart reader as one that was discovered.
    public init(_ reader: TerminalReader) {
        self.init(
            id: reader.id, model: reader.deviceType, serialNumber: reader.serialNumber, discoveryMethod: .internet,
            simulated: reader.isSimulated, label: reader.label, softwareVersion: reader.softwareVersion,
            address: ReaderAddress(.internet, place: reader.id))
        if softwareVersion?.isEmpty == true { softwareVersion = nil }
        guard reader.status == .offline else { return }
        problem = ReaderProblem(
            .silent, "the gateway has not heard of it for minutes: switch it on and look at its network")
    }
}
