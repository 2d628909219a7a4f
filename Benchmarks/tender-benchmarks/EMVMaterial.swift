import FoundationEssentials
import TenderBytes
import TenderCrypto
import TenderEMV

/// The cards, chains of keys and messages that the tests of the kernel use too.
enum EMVMaterial {
    private static let root = "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        .joined(separator: "/")

    /// The words of each line of a file beside the tests, without those that name its source.
    static func lines(_ file: String) throws -> [[String]] { try lines(at: "Tests/TenderEMVTests/Vectors/" + file) }

    /// The same of a file by its place in the repository.
    static func lines(at place: String) throws -> [[String]] {
        let text = String(decoding: try Data(contentsOf: URL(filePath: "\(root)/\(place)")), as: UTF8.self)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            $0.split(separator: " ").map(String.init)
        }
    }

    static func bytes(_ text: String) throws -> [UInt8] {
        guard let bytes = Hex.decode(text == "-" ? "" : text) else { throw BenchmarkError.brokenPromise }
        return bytes
    }

    static func corpus() throws -> [[UInt8]] { try lines("tlv-corpus.txt").map { try bytes($0[0]) } }
}
