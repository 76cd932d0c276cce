import CodeCurves
import FlipcashCore
import SharedExpenses

extension EntityID {
    /// A UUID that is computed from another one and a name (RFC 9562, version 5). Every device computes the same.
    init(_ name: String, in namespace: EntityID) {
        let space = UserID(text: namespace.text)?.bytes ?? []
        // Safe: the digest has 20 bytes.
        self.init(UUIDBytes(SHA1.hash(space + Array(name.utf8)), version: 5)?.text ?? "")
    }
}
