extension ErrorCode {
    /// Names why a reader cannot be used.
    public init(_ kind: ReaderProblem.Kind) {
        self =
            switch kind {
            case .noPermission: .readerAccessDenied
            case .busy: .readerConnectedToAnotherDevice
            case .unsupported: .incompatibleReader
            case .outdated: .unsupportedReaderVersion
            case .silent: .readerCommunicationError
            }
    }
}
