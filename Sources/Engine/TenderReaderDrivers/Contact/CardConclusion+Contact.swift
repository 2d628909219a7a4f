import TenderEMV
import TenderFlow
import TenderModel

extension ContactIssuerAnswer {
    /// What a card is told; `nil` if nobody answered.
    ///
    /// Only an approval of both counts as one: what the issuer tells the card, and what became of the confirmation. Data that
    /// cannot be read, or contradict the confirmation, are left out: the card is told a response code alone.
    init?(_ answer: IssuerAnswer) {
        let isApproved: Bool
        switch answer.verdict {
        case .approved: isApproved = true
        case .declined: isApproved = false
        case .noAnswer: return nil
        }
        let told = answer.data.flatMap { ContactIssuerAnswer(parsing: $0) }
        if let told, told.isApproved == isApproved {
            self = told
        } else {
            let code = isApproved && told == nil ? "00" : "05"
            self.init(responseCode: [UInt8](code.utf8))
        }
    }
}

extension CardConclusion {
    /// The last word of a card.
    ///
    /// - Throws: Why it gave none.
    init(_ conclusion: ContactConclusion) throws(ReaderError) {
        switch conclusion.verdict {
        case .approved: self.init(.approved, conclusion)
        case .declinedByCard, .declinedByIssuer, .approvedOffline, .declinedOffline:
            self.init(.declined, conclusion)
        case .terminated(.cardRemoved): throw .cardNotRead(.removed)
        case .terminated(.canceled): throw .canceled(by: .application)
        case .terminated: throw .cardNotRead(.insert)
        }
    }

    private init(_ word: Word, _ conclusion: ContactConclusion) {
        self.init(word, results: conclusion.issuerData, receipt: ReceiptDetails(conclusion))
    }
}
