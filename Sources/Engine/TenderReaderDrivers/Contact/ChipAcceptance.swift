public import TenderEMV
public import TenderReaders

/// What a chip card reader sells with, beside itself: the rules of its terminal, and the encryption of what it reads.
public struct ChipAcceptance: Sendable {
    /// The applications, keys and rules of the terminal.
    public let configuration: ContactConfiguration
    /// Encrypts what a chip hands out.
    public let sealer: any CardSealer

    /// Puts the two together; a reader that only passes commands has nothing to ask the customer with.
    public init(configuration: ContactConfiguration, sealer: any CardSealer) {
        self.configuration = configuration.withoutQuestions
        self.sealer = sealer
    }
}
