import TenderFlow
import TenderModel

/// The arguments of an application's command that the machine does not need to know.
struct CommandCall: Sendable {
    /// The intent as the application has it.
    var intent: PaymentIntent?
    /// The SetupIntent as the application has it.
    var setup: SetupIntent?
    /// The secret of the intent to retrieve.
    var clientSecret: ClientSecret?
    /// The part of a list to return.
    var query: ListQuery?
    var search: ReaderSearch?
}

/// The answer to a command, with the objects that belong to it at that moment.
struct CommandReply: Sendable {
    let answer: TerminalMachine.Answer
    /// What is stored about the payment.
    var file: PaymentFile?
    /// The object that a request created or returned.
    var object: (any Sendable)?
    /// The last error of a request.
    var error: GatewayError?
    /// The connected reader, or the reason that the last opening failed.
    var reader: Reader?
    var connectError: TenderError?
    /// The search that was running, which later ones replace.
    var search: Task<Void, Never>?

    init(
        _ answer: TerminalMachine.Answer, files: [String: PaymentFile], objects: [Int: any Sendable],
        errors: [Int: GatewayError]
    ) {
        self.answer = answer
        switch answer {
        case .payment(let answer), .stop(_, let answer): file = files[answer.terms.intentID]
        case .made(let request, _), .notMade(_, _, let request, _), .refused(.canceled(let request)):
            object = objects[request]
            error = errors[request]
        case .done, .stoppedBefore, .nothingToStop, .madeBefore, .unknown, .local, .localSetup, .setupStored, .refund,
            .call, .setup, .offlineStatus, .cardCollected, .notCollected, .readerFailed, .updated,
            .refused:
            break
        }
    }

    /// The answer of a payment command; `nil` for any other.
    var payment: PaymentReport? { if case .payment(let answer) = answer { PaymentReport(answer, file) } else { nil } }

    /// The result of the command's cancellation.
    var cancelResult: CancelResult {
        switch answer {
        case .stop(let result, let answer): PaymentReport(answer, file).cancelResult(result)
        case .stoppedBefore: .canceled(by: .application)
        case .done, .payment, .nothingToStop, .made, .madeBefore, .unknown, .notMade, .local, .localSetup, .setupStored,
            .refund, .call, .setup, .offlineStatus, .cardCollected, .notCollected, .readerFailed, .updated,
            .refused:
            .notCancellable(nil)
        }
    }
}
