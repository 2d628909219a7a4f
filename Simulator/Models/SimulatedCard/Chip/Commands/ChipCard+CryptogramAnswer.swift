import TenderCrypto

/// The answer to GENERATE AC, signed or not (EMV, Book 3, 6.5.5.4; Book 2, 6.6.1).
extension ChipCard {
    /// - Parameters:
    ///   - reason: The low bits of the cryptogram information data.
    ///   - signed: The values of GENERATE AC, of the first and the second, which a signature covers.
    mutating func answer(
        _ kind: ChipCryptogramKind, _ reason: UInt8, _ cryptogram: [UInt8], _ results: [UInt8], isSigned: Bool,
        signed: [UInt8], _ place: Int
    ) -> ChipResponse {
        var counter = counters[place].transactions
        var cryptogram = cryptogram
        if profile.flaw == .replayedCryptogram {
            (counter, cryptogram) = replay ?? (counter, cryptogram)
            replay = (counter, cryptogram)
        }
        if profile.flaw == .wrongCryptogram { cryptogram[0] ^= 0xFF }
        let information = kind.rawValue | (kind == .declined ? reason : 0)
        let counted = CardPayload.bigEndianBytes(counter)
        let applicationData = profile.scheme.applicationData(results: results)
        guard profile.authentication == .cda else {
            return .data(ChipObject.encode(0x80, [information] + counted + cryptogram + applicationData))
        }
        let head = ChipObject.encode(0x9F27, [information]) + ChipObject.encode(0x9F36, counted)
        let tail = ChipObject.encode(0x9F10, applicationData)
        guard isSigned, kind != .declined, profile.flaw != .unsignedCryptogram else {
            return .data(ChipObject.encode(0x77, head + ChipObject.encode(0x9F26, cryptogram) + tail))
        }
        guard let signature = sign(information, cryptogram, over: session.optionValues + signed + head + tail) else {
            return .status(ChipStatus.technicalProblem)
        }
        return .data(ChipObject.encode(0x77, head + ChipObject.encode(0x9F4B, signature) + tail))
    }

    private mutating func sign(_ information: UInt8, _ cryptogram: [UInt8], over data: [UInt8]) -> [UInt8]? {
        var hash = SHA1()
        hash.update(data)
        let told = profile.flaw == .otherCryptogramSigned ? information ^ 0xC0 : information
        let content = [8] + random.next() + [told] + cryptogram + hash.finish()
        return sign(content, data: session.unpredictable)
    }
}
