import TenderBytes
public import TenderFlow
import TenderModel

/// The host's end of a stripe reader: it accepts swipes while a card is wanted, and passes on masked details and
/// ciphertext.
///
/// A stripe reader neither asks nor answers anything. A swipe that nobody wants is dropped.
public struct MagneticCore: CardReaderCore {
    /// The commands to a reader.
    public enum Command: Sendable {
        /// Accepts a swipe.
        ///
        /// `seal` encrypts the stripe of a reader that does not do so itself; without one, such a stripe is refused. `rule`
        /// decides at a reader that has a slot for chips too; without one, every payment card may be swiped.
        case collect(UInt64, CollectRequest, seal: (any CardSeal)? = nil, rule: FallbackRule? = nil)
        /// Accepts a swipe of a card that does not pay.
        case collectData(UInt64)
        /// Stops accepting swipes.
        case stop(UInt64)
        /// Ends the connection.
        case disconnect
    }

    /// The outputs of a reader.
    public typealias Output = CardReaderOutput

    /// The number of failed swipes after which a reader stops asking for another try.
    static let tries = 3

    /// A card that is to pay.
    private struct Wish {
        let request: CollectRequest
        let seal: (any CardSeal)?
        let rule: FallbackRule?
    }

    private enum Purpose {
        case card(Wish)
        case data
    }

    private enum Phase {
        case idle
        case armed(UInt64, Purpose, failures: Int)
        case over
    }

    private let device: MagneticDevice
    private var link: MagneticLink
    private var phase = Phase.idle
    private var gapTimer: Serial?
    private var timersStarted: Serial = 0
    private var actions: [ProtocolAction<Output>] = []

    /// Creates a core for the format in which a swipe arrives.
    public init(_ device: MagneticDevice) {
        self.device = device
        link = MagneticLink(device)
    }

    /// Returns the command that stops a collection.
    public static func stop(_ id: UInt64) -> Command { .stop(id) }

    /// The command that ends the connection.
    public static var disconnect: Command { .disconnect }

    /// Returns the output, because every output is for the application.
    public static func told(_ output: Output) -> CardReaderOutput? { output }

    /// Handles one input and returns the actions to perform.
    public mutating func handle(_ input: ProtocolInput<Command>) -> [ProtocolAction<Output>] {
        if case .over = phase { return [] }
        switch input {
        case .opened: break
        case .command(.collect(let id, let request, let seal, let rule)):
            collect(id, .card(Wish(request: request, seal: seal, rule: rule)))
        case .command(.collectData(let id)): collect(id, .data)
        case .command(.stop(let id)): stop(id)
        case .command(.disconnect), .lost(.canceled): end(.disconnectRequested)
        case .received(let bytes): receive(bytes)
        case .timerFired(let timer): fire(timer)
        case .lost: end(device == .secureMag ? .linkLost : .usbDisconnected)
        }
        defer { actions = [] }
        return actions
    }

    private mutating func collect(_ id: UInt64, _ purpose: Purpose) {
        guard case .idle = phase else { return answer(id, .failure(.busy)) }
        phase = .armed(id, purpose, failures: 0)
        if case .card(let wish) = purpose, wish.rule?.isFallback == false {
            emit(.inputOptions([.insertCard, .swipeCard]))
        } else {
            emit(.inputOptions(.swipeCard))
        }
    }

    private mutating func stop(_ id: UInt64) {
        if case .armed(id, _, _) = phase { finish(id, .failure(.canceled(by: .application))) }
    }

    private mutating func receive(_ bytes: [UInt8]) {
        stopGapTimer()
        for swipe in link.receive(bytes) { take(swipe) }
        guard link.isPartial else { return }
        timersStarted &+= 1
        gapTimer = timersStarted
        actions.append(.startTimer(timersStarted, MagneticLink.longestGap))
    }

    private mutating func fire(_ timer: Serial) {
        guard timer == gapTimer else { return }
        gapTimer = nil
        for swipe in link.endBurst() { take(swipe) }
    }

