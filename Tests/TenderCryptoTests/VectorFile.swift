import Foundation
import TenderBytes
import Testing

/// A table of `Vectors`: lines of fields between tabs, after comments that name the source.
enum VectorFile {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Vectors")

    static func rows(_ name: String) throws -> [[String]] {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    }
}

/// The bytes of a literal or a field; a test with a mistake in them stops.
func bytes(_ hex: String) throws -> [UInt8] { try #require(Hex.decode(hex)) }

func secret(_ hex: String) throws -> SecretBytes { SecretBytes(try bytes(hex)) }

func hex(_ secret: SecretBytes) -> String { secret.withUnsafeBytes { Hex.encode($0) }.uppercased() }
