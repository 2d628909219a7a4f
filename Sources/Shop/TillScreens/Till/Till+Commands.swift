import TenderModel
import TenderSale

/// The commands: some open a page, the register handles the rest.
extension Till {
    mutating func carryOut(_ command: LineCommand) -> [TillAction] {
        guard register.person != nil else {
            show(.bad, PageText.signInFirst)
            return []
        }
        switch command {
        case .plain(let name): return carryOut(name)
        case .refund(nil):
            go(.tickets(selected: 0))
            return []
        case .refund(let number?): return lookUp(number)
        case .accept(let reference): return accept(reference)
        case .offlineQueue(let what):
            go(.offline(selected: 0))
            return what?.lowercased() == "send" ? [.shop(.forwardOffline)] : []
        case .saveCard(let typed): return findOwner(typed)
        case .reader(let what): return carryOut(reader: what)
        case .customer(let what): return play(what)
        case .cash(let given): return pay(command, given: given)
        case .card, .link, .external: return pay(command, given: nil)
        case .up(let lines): return move(-lines) ?? tell(.command(command))
        case .down(let lines): return move(lines) ?? tell(.command(command))
        default: return tell(.command(command))
        }
    }

    /// Starts a payment, but none while a card is requested or while the outcome of one is unknown.
    mutating func pay(_ command: LineCommand, given: Amount?) -> [TillAction] {
        if isReaderTaken {
            showReaderInUse()
            return []
        }
        guard let ticket = register.ticket else { return tell(.command(command)) }
        if ticket.unknownLeg != nil {
            show(.bad, PageText.parkTheUnknown)
            return []
        }
        if let given, ticket.kind == .sale, let change = try? given.subtracting(ticket.cashDue.adding(ticket.tipDue)),
            let note = setup.denominations.map(\.minorUnits).max(), change.minorUnits >= note
        {
            show(.bad, PageText.tooMuchChange(change, language))
            return []
        }
        return tell(.command(command))
    }

    private mutating func carryOut(_ name: CommandEntry.Name) -> [TillAction] {
        switch name {
        case .total: return total()
        case .openShift:
            guard register.book.shift == nil else { return tell(.openShift(CashCount(total: zero), businessDate: "")) }
            go(.count(count(.opening)))
        case .closeZ:
            // Refused without a shift, or while a ticket is open.
            guard register.book.shift != nil, register.ticket == nil else { return tell(.endShift) }
            go(.count(count(.closing)))
        case .unresolved: go(.unresolved(selected: 0))
        case .acknowledge: return acknowledge()
        case .refundPayment:
            guard case .unresolved = page else {
                guard !isReaderTaken else {
                    showReaderInUse()
                    return []
                }
                return tell(.command(.plain(.refundPayment)))
            }
            return refundOrphan()
        case .tip: return offerTips()
        case .reports: go(.reports(selected: 0))
        case .clear: return leave()
        case .lock:
            isLocked = true
            isCustomersTurn = false
        default: return tell(.command(.plain(name)))
        }
        return []
    }

    /// Ends the entry of goods, a count, or the choice of what to refund.
    private mutating func total() -> [TillAction] {
        switch page {
        case .count(let entry): return submit(entry)
        case .refund(let entry): return submit(entry)
        default: break
        }
        if charge != nil {
            go(.card)
            return []
        }
        guard let ticket = register.ticket, ticket.remaining.minorUnits != 0 else {
            return tell(.command(.plain(.total)))
        }
        go(ticket.unknownLeg.map { .unknown(leg: $0.id) } ?? .tender)
        return []
    }

    private mutating func carryOut(reader what: String?) -> [TillAction] {
        go(.reader(selected: 0))
        switch what?.lowercased() {
        case nil: return foundReaders.isEmpty ? [.shop(.reader(.discover))] : []
        case "find": return [.shop(.reader(.discover))]
        case "off": return [.shop(.reader(.disconnect))]
        case "check": return [.shop(.reader(.diagnose))]
        default:
            show(.bad, PageText.readerWords)
            return []
        }
    }

    private mutating func play(_ what: String) -> [TillAction] {
        guard setup.hasCustomer else {
            show(.bad, PageText.realCustomer)
            return []
        }
        guard let act = CustomerAct(rawValue: what.lowercased()) else {
            show(.bad, PageText.customerWords)
            return []
        }
        return [.shop(.customer(act))]
    }

    /// Accepts, on a manager's word, the payment that is shown or selected; it never becomes an approval.
    private mutating func accept(_ reference: String) -> [TillAction] {
        guard let leg = chosenUnknownLeg else {
            show(.bad, PageText.nothingUnknown)
            return []
        }
        return tell(.accept(leg: leg, reference: reference))
    }

    private var chosenUnknownLeg: String? {
        switch page {
        case .unknown(let leg): return leg
        case .unresolved(let place):
            guard unresolvedPayments.indices.contains(place),
                case .leg(let leg, let ticket, _) = unresolvedPayments[place], ticket == register.ticket?.id
            else { return register.ticket?.unknownLeg?.id }
            return leg.id
        default: return register.ticket?.unknownLeg?.id
        }
    }

    private var chosenPayment: UnresolvedPayment? {
        guard case .unresolved(let place) = page, unresolvedPayments.indices.contains(place) else { return nil }
        return unresolvedPayments[place]
    }

    /// Acknowledges a payment that no ticket waits for, or a loss.
    private mutating func acknowledge() -> [TillAction] {
        switch chosenPayment {
        case .accepted(let payment)?:
            guard case .lost = payment.state else {
                show(.bad, PageText.stillUnknown(payment.receipt))
                return []
            }
            return tell(.acknowledgeLoss(leg: payment.id))
        case .other(let payment)?
        where [
            .unclaimed, .lost, .lostCard, .refunded, .refundFailed, .refunding, .savingCard, .savedCard,
        ].contains(payment.state):
            guard let person = register.person else { return [] }
            guard setup.register.permissions.allows(person.role, .resolvePayment) else {
                show(.bad, PageText.managerNeeded)
                return []
            }
            return [.shop(.acknowledge(intentID: payment.id, by: person.id))]
        case .leg, .other, nil:
            show(.bad, PageText.chooseUnclaimed)
            return []
        }
    }

    /// Refunds from here only a payment that no receipt counts; how much, and why, is asked and booked first.
    private mutating func refundOrphan() -> [TillAction] {
        switch chosenPayment {
        case .accepted(let payment)?: show(.bad, PageText.heldByReceipt(payment))
        case .other(let payment)? where payment.state == .unclaimed:
            guard let amount = payment.amount else { break }
            return tell(.refundOrphan(RegisterOrphan(intentID: payment.id, leg: payment.leg, amount: amount)))
        case .leg, .other, nil: show(.bad, PageText.chooseUnclaimed)
        }
        return []
    }

    private var zero: Amount { Amount(minorUnits: 0, currency: register.book.currency) }
}
