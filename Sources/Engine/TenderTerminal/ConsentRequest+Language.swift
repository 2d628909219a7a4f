import TenderFlow
import TenderMessages
import TenderModel

extension ConsentRequest {
    /// Returns the question in words: in the card's language if anything is written in it, else the till's; an
    /// application's own words stay.
    func worded(till: Language) -> ConsentRequest {
        var worded = self
        let language = Language.forCustomer(tags: languages, till: till)
        switch subject {
        case .conversion(let offer): worded.notice = offer.text(in: language)
        case .surcharge(let surcharge):
            guard notice == nil, let total = try? amount.adding(surcharge) else { return self }
            worded.notice = SurchargeConfiguration(amount: surcharge).question(total: total, in: language)
        }
        return worded
    }
}
