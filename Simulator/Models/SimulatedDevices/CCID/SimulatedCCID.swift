public import SimulatedCard
import TenderEMV
import TenderFlow
import TenderReaders

/// A simulated chip card reader with a simulated card, at the level of USB transfers.
///
/// It is the other end of the driver and shares nothing with it but the message numbers: it checks what a real reader
/// and card would insist on (the agreed speed, chains, sequence numbers) and stays silent where they would.
public struct SimulatedCCID: SimulatedUSBDevice {
    static let bulkIn: UInt8 = 0x82
    static let bulkOut: UInt8 = 0x01
    static let interruptIn: UInt8 = 0x83

    struct Slot: Sendable {
        var hasCard: Bool
        var isOn = false
        var chip = SimulatedChip()
        /// The card that is in place of the scripted one.
        var card: ChipCard?
        var blocks: SimulatedBlockCard
        /// The speed of the card and of the reader; they can communicate only if the two are equal.
        var cardSpeed: UInt8 = 0x11
        var readerSpeed: UInt8 = 0x11
        /// The answer of a T=0 card that waits for GET RESPONSE.
        var waiting: [UInt8] = []
        var waitingStatus: [UInt8] = [0x90, 0]
        /// The parts of a chained command.
        var command: [UInt8] = []
        var answer: [UInt8] = []
        /// The command that is not yet answered.
        var busyWith: UInt8?
        var held: [[UInt8]] = []
    }

    /// The descriptors that the host reads first.
    public let descriptors: USBDescriptorSet
    /// The reader's model.
    public let model: SimulatedCCIDModel

    let atr: ATR
    var slots: [Slot]
    /// The cards that come into the customer's slot, as they were before they last did.
    private var cards: [ChipCard]
    /// The place among them of the card that comes next, and of the one that came last.
    private var (nextCard, lastCard) = (0, nil as Int?)
    /// The entry of a PIN that waits for the customer: its slot and its message.
    var entry: (slot: Int, message: [UInt8], data: [UInt8])?
    /// What was pressed before the pad had begun to wait; forgotten with the card.
    var early: Keys?
    var actions: [USBDeviceAction] = []
    var blocksSeen = 0
    var faults: [DeviceFault]
    /// The number of abort requests over the control pipe.
    public private(set) var abortRequests = 0
    var abortRequest: (slot: UInt8, sequence: UInt8)?
    var timers: [(timer: Serial, slot: Int)] = []
    var lastTimer: Serial = 0
    /// The timer of a customer who comes and goes.
    private var walk: Serial?

    /// Creates a reader.
    ///
    /// - Parameter cards: The cards that compute, one after the other in the customer's slot, in place of the scripted one; the
    ///   last one comes again and again, unless another is chosen. At the level of blocks they must speak the protocol of the model.
    public init(_ model: SimulatedCCIDModel, cards: [ChipCard] = []) {
        self.model = model
        descriptors = Self.descriptors(of: model)
        let atr = ATR(cards.first?.profile.transport.answerToReset ?? model.atr)
        self.atr = atr
        faults = model.faults
        var slot = Slot(hasCard: model.hasCard, blocks: SimulatedBlockCard(usesCRC: atr.usesCRC))
        slot.chip.uid = model.uid
        slots = Array(repeating: slot, count: max(1, min(model.slotCount, 256)))
        self.cards = cards
        for index in slots.indices where index == model.moduleSlot { slots[index].hasCard = true }
        if model.hasCard { takeNextCard() }
    }

    /// What a customer presses at the PIN pad.
    enum Keys: Sendable {
        case digits(String)
        case stop
    }

    /// Returns the card that computes in a slot, or was in it last; `nil` without one.
    public func card(slot: Int = 0) -> ChipCard? { slots.indices.contains(slot) ? slots[slot].card : nil }

    private mutating func takeNextCard() {
        guard !cards.isEmpty else { return }
        let index = model.customerSlot
        guard slots.indices.contains(index) else { return }
        if let lastCard, let card = slots[index].card { cards[lastCard] = card }
        slots[index].card = cards[nextCard]
        lastCard = nextCard
        nextCard = min(nextCard + 1, cards.count - 1)
    }

