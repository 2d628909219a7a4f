public import TenderEMV
public import TenderFlow

/// What a user of a reader asks.
public enum CCIDRequest: Hashable, Sendable {
    /// Switch the card on, or reset it, and make it ready for commands.
    case powerOn
    /// Switch the card off.
    case powerOff
    /// Is there a card?
    case status
    /// Send a command to the card, whatever the level of the reader and the protocol of the card are.
    case transmit(CommandAPDU)
    /// Send a block as it is and hand over what comes, for T=0 or a level of APDUs: no GET RESPONSE, nothing sent again.
    case exchange([UInt8])
    /// Let the customer enter a PIN on the reader's pad.
    case enterPIN(CCIDPinRequest)
    /// Send the maker's own command to the reader; refused unless the policy allows it.
    case escape([UInt8])
    /// Stop or restart the card's clock.
    case stopClock(Bool)
}

/// What a request came to.
public enum CCIDReply: Hashable, Sendable {
    /// The card is ready.
    case card(ATR, CCIDCardParameters)
    /// The card is off.
    case off
    /// Whether there is a card.
    case presence(CCIDPresence)
    /// The card's answer.
    case answer(ResponseAPDU)
    /// The bytes that came.
    case bytes([UInt8])
    /// It was done.
    case done
}

/// Whether there is a card in a slot.
public enum CCIDPresence: String, Hashable, Sendable, CaseIterable {
    /// There is none.
    case absent
    /// There is one, switched on or not.
    case present
}

/// What happens to the driver of a reader.
public enum CCIDInput: Hashable, Sendable {
    /// The interface is claimed; the first input.
    case opened
    /// A user asks for something; the number names the request and is never used twice.
    case request(Int, slot: Int, CCIDRequest)
    /// The user of a request wants it no more.
    case cancel(Int)
    /// The message out is through.
    case sent(TransferResult<NoData>)
    /// A transfer in is through.
    case received(TransferResult<[UInt8]>)
    /// A transfer of the interrupt endpoint is through.
    case interrupted(TransferResult<[UInt8]>)
    /// A class request is through.
    case controlled(TransferResult<[UInt8]>)
    /// An endpoint was cleared.
    case cleared(USBEndpoint.Kind, TransferResult<NoData>)
    /// The device was reset.
    case wasReset(TransferResult<NoData>)
    /// A timer that was started, and not stopped, ran out.
    case timerFired(Serial)
    /// The owner closes the interface; the last input.
    case closed
}

/// What the driver of a reader wants done; of each kind of transfer one is under way at most.
public enum CCIDAction: Hashable, Sendable {
    /// Send a message.
    case bulkOut([UInt8], timeout: Duration)
    /// Wait for a transfer.
    case bulkIn(byteCount: Int, timeout: Duration)
    /// Wait for what the reader tells by itself.
    case interruptIn(byteCount: Int)
    /// Make a class request: with data in when `byteCount` is not 0, otherwise without data.
    case control(request: UInt8, value: UInt16, byteCount: Int, timeout: Duration)
    /// Clear the halt of an endpoint.
    case clearHalt(USBEndpoint.Kind)
    /// End all transfers under way, whose results are not told, then reset the device.
    case reset
    /// Feed `timerFired` after a time.
    case startTimer(Serial, Duration)
    /// Forget a timer.
    case stopTimer(Serial)
    /// Tell the users.
    case output(CCIDOutput)
    /// Close the interface; nothing follows.
    case close
}

/// What the driver tells.
public enum CCIDOutput: Hashable, Sendable {
    /// The one answer to a request.
    case answer(Int, Result<CCIDReply, CCIDError>)
    /// A card came or went.
    case presence(slot: Int, CCIDPresence)
    /// A card that was on is off, because the reader was reset.
    case cardReset(slot: Int)
    /// The reader reports that its hardware failed.
    case hardwareError(slot: Int, code: UInt8)
    /// All slots have been looked at once; requests may come before.
    case ready
    /// The end: `.removed`, or `.dead` when only opening it again, or replugging, may help.
    case ended(CCIDError)
}

/// How a transfer ended.
public enum TransferResult<Value: Hashable & Sendable>: Hashable, Sendable {
    /// Well.
    case success(Value)
    /// Not.
    case failure(TransportError)
}

/// What a transfer without data brings.
public struct NoData: Hashable, Sendable {
    /// Nothing.
    public init() {}
}

/// What the driver may do.
public struct CCIDPolicy: Hashable, Sendable {
    /// Whether makers' own commands (Escape) are let through.
    public var allowsEscape = false
    /// How often a card may ask for more time in one command.
    public var extensionLimit = 250
    /// How often presence is asked for where the reader does not tell it.
    public var pollInterval = Duration.milliseconds(400)

    /// The usual policy.
    public init() {}
}
