import TenderCheckout
import TenderBytes

typealias CheckoutHub = Broadcast<PaymentContextEvent>

extension CheckoutHub {
    convenience init() { self.init(bufferSize: 256) }

    func publish(_ kind: PaymentContextEvent.Kind) { publish { PaymentContextEvent(sequence: $0, kind: kind) } }
}
