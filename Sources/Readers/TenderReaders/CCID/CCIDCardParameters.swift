public import TenderEMV

/// The communication parameters of a card: the protocol, the speed, and the time limits that follow from them.
public struct CCIDCardParameters: Hashable, Sendable {
    /// T=0 or T=1.
    public enum CardProtocol: UInt8, Hashable, Sendable, CaseIterable {
        case t0 = 0
        case t1 = 1
    }

    /// The protocol.
    public let cardProtocol: CardProtocol
    /// F and D, as in TA1.
    public internal(set) var speed: UInt8
    /// The proposal that the driver sends to the card first (PPS); `nil` if there is nothing to propose.
    public let proposal: [UInt8]?

    let atr: ATR

    /// Chooses the parameters.
    ///
    /// - Parameters:
    ///   - atr: The card's answer to reset.
    ///   - plan: The reader's capabilities.
    ///   - rates: The speeds in bit/s that the reader lists; empty if it lists none.
    ///   - negotiates: Whether anything but the defaults may be proposed.
    /// - Throws: `CCIDError.unsupportedCard` if card and reader have nothing in common.
    public init(
        _ atr: ATR, plan: CCIDPlan, rates: [UInt32] = [], negotiates: Bool = true
    ) throws(CCIDError) {
        self.atr = atr
        let readerSpeaks = { (number: UInt8) in number < 2 && plan.protocols >> UInt32(number) & 1 != 0 }
        if atr.specificProtocol != nil && atr.hasImplicitParameters {
            throw .unsupportedCard("The card insists on a speed that it does not tell.")
        }
        let offered = atr.specificProtocol.map { [$0] } ?? atr.protocols
        guard let number = offered.first(where: readerSpeaks), let chosen = CardProtocol(rawValue: number) else {
            throw .unsupportedCard("The card and the reader have no protocol in common.")
        }
        cardProtocol = chosen
        if atr.specificProtocol != nil {
            speed = ATR.isKnown(speed: atr.speed) ? atr.speed : 0x11
            proposal = nil
            return
        }
        // At the APDU levels, nobody negotiates if the reader does not.
        let isNegotiated = plan.negotiation != .host || plan.level == .tpdu
        let mayNegotiate = negotiates && isNegotiated && plan.quirk?.negotiatesNothing != true
        speed = mayNegotiate ? Self.speed(atr.speed, plan: plan, rates: rates) : 0x11
        let needsProposal = number != atr.defaultProtocol || speed != 0x11
        let isHosts = plan.negotiation == .host && plan.level == .tpdu
        proposal = isHosts && needsProposal ? Self.proposal(number, speed) : nil
    }

    /// Returns the PPS request: PPSS, PPS0 with PPS1 announced, PPS1, check byte.
    static func proposal(_ number: UInt8, _ speed: UInt8) -> [UInt8] {
        [0xFF, 0x10 | number, speed, 0xFF ^ (0x10 | number) ^ speed]
    }

    /// Returns the fastest speed, up to the card's, that the reader supports.
    static func speed(_ offered: UInt8, plan: CCIDPlan, rates: [UInt32]) -> UInt8 {
        guard ATR.isKnown(speed: offered) else { return 0x11 }
        let fastest = ATR.adjustment(offered)
        // Below the card's own speed, the powers of two, which every faster card supports.
        let slower = (UInt8(1)...7).reversed().map { offered & 0xF0 | $0 }.filter { ATR.adjustment($0) < fastest }
        let candidates = [offered] + slower
        let usual = rate(0x11, plan.clock)
        for candidate in candidates {
            let rate = rate(candidate, plan.clock)
            if rate <= usual { break }
            let isListed = rates.isEmpty || rates.contains(UInt32(clamping: rate))
            if rate <= Int(plan.maximumDataRate) && isListed { return candidate }
        }
        return 0x11
    }

    private static func rate(_ speed: UInt8, _ clock: Int) -> Int {
        clock * 1000 * ATR.adjustment(speed) / ATR.conversion(speed)
    }

    /// The data of SetParameters (CCID 1.1 chapter 6.1.7).
    public var parameters: [UInt8] {
        let convention: UInt8 = atr.isInverse ? 2 : 0
        let stop = atr.clockStop.rawValue
        switch cardProtocol {
        case .t0: return [speed, convention, atr.guardTime, atr.waitingTime, stop]
        case .t1:
            let check: UInt8 = atr.usesCRC ? 1 : 0
            let times = atr.blockWaitingTime << 4 | atr.characterWaitingTime
            return [speed, 0x10 | convention | check, atr.guardTime, times, stop, atr.informationFieldSize, 0]
        }
    }

    /// Returns how long the reader may take for one block, at a clock in kHz.
    public func timeout(clock: Int) -> Duration {
        let clock = max(clock, 1)
        // In microseconds: clocks * 1000 / kHz.
        func time(_ clocks: Int) -> Int { clocks * 1000 / clock }
        let unit = ATR.conversion(speed) * 1000 / ATR.adjustment(speed)
        let guardTime = atr.guardTime == 255 ? 0 : Int(atr.guardTime)
        let character = (12 + guardTime) * unit / clock
        switch cardProtocol {
        case .t0:
            let waiting = time(960 * Int(atr.waitingTime) * ATR.conversion(speed))
            let longest = max(3_000_000, 261 * character + 6 * waiting, 5 * character + 260 * waiting)
            return min(.microseconds(longest + 1_000_000), Self.longest)
        case .t1:
            let block = 11 * unit / clock + (1 << Int(atr.blockWaitingTime)) * time(960 * 372)
            let characterWaiting = (11 + (1 << Int(atr.characterWaitingTime))) * unit / clock
            let longest = 260 * character + block + 260 * characterWaiting
            return min(.microseconds(longest + 1_000_000), Self.longest)
        }
    }

    /// The upper limit of any time limit, whatever a card says.
    static let longest = Duration.seconds(1200)
}
