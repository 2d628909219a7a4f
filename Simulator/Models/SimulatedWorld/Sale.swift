import TenderFlow
import TenderModel

/// The order of a sale, and what the shop wants of it.
struct SaleOrder {
    enum Afterwards {
        case nothing
        /// Captures this many thousandths of the hold.
        case capture(permille: Int64)
        /// Cancels the payment.
        case cancel
    }

    var amount: Int64
    var captureMethod = CaptureMethod.automatic
    var afterwards = Afterwards.nothing
    /// The thousandths that are refunded in the end.
    var refund: Int64?
    /// The thousandths that the seller gets.
    var share: Int64?
    /// Whether collecting and confirming is one call.
    var isProcessed = false
    var isInspected = false
    /// The largest tip that the reader may ask for, in minor units; `nil` if it asks for none.
    var maximumTip: Int64?
    /// The thousandths of the amount to which a hold is raised before it is captured.
    var raise: Int64?
    /// The thousandths of the amount that are charged on top for a card that allows it.
    var surcharge: Int64?
    /// Whether the issuer may approve a part of it.
    var acceptsPartial = false
    /// The thousandths of the amount to which it is edited once there is a first card.
    var edit: Int64?
    /// Whether the hold is raised only when it is captured already, which must change nothing.
    var raisesLate = false
    /// The thousandths of the amount that are the platform's fee, told at the capture.
    var fee: Int64?
    /// The milliseconds after which a colleague captures the hold that the till is capturing.
    var colleague: Int64?
    /// The deadline for all of it, in milliseconds.
    var total: Int64?
    /// A stop, some milliseconds after the confirmation was requested.
    var stop: (mode: CancelMode, after: Int64)?
    /// The behavior without the gateway.
    var behavior = OfflineBehavior.requireOnline
    /// The policy for a collection while another command has the reader.
    var busy = BusyPolicy.reject
    /// A stop, some milliseconds after the collection was requested.
    var stopsCollection: Int64?

    /// Draws an order.
    init(seed: UInt64, lane: Int, number: Int) {
        var chance = SplitMix64(seed: SplitMix64.draw(seed, 0x5A1E_0000_0000 | UInt64(lane) << 20 | UInt64(number)))
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
        if chance.next() % 6 == 0 { maximumTip = 400 }
        let draws = (chance.next() % 3, chance.next() % 4)
        if isInspected, !isProcessed, chance.next() % 2 == 0 { surcharge = 20 }
        drawTotals(draws)
        drawChanges(&chance)
    }

    private mutating func drawTotals(_ draws: (UInt64, UInt64)) {
        guard behavior == .requireOnline else { return }
        // What was approved with a surcharge is neither raised nor a part.
        guard surcharge == nil else { return }
        if captureMethod == .manual, maximumTip == nil, draws.0 == 0 { raise = 1300 }
        if draws.1 == 0 { acceptsPartial = true }
    }

    /// Draws what changes before the charge and around the capture, for sales whose total is not open otherwise.
    private mutating func drawChanges(_ chance: inout SplitMix64) {
        let draws = (chance.next() % 6, chance.next() % 4, Int64(chance.next() % 3000))
        guard behavior == .requireOnline, surcharge == nil, maximumTip == nil, raise == nil, !acceptsPartial else {
            return
        }
        if !isProcessed, draws.0 == 0 { edit = 800 }
        guard case .capture = afterwards else { return }
        switch draws.1 {
        case 0: (raise, raisesLate) = (1300, true)
        case 1 where share == nil && refund == nil: fee = 100
        case 2: colleague = draws.2
        default: break
        }
    }

    init(amount: Int64) { self.amount = amount }

    /// The total to which the hold is raised.
    var raisedAmount: Int64? { raise.map { amount * $0 / 1000 } }

    /// The surcharge for a card that allows one.
    var surchargeAmount: Int64? { surcharge.map { amount * $0 / 1000 } }

