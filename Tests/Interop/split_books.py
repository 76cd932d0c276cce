"""Shared expenses as the flipcash command keeps them, and random groups for comparisons with other programs."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction

DIGITS = {"usd": 2, "eur": 2, "jpy": 0, "idr": 0, "bhd": 3, "usdf": 6}


def decimal(units, currency):
    """An amount in smallest units as a decimal number."""
    digits, sign = DIGITS[currency], "-" if units < 0 else ""
    text = str(abs(units)).rjust(digits + 1, "0")
    return sign + (f"{text[:-digits]}.{text[-digits:]}" if digits else text)


def units(text, currency):
    """A decimal number in smallest units."""
    value = Fraction(text) * 10 ** DIGITS[currency]
    assert value.denominator == 1, f"{text} {currency} has too many digits"
    return int(value)


class Flipcash:
    """The shipped command with a home folder of its own. Nothing is sent to a service."""

    def __init__(self, executable):
        self.executable = executable
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="fcs-"))
        self.environment = {"HOME": str(self.home), "PATH": os.environ["PATH"], "FLIPCASH_YES": "1", "TZ": "UTC",
                            "FLIPCASH_ENVIRONMENT": "production", "XDG_RUNTIME_DIR": str(self.home)}

    def __enter__(self):
        self.run("balance")
        subprocess.run([self.executable, "node", "stop"], env=self.environment, capture_output=True)
        return self

    def __exit__(self, *_):
        subprocess.run([self.executable, "node", "stop"], env=self.environment, capture_output=True)
        shutil.rmtree(self.home, ignore_errors=True)

    def run(self, *words):
        command = [self.executable, *map(str, words)]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{command} exited {done.returncode}: {done.stderr}")
        return done.stdout

    def split(self, *words):
        """The answer of `flipcash split … --json`."""
        return json.loads(self.run("split", *words, "--offline", "--json"))

    def import_all(self, export):
        """Imports an export of `flipcash split export`."""
        path = self.home / "export.json"
        path.write_text(json.dumps(export))
        self.split("import", path)

    def nets(self, group):
        """What each member gets in each currency, in units, without zeros."""
        rows = self.split("groups", "show", group)["nets"]
        return {(row["member"], row["currency"]): units(row["net"], row["currency"]) for row in rows}

    def plan(self, group, *options):
        """The transfers that settle a group: payer, payee, currency, units."""
        transfers = self.split("simplify", group, *options)["transfers"]
        return [(t["from"], t["to"], t["amount"]["currency"], units(t["amount"]["value"], t["amount"]["currency"]))
                for t in transfers]


def apportioned(total, weights):
    """A total in proportion to weights by id, exact, the left-over units to the largest fractions, then smaller ids."""
    whole = sum(weights.values())
    exact = {member: Fraction(abs(total)) * weight / whole for member, weight in weights.items()}
    parts = {member: value.numerator // value.denominator for member, value in exact.items()}
    order = sorted(exact, key=lambda member: (parts[member] - exact[member], member))
    for member in order[:abs(total) - sum(parts.values())]:
        parts[member] += 1
    return {member: part if total >= 0 else -part for member, part in parts.items()}


def parted(total, count, chance):
    """Random whole numbers above 0 that add up to a total."""
    marks = sorted(chance.sample(range(1, total), count - 1))
    return [high - low for low, high in zip([0] + marks, marks + [total])]


class Expense:
    """A random expense: the words of the command, and what everybody pays and bears by this file's own arithmetic."""

    def __init__(self, names, currency, chance):
        """`names` has the ids of the members by name."""
        self.currency, self.is_refund = currency, chance.random() < 0.15
        # The command takes at most nine digits before the point, also for a payment of everything.
        size = chance.choice([100, 10_000, 1_000_000, 10 ** (7 + DIGITS[currency])])
        self.total = chance.randint(20, size)
        self.words = [f"{decimal(self.total, currency)} {currency}", f"Expense {chance.getrandbits(40):x}"]
        if self.is_refund:
            self.words.append("--refund")
        sign = -1 if self.is_refund else 1
        sharers = ["me"] + [name for name in names if name != "me" and chance.random() < 0.7]
        self.shares = getattr(self, chance.choice(["equal", "percent", "count", "exact", "items", "adjusted"]))(
            sharers, names, sign, chance)
        payers = chance.sample(sorted(names), min(len(names), chance.choice([1, 1, 1, 2, 3])))
        amounts = parted(self.total, len(payers), chance)
        self.words.append("--paid-by")
        self.words += [f"{name}={decimal(amount, currency)}" for name, amount in zip(payers, amounts)]
        self.paid = {names[name]: sign * amount for name, amount in zip(payers, amounts)}

    def with_words(self, sharers):
        # Without other names the whole group would share it.
        others = [name for name in sharers if name != "me"]
        self.words += ["--with", *others] if others else []

    def equal(self, sharers, names, sign, chance):
        sharers = sharers if len(sharers) > 1 else list(names)
        self.with_words(sharers)
        return apportioned(sign * self.total, {names[name]: Fraction(1) for name in sharers})

    def percent(self, sharers, names, sign, chance):
        numbers = parted(100_000, len(sharers), chance)
        self.words += ["--percent", *(f"{name}={number // 1000}.{number % 1000:03}"
                                      for name, number in zip(sharers, numbers))]
        return apportioned(sign * self.total, {names[name]: Fraction(n) for name, n in zip(sharers, numbers)})

    def count(self, sharers, names, sign, chance):
        counts = {name: chance.randint(0, 5) for name in sharers}
        counts["me"] += 1
        self.with_words([name for name in sharers if name != "me"] or list(names))
        everybody = sharers if len(sharers) > 1 else list(names)
        self.words += ["--shares", *(f"{name}={number}" for name, number in counts.items())]
        return apportioned(sign * self.total, {names[name]: Fraction(counts.get(name, 1)) for name in everybody})

    def exact(self, sharers, names, sign, chance):
        amounts = parted(self.total, len(sharers), chance)
        self.words += ["--exact", *(f"{name}={decimal(amount, self.currency)}"
                                    for name, amount in zip(sharers, amounts))]
        return {names[name]: sign * amount for name, amount in zip(sharers, amounts)}

    def items(self, sharers, names, sign, chance):
        weights = {}
        self.words.append("--item")
        for number in range(chance.randint(1, 5)):
            people = [name for name in sharers if chance.random() < 0.6] or ["me"]
            price = chance.randint(1, self.total)
            self.words.append(f"Item {number}={decimal(price, self.currency)}:{','.join(people)}")
            for name in people:
                weights[names[name]] = weights.get(names[name], 0) + Fraction(price, len(people))
        return apportioned(sign * self.total, weights)

    def adjusted(self, sharers, names, sign, chance):
        sharers = sharers if len(sharers) > 1 else list(names)
        self.with_words(sharers)
        # Small enough that no share changes its sign.
        limit = max(1, self.total // (len(sharers) ** 2 * 2))
        chosen = {name: chance.randint(-limit, limit) for name in sharers if chance.random() < 0.5} or {"me": 1}
        chosen = {name: amount or 1 for name, amount in chosen.items()}
        if self.total // len(sharers) < 2 * limit:
            chosen = {"me": 1}
        self.words += ["--adjust", *(f"{name}={'+' if amount > 0 else '-'}{decimal(abs(amount), self.currency)}"
                                     for name, amount in chosen.items())]
        rest = sign * (self.total - sum(chosen.values()))
        shares = apportioned(rest, {names[name]: Fraction(1) for name in sharers})
        for name, amount in chosen.items():
            shares[names[name]] += sign * amount
        return shares

    def debts(self):
        """Who owes whom what: paid less borne, debtors and creditors in the order of their ids."""
        people = sorted(self.paid.keys() | self.shares.keys())
        nets = [(person, self.paid.get(person, 0) - self.shares.get(person, 0)) for person in people]
        debtors = [[person, -net] for person, net in nets if net < 0]
        creditors = [[person, net] for person, net in nets if net > 0]
        while debtors and creditors:
            amount = min(debtors[0][1], creditors[0][1])
            yield debtors[0][0], creditors[0][0], amount
            for side in (debtors, creditors):
                side[0][1] -= amount
                if side[0][1] == 0:
                    side.pop(0)


def group_of(command, place, size, chance):
    """Makes a group, and returns its name and the ids of its members by name. The viewer is `me`."""
    name = f"Group {place}"
    people = [f"P{place}x{number}" for number in range(1, size)]
    answer = command.split("groups", "add", name, *people, "--currency", chance.choice(["usd", "eur", "jpy"]))
    return name, {"me" if member["me"] else member["name"]: member["id"] for member in answer["members"]}
