public import TenderModel

extension ReaderAction {
    /// Why the customer's forms were not filled in, as `ErrorCatalogue` explains it; `nil` if they were, or may still
    /// be.
    public var formFailure: ErrorCode? {
        guard kind == .collectInputs, status == .failed else { return nil }
        return switch failureCode ?? apiError?.code {
        case "customer_canceled": .canceled
        case "collect_inputs_timeout": .collectInputsTimedOut
        default: .collectInputsApplicationError
        }
    }
}
