// What a front end imports: the terminal, its values and ports, and the clients of the payments API.

@_exported public import TenderBytes
@_exported public import TenderFlow
@_exported public import TenderGateway
@_exported public import TenderJournal
@_exported public import TenderModel
@_exported public import TenderRecords
@_exported public import TenderTerminal
