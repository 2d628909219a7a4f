import CommandLineOptions
import SimulatedCard
import SimulatedPayments
import Tender

struct SaleOptions {
    var amount: Amount
    var order: String?
    var captureMethod: CaptureMethod
    var reader: ReaderAddress
    /// The file with the rules and keys for chips; `nil` for those of the simulated cards.
    var contactFile: String?
    /// Whether chips may leave before the issuer is asked, whatever the rules for them say.
    var usesQuickChip: Bool
    /// The cards presented one after the other at the simulated reader; empty for none.
    var cards: [SimulatedCard]
    /// The key of the key store under which cards are encrypted; `nil` for the simulators' published one.
    var sealingKey: SealingKey?
    /// The file that the card in the simulated chip reader is personalised from; `nil` for `cards`.
    var cardFile: String?
    /// The application of the chip that is to pay: its place in the card's list, or its identifier; `nil` to ask.
    var application: String?
    var faults: [Fault]
    var timeout: Duration?
    var offline: OfflineBehavior
    var offlineLimits: OfflineLimits
    /// The connected account that gets the money, and the platform's fee.
    var account: String?
    var fee: Amount?
    /// The tip on the receipt, with which the approval is captured.
    var tip: Amount?
    /// The tip that the reader asks for.
    var askedTip: AskedTip?
    /// What else the payment is created with.
    var wishes: SaleWishes
    /// What the cards pay one after the other before the last one pays the rest; empty for one card.
    var parts: [Amount] = []
    /// Whether what was approved stands when the rest is not paid.
    var keepsParts = false

    /// The surcharge for cards that the gateway allows it for.
    var surcharge: SurchargeRules?
    /// Whether to offer the customer to pay in the card's currency.
    var offersConversion: Bool
    /// The customer's answer to the simulated reader's question.
    var consent: ConsentAnswer

    private static let orderID = Option(
        "order", "ID", "your order's id: not charged again while an outcome for it is unknown", as: .text)
    private static let capture = Option<CaptureMethod>(
        "capture", "METHOD", "when the money moves",
        as: .choice([.automatic, .manual, .manualPreferred], spelled: \.rawValue),
        default: .automatic)
    private static let tipOnReceipt = Option(
        "tip", "A", "a tip on the receipt: the amount is held, then captured with the tip", as: .text)
    private static let tipOnReader = Option(
        "ask-tip", "A|configured",
        "let the reader ask for a tip: up to A, or 'configured' for the choices set at the gateway; the simulated "
            + "customer adds all of A, or takes the first choice", as: .text)
    private static let tipLocation = Option(
        "location", "ID",
        "the location whose tips to offer, tml_…; not for smart readers, whose location is known", as: .text)
    private static let split = Option(
        repeated: "split", "A", "what a card pays of it, card by card; the last one pays the rest; with --order",
        as: .text)
    private static let keep = Option(
        flag: "keep", "with --split, keep what was approved when the rest is not paid, in place of giving it back")
    private static let surchargeRate = Option(
        "surcharge", "PERCENT",
        "a surcharge, such as 2.5, for cards that the gateway allows it for; the reader asks the customer first",
        as: .text)
    private static let consentAnswer = Option<ConsentAnswer>(
        "consent", "ANSWER", "what the customer at the simulated reader says about the surcharge or the conversion",
        as: .choice([.accepted, .declined, .timedOut], spelled: \.word), default: .accepted)
    private static let conversion = Option(
        flag: "offer-currency-conversion",
        "let the customer pay in the card's currency, if the gateway converts it; the reader asks first")
    private static let card = Option(
        "card", "NAME[,NAME…]", "cards presented one after the other; none for no card; visa when left out", as: .text)
    private static let cardFile = Option(
        "card-file", "FILE", "a card that computes, with its flaws and faults, for simulated-ccid; see docs/emv.md",
        as: .text)
    private static let applicationName = Option(
        "application", "N|AID",
        "which application of a chip is tried first, where it has several: its place in the card's list, or its "
            + "identifier; else the customer is asked at the terminal; with --json, or without a terminal, the one pays "
            + "that the card prefers", as: .text)
    private static let readerAddress = Option(
        "reader", "READER",
        "simulated, simulated-ccid[:MODEL], usb[:ID][#SLOT], serial:PATH[,neo|zvt], tcp:HOST:PORT[,zvt|neo] or internet[:ID]",
        as: .sellingReader, default: ReaderAddress(.simulated))
    private static let contactFile = Option(
        "emv", "FILE",
        "rules and keys for chips in a USB reader; else those for the simulated cards, or with usb and --gateway none",
        as: .text)
    private static let quickChip = Option(
        flag: "quick-chip",
        "let a chip leave before the issuer is asked; else it waits for the issuer's answer and has the last word, unless "
            + "the rules of --emv say otherwise")
    private static let limit = Option(
        "timeout", "SECONDS", "how long the whole sale may take", as: .seconds(in: 1...86_400))
    static let offlineWhen = Option<OfflineBehavior>(
        "offline", "WHEN", "whether a card is accepted without the gateway",
        as: .choice([.preferOnline, .requireOnline, .forceOffline], spelled: \.word), default: .requireOnline)

