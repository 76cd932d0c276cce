import FlipcashCore
import Foundation
import SavingsGoals

/// Shows due reminders on the desktop, or hands them to a program of the person (goals specification §15).
///
/// Best effort: the reminders are printed in any case.
struct GoalNotifier {
    /// The program that gets each reminder as JSON on its standard input; nil for the desktop's own notices.
    let command: String?

    /// Shows `reminder`.
    ///
    /// - Returns: whether the program that shows it ended well.
    func notify(_ reminder: DueReminder) -> Bool {
        if let command { return run(command, [], input: Self.json(reminder)) }
        #if os(macOS)
            let script = "on run words\ndisplay notification (item 1 of words) with title \"Savings goals\"\nend run"
            return run("/usr/bin/osascript", ["-e", script, reminder.text], input: nil)
        #else
            return run(
                "/usr/bin/env", ["notify-send", "--app-name=flipcash", "--", "Savings goals", reminder.text], input: nil
            )
        #endif
    }

    private static func json(_ reminder: DueReminder) -> String {
        var object = OutputObject(schema: "goal_reminder")
        object["id"] = .string(reminder.id)
        object["goal"] = .string(reminder.goal.text)
        object["text"] = .string(reminder.text)
        object["at"] = .string(TimestampText.rfc3339(reminder.date))
        return object.text + "\n"
    }

    private func run(_ program: String, _ arguments: [String], input: String?) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let pipe = Pipe()
        if input == nil { process.standardInput = FileHandle.nullDevice } else { process.standardInput = pipe }
        do {
            try process.run()
            if let input {
                // The program may have ended without reading; SIGPIPE is ignored by the tool.
                try? pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
                try? pipe.fileHandleForWriting.close()
            }
            process.waitUntilExit()
            return process.terminationStatus == 0
        } catch {
            return false
        }
    }
}
