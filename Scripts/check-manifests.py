#!/usr/bin/env python3
"""Checks that the umbrella manifest and the six package manifests agree.

Every target of a package must be in the umbrella with the same kind, sources and dependencies. Every library and
executable product must be exported. The shared block of settings and versions must be equal, byte for byte. A Swift file
imports only modules that its target names as dependencies, so that a package that builds in the umbrella builds alone.

    Scripts/check-manifests.py
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGES = ["CodeCurves", "FlipcashAPI", "FlipcashCoreAPI", "CodeScanner", "FlipcashCore", "FlipcashCLI"]
# Modules of Swift and of the systems, which no manifest names.
SYSTEM_MODULES = {
    "CoreFoundation", "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "LocalAuthentication", "Musl",
    "Observation", "Security", "Synchronization", "Testing",
}
IMPORT = re.compile(r"^[^\S\n]*(?:@\w+(?:\([^)\n]*\))? )*(?:(?:public|internal|package|private|fileprivate) )?"
                    r"import (?:(?:struct|class|enum|protocol|func|var|let|typealias) )?(\w+)", re.MULTILINE)
IGNORED = re.compile(r'//[^\n]*|/\*.*?\*/|""".*?"""|"(?:\\.|[^"\\\n])*"', re.DOTALL)


def dump(folder):
    text = subprocess.run(
        ["swift", "package", "--package-path", str(folder), "dump-package"],
        check=True, capture_output=True, text=True).stdout
    return json.loads(text)


def shared_block(folder):
    text = (folder / "Package.swift").read_text()
    return text[text.index("// >>> shared"):text.index("// <<< shared")]


def dependency_names(target):
    """The names of a target's dependencies; a product of a sibling package counts as the target of that name."""
    names = []
    for dependency in target["dependencies"]:
        kind, value = next(iter(dependency.items()))
        names.append(value[0])
    return sorted(names)


def described(target, prefix):
    path = target["path"]
    return {
        "type": target["type"],
        "path": f"{prefix}/{path}" if prefix else path,
        "dependencies": dependency_names(target),
        "settings": target["settings"],
        "exclude": sorted(target.get("exclude", [])),
        "resources": target.get("resources", []),
    }


def products(manifest):
    return {product["name"]: sorted(product["targets"]) for product in manifest["products"]}


def undeclared_imports(target):
    """Yields each file of a target of the umbrella with the modules that it imports and the manifest does not name."""
    declared = {target["name"], *dependency_names(target)} | SYSTEM_MODULES
    for path in sorted((ROOT / target["path"]).rglob("*.swift")):
        name = path.relative_to(ROOT).as_posix()
        if "/.build" not in name:
            imported = set(IMPORT.findall(IGNORED.sub(" ", path.read_text(errors="replace"))))
            if imported - declared:
                yield name, sorted(imported - declared)


def main():
    umbrella = dump(ROOT)
    in_umbrella = {target["name"]: described(target, "") for target in umbrella["targets"]}
    exported = products(umbrella)
    problems = []
    block = shared_block(ROOT)
    for name in PACKAGES:
        if shared_block(ROOT / name) != block:
            problems.append(f"{name}/Package.swift: the shared block differs from the umbrella's")
        package = dump(ROOT / name)
        for target in package["targets"]:
            expected = described(target, name)
            found = in_umbrella.pop(target["name"], None)
            if found is None:
                problems.append(f"Package.swift: target {target['name']} of {name} is missing")
                continue
            for key, value in expected.items():
                if found[key] != value:
                    problems.append(f"target {target['name']}: {key} differs: {value} in {name}, "
                                    f"{found[key]} in the umbrella")
        for product, targets in products(package).items():
            if exported.pop(product, None) != targets:
                problems.append(f"Package.swift: product {product} of {name} is missing or differs")
    for name, target in in_umbrella.items():
        if not target["path"].startswith("Tests/"):
            problems.append(f"Package.swift: target {name} belongs to no package")
    problems += [f"Package.swift: product {name} belongs to no package" for name in exported]
    for target in umbrella["targets"]:
        problems += [f"{name}: the manifest does not name {', '.join(modules)} for target {target['name']}"
                     for name, modules in undeclared_imports(target)]
    print("\n".join(problems) if problems else f"{len(PACKAGES)} manifests agree with the umbrella")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
