import Tender
import TenderSale
import TillScreens

/// Saving customers' cards: as a payment, a card is recorded before it is sent, and its outcome is never guessed.
extension CardDesk {
    /// Looks for the customer with this email address or id, in the background; the answer is an event.
    func findOwner(_ typed: String) {
        Task {
            do throws(GatewayError) {
                line.tell(try await owner(typed))
            } catch {
                line.tell(.noOwner(OwnerProblem(error), typed: typed))
            }
        }
    }

    private func owner(_ typed: String) async throws(GatewayError) -> TillNews {
        guard let customers else { return .noOwner(.failed("this gateway saves no cards"), typed: typed) }
        guard typed.contains("@") else { return try await owner(id: typed, customers) }
        var found: [Customer] = []
        // The gateway's filter tells letters of one address apart.
        for email in Set([typed, typed.lowercased()]) {
            found += try await customers.listCustomers(email: email, ListQuery(limit: 2)).data
        }
        guard found.count < 2 else { return .noOwner(.several, typed: typed) }
        return .owner(CardOwner(id: found.first?.id, name: found.first?.name ?? typed), typed: typed)
    }

    /// Takes the word of whoever typed the id if customers may not be looked up: the gateway refuses a wrong one later.
    private func owner(id: String, _ customers: any CustomerDirectory) async throws(GatewayError) -> TillNews {
        do throws(GatewayError) {
            let found = try await customers.retrieveCustomer(id)
            guard !found.isDeleted else { return .noOwner(.missing, typed: id) }
            return .owner(CardOwner(id: id, name: found.name ?? found.email ?? id), typed: id)
        } catch {
            guard OwnerProblem(error) == .notAllowed else { throw error }
            return .owner(CardOwner(id: id, name: id), typed: id)
        }
    }

    /// Asks for a card and saves it, in the background; the outcome is an event.
    func save(_ saving: CardSaving) {
        guard charges[saving.id] == nil else { return }
        charges[saving.id] = Charge()
        collecting = saving.id
        Task {
            do {
                let outcome = try await saved(saving)
                tell(saving, SavingOutcome(outcome))
                if case .saved(let intent) = outcome { await claim(intent) }
            } catch {
                tell(saving, await recorded(saving, error))
            }
            charges[saving.id] = nil
            if collecting == saving.id { collecting = nil }
            list()
        }
    }

    /// Tells the outcome; whoever knows it, or has another card of the customer's, is told no more about earlier ones.
    private func tell(_ saving: CardSaving, _ outcome: SavingOutcome) {
        line.tell(.cardSaving(id: saving.id, outcome))
        guard outcome != .unknown else { return }
        for (intent, id) in legsOfIntents where id == saving.id { doubtfulSavings[intent] = nil }
        if case .saved = outcome { doubtfulSavings = doubtfulSavings.filter { $0.value != saving.owner.id } }
    }

    /// Tells which of the cards that were listed as saved or not are certainly not saved, while nobody is at the reader.
    ///
    /// Only the journal says so: a card that is no longer listed may as well be one that was saved, and told.
    func tellNotSaved(_ listed: [PendingAttempt]) async {
        let open = listed.filter { $0.state == .saving }
        for attempt in open where !isRunning(attempt.intentID) {
            doubtfulSavings[attempt.intentID] = attempt.setup?.subject ?? ""
        }
        for (intent, customer) in doubtfulSavings where !open.contains(where: { $0.intentID == intent }) {
            guard let setup = try? await journal.history(of: intent)?.setup, charges.isEmpty,
                doubtfulSavings.removeValue(forKey: intent) != nil, setup.result == .notExecuted
            else { continue }
            line.tell(.notSaved(customer: customer))
        }
    }

