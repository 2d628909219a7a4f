/// A claimed interface of a USB device.
///
/// Every transfer can be canceled by canceling its task; it then throws `.canceled` once the transfer has really ended.
public protocol USBTransport: Sendable {
    /// The interface's description of itself.
    var interface: USBInterface { get }

    /// The executor on which transfers end; code that also runs there continues with the next one without a thread
    /// switch.
    ///
    /// It is `nil` if they end anywhere. It must not be blocked.
    var executor: (any TransferExecutor)? { get }

    /// Sends one bulk message.
    func bulkOut(_ bytes: [UInt8], timeout: Duration) async throws(TransportError)

    /// Waits for one bulk transfer of at most `byteCount` bytes, which may be empty.
    func bulkIn(byteCount: Int, timeout: Duration) async throws(TransportError) -> [UInt8]

    /// Waits for one interrupt transfer, without a time limit.
    ///
    /// - Throws: `.notFound` if the interface has no interrupt endpoint.
    func interruptIn(byteCount: Int) async throws(TransportError) -> [UInt8]

    /// Makes a class request to the interface: sends `bytes` if given, otherwise receives up to `byteCount` bytes.
    func control(
        request: UInt8, value: UInt16, bytes: [UInt8]?, byteCount: Int, timeout: Duration
    ) async throws(TransportError) -> [UInt8]

    /// Clears the halt of an endpoint of the interface.
    func clearHalt(_ endpoint: USBEndpoint.Kind) async throws(TransportError)

    /// Resets the device and claims the interface again.
    func reset() async throws(TransportError)

    /// Cancels the transfers in progress, waits for them to end, and releases the device; closing twice does nothing.
    func close() async
}

/// An executor for an actor and its tasks.
public typealias TransferExecutor = SerialExecutor & TaskExecutor

extension USBTransport {
    /// The default, which is no particular executor.
    public var executor: (any TransferExecutor)? { nil }
}

/// A USB interface's description of itself.
public struct USBInterface: Hashable, Sendable {
    /// The vendor ID.
    public var vendorID: UInt16
    /// The product ID.
    public var productID: UInt16
    /// The device version, in binary-coded decimal.
    public var deviceVersion: UInt16
    /// The manufacturer's name.
    public var manufacturer: String?
    /// The model's name.
    public var product: String?
    /// The device's serial number.
    public var serialNumber: String?
    /// The number of the interface.
    public var number: UInt8
    /// The class of the interface; 0x0B for chip card readers.
    public var interfaceClass: UInt8
    /// The subclass.
    public var interfaceSubclass: UInt8
    /// The protocol.
    public var interfaceProtocol: UInt8
    /// The descriptors after the interface's own, or after its last endpoint's if it has none itself.
    public var extra: [UInt8]
    /// The endpoints.
    public var endpoints: [USBEndpoint]

    /// Creates an interface.
    public init(
        vendorID: UInt16, productID: UInt16, deviceVersion: UInt16 = 0x0100, manufacturer: String? = nil,
        product: String? = nil, serialNumber: String? = nil, number: UInt8 = 0, interfaceClass: UInt8,
        interfaceSubclass: UInt8 = 0, interfaceProtocol: UInt8 = 0, extra: [UInt8] = [], endpoints: [USBEndpoint] = []
    ) {
        self.vendorID = vendorID
        self.productID = productID
        self.deviceVersion = deviceVersion
        self.manufacturer = manufacturer
        self.product = product
        self.serialNumber = serialNumber
        self.number = number
        self.interfaceClass = interfaceClass
        self.interfaceSubclass = interfaceSubclass
        self.interfaceProtocol = interfaceProtocol
        self.extra = extra
        self.endpoints = endpoints
    }
}

/// An endpoint of an interface.
public struct USBEndpoint: Hashable, Sendable {
    /// The kind of an endpoint.
    public enum Kind: String, Hashable, Sendable {
        /// Messages from the device.
        case bulkIn
        /// Messages to the device.
        case bulkOut
        /// Notifications from the device.
        case interruptIn
    }

    /// The address; the highest bit is set for the IN direction.
    public var address: UInt8
    /// The kind.
    public var kind: Kind
    /// The maximum packet size, in bytes.
    public var maximumPacketSize: Int

    /// Creates an endpoint.
    public init(address: UInt8, kind: Kind, maximumPacketSize: Int) {
        self.address = address
        self.kind = kind
        self.maximumPacketSize = maximumPacketSize
    }
}
