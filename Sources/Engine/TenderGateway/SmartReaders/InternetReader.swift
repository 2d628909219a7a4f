import TenderAPI
import TenderBytes
public import TenderFlow
public import TenderModel

/// A smart reader of the account, driven through the payments API.
///
/// A collection reads the card (`collect_payment_method`) and charges nothing; `InternetReaderGateway` requests the
/// authorization (`confirm_payment_intent`). The payload is only a marker that names the reader and the payment method
/// that stands for the card. The reader asks for a tip only if the request says which is the largest; the tip is looked up
/// before the card is handed over, so that one that is too large is refused before anything is charged.
public final class InternetReader: CardReader {
    /// The scheme of the payload that stands for "the card was read by this smart reader".
    public static let payloadScheme = "server-driven"

    /// The tag of a payload for an action that the customer may not cancel on the reader.
    static let withoutCustomerCancellation = "without-customer-cancellation"

    /// The reader's properties.
    public let reader: Reader
    /// What the customer may do now.
    public let events: AsyncStream<ReaderEvent>

    private static let stops = 5

    private let link: SmartReaderLink
    private let sink: AsyncStream<ReaderEvent>.Continuation
    private let isCollecting = Guarded(false)
    /// The last action that the reader showed: a collection that ended must not be mistaken for the next one.
    private let shown: Guarded<ReaderAction?>

    init(_ reader: TerminalReader, _ link: SmartReaderLink) {
        self.reader = Reader(reader)
        shown = Guarded(reader.action)
        self.link = link
        (events, sink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(256))
    }

    /// Makes the reader ask for a card, and waits until it is read.
    ///
    /// For a refund, and for a card to be saved, it returns at once: the reader reads the card when it acts.
    ///
    /// - Throws: `refused` for a payment that the gateway does not know, which no smart reader can take.
    public func collect(_ request: CollectRequest) async throws(ReaderError) -> CollectedCard {
        if request.purpose != .payment { return marker(of: request) }
        guard let intent = request.paymentIntent else {
            throw .refused("a smart reader takes only payments that the gateway knows, and none offline")
        }
        let isFree = isCollecting.withLock { isCollecting in
            defer { isCollecting = true }
            return !isCollecting
        }
        guard isFree else { throw .busy }
        defer {
            isCollecting.withLock { $0 = false }
            sink.yield(.inputOptions([]))
        }
        var watch = ReaderActionWatch(.card, of: intent, link.policy, after: shown.withLock { $0 })
        defer { shown.withLock { [seen = watch.seen] in $0 = seen } }
        let ending: ReaderActionWatch.Ending
        do throws(GatewayError) {
            let first = try await ask(for: intent, request)
            sink.yield(.inputOptions([.swipeCard, .insertCard, .tapCard]))
            ending = try await link.follow(&watch, from: first)
        } catch {
            guard !Task.isCancelled else { return try await stop(watch) }
            // Nobody waits for a card any more, though the reader may: stop it, so that it does not ask a customer in
            // vain.
            if error.mayHaveArrived { _ = try? await stop(watch, isPatient: false) }
            throw Self.readerError(error)
        }
        if case .unknown = ending { _ = try? await stop(watch, isPatient: false) }
        var card = try card(ending)
        if request.tipping != nil { card.payload.tip = try await tip(for: intent) }
        return card
    }

    /// Returns what stands for the card that the reader reads when it refunds or saves it.
    private func marker(of request: CollectRequest) -> CollectedCard {
        CollectedCard(
            card: CardDetails(),
            payload: EncryptedPayload(
                scheme: Self.payloadScheme, keySerial: reader.id, ciphertext: "",
                tag: request.customerCancellation ? "" : Self.withoutCustomerCancellation))
    }

    /// Clears a cart if the text is `nil`; a smart reader shows no other text.
    public func show(_ text: String?) async {
        guard text == nil, let shown = try? await link.client.retrieveReader(reader.id),
            shown.action?.kind == .setReaderDisplay
        else { return }
        _ = try? await link.client.cancelAction(on: reader.id, key: link.makeKey("clear"))
    }

    /// Shows a cart.
    public func show(_ cart: ReaderCart) async throws(ReaderError) {
        do throws(GatewayError) {
            _ = try await link.client.setReaderDisplay(cart, on: reader.id, key: link.makeKey("display"))
        } catch {
            throw Self.readerError(error)
        }
    }

    /// Ends the connection; the reader stays registered, and continues what it was asked to do.
    public func disconnect() async {
        sink.yield(.disconnected(.disconnectRequested))
        sink.finish()
    }

    // MARK: - The command

