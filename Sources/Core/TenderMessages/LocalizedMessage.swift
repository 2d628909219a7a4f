public import TenderModel

/// A message for a person, with what goes with it on a screen.
public struct LocalizedMessage: Hashable, Sendable, Codable {
    /// How grave it is.
    public enum Severity: String, Hashable, Sendable, Codable, CaseIterable {
        case information, warning, error
    }

    /// The id of a picture; the front end owns the pictures.
    public enum Icon: String, Hashable, Sendable, Codable, CaseIterable {
        case tapCard = "tap-card"
        case insertCard = "insert-card"
        case swipeCard = "swipe-card"
        case presentCard = "present-card"
        case removeCard = "remove-card"
        case oneCard = "one-card"
        case otherCard = "other-card"
        case phone
        case wait
        case reader
        case network
        case printer
        case till
        case question
        case stop
    }

    /// The sound that goes with it; the front end owns the sounds.
    public enum Sound: String, Hashable, Sendable, Codable, CaseIterable {
        case none, prompt, attention, failure
    }

    /// The text.
    public var text: String
    /// The language of the text.
    public var language: Language
    /// The picture.
    public var icon: Icon
    /// The sound.
    public var sound: Sound
    /// How grave it is.
    public var severity: Severity
}

extension LocalizedMessage {
    /// Puts a reader's message for its customer into words.
    public init(_ message: ReaderDisplayMessage, in language: Language) {
        let (icon, sound, severity): (Icon, Sound, Severity) =
            switch message {
            case .retryCard: (.presentCard, .attention, .warning)
            case .insertCard: (.insertCard, .prompt, .information)
            case .insertOrSwipeCard: (.insertCard, .prompt, .information)
            case .swipeCard: (.swipeCard, .prompt, .information)
            case .removeCard: (.removeCard, .attention, .information)
            case .multipleContactlessCardsDetected: (.oneCard, .attention, .warning)
            case .tryAnotherReadMethod: (.insertCard, .attention, .warning)
            case .tryAnotherCard: (.otherCard, .failure, .warning)
            case .cardRemovedTooEarly: (.presentCard, .failure, .warning)
            case .checkMobileDevice: (.phone, .attention, .information)
            case .doNotRemoveCard: (.wait, .none, .information)
            case .enterPIN: (.reader, .prompt, .information)
            case .wrongPIN, .lastPINTry: (.reader, .attention, .warning)
            }
        self.init(text: message.text(in: language), language: language, icon: icon, sound: sound, severity: severity)
    }

    /// Puts the ways in which a reader takes a card now into words.
    public init(_ options: ReaderInputOptions, in language: Language) {
        let ways: [(ReaderInputOptions, ReaderPrompt, Icon)] = [
            (.tapCard, .tap, .tapCard), (.insertCard, .insert, .insertCard), (.swipeCard, .swipe, .swipeCard),
        ]
        let open = ways.filter { options.contains($0.0) }
        let words = open.map { $0.1.text(in: language) }
        self.init(
            text: words.isEmpty ? ReaderPrompt.wait.text(in: language) : words.joined(separator: " / "),
            language: language, icon: open.first?.2 ?? .wait, sound: open.isEmpty ? .none : .prompt,
            severity: .information)
    }

    /// Puts a catalogue's entry into words for the cashier.
    public init(_ entry: ErrorEntry, in language: Language) {
        let (icon, severity) = Self.look(entry.message)
        let sound: Sound =
            switch severity {
            case .information: .attention
            case .warning: .attention
            case .error: .failure
            }
        self.init(
            text: entry.message.text(in: language), language: language, icon: icon, sound: sound, severity: severity)
    }

    private static func look(_ message: CashierMessage) -> (Icon, Severity) {
        switch message {
        case .canceled, .surchargeDeclined: (.stop, .information)
        case .tillBusy, .readerInUse: (.wait, .information)
        case .noCard, .surchargeNotAnswered, .chipNotRead, .cardRemoved: (.presentCard, .warning)
        case .stripeNotRead: (.swipeCard, .warning)
        case .cardNotAccepted, .cardRefusedByReader, .declined, .cardNotOffline, .cardExpired: (.otherCard, .warning)
        case .noReader, .readerAlreadyConnected, .readerNotFound, .readerElsewhere, .readerForbidden,
            .readerUnsupported, .readerSilent, .readerUnplugged, .readerBattery, .readerFault:
            (.reader, .error)
        case .readerUpdateFailed, .readerUpdateBattery, .readerUpdateExpired: (.reader, .warning)
        case .noNetwork, .serviceTrouble, .keyRefused: (.network, .error)
        case .notOffline, .goOnline, .offlineAmount: (.network, .warning)
        case .noAnswer, .outcomeUnknown: (.question, .error)
        case .formNotAnswered: (.question, .warning)
        case .printerUnavailable, .printerPaper, .printerCover: (.printer, .warning)
        case .amountRefused, .currencyRefused, .featureMissing, .wrongState, .notFound, .refundRefused:
            (.stop, .warning)
        case .programFault, .setupFault, .recordsFailed, .storedCardLost, .laneBlocked, .recordsMissing: (.till, .error)
        }
    }
}
