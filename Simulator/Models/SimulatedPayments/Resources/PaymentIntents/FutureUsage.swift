enum FutureUsage: String, Codable, CaseIterable {
    case onSession = "on_session"
    case offSession = "off_session"
}
