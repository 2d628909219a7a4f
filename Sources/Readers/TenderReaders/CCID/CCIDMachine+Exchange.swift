import TenderEMV

extension CCIDMachine {
    /// Why there is no powered card in a slot: one that left between two commands is gone, not off.
    func withoutCard(_ index: Int) -> CCIDError { slots[index].presence == .absent ? .noCard : .notPowered }

    mutating func transmit(_ index: Int, _ id: Int, _ command: CommandAPDU) {
        guard let card = slots[index].card else { return answer(id, .failure(withoutCard(index))) }
        switch plan.level {
        case .extendedAPDU:
            var exchange = ExtendedExchange(command.bytes, size: plan.maximumData)
            let step = exchange.begin()
            begin(index, .transmit(id, .chained(exchange)))
            sendBlock(index, step, timeout(card))
        case .shortAPDU:
            guard command.fitsShort, let short = command.short, short.bytes.count <= plan.maximumData else {
                return answer(id, .failure(.refused("The reader takes no extended commands.")))
            }
            begin(index, .transmit(id, .whole(raw: false)))
            sendBlock(index, .send(short.bytes), timeout(card))
        case .tpdu: transmitBlocks(index, id, command, card)
        }
    }

    private mutating func transmitBlocks(_ index: Int, _ id: Int, _ command: CommandAPDU, _ card: Card) {
        if card.link != nil {
            begin(index, .transmit(id, .blocks))
            if let step = slots[index].card?.link?.transmit(command.bytes) { perform(index, step) }
            return
        }
        let getResponseClass = plan.descriptor.getResponseClass
        guard var exchange = T0Exchange(command, getResponseClass: getResponseClass),
            command.data.count + 5 <= plan.maximumData
        else { return answer(id, .failure(.refused("T=0 takes at most 255 bytes of data in a command."))) }
        let step = exchange.begin()
        begin(index, .transmit(id, .characters(exchange)))
        sendBlock(index, step, timeout(card))
    }

    mutating func exchange(_ index: Int, _ id: Int, _ block: [UInt8]) {
        guard let card = slots[index].card else { return answer(id, .failure(withoutCard(index))) }
        guard card.link == nil else {
            return answer(id, .failure(.refused("Blocks of T=1 are the driver's own.")))
        }
        guard block.count <= plan.maximumData, !block.isEmpty else {
            return answer(id, .failure(.refused(Self.tooLong)))
        }
        begin(index, .transmit(id, .whole(raw: true)))
        sendBlock(index, .send(block), timeout(card))
    }

    mutating func enterPIN(_ index: Int, _ id: Int, _ request: CCIDPinRequest) {
        guard let card = slots[index].card else { return answer(id, .failure(withoutCard(index))) }
        let bit: UInt8 = request.operation == .verify ? 1 : 2
        if let refused = plan.quirk?.refusedPIN, plan.descriptor.pinSupport & bit != 0 {
            return answer(id, .failure(.refused(refused.sentence)))
        }
        guard plan.pinSupport & bit != 0 else {
            return answer(id, .failure(.refused("The reader has no PIN pad for that.")))
        }
        guard request.command.fitsShort, let command = request.command.short else {
            return answer(id, .failure(.refused(Self.tooLong)))
        }
        var prologue: [UInt8] = [0, 0, 0]
        if card.link != nil {
            guard let own = slots[index].card?.link?.beginPIN(byteCount: command.bytes.count) else {
                return answer(id, .failure(.refused("The card must be reset before a PIN is entered.")))
            }
            prologue = own
        }
        let data = request.data(prologue: prologue, quirk: plan.quirk)
        guard data.count <= plan.maximumData else { return answer(id, .failure(.refused(Self.tooLong))) }
        begin(index, .pin(id))
        send(index, CCIDMessage(.secure, data: data), timeout: request.longest)
    }

