/// Fixed keys, written by scripts/make-card-keys: published, and so worthless.
enum CardTestKeys {
    /// The usual authority's.
    static let authority176 = CardTestKey(
        exponent: [3],
        modulus: """
            e0637f292542e9c6ef15e0e97fbafd03d0e001c8c4292fbbeb07a4de2f044c8aa419af3ae637905341e6e0a1dcb2d4d6\
            85873e934d89d36b2aca3fd341b5478a4fa8e3f78688488172de80adc262822743683775408081d5f2ec2357ee53343c\
            dc8488b246f65453c845b70c6bad00ca6fab40ea370ebcdb5bd37dd3f66d51ab93267b4b0f37b15e22ae89940a95aecc\
            fec7d22763b68b856f08e1a2ce6ebf9d7a3f0405bd86e298dd3119c57dd49ff3
            """,
        privateExponent: """
            2565ea86db8b26f67d2e5026ea9f2a2b4d7aaaf6cb5c329f51d69b7a5d2b62171b599d347bb3ed6335a67ac5a4c878ce\
            6b968a6de241a33c8721b54de048e141b7f17b53ebc1616ae87a6ac7a065c05be0915e938ac015a358985b76220b054e\
            fffe5e4571eaef6e5ca1d363ed99d113e526a2d459df4d9b65cc72fb525f7a8513514c904e0ff59477d961a8db348ec4\
            f3f6473f4f3bdfaddf9b0507bd377ed50de6e692562134c87a320eda751a0ac7
            """
    )

    /// The largest authority's.
    static let authority248 = CardTestKey(
        exponent: [1, 0, 1],
        modulus: """
            ac0fe9541737b9ba3be7c8a9a050b10773b89d205026c367136509fa757060689b9a40e3c4ee7686649ba259c42d3257\
            1913d9f063b86c143f981dc233f64478726d105b7ccbf21e52aba6785d3695a321e31708cf934a9c6645a59351ee0464\
            f7016e93af87871fb933e807fff14b251ca59a10b61ab81d53f7c6d6d4c0f66cfee64f427bb3ab7a9ce6d32be8ee772d\
            ba069e6f6090522483ee529d7139306fda8d821b2e43a3dc4f9da5a43a0e51b0e4a720a97418f3bf86b5b578bb4e4d63\
            c5968bd644884609bca6618878262df0f080b2708122b2a204091ae848ab954a3077bb599964558b7d6e9b8f174c436d\
            b99293698695da1b
            """,
        privateExponent: """
            019e4f3a90c1bdcb2e038924481bc80f071e63854ba77015f27b410c45f13f165dde72dd55db7f6a1a878df646ca45a4\
            0b5a4ebf82a9ad61c56006e0f6a69fe9ea3fbfe76797bb5d1bda283486e4311c97bc2c0d2076f82bdb29be1363188744\
            eb72c9f75fb80eb969c393ec70ac38b705f2ca472829792d2171a038b7fc17ac4ccfdf462ca5e8d0f7a2cb3b93c516e3\
            c00ea35479de02786794a320593857c479b2b1ce6eed8a366ecd6f739cb40b49a6931260dd6f1e70833dec881b58d5b6\
            28e3fbe957a04c4a12350a6c8497fdd52734cd7205291f1aead5c98784206f6493dba81083f15c5b12959236c05a3b97\
            e0dd3fbc0bd97801
            """
    )

    /// An issuer's that fits into its certificate.
    static let issuer128 = CardTestKey(
        exponent: [3],
        modulus: """
            b111b95aeb8f568212123b317f44144a4dbd863f60a428038d1e829b74d7284fb38178586a189d165b01209a4cacca90\
            0c8e007a44a7728ac50dd940265dc32cfcd5e20ffb913e083825f9469ae208a0f95b90dc4d762d7d71e2284217b0c631\
            2b1c95038f1b0fddcea6def94cc03b5baf1d5fdd7eb3f67f78c021ab14071bc3
            """,
        privateExponent: """
            1d82f439d1ed3915adadb4883fe0ae0c624a410a901b5c00978515c4937931629deae96411aec4d90f2adac4621ccc6d\
            576d001460c6931720d7a4355bba4b31e2ea94147bd0da2e6c75a29e0390800347175ec76142270d56fb294ef4d6d5f6\
            488073cb995a9c249774ed73c4a49b31df1069600337101ff75da951d91f3db3
            """
    )

