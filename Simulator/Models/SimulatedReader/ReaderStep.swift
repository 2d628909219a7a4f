public import SimulatedCard
public import TenderModel

/// One act at a simulated reader, and its time.
public struct ReaderStep: Hashable, Sendable, Codable {
    /// The act.
    public var action: Action
    /// The delay after the previous step; the first step counts from the start of the collection.
    public var delay: Duration
    /// Whether the delay also runs while a card is being read; otherwise it starts when the read has ended.
    public var duringRead: Bool

    /// Creates a step.
    public init(_ action: Action, after delay: Duration = .zero, duringRead: Bool = false) {
        self.action = action
        self.delay = delay
        self.duringRead = duringRead
    }

    /// The ways to present a card.
    public enum Way: String, Hashable, Sendable, Codable, CaseIterable {
        /// Into the chip slot.
        case insert
        /// On the contactless antenna.
        case tap
        /// Through the stripe reader.
        case swipe
    }

    /// A card that does not pay.
    public enum OtherCard: Hashable, Sendable, Codable {
        /// One that is swiped, with this second track, without sentinels.
        case stripe(String)
        /// One that is tapped, with this UID in hexadecimal.
        case tag(uid: String)

        var way: Way {
            switch self {
            case .stripe: .swipe
            case .tag: .tap
            }
        }

        var data: CollectedData {
            switch self {
            case .stripe(let track): .magstripe(track)
            case .tag(let uid): .nfcUid(uid)
            }
        }
    }

    /// An act at the reader.
    ///
    /// An act that makes no sense in a state, such as removing a card that is not there, is ignored.
    public enum Action: Hashable, Sendable, Codable {
        /// The customer presents a card; an unreadable one fails at the end of the read.
        case present(SimulatedCard, Way, readable: Bool)
        /// The customer presents a card that does not pay.
        case presentOther(OtherCard)
        /// The customer adds a tip, in minor units; ignored when the reader does not ask for one.
        case chooseTip(Int64)
        /// The customer takes one of the tips that the reader shows, from 0; ignored when there is none with this number.
        case pickTip(Int)
        /// The customer holds several contactless cards to the antenna.
        case presentSeveral
        /// The customer removes the card: too early during a read, as asked after it.
        case remove
        /// The customer presses cancel on the reader; ignored when the request does not allow that.
        case cancelOnReader
        /// The reader's own time limit for a card ends.
        case timeOut
        /// The reader answers nonsense.
        case garble
        /// The reader reports its battery, 0 to 100.
        case battery(Int)
        /// The reader falls silent: it answers nothing, not even a stop, until it is disconnected.
        case mute
        /// The reader disconnects.
        case disconnect(DisconnectReason)
    }
}

extension ReaderStep {
    /// Returns a step in which the customer inserts a card.
    public static func insert(
        _ card: SimulatedCard, after delay: Duration = .milliseconds(300), readable: Bool = true
    ) -> ReaderStep {
        ReaderStep(.present(card, .insert, readable: readable), after: delay)
    }

    /// Returns a step in which the customer taps a card.
    public static func tap(
        _ card: SimulatedCard, after delay: Duration = .milliseconds(300), readable: Bool = true
    ) -> ReaderStep {
        ReaderStep(.present(card, .tap, readable: readable), after: delay)
    }

    /// Returns a step in which the customer swipes a card.
    public static func swipe(
        _ card: SimulatedCard, after delay: Duration = .milliseconds(300), readable: Bool = true
    ) -> ReaderStep {
        ReaderStep(.present(card, .swipe, readable: readable), after: delay)
    }

    /// Returns a step in which the customer removes the card after the read.
    public static func remove(after delay: Duration = .milliseconds(300)) -> ReaderStep {
        ReaderStep(.remove, after: delay)
    }

    /// Returns a step in which the customer removes the card while it is being read.
    public static func removeTooEarly(after delay: Duration = .milliseconds(50)) -> ReaderStep {
        ReaderStep(.remove, after: delay, duringRead: true)
    }

    /// Returns a step in which the reader disconnects; `duringRead` lets that happen during a read.
    public static func disconnect(
        _ reason: DisconnectReason, after delay: Duration = .zero, duringRead: Bool = false
    ) -> ReaderStep {
        ReaderStep(.disconnect(reason), after: delay, duringRead: duringRead)
    }
}
