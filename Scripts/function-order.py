#!/usr/bin/env python3
"""Prints the functions of an executable that ran, sorted: the list for the linker that Scripts/function-order.sh writes.

    function-order.py EXECUTABLE PROFILE…

PROFILES are files of valgrind's callgrind, with names as the linker knows them (--demangle=no).
"""
import os
import re
import subprocess
import sys


def ran(profile, program):
    """The names of the functions of `program` that a profile has costs for.

    Callgrind gives each name a number where it comes first. A line of costs belongs to the last `ob=` and `fn=`, except
    the line after `calls=`, which is the cost of the function called.
    """
    names = {"fn": {}, "ob": {}}
    current = {"fn": "", "ob": ""}
    is_callee = False
    for line in open(profile, errors="replace"):
        if found := re.match(r"(c?)(fn|ob)=\((\d+)\)(?: (.*))?$", line):
            callee, kind, number, name = found.groups()
            if name is not None:
                names[kind][number] = name.strip()
            if not callee:
                current[kind] = names[kind][number]
        elif line.startswith("calls="):
            is_callee = True
        elif re.match(r"[+*-]?\d* ?\d+$", line):
            if not is_callee and os.path.basename(current["ob"]) == program:
                # Callgrind marks recursion after the name.
                yield re.sub(r"'\d+$", "", current["fn"])
            is_callee = False


def main():
    executable, *profiles = sys.argv[1:]
    listing = subprocess.run(["nm", executable], check=True, capture_output=True, text=True).stdout
    known = {fields[2] for fields in (line.split() for line in listing.splitlines()) if len(fields) == 3}
    program = os.path.basename(executable)
    found = {name for profile in profiles for name in ran(profile, program)} & known
    if not found:
        sys.exit("the profiles name no function of the executable")
    print("\n".join(sorted(found)))


main()
