/// A claimed interface of a USB device, whose transfers end in callbacks.
///
/// A callback runs on the thread on which its transfer ended, so it must not block; it may begin the next transfer.
/// `bulkOut`, `bulkIn`, `interruptIn` and `control` are the same transfers for callers that wait.
public protocol USBTransport: Sendable {
    /// The interface's description of itself.
    var interface: USBInterface { get }

    /// Begins a transfer, and returns at once.
    ///
    /// - Parameters:
    ///   - transfer: The transfer.
    ///   - timeout: The time after which it fails with `.timedOut`; `nil` for none.
    ///   - ended: Called once when the transfer has really ended, possibly before this function returns; never after
    ///     `reset` or `close` has returned. It fails with `.notFound` if the interface has no such endpoint, and with
    ///     `.canceled` if the transfer was canceled, or the interface reset or closed.
    /// - Returns: The transfer's ID, which is never used again.
    @discardableResult
    func begin(
        _ transfer: USBTransferRequest, timeout: Duration?,
        ended: @escaping @Sendable (TransferResult<[UInt8]>) -> Void
    ) -> USBTransferID

    /// Cancels a transfer; one that has ended is ignored.
    func cancel(_ transfer: USBTransferID)

    /// Clears the halt of an endpoint of the interface.
    func clearHalt(_ endpoint: USBEndpoint.Kind) async throws(TransportError)

    /// Cancels the transfers in progress, waits for them to end, resets the device and claims the interface again.
    func reset() async throws(TransportError)

    /// Cancels the transfers in progress, waits for them to end, and releases the device; closing twice does nothing.
    func close() async
}

/// The ID of a transfer, unique on its interface.
public typealias USBTransferID = UInt64

/// A transfer on an interface.
public enum USBTransferRequest: Hashable, Sendable {
    /// Sends one bulk message.
    case bulkOut([UInt8])
    /// Waits for one bulk transfer of at most so many bytes, which may be empty.
    case bulkIn(byteCount: Int)
    /// Waits for one interrupt transfer.
    case interruptIn(byteCount: Int)
    /// Makes a class request to the interface: sends `bytes` if given, otherwise receives up to `byteCount` bytes.
    case control(request: UInt8, value: UInt16, bytes: [UInt8]?, byteCount: Int)
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
