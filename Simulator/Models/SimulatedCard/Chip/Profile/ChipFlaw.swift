/// What is wrong with a hostile or broken card.
public enum ChipFlaw: String, Hashable, Sendable, CaseIterable {
    /// A length in a record reaches beyond the record.
    case wrongLengths
    /// A record holds the card number twice.
    case duplicatedObject
    /// No record holds the list of data for the cryptogram (tag 8C).
    case missingObject
    /// The file locator (tag 94) asks for records up to 255.
    case wrongLocator
    /// The directory has a record at every number, of every file.
    case endlessRecords
    /// SELECT finds yet another application every time.
    case endlessApplications
    /// Under T=0 there is always more to fetch by GET RESPONSE.
    case endlessAnswer
    /// GET PROCESSING OPTIONS is answered with noise.
    case noise
    /// An answer has 256 bytes of zeros after its objects.
    case longAnswer
    /// The card's certificate names another card number.
    case otherNumber
    /// The issuer's certificate names another issuer.
    case otherIssuer
    /// The issuer's certificate is expired.
    case expiredCertificate
    /// The issuer's certificate is not what the authority signed.
    case wrongIssuerCertificate
    /// The card's certificate is not what the issuer signed.
    case wrongCardCertificate
    /// The signature over the card's data belongs to other data.
    case wrongStaticSignature
    /// The card's own signature belongs to other data.
    case wrongDynamicSignature
    /// A signature is asked for with the cryptogram, and there is none.
    case unsignedCryptogram
    /// The signed kind of the cryptogram is another than the one told.
    case otherCryptogramSigned
    /// The card approves where it is asked to decline or to go online.
    case higherCryptogram
    /// Every transaction has the counter and the cryptogram of the first.
    case replayedCryptogram
    /// The cryptogram is not that of the transaction.
    case wrongCryptogram
    /// The second GENERATE AC is refused if it asks for an approval.
    case refusedCompletion
}
