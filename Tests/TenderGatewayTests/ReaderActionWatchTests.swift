import TenderAPI
import TenderModel
import Testing

@testable import TenderGateway

/// Every course that the watch can take within some steps, and what it may conclude from it.
@Suite struct ReaderActionWatchTests {
    private typealias Watch = ReaderActionWatch

    private static let policy = InternetReaderPolicy(
        firstPause: .seconds(1), longestPause: .seconds(2), patience: .seconds(20), maximumMisses: 2,
        maximumDoubts: 2)

    private static func reader(_ action: ReaderAction?) -> TerminalReader {
        TerminalReader(id: "tmr_1", deviceType: "x", label: "x", serialNumber: "x", action: action)
    }

    private static let failures: [(String, APIError?)] = [
        ("card_declined", APIError(type: .cardError, code: "card_declined")),
        ("expired_card", APIError(type: .cardError, code: "expired_card")), ("customer_canceled", nil),
        ("connection_error", nil), ("terminal_reader_timeout", nil), ("terminal_reader_hardware_fault", nil),
        ("who_knows", APIError(type: .apiError)), ("", nil),
    ]

    private static func actions(_ kind: ReaderAction.Kind) -> [ReaderAction?] {
        let plain: [ReaderAction?] = [ReaderAction.Status.inProgress, .succeeded, .unknown("x")].map {
            ReaderAction(kind, $0, paymentIntent: "pi_1")
        }
        let failed: [ReaderAction?] = failures.map {
            ReaderAction(kind, .failed, failureCode: $0.0, apiError: $0.1, paymentIntent: "pi_1")
        }
        let foreign: [ReaderAction?] = [
            nil, ReaderAction(kind, .succeeded, paymentIntent: "pi_2"),
            ReaderAction(.collectInputs, .failed, failureCode: "card_declined"),
        ]
        return plain + failed + foreign
    }

    private static let statuses: [PaymentIntentStatus] = PaymentIntentStatus.known + [.unknown("x")]

    private static func events(after step: Watch.Step, _ kind: ReaderAction.Kind) -> [Watch.Event] {
        switch step {
        case .pause: [.pauseOver]
        case .askReader: actions(kind).map { .reader(reader($0)) } + [.readerNotTold]
        case .askIntent:
            statuses.map { .intent(intent("pi_1", $0)) } + [.intent(intent("pi_2", .succeeded)), .intentNotTold]
        case .end: []
        }
    }

    /// What a collection left at the reader, and the command for the next one whose answer was lost.
    @Test func anEarlierCollectionIsNotTakenForThisOne() {
        func collection(_ method: String) -> ReaderAction {
            ReaderAction(.collectPaymentMethod, .succeeded, paymentIntent: "pi_1", paymentMethod: .id(method))
        }
        var inDoubt = Watch(.card, of: "pi_1", Self.policy, after: collection("pm_1"))
        #expect(inDoubt.handle(.commandInDoubt) == .pause(.seconds(1)))
        #expect(!inDoubt.isOwn(collection("pm_1")))
        var second = inDoubt
        #expect(inDoubt.handle(.reader(Self.reader(collection("pm_1")))) == .pause(.seconds(2)))
        guard case .end(.unknown) = inDoubt.handle(.reader(Self.reader(collection("pm_1")))) else {
            Issue.record("the earlier card was taken")
            return
        }
        #expect(second.handle(.reader(Self.reader(collection("pm_2")))) == .end(.card(.id("pm_2"))))
        // One that was still waiting was ended, and looks like the next one that waits.
        let waiting = ReaderAction(.collectPaymentMethod, .inProgress, paymentIntent: "pi_1")
        #expect(Watch(.card, of: "pi_1", Self.policy, after: waiting).isOwn(waiting))
        var arrived = Watch(.card, of: "pi_1", Self.policy, after: collection("pm_1"))
        #expect(arrived.handle(.acknowledged(Self.reader(collection("pm_1")))) == .end(.card(.id("pm_1"))))
    }

    private static func intent(_ id: String, _ status: PaymentIntentStatus) -> PaymentIntent {
        PaymentIntent(id: id, amount: Amount(minorUnits: 1, currency: .eur), status: status)
    }

    private struct Course: Hashable {
        var watch: Watch
        var step: Watch.Step
        /// The action that the reader told last, and the intent that was told after it.
        var action: ReaderAction?
        var intent: PaymentIntent?
    }

