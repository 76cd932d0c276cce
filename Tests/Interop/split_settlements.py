"""Compares the transfers that settle random groups with those of PyPI's debts and ihatemoney.

    split_settlements.py FLIPCASH [GROUPS] [SEED]

A group's debts are small whole numbers inside of circles of people, so that there are often several ways to settle and
transfers to save.
"""
import collections
import datetime
import importlib.metadata
import logging
import random
import sys
import uuid

import debts
import ihatemoney.models
import ihatemoney.run

from split_books import Flipcash


class Settings:
    """What ihatemoney needs to run."""

    SQLALCHEMY_DATABASE_URI = "sqlite://"
    SQLALCHEMY_TRACK_MODIFICATIONS = False
    SECRET_KEY = "none"
    SESSION_COOKIE_SECURE = False
    ACTIVATE_DEMO_PROJECT = False
    SITE_NAME = "none"
    TESTING = True


def random_id(chance):
    return str(uuid.UUID(int=chance.getrandbits(128), version=4))


class Group:
    """A random group in the form of an export, with the debts that its expenses lead to."""

    def __init__(self, template, viewer, place, chance):
        self.id, self.currency = random_id(chance), chance.choice(["eur", "jpy", "usdf"])
        self.members = [viewer] + [random_id(chance) for _ in range(chance.randint(1, 13))]
        self.debts, self.expenses = [], []
        people = [{"id": id, "name": f"P{place}x{number}", "isSelf": False} for number, id in enumerate(self.members)]
        self.group = template["groups"][0] | {"id": self.id, "name": f"Group {place}", "members": people}
        shuffled = chance.sample(self.members, len(self.members))
        while shuffled:
            circle, shuffled = shuffled[:(size := chance.randint(2, 6))], shuffled[size:]
            for _ in range(chance.randint(1, 3) if len(circle) > 1 else 0):
                self.add_expense(template["expenses"][0], circle, chance)

    def add_expense(self, template, circle, chance):
        payer, *others = chance.sample(circle, len(circle))
        limit = chance.choice([4, 4, 4, 50, 10 ** 11])
        shares = {person: chance.randint(1, limit) for person in others}
        total = sum(shares.values())
        expense = {key: value for key, value in template.items() if key != "input"}
        expense |= {"id": random_id(chance), "groupID": self.id, "description": f"E{chance.getrandbits(40):x}",
                    "involved": list(shares), "participants": [],
                    "payers": [template["payers"][0] | {"member": payer, "units": total}],
                    "total": template["total"] | {"currency": self.currency, "units": total}}
        expense["splits"] = [template["splits"][0] | {"id": random_id(chance), "member": person, "units": share}
                             for person, share in shares.items()]
        self.expenses.append(expense)
        self.debts += [(person, payer, share) for person, share in shares.items()]

    def nets(self):
        """What each member gets, in units, without zeros."""
        nets = dict.fromkeys(self.members, 0)
        for debtor, creditor, amount in self.debts:
            nets[debtor] -= amount
            nets[creditor] += amount
        return {person: net for person, net in nets.items() if net}


def settled_by_ihatemoney(group):
    """ihatemoney's balances and transfers for a project with one bill for each debt."""
    models = ihatemoney.models
    project = models.Project(id=group.id, name="none", password="", contact_email="a@b.c", default_currency="XXX")
    models.db.session.add(project)
    people = {}
    for member in group.members:
        people[member] = models.Person(name=member)
        people[member].project = project
        people[member].weight = 1
        models.db.session.add(people[member])
    models.db.session.commit()
    for debtor, creditor, amount in group.debts:
        models.db.session.add(models.Bill(
            amount=amount, date=datetime.date(2026, 1, 1), original_currency="XXX", owers=[people[debtor]],
            payer_id=people[creditor].id, project_default_currency="XXX", what="none"))
    models.db.session.commit()
    nets = {member: project.balance[person.id] for member, person in people.items()}
    transfers = [(found["ower"].name, found["receiver"].name, found["amount"])
                 for found in project.get_transactions_to_settle_bill()]
    return {member: net for member, net in nets.items() if net}, transfers


def unsettled(nets, transfers):
    """What is left after transfers."""
    left = dict(nets)
    for payer, payee, amount in transfers:
        assert amount > 0 and payer != payee
        left[payer] = left.get(payer, 0) + amount
        left[payee] = left.get(payee, 0) - amount
    return {person: amount for person, amount in left.items() if amount}


def check(group, command, counts):
    def expect(holds, *what):
        if not holds:
            sys.exit(f"{group.group['name']}, nets {group.nets()}: {' '.join(map(str, what))}")

    nets = command.nets(group.id)
    expect(all(currency == group.currency for _, currency in nets), "currencies", nets)
    nets = {person: net for (person, _), net in nets.items()}
    expect(nets == group.nets(), "flipcash has the nets", nets)
    balances, theirs = settled_by_ihatemoney(group)
    expect(balances == nets, "ihatemoney has the nets", balances)
    others = {"ihatemoney": theirs}
    others["debts"] = [(payer, payee, amount) for payer, amount, payee in debts.settle(nets.items()) or []]
    ours = {"greedy": command.plan(group.id), "optimal": command.plan(group.id, "--optimal")}
    ours = {name: [(payer, payee, amount) for payer, payee, _, amount in plan] for name, plan in ours.items()}
    for name, transfers in (ours | others).items():
        left = unsettled(nets, transfers)
        expect(not left, name, "leaves", left, "with", transfers)
        counts[name] += len(transfers)
    fewest = min(map(len, others.values()))
    expect(len(ours["optimal"]) <= len(ours["greedy"]), "optimal has more transfers than greedy:", ours)
    expect(len(ours["optimal"]) <= fewest, "optimal has more transfers than the others:", ours["optimal"], others)
    counts["greedy with more"] += len(ours["greedy"]) > fewest
    counts["optimal with fewer"] += len(ours["optimal"]) < fewest


def check_some(executable, places, chance, counts):
    """Makes some groups of one wallet and compares them."""
    with Flipcash(executable) as command:
        command.split("groups", "add", "Template", "Somebody", "--currency", "usd")
        command.split("add", "3", "Template", "--group", "Template", "--exact", "Somebody=3")
        template = command.split("export")
        groups = [Group(template, template["me"][0], place, chance) for place in places]
        export = template | {"friends": [], "payments": [], "closings": [], "groups": [made.group for made in groups],
                             "expenses": [expense for made in groups for expense in made.expenses]}
        command.import_all(export)
        for group in groups:
            check(group, command, counts)


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    chance, counts = random.Random(seed), collections.Counter()
    logging.disable(logging.INFO)
    app = ihatemoney.run.create_app(configuration=Settings, instance_path="/", instance_relative_config=False)
    with app.app_context():
        ihatemoney.models.db.create_all()
        # A wallet with few groups, since every command reads all that waits to be sent.
        for start in range(0, count, 10):
            check_some(sys.argv[1], range(start, min(start + 10, count)), chance, counts)
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in ("debts", "ihatemoney"))
    print(f"settlements: {count} groups settled exactly; {counts['optimal']} transfers optimal, {counts['greedy']} "
          f"greedy, {counts['debts']} debts, {counts['ihatemoney']} ihatemoney; optimal never more, fewer in "
          f"{counts['optimal with fewer']} groups; greedy more in {counts['greedy with more']} ({versions}, seed {seed})")


main()
