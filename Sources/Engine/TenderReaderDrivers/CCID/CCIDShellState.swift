import Glibc
import TenderDevices
import TenderFlow
import TenderReaders

/// What a `CCIDShell` keeps under its lock: the machine, its timers, and what waits to be handled.
struct CCIDShellState: ~Copyable {
    /// Something to handle.
    enum Entry: Sendable {
        /// An input that always counts.
        case input(CCIDInput)
        /// The result of what was begun in an epoch; after a reset it counts no more.
        case result(CCIDInput, Int)
        /// A deadline may have passed.
        case alarm
        /// A call, once everything before it has been handled.
        case mark(@Sendable () -> Void)
    }

    /// What the thread at work has to do, without the lock.
    enum Work: Sendable {
        /// Performs actions, whose results belong to the epoch.
        case actions([CCIDAction], Int)
        /// Cancels a transfer that took too long.
        case cancel(USBTransferID)
        /// Makes a call.
        case call(@Sendable () -> Void)

        static let nothing = Work.actions([], 0)
    }

    /// What is next for a thread.
    enum Turn: Sendable {
        /// It is at work.
        case work(Work)
        /// It waits until it is handed the work.
        case waits
        /// It has handed the work to the thread that waits.
        case isHandedOver
        /// It is done: there is nothing left, or another thread takes what is queued.
        case isOver
    }

    /// A kind of transfer with a time limit; its timer stands apart from the machine's, which are positive.
    enum Limited: Serial {
        case bulkOut = -1
        case control = -2
    }

    private struct Limit {
        var transfer: USBTransferID?
        var isOver = false
    }

    var deadlines: Deadlines
    private var machine: CCIDMachine
    private var queue: [Entry] = []
    /// The thread at work, which takes what is queued.
    private var worker: pthread_t?
    /// The thread that waits to take over.
    private var successor: pthread_t?
    /// Whether the thread at work was handed the work, and may still wait for the signal, which no other one may take.
    private var isHandingOver = false
    private var callers: [Int: @Sendable (CCIDShell.Answer) -> Void] = [:]
    private var lastID = 0
    /// The number of resets so far.
    private var epoch = 0
    private var sending = Limit()
    private var controlling = Limit()

    init(_ machine: CCIDMachine, _ deadlines: consuming Deadlines) {
        self.machine = machine
        self.deadlines = deadlines
    }

    /// Enters a caller, and returns the ID of its request.
    mutating func enter(_ caller: @escaping @Sendable (CCIDShell.Answer) -> Void) -> Int {
        lastID += 1
        callers[lastID] = caller
        return lastID
    }

    mutating func takeCaller(_ id: Int) -> (@Sendable (CCIDShell.Answer) -> Void)? { callers.removeValue(forKey: id) }

    /// Handles an entry, or queues it if a thread is at work: this one, during a call of its own, or another one.
    ///
    /// - Parameter takesOver: Whether to wait for another thread, unless one waits already, or is just being woken.
    mutating func begin(_ entry: Entry, _ shell: CCIDShell, on thread: pthread_t, takesOver: Bool) -> Turn {
        guard let worker else {
            self.worker = thread
            return .work(handle(entry, shell))
        }
        queue.append(entry)
        guard takesOver, worker != thread, successor == nil, !isHandingOver else { return .isOver }
        successor = thread
        return .waits
    }

    /// Handles the next entry, unless another thread takes over; only the thread at work calls it, once it is awake.
    mutating func next(_ shell: CCIDShell) -> Turn {
        isHandingOver = false
        if let successor {
            (worker, self.successor, isHandingOver) = (successor, nil, true)
            return .isHandedOver
        }
        guard !queue.isEmpty else {
            worker = nil
            return .isOver
        }
        return .work(handle(queue.removeFirst(), shell))
    }

    /// Enters the ID of a transfer that has a time limit; returns whether that is over already.
    mutating func limit(_ transfer: Limited, _ id: USBTransferID) -> Bool {
        switch transfer {
        case .bulkOut: Self.enter(id, &sending)
        case .control: Self.enter(id, &controlling)
        }
    }

    private static func enter(_ id: USBTransferID, _ limit: inout Limit) -> Bool {
        limit.transfer = id
        return limit.isOver
    }

    private mutating func handle(_ entry: Entry, _ shell: CCIDShell) -> Work {
        switch entry {
        case .input(let input): return .actions(feed(input, shell), epoch)
        case .result(let input, let epoch):
            guard epoch == self.epoch else { return .nothing }
            return .actions(feed(stopLimit(input), shell), self.epoch)
        case .alarm: return expire(shell)
        case .mark(let call): return .call(call)
        }
    }

    private mutating func feed(_ input: CCIDInput, _ shell: CCIDShell) -> [CCIDAction] {
        let actions = machine.handle(input)
        // Timers first, so that they already run when somebody hears what is sent.
        for action in actions {
            switch action {
            case .startTimer(let timer, let duration): deadlines.start(timer, duration)
            case .stopTimer(let timer): deadlines.stop(timer)
            case .bulkOut(_, let timeout):
                sending = Limit()
                deadlines.start(Limited.bulkOut.rawValue, timeout)
            case .control(_, _, _, let timeout):
                controlling = Limit()
                deadlines.start(Limited.control.rawValue, timeout)
            case .reset:
                epoch += 1
                deadlines.stop(Limited.bulkOut.rawValue)
                deadlines.stop(Limited.control.rawValue)
            case .close:
                deadlines.stopAll()
                return actions
            case .bulkIn, .interruptIn, .clearHalt, .output: break
            }
        }
        setAlarm(shell)
        return actions
    }

    private mutating func setAlarm(_ shell: CCIDShell) {
        // Nearly always the one that runs is early enough.
        if deadlines.needsAlarm { deadlines.setAlarm { shell.ring() } }
    }

    /// Stops the time limit of a transfer that has ended, and tells whether it ended for that reason.
    private mutating func stopLimit(_ input: CCIDInput) -> CCIDInput {
        switch input {
        case .sent(let result):
            deadlines.stop(Limited.bulkOut.rawValue)
            return sending.isOver && result == .failure(.canceled) ? .sent(.failure(.timedOut)) : input
        case .controlled(let result):
            deadlines.stop(Limited.control.rawValue)
            return controlling.isOver && result == .failure(.canceled) ? .controlled(.failure(.timedOut)) : input
        default: return input
        }
    }

    /// Handles the timer that expired first, and comes back for the next one.
    private mutating func expire(_ shell: CCIDShell) -> Work {
        guard let timer = deadlines.takeExpired() else {
            setAlarm(shell)
            return .nothing
        }
        queue.insert(.alarm, at: 0)
        switch Limited(rawValue: timer) {
        case .bulkOut: return Self.expire(&sending)
        case .control: return Self.expire(&controlling)
        case nil: return .actions(feed(.timerFired(timer), shell), epoch)
        }
    }

    private static func expire(_ limit: inout Limit) -> Work {
        limit.isOver = true
        return limit.transfer.map { .cancel($0) } ?? .nothing
    }
}
