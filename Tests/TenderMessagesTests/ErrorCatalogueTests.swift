import Foundation
import TenderMessages
import TenderModel
import Testing

/// The catalogue is complete, and says everything once.
struct ErrorCatalogueTests {
    @Test func everyCodeHasOneEntry() {
        #expect(ErrorCatalogue.entries.map(\.code.rawValue).sorted() == ErrorCode.allCases.map(\.rawValue).sorted())
    }

    @Test func everySDKCodeIsMappedOnceOrAbsentWithAReason() {
        let mapped = ErrorCatalogue.entries.compactMap(\.sdk)
        let absent = ErrorCatalogue.absent.flatMap(\.codes)
        #expect(Set((mapped + absent).map(\.number)).count == 159)
        #expect(mapped.count + absent.count == 159)
        #expect(ErrorCatalogue.absent.allSatisfy { !$0.reason.isEmpty && !$0.codes.isEmpty })
    }

    @Test(arguments: TenderError.Code.allCases) func everyCauseHasAnEntryInEveryPhase(_ code: TenderError.Code) {
        for phase in TenderError.Phase.allCases {
            let error = TenderError(code, phase: phase, message: "", advice: .never)
            #expect(ErrorCatalogue.entry(error.errorCode) != nil, "\(phase)")
        }
    }

    @Test func theEngineKnowsBetter() {
        let error = TenderError(
            .readerDisconnected, phase: .collect, message: "", advice: .reconnect, detail: .usbDisconnected)
        #expect(error.errorCode == .usbDisconnected)
    }

    @Test(arguments: [
        ("location", ErrorCode.invalidLocationIDParameter), ("amount", .invalidAmount), ("currency", .invalidCurrency),
        ("limit", .invalidListLocationsLimitParameter), ("metadata[a]", .invalidRequiredParameter),
        ("process_config[tipping][amount_eligible]", .readerTippingParameterInvalid),
        ("process_config[allow_redisplay]", .commandInvalidAllowRedisplay),
    ])
    func aParameterNamesItsCause(_ name: String, _ code: ErrorCode) {
        let api = APIError(type: .invalidRequestError, param: name)
        #expect(ErrorCode(.invalidParameter, phase: .create, apiError: api) == code)
    }

    @Test(arguments: ["usbDisconnected", "USBDISCONNECTED", "UsbDisconnected", "3990"])
    func anEntryIsFoundByAnyName(_ word: String) {
        #expect(ErrorCatalogue.find(word)?.code == .usbDisconnected)
    }

    @Test func thePageIsUpToDate() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "docs/errors.md"), encoding: .utf8)
        #expect(page == ErrorPage.markdown, "write it anew: tender errors --markdown > docs/errors.md")
    }
}
