public import TenderBytes
import TenderModel

/// What a chip is personalised with; by default an ordinary card of its brand.
public struct ChipProfile: Sendable {
    /// The card, whose number, expiry, applications and verification the chip has.
    public var card: SimulatedCard
    /// The applications of the chip, the preferred one first.
    public var applications: [CardApplication]
    /// The sequence number of the card, 0 to 99 (tag 5F34).
    public var sequence: UInt8 = 1
    /// The protocol that it speaks.
    public var transport: ChipProtocol
    /// How it proves that it is genuine.
    public var authentication: OfflineAuthentication
    /// The sizes of its RSA keys.
    public var keys = CardKeySizes.usual
    /// How its cryptograms are made.
    public var scheme: CryptogramScheme
    /// Whether it has a directory of its applications (`1PAY.SYS.DDF01`).
    public var hasDirectory = true
    /// Whether its holder is to confirm each application before it is used (tag 87).
    public var wantsConfirmation = false
    /// Whether it asks for data of the terminal before it starts a transaction (tag 9F38).
    public var asksForOptions = true
    /// Whether it declines what its issuer approves without a proof.
    public var wantsIssuerProof = false
    /// The PIN: 4 to 12 digits as text.
    public var pin = SecretBytes(utf8: "1234")
    /// The tries that are left for the PIN, of three at most.
    public var pinTries: UInt8 = 3
    /// Pairs of code and condition, by which it wants its holder verified (tag 8E).
    public var verificationRules: [UInt8]
    /// The number of transactions so far (tag 9F36).
    public var transactionCount: UInt16 = 1
    /// The transaction counter of the last one online (tag 9F13).
    public var lastOnlineCount: UInt16 = 1
    /// The offline transactions in a row after which a terminal should go online (tag 9F14).
    public var lowerOfflineLimit: UInt8 = 3
    /// The offline transactions in a row after which the card itself demands to go online (tag 9F23).
    public var upperOfflineLimit: UInt8 = 5
    /// The state in which its life has left it.
    public var state = ChipState.active
    /// What is wrong with it; `nil` for an honest card.
    public var flaw: ChipFlaw?
    /// What goes wrong on the way.
    public var faults: [ChipFault] = []
    /// Where its unpredictable numbers come from: the same seed gives the same numbers.
    public var seed: UInt64 = 1

    /// Creates the ordinary profile of a card.
    public init(card: SimulatedCard) {
        self.card = card
        applications = card.applications
        switch card.brand {
        case .visa:
            (transport, authentication) = (.t0, .dda)
            scheme = card.funding == .debit ? .visa22 : card.verification == .none ? .visa10 : .visa18
        case .mastercard: (transport, authentication, scheme) = (.t1, .cda, .mchip)
        case .discover, .diners, .jcb: (transport, authentication, scheme) = (.t0, .sda, .common)
        default: (transport, authentication, scheme) = (.t1, .cda, .common)
        }
        verificationRules =
            switch card.verification {
            case .none: [0x1F, 0x00]
            case .signature: [0x5E, 0x03, 0x1F, 0x00]
            case .onlinePin: [0x42, 0x03, 0x1F, 0x00]
            case .offlinePin: [0x44, 0x03, 0x41, 0x03, 0x42, 0x03, 0x1F, 0x00]
            }
    }

    /// The ordinary profiles of every simulated card.
    public static let all = SimulatedCard.all.map { ChipProfile(card: $0) }

    /// An ordinary Visa or Mastercard card for each flaw, of the kind that shows it.
    public static let hostile = ChipFlaw.allCases.map { ChipProfile(flaw: $0) }

    /// Creates a card of the kind that shows a flaw.
    public init(flaw: ChipFlaw) {
        self.init(card: .visa)
        self.flaw = flaw
        switch flaw {
        case .wrongStaticSignature: authentication = .sda
        case .unsignedCryptogram, .otherCryptogramSigned: authentication = .cda
        default: break
        }
    }
}

extension ChipProfile: CustomStringConvertible, CustomReflectable {
    /// The card's name, and what is wrong with it.
    public var description: String { ([card.name] + (flaw.map { [$0.rawValue] } ?? [])).joined(separator: " ") }

    /// A mirror that shows the same.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
