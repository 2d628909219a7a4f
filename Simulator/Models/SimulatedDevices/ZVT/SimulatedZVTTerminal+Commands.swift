import SimulatedCard
import TenderFlow
import TenderModel
import TenderReaders

/// The till's messages, and what the terminal does about them.
extension SimulatedZVTTerminal {
    mutating func came(_ apdu: ZVTAPDU) -> [ProtocolAction<Never>] {
        messageCount += 1
        let place = faults.firstIndex { $0.message == messageCount && $0.kind != .loseCompletion }
        guard let place else { return obey(apdu) }
        let fault = faults.remove(at: place)
        switch fault.kind {
        case .mute, .stall: return []
        case .unplug: return cut()
        case .late:
            let timer = nextTimer()
            late = (timer, apdu)
            return [.startTimer(timer, fault.duration ?? .seconds(3))]
        case .timeExtension, .waitingTime: return say(ZVTAPDU(.moreTime)) + obey(apdu)
        case .drop, .badChecksum, .garbage:
            sendingFault = fault.kind
            defer { sendingFault = nil }
            return obey(apdu)
        case .loseCompletion: return obey(apdu)
        }
    }

    mutating func obey(_ apdu: ZVTAPDU) -> [ProtocolAction<Never>] {
        let control = apdu.control
        if control == .accepted || control.classByte == ZVTControl.refusalClass { return answered(control) }
        if control == .abort { return abort() }
        guard steps.isEmpty, !awaitsAnswer, restartTimer == nil else { return refuse(0xA0) }
        if control == .registration { return register(apdu.data) }
        guard isRegistered else { return refuse(0x6B) }
        return command(apdu)
    }

    private mutating func refuse(_ code: UInt8) -> [ProtocolAction<Never>] {
        say(ZVTAPDU(ZVTControl(classByte: ZVTControl.refusalClass, instruction: code)))
    }

    /// Handles the till's answer; "goods not issued" reverses what the status reported.
    private mutating func answered(_ control: ZVTControl) -> [ProtocolAction<Never>] {
        guard awaitsAnswer else { return [] }
        awaitsAnswer = false
        if control == .goodsNotIssued, let place = statusOf, entries.indices.contains(place), isExecuting {
            undo(place)
            steps = [.say(ZVTAPDU(.aborted, [ZVTResult.stopped.code]))]
        }
        statusOf = nil
        return advance()
    }

    private mutating func abort() -> [ProtocolAction<Never>] {
        guard case .card? = steps.first else { return refuse(ZVTResult.notPossible.code) }
        return say(ZVTAPDU(.accepted)) + stop()
    }

    private mutating func register(_ data: [UInt8]) -> [ProtocolAction<Never>] {
        guard data.count >= 4, data.prefix(3).allSatisfy({ $0 == 0 }) else { return refuse(0x83) }
        isRegistered = true
        configByte = data[3]
        let terminal = BCD.encode(Int64(configuration.terminalID) ?? 0, byteCount: 4)
        let currency = BCD.encode(Int64(configuration.currency) ?? 0, byteCount: 2)
        return begin([.say(ZVTAPDU(.completion, [0x19, 0x00, 0x29] + terminal + [0x49] + currency))])
    }

    private mutating func begin(_ steps: [Step]) -> [ProtocolAction<Never>] {
        self.steps = steps
        isExecuting = false
        return say(ZVTAPDU(.accepted)) + advance()
    }

