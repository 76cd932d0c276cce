import FlipcashCore
import SharedExpenses

extension ExpenseView {
    /// The JSON object of the expense.
    ///
    /// - Parameter isPlanned: whether nothing was saved.
    func object(isPlanned: Bool = false) -> OutputObject {
        var object = OutputObject(schema: "split_expense")
        object["id"] = .string(expense.id.text)
        object["context"] = .string(contextName)
        object["group"] = expense.groupID.map { .string($0.text) }
        object["description"] = .string(expense.description)
        object["date"] = .string(TimeText.rfc3339(expense.date.instant))
        object["total"] = overview.money.value(expense.total)
        object["kind"] = .string(expense.isRefund ? "refund" : "expense")
        object["payers"] = .array(
            expense.payers.map { payer in
                .fields([
                    "member": .string(payer.member.text), "name": .string(name(of: payer.member)),
                    "units": .string(String(payer.units)),
                ])
            })
        object["mode"] = .string((expense.input?.mode ?? .exact).rawValue)
        object["label"] = .string(label)
        object["settled"] = .boolean(expense.isSettled)
        object["role"] = .string(role)
        object["version"] = .integer(Int64(clamping: expense.version))
        object["queued"] = .boolean(!isPlanned && overview.queued.contains(expense.id.text))
        object["splits"] = .array(expense.splits.map { .object(split($0)) })
        object["rate"] = expense.rate.map { rate in
            .fields([
                "base": .string(rate.base.code), "value": .string(rate.value), "source": .string(rate.source),
                "at": .string(TimeText.rfc3339(rate.at.instant)),
            ])
        }
        object["notes"] = expense.notes.isEmpty ? nil : .string(expense.notes)
        object["category"] = expense.category.isEmpty ? nil : .string(expense.category)
        object["recurrence"] = expense.recurrence.map { recurrence in
            .fields([
                "series": .string(recurrence.series.text), "frequency": .string(recurrence.frequency.rawValue),
                "interval": .integer(Int64(recurrence.interval)), "first": .string(recurrence.first.description),
                "until": recurrence.until.map { .string($0.description) }, "index": .integer(Int64(recurrence.index)),
            ])
        }
        object["state"] = isPlanned ? .string("planned") : nil
        return object
    }

    private var contextName: String {
        switch expense.context {
        case .group: "group"
        case .direct: "direct"
        case .adHoc: "ad_hoc"
        }
    }

    private func split(_ split: Expense.Split) -> OutputObject {
        var object = OutputObject()
        object["id"] = .string(split.id.text)
        object["member"] = .string(split.member.text)
        object["name"] = .string(name(of: split.member))
        object["amount"] = overview.money.value(ExpenseAmount(split.units, expense.total.currency))
        object["settled"] = .boolean(split.isSettled)
        return object
    }
}
