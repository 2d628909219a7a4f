public import TenderFlow

/// A simulated USB device as a pure value, on the level of transfers: the same model in a process, behind an emulated
/// kernel interface, and behind a socket of a virtual machine.
public protocol SimulatedUSBDevice: Sendable {
    /// Device, configuration and string descriptors, as the wire has them.
    var descriptors: USBDescriptorSet { get }

    /// Takes one input and says what is to be done, in this order.
    mutating func handle(_ input: USBDeviceInput) -> [USBDeviceAction]
}

/// The descriptors of a device.
public struct USBDescriptorSet: Hashable, Sendable {
    /// The device descriptor, 18 bytes.
    public var device: [UInt8]
    /// The configuration descriptor with everything in it.
    public var configuration: [UInt8]
    /// The strings, from index 1.
    public var strings: [String]
    /// The report descriptor of a HID device.
    public var report: [UInt8]?

    /// Makes a set.
    public init(device: [UInt8], configuration: [UInt8], strings: [String], report: [UInt8]? = nil) {
        self.device = device
        self.configuration = configuration
        self.strings = strings
        self.report = report
    }
}

/// What the host does to a device.
public enum USBDeviceInput: Hashable, Sendable {
    /// A class or vendor request; standard requests are answered from the descriptors by whoever serves the device.
    case control(USBSetup, [UInt8])
    /// A whole transfer to an endpoint.
    case out(endpoint: UInt8, [UInt8])
    /// The host cleared the halt of an endpoint.
    case haltCleared(endpoint: UInt8)
    /// The host reset the device.
    case reset
    /// A timer ran out.
    case timerFired(Serial)
    /// Somebody at the counter does something.
    case counter(CounterEvent)
}

/// What somebody at the counter does to a simulated device.
public enum CounterEvent: Hashable, Sendable {
    /// Puts the card in, holds it to the reader, or swipes it.
    case presentCard
    /// Takes the card away.
    case removeCard
    /// Presses the key that stops.
    case pressStop
    /// Pulls the plug.
    case unplug
}

/// The setup packet of a control transfer.
public struct USBSetup: Hashable, Sendable {
    /// Direction, type and recipient.
    public var requestType: UInt8
    /// The request.
    public var request: UInt8
    /// `wValue`, whose meaning is the request's.
    public var value: UInt16
    /// `wIndex`: the interface or the endpoint of a class request.
    public var index: UInt16
    /// The number of bytes asked for or sent.
    public var length: UInt16

    /// Makes a setup packet.
    public init(requestType: UInt8, request: UInt8, value: UInt16, index: UInt16, length: UInt16) {
        self.requestType = requestType
        self.request = request
        self.value = value
        self.index = index
        self.length = length
    }
}

/// What a device does.
public enum USBDeviceAction: Hashable, Sendable {
    /// The answer to the control request that was just handled.
    case controlAnswer([UInt8])
    /// The control request that was just handled is refused.
    case controlStalled
    /// One transfer's worth for an endpoint: kept until the host asks, in order. Empty for a zero-length packet.
    case `in`(endpoint: UInt8, [UInt8])
    /// The endpoint is halted until the host clears it: the transfer under way and later ones fail.
    case halt(endpoint: UInt8)
    /// Feed `timerFired` after a time.
    case startTimer(Serial, Duration)
    /// Forget a timer.
    case stopTimer(Serial)
    /// The device leaves the bus; nothing follows.
    case unplug
}
