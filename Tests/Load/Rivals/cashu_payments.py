"""Measures wallet-to-wallet payments of Cashu's nutshell: its mint on SQLite with the fake wallet, its own wallets.

    cashu_payments.py FOLDER [SECONDS] [WALLETS]

A payment is what two wallets do: the sender selects coins, which it swaps at the mint unless it has the amount, and
gives them away; the receiver swaps them at the mint for coins of its own. Prints a line of JSON. Mint and wallets share the machine's cores, as the
node and its generator do; the mint's own processor time is given besides.
"""
import asyncio
import json
import os
import subprocess
import sys
import time

FOLDER = os.path.abspath(sys.argv[1])
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 20
WALLETS = int(sys.argv[3]) if len(sys.argv) > 3 else 8
PORT = 33438
FUND, AMOUNT = 4096, 1

os.makedirs(FOLDER, exist_ok=True)
# Read by the wallets when they are imported, and by the mint.
os.environ.update(
    CASHU_DIR=FOLDER, MINT_PRIVATE_KEY="benchmark", MINT_BACKEND_BOLT11_SAT="FakeWallet",
    MINT_DATABASE=os.path.join(FOLDER, "mint"), MINT_LISTEN_PORT=str(PORT), MINT_INPUT_FEE_PPK="0",
    FAKEWALLET_DELAY_INCOMING_PAYMENT="0", MINT_RATE_LIMIT="FALSE", TOR="FALSE", DEBUG="FALSE", LOG_LEVEL="ERROR")


def processor_seconds(pid):
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def fund(wallet):
    await wallet.load_mint()
    quote = await wallet.request_mint(FUND)
    await wallet.mint(FUND, quote_id=quote.quote)


async def pay(sender, receiver):
    proofs, _ = await sender.select_to_send(sender.proofs, AMOUNT, set_reserved=True)
    await receiver.redeem(proofs)
    await sender.invalidate(proofs)


async def measure(mint):
    from cashu.wallet.wallet import Wallet

    wallets = []
    for index in range(WALLETS):
        # Each wallet keeps its coins in an SQLite file of its own.
        wallet = await Wallet.with_db(
            f"http://127.0.0.1:{PORT}", os.path.join(FOLDER, f"wallet{index}"), f"wallet{index}")
        await fund(wallet)
        wallets.append(wallet)
    made = 0

    async def trade(sender, receiver, end):
        nonlocal made
        while time.monotonic() < end:
            await pay(sender, receiver)
            made += 1

    before, start = (processor_seconds(mint), processor_seconds(os.getpid())), time.monotonic()
    await asyncio.gather(*(
        trade(wallets[i], wallets[i + 1], start + SECONDS) for i in range(0, WALLETS - 1, 2)))
    seconds = time.monotonic() - start
    node = processor_seconds(mint) - before[0]
    own = processor_seconds(os.getpid()) - before[1]
    return {
        "figure": "cashu", "per_second": made / seconds, "node_us": node / made * 1e6, "generator_us": own / made * 1e6,
        "count": made, "seconds": seconds, "wallets": WALLETS}


def main():
    log = open(os.path.join(FOLDER, "mint.log"), "w")
    mint = subprocess.Popen([os.path.join(os.path.dirname(sys.executable), "mint")], stdout=log, stderr=log, cwd=FOLDER)
    try:
        import httpx

        for _ in range(120):
            try:
                httpx.get(f"http://127.0.0.1:{PORT}/v1/info")
                break
            except httpx.HTTPError:
                if mint.poll() is not None:
                    sys.exit(f"the mint did not start; see {log.name}")
                time.sleep(0.25)
        print(json.dumps(asyncio.run(measure(mint.pid))), flush=True)
    finally:
        mint.terminate()
        mint.wait()


main()
