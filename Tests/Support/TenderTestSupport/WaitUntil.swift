/// A condition that a test waited for, and that never held.
public struct NeverHeld: Error, CustomStringConvertible {
    /// Where the test waited.
    public let description: String
}

/// Waits until a condition holds, and lets other tasks run meanwhile.
///
/// - Throws: `NeverHeld` after two minutes, so that a test that would never end says where it waits.
public func waitUntil(
    fileID: String = #fileID, line: Int = #line, isolation: isolated (any Actor)? = #isolation,
    _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(120)
    while try await !condition() {
        guard ContinuousClock.now < end else {
            throw NeverHeld(description: "\(fileID):\(line) waits for something that does not happen")
        }
        await Task.yield()
    }
}