    /// An issuer's with four bytes that do not fit into its certificate.
    static let issuer144 = CardTestKey(
        exponent: [1, 0, 1],
        modulus: """
            bcb7bbc65fc69d564f84f44afe651d1216993537a9bfe972a32bc4e9032cdb01fbf618c78bbdef6188355ba7b8053aa2\
            3cb25594aa20a777eb3561b61fa5c494281f36e59e871e282eef215b470f1aa1d5771cf305fa323c47e3c4e7f200fd97\
            0e9839ca824577ed4359599ff00a21cd1fe081d2170afe87486770e29eea1111e08bdbdfbd630bfebf5c69c9cf48ebbb
            """,
        privateExponent: """
            026df4b0239a32a37351baf16595eb2f6408d329a528337793f423a3f54195eb0cce37eca8acd0dae2c519ed351f0a37\
            b3af56b0df15d352f3226bedf3cdaa64c2a142c56dbb616c7ca934dfeff62aafcf39551e061e87a6009ba113b3a7b12b\
            34597113e0d4813c45742e70dd5e90d50862fba0c16445e54a2e933637e8622bb65088ffd6d8ed6d1f70789320fda285
            """
    )

    /// The largest issuer's.
    static let issuer248 = CardTestKey(
        exponent: [1, 0, 1],
        modulus: """
            a2e99253aa43424920c51c128ac03cc978366cd173325185ce76a10ce61bfc7ce145998679d963c417037e5f20f66ffa\
            58ff91c7db4392097f2ddcc7d5df21b16f11bfdd960dac2f0003b4ee6e430def72981214d3d2219ce8a89be463a61106\
            ccaaace41cef77fedea6714e654a6b8feca22ef206d35eadd1f97318941cee393e827fc7284082fd3a77cbb0979f8fe1\
            3592b0837415ff0d3fc1c9a5e9b182ebde8846a7102beb03ad421892955501137715ddf72880e7ad2852b8c8b0d00c09\
            327dbffc100e966a80f34df866dae61539102a82678ba117ef1a1eb3a1e0ab733fc4b731a0b30d39789f54b683a64ee3\
            0eb6a8898a2c5149
            """,
        privateExponent: """
            0ef7e1fb70f1e415befe8d5140d15fe46cf8a72fe9632ead5a26792eabb7d78f8bcd2ec975c99d0a87c8c8e429adaae5\
            38272738533396a7ebb9058790e582fd800483f9f28f080a7b785bb7ea869bb1abf83ff50cef4a2a561023deacaf35f2\
            477cc90cde81bc273d42d2b74ec43334d29ba62f93a3f917846ae481b0969f5ae3c35b541d623fc90ec1b3d476338ff6\
            5b0fd5d45a1094d83fa04294dd8361bdaea209661ffca0be1a0fbb7ad5d0693bc92b86f5f8a8bba7f4abf04d54385c69\
            dac1f21b390bb6f630aea11745469c428bb6c5736c8e7373bf03bb60200c9b90de54529ec1ca1b28e64f654b8dfb47b1\
            d9678138b8cf4d57
            """
    )

    /// A card's that fits into its certificate.
    static let card80 = CardTestKey(
        exponent: [1, 0, 1],
        modulus: """
            96ff958ed906f176455c24fe6e6ab99c19edc01f74a033400224dc09ee2d7cdacd43d0f449abb2354175ee79264b9989\
            edc3a0639bb22c26897c37e11cdf4b05fa7d1d4e5654e08bb57212af77efc23d
            """,
        privateExponent: """
            1cce5463447ee1189d81c722ecc09a792faf1e0c422cffa9f1dec34577b520d10300b17fb1003ac6481a5b95db0e70e0\
            3eee2c2eb48f16a82280f67afbd9f38d4c064fbd330cff92aba71decf8531487
            """
    )

