public import TenderAPI
import TenderModel

/// A filter of the account's smart readers; `nil` allows any.
public struct TerminalReaderQuery: Hashable, Sendable {
    /// The manufacturer's model.
    public var deviceType: String?
    /// The location that they are registered at.
    public var location: String?
    /// The serial number on the device.
    public var serialNumber: String?
    /// Whether they are online.
    public var status: TerminalReader.Status?

    /// Creates a query.
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
