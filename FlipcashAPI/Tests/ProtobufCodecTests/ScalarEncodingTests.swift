import ProtobufCodec
import Testing

/// Tests of the wire form of single values.
@Suite struct ScalarEncodingTests {
    @Test("each kind of value has the expected bytes and survives the round trip")
    func serializedBytes_everyKind_knownBytes() throws {
        let cases: [(String, (inout Codec_Test_Scalars) -> Void)] = [
            ("09000000000000f83f", { $0.aDouble = 1.5 }),
            ("090000000000000080", { $0.aDouble = -0.0 }),
            ("150000803e", { $0.aFloat = 0.25 }),
            ("1500000080", { $0.aFloat = -0.0 }),
            ("1801", { $0.anInt32 = 1 }),
            ("18ffffffffffffffffff01", { $0.anInt32 = -1 }),
            ("1880808080f8ffffffff01", { $0.anInt32 = .min }),
            ("2080808080808080808001", { $0.anInt64 = .min }),
            ("20ffffffffffffffff7f", { $0.anInt64 = .max }),
            ("28ffffffff0f", { $0.aUint32 = .max }),
            ("30ffffffffffffffffff01", { $0.aUint64 = .max }),
            ("308001", { $0.aUint64 = 128 }),
            ("307f", { $0.aUint64 = 127 }),
            ("3801", { $0.aSint32 = -1 }),
            ("38ffffffff0f", { $0.aSint32 = .min }),
            ("38feffffff0f", { $0.aSint32 = .max }),
            ("40ffffffffffffffffff01", { $0.aSint64 = .min }),
            ("4003", { $0.aSint64 = -2 }),
            ("4d04030201", { $0.aFixed32 = 0x0102_0304 }),
            ("510807060504030201", { $0.aFixed64 = 0x0102_0304_0506_0708 }),
            ("5dfeffffff", { $0.aSfixed32 = -2 }),
            ("61fdffffffffffffff", { $0.aSfixed64 = -3 }),
            ("6801", { $0.aBool = true }),
            ("72095a6fc3ab20f09f9099", { $0.aString = "Zoë 🐙" }),
            ("7a0200ff", { $0.aBytes = [0, 255] }),
            ("800105", { $0.aColour = .blue }),
            ("8001ffffffffffffffffff01", { $0.aColour = .minus }),
            ("8001e707", { $0.aColour = .UNRECOGNIZED(999) }),
            ("8a0100", { $0.aMessage = Codec_Test_Scalars() }),
        ]
        for (expected, fill) in cases {
            var message = Codec_Test_Scalars()
            fill(&message)
            let bytes: [UInt8] = try message.serializedBytes()
            #expect(hex(bytes) == expected)
            let back = try Codec_Test_Scalars(serializedBytes: hex(expected))
            #expect(back == message)
        }
    }

    @Test("an enum number beyond 32 bits is truncated, and not written when the result is zero")
    func serializedBytes_wideEnumNumber_decidedByItsLowBits() throws {
        #expect(try Codec_Test_Scalars.with { $0.aColour = .UNRECOGNIZED(1 << 32) }.serializedBytes() == [])
        let five = Codec_Test_Scalars.with { $0.aColour = .UNRECOGNIZED(1 << 32 | 5) }
        #expect(hex(try five.serializedBytes()) == "800105")
        let present = Codec_Test_Optionals.with { $0.aColour = .UNRECOGNIZED(1 << 32) }
        #expect(hex(try present.serializedBytes()) == "800100")
    }

    @Test("a NaN keeps its bits")
    func serializedBytes_NaNWithPayload_bitsKept() throws {
        let bits: UInt64 = 0x7ff8_0000_dead_beef
        let message = Codec_Test_Scalars.with { $0.aDouble = Double(bitPattern: bits) }
        let back = try Codec_Test_Scalars(serializedBytes: message.serializedBytes() as [UInt8])
        #expect(back.aDouble.bitPattern == bits)
    }

    @Test("values equal to their defaults are not written")
    func serializedBytes_defaults_empty() throws {
        #expect(try Codec_Test_Scalars().serializedBytes() == [])
        #expect(try Codec_Test_Lists().serializedBytes() == [])
        #expect(try Codec_Test_Maps().serializedBytes() == [])
        #expect(try Codec_Test_Oneofs().serializedBytes() == [])
    }

    @Test("an optional value is written even if it is the default")
    func serializedBytes_optionalDefaults_present() throws {
        let bytes: [UInt8] = try Samples.optionals.serializedBytes()
        #expect(
            hex(bytes) == "090000000000000000" + "1800" + "4000" + "510000000000000000" + "6800" + "7200" + "7a00"
                + "800100")
        let back = try Codec_Test_Optionals(serializedBytes: bytes)
        #expect(back.hasABool && back.hasAString && back.hasAColour)
        #expect(!back.hasAnInt64 && !back.hasAFloat)
        #expect(back == Samples.optionals)
        #expect(back != Codec_Test_Optionals())
    }

    @Test("zigzag coding works for all bit lengths in both directions")
    func serializedBytes_zigzagPowersOfTwo_roundTrip() throws {
        for shift in 0..<64 {
            for value in [
                Int64(truncatingIfNeeded: UInt64(1) << shift), -1 &- Int64(truncatingIfNeeded: UInt64(1) << shift),
            ] {
                let message = Codec_Test_Scalars.with {
                    $0.aSint64 = value
                    $0.anInt64 = value
                    $0.aUint64 = UInt64(bitPattern: value)
                    $0.aSint32 = Int32(truncatingIfNeeded: value)
                }
                #expect(try Codec_Test_Scalars(serializedBytes: message.serializedBytes() as [UInt8]) == message)
            }
        }
    }
}
