public import TenderModel

/// What readers are set to, for a location or as the account's default.
///
/// What is `nil` or missing is not set: a location's configuration then inherits it, see `inheriting(_:)`.
public struct TerminalConfiguration: Hashable, Sendable, Identifiable {
    /// The hours between which a reader may restart, in its own time zone.
    public struct RebootWindow: Hashable, Sendable, Codable {
        /// The first hour, 0 to 23.
        public var startHour: Int
        /// The last hour, 0 to 23.
        public var endHour: Int

        /// Creates a window.
        public init(startHour: Int, endHour: Int) {
            self.startHour = startHour
            self.endHour = endHour
        }

        enum CodingKeys: String, CodingKey {
            case startHour = "start_hour"
            case endHour = "end_hour"
        }
    }

    /// The id, `tmc_…`.
    public var id: String
    /// The name for people.
    public var name: String?
    /// Whether it holds wherever a location has none.
    public var isAccountDefault: Bool
    /// The tips that are offered, by the currency of the payment; `nil` where nothing is set, empty for none.
    public var tipping: [Currency: TippingOptions]?
    /// Whether payments may be stored offline.
    public var offlineEnabled: Bool?
    /// Whether readers may use the mobile network.
    public var cellularEnabled: Bool?
    /// When readers may restart.
    public var rebootWindow: RebootWindow?
    /// The name of the wireless network that readers join.
    public var wifiSSID: String?
    /// The files of the splash screens, by the reader's model.
    public var splashScreens: [TerminalReaderModel: String]
    /// Whether it belongs to live operation.
    public var livemode: Bool

    /// Creates a configuration; what is not given is not set.
    public init(
        id: String, name: String? = nil, isAccountDefault: Bool = false, tipping: [Currency: TippingOptions]? = nil,
        offlineEnabled: Bool? = nil, cellularEnabled: Bool? = nil, rebootWindow: RebootWindow? = nil,
        wifiSSID: String? = nil, splashScreens: [TerminalReaderModel: String] = [:], livemode: Bool = false
    ) {
        self.id = id
        self.name = name
        self.isAccountDefault = isAccountDefault
        self.tipping = tipping
        self.offlineEnabled = offlineEnabled
        self.cellularEnabled = cellularEnabled
        self.rebootWindow = rebootWindow
        self.wifiSSID = wifiSSID
        self.splashScreens = splashScreens
        self.livemode = livemode
    }

    /// Returns this configuration of a location with what it does not set taken from the account's default.
    public func inheriting(_ base: TerminalConfiguration) -> TerminalConfiguration {
        var whole = self
        whole.tipping = tipping ?? base.tipping
        whole.offlineEnabled = offlineEnabled ?? base.offlineEnabled
        whole.cellularEnabled = cellularEnabled ?? base.cellularEnabled
        whole.rebootWindow = rebootWindow ?? base.rebootWindow
        whole.wifiSSID = wifiSSID ?? base.wifiSSID
        whole.splashScreens = base.splashScreens.merging(splashScreens) { _, own in own }
        return whole
    }
}
