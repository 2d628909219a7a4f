import TenderModel
import TenderSale

/// The recording of events, and what follows from it.
extension Register {
    mutating func newID() -> String {
        let id = setup.lane + "-" + String(nextID)
        nextID += nextID == .max ? 0 : 1
        return id
    }

    /// Returns an event of this moment; outside of shifts it is on the day of the shop's clock.
    mutating func event(_ kind: ShopEvent.Kind, _ time: Int64, by cashier: String? = nil) -> ShopEvent {
        let offset = min(max(setup.receipts.time.offsetMinutes, -1440), 1440) * 60
        return ShopEvent(
            id: newID(), time: time,
            businessDate: book.shift?.businessDate ?? BusinessDate.text(milliseconds: time, offset: offset) ?? "",
            shift: book.shift?.number, cashier: cashier ?? person?.id, kind: kind)
    }

    /// Writes an event that the book would accept.
    mutating func record(
        _ event: ShopEvent, then next: RegisterRecording.Next
    ) throws(RegisterRefusal) -> [RegisterAction] {
        try Self.shop { () throws(ShopError) in try book.admit(event) }
        recording = RegisterRecording(event: event, next: next)
        return [.shop(.record(event))]
    }

    mutating func settle(_ id: String, _ time: Int64) -> [RegisterAction] {
        guard let done = recording, done.event.id == id else { return [] }
        recording = nil
        return told { (register) throws(RegisterRefusal) in
            try Self.shop { () throws(ShopError) in try register.book.take(done.event) }
            return try register.proceed(done, time)
        }
    }

    mutating func fail(_ id: String, _ refusal: RegisterRefusal) -> [RegisterAction] {
        guard let failed = recording, failed.event.id == id else { return [] }
        recording = nil
        var actions: [RegisterAction] = []
        // The ticket was saved as if the card were running.
        if case .charge = failed.next, let ticket { actions.append(.shop(.keep(ticket))) }
        return actions + [.tell(.refused(refusal))]
    }

    private mutating func proceed(
        _ done: RegisterRecording, _ time: Int64
    ) throws(RegisterRefusal) -> [RegisterAction] {
        switch done.next {
        case .signedIn(let person):
            self.person = person
            return [.tell(.signedIn(person.id))] + finishIfPaid(time)
        case .signedOut:
            person = nil
            return [.tell(.signedOut)]
        case .allowed(let request): return try perform(request, time)
        case .shiftOpened: return [.tell(.shiftOpened(number: done.event.shift ?? 0))]
        case .shiftEnded: return [.tell(.shiftEnded(number: done.event.shift ?? 0))]
        case .counted(let request, let question): return ask(question, request)
        case .shiftClosed(let report): return closed(report, done.event.time)
        case .changed(let ticket, let message): return change(to: ticket, message, time)
        case .changedFromDrawer(let ticket, let message):
            return [.shop(.openDrawer(eventID: done.event.id))] + change(to: ticket, message, time)
        case .charge(let ticket, let leg):
            legTimes[leg] = done.event.time
            return charge(ticket, leg)
        case .finished(let record): return finished(record, done.event)
        case .parked(let ticket, let label): return park(ticket, label)
        case .recalled(let ticket): return recall(ticket, time)
        case .canceled(let id): return canceled(id)
        case .moved(let slip):
            let paper = slip.map { [RegisterAction.shop(.print($0, isReprint: false))] } ?? []
            return paper + [.shop(.openDrawer(eventID: done.event.id)), .tell(.drawerMoved)]
        case .offlineEnded(let lost): return offlineEnded(lost)
        case .reprinted(let receipt): return [.shop(.print(receipt, isReprint: true))]
        case .orphan(let orphan): return [.shop(.refundOrphan(orphan))]
        case .told(let message): return message.map { [.tell($0)] } ?? []
        }
    }

    static func shop<Value>(_ body: () throws(ShopError) -> Value) throws(RegisterRefusal) -> Value {
        do throws(ShopError) {
            return try body()
        } catch {
            throw .shop(error)
        }
    }

    static func step<Value>(_ body: () throws(TicketError) -> Value) throws(RegisterRefusal) -> Value {
        do throws(TicketError) {
            return try body()
        } catch {
            throw .ticket(error)
        }
    }

    func context(_ time: Int64) -> ReceiptContext {
        var context = setup.receipts
        context.time.milliseconds = time
        context.cashier = nil
        return context
    }

    func expectSmall(_ amounts: [Amount]) throws(RegisterRefusal) {
        guard amounts.allSatisfy({ $0.minorUnits.magnitude <= UInt64(Self.mostMoney) }) else { throw .amountTooLarge }
    }
}
