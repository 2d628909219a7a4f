public import TenderEMV
public import TenderFlow

/// The requests of a reader's user.
public enum CCIDRequest: Hashable, Sendable {
    /// Powers the card on, or resets it, and prepares it for commands.
    case powerOn
    /// Powers the card off.
    case powerOff
    /// Queries whether there is a card.
    case status
    /// Waits until what is known of the card in the slot is so no longer; the card may be in use meanwhile.
    case change(after: ChipPresence)
    /// Sends a command to the card, at whatever level the reader exchanges and whatever protocol the card speaks.
    case transmit(CommandAPDU)
    /// Sends a block unchanged and returns the response, for T=0 or an APDU level: no GET RESPONSE, and nothing is
    /// resent.
    case exchange([UInt8])
    /// Lets the customer enter a PIN on the reader's pad.
    case enterPIN(CCIDPinRequest)
    /// Sends a vendor-specific command to the reader; refused unless the policy allows it.
    case escape([UInt8])
    /// Stops or restarts the card's clock.
    case stopClock(Bool)
}

/// The result of a request.
public enum CCIDReply: Hashable, Sendable {
    /// The card is ready.
    case card(ATR, CCIDCardParameters)
    /// The card is off.
    case off
    /// Whether there is a card.
    case presence(ChipPresence)
    /// The card's response.
    case answer(ResponseAPDU)
    /// The bytes received.
    case bytes([UInt8])
    /// The request was carried out.
    case done
}

/// The inputs of a reader's driver.
public enum CCIDInput: Hashable, Sendable {
    /// The interface is claimed; the first input.
    case opened
    /// A user makes a request; the number identifies it and is never reused.
    case request(Int, slot: Int, CCIDRequest)
    /// The user of a request no longer wants it.
    case cancel(Int)
    /// The outgoing message is finished.
    case sent(TransferResult<NoData>)
    /// An incoming transfer is finished.
    case received(TransferResult<[UInt8]>)
    /// A transfer on the interrupt endpoint is finished.
    case interrupted(TransferResult<[UInt8]>)
    /// A class request is finished.
    case controlled(TransferResult<[UInt8]>)
    /// The halt of an endpoint was cleared.
    case cleared(USBEndpoint.Kind, TransferResult<NoData>)
    /// The device was reset.
    case wasReset(TransferResult<NoData>)
    /// A timer that was started, and not stopped, expired.
    case timerFired(Serial)
    /// The owner closes the interface; the last input.
    case closed
}

/// The actions that a reader's driver requests; at most one transfer of each kind is in progress.
public enum CCIDAction: Hashable, Sendable {
    /// Sends a message.
    case bulkOut([UInt8], timeout: Duration)
    /// Waits for a transfer, without a time limit: the timers of the commands count.
    case bulkIn(byteCount: Int)
    /// Waits for a notification of the reader.
    case interruptIn(byteCount: Int)
    /// Makes a class request: with incoming data if `byteCount` is not 0, otherwise without data.
    case control(request: UInt8, value: UInt16, byteCount: Int, timeout: Duration)
    /// Clears the halt of an endpoint.
    case clearHalt(USBEndpoint.Kind)
    /// Ends all transfers in progress, without reporting their results, then resets the device.
    case reset
    /// Feeds `timerFired` after a time.
    case startTimer(Serial, Duration)
    /// Removes a timer.
    case stopTimer(Serial)
    /// Passes an output to the users.
    case output(CCIDOutput)
    /// Closes the interface; no further action follows.
    case close
}

/// The outputs of the driver.
public enum CCIDOutput: Hashable, Sendable {
    /// The single answer to a request.
    case answer(Int, Result<CCIDReply, CCIDError>)
    /// A card was inserted or removed.
    case presence(slot: Int, ChipPresence)
    /// A card that was powered on is off, because the reader was reset.
    case cardReset(slot: Int)
    /// The reader reports a hardware failure.
    case hardwareError(slot: Int, code: UInt8)
    /// The status of all slots was queried once; requests may come earlier.
    case ready
    /// The end: `.removed`, or `.dead` if only reopening or replugging may help.
    case ended(CCIDError)
}

/// The result of a transfer.
public enum TransferResult<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The transfer succeeded.
    case success(Value)
    /// The transfer failed.
    case failure(TransportError)

    /// Returns the value.
    ///
    /// - Throws: What the transfer failed with.
    package func get() throws(TransportError) -> Value {
        switch self {
        case .success(let value): return value
        case .failure(let error): throw error
        }
    }
}

/// The value of a transfer without data.
public struct NoData: Hashable, Sendable {
    /// Creates the value.
    public init() {}
}

/// What the driver may do.
public struct CCIDPolicy: Hashable, Sendable {
    /// Whether vendor-specific commands (Escape) are allowed.
    public var allowsEscape = false
    /// The number of times that a card may ask for more time in one command.
    public var extensionLimit = 250
    /// The interval at which presence is polled if the reader does not report it.
    public var pollInterval = Duration.milliseconds(400)

    /// Creates the default policy.
    public init() {}
}
