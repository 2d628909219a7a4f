import TenderBytes
import TenderModel

/// The terminal's messages while a request runs.
extension ZVTCore {
    mutating func take(_ apdu: ZVTAPDU) -> [ProtocolAction<Output>] {
        switch state {
        case .sent(let request, let timer): answered(apdu, request, timer)
        case .running(let run, let timer): spoken(apdu, run, timer)
        case .recording(let run, let status, let waiting): wait(apdu, run, status, waiting)
        case .idle, .asking: spokenUnasked(apdu)
        // What it says while it goes down means nothing.
        case .restarting, .over: []
        }
    }

    private mutating func answered(_ apdu: ZVTAPDU, _ request: ZVTRequest, _ timer: Int) -> [ProtocolAction<Output>] {
        let stopped = ProtocolAction<Output>.stopTimer(timer)
        // An answer to a request that has not left belongs to another one.
        if Self.isAnswer(apdu.control), link.isQueued(request.message(configuration)) {
            return giveUp(.protocolViolation)
        }
        switch apdu.control {
        case .accepted where request == .reset: return [stopped] + awaitRestart(request)
        case .accepted: return [stopped] + keepRunning(Run(request: request))
        case .moreTime:
            let next = nextTimer()
            state = .sent(request, next)
            return [stopped, .startTimer(next, configuration.completion)]
        case let control where control.classByte == ZVTControl.refusalClass:
            return [stopped] + end(request, .refused(ZVTResult(control.instruction)))
        case .statusInformation, .completion, .aborted: return giveUp(.protocolViolation)
        default: return Self.isTerminalClass(apdu.control) ? show(apdu) : giveUp(.protocolViolation)
        }
    }

    private mutating func spoken(_ apdu: ZVTAPDU, _ run: Run, _ timer: Int) -> [ProtocolAction<Output>] {
        let stopped = ProtocolAction<Output>.stopTimer(timer)
        switch apdu.control {
        case .statusInformation: return [stopped] + told(apdu.data, run)
        case .completion: return [stopped] + accept() + completed(apdu.data, run)
        case .aborted:
            let result = ZVTResult(apdu.data.first ?? 0xFF)
            return [stopped] + accept() + end(run.request, .aborted(result, run.isRefused ? nil : run.status))
        case let control where Self.isAnswer(control):
            unansweredAborts = max(0, unansweredAborts - 1)
            return [stopped] + keepRunning(run)
        case let control where Self.isTerminalClass(control):
            let shown = show(apdu)
            return [stopped] + keepRunning(run) + shown
        default: return giveUp(.protocolViolation)
        }
    }

    /// Returns whether a message is a terminal's: its messages are of class 04, 05, 06 or 08, and anything else is not
    /// a message.
    private static func isTerminalClass(_ control: ZVTControl) -> Bool {
        [0x04, 0x05, 0x06, 0x08].contains(control.classByte)
    }

    private static func isAnswer(_ control: ZVTControl) -> Bool {
        control == .accepted || control.classByte == ZVTControl.refusalClass
    }

    mutating func keepRunning(_ run: Run) -> [ProtocolAction<Output>] {
        let timer = nextTimer()
        state = .running(run, timer)
        return [.startTimer(timer, configuration.completion)]
    }

    private mutating func accept() -> [ProtocolAction<Output>] { follow(link.send(ZVTAPDU(.accepted))) }

    /// Handles a status; that of a request that moves money is acknowledged once it is recorded, and an unreadable one
    /// never.
    private mutating func told(_ data: [UInt8], _ run: Run) -> [ProtocolAction<Output>] {
        var run = run
        guard let status = try? ZVTStatus(parsing: data, configuration.characters) else {
            run.isRefused = run.request.movesMoney
            let timed = keepRunning(run)
            let kept = ProtocolAction<Output>.output(.unreadable(.statusInformation, SecretBytes(data)))
            let answer: ZVTControl = run.request.movesMoney ? .goodsNotIssued : .accepted
            return [kept] + follow(link.send(ZVTAPDU(answer))) + timed
        }
        guard run.request.movesMoney else {
            run.status = status
            let timed = keepRunning(run)
            return [.output(.status(status))] + accept() + timed
        }
        state = .recording(run, status, waiting: [])
        return [.output(.askToAcknowledge(status))]
    }

    /// Keeps a message that the terminal sent while waiting for an acknowledgment, to be handled afterwards.
    private mutating func wait(
        _ apdu: ZVTAPDU, _ run: Run, _ status: ZVTStatus, _ waiting: [ZVTAPDU]
    ) -> [ProtocolAction<Output>] {
        guard waiting.count < Self.maximumWaiting else { return giveUp(.protocolViolation) }
        state = .recording(run, status, waiting: waiting + [apdu])
        return []
    }

    /// Handles a completion, which itself contains the answer to a registration or a status enquiry.
    private mutating func completed(_ data: [UInt8], _ run: Run) -> [ProtocolAction<Output>] {
        guard !run.request.movesMoney, run.status == nil, !data.isEmpty,
            let status = try? ZVTStatus(parsing: data, configuration.characters)
        else { return end(run.request, .completed(run.isRefused ? nil : run.status)) }
        return end(run.request, .completed(status))
    }

    private mutating func show(_ apdu: ZVTAPDU) -> [ProtocolAction<Output>] {
        switch apdu.control {
        case .intermediateStatus:
            let progress = ZVTProgress(apdu.data.first ?? 0xFF)
            let output = progress.message.map(Output.display) ?? .progress(progress)
            return accept() + [.output(output)]
        case .printLine:
            let isLast = receipt.add(line: apdu.data, configuration.characters)
            return accept() + (isLast ? flushReceipt() : [])
        case .printTextBlock:
            let whole = ZVTReceipt(block: apdu.data, configuration.characters)
            return accept() + flushReceipt() + (whole.map { [.output(.receipt($0))] } ?? [])
        default: return follow(link.send(ZVTAPDU(.notSupported)))
        }
    }

    /// Handles a message outside a request, where only the till may begin; an answer that came too late means nothing.
    private mutating func spokenUnasked(_ apdu: ZVTAPDU) -> [ProtocolAction<Output>] {
        guard !Self.isAnswer(apdu.control) else { return [] }
        guard Self.isTerminalClass(apdu.control) else { return giveUp(.protocolViolation) }
        switch apdu.control {
        case .statusInformation, .completion, .aborted: return giveUp(.protocolViolation)
        default: return show(apdu)
        }
    }
}
