import Foundation
import TenderBytes

/// The files beside the tests.
///
/// `TENDER_UPDATE_VECTORS=1 swift test --filter TenderEMVTests` writes the explanations
/// anew: look at the difference.
enum Vectors {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Vectors")
    static let isUpdating = ProcessInfo.processInfo.environment["TENDER_UPDATE_VECTORS"] != nil

    /// The lines of a file, without those that name its source.
    static func lines(_ file: String) throws -> [String] {
        try String(contentsOf: folder.appending(path: file), encoding: .utf8).split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("#") }
    }

    /// The columns of a file.
    static func rows(_ file: String) throws -> [[String]] {
        try lines(file).map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    }

    /// The lines that differ from a file, which is written instead when the variable is set.
    static func differences(_ found: [String], _ file: String, _ head: String) throws -> [String] {
        if isUpdating {
            try Data((([head] + found).joined(separator: "\n") + "\n").utf8).write(to: folder.appending(path: file))
        }
        return found.difference(from: try lines(file)).map { change in
            switch change {
            case .insert(_, let line, _): "found: \(line)"
            case .remove(_, let line, _): "expected: \(line)"
            }
        }
    }

    /// The data objects of synthetic cards.
    static func corpus() throws -> [[UInt8]] { try lines("tlv-corpus.txt").map { Hex.decode($0) ?? [] } }
}
