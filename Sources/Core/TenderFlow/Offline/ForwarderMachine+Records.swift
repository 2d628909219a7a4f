import TenderModel

/// The results of records, and the commands that consist of a single record.
extension ForwarderMachine {
    private func index(recording serial: Serial) -> Int? {
        payments.firstIndex { payment in
            switch payment.step {
            case .leaving(serial), .noting(serial, _), .notingSetup(serial, _), .opening(serial),
                .settling(serial, _), .quarantining(serial, _, _), .releasing(serial, _), .deleting(serial, _):
                true
            case .waiting, .reading, .finding, .leaving, .creating, .noting, .notingSetup, .opening, .confirming,
                .aside, .settling, .unsettled, .quarantining, .quarantined, .releasing, .deleting:
                false
            }
        }
    }

    mutating func recorded(_ serial: Serial) -> [ForwarderAction]? {
        guard let index = index(recording: serial) else { return nil }
        let id = payments[index].id
        switch payments[index].step {
        case .leaving: return create(index)
        case .noting(_, let facts):
            payments[index].intentID = facts.id
            return facts.isApproved ? settle(index, .approved(facts)) : open(index, facts.id)
        case .notingSetup(_, let setupIntent): return open(index, setupIntent)
        case .opening: return confirm(index)
        case .settling(_, let result):
            payments.remove(at: index)
            return [.notify(.forwarded(id, result))]
        case .quarantining(_, let quarantine, let isAsked):
            payments[index].step = .quarantined(quarantine)
            payments[index].owesQuarantine = false
            return [.notify(.quarantined(id, quarantine))] + (isAsked ? [.finish(id, .done)] : [])
        case .releasing:
            payments[index].step = payments[index].following == nil ? .waiting : .aside
            payments[index].owesQuarantine = false
            payments[index].tries = 1
            payments[index].failures = 0
            return [.finish(id, .done)]
        case .deleting:
            payments.remove(at: index)
            return [.finish(id, .done)]
        case .waiting, .reading, .finding, .creating, .confirming, .aside, .unsettled, .quarantined: return nil
        }
    }

    mutating func recordFailed(_ serial: Serial) -> [ForwarderAction]? {
        guard let index = index(recording: serial) else { return nil }
        let id = payments[index].id
        switch payments[index].step {
        case .leaving, .notingSetup, .opening: return moveToTheEnd(index, .journal, .none)
        case .noting:
            payments[index].mayBeCreated = true
            return moveToTheEnd(index, .journal, .none)
        case .settling(_, let result):
            payments[index].step = .unsettled(result)
            return backOff(.journal, .none)
        case .quarantining(_, _, isAsked: true):
            payments[index].step = .waiting
            return [.finish(id, .notRecorded)]
        case .quarantining(_, let quarantine, isAsked: false):
            payments[index].step = .quarantined(quarantine)
            payments[index].owesQuarantine = true
            return backOff(.journal, .none)
        case .releasing(_, let quarantine):
            payments[index].step = .quarantined(quarantine)
            return [.finish(id, .notRecorded)]
        case .deleting(_, let quarantine):
            payments[index].step = quarantine.map { .quarantined($0) } ?? .waiting
            return [.finish(id, .notRecorded)]
        case .waiting, .reading, .finding, .creating, .confirming, .aside, .unsettled, .quarantined: return nil
        }
    }

    // MARK: - Commands

    mutating func quarantineRequested(_ id: String) -> [ForwarderAction] {
        guard let index = payments.firstIndex(where: { $0.id == id }) else { return [.finish(id, .refused(.absent))] }
        guard payments[index].step == .waiting else { return [.finish(id, .refused(standing(index)))] }
        return quarantine(index, .requested, "set aside by request", isAsked: true)
    }

    mutating func releaseRequested(_ id: String) -> [ForwarderAction] {
        guard let index = payments.firstIndex(where: { $0.id == id }) else { return [.finish(id, .refused(.absent))] }
        guard case .quarantined(let quarantine) = payments[index].step else {
            return [.finish(id, .refused(.notQuarantined))]
        }
        let (serial, record) = record(index, .released)
        payments[index].step = .releasing(serial, quarantine)
        return [record]
    }

    /// Deletes only a payment that no issuer was asked about, or that provably holds nothing (money rule 6).
    mutating func deleteRequested(_ id: String, _ person: String) -> [ForwarderAction] {
        guard let index = payments.firstIndex(where: { $0.id == id }) else { return [.finish(id, .refused(.absent))] }
        guard payments[index].following == nil else { return [.finish(id, .refused(.outcomeUnknown))] }
        let quarantine: OfflinePayment.Quarantine?
        switch payments[index].step {
        case .waiting: quarantine = nil
        case .quarantined(let reason): quarantine = reason
        case .reading, .finding, .leaving, .creating, .noting, .notingSetup, .opening, .confirming, .aside, .settling,
            .unsettled, .quarantining, .releasing, .deleting:
            return [.finish(id, .refused(standing(index)))]
        }
        let (serial, record) = record(index, .deleted(by: person))
        payments[index].step = .deleting(serial, quarantine)
        return [record]
    }

    private func standing(_ index: Int) -> ForwarderAnswer.Standing {
        if payments[index].following != nil { return .outcomeUnknown }
        if case .quarantined = payments[index].step { return .quarantined }
        return .underWay
    }

    mutating func quarantine(
        _ index: Int, _ reason: OfflinePayment.Quarantine.Reason, _ message: String, isAsked: Bool = false
    ) -> [ForwarderAction] {
        let quarantine = OfflinePayment.Quarantine(reason, message: message)
        let (serial, record) = record(index, .quarantined(quarantine))
        payments[index].step = .quarantining(serial, quarantine, isAsked: isAsked)
        return [record]
    }
}
