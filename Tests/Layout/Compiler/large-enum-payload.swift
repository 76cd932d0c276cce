// A fault of Swift 6.3.1 on Linux, in the optimiser's pass that keeps large loadable types in memory:
//
//     swiftc -O -parse-as-library large-enum-payload.swift && ./large-enum-payload
//
// A throwing function takes a struct of more than six words out of an enum whose payload is a tuple (one value with a
// label, several values, or an optional tuple) and returns it. All words but the first are garbage. Without -O, or with
// -Xfrontend -disable-large-loadable-types-reg2mem, the program prints "intact" in every line.

enum Currency: UInt8 { case aed = 0, usd = 142 }

struct Amount: Equatable {
    let a, b, c, d, e, f, g: UInt64
    let currency: Currency
    static let sample = Amount(a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, currency: .usd)
}

struct SixWords: Equatable {
    let a, b, c, d, e, f: UInt64
    static let sample = SixWords(a: 1, b: 2, c: 3, d: 4, e: 5, f: 6)
}

struct Reference: Equatable {
    final class Storage { let amount: Amount; init(_ amount: Amount) { self.amount = amount } }
    let storage: Storage
    static let sample = Reference(storage: Storage(.sample))
    static func == (left: Reference, right: Reference) -> Bool { left.storage.amount == right.storage.amount }
}

enum Labelled { case some(value: Amount), none }
enum Several { case some(Int, Amount), none }
enum Unlabelled { case some(Amount), none }
enum InAClass { case some(value: Reference), none }
enum Six { case some(value: SixWords), none }

enum Failure: Error { case early, absent }

// The argument decides at run time, so that the optimiser cannot know the outcome.
@inline(never) func make<Made>(_ count: Int, _ value: @autoclosure () -> Made, _ none: Made) throws -> Made {
    guard count > 0 else { throw Failure.early }
    return count > 99 ? none : value()
}

@inline(never) func labelled(_ n: Int) throws -> Labelled { try make(n, .some(value: .sample), .none) }
@inline(never) func several(_ n: Int) throws -> Several { try make(n, .some(1, .sample), .none) }
@inline(never) func optionalTuple(_ n: Int) throws -> (Int, Amount)? { try make(n, (1, .sample), nil) }
@inline(never) func unlabelled(_ n: Int) throws -> Unlabelled { try make(n, .some(.sample), .none) }
@inline(never) func inAClass(_ n: Int) throws -> InAClass { try make(n, .some(value: .sample), .none) }
@inline(never) func sixWords(_ n: Int) throws -> Six { try make(n, .some(value: .sample), .none) }

@inline(never) func takeLabelled(_ n: Int) throws -> Amount {
    switch try labelled(n) {
    case .some(let value): return value
    case .none: throw Failure.absent
    }
}

@inline(never) func takeSeveral(_ n: Int) throws -> Amount {
    switch try several(n) {
    case .some(_, let value): return value
    case .none: throw Failure.absent
    }
}

@inline(never) func takeOptionalTuple(_ n: Int) throws -> Amount {
    guard let (_, value) = try optionalTuple(n) else { throw Failure.absent }
    return value
}

@inline(never) func takeUnlabelled(_ n: Int) throws -> Amount {
    switch try unlabelled(n) {
    case .some(let value): return value
    case .none: throw Failure.absent
    }
}

@inline(never) func takeInAClass(_ n: Int) throws -> Reference {
    switch try inAClass(n) {
    case .some(let value): return value
    case .none: throw Failure.absent
    }
}

@inline(never) func takeSixWords(_ n: Int) throws -> SixWords {
    switch try sixWords(n) {
    case .some(let value): return value
    case .none: throw Failure.absent
    }
}

@main struct Program {
    static func main() throws {
        let count = CommandLine.arguments.count
        show("labelled", try takeLabelled(count) == .sample)
        show("several", try takeSeveral(count) == .sample)
        show("optional tuple", try takeOptionalTuple(count) == .sample)
        show("unlabelled", try takeUnlabelled(count) == .sample)
        show("in a class", try takeInAClass(count) == .sample)
        show("six words", try takeSixWords(count) == .sample)
    }

    static func show(_ shape: String, _ isIntact: Bool) { print("\(shape): \(isIntact ? "intact" : "garbage")") }
}
