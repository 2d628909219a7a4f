/// The reason for which a transaction ended without an approval or a request.
public enum ContactReason: String, Hashable, Sendable, CaseIterable {
    /// The card has no application that is accepted.
    case noApplication
    /// The customer cannot be asked to confirm the application.
    case cannotAsk
    /// The service is not allowed by the card.
    case serviceNotAllowed
    /// The card did not answer, or not by the rules of the transport.
    case cardFailed
    /// The card was taken out.
    case cardRemoved
    /// The customer or the merchant gave up.
    case canceled
    /// The customer did not choose or confirm an application in time.
    case answerTooLate
    /// No PIN was entered in time.
    case pinTooLate
    /// The card answered a command with an error.
    case commandRefused
    /// The card's data cannot be read, or breaks a rule.
    case dataInvalid
    /// A data object that must be there is missing.
    case dataMissing
    /// A data object is there twice.
    case dataTwice
    /// The card asked for more commands, or gave more data, than a transaction may have.
    case tooMuch
    /// The card answered with a cryptogram that it may not give.
    case cryptogramNotAllowed
}