    /// Continues what the same wish began, also before a restart, and asks for a card only if none was saved then.
    private func saved(_ saving: CardSaving) async throws -> SetupOutcome {
        let customer = try await customer(saving)
        if let before = try await terminal.openSetup(customer: customer, allowRedisplay: saving.consent) {
            let intent = Self.intent(before.parameters.setupIntent, of: customer)
            legsOfIntents[intent.id] = saving.id
            // A card was sent then: it is too late to stop.
            line.tell(.card(leg: saving.id, .processing))
            if let outcome = try await continued(intent) { return outcome }
        }
        let made = try await terminal.createSetupIntent(
            SetupIntentParameters(
                customer: customer, paymentMethodTypes: [.cardPresent], usage: .offSession,
                idempotencyKey: paymentKey(saving.id)))
        legsOfIntents[made.id] = saving.id
        guard let charge = charges[saving.id], !charge.isCancelAsked else {
            return .canceled(by: .application, made)
        }
        return try await terminal.processSetupIntent(
            made, allowRedisplay: saving.consent, cancelable: charge.cancelable)
    }

    /// Asks for no card, so that there is nothing to cancel; returns `nil` if certainly none was saved, also if that
    /// turned out since it was found.
    private func continued(_ intent: SetupIntent) async throws -> SetupOutcome? {
        do {
            let outcome = try await terminal.confirmSetupIntent(intent)
            if case .canceled = outcome { return nil }
            return outcome
        } catch let error as TenderError where error.detail == .confirmInvalidSetupIntent {
            return nil
        }
    }

    /// Returns a SetupIntent as it is known from the journal.
    static func intent(_ id: String, of customer: String?) -> SetupIntent {
        SetupIntent(
            id: id, status: .requiresConfirmation, customer: customer, paymentMethodTypes: [.cardPresent])
    }

    /// Returns the customer's id, creating a new customer once, whatever the network does.
    private func customer(_ saving: CardSaving) async throws(GatewayError) -> String {
        if let id = saving.owner.id { return id }
        guard let customers else { throw GatewayError(.notAvailable, fate: .notSent, message: "no customers") }
        let wish = CustomerParameters(email: saving.owner.name.lowercased())
        let key = IdempotencyKey(base: keyPrefix + "." + saving.id, attempt: 1, verb: "customer")
        do throws(GatewayError) {
            return try await customers.createCustomer(wish, key: key).id
        } catch {
            guard error.fate == .unknown else { throw error }
            return try await customers.createCustomer(wish, key: key).id
        }
    }

    private func claim(_ intent: SetupIntent) async {
        do {
            try await terminal.claim(intent)
        } catch {
            line.tell(.failed(Self.sentence(error)))
        }
    }

    /// Returns the outcome after an error, which the journal proves: without a record, no card was sent.
    private func recorded(_ saving: CardSaving, _ error: any Error) async -> SavingOutcome {
        for (intent, id) in legsOfIntents where id == saving.id {
            do throws(JournalError) {
                // A card that another command found saved is listed as one that nobody was told of.
                if let setup = try await journal.history(of: intent)?.setup,
                    setup.isUnresolved || setup.result == .succeeded
                {
                    return .unknown
                }
            } catch {
                return .unknown
            }
        }
        return .canceled(StopCause(savingError: error))
    }
}

extension OwnerProblem {
    fileprivate init(_ error: GatewayError) {
        switch error.code {
        case .notAvailable, .permissionDenied: self = .notAllowed
        case .resourceMissing: self = .missing
        default: self = .failed(error.message)
        }
    }
}

extension SavingOutcome {
    fileprivate init(_ outcome: SetupOutcome) {
        switch outcome {
        case .saved(let intent): self = .saved(card: intent.paymentMethod?.value?.card?.masked ?? intent.id)
        case .declined(let decline, _): self = .declined(reason: decline.reason)
        case .canceled(let origin, _): self = .canceled(StopCause(origin))
        // A till saves cards online only: what another program has stored is not saved yet.
        case .unknown, .storedOffline: self = .unknown
        }
    }
}

extension StopCause {
    /// Reads the error of a saving; a server that refuses it says so itself.
    fileprivate init(savingError error: any Error) {
        if let refused = error as? TenderError, refused.code == .permissionDenied {
            self = .gatewayRefused(refused.apiError?.message ?? refused.message)
        } else {
            self.init(error)
        }
    }
}
