import FlipcashCore
import Foundation
import SavingsGoals

/// Shows due reminders on the desktop, or passes them to a program that the user chose (goals specification §15).
///
/// Best effort: the reminders are printed in any case.
struct GoalNotifier {
    /// The program that gets each reminder as JSON on its standard input; nil to use the desktop's notifications.
    let command: String?

    /// Shows `reminder`.
    ///
    /// - Parameter amount: the amount to contribute; nil to name none.
    /// - Returns: whether the program that shows it exited with status 0.
    func notify(_ reminder: DueReminder, amount: AssetAmount? = nil) -> Bool {
        if let command { return run(command, [], input: Self.json(reminder, amount)) }
        let text = Self.text(reminder, amount)
        #if os(macOS)
            let script = "on run words\ndisplay notification (item 1 of words) with title \"Savings goals\"\nend run"
            return run("/usr/bin/osascript", ["-e", script, text], input: nil)
        #else
            return run(
                "/usr/bin/env", ["notify-send", "--app-name=flipcash", "--", "Savings goals", text], input: nil)
        #endif
    }

    /// The reminder with its amount, if it may be named.
    private static func text(_ reminder: DueReminder, _ amount: AssetAmount?) -> String {
        reminder.text + (amount.map { ", \($0)" } ?? "")
    }

    private static func json(_ reminder: DueReminder, _ amount: AssetAmount?) -> String {
        var object = OutputObject(schema: "goal_reminder")
        object["id"] = .string(reminder.id)
        object["goal"] = .string(reminder.goal.text)
        object["text"] = .string(text(reminder, amount))
        object["amount"] = amount.map { .string($0.text) }
        object["currency"] = amount.map { .string($0.currency.lowercasedCode) }
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
                // The program may exit without reading. The process ignores SIGPIPE, so the write fails then.
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
