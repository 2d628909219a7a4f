public import TenderFlow

/// A simulated USB device as a pure value, at the level of transfers: the same model in a process, behind an emulated
/// kernel interface, and behind a socket of a virtual machine.
public protocol SimulatedUSBDevice: Sendable {
    /// The device, configuration and string descriptors, in wire format.
    var descriptors: USBDescriptorSet { get }

    /// Handles one input and returns the actions, in order.
    mutating func handle(_ input: USBDeviceInput) -> [USBDeviceAction]
}

/// The descriptors of a device.
public struct USBDescriptorSet: Hashable, Sendable {
    /// The device descriptor, 18 bytes.
    public var device: [UInt8]
    /// The configuration descriptor with its interfaces and endpoints.
    public var configuration: [UInt8]
    /// The strings, from index 1.
    public var strings: [String]
    /// The report descriptor of a HID device.
    public var report: [UInt8]?

    /// Creates a set.
    public init(device: [UInt8], configuration: [UInt8], strings: [String], report: [UInt8]? = nil) {
        self.device = device
        self.configuration = configuration
        self.strings = strings
        self.report = report
    }
}

/// An action of the host on a device.
public enum USBDeviceInput: Hashable, Sendable {
    /// A class or vendor request; the device's server answers standard requests from the descriptors.
    case control(USBSetup, [UInt8])
    /// A whole transfer to an endpoint.
    case out(endpoint: UInt8, [UInt8])
    /// The host cleared the halt of an endpoint.
    case haltCleared(endpoint: UInt8)
    /// The host reset the device.
    case reset
    /// A timer fired.
    case timerFired(Serial)
    /// Somebody at the counter acts.
    case counter(CounterEvent)
}

/// An act of somebody at the counter.
public enum CounterEvent: Hashable, Sendable {
    /// Puts the card in, holds it to the reader, or swipes it.
    case presentCard
    /// Removes the card.
    case removeCard
    /// Holds a card or a phone to another slot than the customer's, and leaves it there.
    case presentElsewhere
    /// Takes another card in hand, by its place among those that the reader was created with.
    case chooseCard(Int)
    /// Enters a PIN at the pad.
    case enterPIN(String)
    /// Presses the cancel key.
    case pressStop
    /// Unplugs the device.
    case unplug
}

/// The setup packet of a control transfer.
public struct USBSetup: Hashable, Sendable {
    /// Direction, type and recipient.
    public var requestType: UInt8
    /// The request.
    public var request: UInt8
    /// `wValue`, whose meaning depends on the request.
    public var value: UInt16
    /// `wIndex`: the interface or the endpoint of a class request.
    public var index: UInt16
    /// The number of bytes requested or sent.
    public var length: UInt16

    /// Creates a setup packet.
    public init(requestType: UInt8, request: UInt8, value: UInt16, index: UInt16, length: UInt16) {
        self.requestType = requestType
        self.request = request
        self.value = value
        self.index = index
        self.length = length
    }
}

/// An action of a device.
public enum USBDeviceAction: Hashable, Sendable {
    /// Answer the control request that was just handled.
    case controlAnswer([UInt8])
    /// Refuse the control request that was just handled.
    case controlStalled
    /// Send one transfer's worth on an endpoint: kept until the host asks, in order. Empty for a zero-length packet.
    case `in`(endpoint: UInt8, [UInt8])
    /// Halt the endpoint until the host clears it: the current transfer and later ones fail.
    case halt(endpoint: UInt8)
    /// Start a timer; feed `timerFired` when it fires.
    case startTimer(Serial, Duration)
    /// Stop a timer.
    case stopTimer(Serial)
    /// Leave the bus; nothing follows.
    case unplug
}
