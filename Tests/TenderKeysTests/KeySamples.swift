import TenderBytes
import TenderCrypto

@testable import TenderKeys

/// Keys of the published vectors (ANSI X9.24-1:2009, annex A.4; ANSI X9.24-3:2017, supplement), as files.
enum KeySamples {
    static let tripleDES = "scheme tdes-dukpt\nserial FFFF9876543210E00000\nkey 6AC292FAA1315B4D858AB3A3D7D5933A\n"
    static let tripleDESID = "FFFF9876543210E00000"
    static let aes128 = "scheme aes-dukpt\nserial 123456789012345600000000\nkey 1273671EA26AC29AFA4D1084127652A1\n"
    static let aes192 =
        "scheme aes-dukpt\nserial 123456789012345700000000\nkey 1273671EA26AC29AFA4D1084127652A1CE9CE0C101D1138F\n"
    static let aes256 =
        "scheme aes-dukpt\nserial 123456789012345800000000\n"
        + "key CE9CE0C101D1138F97FB6CAD4DF045A7083D4EAE2D35A31789D01CCF0949550F\n"
    static let all = [tripleDES, aes128, aes192, aes256]

    /// The text of a file with the check value of its key.
    static func text(_ lines: String) throws -> String {
        let words = lines.split(whereSeparator: \.isWhitespace)
        let cipher: BlockCipher = words[1] == "aes-dukpt" ? .aes : .tripleDES
        let key = SecretBytes(Hex.decode(words[5]) ?? [])
        return lines + "check \(Hex.encode(try cipher.checkValue(of: key)))\n"
    }

    static func file(_ lines: String) throws -> KeyFile { try KeyFile(parsing: SecretBytes(utf8: text(lines))) }
}