    private mutating func command(_ apdu: ZVTAPDU) -> [ProtocolAction<Never>] {
        let hasPassword = [.reversal, .refund, .bookTotal, .preauthorizationReversal].contains(apdu.control)
        let fields = try? ZVTFields(parsing: hasPassword ? Array(apdu.data.dropFirst(3)) : apdu.data)
        let amount = fields?[0x04].flatMap { BCD.decode($0) } ?? 0
        let receipt = fields?[0x87].flatMap { BCD.decode($0) }.map { Int($0) } ?? 0
        switch apdu.control {
        case .authorization: return take(apdu.control, amount > 0, .charge(.payment, amount), needsCard: true)
        case .preauthorization:
            return take(apdu.control, amount > 0, .charge(.preauthorization, amount), needsCard: true)
        case .refund: return take(apdu.control, amount > 0, .giveBack(amount), needsCard: true)
        case .reversal: return take(apdu.control, receipt > 0, .reverse(receipt: receipt, .payment))
        case .preauthorizationReversal:
            return take(apdu.control, receipt > 0, .reverse(receipt: receipt, .preauthorization))
        case .bookTotal: return take(apdu.control, receipt > 0 && amount > 0, .book(receipt: receipt, amount))
        case .endOfDay: return begin([.execute(.endOfDay), .say(ZVTAPDU(.completion))])
        case .repeatReceipt: return begin(repeated())
        case .statusEnquiry: return begin([.say(ZVTAPDU(.completion, [0x27, 0x00]))])
        case .diagnosis: return begin([progress(0xD2), progress(0xD3), .say(ZVTAPDU(.completion))].compactMap(\.self))
        case .logOff:
            isRegistered = false
            return say(ZVTAPDU(.accepted))
        case .reset: return restart()
        default: return refuse(ZVTResult.notPossible.code)
        }
    }

    /// Accepts, and drops the connection a moment later.
    private mutating func restart() -> [ProtocolAction<Never>] {
        let timer = nextTimer()
        restartTimer = timer
        return say(ZVTAPDU(.accepted)) + [.startTimer(timer, .milliseconds(100))]
    }

    private mutating func take(
        _ control: ZVTControl, _ isValid: Bool, _ order: Order, needsCard: Bool = false
    ) -> [ProtocolAction<Never>] {
        guard isValid else { return refuse(0x9A) }
        taken.append(control)
        let before = needsCard ? [progress(0x0A), .card, progress(0x04)].compactMap(\.self) : []
        return begin(before + [.execute(order)])
    }

    private func progress(_ code: UInt8) -> Step? {
        configByte & 0x08 == 0 ? nil : .say(ZVTAPDU(.intermediateStatus, [code, 0x01]))
    }

    private func repeated() -> [Step] {
        guard let lastStatus else { return [.say(ZVTAPDU(.aborted, [ZVTResult.notPossible.code]))] }
        return [status(lastStatus)] + lines(lastStatus) + [.say(ZVTAPDU(.completion))]
    }

    // MARK: - Carrying out

    /// Carries an order out, or lies about it.
    mutating func execute(_ order: Order) {
        guard case .endOfDay = order else {
            if let lie = lies.first, tell(lie, of: order) { lies.removeFirst() } else { carryOut(order) }
            return
        }
        carryOut(order)
    }

    /// Reports a lie instead of the result of the order.
    ///
    /// - Returns: False when the order cannot be carried out: then the truth is reported.
    private mutating func tell(_ lie: Lie, of order: Order) -> Bool {
        var honest = self
        honest.carryOut(order)
        guard honest.isExecuting, let truth = honest.lastStatus else { return false }
        let told = lie.status(truth, lastReceipt: lastReceipt)
        if lie.isCarriedOut { self = honest } else { isExecuting = false }
        steps = [status(told)] + lines(told) + [.say(ZVTAPDU(.completion))]
        return true
    }

    mutating func carryOut(_ order: Order) {
        isExecuting = true
        undoes = nil
        switch order {
        case .charge(let kind, let amount): charge(kind, amount)
        case .giveBack(let amount): book(.refund, amount)
        case .reverse(let receipt, let kind): reverse(receipt, kind)
        case .book(let receipt, let amount): capture(receipt, amount)
        case .endOfDay:
            batch += 1
            isExecuting = false
        }
    }

    private mutating func charge(_ kind: Entry.Kind, _ amount: Int64) {
        guard case .decline(let code, let reason) = card.issuer.charge else { return book(kind, amount) }
        let isExpired = code == "expired_card" || reason == "expired_card"
        fail(ZVTResult(isExpired ? 0x78 : 0x05), amount)
    }

