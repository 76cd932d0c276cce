"""Measures tasks of the benchmarks with Python libraries from PyPI: Solana's solders, written in Rust, and mnemonic.

    solders_speed.py [FILTER]

Prints a line of JSON for each task whose name matches, in the format of Tests/Benchmarks/report.py. The names are
those of Tests/Benchmarks/Benchmarks/KeyBenchmarks/Addresses.swift.
"""
import importlib.metadata
import json
import re
import statistics
import struct
import sys
import time

from mnemonic import Mnemonic
from solders.keypair import Keypair
from solders.pubkey import Pubkey

VM = Pubkey.from_string("vmZ1WUq8SxjBWcaeTCvgJRZbS84R61uniFsQy5YMRTJ")
TIMELOCK = Pubkey.from_string("time2Z2SCnn3qYg3ULKVtdkh8YmZ5jFdKicnA1W2YnJ")
MINT = Pubkey.from_string("5AMAA9JV9H97YYVxx8F6FsCMmTwXSuTTQneiup4RYAUQ")
AUTHORITY = Pubkey.from_string("cash11ndAmdKFEnG2wrQQ5Zqvr1kN9htxxLyoPLYFUV")
PHRASE = "grant taste adapt picture build pact opinion ripple sock poet deposit snow"


def find_address(number):
    Pubkey.find_program_address([b"code_vm", bytes(MINT), struct.pack("<Q", number)], VM)


def words_to_cluster(_):
    seed = Mnemonic.to_seed(PHRASE)
    owner = Keypair.from_seed_and_derivation_path(seed, "m/44'/501'/0'/0'").pubkey()
    machine = Pubkey.find_program_address([b"code_vm", bytes(MINT), bytes(AUTHORITY), b"\x15"], VM)[0]
    state = Pubkey.find_program_address(
        [b"timelock_state", bytes(MINT), bytes(AUTHORITY), bytes(owner), b"\x15"], TIMELOCK)[0]
    Pubkey.find_program_address([b"timelock_vault", bytes(state), b"\x03"], TIMELOCK)
    Pubkey.find_program_address([b"code_vm", b"vm_deposit_pda", bytes(owner), bytes(machine)], VM)


TASKS = [
    ("keys: find a program-derived address", find_address, 64, 1000, "times 1.0"),
    ("keys: twelve words to an account cluster", words_to_cluster, 1, 500, "none"),
]


def median_nanoseconds(task, calls, samples):
    """The median over samples of this many calls each, as in our benchmarks."""
    def sample():
        start = time.perf_counter_ns()
        for call in range(calls):
            task(call)
        return (time.perf_counter_ns() - start) / calls

    for _ in range(3):
        sample()
    return statistics.median(sample() for _ in range(samples))


def main():
    wanted = re.compile(sys.argv[1] if len(sys.argv) > 1 else "")
    rival = f"solders {importlib.metadata.version('solders')} (Python over Rust)"
    for name, task, calls, samples, reach in TASKS:
        if wanted.search(name):
            print(json.dumps({
                "task": name, "implementation": rival, "nanoseconds": median_nanoseconds(task, calls, samples),
                "reach": reach,
            }))


main()
