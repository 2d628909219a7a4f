import TenderFlow
import TenderModel

/// What is to be sold, and what the shop wants of it.
struct SaleOrder {
    enum Afterwards {
        case nothing
        /// Captures the hold, this many thousandths of it.
        case capture(permille: Int64)
        /// Gives the hold up.
        case cancel
    }

    var amount: Int64
    var captureMethod = CaptureMethod.automatic
    var afterwards = Afterwards.nothing
    /// How many thousandths are given back in the end.
    var refund: Int64?
    /// How many thousandths the seller gets.
    var share: Int64?
    /// Whether collecting and confirming is one call.
    var isProcessed = false
    var isInspected = false
    /// The bound of the whole, in milliseconds.
    var total: Int64?
    /// A stop, so many milliseconds after the confirmation was asked for.
    var stop: (mode: CancelMode, after: Int64)?
    /// What to do without the gateway.
    var behavior = OfflineBehavior.requireOnline
    /// What a collection does while another command has the reader.
    var busy = BusyPolicy.reject
    /// A stop, so many milliseconds after the collection was asked for.
    var stopsCollection: Int64?

    /// Draws an order.
    init(seed: UInt64, till: Int, number: Int) {
        var chance = SplitMix64(seed: SplitMix64.draw(seed, 0x5A1E_0000_0000 | UInt64(till) << 20 | UInt64(number)))
        amount = Int64(chance.next() % 20_000) + 100
        isProcessed = chance.next() % 2 == 0
        isInspected = chance.next() % 8 == 0
        if chance.next() % 5 == 0 { total = 45_000 }
        if chance.next() % 3 == 0 {
            captureMethod = .manual
            switch chance.next() % 8 {
            case 0: afterwards = .cancel
            case 1: break
            case 2: afterwards = .capture(permille: 500)
            default: afterwards = .capture(permille: 1000)
            }
        }
        switch chance.next() % 12 {
        case 0, 1: behavior = .preferOnline
        case 2, 3: behavior = .forceOffline
        default: break
        }
        if chance.next() % 8 == 0 { refund = chance.next() % 2 == 0 ? 1000 : 300 }
        if chance.next() % 6 == 0 { share = 200 }
        switch chance.next() % 4 {
        case 0: busy = .queue
        case 1: busy = .replace
        default: break
        }
    }

    init(amount: Int64) { self.amount = amount }

    /// What is given back in the end when it is not all.
    var refundAmount: Int64? { refund.flatMap { $0 == 1000 ? nil : max(1, amount * $0 / 1000) } }

    /// What the seller gets.
    var shareAmount: Int64? { share.map { max(1, amount * $0 / 1000) } }
}

/// One sale: what the cashier and the app that is behind the till know of it.
final class Sale {
    enum Stage: Equatable {
        case toCreate, creating, toCollect, collecting, toConfirm, confirming, unknown, approved, capturing, toShare
        case sharing, toRefund, refunding, toCancel, canceling, lookup, looking, over
    }

    let number: Int
    let till: Int
    let order: SaleOrder
    let name: String
    var stage = Stage.toCreate
    /// The intents that the app knows, oldest first, with their last known form.
    var intents: [PaymentIntent] = []
    /// Every intent that the gateway has for the order: the oracle's knowledge, not the shop's.
    var allIntents: [String] = []
    /// How many intents were asked for.
    var creates = 0
    /// How many cards were tried.
    var cards = 0
    /// How often the cashier acted on it.
    var effort = 0
    /// Whether somebody was shown that it is paid.
    var isPaid = false
    /// Whether the hold may still be captured when the cashier comes back to it.
    var afterwardsDone = false
    var refunds = 0
    var shares = 0
    /// Every transfer that the gateway has for the sale: the oracle's knowledge, not the shop's.
    var transfers: [(key: String, amount: Int64)] = []
    /// Whether the cashier was told how the seller's share ended.
    var isShareTold = false
    /// Whether the cashier was told how the refund ended.
    var isRefundTold = false
    /// Whether it may not be stored, or not any more.
    var goesOnline = false
    /// The intents that were looked at since the last crash.
    var looked = 0

    init(number: Int, till: Int, order: SaleOrder, name: String) {
        self.number = number
        self.till = till
        self.order = order
        self.name = name
    }

    var intent: PaymentIntent? { intents.last }

    /// What the seller was sent.
    var transferred: Int64 { transfers.reduce(0) { $0 + $1.amount } }

    var behavior: OfflineBehavior { goesOnline ? .requireOnline : order.behavior }
}

/// The person and the app at a till.
struct Cashier {
    /// The sale in hand.
    var sale: Int?
    /// How many sales were begun.
    var begun = 0
    /// Numbers what was planned, so that an older plan is dropped.
    var plan = 0
}
