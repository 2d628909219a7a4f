import TenderBytes
package import TenderEMV
import TenderModel
package import TenderReaders

/// A slot of a USB chip card reader, as the way to its card.
package struct CCIDChannel: ChipChannel {
    let driver: CCIDReader
    let slot: Int

    package init(driver: CCIDReader, slot: Int) {
        self.driver = driver
        self.slot = slot
    }

    /// The pad makes and sends VERIFY by itself; the PIN does not leave the reader.
    package var pinPad: ContactTransaction.PINPad { driver.plan.pinSupport & 1 == 0 ? [] : .verifiesOnReader }

    /// A reader resets a powered card warm, and any other one cold (CCID 1.1, 6.1.1 [check]).
    package func begin(
        _ request: ChipRequest, ended: @escaping @Sendable (Result<ChipReply, ChipChannelError>) -> Void
    ) -> Int {
        guard let request = Self.translated(request) else {
            ended(.failure(.readerFailed("These bytes are not a command.")))
            return Self.refused
        }
        return driver.begin(request, slot: slot) { ended(Self.reply($0, to: request)) }.number
    }

    package func cancel(_ request: Int) { driver.cancel(CCIDReader.RequestID(number: request)) }

    /// The ID of a request that the driver has not seen; its own begin at 1.
    private static let refused = 0

    /// Returns the request to the driver; `nil` for bytes that are no command.
    private static func translated(_ request: ChipRequest) -> CCIDRequest? {
        switch request {
        case .powerOff: .powerOff
        case .powerOn: .powerOn
        case .presence(let known): known.map { .change(after: $0) } ?? .status
        case .transmit(let command):
            (try? CommandAPDU(parsing: command.withUnsafeBytes { [UInt8]($0) })).map { .transmit($0) }
        case .enterPIN(let template, let seconds):
            (try? CommandAPDU(parsing: template)).map { .enterPIN(verify($0, seconds)) }
        }
    }

    private static func verify(_ command: CommandAPDU, _ seconds: Int) -> CCIDPinRequest {
        var request = CCIDPinRequest(.verify, command: command)
        // The PIN goes into a block of format 2: its length into the low half of the first byte, digits from the second on.
        (request.format, request.block, request.lengthFormat) = (0x89, 0x47, 0x04)
        request.timeout = UInt8(clamping: seconds)
        return request
    }

    private static func reply(
        _ result: Result<CCIDReply, CCIDError>, to request: CCIDRequest
    ) -> Result<ChipReply, ChipChannelError> {
        switch (result, request) {
        case (.failure(let error), _): .failure(ChipChannelError(error))
        case (.success(.card(let answer, _)), _): .success(.reset(answer))
        case (.success(.presence(let presence)), _): .success(.presence(presence))
        case (.success(.answer(let answer)), .enterPIN): .success(.pad(PadEntry(answer.statusWord)))
        case (.success(.answer(let answer)), _): .success(.answer(SecretBytes(answer.bytes)))
        case (.success, _): .success(.off)
        }
    }
}

extension PadEntry {
    fileprivate init(_ statusWord: UInt16) {
        switch statusWord {
        case 0x6400: self = .timedOut
        case 0x6401: self = .canceled
        default: self = .answered(statusWord)
        }
    }
}

extension ChipChannelError {
    fileprivate init(_ error: CCIDError) {
        switch error {
        // A card that is off left for a moment, or with the reader's power: it begins anew.
        case .noCard, .notPowered: self = .cardRemoved
        case .cardMute, .unsupportedCard: self = .cardFailed(error.sentence)
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
        case .fault(let fault) where !fault.isOfCard: self = .readerFailed(cause.sentence)
        case .endlessExtensions, .cardMute, .protocolViolation, .abortedByCard, .fault:
            self = .cardFailed(cause.sentence)
        // A reader that works says by itself that its card does not answer.
        case .timedOut, .readerReset, .garbled: self = .readerFailed(cause.sentence)
        }
    }
}
