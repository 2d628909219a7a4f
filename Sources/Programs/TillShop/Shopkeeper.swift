import Glibc
import TenderSale
import Tender
public import TillScreens

/// An actor that carries out the till's actions one after another, in order, and reports the results.
public actor Shopkeeper {
    /// The events for the till; one consumer.
    public nonisolated let events: AsyncStream<TillEvent>

    private let plan: ShopPlan
    private let line: TillLine
    private let orders: AsyncStream<[ShopAction]>
    private nonisolated let orderSink: AsyncStream<[ShopAction]>.Continuation

    private var desks: Desks?
    private var listeners: [Task<Void, Never>] = []
    /// The reason that nothing is done any more: the journal's contents are in doubt.
    private var doubt: String?

    /// The parts of an open shop.
    private struct Desks {
        let station: Station
        let cards: CardDesk
        let reader: ReaderDesk
        let printer: PrintDesk
        let pins: PINDesk
        let customer: SimulatedCustomer?
        let transfers: TransferDesk
        let links: LinkDesk
        /// The bundles of head office; `nil` for a till that takes none.
        let bundles: BundleDesk?
    }

    /// Asks about a card's applications on the till's screen.
    private let applications: ApplicationDesk

    /// Creates a shop that is closed.
    public init(_ plan: ShopPlan) {
        self.plan = plan
        (line, events) = TillLine.make()
        applications = ApplicationDesk(line)
        (orders, orderSink) = AsyncStream<[ShopAction]>.makeStream(bufferingPolicy: .unbounded)
    }

    /// Accepts the till's actions; returns at once.
    public nonisolated func perform(_ actions: [ShopAction]) {
        if !actions.isEmpty { orderSink.yield(actions) }
    }

    /// Opens the journal, reports what was saved, and works from then on.
    ///
    /// - Throws: The reason that it cannot: another till has the folder, the journal is damaged, or the gateway's key
    ///   is missing.
    public func open() async throws {
        let station = try await Station.open(plan) { [applications] in await applications.ask($0) }
        let events = station.history.events
        let chain = ChainDesk(journal: station.journal, path: plan.state.journal, line: line)
        let condition = await chain.look()
        if let condition { line.tell(.chain(condition)) }
        // No event of the terminal may be missed, and none may be reported before the tickets are restored.
        let streams = (0..<3).map { _ in station.terminal.events() }
        line.tell(.register(.restored(tickets: station.kept.tickets, events: events)))
        for file in station.kept.unreadable {
            line.tell(.failed("an open ticket cannot be read, or is of another journal; its file is kept: \(file)"))
        }
        let desks = makeDesks(station)
        self.desks = desks
        await desks.bundles?.begin()
        listeners = [
            Task { await desks.cards.listen(streams[0]) }, Task { await desks.reader.listen(streams[1]) },
            Task { await desks.customer?.listen(streams[2]) }, Task { await desks.printer.listen() },
            Task { await chain.watch(after: condition) }, Task { await desks.bundles?.watch() },
            Task { for await batch in orders { await carryOut(batch) } },
        ]
        beginDay(events)
        await desks.links.followAccepted(events)
        await desks.cards.list()
        await desks.transfers.work()
    }

    private func makeDesks(_ station: Station) -> Desks {
        let legs = OpenLegs(tickets: station.kept.tickets, events: station.history.events)
        let cards = CardDesk(
            terminal: station.terminal, gateway: station.gateway, customers: station.customers,
            journal: station.journal, line: line, keyPrefix: station.keyPrefix,
            offline: plan.offline == .none ? .requireOnline : .preferOnline,
            legs: legs)
        return Desks(
            station: station, cards: cards,
            reader: ReaderDesk(
                terminal: station.terminal, source: station.readers, address: plan.reader, line: line),
            printer: PrintDesk(plan.printer, settings: plan.printerSettings, line: line),
            pins: PINDesk(people: plan.people, path: plan.state.locks),
            customer: station.simulated.map {
                SimulatedCustomer(reader: $0.reader, gateway: $0.gateway, line: line)
            },
            transfers: TransferDesk(
                gateway: station.gateway, transfers: station.transfers, journal: station.journal, line: line,
                keyPrefix: station.keyPrefix, book: TransferBook(station.history)),
            links: LinkDesk(station, line: line),
            bundles: plan.bundles.map {
                BundleDesk(
                    $0, journal: plan.state.journal, known: station.history.bundles.last?.version ?? 0,
                    currency: plan.float.total.currency, line: line)
            })
    }

    /// Signs somebody in and opens a shift, for trials.
    private func beginDay(_ events: [ShopEvent]) {
        if let person = plan.signIn {
            line.tell(.register(.signIn(cashierID: person)))
            let book = ShopBook(currency: plan.float.total.currency, folding: events)
            let now = WallTime.now
            if book.shift == nil,
                let day = BusinessDate.text(milliseconds: now, offset: WallTime.offsetMinutes(at: now) * 60)
            {
                line.tell(.register(.openShift(plan.float, businessDate: day)))
            }
        }
        if let greeting = plan.greeting { line.tell(.done(greeting)) }
    }

    /// Closes everything; what runs at the gateway is found again at the next start.
    public func close() async {
        orderSink.finish()
        await listeners.last?.value
        listeners.forEach { $0.cancel() }
        await desks?.links.stop()
        await desks?.transfers.stop()
        await desks?.station.close()
        desks = nil
    }

    /// Returns the gateway's takings over all its payments, less refunds.
    ///
    /// - Throws: `GatewayError` when it cannot be queried, `AmountError` for another currency.
    func takenAtGateway(_ currency: Currency) async throws -> Amount {
        guard let gateway = desks?.station.gateway else { throw ShopFailure("the shop is closed") }
        var taken = Amount(minorUnits: 0, currency: currency)
        var query = ListQuery(limit: 100)
        var page: ListPage<PaymentIntent>
        repeat {
            page = try await gateway.listPaymentIntents(query)
            for intent in page.data { if let received = intent.amountReceived { taken = try taken.adding(received) } }
            query.startingAfter = page.data.last?.id
        } while page.hasMore
        var refundQuery = ListQuery(limit: 100)
        var refunds: ListPage<Refund>
        repeat {
            refunds = try await gateway.listRefunds(paymentIntent: nil, refundQuery)
            for refund in refunds.data where refund.status == .succeeded {
                taken = try taken.subtracting(refund.amount)
            }
            refundQuery.startingAfter = refunds.data.last?.id
        } while refunds.hasMore
        return taken
    }

    // MARK: - Carrying out actions

    private func carryOut(_ batch: [ShopAction]) async {
        for (place, action) in batch.enumerated() {
            if let doubt {
                abandon(batch[place...], ShopFailure(doubt))
                return
            }
            do {
                try await carryOut(action)
            } catch {
                tell(error, of: action)
                abandon(batch[place...], error)
                return
            }
        }
    }

    /// Reports the failure of an action, except for a booking, which the register reports.
    private func tell(_ error: ShopFailure, of action: ShopAction) {
        guard error.isDiskFull else { return line.tell(.failed(error.description)) }
        if case .keep = action { line.tell(.diskFull(.ticket)) }
    }

    /// Reports what was not begun; leaves open what may have been.
    private func abandon(_ actions: ArraySlice<ShopAction>, _ why: ShopFailure) {
        for action in actions {
            switch action {
            case .record(let event):
                if doubt == nil { report(event, notRecorded: why) }
            case .charge(_, let leg, _, _), .refundCard(_, let leg, _, _), .releaseCard(_, let leg, _):
                stop(leg)
            case .openLink(_, let leg): stop(leg.id)
            case .saveCard(let saving): line.tell(.cardSaving(id: saving.id, .canceled(.notWritten)))
            case .refundOrphan(let orphan): line.tell(.register(.orphanKept(intentID: orphan.intentID)))
            case .checkPIN: line.tell(.pin(.wrong))
            case .keep, .forget, .cancelCharge, .follow, .askAgain, .acknowledge, .forwardOffline, .readSellers,
                .findOwner, .reader, .print, .openDrawer, .customer, .choose, .adopt:
                break
            }
        }
        if let doubt { line.tell(.doubt(doubt)) }
    }

    private func report(_ event: ShopEvent, notRecorded why: ShopFailure) {
        line.tell(
            .register(
                why.isDiskFull ? .diskFull(eventID: event.id) : .recordFailed(eventID: event.id, why.description)))
    }

    private func stop(_ leg: String) {
        line.tell(.stopped(leg: leg, .notWritten))
        line.tell(.register(.leg(leg, .canceled)))
    }

    private func carryOut(_ action: ShopAction) async throws(ShopFailure) {
        guard let desks else { return }
        switch action {
        case .record(let event): try await record(event, desks)
        case .keep(let ticket):
            try await desks.station.tickets.keep(ticket)
            await desks.cards.kept(ticket)
        case .forget(let id): await forget(id, desks)
        case .charge(_, let leg, let amount, let tip): await desks.cards.charge(leg, amount, tip)
        case .openLink(let ticket, let leg): await desks.links.open(leg, of: ticket)
        case .cancelCharge(let leg):
            await desks.cards.cancel(leg)
            await desks.links.close(leg)
        case .findOwner(let typed): await desks.cards.findOwner(typed)
        case .saveCard(let saving): await desks.cards.save(saving)
        case .choose(let application, let question): await applications.answer(application, to: question)
        case .refundCard(_, let leg, let intentID, _): await desks.cards.refund(leg, of: intentID)
        case .releaseCard(_, let leg, let intentID): await desks.cards.release(leg, of: intentID)
        case .refundOrphan(let orphan): await desks.cards.refund(orphan)
        case .follow(let legs): await follow(legs, desks)
        case .askAgain: await askAgain(desks)
        case .acknowledge(let intentID, let person): await desks.cards.acknowledge(intentID, by: person)
        case .forwardOffline: await desks.station.terminal.forwardNow()
        case .readSellers(let day): line.tell(.sellers(try await SellerReport(day, in: desks.station.journal)))
        case .checkPIN(let attempt): line.tell(.pin(await desks.pins.check(attempt)))
        case .reader(let request): await desks.reader.perform(request)
        case .print(let receipt, let isReprint): await print(receipt, isReprint: isReprint, desks)
        case .openDrawer(let eventID): await desks.printer.openDrawer(for: eventID)
        case .adopt(let version): try await adopt(version, desks)
        case .customer(let act): await play(act, desks)
        }
    }

    /// Lets the people of a bundle sign in, and writes down that the till sells with it.
    private func adopt(_ version: Int64, _ desks: Desks) async throws(ShopFailure) {
        guard let (record, people) = await desks.bundles?.adopted(version, at: WallTime.now) else { return }
        if let people { await desks.pins.take(people) }
        guard let record else { return }
        do {
            try await desks.station.journal.append(record.record())
        } catch {
            throw ShopFailure("the bundle of head office was not written down: \(error)")
        }
        await desks.bundles?.recorded(version)
    }

    private func askAgain(_ desks: Desks) async {
        await desks.cards.askAgain()
        await desks.links.askAgain()
        await desks.transfers.work()
    }

    private func play(_ act: CustomerAct, _ desks: Desks) async {
        await desks.customer?.act(act)
        // Nobody wants to wait for the next query on a network that was just repaired.
        guard act == .network, desks.station.simulated?.gateway.network == .works else { return }
        await desks.cards.askAgain()
        await desks.links.askAgain()
    }

    /// Links are queried at their pages; their refunds work like a card's.
    private func follow(_ ids: [String], _ desks: Desks) async {
        await desks.cards.follow(await desks.links.follow(ids, of: desks.cards))
    }

    /// Deletes the saved ticket; the journal records that it is over, so its file would be ignored at the next start.
    private func forget(_ id: String, _ desks: Desks) async {
        do throws(ShopFailure) {
            try await desks.station.tickets.forget(id)
        } catch {
            line.tell(.failed(error.description))
        }
        await desks.cards.forgot(id)
    }

    // MARK: - The journal

    private func record(_ event: ShopEvent, _ desks: Desks) async throws(ShopFailure) {
        let record: ShopRecord
        do throws(ShopRecordError) {
            record = try event.record()
        } catch {
            throw ShopFailure(error.description)
        }
        do throws(JournalError) {
            try await desks.station.journal.append(record)
        } catch {
            if error.leavesDoubt {
                doubt = """
                    \(error.message). Nobody knows whether the last step was written: end the till and start it again; \
                    it then goes on from what the journal holds
                    """
            }
            throw ShopFailure(doubt ?? error.message, isDiskFull: error.reason == .full)
        }
        await desks.cards.recorded(event)
        await desks.transfers.take(event)
        line.tell(.register(.recorded(eventID: event.id)))
    }

    /// Stores and prints a receipt; one that cannot be stored or printed blocks nothing.
    private func print(_ receipt: Receipt, isReprint: Bool, _ desks: Desks) async {
        var receipt = receipt
        if isReprint {
            receipt = await kept(receipt, desks) ?? receipt
        } else {
            do {
                let record = try receipt.record()
                try await desks.station.journal.append(record)
            } catch {
                let isFull = (error as? JournalError)?.reason == .full
                line.tell(isFull ? .diskFull(.receipt) : .failed("the receipt was not kept: \(error)"))
            }
        }
        await desks.printer.print(receipt, isReprint: isReprint)
    }

    /// Returns the receipt as first printed.
    private func kept(_ receipt: Receipt, _ desks: Desks) async -> Receipt? {
        guard let number = receipt.number, let records = try? await desks.station.journal.shopRecords() else {
            return nil
        }
        return ShopHistory(records).receipt(number: number)
    }
}
