import TenderEMV
import TenderFlow
import TenderReaders

/// The driver of a chip card reader on transfers that the input plays, and its invariants.
struct FuzzedReader {
    private var machine: CCIDMachine
    private var asked = 0
    private var open: Set<Int> = []
    private(set) var results: [Int: Result<CCIDReply, CCIDError>] = [:]
    private var timers: [Serial] = []
    private var isEnded = false

    // The transfers in progress: at most one of each kind.
    private var message: [UInt8]?
    private var isReading = false
    private var isListening = false
    private var controls = 0
    private var isResetting = false
    private var halts: [USBEndpoint.Kind] = []

    /// The driver's last message that went out, which the next answer belongs to.
    private var lastMessage: [UInt8] = []
    private var blocksSent: Set<[UInt8]> = []
    private var blocksAsked = 0

    init?(_ interface: USBInterface) {
        guard let machine = try? CCIDMachine(interface) else { return nil }
        self.machine = machine
        feed(.opened)
    }

    static func interface(
        features: UInt32, slots: UInt8 = 1, maximumMessage: UInt32 = 271, hasInterrupt: Bool = true
    ) -> USBInterface {
        func four(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) } }
        var extra: [UInt8] = [54, 0x21, 0x10, 0x01, slots - 1, 7, 3, 0, 0, 0] + four(4000) + four(4000)
        extra += [0] + four(9600) + four(115_200) + [2] + four(254) + four(0) + four(0)
        extra += four(features) + four(maximumMessage) + [0xFF, 0xFF, 0, 0, 3, 2]
        var endpoints = [
            USBEndpoint(address: 0x01, kind: .bulkOut, maximumPacketSize: 64),
            USBEndpoint(address: 0x82, kind: .bulkIn, maximumPacketSize: 64),
        ]
        if hasInterrupt { endpoints.append(USBEndpoint(address: 0x83, kind: .interruptIn, maximumPacketSize: 8)) }
        return USBInterface(
            vendorID: 0x1209, productID: 1, interfaceClass: 0x0B, extra: extra, endpoints: endpoints)
    }

    func isOpen(_ id: Int) -> Bool { open.contains(id) }

    // MARK: - Invariants

    private mutating func feed(_ input: CCIDInput) {
        let before = open.count
        if case .request(let id, _, let request) = input {
            open.insert(id)
            if case .transmit = request { blocksAsked += 1 }
        }
        let actions = machine.handle(input)
        FuzzTarget.check(actions.count <= 64 + 4 * before, "\(actions.count) actions at once")
        for action in actions { take(action) }
        // For each slot one for the answer and one for all its extensions, and one for polling.
        FuzzTarget.check(timers.count <= 2 * machine.plan.slotCount + 1, "\(timers.count) timers run")
        let isWaiting = !timers.isEmpty || message != nil || controls > 0 || isResetting || !halts.isEmpty
        FuzzTarget.check(open.isEmpty || isWaiting, "a request for which nothing can come")
    }

    private mutating func take(_ action: CCIDAction) {
        let wasEnded = isEnded
        switch action {
        case .bulkOut(let bytes, _):
            FuzzTarget.check(message == nil, "two messages at once")
            FuzzTarget.check(bytes.count <= machine.plan.maximumData + 10, "a message that is too long")
            message = bytes
            countBlock(bytes)
        case .bulkIn:
            FuzzTarget.check(!isReading, "two reads at once")
            isReading = true
        case .interruptIn:
            FuzzTarget.check(!isListening, "two reads of the interrupt endpoint at once")
            isListening = true
        case .control:
            FuzzTarget.check(controls == 0, "two class requests at once")
            controls += 1
        case .clearHalt(let kind): halts.append(kind)
        case .reset:
            forgetTransfers()
            isResetting = true
        case .startTimer(let timer, _): timers.append(timer)
        case .stopTimer(let timer): timers.removeAll { $0 == timer }
        case .output(.answer(let id, let result)):
            FuzzTarget.check(open.remove(id) != nil, "a second answer, or one to nobody")
            results[id] = result
            return
        case .output: break
        case .close:
            isEnded = true
            forgetTransfers()
            timers = []
            FuzzTarget.check(open.isEmpty, "requests without an answer at the end")
        }
        FuzzTarget.check(!wasEnded, "something follows the end")
    }

    /// Counts blocks: at the APDU levels only the requested ones go out, whatever goes wrong; a halted endpoint
    /// received nothing.
    private mutating func countBlock(_ bytes: [UInt8]) {
        guard machine.plan.level == .shortAPDU, bytes[0] == CCIDCode.Command.xfrBlock.rawValue else { return }
        // The numbers of messages start over after 256.
        if blocksAsked < 100 { blocksSent.insert(bytes) }
        FuzzTarget.check(blocksSent.count <= blocksAsked, "a command is sent again")
    }

    private mutating func forgetTransfers() {
        message = nil
        isReading = false
        isListening = false
        controls = 0
        isResetting = false
        halts = []
    }

    // MARK: - What the input plays

    /// Makes a request and returns its number.
    mutating func ask(_ request: CCIDRequest, slot: Int = 0) -> Int {
        asked += 1
        feed(.request(asked, slot: slot, request))
        return asked
    }

    /// Closes the interface, by which time everything is answered.
    mutating func close() {
        feed(.closed)
        FuzzTarget.check(open.isEmpty, "requests without an answer")
    }

    /// Takes the message out, like a reader that received it.
    mutating func takeMessage() -> [UInt8]? {
        guard let taken = message else { return nil }
        message = nil
        lastMessage = taken
        feed(.sent(.success(NoData())))
        return taken
    }

    /// Reports a card that is off in every slot.
    mutating func start() {
        for _ in 0..<8 {
            if controls > 0 { control(.success([0x80, 0x25, 0, 0, 0, 0xC2, 1, 0])) }
            guard let message = takeMessage() else { return }
            receive(Self.answer(message, [], status: 1))
        }
    }

    /// Powers a card on in a reader that negotiates by itself; returns whether it is ready.
    mutating func powerOn(_ answer: [UInt8]) -> Bool {
        start()
        let id = ask(.powerOn)
        for _ in 0..<4 where isOpen(id) {
            guard let message = takeMessage() else { break }
            // Parameters come back as they were sent, and so do announced field sizes.
            let isPower = message[0] == CCIDCode.Command.iccPowerOn.rawValue
            receive(Self.answer(message, isPower ? answer : Array(message[10...])))
        }
        if case .success(.card)? = results[id] { return true }
        return false
    }

    /// Answers a message with a card's data; some choices are a mute card, a request for time and a removed card.
    mutating func answer(_ message: [UInt8], _ data: [UInt8], choice: UInt8) {
        switch choice >> 4 {
        case 15: receive(Self.answer(message, [], status: 0x40, error: 0xFE))
        case 14: receive(Self.answer(message, [], status: 0x40, error: 0xFD))
        case 13: receive(Self.answer(message, [], status: 0x80, error: 2))
        default: receive(Self.answer(message, data))
        }
    }

    /// Gives up a request that the input left open, and lets time pass.
    mutating func settle(_ id: Int) {
        guard isOpen(id) else { return }
        feed(.cancel(id))
        if controls > 0 { control(.failure(.failed("no abort"))) }
        for _ in 0..<8 where isOpen(id) && !timers.isEmpty { fire(0) }
    }

    /// Plays one step.
    mutating func play(_ byte: UInt8, _ input: inout FuzzInput) {
        switch byte & 0x0F {
        case 0: askSomething(&input)
        case 1: if !timers.isEmpty { fire(input.number()) }
        case 2: fail(&input)
        case 3: if isListening { listen(.success(input.piece())) }
        case 4: if controls > 0 { control(.success(input.piece())) }
        case 5: receive(input.piece())
        case 6: feed(.cancel(max(0, asked - input.number() % 8)))
        case 7: clear()
        default:
            if let message = takeMessage() { lastMessage = message }
            let specific = UInt8(input.number())
            let status: UInt8 = byte & 0x10 == 0 ? 0 : UInt8(input.number())
            let error: UInt8 = byte & 0x20 == 0 ? 0 : UInt8(input.number())
            let data = byte & 0x40 == 0 ? input.piece() : Self.usualAnswer(lastMessage)
            receive(Self.answer(lastMessage, data, status: status, error: error, specific: specific & 0x13))
        }
    }

    private mutating func askSomething(_ input: inout FuzzInput) {
        guard asked < 200 else { return }
        let choice = input.number()
        let slot = [0, 1, 2, 300][choice >> 6]
        guard let read = CommandAPDU(cla: 0, ins: 0xB0, p1: 0, p2: 0, expectedCount: 256),
            let write = CommandAPDU(cla: 0, ins: 0xD6, p1: 0, p2: 0, data: Array(repeating: 7, count: 100)),
            let long = CommandAPDU(cla: 0, ins: 0xD6, p1: 0, p2: 0, data: Array(repeating: 7, count: 400)),
            let verify = CommandAPDU(cla: 0, ins: 0x20, p1: 0, p2: 0x80, data: Array(repeating: 0xFF, count: 8))
        else { return }
        let requests: [CCIDRequest] = [
            .powerOn, .powerOff, .status, .transmit(read), .transmit(write), .transmit(long),
            .enterPIN(CCIDPinRequest(.verify, command: verify)), .stopClock(true), .escape([1]),
        ]
        _ = ask(requests[(choice & 0x3F) % requests.count], slot: slot)
    }

    private static let failures: [TransportError] = [
        .stalled, .timedOut, .overflow, .failed("x"), .disconnected, .canceled,
    ]

    private mutating func fail(_ input: inout FuzzInput) {
        let choice = input.number()
        let error = Self.failures[(choice >> 4) % Self.failures.count]
        switch choice & 3 {
        case 0: if message != nil { send(.failure(error)) }
        case 1:
            guard isReading else { return }
            isReading = false
            feed(.received(.failure(error)))
        case 2: if isListening { listen(.failure(error)) }
        default: if controls > 0 { control(.failure(error)) }
        }
    }

    private mutating func send(_ result: TransferResult<NoData>) {
        message = nil
        feed(.sent(result))
    }

    private mutating func listen(_ result: TransferResult<[UInt8]>) {
        isListening = false
        feed(.interrupted(result))
    }

    private mutating func control(_ result: TransferResult<[UInt8]>) {
        controls = 0
        feed(.controlled(result))
    }

    private mutating func clear() {
        if isResetting {
            isResetting = false
            feed(.wasReset(.success(NoData())))
        } else if !halts.isEmpty {
            let kind = halts.removeFirst()
            if kind == .bulkIn { isReading = false }
            feed(.cleared(kind, .success(NoData())))
        }
    }

    private mutating func fire(_ choice: Int) {
        let timer = timers.remove(at: choice % timers.count)
        feed(.timerFired(timer))
    }

    private mutating func receive(_ bytes: [UInt8]) {
        guard isReading else { return }
        isReading = false
        feed(.received(.success(bytes)))
    }

    private static func usualAnswer(_ message: [UInt8]) -> [UInt8] {
        switch message.first.flatMap(CCIDCode.Command.init) {
        case .iccPowerOn: [0x3B, 0x80, 0x01, 0x81]
        case .setParameters, .xfrBlock: Array(message.dropFirst(10))
        default: []
        }
    }

    private static func answer(
        _ message: [UInt8], _ data: [UInt8], status: UInt8 = 0, error: UInt8 = 0, specific: UInt8 = 0
    ) -> [UInt8] {
        guard message.count >= 10, let kind = CCIDCode.Command(rawValue: message[0])?.answer else { return data }
        let count = (0..<4).map { UInt8(truncatingIfNeeded: data.count >> (8 * $0)) }
        return [kind.rawValue] + count + [message[5], message[6], status, error, specific] + data
    }
}
