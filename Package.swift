// swift-tools-version: 6.2
import PackageDescription

// Who may import whom: docs/architecture.md, checked by scripts/check-layers.

let package = Package(
    name: "tender",
    products: [
        .library(name: "Tender", targets: ["Tender"]),
        .library(name: "SimulatedReader", targets: ["SimulatedReader", "SimulatedCard"]),
        .library(name: "SimulatedGateway", targets: ["SimulatedGateway", "SimulatedPayments"]),
        .library(name: "TenderSale", targets: ["TenderSale", "TenderPrinting"]),
        .library(name: "TenderBackendServer", targets: ["TenderBackendServer", "TenderBackend"]),
        .library(name: "TenderLibrary", type: .static, targets: ["TenderLibrary"]),
        .executable(name: "tender", targets: ["TenderCommand"]),
        .executable(name: "till", targets: ["till"]),
        .executable(name: "tender-explore", targets: ["tender-explore"]),
        .executable(name: "tender-benchmarks", targets: ["tender-benchmarks"]),
    ],
    targets: [
        // System: C libraries
        .systemLibrary(
            name: "CLibCurl", path: "Sources/System/CLibCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(
            name: "CSQLite", path: "Sources/System/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]
        ),
        .systemLibrary(
            name: "CLibPQ", path: "Sources/System/CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(
            name: "COpenSSL", path: "Sources/System/COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]
        ),
        .systemLibrary(
            name: "CMicroHTTPD", path: "Sources/System/CMicroHTTPD", pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CGetopt", path: "Sources/System/CGetopt"),
        .systemLibrary(
            name: "CLibUSB", path: "Sources/System/CLibUSB", pkgConfig: "libusb-1.0",
            providers: [.apt(["libusb-1.0-0-dev"])]),
        .systemLibrary(
            name: "CLibUDev", path: "Sources/System/CLibUDev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .systemLibrary(
            name: "CQREncode", path: "Sources/System/CQREncode", pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CNcurses", path: "Sources/System/CNcurses", providers: [.apt(["libncurses-dev"])]),

        // Core
        .target(name: "TenderBytes", path: "Sources/Core/TenderBytes"),
        .target(name: "TenderModel", path: "Sources/Core/TenderModel"),
        .target(
            name: "TenderCrypto", dependencies: ["TenderBytes", "TenderModel", "COpenSSL"],
            path: "Sources/Core/TenderCrypto"),
        .target(name: "TenderFlow", dependencies: ["TenderBytes", "TenderModel"], path: "Sources/Core/TenderFlow"),
        .target(
            name: "TenderRecords", dependencies: ["TenderBytes", "TenderModel", "TenderCrypto", "TenderFlow"],
            path: "Sources/Core/TenderRecords"),
        .target(name: "TenderBackend", dependencies: ["TenderBytes"], path: "Sources/Core/TenderBackend"),
        .target(name: "TenderMessages", dependencies: ["TenderModel"], path: "Sources/Core/TenderMessages"),
        .target(name: "TenderAPI", dependencies: ["TenderModel", "TenderFlow"], path: "Sources/Core/TenderAPI"),
        .target(
            name: "TenderCheckout", dependencies: ["TenderBytes", "TenderModel", "TenderFlow"],
            path: "Sources/Core/TenderCheckout"),

        // Readers
        .target(
            name: "TenderEMV", dependencies: ["TenderBytes", "TenderCrypto"], path: "Sources/Readers/TenderEMV"),
        .target(
            name: "TenderReaders",
            dependencies: ["TenderBytes", "TenderModel", "TenderCrypto", "TenderFlow", "TenderEMV"],
            path: "Sources/Readers/TenderReaders"),

        // System
        .target(name: "TenderHTTP", dependencies: ["TenderBytes", "CLibCurl"], path: "Sources/System/TenderHTTP"),
        .target(
            name: "TenderHTTPServer", dependencies: ["TenderBytes", "CMicroHTTPD"],
            path: "Sources/System/TenderHTTPServer"),
        .target(
            name: "CommandLineOptions", dependencies: ["TenderBytes", "CGetopt"],
            path: "Sources/System/CommandLineOptions"),
        .target(name: "TenderFiles", dependencies: ["TenderBytes"], path: "Sources/System/TenderFiles"),
        .target(name: "TenderSQLite", dependencies: ["CSQLite"], path: "Sources/System/TenderSQLite"),
        .target(
            name: "TenderPostgres", dependencies: ["TenderBytes", "TenderReaders", "TenderDevices", "CLibPQ"],
            path: "Sources/System/TenderPostgres"),
        .target(
            name: "TenderUSB", dependencies: ["TenderBytes", "TenderReaders", "TenderDevices", "CLibUSB"],
            path: "Sources/System/TenderUSB"),
        .target(
            name: "TenderDevices", dependencies: ["TenderBytes", "TenderFlow", "TenderReaders", "CLibUDev"],
            path: "Sources/System/TenderDevices"),

        // Engine
        .target(
            name: "TenderReaderDrivers",
            dependencies: [
                "TenderBytes", "TenderModel", "TenderCrypto", "TenderFlow", "TenderEMV", "TenderReaders",
                "TenderRecords",
                "TenderUSB", "TenderDevices",
            ], path: "Sources/Engine/TenderReaderDrivers"),
        .target(
            name: "TenderGateway",
            dependencies: [
                "TenderAPI", "TenderBackend", "TenderBytes", "TenderModel", "TenderCrypto", "TenderFlow",
                "TenderCheckout", "TenderHTTP",
            ],
            path: "Sources/Engine/TenderGateway"),
        .target(
            name: "TenderBackendServer",
            dependencies: [
                "TenderBackend", "TenderBytes", "TenderCrypto", "TenderFiles", "TenderHTTP", "TenderHTTPServer",
            ],
            path: "Sources/Engine/TenderBackendServer"),
        .target(
            name: "TenderPaymentSheet", dependencies: ["TenderBytes", "TenderModel", "TenderFlow", "TenderCheckout"],
            path: "Sources/Engine/TenderPaymentSheet"),
        .target(
            name: "TenderJournal",
            dependencies: [
                "TenderBytes", "TenderCrypto", "TenderFiles", "TenderModel", "TenderFlow", "TenderRecords",
                "TenderSQLite",
            ],
            path: "Sources/Engine/TenderJournal"),
        .target(
            name: "TenderKeys",
            dependencies: [
                "TenderBytes", "TenderCrypto", "TenderDevices", "TenderFiles", "TenderFlow", "TenderModel",
                "TenderReaders",
            ],
            path: "Sources/Engine/TenderKeys"),
        .target(
            name: "TenderTerminal",
            dependencies: ["TenderBytes", "TenderMessages", "TenderModel", "TenderFlow", "TenderRecords"],
            path: "Sources/Engine/TenderTerminal"),

        // Tender
        .target(
            name: "Tender",
            dependencies: [
                "TenderAPI",
                "TenderBytes", "TenderModel", "TenderCrypto", "TenderFlow", "TenderRecords", "TenderJournal",
                "TenderTerminal", "TenderGateway", "TenderReaders", "TenderReaderDrivers", "TenderEMV",
                "TenderCheckout", "TenderMessages", "TenderPaymentSheet",
            ]),

        // Service
        .target(
            name: "TenderService",
            dependencies: [
                "TenderAPI", "TenderBytes", "TenderCrypto", "TenderFlow", "TenderJournal", "TenderMessages",
                "TenderModel",
                "TenderRecords", "TenderTerminal",
            ], path: "Sources/Service/TenderService"),
        .target(
            name: "TenderServiceServer",
            dependencies: [
                "TenderAPI", "TenderBytes", "TenderCrypto", "TenderFiles", "TenderFlow", "TenderHTTPServer",
                "TenderModel", "TenderService", "TenderTerminal",
            ], path: "Sources/Service/TenderServiceServer", resources: [.embedInCode("Assets")]),

        // Shop
        .target(
            name: "TenderSale",
            dependencies: ["TenderAPI", "TenderBytes", "TenderModel", "TenderCrypto", "TenderFlow", "TenderRecords"],
            path: "Sources/Shop/TenderSale"),
        .target(
            name: "TillScreens", dependencies: ["TenderBytes", "TenderMessages", "TenderModel", "TenderSale"],
            path: "Sources/Shop/TillScreens"),

        // Chain
        .target(
            name: "TenderUplink", dependencies: ["TenderModel", "TenderRecords"], path: "Sources/Chain/TenderUplink"),
        .target(
            name: "TenderChain",
            dependencies: [
                "TenderAPI", "TenderBytes", "TenderCrypto", "TenderFlow", "TenderModel", "TenderRecords", "TenderSale",
            ],
            path: "Sources/Chain/TenderChain"),

        // Printing
        .target(
            name: "TenderPrinting",
            dependencies: ["TenderModel", "TenderReaders", "TenderSale", "TenderDevices", "CQREncode"],
            path: "Sources/Printing/TenderPrinting"),

        // Programs
        .executableTarget(
            name: "TenderCommand",
            dependencies: [
                "Tender", "TenderBackend", "TenderBackendServer", "TenderCrypto", "TenderDevices", "TenderFiles",
                "ServiceTills", "TenderHTTP", "TenderHTTPServer", "TenderKeys", "TenderPrinting", "TenderSale",
                "TenderService", "TenderServiceServer", "TenderUSB", "SimulatedCard", "SimulatedDevices",
                "SimulatedDeviceServer",
                "SimulatedGateway", "SimulatedPayments", "SimulatedReader", "SimulatedWorld", "ChainServer",
                "ChipReaders", "CommandLineOptions", "TenderChain", "TenderPostgres", "TenderUplink",
            ], path: "Sources/Programs/TenderCommand"),
        .target(
            name: "ChipReaders",
            dependencies: [
                "Tender", "TenderBytes", "TenderDevices", "CommandLineOptions", "SimulatedCard", "SimulatedDevices",
                "SimulatedDeviceServer",
            ], path: "Sources/Programs/ChipReaders"),
        .target(
            name: "ServiceTills",
            dependencies: [
                "Tender", "TenderDevices", "TenderFiles", "TenderService", "TenderUplink", "ChipReaders",
                "CommandLineOptions", "SimulatedCard", "SimulatedGateway", "SimulatedReader",
            ], path: "Sources/Programs/ServiceTills"),
        .target(
            name: "ChainServer",
            dependencies: [
                "TenderBytes", "TenderChain", "TenderCrypto", "TenderDevices", "TenderFiles", "TenderFlow",
                "TenderJournal", "TenderModel", "TenderPostgres", "TenderRecords", "TenderSale", "TenderUplink",
            ], path: "Sources/Programs/ChainServer"),
        .systemLibrary(name: "CTender", path: "Sources/Programs/CTender"),
        .target(
            name: "TenderLibrary",
            dependencies: [
                "CTender", "ServiceTills", "Tender", "TenderAPI", "TenderBytes", "TenderFlow", "TenderKeys",
                "TenderService", "ChipReaders", "CommandLineOptions", "SimulatedCard",
            ], path: "Sources/Programs/TenderLibrary"),
        .target(
            name: "TillShop",
            dependencies: [
                "Tender", "TenderBytes", "TenderCrypto", "TenderDevices", "TenderFiles", "TenderFlow", "TenderModel",
                "TenderPrinting", "TenderChain", "TenderSale", "TenderUplink", "TillScreens", "ChipReaders",
                "SimulatedCard",
                "SimulatedDevices", "SimulatedGateway", "SimulatedReader",
            ], path: "Sources/Programs/TillShop"),
        .executableTarget(
            name: "till",
            dependencies: [
                "Tender", "TenderBytes", "TenderChain", "TenderCrypto", "TenderDevices", "TenderModel",
                "TenderPrinting", "TenderSale", "TillScreens", "TillShop", "ChipReaders", "SimulatedCard",
                "CommandLineOptions", "CNcurses",
            ], path: "Sources/Programs/till"),

        // Simulators
        .target(
            name: "SimulatedCard",
            dependencies: ["TenderBytes", "TenderModel", "TenderCrypto"],
            path: "Simulator/Models/SimulatedCard"
        ),
        .target(
            name: "SimulatedReader",
            dependencies: ["TenderBytes", "TenderModel", "TenderCrypto", "TenderFlow", "SimulatedCard"],
            path: "Simulator/Models/SimulatedReader"
        ),
        .target(
            name: "SimulatedPayments",
            dependencies: ["TenderBytes", "TenderModel", "TenderCrypto", "SimulatedCard"],
            path: "Simulator/Models/SimulatedPayments"
        ),
        .target(
            name: "SimulatedPages",
            dependencies: ["TenderBytes", "TenderCrypto", "TenderModel", "SimulatedCard", "SimulatedPayments"],
            path: "Simulator/Models/SimulatedPages",
            resources: [.embedInCode("Assets")]
        ),
        .target(
            name: "SimulatedGateway",
            dependencies: [
                "TenderBytes", "TenderModel", "SimulatedPages", "SimulatedPayments", "TenderHTTP", "TenderHTTPServer",
                "TenderSQLite",
            ],
            path: "Simulator/Servers/SimulatedGateway"
        ),

        .target(
            name: "SimulatedWorld",
            dependencies: [
                "TenderBytes", "TenderEMV", "TenderModel", "TenderCrypto", "TenderFlow", "TenderRecords",
                "SimulatedCard",
                "SimulatedDevices", "SimulatedReader", "SimulatedPayments",
            ],
            path: "Simulator/Models/SimulatedWorld"
        ),
        .target(
            name: "SimulatedDevices",
            dependencies: [
                "TenderBytes", "TenderModel", "TenderCrypto", "TenderFlow", "TenderEMV", "TenderReaders",
                "SimulatedCard",
            ],
            path: "Simulator/Models/SimulatedDevices"
        ),
        .target(
            name: "SimulatedDeviceServer",
            dependencies: ["TenderBytes", "TenderFlow", "TenderReaders", "TenderDevices", "SimulatedDevices"],
            path: "Simulator/Servers/SimulatedDeviceServer"
        ),
        .target(
            name: "SimulatedPrinter", dependencies: ["TenderReaders"], path: "Simulator/Models/SimulatedPrinter"),

        // Tests
        .target(
            name: "TenderTestSupport",
            dependencies: [
                "TenderBackend", "TenderBytes", "TenderModel", "TenderFlow", "TenderRecords", "SimulatedCard",
                "SimulatedDevices", "SimulatedReader",
            ],
            path: "Tests/Support/TenderTestSupport"),
        .systemLibrary(
            name: "CUMockdev", path: "Tests/Support/CUMockdev", pkgConfig: "umockdev-1.0",
            providers: [.apt(["libumockdev-dev"])]),
        .target(name: "CUMockdevSender", path: "Tests/Support/CUMockdevSender"),
        .target(name: "HTTPTestServer", dependencies: ["TenderBytes"], path: "Tests/Support/HTTPTestServer"),
        .target(
            name: "ShopTestSupport", dependencies: ["TenderModel", "TenderSale", "TenderTestSupport"],
            path: "Tests/Support/ShopTestSupport"),
        .target(
            name: "PostgresTestServer", dependencies: ["TenderBytes", "TenderPostgres", "TenderTestSupport"],
            path: "Tests/Support/PostgresTestServer"),
        .executableTarget(
            name: "tender-explore", dependencies: ["TenderTestSupport"], path: "Tests/Support/tender-explore"),
        .executableTarget(
            name: "tender-benchmarks",
            dependencies: [
                "Tender", "TenderHTTP", "TenderBytes", "TenderCrypto", "TenderFlow", "TenderModel", "TenderRecords",
                "TenderJournal", "TenderEMV", "TenderPrinting", "TenderReaders", "TenderSale", "SimulatedCard",
                "SimulatedReader",
                "SimulatedWorld", "TenderTestSupport", "TenderCommand", "hello-server", "kernel-peer",
            ],
            path: "Benchmarks/tender-benchmarks"
        ),
        .executableTarget(
            name: "reader-exchange",
            dependencies: [
                "TenderBytes", "TenderEMV", "TenderFlow", "TenderReaders", "TenderReaderDrivers", "TenderUSB",
            ],
            path: "Benchmarks/reader-exchange"
        ),
        .executableTarget(name: "uplink-peer", dependencies: ["CLibPQ"], path: "Benchmarks/uplink-peer"),
        .target(name: "kernel-peer", dependencies: ["COpenSSL"], path: "Benchmarks/kernel-peer"),
        .executableTarget(name: "hello-server", dependencies: ["CMicroHTTPD"], path: "Benchmarks/hello-server"),
        .testTarget(
            name: "TenderCheckoutTests",
            dependencies: [
                "TenderBytes", "TenderCheckout", "TenderFlow", "TenderJournal", "TenderModel", "TenderPaymentSheet",
                "TenderTestSupport",
            ]),
        .testTarget(
            name: "TenderSaleTests",
            dependencies: [
                "ShopTestSupport", "TenderAPI",
                "TenderBytes", "TenderCrypto", "TenderFlow", "TenderModel", "TenderRecords", "TenderSale",
                "TenderTestSupport",
            ]),
        .testTarget(
            name: "TenderPrintingTests",
            dependencies: [
                "TenderBytes", "TenderDevices", "TenderModel", "TenderPrinting", "TenderReaders", "TenderSale",
                "TenderTestSupport", "SimulatedDeviceServer", "SimulatedPrinter",
            ],
            resources: [.copy("Golden")]
        ),
        .testTarget(
            name: "SimulatedPrinterTests", dependencies: ["SimulatedPrinter", "TenderReaders", "TenderTestSupport"]),
        .testTarget(
            name: "TillScreensTests",
            dependencies: ["TenderBytes", "TenderModel", "TenderPrinting", "TenderSale", "TillScreens"],
            exclude: ["Snapshots"]),
        .testTarget(
            name: "TillShopTests",
            dependencies: [
                "SimulatedCard", "SimulatedGateway", "SimulatedPayments", "SimulatedReader", "Tender", "TenderBackend",
                "TenderBackendServer", "TenderBytes", "TenderChain", "TenderCrypto", "TenderFiles", "TenderHTTP",
                "TenderModel", "TenderSale", "TenderTestSupport", "TenderUplink", "TillScreens", "TillShop",
            ]),
        .testTarget(
            name: "ChipReadersTests",
            dependencies: ["ChipReaders", "SimulatedCard", "SimulatedDevices", "Tender", "TenderTestSupport"]),
        .testTarget(name: "CommandLineOptionsTests", dependencies: ["CommandLineOptions"]),
        .testTarget(
            name: "TenderServiceTests",
            dependencies: [
                "SimulatedCard", "SimulatedGateway", "SimulatedPayments", "SimulatedReader", "Tender", "TenderAPI",
                "TenderBytes",
                "TenderFlow", "TenderJournal", "TenderModel", "TenderService", "TenderTerminal", "TenderTestSupport",
            ]),
        .testTarget(
            name: "TenderServiceServerTests",
            dependencies: [
                "SimulatedCard", "SimulatedGateway", "SimulatedPayments", "SimulatedReader", "Tender", "TenderAPI",
                "TenderBytes",
                "TenderService", "TenderServiceServer", "TenderTestSupport",
            ]),
        .testTarget(
            name: "ServiceTillsTests",
            dependencies: [
                "ServiceTills", "SimulatedCard", "SimulatedDevices", "SimulatedDeviceServer", "Tender", "TenderAPI",
                "TenderBytes", "TenderKeys", "TenderLibrary", "TenderModel", "TenderReaders", "TenderService",
                "TenderTestSupport", "TenderUplink",
            ]),
        .testTarget(
            name: "TenderBackendTests",
            dependencies: [
                "TenderBackend", "TenderBackendServer", "TenderBytes", "SimulatedPayments", "HTTPTestServer",
            ]),
        .testTarget(name: "TenderBytesTests", dependencies: ["TenderBytes"]),
        .testTarget(name: "TenderModelTests", dependencies: ["TenderAPI", "TenderModel"], exclude: ["Vectors"]),
        .testTarget(name: "TenderMessagesTests", dependencies: ["TenderMessages", "TenderModel"]),
        .testTarget(
            name: "TenderCryptoTests", dependencies: ["TenderBytes", "TenderCrypto"], exclude: ["Vectors"]),
        .testTarget(
            name: "TenderKeysTests",
            dependencies: [
                "TenderBytes", "TenderCrypto", "TenderFiles", "TenderFlow", "TenderKeys", "TenderModel",
                "TenderReaders", "TenderTestSupport", "SimulatedCard",
            ]),
        .testTarget(name: "TenderFlowTests", dependencies: ["TenderFlow", "TenderModel", "TenderTestSupport"]),
        .testTarget(
            name: "TenderRecordsTests",
            dependencies: ["TenderBytes", "TenderFlow", "TenderModel", "TenderRecords", "TenderTestSupport"]),
        .testTarget(
            name: "TenderJournalTests",
            dependencies: [
                "TenderFlow", "TenderModel", "TenderRecords", "TenderJournal", "TenderSQLite", "TenderTestSupport",
                "SimulatedWorld",
            ],
            resources: [.copy("Fixtures")]
        ),
        .testTarget(
            name: "TenderHTTPTests", dependencies: ["TenderBytes", "TenderHTTP", "TenderTestSupport", "HTTPTestServer"]),
        .testTarget(
            name: "TenderHTTPServerTests", dependencies: ["TenderHTTP", "TenderHTTPServer", "TenderTestSupport"]),
        .testTarget(
            name: "TenderEMVTests",
            dependencies: [
                "TenderBytes", "TenderCrypto", "TenderEMV", "TenderModel", "TenderReaders", "TenderTestSupport",
                "SimulatedCard", "SimulatedDevices", "SimulatedPayments",
            ],
            exclude: ["Vectors"]),
        .testTarget(
            name: "TenderReadersTests",
            dependencies: [
                "TenderBytes", "TenderCrypto", "TenderEMV", "TenderFlow", "TenderModel", "TenderReaders",
                "TenderTestSupport",
            ],
            exclude: ["CCID/ccid-project-readers.tsv"]),
        .testTarget(
            name: "TenderDevicesTests",
            dependencies: [
                "TenderBytes", "TenderDevices", "TenderFlow", "TenderReaders", "TenderTestSupport", "TenderUSB",
                "SimulatedDevices", "SimulatedDeviceServer",
            ]),
        .testTarget(
            name: "TenderUSBTests",
            dependencies: [
                "TenderBytes", "TenderDevices", "TenderEMV", "TenderFlow", "TenderModel", "TenderReaderDrivers",
                "TenderReaders", "TenderTestSupport", "TenderUSB", "SimulatedDevices", "CUMockdev", "CUMockdevSender",
            ]),
        .testTarget(
            name: "TenderReaderDriversTests",
            dependencies: [
                "TenderBytes", "TenderEMV", "TenderDevices", "TenderFlow", "TenderJournal", "TenderModel",
                "TenderReaders", "TenderReaderDrivers", "TenderTestSupport", "SimulatedCard", "SimulatedDevices",
                "SimulatedDeviceServer", "SimulatedPayments", "TenderCrypto", "TenderRecords", "TenderTerminal",
            ]),
        .testTarget(
            name: "SimulatedDevicesTests",
            dependencies: [
                "TenderBytes", "TenderEMV", "TenderFlow", "TenderModel", "TenderReaders", "TenderTestSupport",
                "SimulatedCard", "SimulatedDevices",
            ]),
        .testTarget(name: "TenderSQLiteTests", dependencies: ["TenderSQLite"]),
        .testTarget(
            name: "TenderPostgresTests",
            dependencies: ["PostgresTestServer", "TenderBytes", "TenderPostgres", "TenderTestSupport"]),
        .testTarget(
            name: "TenderGatewayTests",
            dependencies: [
                "TenderAPI", "TenderBackend",
                "TenderBytes", "TenderCheckout", "TenderModel", "TenderCrypto", "TenderFlow", "TenderGateway",
                "TenderJournal", "TenderTerminal", "TenderTestSupport", "HTTPTestServer", "SimulatedReader",
                "SimulatedPayments",
            ]),
        .testTarget(
            name: "TenderTerminalTests",
            dependencies: [
                "TenderBytes", "TenderJournal", "TenderTerminal", "TenderTestSupport", "SimulatedReader",
                "SimulatedCard", "TenderFlow", "TenderMessages", "TenderRecords", "TenderModel",
            ]),
        .testTarget(
            name: "SimulatedCardTests", dependencies: ["TenderBytes", "TenderCrypto", "TenderModel", "SimulatedCard"],
            exclude: ["Vectors"]),
        .testTarget(
            name: "SimulatedReaderTests",
            dependencies: [
                "SimulatedReader", "SimulatedCard", "TenderBytes", "TenderFlow", "TenderModel", "TenderTestSupport",
            ]
        ),
        .testTarget(
            name: "SimulatedPaymentsTests",
            dependencies: [
                "TenderBytes", "TenderCrypto", "TenderModel", "SimulatedCard", "SimulatedPayments", "TenderTestSupport",
            ],
            resources: [.copy("Resources")]
        ),
        .testTarget(
            name: "TenderUplinkTests",
            dependencies: ["TenderModel", "TenderRecords", "TenderTestSupport", "TenderUplink"]),
        .testTarget(
            name: "TenderChainTests",
            dependencies: [
                "ShopTestSupport", "TenderBytes", "TenderChain", "TenderCrypto", "TenderFlow", "TenderModel",
                "TenderRecords", "TenderSale",
            ]),
        .testTarget(
            name: "ChainServerTests",
            dependencies: [
                "ChainServer", "PostgresTestServer", "ShopTestSupport", "TenderAPI", "TenderBytes", "TenderChain",
                "TenderCrypto", "TenderFlow", "TenderJournal", "TenderModel", "TenderPostgres", "TenderRecords",
                "TenderSale", "TenderTestSupport",
                "TenderUplink",
            ]),
        .testTarget(
            name: "SimulatedPagesTests",
            dependencies: ["TenderBytes", "SimulatedCard", "SimulatedPages", "SimulatedPayments"]),
        .testTarget(
            name: "SimulatedGatewayTests",
            dependencies: [
                "TenderBytes", "TenderCrypto", "TenderModel", "TenderSQLite", "SimulatedCard", "SimulatedPayments",
                "SimulatedGateway", "SimulatedPages", "HTTPTestServer", "TenderHTTPServer",
            ]
        ),
        .testTarget(
            name: "SimulatedWorldTests",
            dependencies: ["SimulatedWorld", "SimulatedPayments", "TenderFlow", "TenderModel"]),
        .testTarget(
            name: "TenderCommandTests",
            dependencies: [
                "TenderBytes", "TenderCrypto", "TenderFlow", "TenderGateway", "TenderHTTP", "TenderJournal",
                "TenderKeys", "TenderModel",
                "TenderRecords", "TenderSale", "TenderTestSupport", "TenderUplink", "HTTPTestServer",
                "SimulatedGateway", "SimulatedPayments", "SimulatedDevices", "Tender", "TenderCommand", "ChipReaders",
                "CommandLineOptions",
                "till",
            ]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Tender", "TenderBackend", "TenderBackendServer", "TenderHTTP", "TenderSale", "ChipReaders",
                "SimulatedCard", "SimulatedDevices", "SimulatedGateway", "SimulatedPayments", "SimulatedReader",
                "TenderTestSupport",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// A fuzz target has no main of its own, so a plain build must not see it: scripts/fuzz sets the variable.
if Context.environment["TENDER_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "FuzzReaders",
            dependencies: ["TenderBytes", "TenderCrypto", "TenderEMV", "TenderFlow", "TenderModel", "TenderReaders"],
            path: "Fuzz/FuzzReaders", swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
}

// Only these test targets: what a sanitizer has nothing to find in need not be built for it (scripts/test).
if let chosen = Context.environment["TENDER_TESTS"]?.split(separator: ",") {
    package.targets.removeAll { target in target.type == .test && !chosen.contains { $0 == target.name } }
}

for target in package.targets
where target.type != .system && !["hello-server", "kernel-peer", "uplink-peer"].contains(target.name) {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .treatAllWarnings(as: .error),
        ]
}
