import Foundation
import TenderBytes
import TenderCrypto
import Testing

@Suite struct PINHashTests {
    private let salt = [UInt8](0..<16)

    private func cheap() throws -> Scrypt.Cost { try #require(Scrypt.Cost(logarithm: 4, blockSize: 1, parallelism: 1)) }

    @Test func keysMatchThePublishedVectors() throws {
        var wrong: [String] = []
        for vector in ScryptVector.all {
            let cost = try #require(
                Scrypt.Cost(
                    logarithm: vector.logarithm, blockSize: vector.blockSize, parallelism: vector.parallelism))
            let key = try Scrypt.derive(
                SecretBytes(utf8: vector.password), salt: Array(vector.salt.utf8), cost: cost, count: 64)
            let hex = key.withUnsafeBytes { Hex.encode(Array($0)) }
            if hex != vector.key { wrong.append("\(vector.password): \(hex)") }
        }
        #expect(wrong == [])
    }

    @Test func onlyThePINThatWasHashedMatches() throws {
        let hash = try PINHash(SecretBytes(utf8: "4711"), salt: salt, cost: cheap())
        let again = try PINHash(text: hash.text)
        let other = try PINHash(SecretBytes(utf8: "4711"), salt: salt.reversed(), cost: cheap())
        let matching = try (0...9999).filter { number in
            let digits = String(number)
            let pin = SecretBytes(utf8: String(repeating: "0", count: 4 - digits.count) + digits)
            return try again.matches(pin)
        }
        #expect(matching == [4711])
        #expect(again == hash)
        #expect(other != hash)
        #expect(try !hash.matches(SecretBytes([])))
        #expect(try !hash.matches(SecretBytes(utf8: "47110")))
    }

    @Test func thePINIsHashedAtTheCostOfAPersonWhoWaits() throws {
        let hash = try PINHash(SecretBytes(utf8: "4711"), salt: salt)
        #expect(hash.text.hasPrefix("$scrypt$ln=15,r=8,p=1$000102030405060708090a0b0c0d0e0f$"))
        #expect(try hash.matches(SecretBytes(utf8: "4711")))
        #expect(try !hash.matches(SecretBytes(utf8: "4712")))
    }

    @Test func whatIsOutOfBoundsIsRefusedBeforeItCostsAnything() throws {
        let tail = "$" + Hex.encode(salt) + "$" + String(repeating: "ab", count: 32)
        func refusal(_ text: String) -> CryptoError? {
            do throws(CryptoError) {
                _ = try PINHash(text: text)
                return nil
            } catch {
                return error
            }
        }
        let short = "$scrypt$ln=4,r=1,p=1$00$" + String(repeating: "ab", count: 32)
        let costs = [
            "ln=63,r=8,p=1", "ln=18,r=1,p=1", "ln=17,r=16,p=1", "ln=4,r=1,p=17", "ln=4,r=0,p=1", "ln=3,r=1,p=1",
        ]
        let bounds = costs.map { "$scrypt$" + $0 + tail } + [short]
        #expect(bounds.filter { refusal($0) != .hashOutOfBounds } == [])
        let forms = [
            "", "$", "$scrypt$", "$scrypt$ln=4,r=1" + tail, "$scrypt$ln=04,r=1,p=1" + tail,
            "$scrypt$ln=+4,r=1,p=1" + tail,
            "$argon2$ln=4,r=1,p=1" + tail, "$scrypt$ln=4,r=1,p=1" + tail.uppercased(), "x$scrypt$ln=4,r=1,p=1" + tail,
            "$scrypt$ln=4,r=1,p=1" + tail + "$", "$scrypt$ln=99999999999999999999,r=1,p=1" + tail,
            "$scrypt$ln=4,r=1,p=1" + tail + String(repeating: "a", count: 300),
        ]
        #expect(forms.filter { refusal($0) != .hashMalformed } == [])
        #expect(refusal("$scrypt$ln=4,r=1,p=1" + tail) == nil)
        #expect(throws: CryptoError.hashOutOfBounds) {
            try PINHash(SecretBytes(utf8: "1"), salt: Array(salt.dropLast()), cost: cheap())
        }
    }

    @Test func noChangedCharacterOfTheTextTraps() throws {
        let hash = try PINHash(SecretBytes(utf8: "4711"), salt: salt, cost: cheap())
        var wrong: [String] = []
        for index in hash.text.utf8.indices {
            for character in "$=,0f F-é" {
                var text = hash.text
                text.replaceSubrange(index...index, with: String(character))
                if let read = try? PINHash(text: text), read.text != text { wrong.append(text) }
            }
        }
        #expect(wrong == [])
    }

    @Test func aHashIsNotPrintedAndTravelsAsItsText() throws {
        let hash = try PINHash(SecretBytes(utf8: "4711"), salt: salt, cost: cheap())
        let digest = try #require(hash.text.split(separator: "$").last)
        var dumped = ""
        dump(hash, to: &dumped)
        #expect(!"\(hash) \(String(reflecting: hash)) \(dumped)".contains(digest))
        let json = try JSONEncoder().encode([hash])
        #expect(try JSONDecoder().decode([PINHash].self, from: json) == [hash])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([PINHash].self, from: Data(#"["x"]"#.utf8)) }
    }
}
