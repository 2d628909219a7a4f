import Foundation

/// A table of `Vectors`: lines of fields between tabs, after comments that name the source.
enum VectorFile {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Vectors")

    static func rows(_ name: String) throws -> [[String]] {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    }
}
