import TenderFlow
import TenderModel

/// One exchange that does not belong to a payment.
struct SingleExchange: Sendable {
    /// The result: the machine's small reply, and the object or the error that it was made from.
    struct Answer: Sendable {
        var reply: TerminalMachine.RequestReply
        var object: (any Sendable)?
        var error: GatewayError?

        init(_ found: (object: any Sendable, made: TerminalMachine.Made)?) {
            reply = TerminalMachine.RequestReply(.success(found?.made))
            object = found?.object
        }

        init(_ error: GatewayError) {
            reply = TerminalMachine.RequestReply(.failure(error))
            reply.made = error.setupIntent.map { .setup(SetupFacts($0)) }
            object = error.setupIntent
            self.error = error
        }
    }

    let request: TerminalMachine.SingleRequest
    /// The arguments of the command that it belongs to.
    let call: CommandCall?
    /// The card that it presents.
    let card: CollectedCard?

    func perform(on gateway: any Gateway) async -> Answer {
        do throws(GatewayError) {
            return Answer(try await exchange(gateway))
        } catch {
            return Answer(error)
        }
    }

    private func exchange(
        _ gateway: any Gateway
    ) async throws(GatewayError) -> (object: any Sendable, made: TerminalMachine.Made)? {
        switch request {
        case .create(let parameters, let key):
            return Self.found(try await gateway.createPaymentIntent(parameters, key: key))
        case .findCreated:
            let intents = try await gateway.listPaymentIntents(ListQuery(limit: 100)).data
            return Self.found(try request.made(among: intents))
        case .edit(let id, let changes, let key):
            return Self.found(try await gateway.editPaymentIntent(PaymentIntentReference(id: id), changes, key: key))
        case .findEdit(let id, let changes):
            let intent = try await gateway.retrievePaymentIntent(PaymentIntentReference(id: id))
            return Self.found(changes.areMade(in: intent) ? intent : nil)
        case .read(let id, _):
            let reference = PaymentIntentReference(id: id, clientSecret: call?.clientSecret)
            return Self.found(try await gateway.retrievePaymentIntent(reference))
        case .list: return (try await gateway.listPaymentIntents(call?.query ?? ListQuery()), .other)
        case .refund(let parameters, let key):
            guard parameters.isCardPresented else {
                return Self.found(try await gateway.createRefund(parameters, key: key))
            }
            guard let card else {
                throw GatewayError(.invalidParameter, fate: .notSent, message: "there is no collected card to send")
            }
            return Self.found(try await gateway.createRefund(parameters, payload: card.payload, key: key))
        case .findRefund(let parameters, _):
            let refunds = try await gateway.listRefunds(
                paymentIntent: parameters.paymentIntent, ListQuery(limit: 100)
            ).data
            return Self.found(try request.made(among: refunds))
        case .createSetup, .readSetup, .cancelSetup, .setup: return Self.found(try await exchangeSetup(gateway))
        case .call(let call, let key): return Self.found(try await gateway.perform(call, key: key))
        case .findCall(let call, let key, let object, let callersKey):
            return Self.found(try await find(call, key, object, callersKey, gateway))
        }
    }

    private func find(
        _ call: MoneyCall, _ key: IdempotencyKey, _ object: String?, _ callersKey: String?, _ gateway: any Gateway
    ) async throws(GatewayError) -> MoneyObject? {
        do throws(GatewayError) {
            return try await gateway.find(call, key: key, object: object)
        } catch {
            guard let callersKey, error.code == .answerMismatch else { throw error }
            throw .keyUsed(callersKey, error.message)
        }
    }

    private static func found(_ intent: PaymentIntent?) -> (object: any Sendable, made: TerminalMachine.Made)? {
        intent.map { ($0, .intent(KnownIntent($0))) }
    }

    private static func found(_ refund: Refund?) -> (object: any Sendable, made: TerminalMachine.Made)? {
        refund.map { ($0, .refund($0.id, $0.status)) }
    }

    private static func found(_ object: MoneyObject?) -> (object: any Sendable, made: TerminalMachine.Made)? {
        object.map { ($0, .object($0.id)) }
    }
}

extension SingleExchange {
    /// Performs an exchange about a SetupIntent; `nil` for any other.
    private func exchangeSetup(_ gateway: any Gateway) async throws(GatewayError) -> SetupIntent? {
        do throws(GatewayError) {
            return try await sendSetup(gateway)
        } catch {
            // A refusal comes with the intent, but without the card that was saved with it.
            guard let told = error.setupIntent, told.status == .succeeded, told.generatedCard == nil,
                let whole = try? await gateway.retrieveSetupIntent(reference(told.id)), whole.status == .succeeded
            else { throw error }
            var complete = error
            complete.setupIntent = whole
            throw complete
        }
    }

    private func sendSetup(_ gateway: any Gateway) async throws(GatewayError) -> SetupIntent? {
        switch request {
        case .createSetup(let parameters, let key): return try await gateway.createSetupIntent(parameters, key: key)
        case .readSetup(let id, _): return try await gateway.retrieveSetupIntent(reference(id))
        case .cancelSetup(let id, let key):
            return try await gateway.cancelSetupIntent(reference(id), reason: nil, key: key)
        case .setup(let wish, let key, _):
            guard let card else {
                throw GatewayError(.invalidParameter, fate: .notSent, message: "there is no collected card to send")
            }
            return try await gateway.confirmSetupIntent(
                reference(wish.setupIntent), payload: card.payload, allowRedisplay: wish.allowRedisplay, key: key)
        default: return nil
        }
    }

    private func reference(_ id: String) -> SetupIntentReference {
        SetupIntentReference(id: id, clientSecret: call?.setup?.clientSecret ?? call?.clientSecret)
    }

    private static func found(_ setup: SetupIntent?) -> (object: any Sendable, made: TerminalMachine.Made)? {
        setup.map { ($0, .setup(SetupFacts($0))) }
    }
}