    /// Walks breadth first; returns every ending with what was last told, and the longest course.
    private static func walk(_ goal: Watch.Goal, _ kind: ReaderAction.Kind) -> (endings: Set<Course>, isFinite: Bool) {
        let begin = Watch(goal, of: "pi_1", policy)
        var seen: Set<Course> = []
        var endings: Set<Course> = []
        var front: Set<Course> = []
        for event in actions(kind).map({ Watch.Event.acknowledged(reader($0)) }) + [.commandInDoubt] {
            front.insert(next(Course(watch: begin, step: .askReader), event))
        }
        var rounds = 0
        while !front.isEmpty, rounds < 200 {
            rounds += 1
            var following: Set<Course> = []
            for course in front {
                if case .end = course.step {
                    endings.insert(course)
                    continue
                }
                for event in events(after: course.step, kind) {
                    let further = next(course, event)
                    if seen.insert(further).inserted { following.insert(further) }
                }
            }
            front = following
        }
        return (endings, front.isEmpty)
    }

    private static func next(_ course: Course, _ event: Watch.Event) -> Course {
        var course = course
        course.step = course.watch.handle(event)
        switch event {
        case .reader(let reader), .acknowledged(let reader): (course.action, course.intent) = (reader.action, nil)
        case .intent(let intent): course.intent = intent
        case .readerNotTold, .commandInDoubt, .intentNotTold, .pauseOver: break
        }
        return course
    }

    @Test func anOutcomeIsOnlyEverWhatTheIntentShows() {
        let (endings, isFinite) = Self.walk(.authorization, .confirmPaymentIntent)
        let wrong = endings.filter { !Self.isProved($0) }.map { "\($0.step) after \(String(describing: $0.action))" }
        #expect(wrong == [])
        #expect(isFinite)
        #expect(endings.count > 50)
    }

    private static func isProved(_ course: Course) -> Bool {
        guard case .end(let ending) = course.step else { return false }
        let isOwn = course.action?.kind == .confirmPaymentIntent && course.action?.paymentIntent == "pi_1"
        let hasFailed = isOwn && course.action?.status == .failed
        switch ending {
        case .intent(let intent):
            return intent == course.intent && intent.id == "pi_1"
                && [.succeeded, .requiresCapture, .canceled].contains(intent.status)
        case .declined(_, let intent):
            return hasFailed && course.action?.apiError?.type == .cardError && intent == course.intent
                && intent.status == .requiresPaymentMethod
        case .canceledByCustomer(let intent?):
            return hasFailed && course.action?.failureCode == "customer_canceled" && intent == course.intent
                && [.requiresPaymentMethod, .requiresConfirmation, .requiresAction].contains(intent.status)
        case .unknown: return true
        case .canceledByCustomer(nil), .card, .failed, .takenOver: return false
        }
    }

    @Test func aReadingNeverTellsOfMoney() {
        let (endings, _) = Self.walk(.card, .collectPaymentMethod)
        var wrong: [String] = []
        for course in endings {
            guard case .end(let ending) = course.step else { continue }
            let isOwn = course.action?.kind == .collectPaymentMethod && course.action?.paymentIntent == "pi_1"
            let isProved =
                switch ending {
                case .card: isOwn && course.action?.status == .succeeded
                case .canceledByCustomer(let intent): isOwn && intent == nil
                case .failed: isOwn && course.action?.status == .failed
                case .takenOver: !isOwn
                case .unknown: true
                case .intent, .declined: false
                }
            if !isProved { wrong.append("\(ending)") }
        }
        #expect(wrong == [])
        #expect(!endings.isEmpty)
    }

    @Test func pausesGrowToTheLongest() {
        let policy = InternetReaderPolicy(firstPause: .milliseconds(250), longestPause: .seconds(1))
        let pauses = (0..<5).map { policy.pause(after: $0) }
        #expect(pauses == [.milliseconds(250), .milliseconds(500), .seconds(1), .seconds(1), .seconds(1)])
        let silly = InternetReaderPolicy(firstPause: .zero, longestPause: .seconds(-1))
        #expect(silly.pause(after: .max) == .milliseconds(1))
        #expect(silly.pause(after: -5) == .milliseconds(1))
    }

    @Test func anAuthorizationIsNotFollowedForEver() {
        var watch = Watch(.authorization, of: "pi_1", Self.policy)
        let working = Watch.Event.reader(
            Self.reader(ReaderAction(.confirmPaymentIntent, .inProgress, paymentIntent: "pi_1")))
        var step = watch.handle(working)
        var pauses = Duration.zero
        for _ in 0..<100 {
            if case .pause(let pause) = step { pauses += pause }
            if case .end = step { break }
            step = watch.handle(step == .askReader ? working : .pauseOver)
        }
        #expect(step == .end(.unknown("the reader took too long")))
        #expect(pauses <= .seconds(20))
        #expect(pauses > .seconds(17))
    }
}
