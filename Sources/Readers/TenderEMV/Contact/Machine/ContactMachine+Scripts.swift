import TenderBytes

/// The issuer's scripts (EMV Book 3, 10.10; Book 4, 6.3.9 [check]).
extension ContactMachine {
    /// Performs what is left of the scripts of a moment, and goes on.
    mutating func performScripts(_ moment: IssuerScript.Moment) throws(ContactStop) -> [ContactAction] {
        while let script = completion.takeScript(moment) {
            guard let run = completion.begin(script) else {
                noteUnperformed(script)
                continue
            }
            status.insert(.scripts)
            if let actions = sendCommand(run) { return actions }
        }
        return switch moment {
        case .beforeCryptogram: try askForDecision()
        case .afterCryptogram: conclude()
        }
    }

    /// Sends the next command of a script; `nil` if the script goes no further.
    private mutating func sendCommand(_ run: ScriptRun) -> [ContactAction]? {
        guard let command = run.command, let actions = try? transmit(command, .performing(run)) else {
            note(run.result, run.moment)
            return nil
        }
        return actions
    }

    /// - Parameter answer: `nil` for one that cannot be read.
    mutating func commandAnswered(_ answer: CardAnswer?, _ run: ScriptRun) throws(ContactStop) -> [ContactAction] {
        var run = run
        if answer?.isTaken == true {
            run.commandTaken()
            if let actions = sendCommand(run) { return actions }
        } else {
            note(run.result, run.moment)
        }
        return try performScripts(run.moment)
    }

    /// Notes that scripts which are left were not performed.
    mutating func noteUnperformedScripts() {
        for moment in IssuerScript.Moment.allCases {
            while let script = completion.takeScript(moment) { noteUnperformed(script) }
        }
    }

    private mutating func noteUnperformed(_ script: IssuerScript) {
        let identifier = ScriptRun(script)?.identifier ?? IssuerScriptResult.noIdentifier
        note(IssuerScriptResult(.notPerformed, identifier: identifier), script.moment)
    }

    mutating func note(_ result: IssuerScriptResult, _ moment: IssuerScript.Moment) {
        completion.scriptResults.append(result)
        if result.status != .successful { results.insert(moment.failure) }
    }
}
