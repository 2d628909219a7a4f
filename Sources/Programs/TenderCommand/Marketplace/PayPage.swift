import CommandLineOptions
import Tender

/// A link or a checkout page, whichever an id names.
enum PayPage: Encodable, Hashable, Identifiable, Sendable {
    case link(PaymentLink)
    case session(CheckoutSession)

    /// The operand that names one.
    static let operand = Operand("ID", "id of a link (plink_…) or a page (cs_…)", as: .text)

    /// Retrieves what an id names.
    static func retrieve(_ id: String, _ client: PaymentsClient) async throws -> PayPage {
        isSession(id)
            ? .session(try await client.retrieveCheckoutSession(id)) : .link(try await client.retrievePaymentLink(id))
    }

    /// Reads the result of a call.
    init(_ object: MoneyObject) throws(GatewayError) {
        self = Self.isSession(object.id) ? .session(try object.decode()) : .link(try object.decode())
    }

    static func isSession(_ id: String) -> Bool { id.hasPrefix("cs_") }

    var id: String {
        switch self {
        case .link(let link): link.id
        case .session(let session): session.id
        }
    }

    /// The address of the page; `nil` once it cannot be used.
    var url: String? {
        switch self {
        case .link(let link): link.active ? link.url : nil
        case .session(let session): session.url
        }
    }

    /// One line for people.
    var line: String {
        switch self {
        case .link(let link):
            [link.id, link.active ? "active" : "switched off", link.share].compactMap(\.self).joined(separator: "  ")
        case .session(let session):
            [
                session.id, session.amountTotal?.description, session.status?.rawValue, session.paymentStatus.rawValue,
                session.paymentIntent,
            ].compactMap(\.self).joined(separator: "  ")
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .link(let link): try link.encode(to: encoder)
        case .session(let session): try session.encode(to: encoder)
        }
    }
}

extension PaymentLink {
    /// The owner of the money, for people.
    fileprivate var share: String? {
        guard let account = transferData?.destination else { return nil }
        return "for \(account)" + (applicationFeeAmount.map { ", fee \($0)" } ?? "")
    }
}
