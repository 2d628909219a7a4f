import Dispatch
import Glibc
import TenderBytes
import TenderDevices
import TenderFlow
import TenderReaders

/// The loop around a `CCIDMachine`: whichever thread brings an input runs the machine, and performs what it asks for.
///
/// An input that comes while another one is being handled waits in a queue for the thread that is at work, so that actions
/// and callbacks are one after the other, in order, and no lock is held during any of them. A transfer that ends on
/// libusb's event thread therefore goes on there: to the machine, to the caller, and to the next transfer. If another
/// thread is just at work, because it began the first command, libusb's waits until that has done what it is at, and takes
/// over: the two would otherwise take turns for each transfer from then on.
final class CCIDShell: Sendable {
    typealias Answer = Result<CCIDReply, CCIDError>

    let interface: USBInterface
    let plan: CCIDPlan
    let events: AsyncStream<CCIDReader.Event>

    private let transport: any USBTransport
    private let sink: AsyncStream<CCIDReader.Event>.Continuation
    private let state: Guarded<CCIDShellState>
    private let handover = DispatchSemaphore(value: 0)

    /// - Throws: `CCIDUnsupported` if the driver cannot use the reader.
    init(_ transport: any USBTransport, policy: CCIDPolicy, clock: any Clock<Duration>) throws(CCIDUnsupported) {
        let machine = try CCIDMachine(transport.interface, policy: policy)
        interface = transport.interface
        plan = machine.plan
        self.transport = transport
        state = Guarded(CCIDShellState(machine, Deadlines(clock)))
        (events, sink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(256))
    }

    /// Lets the machine begin.
    func start() { deliver(.input(.opened)) }

    /// Makes a request; `answered` is called once, after this function or during it.
    func begin(_ request: CCIDRequest, slot: Int, answered: @escaping @Sendable (Answer) -> Void) -> Int {
        let id = state.withLock { $0.enter(answered) }
        deliver(.input(.request(id, slot: slot, request)))
        return id
    }

    /// Requests the end of a request; one that was answered is ignored.
    func cancel(_ id: Int) { deliver(.input(.cancel(id))) }

    /// Ends the machine, which answers whoever waits; the transport closes by itself.
    func end() { deliver(.input(.closed)) }

    /// Ends the machine and the transport, and returns when no callback is left to run.
    func close() async {
        end()
        await withCheckedContinuation { continuation in deliver(.mark { continuation.resume() }) }
        await transport.close()
    }

    // MARK: - The loop

    /// - Parameter takesOver: Whether this thread goes on in place of another one that is at work, for which it waits.
    private func deliver(_ entry: CCIDShellState.Entry, takesOver: Bool = false) {
        var turn = state.withLock { $0.begin(entry, self, on: pthread_self(), takesOver: takesOver) }
        while true {
            switch turn {
            case .work(let work): perform(work)
            case .waits: handover.wait()
            case .isOver: return
            case .isHandedOver:
                handover.signal()
                return
            }
            turn = state.withLock { $0.next(self) }
        }
    }

    /// Goes on with a transfer that has ended.
    private func ended(_ input: CCIDInput, _ epoch: Int) { deliver(.result(input, epoch), takesOver: true) }

    /// Handles what has expired.
    func ring() {
        guard state.withLock({ $0.deadlines.beginRinging() }) else { return }
        deliver(.alarm)
    }

    private func perform(_ work: CCIDShellState.Work) {
        switch work {
        case .actions(let actions, let epoch): for action in actions { perform(action, epoch) }
        case .cancel(let transfer): transport.cancel(transfer)
        case .call(let body): body()
        }
    }

    private func perform(_ action: CCIDAction, _ epoch: Int) {
        switch action {
        case .bulkOut(let bytes, _):
            let id = transport.begin(.bulkOut(bytes), timeout: nil) { [self] result in
                ended(.sent(result.withoutData), epoch)
            }
            limit(.bulkOut, id)
        case .bulkIn(let byteCount):
            transport.begin(.bulkIn(byteCount: byteCount), timeout: nil) { [self] result in
                ended(.received(result), epoch)
            }
        case .interruptIn(let byteCount):
            transport.begin(.interruptIn(byteCount: byteCount), timeout: nil) { [self] result in
                ended(.interrupted(result), epoch)
            }
        case .control(let request, let value, let byteCount, _):
            let bytes: [UInt8]? = byteCount == 0 ? [] : nil
            let id = transport.begin(
                .control(request: request, value: value, bytes: bytes, byteCount: byteCount), timeout: nil
            ) { [self] result in
                ended(.controlled(result), epoch)
            }
            limit(.control, id)
        case .clearHalt(let kind):
            call(epoch) { (transport) throws(TransportError) in
                try await transport.clearHalt(kind)
            } then: {
                .cleared(kind, $0)
            }
        case .reset:
            call(epoch) { (transport) throws(TransportError) in
                try await transport.reset()
            } then: {
                .wasReset($0)
            }
        case .output(let output): tell(output)
        case .startTimer, .stopTimer: break
        case .close:
            sink.finish()
            let transport = transport
            Task { await transport.close() }
        }
    }

    /// Enters the ID of a transfer with a time limit, which may be over already.
    private func limit(_ transfer: CCIDShellState.Limited, _ id: USBTransferID) {
        if state.withLock({ $0.limit(transfer, id) }) { transport.cancel(id) }
    }

    /// Makes a call that takes its time, and happens only in recovery, in a task.
    private func call(
        _ epoch: Int, _ body: @escaping @Sendable (any USBTransport) async throws(TransportError) -> Void,
        then input: @escaping @Sendable (TransferResult<NoData>) -> CCIDInput
    ) {
        let transport = transport
        Task {
            let result: TransferResult<NoData>
            do throws(TransportError) {
                try await body(transport)
                result = .success(NoData())
            } catch {
                result = .failure(error)
            }
            deliver(.result(input(result), epoch))
        }
    }

    private func tell(_ output: CCIDOutput) {
        switch output {
        case .answer(let id, let answer): state.withLock { $0.takeCaller(id) }?(answer)
        case .presence(let slot, let presence): sink.yield(.presence(slot: slot, presence))
        case .cardReset(let slot): sink.yield(.cardReset(slot: slot))
        case .hardwareError(let slot, let code): sink.yield(.hardwareError(slot: slot, code: code))
        case .ready: sink.yield(.ready)
        case .ended(let error): sink.yield(.ended(error))
        }
    }
}

extension TransferResult {
    fileprivate var withoutData: TransferResult<NoData> {
        switch self {
        case .success: .success(NoData())
        case .failure(let error): .failure(error)
        }
    }
}
