import FlipcashCore
import FlipcashTestKit
import SavingsGoals
import Testing

@Suite("Reminders without a phone")
struct ReminderTests {
    private func goal() throws -> Goal {
        var goal = try GoalStoreTests.goal("7b0c", name: "Trip, 2027")
        goal.reminder = .init(frequency: .monthly, first: CalendarDate("2027-01-31"))
        return goal
    }

    private func instant(_ text: String) throws -> Instant { try #require(TimestampText.instant(text)) }

    @Test("A calendar has the deadline with two alarms, and a quarter of an hour for each contribution")
    func calendar_goal_hasEvents() throws {
        let goal = try goal()
        let schedule = try #require(ReminderSchedule(goal, calendar: .utc))
        let events = [CalendarFile.Event.deadline(of: goal)] + CalendarFile.Event.contributions(to: goal, schedule)
        let file = CalendarFile(
            events: events, sequence: ["goal-deadline-7b0c@flipcash": 2], stamp: try instant("2026-12-18T12:00:00.000"))
        #expect(
            file.text.replacing("\r\n", with: "\n") == """
                BEGIN:VCALENDAR
                VERSION:2.0
                PRODID:-//Flipcash//Savings goals//EN
                METHOD:PUBLISH
                BEGIN:VEVENT
                UID:goal-deadline-7b0c@flipcash
                DTSTAMP:20261218T120000Z
                SEQUENCE:2
                DTSTART;VALUE=DATE:20270301
                DTEND;VALUE=DATE:20270302
                SUMMARY:Goal: Trip\\, 2027
                DESCRIPTION:Target: 1000.00 USD
                BEGIN:VALARM
                ACTION:DISPLAY
                DESCRIPTION:Trip\\, 2027
                TRIGGER:PT9H
                END:VALARM
                BEGIN:VALARM
                ACTION:DISPLAY
                DESCRIPTION:Trip\\, 2027
                TRIGGER:-P2DT15H
                END:VALARM
                END:VEVENT
                BEGIN:VEVENT
                UID:goal-contribution-7b0c-20270131@flipcash
                DTSTAMP:20261218T120000Z
                SEQUENCE:0
                DTSTART:20270131T090000Z
                DTEND:20270131T091500Z
                SUMMARY:Save for Trip\\, 2027
                END:VEVENT
                BEGIN:VEVENT
                UID:goal-contribution-7b0c-20270228@flipcash
                DTSTAMP:20261218T120000Z
                SEQUENCE:0
                DTSTART:20270228T090000Z
                DTEND:20270228T091500Z
                SUMMARY:Save for Trip\\, 2027
                END:VEVENT
                END:VCALENDAR

                """)
    }

    @Test("A goal that is not active has its events called off")
    func calendar_finishedGoal_isCancelled() throws {
        var goal = try goal()
        _ = try goal.change(to: .finished, at: TestClock.start)
        let event = CalendarFile.Event.deadline(of: goal)
        let active = CalendarFile.Event.deadline(of: try self.goal())
        #expect(event.isCancelled && event.content != active.content)
        #expect(
            CalendarFile(events: [event], sequence: [:], stamp: TestClock.start).text.contains("STATUS:CANCELLED\r\n"))
    }

    @Test("Reminders are due from the last run, excluded, until now, included")
    func due_betweenRuns_isListedOnce() throws {
        let goal = try goal()
        func due(_ since: String, _ now: String) throws -> [String] {
            DueReminder.due([goal], since: try instant(since), now: try instant(now), calendar: .utc).map(\.text)
        }
        #expect(
            try due("2027-01-31T08:59:59.999", "2027-02-26T09:00:00.000")
                == ["Trip, 2027: time to save", "Trip, 2027: 3 days until the deadline"])
        #expect(try due("2027-02-26T09:00:00.000", "2027-02-27T00:00:00.000").isEmpty)
        #expect(try due("2027-02-28T12:00:00.000", "2027-03-02T00:00:00.000") == ["Trip, 2027: the deadline is today"])
        var finished = goal
        _ = try finished.change(to: .finished, at: TestClock.start)
        #expect(
            DueReminder.due(
                [finished], since: try instant("2026-01-01T00:00:00.000"),
                now: try instant("2028-01-01T00:00:00.000"), calendar: .utc
            ).isEmpty)
    }

    @Test("Timers name the program by its absolute path, with the signs of each format escaped")
    func timers_oddPath_isEscaped() throws {
        let files = try TimerFiles(executable: "/opt/it's 100% \"$x\"/flipcash")
        #expect(files.systemdService.contains(#"ExecStart="/opt/it's 100%% \"$$x\"/flipcash" goals remind --due"#))
        #expect(
            files.cronLine
                == #"0 9 * * * '/opt/it'\''s 100\% "$x"/flipcash' goals auto run --no-input -q; "#
                + #"'/opt/it'\''s 100\% "$x"/flipcash' goals remind --due --notify --no-input -q"#
        )
        #expect(
            files.systemdService.contains(#"ExecStart=-"/opt/it's 100%% \"$$x\"/flipcash" goals auto run --no-input"#))
        let list = try TimerFiles(executable: "/a&b").launchdList
        #expect(list.contains("<string>/a&amp;b</string>") && list.contains("<string>/bin/sh</string>"))
        #expect(list.contains(#"<string>"$0" goals auto run --no-input -q; "$0" goals remind --due"#))
        for path in ["flipcash", "", "/a\nExecStart=/bin/rm"] {
            #expect(throws: TimerFiles.BadPath.self) { try TimerFiles(executable: path) }
        }
    }
}
