package import TenderEMV

/// The powering of a card as EMV wants it: cold, once more warm if the answer to reset is not acceptable, and then no more
/// (EMV Book 1, 6.1.3.2, 6.1.3.3 and 8 [check]).
package struct ChipActivation: Sendable {
    /// What follows from an answer.
    package enum Step {
        /// Another request.
        case ask(ChipRequest)
        /// The end: the answer to reset, or `.cardFailed` for a card that EMV does not accept, which is off.
        case ended(Result<ATR, ChipChannelError>)
    }

    private enum Stage {
        case off
        case cold
        case warm
        case givenUp
    }

    /// The first request: a card that is on would be reset warm.
    package static let first = ChipRequest.powerOff

    private var stage = Stage.off

    package init() {}

    /// Handles the answer to the last request.
    package mutating func handle(_ result: Result<ChipReply, ChipChannelError>) -> Step {
        switch result {
        case .success where stage == .givenUp, .failure(.cardFailed) where stage == .givenUp:
            return .ended(.failure(.cardFailed("EMV does not accept the card's answer to reset.")))
        case .failure(.cardFailed): return again()
        case .failure(let error): return .ended(.failure(error))
        case .success(.reset(let answer)):
            return answer.emvFaults(afterWarmReset: stage == .warm).isEmpty ? .ended(.success(answer)) : again()
        case .success:
            stage = .cold
            return .ask(.powerOn)
        }
    }

    private mutating func again() -> Step {
        guard stage == .warm else {
            stage = .warm
            return .ask(.powerOn)
        }
        stage = .givenUp
        return .ask(.powerOff)
    }
}
