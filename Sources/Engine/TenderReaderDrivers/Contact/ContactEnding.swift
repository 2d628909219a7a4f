import TenderEMV
import TenderFlow
import TenderModel
import TenderReaders

/// What follows from the end of a transaction with a chip, for the customer and for the till.
enum ContactEnding {
    /// The issuer is to be asked.
    case read(ContactResult)
    /// The attempt failed, and the card may be presented again.
    case again(FallbackRule.ChipFailure)
    /// There is no card; the message is for the customer, whose card may still be in.
    case failed(ReaderError, ReaderDisplayMessage)

    /// Decides about an outcome.
    ///
    /// - Parameter canceler: Who gives up when the transaction was given up.
    init(_ outcome: ContactOutcome, canceler: CancelOrigin) {
        self =
            switch outcome {
            case .onlineRequired(let result): .read(result)
            case .approvedOffline, .declinedOffline: .failed(.refused("the card declined the payment"), .tryAnotherCard)
            case .tryAnotherInterface: .again(.unusable)
            case .notAccepted: .failed(.cardNotRead(.notSupported), .tryAnotherCard)
            case .cardBlocked: .failed(.refused("the issuer has blocked this card"), .tryAnotherCard)
            case .terminated(let reason): Self.terminated(reason, canceler: canceler)
            }
    }

    private static func terminated(_ reason: ContactReason, canceler: CancelOrigin) -> ContactEnding {
        switch reason {
        case .canceled: .failed(.canceled(by: canceler), .removeCard)
        case .pinTooLate, .answerTooLate: .failed(.timedOut, .removeCard)
        case .cardRemoved: .again(.removed)
        case .cardFailed: .again(.interrupted)
        case .noApplication, .cannotAsk, .serviceNotAllowed: .failed(.cardNotRead(.notSupported), .tryAnotherCard)
        case .commandRefused, .dataInvalid, .dataMissing, .dataTwice, .tooMuch, .cryptogramNotAllowed:
            .failed(.cardNotRead(.insert), .tryAnotherCard)
        }
    }
}

extension FallbackRule.ChipFailure {
    /// What the customer is told who is to insert the card again.
    var message: ReaderDisplayMessage { self == .removed ? .cardRemovedTooEarly : .retryCard }

    /// Why there is no card, if it was the last attempt.
    var error: ReaderError { .cardNotRead(self == .removed ? .removed : .insert) }
}
