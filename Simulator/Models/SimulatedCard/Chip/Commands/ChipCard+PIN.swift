import TenderBytes
import TenderCrypto

/// GET CHALLENGE and VERIFY (EMV, Book 3, 6.5.6 and 6.5.12; Book 2, 7).
extension ChipCard {
    mutating func getChallenge(_ command: ChipCommand) -> ChipResponse {
        guard command.first == 0, command.second == 0 else { return .status(ChipStatus.wrongParameters) }
        let challenge = random.next()
        session.challenge = challenge
        return .data(challenge)
    }

    mutating func verify(_ command: ChipCommand, challenge: [UInt8]?) -> ChipResponse {
        guard application != nil, session.phase != .selected else {
            return .status(ChipStatus.conditionsNotSatisfied)
        }
        guard command.first == 0 else { return .status(ChipStatus.wrongParameters) }
        switch command.second {
        case 0x80:
            guard command.data.count == 8 else { return .status(ChipStatus.wrongLength) }
            return compare(SecretBytes(command.data))
        case 0x88 where ChipRecords.takesEncipheredPIN(profile):
            return verifyEnciphered(command.data, challenge)
        default: return .status(ChipStatus.wrongParameters)
        }
    }

    private mutating func verifyEnciphered(_ data: [UInt8], _ challenge: [UInt8]?) -> ChipResponse {
        guard data.count == profile.keys.pinKey.modulus.count else { return .status(ChipStatus.wrongLength) }
        guard pinTries > 0 else { return .status(ChipStatus.authenticationBlocked) }
        guard let challenge, let block = try? profile.keys.pinKey.decrypt(data) else {
            return .status(ChipStatus.referenceDataUnusable)
        }
        let pinBlock: SecretBytes? = block.withUnsafeBytes { bytes in
            bytes[0] == 0x7F && bytes[9..<17].elementsEqual(challenge) ? SecretBytes(bytes[1..<9]) : nil
        }
        guard let pinBlock else { return .status(ChipStatus.referenceDataUnusable) }
        return compare(pinBlock)
    }

    private mutating func compare(_ block: SecretBytes) -> ChipResponse {
        guard pinTries > 0 else { return .status(ChipStatus.authenticationBlocked) }
        guard let right = pinBlock else {
            return .status(ChipStatus.technicalProblem)
        }
        let isRight = block == right
        session.isPINRight = isRight
        pinTries = isRight ? 3 : pinTries - 1
        return isRight ? ChipResponse() : .status(ChipStatus.wrongPIN(tries: pinTries))
    }
}
