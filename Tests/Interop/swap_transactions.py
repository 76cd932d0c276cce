"""Builds the transactions of swaps from the public rules: addresses, instructions, and the compilation of messages.

Both sides of a swap build its transaction; the client signs its own. This is a second implementation, which shares no
code with ours. Run as a program it compares itself with the vectors:

    swap_transactions.py Tests/Vectors/transactions.json
"""
import json
import struct
import sys

from solders.pubkey import Pubkey

SYSTEM = Pubkey.from_string("11111111111111111111111111111111")
TOKEN = Pubkey.from_string("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA")
ASSOCIATED = Pubkey.from_string("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL")
MEMO = Pubkey.from_string("Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo")
BUDGET = Pubkey.from_string("ComputeBudget111111111111111111111111111111")
MACHINE = Pubkey.from_string("vmZ1WUq8SxjBWcaeTCvgJRZbS84R61uniFsQy5YMRTJ")
CREATOR = Pubkey.from_string("ccJYP5gjZqcEHaphcxAZvkxCrnTVfYMjyhSYkpQtf8Z")
RENT = Pubkey.from_string("SysvarRent111111111111111111111111111111111")
RECENT_BLOCKHASHES = Pubkey.from_string("SysvarRecentB1ockHashes11111111111111111111")
LOCK_DAYS = 21


def find(program, *seeds):
    return Pubkey.find_program_address([bytes(seed) for seed in seeds], program)


def associated(owner, mint):
    return find(ASSOCIATED, owner, TOKEN, mint)[0]


class Machine:
    """The virtual machine of a mint."""

    def __init__(self, mint, authority, lock_days=LOCK_DAYS):
        self.mint, self.authority, self.lock_days = mint, authority, lock_days
        self.address, self.bump = find(MACHINE, b"code_vm", mint, authority, bytes([lock_days]))
        self.omnibus, self.omnibus_bump = find(MACHINE, b"code_vm", b"vm_omnibus", self.address)

    def deposit(self, owner):
        return find(MACHINE, b"code_vm", b"vm_deposit_pda", owner, self.address)[0]

    def swap(self, owner):
        """The address that owns what a swap is paid with, and its bump."""
        return find(MACHINE, b"code_vm", b"vm_swap_pda", owner, self.address)

    def swap_account(self, owner):
        return associated(self.swap(owner)[0], self.mint)


class Currency:
    """A launched currency with the accounts of its pool."""

    def __init__(self, mint, authority, core_mint):
        self.mint, self.machine = mint, Machine(mint, authority)
        self.currency, self.currency_bump = find(CREATOR, b"currency", mint)
        self.pool, self.pool_bump = find(CREATOR, b"pool", self.currency)
        self.target_vault, self.target_bump = find(CREATOR, b"treasury", self.pool, mint)
        self.base_vault, self.base_bump = find(CREATOR, b"treasury", self.pool, core_mint)


def new_mint(authority, name, seed):
    return find(CREATOR, b"mint", authority, padded(name, 32), seed)


def padded(text, size):
    return text.encode().ljust(size, b"\0")


# Instructions are (program, data, accounts), and an account is (key, is_signer, is_writable).

def signer(key):
    return key, True, True


def writable(key):
    return key, False, True


def read(key):
    return key, False, False


def advance_nonce(nonce, authority):
    return SYSTEM, struct.pack("<I", 4), [writable(nonce), read(RECENT_BLOCKHASHES), (authority, True, False)]


def unit_limit(units):
    return BUDGET, struct.pack("<BI", 2, units), []


def unit_price(price):
    return BUDGET, struct.pack("<BQ", 3, price), []


def memo(text):
    return MEMO, text.encode(), []


def create_account(payer, owner, mint):
    return ASSOCIATED, b"\1", [
        signer(payer), writable(associated(owner, mint)), read(owner), read(mint), read(SYSTEM), read(TOKEN),
        read(RENT)]


def close_account(account, destination, owner):
    return TOKEN, b"\x09", [writable(account), writable(destination), (owner, True, False)]


def transfer_for_swap(machine, owner, destination, amount, fee=None):
    """Takes what was paid out of the machine. A fee is its amount and where it goes."""
    address, bump = machine.swap(owner)
    accounts = [
        signer(machine.authority), writable(machine.address), signer(owner), read(address),
        writable(machine.swap_account(owner)), writable(destination)]
    if fee is None:
        return MACHINE, struct.pack("<BQB", 17, amount, bump), accounts + [read(TOKEN)]
    data = struct.pack("<BQQB", 20, amount, fee[0], bump)
    return MACHINE, data, accounts + [writable(fee[1]), read(TOKEN)]


def close_swap_account(machine, owner, destination):
    address, bump = machine.swap(owner)
    return MACHINE, struct.pack("<BB", 19, bump), [
        signer(machine.authority), writable(machine.address), read(owner), read(address),
        writable(machine.swap_account(owner)), writable(destination), read(TOKEN)]


