// What a front end imports: the terminal, its values and ports, the clients of the payments API, and the readers.

@_exported public import TenderAPI
@_exported public import TenderBytes
@_exported public import TenderCheckout
@_exported public import TenderCrypto
@_exported public import TenderEMV
@_exported public import TenderFlow
@_exported public import TenderGateway
@_exported public import TenderJournal
@_exported public import TenderMessages
@_exported public import TenderModel
@_exported public import TenderPaymentSheet
@_exported public import TenderReaderDrivers
@_exported public import TenderReaders
@_exported public import TenderRecords
@_exported public import TenderTerminal