    /// The number of faults still to come.
    public var pendingFaults: Int { faults.count }

    /// Returns how many commands the card of a slot has executed since the reader was created.
    public func executedCommands(slot: Int = 0) -> Int {
        slots.indices.contains(slot) ? slots[slot].chip.executed : 0
    }

    /// Handles one input and returns the actions, in order; meaningless bytes are refused as a reader would.
    public mutating func handle(_ input: USBDeviceInput) -> [USBDeviceAction] {
        actions = []
        switch input {
        case .control(let setup, _): control(setup)
        case .out(let endpoint, let bytes): if endpoint == Self.bulkOut { message(bytes) }
        case .haltCleared(let endpoint): if endpoint == Self.bulkIn { release() }
        case .reset:
            for index in slots.indices { switchOff(index) }
            abortRequest = nil
        case .timerFired(walk): comeOrGo()
        case .timerFired(let timer):
            guard let place = timers.firstIndex(where: { $0.timer == timer }) else { break }
            release(timers.remove(at: place).slot)
        case .counter(let event): happen(event)
        }
        return actions
    }

    private mutating func happen(_ event: CounterEvent) {
        switch event {
        case .presentCard: change(model.customerSlot, hasCard: true)
        case .removeCard: change(model.customerSlot, hasCard: false)
        case .presentElsewhere: presentElsewhere()
        case .chooseCard(let place): if cards.indices.contains(place) { nextCard = place }
        case .enterPIN(let digits): press(.digits(digits))
        case .pressStop: press(.stop)
        case .unplug: actions.append(.unplug)
        }
    }

    /// Lets the customer come or go after a while, if nothing else moves the card.
    private mutating func startWalk() {
        guard let interval = model.interval, walk == nil else { return }
        lastTimer += 1
        walk = lastTimer
        actions.append(.startTimer(lastTimer, interval))
    }

    private mutating func comeOrGo() {
        walk = nil
        let slot = slots[model.customerSlot]
        if !slot.isOn { change(model.customerSlot, hasCard: !slot.hasCard) }
        startWalk()
    }

    private mutating func presentElsewhere() {
        guard let index = slots.indices.last, index != model.customerSlot else { return }
        change(index, hasCard: true)
    }

    mutating func change(_ index: Int, hasCard: Bool) {
        guard slots.indices.contains(index), slots[index].hasCard != hasCard else { return }
        let entered = entry?.slot == index ? entry : nil
        early = nil
        switchOff(index)
        if hasCard, index == model.customerSlot { takeNextCard() }
        slots[index].hasCard = hasCard
        if let entered { fail(index, entered.message, 0xFE) }
        guard model.hasInterrupt else { return }
        var report = [UInt8](repeating: 0, count: 1 + (slots.count + 3) / 4)
        report[0] = CCIDCode.Notice.slotChange.rawValue
        for (place, slot) in slots.enumerated() {
            let bits: UInt8 = (slot.hasCard ? 1 : 0) | (place == index ? 2 : 0)
            report[1 + place / 4] |= bits << UInt8(place % 4 * 2)
        }
        actions.append(.in(endpoint: Self.interruptIn, report))
    }

    /// Ends the entry of a PIN.
    ///
    /// Whoever is told to enter it before the pad has begun to wait presses the keys when it does.
    mutating func press(_ keys: Keys) {
        guard let entry else {
            if case .acts = model.customer { early = keys }
            return
        }
        forgetEntry(entry.slot)
        switch keys {
        case .digits(let digits): enter(digits, entry.slot, entry.message, entry.data)
        case .stop: fail(entry.slot, entry.message, 0xEF)
        }
    }

    private mutating func forgetEntry(_ index: Int) {
        guard entry?.slot == index else { return }
        entry = nil
        slots[index].busyWith = nil
    }

    mutating func switchOff(_ index: Int) {
        forgetEntry(index)
        slots[index].isOn = false
        slots[index].cardSpeed = 0x11
        slots[index].readerSpeed = 0x11
        slots[index].blocks = SimulatedBlockCard(usesCRC: atr.usesCRC)
        slots[index].waiting = []
        slots[index].command = []
        slots[index].answer = []
        slots[index].busyWith = nil
        slots[index].held = []
    }

