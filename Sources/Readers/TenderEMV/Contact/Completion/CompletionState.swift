/// How far the second half of a transaction has come.
struct CompletionState: Sendable {
    /// Whether the issuer approves; `nil` if it could not be reached, or has not answered yet.
    let isApproved: Bool?
    /// What card, terminal and issuer decided together; terminated until the card has given its last word.
    var verdict = ContactConclusion.Verdict.terminated(.cardFailed)
    /// The card's last word.
    var cryptogram: ContactConclusion.Cryptogram?
    var scriptResults: [IssuerScriptResult] = []
    private var scripts: [IssuerScript]
    private let areScriptsTooLong: Bool

    init(_ answer: ContactIssuerAnswer? = nil) {
        isApproved = answer?.isApproved
        scripts = answer?.scripts ?? []
        areScriptsTooLong = IssuerScript.byteCount(scripts) > IssuerScript.mostBytes
    }

    /// Takes the next script of a moment; `nil` after the last one.
    mutating func takeScript(_ moment: IssuerScript.Moment) -> IssuerScript? {
        scripts.firstIndex { $0.moment == moment }.map { scripts.remove(at: $0) }
    }

    /// Begins a script; `nil` if it is not to be performed.
    func begin(_ script: IssuerScript) -> ScriptRun? { areScriptsTooLong ? nil : ScriptRun(script) }
}
