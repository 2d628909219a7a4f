/// The meaning of the interface bytes, with the defaults of ISO/IEC 7816-3 clauses 8.3, 10.2 and 11.4 where they are
/// absent.
extension ATR {
    /// The value of the clock-stop indicator.
    public enum ClockStop: UInt8, Hashable, Sendable, CaseIterable {
        /// The clock may not stop.
        case notAllowed = 0
        /// It may stop low.
        case low = 1
        /// It may stop high.
        case high = 2
        /// It may stop either way.
        case any = 3
    }

    /// The clock rate conversion integers F, indexed by the high half of TA1; `nil` where reserved.
    public static let conversionTable: [Int?] = [
        372, 372, 558, 744, 1116, 1488, 1860, nil, nil, 512, 768, 1024, 1536, 2048, nil, nil,
    ]
    /// The baud rate adjustment integers D, indexed by the low half of TA1; `nil` where reserved.
    public static let adjustmentTable: [Int?] = [
        nil, 1, 2, 4, 8, 16, 32, 64, 12, 20, nil, nil, nil, nil, nil, nil,
    ]

    /// The offered protocols in order; T=0 alone if none is named, and T=15 does not count.
    public var protocols: [UInt8] {
        var named: [UInt8] = []
        for byte in interfaceBytes where byte.kind == .d {
            let number = byte.value & 0x0F
            if number != 15 && !named.contains(number) { named.append(number) }
        }
        return named.isEmpty ? [0] : named
    }

    /// The protocol in use if nothing is negotiated: that of TA2, otherwise the first offered.
    public var defaultProtocol: UInt8 { specificProtocol ?? protocols.first ?? 0 }

    /// The protocol of a card in specific mode (TA2), which does not negotiate.
    public var specificProtocol: UInt8? { value(.a, 2).map { $0 & 0x0F } }

    /// Whether a card in specific mode uses parameters that it does not state (TA2 bit 5).
    public var hasImplicitParameters: Bool { (value(.a, 2) ?? 0) & 0x10 != 0 }

    /// The speed that the card offers (TA1); 11 if it is absent.
    public var speed: UInt8 { value(.a, 1) ?? 0x11 }

    /// The extra guard time N in etu (TC1); 255 stands for the minimum.
    public var guardTime: UInt8 { value(.c, 1) ?? 0 }

    /// The waiting time integer WI of T=0 (TC2); 10 if absent, or zero, which is reserved.
    public var waitingTime: UInt8 { value(.c, 2).flatMap { $0 == 0 ? nil : $0 } ?? 10 }

    /// The information field size of the card in T=1, 1 to 254; 32 if absent or reserved.
    public var informationFieldSize: UInt8 {
        specificValue(.a, for: 1).flatMap { $0 == 0 || $0 == 255 ? nil : $0 } ?? 32
    }

    /// The block waiting time integer BWI of T=1, at most 9.
    public var blockWaitingTime: UInt8 { min((specificValue(.b, for: 1) ?? 0x4D) >> 4, 9) }

    /// The character waiting time integer CWI of T=1.
    public var characterWaitingTime: UInt8 { (specificValue(.b, for: 1) ?? 0x4D) & 0x0F }

    /// Whether T=1 blocks end in a CRC instead of an LRC.
    public var usesCRC: Bool { (specificValue(.c, for: 1) ?? 0) & 1 != 0 }

    /// Whether and how the clock may stop (the first TA for T=15).
    public var clockStop: ClockStop {
        specificValue(.a, for: 15).flatMap { ClockStop(rawValue: $0 >> 6) } ?? .notAllowed
    }

    /// The class indicator of supply voltages (b0 5 V, b1 3 V, b2 1.8 V); `nil` if the card does not say.
    public var voltageClasses: UInt8? { specificValue(.a, for: 15).map { $0 & 0x3F } }

    /// Whether the card uses the inverse convention (3F).
    public var isInverse: Bool { bytes.first == 0x3F }

    /// Returns the F of a speed; 372 where reserved.
    public static func conversion(_ speed: UInt8) -> Int { conversionTable[Int(speed >> 4)] ?? 372 }

    /// Returns the D of a speed; 1 where reserved.
    public static func adjustment(_ speed: UInt8) -> Int { adjustmentTable[Int(speed & 0x0F)] ?? 1 }

    /// Returns whether neither half of a speed is reserved.
    public static func isKnown(speed: UInt8) -> Bool {
        conversionTable[Int(speed >> 4)] != nil && adjustmentTable[Int(speed & 0x0F)] != nil
    }
}