    /// Reports the result of a failure, and stops.
    private mutating func fail(_ result: ZVTResult, _ amount: Int64? = nil) {
        var told = ZVTStatus()
        (told.result, told.amount, told.terminalID) = (result, amount, configuration.terminalID)
        isExecuting = false
        steps = [status(told), .say(ZVTAPDU(.aborted, [result.code]))]
    }

    private mutating func book(_ kind: Entry.Kind, _ amount: Int64) {
        let told = success(amount)
        entries.append(
            Entry(kind: kind, receipt: lastReceipt, trace: lastTrace, amount: amount, batch: batch))
        conclude(told)
    }

    private mutating func reverse(_ receipt: Int, _ kind: Entry.Kind) {
        let place = entries.lastIndex { $0.receipt == receipt && $0.kind == kind && $0.batch == batch }
        guard let place, entries[place].booked == nil else { return fail(.notReversible) }
        guard !entries[place].isReversed else { return fail(.alreadyReversed) }
        entries[place].isReversed = true
        undoes = .reversal(place)
        var told = success(entries[place].amount)
        told.originalTrace = entries[place].trace
        conclude(told)
    }

    private mutating func capture(_ receipt: Int, _ amount: Int64) {
        let place = entries.lastIndex { $0.receipt == receipt && $0.kind == .preauthorization && !$0.isReversed }
        guard let place, entries[place].booked == nil, amount <= entries[place].amount else {
            return fail(ZVTResult(0xB7))
        }
        entries[place].booked = amount
        undoes = .capture(place)
        var told = success(amount)
        told.originalTrace = entries[place].trace
        conclude(told)
    }

    /// Reverses what the till rejected; the reversal is a transaction with a receipt of its own.
    private mutating func undo(_ newest: Int) {
        var told = success(lastStatus?.amount ?? 0)
        told.originalTrace = lastStatus?.trace
        lastStatus = told
        switch undoes {
        case .reversal(let place): entries[place].isReversed = false
        case .capture(let place): entries[place].booked = nil
        case nil: entries[newest].isReversed = true
        }
        undoes = nil
        isExecuting = false
    }

    private mutating func success(_ amount: Int64) -> ZVTStatus {
        lastReceipt = lastReceipt % 9999 + 1
        lastTrace += 1
        var told = ZVTStatus()
        (told.result, told.amount, told.currency) = (.success, amount, configuration.currency)
        (told.receipt, told.trace, told.terminalID) = (lastReceipt, lastTrace, configuration.terminalID)
        (told.time, told.date) = ("120000", "1121")
        (told.cardName, told.approvalCode) = (card.brand.rawValue, "A\(lastTrace)")
        return told
    }

    private mutating func conclude(_ told: ZVTStatus) {
        lastStatus = told
        steps = [status(told)] + lines(told) + [.say(ZVTAPDU(.completion))]
    }

    /// Masks the card number as a terminal does: only the last four digits are left.
    private func status(_ status: ZVTStatus) -> Step {
        let last = status.cardName == nil ? [] : BCD.encode(Int64(card.last4) ?? 0, byteCount: 2)
        let number = last.isEmpty ? [] : Array(repeating: UInt8(0xEE), count: 6) + last
        return .say(ZVTAPDU(.statusInformation, status.fields(number: number, configuration.characters).bytes))
    }

    /// Returns the receipt line by line, if the till prints it.
    private func lines(_ status: ZVTStatus) -> [Step] {
        guard configByte & 0x82 == 0x82 else { return [] }
        let texts = [
            "*** SIMULATED ***", "Beleg \(status.receipt ?? 0)", "Gebühr \(status.amount ?? 0)",
        ]
        return texts.enumerated().map { index, text in
            let attribute: UInt8 = index == texts.count - 1 ? 0x81 : 0x00
            return .say(ZVTAPDU(.printLine, [attribute] + configuration.characters.encode(text)))
        }
    }
}
