import TenderBytes
import TenderEMV
import TenderModel
import TenderReaders

/// A slot of a USB chip card reader, as the way to its card.
struct CCIDChannel: ChipChannel {
    let driver: CCIDReader
    let slot: Int

    /// The pad makes and sends VERIFY by itself; the PIN does not leave the reader.
    var pinPad: ContactTransaction.PINPad { driver.plan.pinSupport & 1 == 0 ? [] : .verifiesOnReader }

    func isCardPresent() async throws(ChipChannelError) -> Bool {
        try await reporting { () async throws(CCIDError) in try await driver.presence(slot: slot) == .present }
    }

    /// A reader resets a powered card warm, and any other one cold (CCID 1.1, 6.1.1 [check]).
    func powerOn(_ reset: ChipReset) async throws(ChipChannelError) -> ATR {
        try await reporting { () async throws(CCIDError) in
            if reset == .cold { try await driver.powerOff(slot: slot) }
            return try await driver.powerOn(slot: slot).0
        }
    }

    func transmit(_ command: SecretBytes) async throws(ChipChannelError) -> SecretBytes {
        let bytes = command.withUnsafeBytes { [UInt8]($0) }
        guard let command = try? CommandAPDU(parsing: bytes) else { throw .readerFailed("The command is none.") }
        return try await reporting { () async throws(CCIDError) in
            SecretBytes(try await driver.transmit(command, slot: slot).bytes)
        }
    }

    func enterPIN(_ template: [UInt8], seconds: Int) async throws(ChipChannelError) -> PadEntry {
        guard let command = try? CommandAPDU(parsing: template) else { throw .readerFailed("The command is none.") }
        var request = CCIDPinRequest(.verify, command: command)
        // The PIN goes into a block of format 2: its length into the low half of the first byte, digits from the second on.
        (request.format, request.block, request.lengthFormat) = (0x89, 0x47, 0x04)
        request.timeout = UInt8(clamping: seconds)
        let entry = request
        let answer = try await reporting { () async throws(CCIDError) in
            try await driver.enterPIN(entry, slot: slot)
        }
        return switch answer.statusWord {
        case 0x6400: .timedOut
        case 0x6401: .canceled
        default: .answered(answer.statusWord)
        }
    }

    func powerOff() async {
        // Not canceled with the caller.
        await Task { [driver, slot] in _ = try? await driver.powerOff(slot: slot) }.value
    }

    private func reporting<Value: Sendable>(
        _ body: () async throws(CCIDError) -> Value
    ) async throws(ChipChannelError) -> Value {
        do throws(CCIDError) { return try await body() } catch { throw ChipChannelError(error) }
    }
}

extension ChipChannelError {
    fileprivate init(_ error: CCIDError) {
        switch error {
        case .noCard: self = .cardRemoved
        case .cardMute, .notPowered, .unsupportedCard: self = .cardFailed(error.sentence)
        case .failed(let cause), .unknownOutcome(let cause): self.init(cause)
        case .canceled: self = .canceled
        case .removed: self = .readerGone(.usbDisconnected)
        case .closed: self = .readerGone(.disconnectRequested)
        case .refused, .busy, .dead: self = .readerFailed(error.sentence)
        }
    }

    private init(_ cause: CCIDError.Cause) {
        switch cause {
        case .cardRemoved: self = .cardRemoved
        case .readerRemoved: self = .readerGone(.usbDisconnected)
        case .canceled: self = .canceled
        case .timedOut, .endlessExtensions, .cardMute, .readerReset, .protocolViolation, .abortedByCard, .fault:
            self = .cardFailed(cause.sentence)
        }
    }
}