    private mutating func take(_ swipe: Swipe) {
        guard case .armed(let id, let purpose, let failures) = phase else { return }
        switch (purpose, swipe) {
        case (_, .unreadable): retry(id, purpose, failures + 1)
        case (.card, .foreign): refuse(id)
        case (.card(let wish), .encrypted(let details, let chip, let payload)):
            accept(id, wish, chip) { CollectedCard(card: details.read($0), payload: payload) }
        case (.card(let wish), .clear(let details, let chip, let track2)):
            accept(id, wish, chip) { (method) throws(ReaderError) in
                CollectedCard(card: details.read(method), payload: try Self.sealed(track2, method, wish))
            }
        case (.data, .foreign(let track?)): finish(.data(id, .magstripe(track)))
        case (.data, .foreign(nil)): finish(id, .failure(.refused("this is no gift or loyalty card that can be read")))
        case (.data, .encrypted), (.data, .clear):
            finish(id, .failure(.refused("this is a payment card: its stripe is not handed out")))
        }
    }

    private mutating func retry(_ id: UInt64, _ purpose: Purpose, _ failures: Int) {
        if case .card(let wish) = purpose, wish.rule?.isFallback == false {
            return emit(.displayMessage(.insertOrSwipeCard))
        }
        guard failures < Self.tries else { return finish(id, .failure(.cardNotRead(.swipe))) }
        phase = .armed(id, purpose, failures: failures)
        emit(.displayMessage(.retryCard))
        emit(.inputOptions(.swipeCard))
    }

    private mutating func refuse(_ id: UInt64) {
        emit(.displayMessage(.tryAnotherCard))
        finish(id, .failure(.cardNotRead(.notSupported)))
    }

    /// Ends the collection with a payment card, unless its chip is to be read.
    private mutating func accept(
        _ id: UInt64, _ wish: Wish, _ chip: ChipMark,
        _ card: (ReadMethod) throws(ReaderError) -> CollectedCard
    ) {
        guard wish.request.paymentMethodTypes.contains(.cardPresent) else { return refuse(id) }
        let method = wish.rule.map { $0.readMethod(chip) } ?? .magneticStripeTrack2
        guard let method else { return emit(.displayMessage(.insertCard)) }
        do throws(ReaderError) {
            finish(id, .success(try card(method)))
        } catch {
            finish(id, .failure(error))
        }
    }

    private static func sealed(
        _ track2: SecretBytes, _ method: ReadMethod, _ wish: Wish
    ) throws(ReaderError) -> EncryptedPayload {
        guard let seal = wish.seal else {
            throw .failed(.missingKeys, "the reader sends the stripe in the clear, and nothing encrypts it")
        }
        do {
            return try seal.seal(track2: track2, read: method, amount: wish.request.amount)
        } catch {
            throw error as? ReaderError ?? .refused("the stripe could not be encrypted")
        }
    }

    private mutating func finish(_ id: UInt64, _ result: Result<CollectedCard, ReaderError>) {
        finish(.answer(id, result))
    }

    private mutating func finish(_ output: Output) {
        phase = .idle
        emit(.inputOptions([]))
        actions.append(.output(output))
    }

    private mutating func end(_ reason: DisconnectReason) {
        stopGapTimer()
        if case .armed(let id, _, _) = phase { answer(id, .failure(.disconnected(reason))) }
        phase = .over
        emit(.disconnected(reason))
        actions.append(.hangUp)
    }

    private mutating func stopGapTimer() {
        if let timer = gapTimer { actions.append(.stopTimer(timer)) }
        gapTimer = nil
    }

    private mutating func emit(_ event: ReaderEvent) { actions.append(.output(.event(event))) }

    private mutating func answer(_ id: UInt64, _ result: Result<CollectedCard, ReaderError>) {
        actions.append(.output(.answer(id, result)))
    }
}

extension CardDetails {
    fileprivate func read(_ method: ReadMethod) -> CardDetails {
        var details = self
        details.readMethod = method
        return details
    }
}
