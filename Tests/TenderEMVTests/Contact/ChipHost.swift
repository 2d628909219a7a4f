import SimulatedCard
import SimulatedPayments
import TenderBytes

@testable import TenderEMV

/// What answers a terminal in the place of the card's issuer: the issuer, and what happens on the way.
struct ChipHost {
    /// What becomes of the issuer's proof on the way.
    enum Proof: CaseIterable {
        case right
        case wrong
        case none
    }

    var issuer: ChipIssuer
    var isReachable = true
    var proof = Proof.right
    /// The tags of the templates whose last command has a wrong code.
    var spoiled: Set<UInt32> = []

    init(_ issuer: ChipIssuer = ChipIssuer()) { self.issuer = issuer }

    mutating func answer(_ request: ChipAuthorization) -> ContactEvent {
        guard isReachable else { return .issuerUnreachable }
        let verdict = issuer.judge(request)
        var objects = TLV.encode(0x8A, [UInt8](verdict.responseCode.utf8))
        if var data = verdict.authenticationData, proof != .none {
            if proof == .wrong { data[0] ^= 1 }
            objects += TLV.encode(0x91, data)
        }
        for (tag, value) in (try? SecretBytes(verdict.scripts).objects()) ?? [] {
            var content = value.open
            if spoiled.contains(tag.rawValue), let last = content.indices.last { content[last] ^= 1 }
            objects += TLV.encode(tag, content)
        }
        return ContactIssuerAnswer(parsing: SecretBytes(objects)).map { .issuerAnswered($0) } ?? .issuerUnreachable
    }
}

extension ChipAuthorization {
    /// What the acquirer makes of the data for the issuer of a simulated card.
    init(
        _ data: SecretBytes, _ profile: ChipProfile, isItsNumber: Bool = true, expiry: EMVDate? = nil,
        pin: EncipheredPIN? = nil
    ) throws {
        var objects = [UInt16: [UInt8]](
            try data.objects().map { (UInt16(truncatingIfNeeded: $0.tag.rawValue), $0.value.open) }
        ) { first, _ in first }
        objects[0x5F24] = expiry?.bytes
        self.init(
            card: isItsNumber ? profile.card : nil, scheme: profile.scheme, objects: objects, pinBlock: pin?.block,
            pinKeySerialNumber: pin?.keySerialNumber)
    }

    init(_ result: ContactResult, _ profile: ChipProfile) throws {
        try self.init(
            result.issuerData, profile, isItsNumber: result.accountNumber.digitText == profile.card.number,
            expiry: result.expiry, pin: result.pin)
    }
}
