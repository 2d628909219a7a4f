import ServiceTills
import TenderBytes
import TenderFlow
import TenderService

/// A till that a caller has open, and what waits to be read about it.
final class OpenTill: Sendable {
    private struct State {
        var lastNumber: UInt64 = 0
        var isFollowed = false
    }

    /// The name that keys belong to in the journal.
    private static let client = "libtender"
    /// The feed's pauses tell nobody anything here.
    private static let pause = Duration.seconds(86_400)

    let mailbox: Mailbox
    private let tills: ServiceTills
    private let desk: TillDesk
    private let state = Guarded(State())

    /// Opens a till.
    init(_ options: OpenOptions) async throws {
        mailbox = try Mailbox()
        tills = try await options.open()
        desk = tills.desks[0]  // One was wished for.
    }

    /// Carries out a call.
    func answer(_ command: Command) async -> ServiceAnswer {
        do throws(ServiceError) {
            let (call, input) = try command.checked()
            return await desk.answer(call, input, from: Self.client, key: command.key)
        } catch {
            return ServiceAnswer(error)
        }
    }

    /// Starts a call, whose answer goes to the mailbox; returns its number.
    func start(_ command: Command) throws(Misuse) -> UInt64 {
        guard mailbox.reserve() else { throw .busy }
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        Task {
            let answer = await answer(command)
            mailbox.answer(Self.message("answer", answer.text, type: "answer", number: number))
        }
        return number
    }

    /// Lets the mailbox tell what happens, until the till is closed.
    func follow(after sequence: Int64?) throws(Misuse) {
        let isFirst = state.withLock { state in
            defer { state.isFollowed = true }
            return !state.isFollowed
        }
        guard isFirst else { throw .busy }
        Task {
            do throws(JournalError) {
                try await desk.follow(after: sequence, pause: Self.pause) { await mailbox.deliver(Self.message($0)) }
            } catch {
                let answer = ServiceAnswer(ServiceError(error))
                _ = await mailbox.deliver(Self.message("answer", answer.body, type: "end"))
            }
        }
    }

    private static func message(_ event: TillEvent) -> [UInt8]? {
        switch event {
        case .record: event.json.map { message("record", $0, type: "record") }
        case .passing, .question: event.json.map { message("event", $0, type: "passing") }
        case .quiet: nil
        }
    }

    /// Returns an object with a type, and with another object as a member.
    private static func message(_ member: String, _ json: [UInt8], type: String, number: UInt64? = nil) -> [UInt8] {
        let rest = number.map { ",\"number\":\($0)" } ?? ""
        return Array("{\"type\":\"\(type)\"\(rest),\"\(member)\":".utf8) + json + Array("}".utf8)
    }

    /// Closes the till; what was sent is waited for.
    func close() async {
        await desk.close()
        mailbox.close()
        tills.stopGateway()
    }
}
