import TenderBytes
import TenderEMV
import TenderReaderDrivers
import TenderReaders

/// One command again and again: the callback of the answer begins the next exchange.
final class Exchanges: Sendable {
    private struct State {
        var rest = 0
        var start = ContinuousClock.now
        var times: [Duration] = []
    }

    private let reader: CCIDReader
    private let command: CommandAPDU
    private let state = Guarded(State())

    init(_ reader: CCIDReader, _ command: CommandAPDU) {
        self.reader = reader
        self.command = command
    }

    /// Powers the card on, makes `count` exchanges, and prints the last answer and the times.
    func run(_ count: Int) async throws {
        _ = try await reader.powerOn()
        state.withLock { $0.rest = count }
        let answer = await withCheckedContinuation { continuation in next { continuation.resume(returning: $0) } }
        print(Hex.encode(try answer.get()))
        ReaderExchange.tell(state.withLock { $0.times })
    }

    private func next(_ ended: @escaping @Sendable (Result<[UInt8], CCIDError>) -> Void) {
        state.withLock { $0.start = .now }
        reader.begin(.transmit(command)) { [self] result in
            let rest = state.withLock { state in
                state.times.append(.now - state.start)
                state.rest -= 1
                return state.rest
            }
            switch result {
            case .success(.answer) where rest > 0: next(ended)
            case .success(.answer(let answer)): ended(.success(answer.bytes))
            case .success: ended(.failure(.dead))
            case .failure(let error): ended(.failure(error))
            }
        }
    }
}
