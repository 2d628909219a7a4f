public import TenderBytes

/// A till's request to a terminal.
public enum ZVTRequest: Hashable, Sendable {
    /// Registers the till; the first request of a connection.
    case register
    /// Charges a card with an amount in minor units.
    case authorize(amount: Int64)
    /// Reverses the payment with a receipt number.
    case reverse(receipt: Int)
    /// Refunds an amount to a card.
    case refund(amount: Int64)
    /// Holds an amount.
    case preauthorize(amount: Int64)
    /// Captures an amount of what is held under a receipt number.
    case book(amount: Int64, receipt: Int)
    /// Releases what is held under a receipt number.
    case cancelPreauthorization(receipt: Int)
    /// Closes the batch.
    case endOfDay
    /// Repeats the last receipt; moves no money.
    case repeatReceipt
    /// Queries the terminal's status.
    case status
    /// Tests the connection to the host.
    case diagnose
    /// Ends the registration.
    case logOff
    /// Restarts the terminal, which ends the connection.
    case reset

    /// The largest amount that fits in 12 digits.
    public static let maximumAmount: Int64 = 999_999_999_999

    /// Whether money may move, in which case the request is recorded before it leaves, and its result before it is
    /// acknowledged.
    public var movesMoney: Bool {
        switch self {
        case .authorize, .reverse, .refund, .preauthorize, .book, .cancelPreauthorization: true
        case .register, .endOfDay, .repeatReceipt, .status, .diagnose, .logOff, .reset: false
        }
    }

    /// Returns the message of the request.
    ///
    /// - Parameter configuration: The password, the currency and the settings of the registration.
    public func message(_ configuration: ZVTConfiguration) -> ZVTAPDU {
        let password = configuration.passwordBytes
        switch self {
        case .register:
            let service = configuration.serviceByte.map { [ZVTField.serviceByte, $0] } ?? []
            return ZVTAPDU(.registration, password + [configuration.configByte] + configuration.currencyBytes + service)
        case .authorize(let amount): return ZVTAPDU(.authorization, Self.amount(amount))
        case .reverse(let receipt): return ZVTAPDU(.reversal, password + Self.receipt(receipt))
        case .refund(let amount): return ZVTAPDU(.refund, password + Self.amount(amount))
        case .preauthorize(let amount): return ZVTAPDU(.preauthorization, Self.amount(amount))
        case .book(let amount, let receipt):
            return ZVTAPDU(.bookTotal, password + Self.receipt(receipt) + Self.amount(amount))
        case .cancelPreauthorization(let receipt):
            return ZVTAPDU(.preauthorizationReversal, password + Self.receipt(receipt))
        case .endOfDay: return ZVTAPDU(.endOfDay, password)
        case .repeatReceipt: return ZVTAPDU(.repeatReceipt, password)
        case .status: return ZVTAPDU(.statusEnquiry, password)
        case .diagnose: return ZVTAPDU(.diagnosis)
        case .logOff: return ZVTAPDU(.logOff)
        case .reset: return ZVTAPDU(.reset)
        }
    }

    private static func amount(_ amount: Int64) -> [UInt8] {
        [ZVTField.amount] + BCD.encode(amount, byteCount: 6)
    }

    private static func receipt(_ receipt: Int) -> [UInt8] {
        [ZVTField.receipt] + BCD.encode(Int64(receipt), byteCount: 2)
    }
}

/// The protocol settings between a till and its terminal.
public struct ZVTConfiguration: Sendable {
    /// The framing of the messages.
    public var framing: ZVTLink.Framing
    /// The cashier's password: six ASCII digits.
    public var password: SecretBytes
    /// What the till prints, and what the terminal should report to it (the registration's config byte).
    public var configByte: UInt8
    /// The currency's ISO 4217 number; `nil` leaves it to the terminal.
    public var currency: String?
    /// The service byte of the registration; `nil` to send none.
    public var serviceByte: UInt8?
    /// The character set of the terminal's texts.
    public var characters: ZVTCharacterSet
    /// T1 and T2, the time limits of a serial link.
    public var timing: ZVTLink.Timing
    /// T3: the time limit for an answer to a command.
    public var answer: Duration
    /// T4: how long the terminal may be silent during a transaction.
    public var completion: Duration
    /// The time limit for a whole request, whatever signs of life the terminal gives.
    public var longest: Duration
    /// The time limit for registering the till and learning the terminal's ID and newest receipt.
    public var opening: Duration
    /// How long a terminal that restarts may keep the line open.
    public var restart: Duration

    /// Creates a configuration.
    ///
    /// The defaults are: password 000000; receipts printed by the till, intermediate status, neither amounts nor
    /// administration entered on the terminal (BA); euro; T3 5 s; T4 180 s; half an hour for the longest request;
    /// 40 s for an opening; and 10 s until a terminal that restarts is left.
    public init(
        _ framing: ZVTLink.Framing, password: SecretBytes = SecretBytes(utf8: "000000"), configByte: UInt8 = 0xBA,
        currency: String? = "978", serviceByte: UInt8? = nil, characters: ZVTCharacterSet = .cp437,
        timing: ZVTLink.Timing = ZVTLink.Timing(), answer: Duration = .seconds(5), completion: Duration = .seconds(180),
        longest: Duration = .seconds(1800), opening: Duration = .seconds(40), restart: Duration = .seconds(10)
    ) {
        self.framing = framing
        self.password = password
        self.configByte = configByte
        self.currency = currency
        self.serviceByte = serviceByte
        self.characters = characters
        self.timing = timing
        self.answer = answer
        self.completion = completion
        self.longest = longest
        self.opening = opening
        self.restart = restart
    }

    /// Three bytes of two digits; anything but six digits counts as 000000.
    var passwordBytes: [UInt8] {
        password.withUnsafeBytes { bytes in
            let digits = bytes.map { $0 &- 0x30 }
            guard digits.count == 6, digits.allSatisfy({ $0 <= 9 }) else { return [0, 0, 0] }
            return stride(from: 0, to: 6, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        }
    }

    var currencyBytes: [UInt8] {
        currency.flatMap { Int64($0) }.map { BCD.encode($0, byteCount: 2) } ?? []
    }
}