    static let list: [any DeclaredOption] =
        [
            MoneyOptions.amount, MoneyOptions.currency, orderID, capture, tipOnReceipt, tipOnReader, tipLocation,
            surchargeRate, conversion,
            consentAnswer, split, keep, MoneyOptions.beneficiary,
            MoneyOptions.fee, card, cardFile, applicationName, readerAddress, contactFile, quickChip,
            limit, offlineWhen, OfflineLimitOptions.limit, OfflineLimitOptions.total, GatewayAccess.fault,
        ] + SealingKey.options + SaleWishes.list

    init(_ arguments: Arguments) throws {
        amount = try MoneyOptions.amount(arguments)
        _ = try amount.gatewayUnits()
        order = arguments[Self.orderID]
        captureMethod = arguments[Self.capture]
        reader = arguments[Self.readerAddress]
        guard reader.method == .simulated || arguments[Self.card] == nil else {
            let instead = reader.method == .internet ? "tender terminal present" : "tender reader simulate"
            throw CommandLineError("--card is for the simulated reader: give it to \(instead) instead")
        }
        cards = reader.method == .simulated ? try Self.cards(arguments[Self.card] ?? "visa") : []
        sealingKey = try SealingKey(arguments)
        guard sealingKey == nil || reader.chipModel != nil || reader.method == .usb else {
            throw CommandLineError("--sealing-key is for USB readers: add --reader usb or simulated-ccid")
        }
        cardFile = arguments[Self.cardFile]
        guard cardFile == nil || reader.chipModel != nil && arguments[Self.card] == nil else {
            throw CommandLineError("--card-file is for --reader simulated-ccid; give it in place of --card")
        }
        contactFile = arguments[Self.contactFile]
        guard contactFile == nil || reader.chipModel != nil || reader.method == .usb else {
            throw CommandLineError("--emv is for chips in USB readers: add --reader usb or simulated-ccid")
        }
        usesQuickChip = arguments[Self.quickChip]
        guard !usesQuickChip || reader.chipModel != nil || reader.method == .usb else {
            throw CommandLineError("--quick-chip is for chips in USB readers: add --reader usb or simulated-ccid")
        }
        application = try Self.application(arguments, reader)
        faults = try arguments[GatewayAccess.fault].map { try Fault(parsing: $0) }
        offline = arguments[Self.offlineWhen]
        offlineLimits = offline == .requireOnline ? .none : try OfflineLimitOptions.limits(arguments, amount.currency)
        (account, fee) = try Self.share(arguments, amount, isOffline: offline != .requireOnline, reader)
        timeout = arguments[Self.limit]
        wishes = try SaleWishes(arguments, reader)
        consent = arguments[Self.consentAnswer]
        offersConversion = arguments[Self.conversion]
        surcharge = try arguments[Self.surchargeRate].map {
            try Self.rate($0, isOffline: offline != .requireOnline, reader)
        }
        try readTips(arguments)
        try checkConversion()
        try checkRequests()
        try readParts(arguments)
    }

