import FlipcashNode
import Foundation
import Testing

/// Nodes that are restarted after a crash, with the real executable.
@Suite(.timeLimit(.minutes(2))) struct SupervisorTests {
    private func status(_ world: CommandLineWorld) async throws -> NodeStatus? {
        try await AdminClient(path: NodeFolder(world.nodeFolder).adminSocket).status()
    }

    /// Waits until a process other than `former` serves.
    private func servingProcess(_ world: CommandLineWorld, otherThan former: Int32? = nil) async throws -> Int32 {
        while true {
            if let status = try? await status(world), status.state == "serving", status.processID != former {
                return status.processID
            }
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test("A supervised node that is killed is restarted, and ends with its supervisor", arguments: [SIGKILL, SIGILL])
    func supervise_killedNode_isRestarted(signal: Int32) async throws {
        try await CommandLineWorld.visit { world in
            let command = try world.person().start("node", "run", "--supervise", "--listen", "unix:\(world.path)/n")
            let first = try await servingProcess(world)
            kill(first, signal)
            let second = try await servingProcess(world, otherThan: first)
            try await world.person().run("node", "status").exits(0)
            command.send(SIGTERM)
            await command.finish().exits(0)
            #expect(kill(second, 0) == -1)
            #expect(try await status(world) == nil)
        }
    }

    @Test("A supervised node ends when its supervisor is killed")
    func supervise_killedSupervisor_nodeStops() async throws {
        try await CommandLineWorld.visit { world in
            let command = try world.person().start("node", "run", "--supervise", "--listen", "unix:\(world.path)/n")
            _ = try await servingProcess(world)
            command.send(SIGKILL)
            _ = await command.finish()
            while try await status(world) != nil {
                try Task.checkCancellation()
                await Task.yield()
            }
        }
    }

    @Test("An operator's stop also ends the supervisor, and a failed start passes its exit code on")
    func supervise_exits_passedOn() async throws {
        try await CommandLineWorld.visit { world in
            let command = try world.person().start("node", "run", "--supervise", "--listen", "unix:\(world.path)/n")
            _ = try await servingProcess(world)
            let plain = try await world.person().run("node", "run", "--listen", "unix:\(world.path)/m")
            let supervised = try await world.person().run(
                "node", "run", "--supervise", "--listen", "unix:\(world.path)/m")
            #expect(plain.status != 0)
            supervised.exits(plain.status)
            try await world.person().run("node", "stop").exits(0)
            await command.finish().exits(0)
        }
    }

    @Test("A node that a command started and that was killed is restarted by the next command")
    func localNode_killed_startsWithNextCommand() async throws {
        try await CommandLineWorld.visit { world in
            try await world.person().run("rates").exits(0)
            let first = try await servingProcess(world)
            kill(first, SIGKILL)
            try await world.person().run("rates").exits(0)
            let second = try await servingProcess(world)
            #expect(first != second)
        }
    }

    @Test("A bill on show survives a node that is killed and restarted: it can still be collected")
    func give_nodeKilled_isCollectedAfterwards() async throws {
        try await CommandLineWorld.visit { world in
            let (ada, ben) = (world.person("ada"), world.person("ben"))
            try await ada.fund("20")
            _ = try await ben.balance()
            let bill = try await ada.showBill(of: "5", "--png", "bill.png", "--show", "none")
            let first = try await servingProcess(world)
            kill(first, SIGKILL)
            // This starts the node again. A scan may come before the bill's stream is open again, and then finds nothing.
            var grab = try await ben.run("grab", "--image", "bill.png")
            while grab.status == 3 { grab = try await ben.run("grab", "--image", "bill.png") }
            #expect(grab.exits(0).output == "Received $5.00\n")
            #expect(try await servingProcess(world) != first)
            await bill.finish().exits(0)
            #expect(try await ada.balance() == "15.00")
            #expect(try await ben.balance() == "5.00")
        }
    }
}