    /// Sends the command, under a single key however often it must be sent.
    private func ask(
        for intent: String, _ request: CollectRequest
    ) async throws(GatewayError) -> ReaderActionWatch.Event {
        let key = link.makeKey("collect")
        let configuration = ReaderProcessConfiguration(
            customerCancellation: request.customerCancellation, skipsTipping: request.tipping == nil,
            tippingAmount: request.tipping?.eligibleAmount,
            allowRedisplay: request.allowRedisplay)
        var sends = 0
        while true {
            sends += 1
            do throws(GatewayError) {
                let answer = try await link.client.collectPaymentMethod(
                    intent, on: reader.id, with: configuration, key: key)
                return .acknowledged(answer)
            } catch {
                if error.readerTrouble == .timeout { return .commandInDoubt }
                guard error.mayBeSentAgain, sends < 3, !Task.isCancelled else { throw error }
            }
            try? await link.clock.sleep(for: link.policy.pause(after: sends))
        }
    }

    /// Returns the tip that the customer chose, which only the gateway knows.
    private func tip(for intent: String) async throws(ReaderError) -> Amount? {
        do throws(GatewayError) {
            return try await link.client.retrievePaymentIntent(PaymentIntentReference(id: intent)).amountTip
        } catch {
            throw Self.readerError(error)
        }
    }

    private func card(_ ending: ReaderActionWatch.Ending) throws(ReaderError) -> CollectedCard {
        switch ending {
        case .card(let method):
            return CollectedCard(
                card: method?.value?.card ?? CardDetails(),
                payload: EncryptedPayload(
                    scheme: Self.payloadScheme, keySerial: reader.id, ciphertext: method?.id ?? "", tag: ""))
        case .canceledByCustomer: throw .canceled(by: .customer)
        case .failed(let failure): throw Self.readerError(failure)
        case .takenOver: throw .failed(.unexpected, "the reader was told to do something else")
        case .unknown(let reason): throw .communication(reason)
        case .intent, .declined: throw .failed(.unexpected, "the reader charged a card that was only to be read")
        }
    }

    /// Returns whether a payment method is the card that a payload stands for; a payload without a payment method fits
    /// any.
    static func isCard(_ method: Expandable<PaymentMethod>?, of payload: EncryptedPayload) -> Bool {
        payload.ciphertext.isEmpty || method?.id == payload.ciphertext
    }

    private static func readerError(_ failure: ReaderActionWatch.Failure) -> ReaderError {
        let message = failure.message ?? failure.code
        if failure.isDecline { return .refused(message) }
        return failure.code.contains("timed_out") || failure.code.contains("timeout")
            ? .timedOut : .failed(.unnamed, "the reader failed: \(message)")
    }

    private static func readerError(_ error: GatewayError) -> ReaderError {
        switch (error.readerTrouble, error.fate) {
        case (.busy, _): .busy
        case (nil, .answered(400...499)): .refused(error.message)
        default: .communication(error.message)
        }
    }

    // MARK: - Stopping

    /// Withdraws the command, outside the canceled task, which could no longer send requests.
    ///
    /// - Parameter isPatient: Whether to retry if the gateway does not answer.
    private func stop(
        _ watch: ReaderActionWatch, isPatient: Bool = true
    ) async throws(ReaderError) -> CollectedCard {
        let work = Task { () async -> Result<CollectedCard, ReaderError> in
            do throws(ReaderError) {
                return .success(try await self.stopped(watch, isPatient))
            } catch {
                return .failure(error)
            }
        }
        return try await work.value.get()
    }

    /// Waits for a command whose response was cut off, because it may arrive later, and withdraws it then.
    private func stopped(
        _ watch: ReaderActionWatch, _ isPatient: Bool
    ) async throws(ReaderError) -> CollectedCard {
        var isIdle = false
        for count in 0..<Self.stops {
            if let reader = try? await link.client.retrieveReader(reader.id) {
                isIdle = !watch.isOwn(reader.action)
                if isIdle, watch.hasArrived { throw .canceled(by: .application) }
                switch isIdle ? nil : reader.action?.status {
                case .succeeded: return try card(.card(reader.action?.paymentMethod))
                case .failed: throw .canceled(by: .application)
                case .inProgress, .unknown:
                    let answer = try? await link.client.cancelAction(on: reader.id, key: link.makeKey("cancel"))
                    if let answer, !watch.isOwn(answer.action) { throw .canceled(by: .application) }
                case nil: break
                }
            } else if !isPatient {
                break
            }
            try? await link.clock.sleep(for: link.policy.pause(after: count))
        }
        guard !isIdle else { throw .canceled(by: .application) }
        throw .communication("the reader could not be told to stop: it may still ask for a card, but will charge none")
    }
}

extension GatewayError {
    /// Whether the command may be executed all the same.
    fileprivate var mayHaveArrived: Bool {
        switch fate {
        case .unknown, .answered(500...): true
        case .notSent, .answered, .precluded: false
        }
    }

    /// Whether a command that moves no money may be sent once more under its key.
    fileprivate var mayBeSentAgain: Bool {
        switch fate {
        case .notSent: code == .notConnectedToGateway
        case .unknown, .answered(500...), .answered(429): true
        case .answered, .precluded: false
        }
    }
}
