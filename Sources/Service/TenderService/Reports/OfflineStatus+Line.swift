public import TenderModel

extension OfflineStatus {
    /// The count, the sums and the network.
    public var line: String {
        let sums = totals.isEmpty ? "" : " (\(totals.map { "\($0)" }.joined(separator: ", ")))"
        return "\(count) stored\(sums), \(network.rawValue)" + (isPaused ? ", paused" : "")
    }
}
