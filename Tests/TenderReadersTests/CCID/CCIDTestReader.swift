import TenderBytes
import TenderReaders

/// A reader's interface for tests.
func ccidInterface(
    features: UInt32, protocols: UInt8 = 3, maximumMessage: UInt32 = 271, fieldSize: UInt32 = 254,
    slots: UInt8 = 1, busySlots: UInt8 = 1, dataRate: UInt32 = 115_200, pin: UInt8 = 0, voltages: UInt8 = 7,
    hasInterrupt: Bool = true, vendorID: UInt16 = 0x1209, productID: UInt16 = 1, version: UInt16 = 0x0100
) -> USBInterface {
    func four(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) } }
    var extra: [UInt8] = [54, 0x21, 0x10, 0x01, slots - 1, voltages, protocols, 0, 0, 0]
    extra += four(4000) + four(4000) + [0] + four(9600) + four(dataRate) + [0] + four(fieldSize) + four(0) + four(0)
    extra += four(features) + four(maximumMessage) + [0, 0, 0, 0, pin, busySlots]
    var endpoints = [
        USBEndpoint(address: 0x01, kind: .bulkOut, maximumPacketSize: 64),
        USBEndpoint(address: 0x82, kind: .bulkIn, maximumPacketSize: 64),
    ]
    if hasInterrupt { endpoints.append(USBEndpoint(address: 0x83, kind: .interruptIn, maximumPacketSize: 8)) }
    return USBInterface(
        vendorID: vendorID, productID: productID, deviceVersion: version, interfaceClass: 0x0B, extra: extra,
        endpoints: endpoints)
}

/// A driver whose transfers a test answers by hand, in a virtual time.
struct CCIDTestReader {
    var machine: CCIDMachine
    /// Messages of the driver that were not taken yet.
    var sent: [[UInt8]] = []
    var answers: [Int: Result<CCIDReply, CCIDError>] = [:]
    var outputs: [CCIDOutput] = []
    var others: [CCIDAction] = []
    var timers: [(timer: Int, duration: Duration)] = []
    var isReading = false
    var incoming: [[UInt8]] = []
    var lastID = 0

    init(_ interface: USBInterface, policy: CCIDPolicy = CCIDPolicy()) throws {
        machine = try CCIDMachine(interface, policy: policy)
        feed(.opened)
    }

    mutating func feed(_ input: CCIDInput) {
        for action in machine.handle(input) {
            switch action {
            case .bulkOut(let bytes, _):
                sent.append(bytes)
                feed(.sent(.success(NoData())))
            case .bulkIn: isReading = true
            case .startTimer(let timer, let duration): timers.append((timer, duration))
            case .stopTimer(let timer): timers.removeAll { $0.timer == timer }
            case .output(.answer(let id, let result)): answers[id] = result
            case .output(let output): outputs.append(output)
            case .interruptIn: break
            case .control, .clearHalt, .reset, .close: others.append(action)
            }
        }
        if isReading, !incoming.isEmpty {
            isReading = false
            feed(.received(.success(incoming.removeFirst())))
        }
    }

    /// Lets the reader send a transfer.
    mutating func receive(_ bytes: [UInt8]) {
        incoming.append(bytes)
        if isReading {
            isReading = false
            feed(.received(.success(incoming.removeFirst())))
        }
    }

    /// Asks for something; the number of the request.
    mutating func ask(_ request: CCIDRequest, slot: Int = 0) -> Int {
        lastID += 1
        feed(.request(lastID, slot: slot, request))
        return lastID
    }

    /// The timer with the least time runs out.
    mutating func expire() {
        guard let next = timers.min(by: { $0.duration < $1.duration }) else { return }
        timers.removeAll { $0.timer == next.timer }
        feed(.timerFired(next.timer))
    }

    /// The oldest message of the driver.
    mutating func next() -> [UInt8] { sent.isEmpty ? [] : sent.removeFirst() }

    /// Answers a message.
    mutating func answer(
        _ message: [UInt8], _ data: [UInt8] = [], status: UInt8 = 0, error: UInt8 = 0, specific: UInt8 = 0
    ) {
        guard message.count >= 10, let kind = CCIDCode.Command(rawValue: message[0])?.answer else { return }
        let count = (0..<4).map { UInt8(truncatingIfNeeded: data.count >> (8 * $0)) }
        receive([kind.rawValue] + count + [message[5], message[6], status, error, specific] + data)
    }

    /// Looks at all slots: the driver is ready.
    mutating func start(status: UInt8 = 1) {
        while !sent.isEmpty { answer(next(), status: status) }
    }

    /// Switches a card on in a reader that negotiates by itself.
    mutating func powerOn(_ atr: [UInt8] = [0x3B, 0x60, 0, 0], slot: Int = 0) -> Int {
        let id = ask(.powerOn, slot: slot)
        answer(next(), atr)
        while let message = sent.first, message[0] == 0x61 { answer(next(), [UInt8](message[10...])) }
        return id
    }
}
