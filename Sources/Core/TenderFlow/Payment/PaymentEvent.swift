public import TenderModel

/// The inputs of a payment.
public enum PaymentEvent: Hashable, Sendable, Codable {
    // From the application.

    /// The next collection and its confirmation have this time limit together; `nil` for none.
    case totalLimited(Duration?)
    /// A card is to be collected; with `inspect`, it is attached to the intent before it is returned. The reader is for
    /// the journal; the customer may add a tip up to the largest, in minor units.
    case collectRequested(inspect: Bool, reader: String? = nil, maximumTip: Int64 = 0)
    /// The collected card is to be charged; while an outcome is unknown, this waits for it again.
    case confirmRequested
    /// The held approval is to be captured; all of it if the amount, in minor units, is `nil`. A fee, in minor units,
    /// replaces the intent's.
    case captureRequested(Int64?, applicationFee: Int64? = nil)
    /// The held approval is to be raised to this total, in minor units.
    case incrementRequested(Int64)
    /// The running collection or confirmation is to be stopped.
    case cancelRequested(CancelMode, by: CancelOrigin)
    /// The intent itself is to be canceled.
    case cancelIntentRequested
    /// The intent was changed: any collected card is for the old terms.
    indirect case intentEdited(PaymentTerms)
    /// A payment that was created from its records is to continue where they end.
    case resumed

    // From the journal.

    /// A record is on disk.
    case recorded(Serial)
    /// A record could not be written.
    case recordFailed(Serial)
    /// A request may not be sent again, because it was first sent too long ago; nothing was written.
    case keyTooOld(Serial)

    // From the reader.

    /// The customer added this tip on the reader, in minor units.
    case tipChosen(Int64)
    /// The collected card is to be charged with this surcharge, in minor units; zero for none.
    case surchargeChosen(Int64)
    /// The customer is being asked in which currency the collected card is to be charged: its window begins anew.
    case conversionAsked
    /// The customer chose the currency that the collected card is charged in.
    case conversionChosen(ConversionChoice)
    /// A card was read; its payload waits in the shell, and the card itself in the reader if it awaits the issuer's
    /// answer.
    case cardCollected(awaitsIssuer: Bool = false)
    /// The reader is idle again without a card.
    case collectionFailed(CollectionFailure)
    /// The card that waited has its last word, or will not give it.
    case cardConcluded(Serial, CardWord)
    /// The reader is gone.
    case readerLost

    // From the gateway.

    /// An exchange ended.
    indirect case answered(Serial, GatewayReply, Jitter)

    // From the clock.

    /// A timer expired.
    case timerFired(Serial, Jitter)
}

/// The ID of a record, an exchange or a timer within one payment.
public typealias Serial = Int

/// The last word of a card that was told that its issuer approved.
public enum CardWord: String, Hashable, Sendable, Codable, CaseIterable {
    /// It agrees, or leaves the last word to the issuer.
    case approved
    /// It declines.
    case declined
    /// It was pulled out before it answered.
    case removed
    /// The reader failed, is gone, or no longer has the card.
    case failed
}

/// A random share of a pause, 0 to 1000 thousandths, drawn by the shell so that the machine need not draw it.
public struct Jitter: Hashable, Sendable, Codable {
    /// The share in thousandths, 0 to 1000.
    public let permille: Int

    /// Creates a share; values outside 0 to 1000 are clamped.
    public init(permille: Int) { self.permille = min(1000, max(0, permille)) }

    /// The middle, for callers that need no jitter.
    public static let none = Jitter(permille: 500)

    private enum CodingKeys: CodingKey { case permille }

    /// Decodes thousandths; values outside 0 to 1000 are clamped.
    public init(from decoder: any Decoder) throws {
        self.init(permille: try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .permille))
    }
}

/// The reason that a collection ended without a card.
public enum CollectionFailure: Hashable, Sendable, Codable {
    /// The customer pressed cancel on the reader, or the application's stop was carried out.
    case canceled(by: CancelOrigin)
    /// The reader is gone.
    case readerLost(DisconnectReason)
    /// Somebody else is using the reader.
    case readerBusy
    /// Nobody presented a card within the reader's own time limit.
    case timedOut
    /// The card could not be read.
    case cardNotRead(ReaderError.ReadFault)
    /// The reader refuses the card or the amount.
    case refused(String)
    /// The reader does not answer or answers nonsense.
    case communication(String)
    /// The reader failed, and said why.
    case failed(ReaderError.Fault, String)
    /// The journal accepts no records: nothing was started.
    case journalUnavailable
    /// The gateway did not attach the card for inspection.
    case notAttached(GatewayReply.Refusal?)

    /// Translates a reader's error.
    public init(_ error: ReaderError) {
        self =
            switch error {
            case .canceled(let origin): .canceled(by: origin)
            case .disconnected(let reason): .readerLost(reason)
            case .busy: .readerBusy
            case .timedOut: .timedOut
            case .cardNotRead(let fault): .cardNotRead(fault)
            case .refused(let text): .refused(text)
            case .communication(let text): .communication(text)
            case .failed(let fault, let text): .failed(fault, text)
            }
    }
}