    /// The amount to which it is edited.
    var editedAmount: Int64? { edit.map { amount * $0 / 1000 } }

    /// The platform's fee.
    var feeAmount: Int64? { fee.map { max(1, amount * $0 / 1000) } }

    /// What is captured of the hold; `nil` for all of it.
    var capturedAmount: Int64? {
        guard case .capture(let permille) = afterwards, permille != 1000 else { return nil }
        return max(1, amount * permille / 1000)
    }

    /// The most that may be taken for it.
    var most: Int64 {
        max(amount + (maximumTip ?? 0) + (surchargeAmount ?? 0), raisesLate ? 0 : raisedAmount ?? 0)
    }

    /// What the reader may ask for.
    var tipping: TippingConfiguration? {
        maximumTip.map { TippingConfiguration(maximum: Amount(minorUnits: $0, currency: .eur)) }
    }

    /// The amount of a partial refund in the end.
    var refundAmount: Int64? { refund.flatMap { $0 == 1000 ? nil : max(1, amount * $0 / 1000) } }

    /// Whether the customer presents the card for the refund.
    var refundsAtReader: Bool { refundAmount != nil && amount % 2 == 0 }

    /// The seller's share.
    var shareAmount: Int64? { share.map { max(1, amount * $0 / 1000) } }
}

/// One sale, as the cashier and the app behind the lane know it.
final class Sale {
    enum Stage: Equatable {
        case toCreate, creating, toCollect, collecting, toConfirm, editing, confirming, unknown, approved
        case incrementing, capturing, toShare
        case sharing, toRefund, refunding, toCancel, canceling, lookup, looking, over
    }

    let number: Int
    let lane: Int
    let order: SaleOrder
    let name: String
    var stage = Stage.toCreate
    /// The intents known to the app, oldest first, in their last known form.
    var intents: [PaymentIntent] = []
    /// Every intent that the gateway has for the order: the oracle's knowledge, not the shop's.
    var allIntents: [String] = []
    /// The number of intents requested.
    var creates = 0
    /// The number of cards tried.
    var cards = 0
    /// The number of times that the cashier acted on it.
    var effort = 0
    /// Whether somebody was shown that it is paid.
    var isPaid = false
    /// Whether nothing is left to do with the hold, so that a returning cashier no longer captures it.
    var afterwardsDone = false
    /// The number of edits requested, the intent of one whose result nobody was told, and those that are told as edited.
    var edits = 0
    var editing: String?
    var edited: Set<String> = []
    /// The number of increments requested, and whether the cashier was told the result.
    var increments = 0
    var isIncrementTold = false
    /// The intent as it was when its hold was to be captured.
    var held: PaymentIntent?
    /// Whether a colleague was about to capture it.
    var hasColleague = false
    var refunds = 0
    var shares = 0
    /// Every transfer that the gateway has for the sale: the oracle's knowledge, not the shop's.
    var transfers: [(key: String, amount: Int64)] = []
    /// Whether the cashier was told the result of the seller's share.
    var isShareTold = false
    /// Whether the cashier was told the result of the refund.
    var isRefundTold = false
    /// Whether it may not be stored, or no longer.
    var goesOnline = false
    /// The number of intents checked since the last crash.
    var looked = 0

    init(number: Int, lane: Int, order: SaleOrder, name: String) {
        self.number = number
        self.lane = lane
        self.order = order
        self.name = name
    }

    var intent: PaymentIntent? { intents.last }

    /// The amount transferred to the seller.
    var transferred: Int64 { transfers.reduce(0) { $0 + $1.amount } }

    var behavior: OfflineBehavior { goesOnline ? .requireOnline : order.behavior }
}

/// The person and the app at a lane.
struct Cashier {
    /// The current sale.
    var sale: Int?
    /// The number of sales begun.
    var begun = 0
    /// The number of the current plan, so that an older one is dropped.
    var plan = 0
}
