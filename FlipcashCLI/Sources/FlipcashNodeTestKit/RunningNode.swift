public import FlipcashCore
public import FlipcashNode
public import FlipcashTestKit

/// Runs `body` with a node and shuts the node down afterwards, even if `body` throws.
///
/// ```swift
/// try await withNode(.inMemory()) { node in
///     let report = await node.perform(AdminRequest(.check)).check
/// }
/// ```
///
/// - Parameter environment: the node's time, random bytes and tasks. By default, the node's clock does not move.
/// - Throws: what `Node.start` and `body` throw.
@discardableResult
public func withNode<Value>(
    _ configuration: NodeConfiguration, environment: RuntimeEnvironment = .test(),
    _ body: (Node) async throws -> Value
) async throws -> Value {
    let node = try await Node.start(configuration, environment: environment)
    do {
        let value = try await body(node)
        await node.shutDown()
        return value
    } catch {
        await node.shutDown()
        throw error
    }
}
