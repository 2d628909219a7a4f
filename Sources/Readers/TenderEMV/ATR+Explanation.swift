extension ATR {
    /// What the answer says, for people to read, one sentence per line.
    public var explanation: [String] {
        var lines = [isInverse ? "Inverse convention (3F)." : "Direct convention (3B)."]
        lines.append("Protocols: " + protocols.map { "T=\($0)" }.joined(separator: ", ") + ".")
        lines.append(modeLine)
        lines.append(speedLine)
        lines.append(guardTime == 255 ? "Guard time: the least possible." : "Extra guard time: \(guardTime) etu.")
        if protocols.contains(0) { lines.append("T=0: waiting time integer \(waitingTime).") }
        if protocols.contains(1) {
            lines.append(
                "T=1: blocks of \(informationFieldSize) bytes to the card, block waiting time integer "
                    + "\(blockWaitingTime), character waiting time integer \(characterWaitingTime), "
                    + (usesCRC ? "checked by CRC." : "checked by LRC."))
        }
        if specificValue(.a, for: 15) != nil { lines.append(clockLine) }
        if !historicalBytes.isEmpty {
            lines.append("Historical bytes: " + historicalBytes.map(hex).joined(separator: " ") + ".")
        }
        lines += faults.map(\.sentence)
        return lines
    }

    private var modeLine: String {
        guard let specificProtocol else { return "Negotiable mode: a host may propose protocol and speed." }
        return "Specific mode: T=\(specificProtocol) at once, nothing is negotiated"
            + (hasImplicitParameters ? ", at a speed that the card does not tell." : ".")
    }

    private var speedLine: String {
        guard Self.isKnown(speed: speed) else { return "Speed: TA1 = \(hex(speed)), which is reserved." }
        let conversion = Self.conversion(speed)
        let adjustment = Self.adjustment(speed)
        return "Speed: F = \(conversion), D = \(adjustment), \(4_000_000 * adjustment / conversion) bit/s at 4 MHz."
    }

    private var clockLine: String {
        let names = [(UInt8(1), "5 V"), (2, "3 V"), (4, "1.8 V")].filter { (voltageClasses ?? 0) & $0.0 != 0 }
        let clock =
            switch clockStop {
            case .notAllowed: "the clock may not stop"
            case .low: "the clock may stop low"
            case .high: "the clock may stop high"
            case .any: "the clock may stop"
            }
        return "Supply: \(names.map(\.1).joined(separator: ", ")); \(clock)."
    }
}
