"""Executes our transactions in LiteSVM and compares them with those of solders. See solana.sh."""
import argparse
import hashlib
import json
import struct
import subprocess
import sys

from solders import compute_budget, system_program
from solders.account import Account
from solders.hash import Hash
from solders.instruction import AccountMeta, CompiledInstruction, Instruction
from solders.keypair import Keypair
from solders.litesvm import LiteSVM
from solders.message import Message, MessageAddressTableLookup, MessageHeader, MessageV0
from solders.pubkey import Pubkey
from solders.transaction import VersionedTransaction
from solders.transaction_metadata import FailedTransactionMetadata

TOKEN = Pubkey.from_string("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA")
ASSOCIATED = Pubkey.from_string("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL")
MEMO = Pubkey.from_string("Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo")
TABLES = Pubkey.from_string("AddressLookupTab1e1111111111111111111111111")
RENT = Pubkey.from_string("SysvarRent111111111111111111111111111111111")
DECIMALS = 6

checks = 0


def check(truth, what):
    global checks
    checks += 1
    if not truth:
        sys.exit(f"FAILED: {what}")


class Tool:
    """Our tool: reads a line of JSON and writes one."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, job):
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit("FAILED: solana-transactions has ended")
        return json.loads(line)

    def close(self):
        self.process.stdin.close()
        check(self.process.wait() == 0, "solana-transactions exits with status 0")


def pair(name):
    return Keypair.from_seed(hashlib.sha256(name.encode()).digest())


def address(name):
    return pair(name).pubkey()


def associated(owner, mint):
    return Pubkey.find_program_address([bytes(owner), bytes(TOKEN), bytes(mint)], ASSOCIATED)[0]


# Each call in two forms: the input of our tool, and the instruction of solders or of the program's documentation.

def advance_nonce(nonce, authority):
    return ({"advanceNonce": {"nonce": str(nonce), "authority": str(authority)}},
            system_program.advance_nonce_account({"nonce_pubkey": nonce, "authorized_pubkey": authority}))


def transfer_lamports(source, destination, lamports):
    return ({"transferLamports": {"lamports": lamports, "source": str(source), "destination": str(destination)}},
            system_program.transfer({"from_pubkey": source, "to_pubkey": destination, "lamports": lamports}))


def transfer_tokens(source, destination, owner, amount):
    return ({"transferTokens": {"amount": amount, "source": str(source), "destination": str(destination),
                                "owner": str(owner)}},
            Instruction(TOKEN, struct.pack("<BQ", 3, amount), [
                AccountMeta(source, False, True), AccountMeta(destination, False, True),
                AccountMeta(owner, True, False)]))


def close_account(account, destination, owner):
    return ({"closeAccount": {"account": str(account), "destination": str(destination), "owner": str(owner)}},
            Instruction(TOKEN, b"\x09", [
                AccountMeta(account, False, True), AccountMeta(destination, False, True),
                AccountMeta(owner, True, False)]))


def create_token_account(payer, owner, mint):
    return ({"createTokenAccount": {"payer": str(payer), "owner": str(owner), "mint": str(mint)}},
            Instruction(ASSOCIATED, b"\x01", [
                AccountMeta(payer, True, True), AccountMeta(associated(owner, mint), False, True),
                AccountMeta(owner, False, False), AccountMeta(mint, False, False),
                AccountMeta(system_program.ID, False, False), AccountMeta(TOKEN, False, False),
                AccountMeta(RENT, False, False)]))


def memo(text):
    return {"memo": {"text": text}}, Instruction(MEMO, text.encode(), [])


def unit_limit(units):
    return {"computeUnitLimit": {"units": units}}, compute_budget.set_compute_unit_limit(units)


def unit_price(price):
    return {"computeUnitPrice": {"microLamports": price}}, compute_budget.set_compute_unit_price(price)


class World:
    """A chain with a payer, two owners, a mint, a nonce and a lookup table."""

    def __init__(self, tool):
        self.tool = tool
        self.svm = LiteSVM()
        self.payer, self.alice, self.bob = pair("payer"), pair("alice"), pair("bob")
        self.mint, self.nonce, self.table = address("mint"), address("nonce"), address("table")
        self.svm.airdrop(self.payer.pubkey(), 10_000_000_000)
        self.put(self.mint, TOKEN, struct.pack("<I32sQBB I32s".replace(" ", ""), 0, bytes(32), 10 ** 15, DECIMALS, 1,
                                               0, bytes(32)))
        self.source = associated(self.alice.pubkey(), self.mint)
        self.put(self.source, TOKEN, self.token_account(self.alice.pubkey(), 1_000_000))
        self.destination = associated(self.bob.pubkey(), self.mint)

    def put(self, key, owner, data):
        lamports = self.svm.minimum_balance_for_rent_exemption(len(data))
        self.svm.set_account(key, Account(lamports, data, owner))

    def token_account(self, owner, amount):
        data = bytes(self.mint) + bytes(owner) + struct.pack("<Q", amount) + bytes(36) + b"\x01" + bytes(12 + 8 + 36)
        assert len(data) == 165
        return data

    def put_nonce(self, value):
        self.put(self.nonce, system_program.ID,
                 struct.pack("<II", 1, 1) + bytes(self.payer.pubkey()) + bytes(value) + struct.pack("<Q", 5000))

    def put_table(self, addresses):
        header = struct.pack("<IQQBB32sH", 1, 2 ** 64 - 1, 0, 0, 1, bytes(self.payer.pubkey()), 0)
        self.put(self.table, TABLES, header + b"".join(bytes(a) for a in addresses))

    def amount(self, account):
        return struct.unpack("<Q", self.svm.get_account(account).data[64:72])[0]

    def build(self, calls, signers, blockhash=None, tables=None):
        """Builds our transaction and compares it with the library's."""
        blockhash = blockhash or self.svm.latest_blockhash()
        job = {"payer": str(self.payer.pubkey()), "blockhash": str(blockhash), "calls": [c[0] for c in calls],
               "seeds": [bytes(s)[:32].hex() for s in signers]}
        if tables is not None:
            job["tables"] = [{"address": str(a), "addresses": [str(k) for k in keys]} for a, keys in tables]
        ours = bytes.fromhex(self.tool.ask({"transaction": job})["transaction"])
        instructions = [c[1] for c in calls]
        if tables is None:
            message = Message.new_with_blockhash(instructions, self.payer.pubkey(), blockhash)
        else:
            message = self.rebuilt(ours, instructions, blockhash, tables)
        by_key = {s.pubkey(): s for s in signers}
        required = message.account_keys[:message.header.num_required_signatures]
        theirs = VersionedTransaction(message, [by_key[key] for key in required])
        check(ours == bytes(theirs), "our bytes equal the library's")
        theirs.sanitize()
        return ours

    def rebuilt(self, ours, instructions, blockhash, tables):
        """Builds the library's v0 message with the account order of our bytes.

        The library would choose another order. Indexes, lookups and flags are computed here from the instructions."""
        parsed = VersionedTransaction.from_bytes(ours).message
        known = dict(tables)
        keys = list(parsed.account_keys)
        lookups = parsed.address_table_lookups
        loaded = [known[lookup.account_key][i] for lookup in lookups for i in bytes(lookup.writable_indexes)]
        loaded += [known[lookup.account_key][i] for lookup in lookups for i in bytes(lookup.readonly_indexes)]
        place = {key: index for index, key in reversed(list(enumerate(keys + loaded)))}
        metas = {}
        for instruction in instructions:
            metas.setdefault(instruction.program_id, [False, False])
            for meta in instruction.accounts:
                flags = metas.setdefault(meta.pubkey, [False, False])
                flags[0] |= meta.is_signer
                flags[1] |= meta.is_writable
        metas[self.payer.pubkey()] = [True, True]
        check(set(keys + loaded) == set(metas), "a v0 message has each account once")
        check(all(not metas[k][0] and k not in {i.program_id for i in instructions} for k in loaded),
              "lookup tables contain no signer and no program")
        header = MessageHeader(sum(metas[k][0] for k in keys), sum(metas[k] == [True, False] for k in keys),
                               sum(metas[k] == [False, False] for k in keys))
        compiled = [CompiledInstruction(place[i.program_id], bytes(i.data), bytes(place[m.pubkey] for m in i.accounts))
                    for i in instructions]
        rebuilt_lookups = []
        for key, addresses in sorted(known.items(), key=lambda item: bytes(item[0])):
            mine = [k for k in loaded if k in addresses]
            mine.sort(key=bytes)
            writable = bytes(addresses.index(k) for k in mine if metas[k][1])
            readonly = bytes(addresses.index(k) for k in mine if not metas[k][1])
            if mine:
                rebuilt_lookups.append(MessageAddressTableLookup(key, writable, readonly))
        return MessageV0(header, keys, blockhash, compiled, rebuilt_lookups)

    def send(self, raw):
        """Sends a transaction to the runtime. Returns None on success, otherwise the error."""
        try:
            result = self.svm.send_transaction(VersionedTransaction.from_bytes(raw))
        except Exception as error:
            return error
        return result.err() if isinstance(result, FailedTransactionMetadata) else None

    def run(self, name, calls, signers, **options):
        """Builds a transaction, sends it with each bit flipped, then executes it."""
        raw = self.build(calls, signers, **options)
        self.expect_flips_refused(name, raw)
        error = self.send(raw)
        check(error is None, f"{name}: the runtime executes it ({error})")
        print(f"ok  {name}: {len(raw)} bytes, {len(raw) * 8} flipped bits rejected")
        return raw

    def expect_flips_refused(self, name, raw):
        good = self.tool.ask({"check": raw.hex()})["verdict"]
        check(good == "good", f"{name}: we accept our own bytes")
        for bit in range(len(raw) * 8):
            changed = bytearray(raw)
            changed[bit // 8] ^= 1 << (bit % 8)
            check(self.send(bytes(changed)) is not None, f"{name}: the runtime rejects bit {bit}")
            if bit % 7 == 0:
                verdict = self.tool.ask({"check": bytes(changed).hex()})["verdict"]
                check(verdict != "good", f"{name}: we reject bit {bit}")

    def expect_refused(self, name, calls, signers, **options):
        error = self.send(self.build(calls, signers, **options))
        check(error is not None, f"{name}: the runtime rejects it")
        print(f"ok  {name}: rejected ({error})")


def scenarios(world):
    payer, alice, bob = world.payer, world.alice, world.bob
    owners = [payer, alice]
    world.run("system transfer", [transfer_lamports(payer.pubkey(), bob.pubkey(), 5_000_000)], [payer])
    check(world.svm.get_balance(bob.pubkey()) == 5_000_000, "the lamports arrive")

    budget = [unit_limit(200_000), unit_price(1_000)]
    open_bob = create_token_account(payer.pubkey(), bob.pubkey(), world.mint)
    world.run("associated account", budget + [open_bob], [payer])
    world.svm.expire_blockhash()
    world.run("associated account again", budget + [open_bob], [payer])

    move = transfer_tokens(world.source, world.destination, alice.pubkey(), 250_000)
    world.run("token transfer with memo", budget + [memo("buy_v0 é🌱"), move], owners)
    check(world.amount(world.source) == 750_000 and world.amount(world.destination) == 250_000, "the tokens arrive")
    world.expect_refused("overspending", [transfer_tokens(world.source, world.destination, alice.pubkey(), 750_001)],
                         owners)
    world.expect_refused("closing a filled account", [close_account(world.source, payer.pubkey(), alice.pubkey())],
                         owners)
    world.expect_refused("a limit that is too low", [unit_limit(100), move], owners)
    check(world.amount(world.source) == 750_000, "rejected transactions move nothing")

    stored = Hash.hash(b"stored value")
    world.put_nonce(stored)
    nonce = [advance_nonce(world.nonce, payer.pubkey())]
    world.expect_refused("the stored value without its use", [memo("no nonce")], [payer], blockhash=stored)
    world.run("durable nonce", nonce + budget + [memo("once"), move], owners, blockhash=stored)
    check(world.svm.get_account(world.nonce).data[40:72] != bytes(stored), "the stored value changes")
    world.svm.expire_blockhash()
    world.expect_refused("the used value again", nonce + budget + [memo("once"), move], owners, blockhash=stored)
    check(world.amount(world.source) == 500_000, "a nonce works for one payment")

    table = [world.destination, world.mint, world.source, bob.pubkey(), system_program.ID, RENT]
    world.put_table(table)
    world.svm.warp_to_slot(10)
    rest = [open_bob, memo("table"), move]
    world.run("v0 with a lookup table", budget + rest, owners, tables=[(world.table, table)])
    world.svm.expire_blockhash()
    world.run("v0 without tables", budget + rest, owners, tables=[])
    check(world.amount(world.source) == 0 and world.amount(world.destination) == 1_000_000, "the tables' tokens arrive")
    world.run("closing an empty account", [close_account(world.source, payer.pubkey(), alice.pubkey())], owners)
    closed = world.svm.get_account(world.source)
    check(closed is None or closed.lamports == 0, "the account is gone")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    options = parser.parse_args()
    tool = Tool(options.tool)
    scenarios(World(tool))
    tool.close()
    print(f"{checks} checks passed")


if __name__ == "__main__":
    main()
