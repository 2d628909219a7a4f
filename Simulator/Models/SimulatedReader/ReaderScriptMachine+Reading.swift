import SimulatedCard
import TenderBytes
import TenderCrypto
import TenderFlow
import TenderModel

extension ReaderScriptMachine {
    /// Decides the result of a completed read.
    mutating func endRead() {
        guard case .reading(let collection, let presented) = phase else { return }
        if !presented.readable {
            failRead(collection, presented.way)
        } else if collection.dataType != nil {
            readData(collection, presented)
        } else if presented.way == .tap, presented.card.contactlessIsRefused {
            var collection = collection
            collection.options = [.insertCard]
            ask(collection, .insertCard)
        } else if !collection.request.paymentMethodTypes.contains(presented.card.paymentMethodType) {
            actions.append(.emit(.displayMessage(.tryAnotherCard)))
            settle(collection, .failure(.cardNotRead(.notSupported)))
        } else {
            settle(collection, collectedCard(collection, presented))
        }
    }

    /// Handles a failed read: three failed inserts lead to the stripe, three failed swipes end the collection, a failed
    /// tap leads elsewhere.
    private mutating func failRead(_ collection: Collection, _ way: ReaderStep.Way) {
        var collection = collection
        switch way {
        case .insert:
            collection.failedInserts += 1
            let isLast = collection.failedInserts == Self.tries
            if isLast { collection.options = [.swipeCard] }
            ask(collection, isLast ? .swipeCard : .retryCard)
        case .tap:
            guard collection.dataType == nil else { return ask(collection, .retryCard) }
            collection.options = [.insertCard, .swipeCard]
            ask(collection, .insertOrSwipeCard)
        case .swipe:
            collection.failedSwipes += 1
            if collection.failedSwipes == Self.tries {
                finish(collection, .failure(.cardNotRead(.swipe)))
            } else {
                ask(collection, .retryCard)
            }
        }
    }

    /// Reads a payment card where one that does not pay is wanted: its stripe is refused, and its UID is one that it makes
    /// up for each reading, as the first byte says (ISO/IEC 14443-3).
    private mutating func readData(_ collection: Collection, _ presented: Presented) {
        guard presented.way == .tap else {
            return finish(collection, .failure(.refused("this is a payment card: its stripe is not handed out")))
        }
        counter &+= 1
        let random = SHA256.hash("uid \(device) \(counter)".utf8).prefix(3)
        finish(.answerData(collection.id, .nfcUid(Hex.encode([0x08] + random))))
    }

    /// Gives the answer if the slot is empty; otherwise asks to remove the card first.
    private mutating func settle(_ collection: Collection, _ result: Result<CollectedCard, ReaderError>) {
        if cardIsInSlot {
            phase = .awaitingRemoval(collection, result)
            actions.append(.emit(.displayMessage(.removeCard)))
        } else {
            finish(collection, result)
        }
    }

    private mutating func collectedCard(
        _ collection: Collection, _ presented: Presented
    ) -> Result<CollectedCard, ReaderError> {
        let readMethod = readMethod(collection, presented.way)
        let verification = verification(presented)
        guard let amount = collection.amount else { return .failure(.refused("the tip is too large")) }
        let payload = CardPayload(
            card: presented.card, readMethod: readMethod, verification: verification, amount: amount)
        do throws(CardPayloadError) {
            var sealed = try payload.seal(device: device, counter: counter)
            if collection.request.tipping != nil {
                sealed.tip = Amount(minorUnits: collection.tip, currency: amount.currency)
            }
            counter &+= 1
            // The real cryptogram needs the card's key; this one is as unpredictable and as unique.
            let cryptogram = Hex.encode(SHA256.hash(sealed.tag.utf8).prefix(8)).uppercased()
            var details = presented.card.details(
                readMethod: readMethod, verification: verification, cryptogram: cryptogram
            )
            details.preferredLocales = SimulatedCard.locales(of: details)
            return .success(CollectedCard(card: details, payload: sealed))
        } catch {
            return .failure(.refused(error.description))
        }
    }

    private func readMethod(_ collection: Collection, _ way: ReaderStep.Way) -> ReadMethod {
        switch way {
        case .insert: .contactEmv
        case .tap: .contactlessEmv
        case .swipe:
            collection.failedInserts >= Self.tries ? .magneticStripeFallback : .magneticStripeTrack2
        }
    }

    /// Returns the verification: an offline PIN needs the chip, and a stripe supports only a signature.
    private func verification(_ presented: Presented) -> CardholderVerification {
        switch presented.way {
        case .insert: presented.card.verification
        case .tap: presented.card.verification == .onlinePin ? .onlinePin : .none
        case .swipe: .signature
        }
    }
}
