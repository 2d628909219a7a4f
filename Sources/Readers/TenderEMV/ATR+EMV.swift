/// The reasons for which EMV rejects an answer to reset (EMV Book 1 clause 8.3).
public enum ATRRefusal: Hashable, Sendable {
    /// The answer already violates ISO/IEC 7816-3.
    case malformed(ATRFault)
    /// TB1 must be 00 after a cold reset.
    case programmingVoltage(UInt8?)
    /// TD1 must name T=0 or T=1.
    case firstProtocol(UInt8)
    /// TA1 must be 11 to 13 in specific mode.
    case speed(UInt8)
    /// TA2 must have bit 5 clear.
    case implicitParameters
    /// TA2 must name T=0 or T=1.
    case specificProtocol(UInt8)
    /// TB2 must be absent.
    case secondProgrammingVoltage
    /// TC2 must be 0A.
    case waitingTime(UInt8)
    /// TD2 must name T=1, or T=14 after a TD1 that names T=0.
    case secondProtocol(UInt8)
    /// TA3 must be 10 to FE.
    case informationFieldSize(UInt8)
    /// TB3 must be present with BWI at most 4, CWI at most 5, and 2^CWI greater than N + 1.
    case waitingTimes(UInt8?)
    /// TC3 must be 00: EMV has no CRC.
    case checkValue(UInt8)

    /// A human-readable sentence.
    public var sentence: String {
        switch self {
        case .malformed(let fault): fault.sentence
        case .programmingVoltage(let value): "TB1 is \(text(value)); EMV wants 00 after a cold reset."
        case .firstProtocol(let value): "TD1 (\(hex(value))) names neither T=0 nor T=1."
        case .speed(let value): "TA1 is \(hex(value)); EMV wants 11, 12 or 13 in specific mode."
        case .implicitParameters: "TA2 says that the speed is one that the card does not tell."
        case .specificProtocol(let value): "TA2 (\(hex(value))) names neither T=0 nor T=1."
        case .secondProgrammingVoltage: "TB2 is there; EMV wants it absent."
        case .waitingTime(let value): "TC2 is \(hex(value)); EMV wants 0A."
        case .secondProtocol(let value): "TD2 is \(hex(value)), a protocol that EMV does not allow there."
        case .informationFieldSize(let value): "TA3 is \(hex(value)); EMV wants 10 to FE."
        case .waitingTimes(let value):
            "TB3 is \(text(value)); EMV wants BWI up to 4, CWI up to 5, and 2^CWI greater than N + 1."
        case .checkValue(let value): "TC3 is \(hex(value)); EMV wants 00."
        }
    }

    private func text(_ value: UInt8?) -> String { value.map(hex) ?? "absent" }
}

extension ATR {
    /// Returns what EMV would reject; empty if it accepts the answer.
    ///
    /// - Parameter afterWarmReset: Whether the card has answered before, after which TB1 may be anything.
    public func emvFaults(afterWarmReset: Bool = false) -> [ATRRefusal] {
        var refusals: [ATRRefusal] = faults.map { .malformed($0) }
        if !afterWarmReset && value(.b, 1) != 0 { refusals.append(.programmingVoltage(value(.b, 1))) }
        if let first = value(.d, 1), first & 0x0F > 1 { refusals.append(.firstProtocol(first)) }
        refusals += specificModeFaults
        if value(.b, 2) != nil { refusals.append(.secondProgrammingVoltage) }
        if let waiting = value(.c, 2), waiting != 0x0A { refusals.append(.waitingTime(waiting)) }
        if let second = value(.d, 2) {
            let allowed: UInt8 = (value(.d, 1) ?? 0) & 0x0F == 1 ? 1 : 14
            if second & 0x0F != allowed { refusals.append(.secondProtocol(second)) }
        }
        if protocols.contains(1) { refusals += blockProtocolFaults }
        return refusals
    }

    private var specificModeFaults: [ATRRefusal] {
        guard let mode = value(.a, 2) else { return [] }
        var refusals: [ATRRefusal] = []
        if hasImplicitParameters { refusals.append(.implicitParameters) }
        if mode & 0x0F > 1 { refusals.append(.specificProtocol(mode)) }
        if let speed = value(.a, 1), !(0x11...0x13).contains(speed) { refusals.append(.speed(speed)) }
        return refusals
    }

    private var blockProtocolFaults: [ATRRefusal] {
        var refusals: [ATRRefusal] = []
        if let size = specificValue(.a, for: 1), !(0x10...0xFE).contains(size) {
            refusals.append(.informationFieldSize(size))
        }
        let times = specificValue(.b, for: 1)
        // N is -1 if TC1 is FF.
        let guardTime = guardTime == 255 ? -1 : Int(guardTime)
        if let times, times >> 4 <= 4, times & 0x0F <= 5, 1 << Int(times & 0x0F) > guardTime + 1 {
            // What EMV requires.
        } else {
            refusals.append(.waitingTimes(times))
        }
        if let check = specificValue(.c, for: 1), check != 0 { refusals.append(.checkValue(check)) }
        return refusals
    }
}