    private static func application(_ arguments: Arguments, _ reader: ReaderAddress) throws -> String? {
        guard let name = arguments[applicationName] else { return nil }
        guard reader.chipModel != nil || reader.method == .usb else {
            throw CommandLineError("--application is for chips in USB readers: add --reader usb or simulated-ccid")
        }
        let isPlace = name.count < 3 && Int(name).map { $0 > 0 } ?? false
        guard isPlace || (Hex.decode(name).map { (5...16).contains($0.count) } ?? false) else {
            throw CommandLineError("--application takes a number from 1 to 99, or an identifier of 5 to 16 bytes")
        }
        return name
    }

    /// Refuses a conversion that cannot be had with the rest.
    private func checkConversion() throws {
        guard offersConversion else { return }
        guard surcharge == nil else {
            throw CommandLineError("give --surcharge or --offer-currency-conversion, not both: they exclude each other")
        }
        guard reader.dialect != .zvt, reader.method != .internet, offline == .requireOnline, tip == nil,
            !wishes.acceptsPart
        else {
            throw CommandLineError(
                "--offer-currency-conversion is for the whole amount, charged at once by the payments API: no smart "
                    + "reader, ZVT, --offline, --authorization partial or --tip")
        }
    }

    /// Refuses what is asked of the issuer and cannot be had with the rest.
    private func checkRequests() throws {
        guard wishes.asksIssuer else { return }
        guard offline == .requireOnline else {
            throw CommandLineError("--authorization and --routing are for sales that are authorized at once")
        }
        guard !wishes.asksForIncrements || captureMethod == .manual else {
            throw CommandLineError("--authorization incremental needs a hold: add --capture manual")
        }
        guard !wishes.asksForLongHold || captureMethod == .manual else {
            throw CommandLineError("--authorization extended is for what is held: add --capture manual")
        }
        guard !wishes.acceptsPart || tip == nil else {
            throw CommandLineError("give --tip or --authorization partial, not both: a part leaves nothing for a tip")
        }
    }

    private mutating func readParts(_ arguments: Arguments) throws {
        let texts = arguments[Self.split]
        keepsParts = arguments[Self.keep]
        guard !texts.isEmpty else {
            guard !keepsParts else { throw CommandLineError("--keep is for --split: what the cards pay one by one") }
            return
        }
        guard order != nil else {
            throw CommandLineError("--split needs --order ID: by it the command goes on after a failure")
        }
        guard reader.dialect != .zvt, offline == .requireOnline, tip == nil, askedTip == nil, surcharge == nil,
            !offersConversion
        else {
            throw CommandLineError(
                "--split is for sales through the payments API, authorized at once, without a tip, a surcharge or a "
                    + "currency conversion")
        }
        let currency = amount.currency
        parts = try texts.map { try MoneyOptions.positive($0, Self.split, currency) }
        // One simulated card pays every part.
        if cards.count == 1 { cards = Array(repeating: cards[0], count: parts.count + 1) }
    }

    /// Returns the surcharge of a rate in percent, with at most two decimals.
    private static func rate(_ text: String, isOffline: Bool, _ reader: ReaderAddress) throws -> SurchargeRules {
        guard let points = try? Amount(parsing: text, currency: .eur).minorUnits, (1...10_000).contains(points) else {
            throw CommandLineError("--surcharge \(text) is no percentage: give one such as 2.5, at most 100")
        }
        guard reader.dialect != .zvt, reader.method != .internet, !isOffline else {
            throw CommandLineError(
                "--surcharge is for cards that the payments API charges at once: no smart reader, ZVT or --offline")
        }
        return SurchargeRules(basisPoints: points)
    }

