/// A claimed interface of a USB device.
///
/// Every transfer can be canceled by cancelling its task; it then throws `.canceled` after the transfer has really ended.
public protocol USBTransport: Sendable {
    /// What the interface says of itself.
    var interface: USBInterface { get }

    /// Where transfers end; whoever runs there as well goes on with the next without a switch of threads.
    ///
    /// Nil when they end anywhere. It must not be blocked.
    var executor: (any TransferExecutor)? { get }

    /// Sends one bulk message.
    func bulkOut(_ bytes: [UInt8], timeout: Duration) async throws(TransportError)

    /// Waits for one bulk transfer of at most `byteCount` bytes, which may be empty.
    func bulkIn(byteCount: Int, timeout: Duration) async throws(TransportError) -> [UInt8]

    /// Waits for one interrupt transfer, without a limit of time.
    ///
    /// - Throws: `.notFound` when the interface has no interrupt endpoint.
    func interruptIn(byteCount: Int) async throws(TransportError) -> [UInt8]

    /// Makes a class request to the interface; with data out when `bytes` is given, otherwise up to `byteCount` in.
    func control(
        request: UInt8, value: UInt16, bytes: [UInt8]?, byteCount: Int, timeout: Duration
    ) async throws(TransportError) -> [UInt8]

    /// Clears the halt of an endpoint of the interface.
    func clearHalt(_ endpoint: USBEndpoint.Kind) async throws(TransportError)

    /// Resets the device and claims the interface again.
    func reset() async throws(TransportError)

    /// Cancels what is under way, waits for its end, and releases the device. Closing twice does nothing.
    func close() async
}

/// An executor for an actor and its tasks.
public typealias TransferExecutor = SerialExecutor & TaskExecutor

extension USBTransport {
    /// Anywhere.
    public var executor: (any TransferExecutor)? { nil }
}

/// What an interface of a USB device says of itself.
public struct USBInterface: Hashable, Sendable {
    /// The maker's number.
    public var vendorID: UInt16
    /// The model's number.
    public var productID: UInt16
    /// The model's version, in binary-coded decimals.
    public var deviceVersion: UInt16
    /// The maker's name.
    public var manufacturer: String?
    /// The model's name.
    public var product: String?
    /// The device's serial number.
    public var serialNumber: String?
    /// The number of the interface.
    public var number: UInt8
    /// The class of the interface; 0x0B for chip card readers.
    public var interfaceClass: UInt8
    /// Its subclass.
    public var interfaceSubclass: UInt8
    /// Its protocol.
    public var interfaceProtocol: UInt8
    /// The descriptors that follow the interface's own, or its last endpoint's where it has none itself.
    public var extra: [UInt8]
    /// Its endpoints.
    public var endpoints: [USBEndpoint]

    /// Describes an interface.
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
    /// What it is for.
    public enum Kind: String, Hashable, Sendable {
        /// Messages from the device.
        case bulkIn
        /// Messages to the device.
        case bulkOut
        /// What the device tells by itself.
        case interruptIn
    }

    /// Its address; the highest bit is set for 'in'.
    public var address: UInt8
    /// What it is for.
    public var kind: Kind
    /// The largest packet, in bytes.
    public var maximumPacketSize: Int

    /// Describes an endpoint.
    public init(address: UInt8, kind: Kind, maximumPacketSize: Int) {
        self.address = address
        self.kind = kind
        self.maximumPacketSize = maximumPacketSize
    }
}
