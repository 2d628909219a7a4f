public import TenderAPI
public import TenderBytes
public import TenderModel

/// What a configuration of readers is created or changed to; `nil` and what is not named stay as they are.
public struct TerminalConfigurationParameters: Equatable, Sendable {
    /// A wireless network for readers to join.
    public enum WiFi: Equatable, Sendable {
        /// A network with one password.
        case personal(ssid: String, password: SecretBytes)
        /// A network with users; the certificate is a file of the API.
        case enterprise(ssid: String, username: String, password: SecretBytes, caCertificateFile: String? = nil)
        /// A network with certificates, which are files of the API.
        case certificate(
            ssid: String, clientCertificateFile: String, privateKeyFile: String, privateKeyPassword: SecretBytes? = nil,
            caCertificateFile: String? = nil)
    }

    /// The name for people.
    public var name: FieldChange<String>?
    /// The tips that are offered, by the currency of the payment.
    public var tipping: [Currency: FieldChange<TippingOptions>]
    /// Whether payments may be stored offline.
    public var offlineEnabled: FieldChange<Bool>?
    /// Whether readers may use the mobile network.
    public var cellularEnabled: FieldChange<Bool>?
    /// When readers may restart.
    public var rebootWindow: FieldChange<TerminalConfiguration.RebootWindow>?
    /// The network that readers join.
    public var wifi: WiFi?
    /// The code that opens a reader's settings.
    public var adminPasscode: SecretBytes?
    /// The files of the splash screens, by the reader's model.
    public var splashScreens: [TerminalReaderModel: FieldChange<String>]

    /// Creates parameters.
    public init(
        name: FieldChange<String>? = nil, tipping: [Currency: FieldChange<TippingOptions>] = [:],
        offlineEnabled: FieldChange<Bool>? = nil, cellularEnabled: FieldChange<Bool>? = nil,
        rebootWindow: FieldChange<TerminalConfiguration.RebootWindow>? = nil, wifi: WiFi? = nil,
        adminPasscode: SecretBytes? = nil, splashScreens: [TerminalReaderModel: FieldChange<String>] = [:]
    ) {
        self.name = name
        self.tipping = tipping
        self.offlineEnabled = offlineEnabled
        self.cellularEnabled = cellularEnabled
        self.rebootWindow = rebootWindow
        self.wifi = wifi
        self.adminPasscode = adminPasscode
        self.splashScreens = splashScreens
    }
}
