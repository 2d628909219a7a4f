/// The money that others have of a charge, as far as its refund takes it back.
struct OthersMoney {
    let sharing: RefundSharing
    let transfer: ReturnableMoney?
    let fee: ReturnableMoney?
}
