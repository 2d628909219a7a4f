import TenderFlow
import Testing

/// Every course that a request beside a payment can take, for policies with two sends and two questions.
@Suite struct RequestMachineTests {
    private struct Course {
        var machine: RequestMachine
        var next: RequestMachine.Action?
        var replies: [RequestMachine.Reply] = []
        var wasLost = false
        var isRecorded = false
        var sends = 0
        var mayLeave = true
        var problems: [String] = []
    }

    private static let policy = PaymentPolicy(maximumSends: 2, maximumAsks: 2)

    /// Follows all courses to their ends, and says what was wrong on the way and how they ended.
    private func explore(
        _ kind: RequestMachine.Kind, resuming sends: Int = 0, mayLeave: Bool = true
    ) -> (ends: [RequestMachine.Result: Int], precluded: Set<RequestMachine.Result>, problems: [String]) {
        var machine = RequestMachine(kind, policy: Self.policy, resuming: sends, mayLeave: mayLeave)
        let first = machine.handle(.started)
        var open = [Course(machine: machine, next: first, wasLost: sends > 0, mayLeave: mayLeave)]
        var ends: [RequestMachine.Result: Int] = [:]
        var precluded: Set<RequestMachine.Result> = []
        var problems: [String] = []
        while let course = open.popLast() {
            if case .finish(let result) = course.next {
                let isProof = course.replies.last == .precluded || course.replies.last == .declined
                if isProof { precluded.insert(result) } else { ends[result, default: 0] += 1 }
                problems += course.problems + Self.problems(of: course, kind, result)
            } else {
                open += Self.events(course.next).map { Self.follow(course, $0, kind) }
            }
        }
        return (ends, precluded, problems)
    }

    private static func events(_ action: RequestMachine.Action?) -> [RequestMachine.Event] {
        switch action {
        case .recordLeaving, .recordSettled: [.recorded, .recordFailed]
        case .send, .ask: RequestMachine.Reply.allCases.map { .answered($0, .none) }
        case .pause: [.pauseEnded]
        case .finish, nil: []
        }
    }

    private static func follow(_ course: Course, _ event: RequestMachine.Event, _ kind: RequestMachine.Kind) -> Course {
        var course = course
        switch (course.next, event) {
        case (.recordLeaving, .recorded): course.isRecorded = true
        case (.send, .answered(let reply, _)):
            if kind == .move, !course.isRecorded { course.problems.append("sent without a record") }
            course.isRecorded = false
            course.sends += 1
            course.wasLost = course.wasLost || reply == .lost || reply == .missing
            course.replies.append(reply)
        case (_, .answered(let reply, _)): course.replies.append(reply)
        default: break
        }
        course.next = course.machine.handle(event)
        if course.next == nil { course.problems.append("no action after \(event)") }
        return course
    }

    private static func problems(
        of course: Course, _ kind: RequestMachine.Kind, _ result: RequestMachine.Result
    ) -> [String] {
        var problems: [String] = []
        if result == .succeeded, course.replies.last != .succeeded { problems.append("succeeded without an object") }
        let isProved = course.replies.last == .precluded || course.replies.last == .declined
        if result == .notExecuted, course.wasLost, !isProved, kind != .read {
            problems.append("given up although it may arrive")
        }
        if result == .journalUnavailable, course.sends > 0, course.wasLost { problems.append("sent and not told") }
        if !course.mayLeave, course.sends > 0 { problems.append("sent although nobody asked for it") }
        if course.sends > 4 { problems.append("sent \(course.sends) times") }
        return problems.map { "\($0): \(course.replies)" }
    }

    @Test(arguments: RequestMachine.Kind.allCases)
    func everyCourseEndsAndNoneIsGuessed(kind: RequestMachine.Kind) {
        let (ends, _, problems) = explore(kind)
        #expect(problems == [])
        let expected: Set<RequestMachine.Result> =
            kind == .move
            ? [.succeeded, .notExecuted, .unknown, .journalUnavailable] : [.succeeded, .notExecuted, .unknown]
        #expect(Set(ends.keys) == expected)
    }

    @Test(arguments: [RequestMachine.Kind.create, .move])
    func whatAnEarlierProcessSentIsNeverProvedUndone(kind: RequestMachine.Kind) {
        let (ends, precluded, problems) = explore(kind, resuming: 1)
        #expect(problems == [])
        #expect(ends[.notExecuted] == nil)
        // Only the state of what it was to end is such a proof.
        #expect(precluded == (kind == .move ? [.notExecuted, .unknown] : [.notExecuted]))
    }

    /// The recovery asks: nobody is there who wants the money to go.
    @Test func whatNobodyAsksForIsLookedForAndNeverSent() {
        let (ends, precluded, problems) = explore(.move, resuming: 1, mayLeave: false)
        #expect(problems == [])
        #expect(Set(ends.keys) == [.succeeded, .unknown])
        #expect(precluded == [.notExecuted, .unknown])
    }

    @Test func anEventOutOfTurnChangesNothing() {
        var machine = RequestMachine(.move, policy: Self.policy)
        let before = machine
        #expect(machine.handle(.recorded) == nil)
        #expect(machine.handle(.pauseEnded) == nil)
        #expect(machine == before)
    }
}
