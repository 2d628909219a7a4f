import TenderBytes
import TenderCrypto

/// PINs, for the card in the clear or enciphered, and for the issuer (EMV Book 3, 6.5.12, 10.5.1; Book 2, 7).
extension ContactMachine {
    /// VERIFY with an empty block of format 2, into which a pad fills the PIN.
    private static let template: [UInt8] = [0, 0x20, 0, 0x80, 8, 0x20, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]

    mutating func askOnlinePIN() throws(ContactStop) -> [ContactAction]? {
        guard !verification.isBypassed else { return try methodFailed() }
        guard transaction.pinPad.contains(.enciphersForIssuer), let number = data.card(0x5A)?.digitText else {
            results.insert(.pinPadMissing)
            return try methodFailed()
        }
        return ask(.issuer(accountNumber: number), .issuer)
    }

    /// Asks the card for its tries first, once.
    mutating func askOfflinePIN(isEnciphered: Bool) throws(ContactStop) -> [ContactAction]? {
        guard !verification.isBypassed, !results.contains(.pinTriesExceeded) else { return try methodFailed() }
        guard canEnterOfflinePIN(isEnciphered: isEnciphered) else {
            results.insert(.pinPadMissing)
            return try methodFailed()
        }
        if isEnciphered {
            do throws(AuthenticationFailure) {
                verification.pinKey = try pinKey()
            } catch {
                if case .crypto = error { throw .fault(.crypto) }
                // Without a key the method fails, and no result but that is noted [check].
                return try methodFailed()
            }
        }
        guard verification.areTriesKnown else {
            return try transmit(ContactCommand.getData(0x9F17), .askingTries)
        }
        return askPINForCard()
    }

    private func canEnterOfflinePIN(isEnciphered: Bool) -> Bool {
        transaction.pinPad.contains(.handsOutDigits)
            || (!isEnciphered && transaction.pinPad.contains(.verifiesOnReader))
    }

    mutating func triesGiven(_ answer: CardAnswer) throws(ContactStop) -> [ContactAction] {
        verification.areTriesKnown = true
        if let value = Self.value(0x9F17, in: answer), value.count == 1 {
            verification.triesLeft = Int(value.number)
            if value.number == 0 {
                results.insert(.pinTriesExceeded)
                return try continueAfterFailure()
            }
        }
        return askPINForCard()
    }

    /// The value that GET DATA gave; `nil` if the card does not give it.
    static func value(_ tag: TLV.Tag, in answer: CardAnswer) -> SecretBytes? {
        guard answer.isSuccess, let objects = try? CardObjects(answer.data), let whole = objects.template(tag) else {
            return nil
        }
        return objects.value(whole)
    }

    private var isEncipheredForCard: Bool {
        VerificationMethod(verification.rule.method) == .offlinePIN(isEnciphered: true, withSignature: false)
            || VerificationMethod(verification.rule.method) == .offlinePIN(isEnciphered: true, withSignature: true)
    }

    private mutating func askPINForCard() -> [ContactAction] {
        if isEncipheredForCard { return ask(.digits, .enciphered) }
        guard transaction.pinPad.contains(.verifiesOnReader) else { return ask(.digits, .plain) }
        return ask(.verifyOnReader(template: Self.template), .reader)
    }

    private mutating func ask(
        _ purpose: PINRequest.Purpose, _ waiting: ContactStep.PINPurpose
    ) -> [ContactAction] {
        step = .enteringPIN(waiting)
        let triesLeft = if case .issuer = waiting { nil as Int? } else { verification.triesLeft }
        return [
            startTimer(configuration.terminal.pinSeconds),
            .askPIN(PINRequest(purpose: purpose, triesLeft: triesLeft, amount: transaction.amount)),
        ]
    }

    mutating func pinEnded(_ result: PINResult) throws(ContactStop) -> [ContactAction] {
        guard case .enteringPIN(let purpose) = step else { throw .fault(.unexpectedEvent) }
        switch (result, purpose) {
        case (.bypassed, _):
            verification.isBypassed = true
            results.insert(.pinNotEntered)
            return try continueAfterFailure()
        case (.failed, _):
            results.insert(.pinPadMissing)
            return try continueAfterFailure()
        case (.digits(let pin), .plain): return try verify(Self.block(pin), isEnciphered: false)
        case (.digits(let pin), .enciphered):
            return try transmit(ContactCommand.getChallenge, .challenging(pin: Self.block(pin)))
        case (.verified(let answer), .reader):
            try countCommand()
            return try pinVerified(CardAnswer(answer))
        case (.enciphered(let pin), .issuer):
            results.insert(.onlinePINEntered)
            verification.pin = pin
            return try pinAccepted()
        case (.digits, .reader), (.digits, .issuer), (.verified, .plain), (.verified, .enciphered),
            (.verified, .issuer), (.enciphered, .reader), (.enciphered, .plain), (.enciphered, .enciphered):
            throw .fault(.unexpectedEvent)
        }
    }

    private static func block(_ pin: SecretBytes) throws(ContactStop) -> SecretBytes {
        guard let block = try? PINBlock.Format2.block(pin) else { throw .fault(.pinMalformed) }
        return block
    }

    private mutating func verify(_ block: SecretBytes, isEnciphered: Bool) throws(ContactStop) -> [ContactAction] {
        try transmit(ContactCommand.verify(block, isEnciphered: isEnciphered), .verifyingPIN)
    }

    mutating func challenged(_ answer: CardAnswer, pin: SecretBytes) throws(ContactStop) -> [ContactAction] {
        guard answer.isSuccess, answer.data.count == 8, let key = verification.pinKey, key.modulus.count >= 17 else {
            return try continueAfterFailure()
        }
        step = .drawingPadding(pin: pin, challenge: answer.data)
        return [.drawRandom(key.modulus.count - 17)]
    }

    mutating func paddingDrawn(
        _ padding: SecretBytes, pin: SecretBytes, challenge: SecretBytes
    ) throws(ContactStop) -> [ContactAction] {
        guard let key = verification.pinKey, padding.count == key.modulus.count - 17 else {
            throw .fault(.wrongRandomCount)
        }
        let block = SecretBytes.joined([SecretBytes([0x7F]), pin, challenge, padding])
        guard let enciphered = try? RSARecovery.encrypt(block, with: key) else {
            // A modulus whose first byte is small has no room for the block.
            return try continueAfterFailure()
        }
        return try verify(SecretBytes(enciphered), isEnciphered: true)
    }

    mutating func pinVerified(_ answer: CardAnswer) throws(ContactStop) -> [ContactAction] {
        if answer.isSuccess { return try pinAccepted() }
        let isCounter = answer.statusWord & 0xFFF0 == 0x63C0
        let left = Int(answer.statusWord & 0xF)
        verification.tryCount += 1
        if isCounter, left > 0, verification.tryCount < VerificationState.mostTries {
            verification.triesLeft = left
            return [.sayWrongPIN(triesLeft: left)] + askPINForCard()
        }
        if isCounter || answer.statusWord == 0x6983 || answer.statusWord == 0x6984 {
            results.insert(.pinTriesExceeded)
        }
        return try continueAfterFailure()
    }
}
