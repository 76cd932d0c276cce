"""Compares the balances of random groups with hledger's.

    split_balances.py FLIPCASH [GROUPS] [SEED]

The command splits and adds up. The journal for hledger has one posting for each payer and each share, and the shares
are calculated here, with exact fractions.
"""
import collections
import csv
import io
import random
import subprocess
import sys

from split_books import DIGITS, Expense, Flipcash, decimal, group_of, units


class Journal:
    """Books for hledger."""

    def __init__(self):
        self.lines = ["decimal-mark ."]

    def add(self, postings, currency):
        self.lines.append("2026-01-01 *")
        self.lines += [f"    {account}  {decimal(amount, currency)} {currency}" for account, amount in postings]

    def balances(self):
        """Units by account and currency, without zeros."""
        command = ["hledger", "-f", "-", "balance", "--flat", "--no-total", "--output-format=csv", "--layout=bare"]
        done = subprocess.run(command, input="\n".join(self.lines) + "\n", capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"hledger: {done.stderr}")
        rows = csv.DictReader(io.StringIO(done.stdout))
        found = {(row["account"], row["commodity"]): row["balance"] for row in rows}
        return {key: amount for key, text in found.items() if key[1] and (amount := units(text, key[1]))}


class Books:
    """Everything that happened, as journals of all members' nets and of the viewer's pairs."""

    def __init__(self, command, chance):
        self.command, self.chance, self.viewer = command, chance, None
        self.nets, self.pairs = Journal(), Journal()
        self.counts = {"expenses": 0, "payments": 0, "marks": 0}

    def move(self, group, payer, payee, amount, currency):
        """Money that one person gave another one."""
        self.nets.add([(f"{group}:{payer}", amount), (f"{group}:{payee}", -amount)], currency)
        self.owe(payee, payer, amount, currency)

    def owe(self, debtor, creditor, amount, currency):
        if self.viewer in (debtor, creditor):
            other, value = (debtor, amount) if creditor == self.viewer else (creditor, -amount)
            self.pairs.add([(other, value), (f"viewer:{self.viewer}", -value)], currency)

    def add_expense(self, group, names, currency):
        expense = Expense(names, currency, self.chance)
        answer = self.command.split("add", *expense.words, "--group", group, "--allow-duplicate")
        shares = {split["member"]: units(split["amount"]["value"], currency) for split in answer["splits"]}
        if shares != expense.shares:
            sys.exit(f"{expense.words}: the command says {shares}, exact fractions say {expense.shares}")
        self.nets.add([(f"{group}:{person}", amount) for person, amount in expense.paid.items()]
                      + [(f"{group}:{person}", -amount) for person, amount in expense.shares.items()], currency)
        for debtor, creditor, amount in expense.debts():
            self.owe(debtor, creditor, amount, currency)
        self.counts["expenses"] += 1
        return answer["id"], expense

    def pay(self, group, names):
        """Records a payment between the viewer and a member, of a part of the debt or more than it."""
        rows = self.command.split("balances", "--group", group)["rows"]
        rows = [row for row in rows if units(row["net"], row["currency"])]
        if not rows:
            return
        row = self.chance.choice(rows)
        currency, net = row["currency"], units(row["net"], row["currency"])
        amount = self.chance.choice([abs(net), self.chance.randint(1, abs(net)), abs(net) + self.chance.randint(1, 99)])
        self.command.split("settle", row["person"], f"{decimal(amount, currency)} {currency}", "--group", group,
                           self.chance.choice(["--cash", "--external"]))
        payer, payee = (row["person"], names["me"]) if net > 0 else (names["me"], row["person"])
        self.move(group, payer, payee, amount, currency)
        self.counts["payments"] += 1

    def mark(self, group, names, expenses):
        """Marks a share as settled: the debtor has given it to the payer."""
        single = [(id, expense) for id, expense in expenses if len(expense.paid) == 1]
        if not single:
            return
        id, expense = self.chance.choice(single)
        expenses.remove((id, expense))
        payer, = expense.paid
        others = [person for person, share in expense.shares.items() if share and person not in (payer, names["me"])]
        if payer == names["me"] and others:
            debtor = person = self.chance.choice(others)
        elif payer != names["me"] and expense.shares.get(names["me"]):
            debtor, person = names["me"], payer
        else:
            return
        self.command.split("settle", person, "--mark", id)
        self.move(group, debtor, payer, expense.shares[debtor], expense.currency)
        self.counts["marks"] += 1

    def add_group(self, place):
        group, names = group_of(self.command, place, self.chance.randint(2, 9), self.chance)
        self.viewer = names["me"]
        currencies = self.chance.sample(sorted(DIGITS), self.chance.randint(1, 3))
        expenses = []
        for _ in range(self.chance.randint(3, 10)):
            expenses.append(self.add_expense(group, names, self.chance.choice(currencies)))
            if self.chance.random() < 0.25:
                self.pay(group, names)
            if self.chance.random() < 0.2:
                self.mark(group, names, expenses)
        return group, names


def compare(what, ours, theirs):
    if ours != theirs:
        keys = [key for key in sorted(ours.keys() | theirs.keys()) if ours.get(key) != theirs.get(key)]
        sys.exit("\n".join(f"{what} {key}: flipcash {ours.get(key, 0)}, hledger {theirs.get(key, 0)}" for key in keys))


def check(executable, places, chance):
    """Makes some groups of one wallet and compares them; the numbers of what was made and compared."""
    with Flipcash(executable) as command:
        books = Books(command, chance)
        groups = [books.add_group(place) for place in places]
        ours = {}
        for group, _ in groups:
            ours |= {(f"{group}:{person}", currency): net for (person, currency), net in command.nets(group).items()}
        compare("net of", ours, books.nets.balances())
        rows = command.split("balances", "--all")["rows"]
        pairs = {(row["person"], row["currency"]): units(row["net"], row["currency"]) for row in rows}
        pairs = {key: amount for key, amount in pairs.items() if amount}
        compare("balance with", pairs,
                {key: amount for key, amount in books.pairs.balances().items() if not key[0].startswith("viewer:")})
    return books.counts | {"nets": len(ours), "balances": len(pairs)}


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    chance, counts = random.Random(seed), collections.Counter()
    # A wallet with few groups, since every command reads all that waits to be sent.
    for start in range(0, count, 5):
        counts.update(check(sys.argv[1], range(start, min(start + 5, count)), chance))
    version = subprocess.run(["hledger", "--version"], capture_output=True, text=True).stdout.split()[1].rstrip(",")
    done = ", ".join(f"{counts[what]} {what}" for what in ("expenses", "payments", "marks"))
    print(f"balances: {count} groups with {done}; {counts['nets']} nets and {counts['balances']} balances equal those of "
          f"hledger {version} (seed {seed})")


main()