    private mutating func readTips(_ arguments: Arguments) throws {
        let currency = amount.currency
        tip = try arguments[Self.tipOnReceipt].map { try MoneyOptions.positive($0, Self.tipOnReceipt, currency) }
        let isTipped = tip != nil || arguments[Self.tipOnReader] != nil
        guard !isTipped || reader.dialect != .zvt && offline == .requireOnline else {
            throw CommandLineError(
                "--tip and --ask-tip are for sales through the payments API that are authorized at once")
        }
        askedTip = try readAskedTip(arguments)
        guard tip != nil else { return }
        guard askedTip == nil else { throw CommandLineError("give --tip or --ask-tip, not both") }
        guard !arguments.isGiven(Self.capture) else {
            throw CommandLineError("--tip holds the amount and captures it with the tip: leave --capture out")
        }
        captureMethod = .manual
    }

    private func readAskedTip(_ arguments: Arguments) throws -> AskedTip? {
        let (text, location) = (arguments[Self.tipOnReader], arguments[Self.tipLocation])
        guard let text, text == AskedTip.configuredWord else {
            guard location == nil else {
                throw CommandLineError(
                    "--location needs --ask-tip configured: it names the location whose tips are offered")
            }
            return try text.map { .upTo(try MoneyOptions.positive($0, Self.tipOnReader, amount.currency)) }
        }
        guard arguments.isGiven(GatewayAccess.gateway) else {
            throw CommandLineError("--ask-tip configured offers tips of a gateway: give --gateway URL, or an amount")
        }
        guard location == nil || reader.method != .internet else {
            throw CommandLineError("a smart reader's location is known to the gateway: leave --location out")
        }
        return .configured(location: location)
    }

    /// Returns the account that gets the money and the fee: as a destination charge of the payments API.
    private static func share(
        _ arguments: Arguments, _ amount: Amount, isOffline: Bool, _ reader: ReaderAddress
    ) throws -> (String?, Amount?) {
        let fee = try arguments[MoneyOptions.fee].map { try Amount(parsing: $0, currency: amount.currency) }
        guard let account = arguments[MoneyOptions.beneficiary] else {
            guard fee == nil else {
                throw CommandLineError("--fee needs --to: the connected account that receives the rest")
            }
            return (nil, nil)
        }
        guard arguments.isGiven(GatewayAccess.gateway) else {
            throw CommandLineError("--to names an account of a gateway: give --gateway URL")
        }
        guard reader.dialect != .zvt, !isOffline else {
            throw CommandLineError("--to is for sales through the payments API that are authorized at once")
        }
        if let fee {
            guard fee.minorUnits > 0, fee.minorUnits <= amount.minorUnits else {
                throw CommandLineError("--fee \(fee.decimal) must be above zero and no more than \(amount)")
            }
        }
        return (account, fee)
    }

    private static func cards(_ text: String) throws -> [SimulatedCard] {
        guard text != "none" else { return [] }
        return try text.split(separator: ",", omittingEmptySubsequences: false).map {
            try SimulatedCard.named(String($0))
        }
    }
}

extension OptionText where Value == ReaderAddress {
    /// The address of a reader.
    static var reader: OptionText {
        OptionText("simulated, usb[:ID][#SLOT], serial:PATH[,neo|zvt], tcp:HOST:PORT[,zvt|neo] or internet[:ID]") {
            text in
            ReaderAddress(text).flatMap { $0.chipModel == nil ? $0 : nil }
        }
    }

    /// The address of a reader that may be a simulated USB chip reader.
    fileprivate static var sellingReader: OptionText {
        OptionText(
            "simulated, simulated-ccid[:MODEL], usb[:ID][#SLOT], serial:PATH[,neo|zvt], tcp:HOST:PORT[,zvt|neo] or internet[:ID]"
        ) {
            ReaderAddress($0)
        }
    }
}

extension OfflineBehavior {
    /// The word of the option.
    fileprivate var word: String {
        switch self {
        case .preferOnline: "prefer"
        case .requireOnline: "require"
        case .forceOffline: "force"
        }
    }
}

extension ConsentAnswer {
    /// The word of the option.
    fileprivate var word: String {
        switch self {
        case .accepted: "yes"
        case .declined: "no"
        case .timedOut: "none"
        case .unsupported: "unsupported"
        case .failed: "failed"
        }
    }
}
