import TenderAPI
import TenderFlow
import TenderModel

/// The parameters of the calls about connected accounts, in the payments API's names.
extension FormParameters {
    init(_ parameters: ConnectedAccountParameters) {
        add("type", parameters.type)
        add("controller[fees][payer]", parameters.controller?.feesPayer)
        add("controller[losses][payments]", parameters.controller?.lossesPayments)
        add("controller[requirement_collection]", parameters.controller?.requirementCollection)
        add("controller[stripe_dashboard][type]", parameters.controller?.dashboard)
        add("country", parameters.country)
        add("email", parameters.email)
        add("business_type", parameters.businessType)
        add("business_profile[name]", parameters.businessProfile?.name)
        add("business_profile[mcc]", parameters.businessProfile?.merchantCategory)
        add("business_profile[product_description]", parameters.businessProfile?.productDescription)
        add("business_profile[url]", parameters.businessProfile?.url)
        for (name, isRequested) in parameters.capabilities.sorted(by: { $0.key < $1.key }) {
            add("capabilities[\(name)][requested]", isRequested)
        }
        if let individual = parameters.individual { add("individual", individual) }
        if let bank = parameters.bankAccount { add("external_account", bank) }
        add("tos_acceptance[date]", parameters.termsAcceptance?.date)
        add("tos_acceptance[ip]", parameters.termsAcceptance?.ip)
        add("settings[payouts][schedule][interval]", parameters.payoutInterval)
        add("metadata", map: parameters.metadata)
    }

    private mutating func add(_ name: String, _ holder: AccountHolder) {
        add("\(name)[first_name]", holder.firstName)
        add("\(name)[last_name]", holder.lastName)
        add("\(name)[dob][day]", Int64(holder.birth.day))
        add("\(name)[dob][month]", Int64(holder.birth.month))
        add("\(name)[dob][year]", Int64(holder.birth.year))
        add("\(name)[address]", holder.address)
        add("\(name)[email]", holder.email)
        add("\(name)[phone]", holder.phone)
        add("\(name)[id_number]", holder.idNumber)
        add("\(name)[ssn_last_4]", holder.idNumberEnd)
    }

    mutating func add(_ name: String, _ bank: BankAccountParameters) {
        add("\(name)[object]", "bank_account")
        add("\(name)[country]", bank.country)
        add("\(name)[currency]", bank.currency.code)
        add("\(name)[account_number]", bank.accountNumber)
        add("\(name)[routing_number]", bank.routingNumber)
    }
}
