extension Resource {
    static let connectionTokens = Resource("terminal.connection_token", operations: Operation.connectionTokens)
}