    /// Handles the answer to a block of a command.
    mutating func exchanged(_ index: Int, _ exchange: Exchange, _ answer: CCIDAnswer) {
        guard let id = slots[index].operation?.id else { return }
        if case .blocks = exchange {
            guard let step = received(index, answer) else { return refuse(index, answer) }
            return perform(index, step)
        }
        guard answer.result == .done else { return refuse(index, answer) }
        switch exchange {
        case .whole(let isRaw):
            if isRaw { return finish(index, .success(.bytes(answer.data))) }
            perform(index, answer.specific == 0 ? .done(answer.data) : .failed(.garbled))
        case .chained(var chain):
            let step = chain.receive(answer.data, chain: answer.specific)
            slots[index].operation = .transmit(id, .chained(chain))
            perform(index, step)
        case .characters(var characters):
            let step = characters.receive(answer.data)
            slots[index].operation = .transmit(id, .characters(characters))
            perform(index, step)
        case .blocks: break
        }
    }

    /// Handles the answer to a PIN entry.
    mutating func entered(_ index: Int, _ answer: CCIDAnswer) {
        let fault = CCIDFault(rawValue: answer.error)
        if answer.result == .failed && (fault == .pinCanceled || fault == .pinTimeout) {
            slots[index].card?.link?.cancelPIN()
            let word: UInt16 = fault == .pinTimeout ? 0x6400 : 0x6401
            return finish(index, .success(.answer(ResponseAPDU(statusWord: word))))
        }
        if slots[index].card?.link != nil, let step = received(index, answer) { return perform(index, step) }
        guard answer.result == .done else { return refuse(index, answer) }
        perform(index, .done(answer.data))
    }

    /// Returns whether an answer is a matter for the block protocol.
    func isBlockTrouble(_ answer: CCIDAnswer) -> Bool {
        let fault = CCIDFault(rawValue: answer.error)
        return answer.cardStatus == 0 && (fault == .parity || fault == .mute)
    }

    mutating func received(_ index: Int, _ answer: CCIDAnswer) -> BlockStep? {
        if answer.result == .done { return slots[index].card?.link?.receive(answer.data) }
        guard isBlockTrouble(answer) else { return nil }
        let isParity = CCIDFault(rawValue: answer.error) == .parity
        return slots[index].card?.link?.receiveNothing(parityError: isParity)
    }

    /// Handles a refusal by the reader.
    mutating func refuse(_ index: Int, _ answer: CCIDAnswer) {
        let fault = CCIDFault(rawValue: answer.error)
        if fault.meansNotSent, !hasBegun(index) {
            slots[index].card?.link?.breakOff()
            return finish(index, .failure(.failed(.fault(fault))))
        }
        if answer.cardStatus == 2 { return fail(index, .cardRemoved) }
        fail(index, fault == .mute ? .cardMute : .fault(fault))
    }

    /// Returns whether more of the operation was sent than the refused message.
    private func hasBegun(_ index: Int) -> Bool {
        switch slots[index].operation {
        case .transmit(_, .characters(let exchange)): exchange.hasBegun
        case .transmit(_, .blocks): slots[index].card?.link?.hasSentMore ?? true
        case .transmit(_, .chained(let exchange)): exchange.hasAnswer
        default: false
        }
    }

    /// Performs the next step of an exchange.
    mutating func perform(_ index: Int, _ step: BlockStep) {
        guard let card = slots[index].card else { return fail(index, .cardRemoved) }
        switch step {
        case .send: sendBlock(index, step, timeout(card))
        case .failed(let cause):
            // The link itself knows whether it is in sync.
            let error = outcome(index, cause)
            finish(index, .failure(error))
        case .done(let bytes):
            guard let response = try? ResponseAPDU(parsing: bytes) else { return fail(index, .protocolViolation) }
            finish(index, .success(.answer(response)))
        }
    }

    mutating func sendBlock(_ index: Int, _ step: BlockStep, _ timeout: Duration) {
        guard case .send(let bytes, let chain, let waitingTime) = step else { return }
        let message = CCIDMessage.block(bytes, chain: chain, waitingTime: waitingTime)
        send(index, message, timeout: waitingTime > 1 ? timeout * Int(waitingTime) : timeout)
    }

    private func timeout(_ card: Card) -> Duration { card.parameters.timeout(clock: plan.clock) }
}
