import ProtobufCodec

/// Messages with a value in every field, for tests that accept any message.
enum Samples {
    static let scalars = Codec_Test_Scalars.with {
        $0.aDouble = -1.5
        $0.aFloat = 0.25
        $0.anInt32 = -1
        $0.anInt64 = .min
        $0.aUint32 = .max
        $0.aUint64 = .max
        $0.aSint32 = .min
        $0.aSint64 = -2
        $0.aFixed32 = 0x0102_0304
        $0.aFixed64 = 0x0102_0304_0506_0708
        $0.aSfixed32 = -2
        $0.aSfixed64 = -3
        $0.aBool = true
        $0.aString = "Zoë 🐙"
        $0.aBytes = [0, 255]
        $0.aColour = .minus
        $0.aMessage.anInt32 = 7
    }

    static let lists = Codec_Test_Lists.with {
        $0.doubles = [0, -0.0, .infinity]
        $0.floats = [1, -2]
        $0.int32S = [0, -1, .max]
        $0.int64S = [.min, 1]
        $0.uint32S = [0, .max]
        $0.uint64S = [.max, 300]
        $0.sint32S = [-1, 1, .min]
        $0.sint64S = [.min, .max]
        $0.fixed32S = [0, 1]
        $0.fixed64S = [.max]
        $0.sfixed32S = [-1]
        $0.sfixed64S = [.min]
        $0.bools = [true, false, true]
        $0.strings = ["a", "", "b"]
        $0.byteStrings = [[], [1, 2]]
        $0.colours = [.red, .UNRECOGNIZED(99), .minus]
        $0.messages = [Codec_Test_Scalars(), .with { $0.aBool = true }]
    }

    static let maps = Codec_Test_Maps.with {
        $0.byInt32 = [-1: 1, 0: 2, 5: 3]
        $0.byInt64 = [.min: 1, .max: 2]
        $0.byUint32 = [.max: -1, 3: 4]
        $0.byUint64 = [1 << 40: -5]
        $0.bySint32 = [-7: 7]
        $0.bySint64 = [-8: -8]
        $0.byFixed32 = [9: true, 8: false]
        $0.byFixed64 = [10: "ten", 2: ""]
        $0.bySfixed32 = [-11: [1], 11: []]
        $0.bySfixed64 = [12: .blue]
        $0.byBool = [true: .with { $0.anInt32 = 1 }, false: Codec_Test_Scalars()]
        $0.byString = ["": Codec_Test_Scalars(), "é": .with { $0.aBool = true }, "z": Codec_Test_Scalars()]
    }

    static let tree = Codec_Test_Tree.with {
        $0.name = "root"
        $0.left.name = "left"
        $0.children = [.with { $0.name = "child" }, Codec_Test_Tree()]
        $0.named = ["n": .with { $0.branch.tree.name = "deep" }]
        $0.branch.tree.left.name = "deeper"
    }

    static let all: [any Message] = [scalars, lists, maps, tree, oneofs, optionals]

    static let oneofs = Codec_Test_Oneofs.with {
        $0.before = 1
        $0.between = 3
        $0.after = 100
        $0.firstMessage.anInt32 = 4
        $0.secondSelf.firstText = ""
    }

    static let optionals = Codec_Test_Optionals.with {
        $0.aDouble = 0
        $0.anInt32 = 0
        $0.aSint64 = 0
        $0.aFixed64 = 0
        $0.aBool = false
        $0.aString = ""
        $0.aBytes = []
        $0.aColour = .none
    }
}