def trade(number, trader, currency, core_mint, rest, amount):
    """Buys or sells at a currency's pool; a sale also writes the pool."""
    pool = (currency.pool, False, number in (5, 7))
    return CREATOR, struct.pack("<BQQ", number, amount, 0) + rest[0], [
        signer(trader), pool, read(currency.mint), read(core_mint), writable(currency.target_vault),
        writable(currency.base_vault)] + rest[1]


def into_machine(machine, memory, account, owner):
    """The end of an instruction that deposits what was traded."""
    return struct.pack("<H", memory[1]), [
        writable(account), signer(machine.authority), writable(machine.address), writable(memory[0]),
        writable(machine.omnibus), read(owner), read(TOKEN), read(MACHINE)]


def into_accounts(target, base):
    return b"", [writable(target), writable(base), read(TOKEN)]


def initialize(authority, name, symbol, seed, currency, core_mint, sell_fee_bps):
    """Creates a currency, its pool and its machine."""
    machine, mint_bump = currency.machine, new_mint(authority, name, seed)[1]
    rent = [read(TOKEN), read(SYSTEM), read(RENT)]
    data = padded(name, 32) + padded(symbol, 8) + bytes(seed) + bytes([currency.currency_bump, mint_bump]) + bytes(6)
    yield CREATOR, b"\1" + data, [signer(authority), writable(currency.mint), writable(currency.currency)] + rent
    bumps = bytes([currency.pool_bump, currency.target_bump, currency.base_bump, 0])
    yield CREATOR, struct.pack("<BH", 2, sell_fee_bps) + bumps, [
        signer(authority), read(currency.currency), writable(currency.mint), read(core_mint), writable(currency.pool),
        writable(currency.target_vault), writable(currency.base_vault)] + rent
    yield MACHINE, bytes([1, machine.lock_days, machine.bump, machine.omnibus_bump]), [
        signer(authority), writable(machine.address), writable(machine.omnibus), read(currency.mint)] + rent


class Terms:
    """What the server chooses: who pays, the nonce, the budget and the memo."""

    def __init__(self, payer, nonce, unit_limit, unit_price, memo):
        self.payer, self.nonce = payer, nonce
        self.unit_limit, self.unit_price, self.memo = unit_limit, unit_price, memo

    def prelude(self):
        yield advance_nonce(self.nonce, self.payer)
        if self.unit_limit:
            yield unit_limit(self.unit_limit)
        if self.unit_price:
            yield unit_price(self.unit_price)
        if self.memo:
            yield memo(self.memo)


def buy(terms, core, currency, owner, temporary, amount, fee, memory):
    account = associated(temporary, core.mint)
    return [
        *terms.prelude(), create_account(terms.payer, temporary, core.mint),
        transfer_for_swap(core, owner, account, amount, fee),
        trade(6, temporary, currency, core.mint, into_machine(currency.machine, memory, account, owner), amount),
        close_account(account, terms.payer, temporary), close_swap_account(core, owner, terms.payer)]


def sell(terms, core, currency, owner, temporary, amount, memory):
    account = associated(temporary, currency.mint)
    return [
        *terms.prelude(), create_account(terms.payer, temporary, currency.mint),
        transfer_for_swap(currency.machine, owner, account, amount),
        trade(7, temporary, currency, core.mint, into_machine(core, memory, account, owner), amount),
        close_account(account, terms.payer, temporary), close_swap_account(currency.machine, owner, terms.payer)]


def convert(terms, core, source, target, owner, temporary, amount, memory):
    base, tokens = associated(temporary, core.mint), associated(temporary, source.mint)
    return [
        *terms.prelude(), create_account(terms.payer, temporary, core.mint),
        create_account(terms.payer, temporary, source.mint), transfer_for_swap(source.machine, owner, tokens, amount),
        trade(5, temporary, source, core.mint, into_accounts(tokens, base), amount),
        trade(6, temporary, target, core.mint, into_machine(target.machine, memory, base, owner), 0),
        close_account(base, terms.payer, temporary), close_account(tokens, terms.payer, temporary),
        close_swap_account(source.machine, owner, terms.payer)]


def launch(terms, core, currency, owner, name, symbol, seed, sell_fee_bps, amount, fee):
    authority = currency.machine.authority
    base, deposit = associated(owner, core.mint), currency.machine.deposit(owner)
    target = associated(deposit, currency.mint)
    return [
        *terms.prelude(), *initialize(authority, name, symbol, seed, currency, core.mint, sell_fee_bps),
        create_account(authority, owner, core.mint), create_account(authority, deposit, currency.mint),
        transfer_for_swap(core, owner, base, amount, fee),
        trade(4, owner, currency, core.mint, into_accounts(target, base), amount),
        close_account(base, authority, owner)]


# Messages.

def short(number):
    """A compact number: seven bits a byte, the lowest first."""
    data = bytearray()
    while number > 0x7F:
        data.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(data + bytes([number]))


