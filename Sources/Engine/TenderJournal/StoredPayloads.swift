import TenderFlow
import TenderModel
import TenderRecords

/// A comparison of the card data beside a journal with its records, because the hash chain does not cover that data.
struct StoredPayloads {
    private var payments: [PaymentHistory] = []
    private var places: [String: Int] = [:]

    /// Adds the next record of the journal, of any payment.
    mutating func take(_ record: RecordedEntry) {
        guard case .offline = record.entry.event else { return }
        if let place = places[record.entry.intentID] {
            payments[place].apply(record)
        } else {
            places[record.entry.intentID] = payments.count
            payments.append(PaymentHistory(record))
        }
    }

    /// Returns what is wrong with the card data of the payments that still wait, in the order of their records.
    ///
    /// - Parameter payload: Returns the bytes stored under a key; `nil` if there are none.
    func findings(_ payload: (String) throws -> [UInt8]?) throws -> [ChainFinding] {
        var findings: [ChainFinding] = []
        for payment in payments where payment.isStoredOffline {
            guard let sale = payment.offline?.sale else { continue }
            let (id, sequence) = (payment.intentID, payment.sequence)
            if let bytes = try payload(id) {
                let isAsWritten = EncryptedPayload.digest(ofStored: bytes) == sale.payloadDigest
                if !isAsWritten { findings.append(.payloadChanged(intentID: id, sequence: sequence)) }
            } else {
                findings.append(.payloadMissing(intentID: id, sequence: sequence))
            }
        }
        return findings
    }
}
