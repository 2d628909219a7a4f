import TenderAPI
import TenderFlow
import TenderModel

/// The parameters of the calls about accounts of version 2, in the payments API's names.
extension JSONParameters {
    init(_ parameters: CoreAccountParameters, including parts: Set<CoreAccount.Part>) {
        add("contact_email", parameters.contactEmail)
        add("contact_phone", parameters.contactPhone)
        add("dashboard", parameters.dashboard)
        add("display_name", parameters.displayName)
        if let defaults = parameters.defaults { add(defaults) }
        add("identity.country", parameters.country)
        add("identity.entity_type", parameters.entityType)
        if let business = parameters.businessDetails { add(business) }
        add("identity.individual", parameters.individual.map { JSONParameters($0) })
        if let acceptance = parameters.termsAcceptance {
            let path = "identity.attestations.terms_of_service.account"
            add("\(path).date", TimestampText.text(acceptance.date))
            add("\(path).ip", acceptance.ip)
        }
        for (configuration, isApplied) in parameters.configurations {
            let path = "configuration.\(configuration)"
            isApplied ? addObject(path) : add("\(path).applied", false)
        }
        if let merchant = parameters.merchant { add(merchant) }
        for (name, isRequested) in parameters.merchantCapabilities {
            add("configuration.merchant.capabilities.\(name).requested", isRequested)
        }
        for (name, isRequested) in parameters.recipientCapabilities {
            add("configuration.recipient.capabilities.\(name).requested", isRequested)
        }
        add("metadata", map: parameters.metadata)
        add("include", list: parts.map(\.rawValue).sorted())
    }

    init(_ person: CorePersonParameters) {
        add("given_name", person.givenName)
        add("surname", person.surname)
        add("email", person.email)
        add("phone", person.phone)
        add("address", person.address)
        add("date_of_birth.day", (person.birth?.day).map { Int64($0) })
        add("date_of_birth.month", (person.birth?.month).map { Int64($0) })
        add("date_of_birth.year", (person.birth?.year).map { Int64($0) })
        add("id_numbers", objects: person.idNumbers.map(\.members))
        add("legal_gender", person.legalGender)
        add("nationalities", list: person.nationalities)
        add("political_exposure", person.politicalExposure)
        add("relationship.authorizer", person.relationship?.authorizer)
        add("relationship.director", person.relationship?.director)
        add("relationship.executive", person.relationship?.executive)
        add("relationship.legal_guardian", person.relationship?.legalGuardian)
        add("relationship.owner", person.relationship?.owner)
        add("relationship.percent_ownership", person.relationship?.percentOwnership)
        add("relationship.representative", person.relationship?.representative)
        add("relationship.title", person.relationship?.title)
        add("metadata", map: person.metadata)
    }

    private mutating func add(_ defaults: CoreDefaults) {
        add("defaults.currency", defaults.currency?.code)
        add("defaults.locales", list: defaults.locales)
        add("defaults.profile.business_url", defaults.profile?.businessURL)
        add("defaults.profile.doing_business_as", defaults.profile?.doingBusinessAs)
        add("defaults.profile.product_description", defaults.profile?.productDescription)
        add("defaults.responsibilities.fees_collector", defaults.responsibilities?.feesCollector)
        add("defaults.responsibilities.losses_collector", defaults.responsibilities?.lossesCollector)
    }

    private mutating func add(_ business: CoreBusinessDetails) {
        let path = "identity.business_details"
        add("\(path).registered_name", business.registeredName)
        add("\(path).phone", business.phone)
        add("\(path).address", business.address)
        add("\(path).id_numbers", objects: business.idNumbers.map(\.members))
        add("\(path).structure", business.structure)
        add("\(path).estimated_worker_count", business.estimatedWorkerCount)
    }

    private mutating func add(_ merchant: CoreMerchantProfile) {
        let path = "configuration.merchant"
        add("\(path).mcc", merchant.merchantCategory)
        add("\(path).statement_descriptor.descriptor", merchant.statement?.descriptor)
        add("\(path).statement_descriptor.prefix", merchant.statement?.prefix)
        add("\(path).support.address", merchant.support?.address)
        add("\(path).support.email", merchant.support?.email)
        add("\(path).support.phone", merchant.support?.phone)
        add("\(path).support.url", merchant.support?.url)
        add("\(path).branding.icon", merchant.branding?.icon)
        add("\(path).branding.logo", merchant.branding?.logo)
        add("\(path).branding.primary_color", merchant.branding?.primaryColor)
        add("\(path).branding.secondary_color", merchant.branding?.secondaryColor)
        add("\(path).card_payments.decline_on.avs_failure", merchant.declineRules?.addressFailure)
        add("\(path).card_payments.decline_on.cvc_failure", merchant.declineRules?.securityCodeFailure)
    }
}

extension CoreIDNumber {
    fileprivate var members: [String: String] { ["type": type, "value": value ?? ""] }
}