def message(payer, instructions, tables, blockhash):
    """The bytes of a version 0 message. A table is its address and its entries."""
    flags = {payer: [True, True]}
    programs = {program for program, _, _ in instructions}
    for program, _, accounts in instructions:
        for key, is_signer, is_writable in accounts + [read(program)]:
            known = flags.setdefault(key, [False, False])
            known[0], known[1] = known[0] or is_signer, known[1] or is_writable
    ordered = sorted(
        flags, key=lambda key: (key != payer, key in programs, not flags[key][0], not flags[key][1], bytes(key)))
    static, loaded = [], {}
    tables = sorted(tables, key=lambda table: bytes(table[0]))
    for key in ordered:
        table = next((table for table in tables if key in table[1]), None)
        if key == payer or flags[key][0] or key in programs or table is None:
            static.append(key)
        else:
            lists = loaded.setdefault(table[0], ([], []))
            lists[0 if flags[key][1] else 1].append((key, table[1].index(key)))
    used = [table for table, _ in tables if table in loaded]
    keys = static + [
        key for side in (0, 1) for table in used for key, _ in loaded[table][side]]
    signers = [key for key in static if flags[key][0]]
    data = bytearray([
        0x80, len(signers), sum(not flags[key][1] for key in signers),
        sum(not flags[key][0] and not flags[key][1] for key in static)])
    data += short(len(static)) + b"".join(bytes(key) for key in static) + blockhash + short(len(instructions))
    for program, content, accounts in instructions:
        data += bytes([keys.index(program)]) + short(len(accounts))
        data += bytes(keys.index(key) for key, _, _ in accounts) + short(len(content)) + content
    data += short(len(used))
    for table in used:
        data += bytes(table)
        for side in (0, 1):
            data += short(len(loaded[table][side])) + bytes(index for _, index in loaded[table][side])
    return bytes(data)


# The vectors.

def of_vector(case, core):
    """The message that a vector describes; None for a flow that is not built here."""
    inputs, flow = case["inputs"], case["flow"]
    if flow not in ("buy", "sell", "swap", "new_currency"):
        return None

    def key(name):
        return Pubkey.from_string(inputs[name])

    def currency(name):
        """The vectors' pools do not follow from their mints."""
        named = {part: Pubkey.from_string(text) for part, text in inputs[name].items() if part != "lock_days"}
        made = Currency(named["mint"], named["vm_authority"], core.mint)
        made.pool, made.target_vault, made.base_vault = named["pool"], named["vault_target"], named["vault_base"]
        made.machine.address, made.machine.omnibus = named["vm"], named["vm_omnibus"]
        return made

    terms = Terms(
        key("payer"), key("nonce"), inputs["compute_unit_limit"], inputs["compute_unit_price"], inputs["memo"])
    fee = (inputs["fee_amount"], key("fee_destination")) if inputs.get("fee_amount") else None
    owner, amount, memory = key("owner"), inputs["amount"], (key("memory_account"), inputs["memory_index"])
    if flow == "buy":
        parts = buy(terms, core, currency("target"), owner, key("swap_authority"), amount, fee, memory)
    elif flow == "sell":
        parts = sell(terms, core, currency("source"), owner, key("swap_authority"), amount, memory)
    elif flow == "swap":
        parts = convert(
            terms, core, currency("source"), currency("target"), owner, key("swap_authority"), amount, memory)
    else:
        mint = new_mint(key("authority"), inputs["name"], key("seed"))[0]
        parts = launch(
            terms, core, Currency(mint, key("authority"), core.mint), owner, inputs["name"], inputs["symbol"],
            key("seed"), inputs["sell_fee_bps"], amount, fee)
    tables = [
        (Pubkey.from_string(table["table"]), [Pubkey.from_string(entry) for entry in table["addresses"]])
        for table in case["lookup_tables"]]
    return message(terms.payer, parts, tables, bytes(Pubkey.from_string(case["blockhash"])))


def main(path):
    with open(path) as file:
        cases = json.load(file)["groups"]["swap_flow"]["cases"]
    core = Machine(
        Pubkey.from_string("5AMAA9JV9H97YYVxx8F6FsCMmTwXSuTTQneiup4RYAUQ"),
        Pubkey.from_string("cash11ndAmdKFEnG2wrQQ5Zqvr1kN9htxxLyoPLYFUV"))
    compared, flows = 0, set()
    for case in cases:
        built = of_vector(case, core)
        if built is None:
            continue
        if built.hex() != case["message_hex"]:
            sys.exit(f"FAILED  {case['flow']}: {case['note']}")
        compared += 1
        flows.add(case["flow"])
    if len(flows) != 4:
        sys.exit(f"FAILED  the vectors lack a flow: {sorted(flows)}")
    print(f"{compared} transactions equal the vectors")


if __name__ == "__main__":
    main(sys.argv[1])
