import TenderModel

/// What a contactless card, or a phone in its place, is personalised with.
public struct ContactlessProfile: Sendable {
    /// What it shares with a chip with contacts: account, applications, keys, cryptograms, state, flaw and faults.
    ///
    /// A removal takes the card away while it answers: it has carried out the command.
    public var chip: ChipProfile
    /// The rules by which it pays.
    public var style: ContactlessStyle
    /// Whether it signs what it decides (fDDA, CDA).
    public var signs = true
    /// Whether it is a phone, whose holder must unlock it for what the reader wants verified.
    public var isPhone = false
    /// The most that it approves without its issuer, in the currency's smallest unit.
    public var offlineAmount: UInt64 = 0
    /// The most that it pays at all, in the currency's smallest unit.
    public var largestAmount = UInt64.max
    /// What of its qualifiers (tag 9F6C) says what follows a failed signature or its expiry; kernel 3 only.
    public var failureQualifiers: UInt8 = 0
    /// Whether the kind of its cryptogram is told by an object of its own (tag 9F27); kernel 3 only.
    public var tellsKind = true
    /// Whether it can give a torn cryptogram again; kernel 2 only.
    public var recovers = true
    /// Whether it has the mode of chips, and not only that of stripes; kernel 2 only.
    public var hasChipMode = true

    /// Creates the ordinary profile of a card: Mastercard's rules for its cards, Visa's for all others.
    public init(card: SimulatedCard) {
        self.init(card: card, style: card.brand == .mastercard ? .mchip : .qvsdc)
    }

    /// Creates a profile by the rules of a style.
    public init(card: SimulatedCard, style: ContactlessStyle) {
        chip = ChipProfile(card: card)
        chip.transport = .t1
        self.style = style
        switch style {
        case .qvsdc: chip.authentication = .dda
        case .mchip: (chip.authentication, chip.scheme) = (.cda, .mchip)
        }
    }
}

extension ContactlessProfile: CustomStringConvertible, CustomReflectable {
    /// The card's name, and what is special about it.
    public var description: String { "\(chip) \(style.rawValue)" + (isPhone ? " phone" : "") }

    /// A mirror that shows the same.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
