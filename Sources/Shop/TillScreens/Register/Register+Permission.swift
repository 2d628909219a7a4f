import TenderModel
import TenderSale

/// The steps that need approval.
extension Register {
    mutating func request(
        _ action: RegisterRequest.Action, _ permission: Permission, reason: String? = nil, _ time: Int64
    ) throws(RegisterRefusal) -> [RegisterAction] {
        var request = RegisterRequest(action: action, permission: permission)
        if let reason, !reason.isEmpty {
            guard Self.isPlain(reason) else { throw .badReason }
            request.reason = CardNumbers.masked(reason)
        }
        return try advance(request, time)
    }

    mutating func answer(
        _ code: ReasonCode, _ text: String, _ time: Int64
    ) throws(RegisterRefusal) -> [RegisterAction] {
        guard case .reason(_, let choices) = question, var request else { throw .nothingAsked }
        guard choices.contains(code), text.isEmpty || Self.isPlain(text), code != .other || !text.isEmpty else {
            throw .badReason
        }
        request.reason = text.isEmpty ? code.rawValue : code.rawValue + ": " + CardNumbers.masked(text)
        return try advance(request, time)
    }

    mutating func allow(_ id: String, _ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        guard case .manager(let permission) = question, var request else { throw .nothingAsked }
        guard let manager = setup.person(id) else { throw .unknownPerson }
        guard manager.role == .manager, setup.permissions.allows(manager.role, permission) else {
            throw .managerNeeded
        }
        request.manager = id
        return try advance(request, time)
    }

    /// Drops a question; without one, asks to cancel a running charge.
    mutating func clear() -> [RegisterAction] {
        if question != nil {
            forgetQuestion()
            return []
        }
        guard let ticket, ticket.kind == .sale else { return [] }
        guard let leg = ticket.runningLeg else { return dropTip() }
        return [.shop(.cancelCharge(leg: leg.id)), .tell(.cancelAsked(leg: leg.id))]
    }

    mutating func forgetQuestion() {
        question = nil
        request = nil
    }

    /// Drops the question why an unknown payment is accepted, since its outcome is known.
    mutating func forgetAccepting(_ leg: String) {
        if case .accept(leg, _)? = request?.action { forgetQuestion() }
    }

    private mutating func advance(
        _ request: RegisterRequest, _ time: Int64
    ) throws(RegisterRefusal) -> [RegisterAction] {
        guard let person else { throw .nobodySignedIn }
        let permission = request.permission
        if request.manager == nil, !setup.permissions.allows(person.role, permission) {
            return ask(.manager(permission), request)
        }
        if permission.needsReason, request.reason == nil {
            return ask(.reason(permission, choices: setup.reasons(for: permission)), request)
        }
        if request.reason == nil, case .closeShift(let counted, _) = request.action, try takesReason(counted, time) {
            return try askWhy(counted, request, time)
        }
        forgetQuestion()
        guard request.manager != nil || !request.tellsReason else { return try perform(request, time) }
        let word = ShopEvent.Kind.allowed(
            action: permission.rawValue, by: request.manager ?? person.id, reason: request.words)
        return try record(event(word, time), then: .allowed(request))
    }

    mutating func ask(_ question: RegisterQuestion, _ request: RegisterRequest) -> [RegisterAction] {
        self.question = question
        self.request = request
        return [.ask(question)]
    }

    mutating func perform(_ request: RegisterRequest, _ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        switch request.action {
        case .voidLine(let line): return try voidLine(line, request.words, time)
        case .lineDiscount(let discount, let line):
            return try edit(time) { (cart) throws(CartError) in try cart.setDiscount(discount, ofLine: line) }
        case .ticketDiscount(let discount):
            return try edit(time) { (cart) throws(CartError) in try cart.setDiscount(discount) }
        case .overridePrice(let price, let line):
            return try edit(time) { (cart) throws(CartError) in
                try cart.overridePrice(ofLine: line, to: price, reason: request.words)
            }
        case .cancelTicket: return try cancel(request.words, time)
        case .refund(let what): return try refund(what)
        case .refundPayment(let leg): return try refundPayment(leg, request.words, time)
        case .reprint(let number): return try reprint(number, time)
        case .openDrawer: return try record(event(.drawerOpened(reason: request.words), time), then: .moved(nil))
        case .payIn(let amount): return try move(amount, isIn: true, request.words, time)
        case .payOut(let amount): return try move(amount, isIn: false, request.words, time)
        case .openShift(let float, let date): return try openShift(float, date, time)
        case .readReport: return try readReport(time)
        case .readSellers: return try readSellers()
        case .endShift: return try endShift(time)
        case .closeShift(let counted, let unresolved):
            return try closeShift(counted, unresolved, reason: request.reason, time)
        case .accept(let leg, let reference): return try accept(leg, reference, request, time)
        case .acknowledgeLoss(let leg):
            return try record(
                event(.lossAcknowledged(leg: leg, reason: request.words), time, by: request.manager ?? person?.id),
                then: .told(.lossAcknowledged(leg: leg)))
        case .refundOrphan(let orphan): return try refund(orphan, request.words, time)
        }
    }

    private static func isPlain(_ text: String) -> Bool {
        text.utf8.count <= 150 && text.contains { !$0.isWhitespace }
            && text.unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: false
                default: true
                }
            }
    }
}
