/// The search for locations, readers and configurations.
extension ResourceContext {
    /// Returns the location, reader or configuration that the URL names; a deleted one only if `isGoneToo`.
    func findTerminalObject(_ name: String, _ call: Call, isGoneToo: Bool = false) throws(APIFailure) -> Document {
        let found = documents.find(call.id, account: call.account)
        guard let found, found.object == "terminal.\(name)", isGoneToo || !found.isDeleted else {
            throw .unknown(name, call.id, param: name)
        }
        return found
    }

    /// Returns the location, reader or configuration that a parameter names.
    func findTerminalObject(
        _ name: String, named id: String, param: String, _ call: Call
    ) throws(APIFailure) -> Document {
        guard let found = document(id, "terminal.\(name)", call.account) else {
            throw .unknown(name, id, param: param, isParameter: true)
        }
        return found
    }
}

extension ParameterSpec.Members {
    /// The parameters of lists of terminal objects, which cannot be filtered by time.
    static let terminalList = list.without("created")
}
