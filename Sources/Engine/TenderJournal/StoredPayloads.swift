import TenderFlow
import TenderModel
import TenderRecords

/// Holds the card data beside a journal against what its records say of it; the chain of hashes does not cover it.
struct StoredPayloads {
    private var payments: [PaymentHistory] = []
    private var places: [String: Int] = [:]

    /// Takes the next record of the journal, of whatever payment.
    mutating func take(_ record: RecordedEntry) {
        guard case .offline = record.entry.event else { return }
        if let place = places[record.entry.intentID] {
            payments[place].apply(record)
        } else {
            places[record.entry.intentID] = payments.count
            payments.append(PaymentHistory(record))
        }
    }

    /// What is wrong with the card data of the payments that still wait, in the order of their records.
    ///
    /// - Parameter payload: the bytes under a key; nil when there are none.
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
