public import TenderModel

/// Which smart readers of the account are wanted; nil for any.
public struct TerminalReaderQuery: Hashable, Sendable {
    /// The maker's model.
    public var deviceType: String?
    /// The location they are registered at.
    public var location: String?
    /// The serial number on the device.
    public var serialNumber: String?
    /// Whether they can be reached.
    public var status: TerminalReader.Status?

    /// Asks for readers.
    public init(
        deviceType: String? = nil, location: String? = nil, serialNumber: String? = nil,
        status: TerminalReader.Status? = nil
    ) {
        self.deviceType = deviceType
        self.location = location
        self.serialNumber = serialNumber
        self.status = status
    }
}
