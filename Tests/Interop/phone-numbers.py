"""Writes vectors of phone numbers, with answers from libphonenumber's own parser, in the format of money.json.

    phone-numbers.py PHONE_REGIONS FOLDER [SEED]

PHONE_REGIONS is Tests/Vectors/phone_regions.json. Writes FOLDER/money.json.
"""
import json
import os
import random
import re
import sys

import phonenumbers

FORMS = 8


def answer(text, region, plan, main):
    """What the validator must say of a text (money specification §9.2), but parsed by libphonenumber."""
    digits = sum(1 for character in text if character.isnumeric())
    if not digits:
        return None
    rules = plan[region]
    try:
        number = phonenumbers.parse(text, region)
        code = number.country_code
        if code in main:
            pattern = (rules if rules["code"] == code else main[code])["pattern"]
            national = phonenumbers.national_significant_number(number)
            e164 = f"+{code}{national}"
            if re.fullmatch(pattern, national) and re.fullmatch(r"\+[1-9]\d{1,14}", e164):
                return {"valid": e164}
    except phonenumbers.NumberParseException:
        pass
    lengths = rules.get("mobileLengths")
    return "invalid" if lengths and digits >= max(lengths) else "incomplete"


def national_number(region, rules, chance):
    """An example of the region, an example with one digit changed, or random digits of a known length."""
    examples = [phonenumbers.example_number_for_type(region, kind) for kind in range(11)]
    examples = [phonenumbers.national_significant_number(example) for example in examples if example]
    if not examples or chance.random() < 0.5:
        lengths = rules["lengths"] + rules.get("localLengths", []) + [chance.randint(1, 18)]
        return "".join(chance.choice("0123456789") for _ in range(chance.choice(lengths)))
    number = chance.choice(examples)
    if chance.random() < 0.4:
        place = chance.randrange(len(number))
        number = number[:place] + chance.choice("0123456789") + number[place + 1:]
    return number


def written(number, rules, codes, form, chance):
    """A number in one of the forms that people write."""
    code, trunk = rules["code"], rules.get("trunk", "")
    prefix = rules["idd"] if rules["idd"].isdigit() else "00"
    return [
        number, trunk + number, f"+{code}{number}", f"{code}{number}", f"{code}{trunk}{number}",
        f"+{code} ({trunk}) {number}", f"{prefix}{chance.choice(codes)}{number}",
        "-".join([number[:3], number[3:6], number[6:]]),
    ][form]


def main():
    regions = json.load(open(sys.argv[1]))["regions"]
    chance = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 7)
    plan = {rules["region"]: rules for rules in regions}
    main_of = {rules["code"]: rules for rules in regions if rules.get("main")}
    codes = sorted(main_of)
    cases = []
    for region, rules in plan.items():
        for place in range(40):
            number = national_number(region, rules, chance)
            text = written(number, rules, codes, place % FORMS, chance)
            for reader in [region] + ([chance.choice(list(plan))] if place % 10 == 0 else []):
                result = answer(text, reader, plan, main_of)
                cases.append({"in": {"text": text, "region": reader}, "out": {"result": result}})
    with open(os.path.join(sys.argv[2], "money.json"), "w") as file:
        json.dump({"version": 1, "groups": {"phone": cases}}, file)
    print(f"{len(cases)} phone numbers, {sum(isinstance(c['out']['result'], dict) for c in cases)} of them valid")


main()