    private mutating func control(_ setup: USBSetup) {
        switch (setup.requestType, CCIDCode.Request(rawValue: setup.request)) {
        case (0x21, .abort):
            abortRequests += 1
            guard !model.refusesAbort else { return actions.append(.controlStalled) }
            let slot = UInt8(truncatingIfNeeded: setup.value)
            abortRequest = (slot, UInt8(truncatingIfNeeded: setup.value >> 8))
            actions.append(.controlAnswer([]))
        case (0xA1, .getDataRates): actions.append(.controlAnswer([]))
        default: actions.append(.controlStalled)
        }
    }

    private mutating func message(_ bytes: [UInt8]) {
        startWalk()
        guard bytes.count >= 10, let command = CCIDCode.Command(rawValue: bytes[0]) else {
            return refuse(bytes, 0)
        }
        let length = Int(bytes[1]) | Int(bytes[2]) << 8 | Int(bytes[3]) << 16 | Int(bytes[4]) << 24
        guard length == bytes.count - 10, bytes.count <= Int(model.maximumMessage) else { return refuse(bytes, 1) }
        let index = Int(bytes[5])
        guard slots.indices.contains(index) else { return refuse(bytes, 5) }
        if command == .abort { return abort(index, bytes[6]) }
        let busy = slots.count { $0.busyWith != nil }
        guard slots[index].busyWith == nil, busy < max(1, Int(model.busySlots)) else { return refuse(bytes, 0xE0) }
        let data = [UInt8](bytes[10...])
        switch command {
        case .getSlotStatus, .iccClock: reply(index, bytes, .slotStatus, [])
        case .iccPowerOff:
            switchOff(index)
            reply(index, bytes, .slotStatus, [])
        case .iccPowerOn: powerOn(index, bytes)
        case .setParameters: setParameters(index, bytes, data)
        case .getParameters, .resetParameters: reply(index, bytes, .parameters, [0x11, 0, 0, 10, 0])
        case .escape: reply(index, bytes, .escape, data)
        case .xfrBlock: transfer(index, bytes, data)
        case .secure: enterPIN(index, bytes, data)
        case .abort, .t0APDU, .mechanical, .setDataRateAndClockFrequency: refuse(bytes, 0)
        }
    }

    private mutating func powerOn(_ index: Int, _ bytes: [UInt8]) {
        guard slots[index].hasCard else { return fail(index, bytes, 0xFE) }
        switchOff(index)
        slots[index].isOn = true
        if atr.specificProtocol != nil {
            slots[index].cardSpeed = atr.speed
            slots[index].readerSpeed = atr.speed
        }
        reply(index, bytes, .dataBlock, slots[index].reset(usual: model.atr))
    }

    private mutating func setParameters(_ index: Int, _ bytes: [UInt8], _ data: [UInt8]) {
        guard slots[index].isOn else { return fail(index, bytes, 0xFE) }
        guard data.count == (bytes[7] == 1 ? 7 : 5), ATR.isKnown(speed: data[0]) else { return fail(index, bytes, 7) }
        slots[index].readerSpeed = data[0]
        // This bit says that the reader itself switches the card to the new speed.
        if model.allFeatures & 0x80 != 0 { slots[index].cardSpeed = data[0] }
        reply(index, bytes, .parameters, data, specific: bytes[7])
    }

    private mutating func abort(_ index: Int, _ sequence: UInt8) {
        guard let request = abortRequest, Int(request.slot) == index, request.sequence == sequence else {
            actions.append(.in(endpoint: Self.bulkIn, header(.slotStatus, index, sequence, 0x40, 0)))
            return
        }
        abortRequest = nil
        forgetEntry(index)
        slots[index].busyWith = nil
        slots[index].held = []
        for entry in timers where entry.slot == index { actions.append(.stopTimer(entry.timer)) }
        timers.removeAll { $0.slot == index }
        put(header(.slotStatus, index, sequence, 0, 0))
    }
}