    /// A card's with 26 bytes that do not fit into its certificate.
    static let card128 = CardTestKey(
        exponent: [3],
        modulus: """
            cc9830b88ee50b672889e032dfc23d2f9c1b7b618e6330f313144a62a74e750e45fdd09e2dfc8f302ee68a4b7405553d\
            626604b60706ad5b1f644a70e0288554bfd1bda53d7d008c3b9296ab6ac93c1110f502655b77a6a6666249b2b3bad414\
            49e212a7b195de015cc504afbdf5a0681d4adaea306aad225d1d648b8189a719
            """,
        privateExponent: """
            22195d7417d0d73bdc16fab3254b0a329a0494904265dd7dd88361bb1be268d7b654f81a5cff6d32b27bc1b73e00e38a\
            3b1100c9012bc78f2fe60c68255c16387e1bd1dab5b2d3bbc309e049cd15451df176ecd4d8112a697d1eaafa49c2b829\
            7fc331a426ba515483994218e25330e972386d14b7b246e5027b4bc6c566a403
            """
    )

    /// A large card's.
    static let card176 = CardTestKey(
        exponent: [3],
        modulus: """
            c9827619873846608ab4e9427fd0e1dc485e7425654b3ab2b0ea3936114e7901cc816abb7c12997458fad88b4c139452\
            d900c78e3853e65733ec519069cde87d68bb50747505a1d2de20cb295cfba893219c29c7bd7426715750f497c11e2fc1\
            a8435a80483d26bb396585361aac66e5b626900a32d064281721f4438cabb30dc5c4d4a4c6beed653baeeeaa4d6496cf\
            28079024d18b35526ba6b8cbfd79d43f58accc6b4257982804ec345b39b5c363
            """,
        privateExponent: """
            2195be5996896110171e26e06aa2d04f6165135b90e1df1dc827098902e269804cc03c7494adc43e0ed4796c8cadee0d\
            ced57697b40dfbb933520d9811a2516a3c1f381368d645a3250577318f7f46c33044b1a14a3e0667ed38674fc6aa568a\
            4ac050c8771f7b0fc5f66eaa31ad99ec3c922991e17f491e25021091885875cacc4fedf79345acd02fd523d41d10b6b1\
            ce4bfb34bf3c39761c1c168f8f7dd43454853771bbbc6db9a6a3c378f361c2db
            """
    )

    /// For a PIN; fits into its certificate.
    static let pin72 = CardTestKey(
        exponent: [3],
        modulus: """
            b9a40e178608268d983cc2abee10b4390934e9a174d4d18efe4998274c0d4234d4d202f90247100a4ba2b6e7cf83a221\
            665b0a50d695317f760ca8c3513b64b0180e9b52c99bc5c1
            """,
        privateExponent: """
            1ef0ad03ebac066ceeb4cb1ca7ad735ed6de26f03e2378427fb6eeb137578b08ce23007e8ceddf2f2fc9666c99024e04\
            b72191595277d4821c795ee58e467a4bfe9147b074c814a1
            """
    )

    /// For a PIN; with ten bytes that do not fit into its certificate.
    static let pin112 = CardTestKey(
        exponent: [1, 0, 1],
        modulus: """
            c251bca709c8f24c91be22456109fe0e4e9020a4ca42dbdc02d3b2fef238381b82d26bf57411c5d4c6bc17ce187fe96d\
            56640de8c212336a0cdb9a618d1086d2b424f0287e087192046c7b095d82af0e9c0644742bbac933ddd28407b4605d5a\
            c16f04676fb45bc72334f5a5d982d333
            """,
        privateExponent: """
            0b9985d4477fc0d85ef23029346a91c9632edf06a7479d73413c9cedf3774aab786ae78f3e9a045562cafdf5761345fe\
            6fb947a14785d44970c4cf027f2b3bf0460b48be5e4f28fc0e2122619e5a1fb9684356c1a92eeedfac7cc13bff5f54bd\
            31f90e3d333c814b78fb1c5896c1a095
            """
    )
}
