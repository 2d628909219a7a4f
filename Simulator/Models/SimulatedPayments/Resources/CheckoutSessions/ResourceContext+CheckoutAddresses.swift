/// The addresses of a Checkout Session: where it is shown, and where it leads.
extension ResourceContext {
    /// The values of `ui_mode` in versions before `uiModeVersion`.
    private static let formerModes = ["hosted_page": "hosted", "embedded_page": "embedded", "elements": "custom"]
    private static let uiModeVersion = "2026-03-25"

    /// Returns the version's name of a `ui_mode`.
    static func name(ofMode mode: String, _ call: Call) -> String {
        call.isBefore(uiModeVersion) ? formerModes[mode] ?? mode : mode
    }

    private static func readMode(_ call: Call) throws(APIFailure) -> String {
        let modes = ["hosted_page", "embedded_page", "elements", "form"]
        guard let name = call.parameters.text("ui_mode") else { return modes[0] }
        guard let mode = modes.first(where: { Self.name(ofMode: $0, call) == name }) else {
            let names = modes.map { Self.name(ofMode: $0, call) }.joined(separator: ", ")
            throw .invalid("Invalid ui_mode: must be one of \(names)", param: "ui_mode")
        }
        return mode
    }

    mutating func readAddresses(of session: inout Document, _ call: Call) throws(APIFailure) {
        let mode = try Self.readMode(call)
        session["ui_mode"] = .string(mode)
        let isHosted = mode == "hosted_page"
        let refused = isHosted ? ["return_url", "redirect_on_completion"] : ["success_url", "cancel_url"]
        if let name = refused.first(where: { call.parameters.contains($0) }) {
            throw .invalid(
                "You can not pass `\(name)` when `ui_mode` is `\(Self.name(ofMode: mode, call))`.", param: name)
        }
        guard !isHosted else {
            guard call.parameters.contains("success_url") else { throw .missing("success_url") }
            session["success_url"] = call.parameters["success_url"]
            session["cancel_url"] = call.parameters["cancel_url"] ?? .null
            session["url"] = .string(publicURL + "/c/pay/" + session.id)
            return
        }
        try Self.readReturn(of: &session, call)
        session["client_secret"] = .string(ids.make(session.id + "_secret"))
    }

    private static func readReturn(of session: inout Document, _ call: Call) throws(APIFailure) {
        let redirects = call.parameters.text("redirect_on_completion") ?? "always"
        session["redirect_on_completion"] = .string(redirects)
        guard redirects != "never" else {
            guard !call.parameters.contains("return_url") else {
                throw .invalid(
                    "You can not pass `return_url` when `redirect_on_completion` is `never`.", param: "return_url")
            }
            return
        }
        guard let url = call.parameters["return_url"] else { throw .missing("return_url") }
        session["return_url"] = url
    }
}
