/// How many transactions in a row a card may do without the issuer (EMV Book 3, 10.6.3).
struct VelocityCheck {
    /// Tags 9F14 and 9F23.
    var lowerLimit: UInt8
    var upperLimit: UInt8
    /// Tags 9F36 and 9F13; `nil` if the card does not give them.
    var counter: UInt16?
    var lastOnline: UInt16?

    /// The results; no other bit can be set.
    var results: TVR {
        var results: TVR = lastOnline == 0 ? .newCard : []
        guard let counter, let lastOnline else {
            return results.union([.dataMissing, .lowerLimitExceeded, .upperLimitExceeded])
        }
        guard counter > lastOnline else { return results.union([.lowerLimitExceeded, .upperLimitExceeded]) }
        let difference = counter - lastOnline
        if difference > UInt16(lowerLimit) { results.insert(.lowerLimitExceeded) }
        if difference > UInt16(upperLimit) { results.insert(.upperLimitExceeded) }
        return results
    }
}
