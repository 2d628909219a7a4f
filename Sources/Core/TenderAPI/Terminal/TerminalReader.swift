public import TenderModel

/// A smart reader as the payments API knows it.
public struct TerminalReader: Hashable, Sendable, Codable, Identifiable {
    /// Whether a smart reader can be reached.
    public enum Status: OpenEnum {
        /// `online`.
        case online
        /// `offline`: it has been silent for a while.
        case offline
        /// A value that this version cannot name.
        case unknown(String)

        /// The named cases.
        public static let known: [Status] = [.online, .offline]

        /// The API's string.
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
    /// The model, such as `bbpos_wisepos_e` or `simulated_wisepos_e`.
    public var deviceType: String
    /// The name for people.
    public var label: String
    /// The serial number on the device.
    public var serialNumber: String
    /// Whether it can be reached; nil where the API does not say.
    public var status: Status?
    /// The location where it is registered.
    @ExpandableID public var location: String?
    /// Its latest action; nil when there is none.
    public var action: ReaderAction?
    /// The software version.
    public var softwareVersion: String?
    /// Its address in the shop's network.
    public var ipAddress: String?
    /// The caller's own key-value pairs.
    @DefaultIfAbsent public var metadata: [String: String]
    /// Whether it is in live mode.
    public var livemode: Bool

    /// Creates a reader; what is not given is unknown.
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

    /// Whether it is simulated and takes no real card.
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
    /// Describes a smart reader as a discovered reader.
    public init(_ reader: TerminalReader) {
        self.init(
            id: reader.id, model: reader.deviceType, serialNumber: reader.serialNumber, discoveryMethod: .internet,
            simulated: reader.isSimulated, label: reader.label, softwareVersion: reader.softwareVersion,
            address: ReaderAddress(.internet, place: reader.id))
        if softwareVersion?.isEmpty == true { softwareVersion = nil }
        guard reader.status == .offline else { return }
        problem = ReaderProblem(
            .silent, "the gateway has not heard from it for minutes: switch it on and check its network")
    }
}
