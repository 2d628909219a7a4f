import SimulatedCard
import TenderBytes
import TenderModel

extension ChipObjects {
    /// What a receipt shows of a chip.
    var receipt: ReceiptDetails {
        ReceiptDetails(
            applicationPreferredName: name(0x9F12) ?? name(0x50), dedicatedFileName: digits(0x84),
            applicationCryptogram: digits(0x9F26), terminalVerificationResults: digits(0x95),
            transactionStatusInformation: digits(0x9B), cardholderVerificationMethod: verificationWord)
    }

    /// The API's word for how the holder was verified.
    private var verificationWord: String {
        if hasFailedVerification { return "failure" }
        let method = values[0x9F34]?.first.map { $0 & 0x3F }
        return method == 0x03 || method == 0x05 ? "offline_pin_and_signature" : verification.rawValue
    }

    private func digits(_ tag: UInt16) -> String? { values[tag].map { Hex.encode($0).uppercased() } }

    /// A name in plain letters (EMV, Book 3, annex A).
    private func name(_ tag: UInt16) -> String? {
        guard let bytes = values[tag], (1...16).contains(bytes.count), bytes.allSatisfy({ (0x20..<0x7F).contains($0) })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
