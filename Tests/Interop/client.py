"""Tests a Flipcash node through grpcio: opens accounts, reads balances, streams messages and rates, pays.

Computes every address, compact message and signature from the public rules with solders and hashlib, so the test
compares two independent implementations.
"""
import argparse
import hashlib
import os
import queue
import socket
import subprocess
import sys
import tempfile
import threading
import time

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--generated", required=True, help="folder with the modules generated from the .proto files")
parser.add_argument("--flipcash", required=True, help="the flipcash executable whose node is tested")
arguments = parser.parse_args()
sys.path.insert(0, arguments.generated)

import grpc  # noqa: E402
from solders.keypair import Keypair  # noqa: E402
from solders.pubkey import Pubkey  # noqa: E402
from solders.signature import Signature as SoldersSignature  # noqa: E402

from account.v1 import flipcash_account_service_pb2 as core_account  # noqa: E402
from account.v1 import flipcash_account_service_pb2_grpc as core_account_grpc  # noqa: E402
from account.v1 import ocp_account_service_pb2 as account  # noqa: E402
from account.v1 import ocp_account_service_pb2_grpc as account_grpc  # noqa: E402
from common.v1 import common_pb2 as core_common  # noqa: E402
from common.v1 import model_pb2 as common  # noqa: E402
from currency.v1 import ocp_currency_service_pb2 as currency  # noqa: E402
from currency.v1 import ocp_currency_service_pb2_grpc as currency_grpc  # noqa: E402
from grpc_health.v1 import health_pb2 as health  # noqa: E402
from grpc_health.v1 import health_pb2_grpc as health_grpc  # noqa: E402
from messaging.v1 import ocp_messaging_service_pb2 as messaging  # noqa: E402
from messaging.v1 import ocp_messaging_service_pb2_grpc as messaging_grpc  # noqa: E402
from transaction.v1 import ocp_transaction_service_pb2 as transaction  # noqa: E402
from transaction.v1 import ocp_transaction_service_pb2_grpc as transaction_grpc  # noqa: E402

USDF = Pubkey.from_string("5AMAA9JV9H97YYVxx8F6FsCMmTwXSuTTQneiup4RYAUQ")
TIMELOCK = Pubkey.from_string("time2Z2SCnn3qYg3ULKVtdkh8YmZ5jFdKicnA1W2YnJ")
LOCK_DAYS = 21
QUARKS_PER_DOLLAR = 1_000_000
DEADLINE_S = 15

passed = 0


def check(condition, what):
    global passed
    if not condition:
        print(f"FAILED  {what}")
        sys.exit(1)
    passed += 1
    print(f"ok      {what}")


def account_id(key):
    return common.SolanaAccountId(value=bytes(key))


def signed(message, key):
    """Signs the canonical bytes of an OCP request without signature, and sets the signature."""
    message.signature.value = bytes(key.sign_message(message.SerializeToString(deterministic=True)))
    return message


class Person:
    """A key pair and its vault on the node's core virtual machine."""

    def __init__(self, seed, vm_authority):
        self.key = Keypair.from_seed(seed)
        self.owner = self.key.pubkey()
        state, _ = Pubkey.find_program_address(
            [b"timelock_state", bytes(USDF), bytes(vm_authority), bytes(self.owner), bytes([LOCK_DAYS])], TIMELOCK)
        self.vault, _ = Pubkey.find_program_address([b"timelock_vault", bytes(state), bytes([3])], TIMELOCK)


class Node:
    """The node under test, in a separate folder."""

    def __init__(self, flipcash):
        self.folder = tempfile.TemporaryDirectory(prefix="fc-")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{probe.getsockname()[1]}"
        self.flipcash = flipcash
        self.data = os.path.join(self.folder.name, "node")
        self.environment = os.environ | {
            "HOME": self.folder.name, "XDG_RUNTIME_DIR": self.folder.name,
            "XDG_DATA_HOME": self.folder.name, "XDG_STATE_HOME": self.folder.name,
            "XDG_CONFIG_HOME": self.folder.name, "XDG_CACHE_HOME": self.folder.name,
        }
        self.process = subprocess.Popen(
            [flipcash, "node", "run", "--listen", self.address, "--data", self.data], env=self.environment)

    def command(self, *words):
        return subprocess.run(
            [self.flipcash, "node", *words, "--data", self.data], env=self.environment, check=True,
            capture_output=True, text=True).stdout

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=DEADLINE_S)
        self.folder.cleanup()


def wait_until_serving(channel):
    stub = health_grpc.HealthStub(channel)
    grpc.channel_ready_future(channel).result(timeout=DEADLINE_S)
    answer = stub.Check(health.HealthCheckRequest(), timeout=DEADLINE_S)
    check(answer.status == health.HealthCheckResponse.SERVING, "the node reports that it is serving")


def register(channel, person):
    stub = core_account_grpc.AccountStub(channel)
    unsigned = core_account.RegisterRequest(public_key=core_common.PublicKey(value=bytes(person.owner)))
    request = core_account.RegisterRequest()
    request.CopyFrom(unsigned)
    request.signature.value = bytes(person.key.sign_message(unsigned.SerializeToString(deterministic=True)))
    answer = stub.Register(request, timeout=DEADLINE_S)
    check(answer.result == core_account.RegisterResponse.OK and len(answer.user_id.value) == 16, "register a user")
    again = stub.Register(request, timeout=DEADLINE_S)
    check(again.user_id == answer.user_id, "registering again returns the same user")

    login = core_account.LoginRequest()
    login.timestamp.GetCurrentTime()
    signature = person.key.sign_message(login.SerializeToString(deterministic=True))
    login.auth.key_pair.pub_key.value = bytes(person.owner)
    login.auth.key_pair.signature.value = bytes(signature)
    answer = stub.Login(login, timeout=DEADLINE_S)
    check(answer.result == core_account.LoginResponse.OK and answer.user_id == again.user_id, "log in")


def node_key(channel):
    answer = currency_grpc.CurrencyStub(channel).GetMints(
        currency.GetMintsRequest(addresses=[account_id(USDF)]), timeout=DEADLINE_S)
    mint = answer.metadata_by_address[str(USDF)]
    check(answer.result == currency.GetMintsResponse.OK and mint.symbol == "USDF" and mint.decimals == 6,
          "read the core mint")
    check(mint.created_at.seconds == -62135596800, "the core mint's creation is the zero time")
    return Pubkey.from_bytes(mint.vm_metadata.authority.value)


def submit_intent(channel, actions, sign_parameters):
    """Runs the four steps of SubmitIntent; returns the final response."""
    stub = transaction_grpc.TransactionStub(channel)
    outgoing = queue.Queue()
    outgoing.put(transaction.SubmitIntentRequest(submit_actions=actions))
    responses = stub.SubmitIntent(iter(outgoing.get, None))
    try:
        for response in responses:
            if response.WhichOneof("response") != "server_parameters":
                return response
            signatures = sign_parameters(response.server_parameters.server_parameters)
            outgoing.put(transaction.SubmitIntentRequest(
                submit_signatures=transaction.SubmitIntentRequest.SubmitSignatures(signatures=signatures)))
    finally:
        outgoing.put(None)
    raise AssertionError("the stream ended without a result")


def open_account(channel, person):
    action = transaction.OpenAccountAction(
        account_type=common.PRIMARY, owner=account_id(person.owner), authority=account_id(person.owner),
        token=account_id(person.vault), mint=account_id(USDF))
    action.authority_signature.value = bytes(person.key.sign_message(action.SerializeToString(deterministic=True)))
    actions = transaction.SubmitIntentRequest.SubmitActions(
        id=common.IntentId(value=os.urandom(32)), owner=account_id(person.owner),
        metadata=transaction.Metadata(open_accounts=transaction.OpenAccountsMetadata(
            account_set=transaction.OpenAccountsMetadata.USER, mint=account_id(USDF))),
        actions=[transaction.Action(id=0, open_account=action)])
    response = submit_intent(channel, signed(actions, person.key), lambda parameters: [])
    check(response.WhichOneof("response") == "success", "open a primary account")


def balance(channel, person):
    request = signed(account.GetTokenAccountInfosRequest(owner=account_id(person.owner)), person.key)
    answer = account_grpc.AccountStub(channel).GetTokenAccountInfos(request, timeout=DEADLINE_S)
    info = answer.token_account_infos[str(person.vault)]
    check(info.account_type == common.PRIMARY and bytes(info.mint.value) == bytes(USDF),
          "the account is listed under the vault that Python derived")
    return info.balance


def live_rates(channel, key):
    """Subscribes to live data, answers the first ping, returns the proofs by currency code."""
    outgoing = queue.Queue()
    subscription = currency.StreamLiveMintDataRequest(
        request=currency.StreamLiveMintDataRequest.Request(mints=[account_id(USDF)]))
    outgoing.put(subscription)
    stream = currency_grpc.CurrencyStub(channel).StreamLiveMintData(iter(outgoing.get, None))
    proofs, pinged = {}, False
    for response in stream:
        if response.WhichOneof("type") == "ping":
            pong = currency.StreamLiveMintDataRequest()
            pong.pong.timestamp.GetCurrentTime()
            outgoing.put(pong)
            pinged = True
        else:
            for proof in response.data.core_mint_fiat_exchange_rates.exchange_rates:
                proofs[proof.exchange_rate.currency_code] = proof
        if proofs and pinged:
            break
    stream.cancel()
    outgoing.put(None)
    check(pinged and {"usd", "cad", "eur"} <= proofs.keys(), f"stream {len(proofs)} exchange rates and a ping")
    check(all(
        SoldersSignature.from_bytes(proof.signature.value).verify(
            key, proof.exchange_rate.SerializeToString(deterministic=True))
        for proof in proofs.values()), "every rate is signed by the node's key")
    return proofs


class MessageStream:
    """An open rendezvous stream whose messages are put into a queue."""

    def __init__(self, channel, rendezvous):
        self.outgoing, self.messages, self.pings = queue.Queue(), queue.Queue(), queue.Queue()
        opening = signed(messaging.OpenMessageStreamRequest(
            rendezvous_key=messaging.RendezvousKey(value=bytes(rendezvous.pubkey()))), rendezvous)
        self.outgoing.put(messaging.OpenMessageStreamWithKeepAliveRequest(request=opening))
        self.call = messaging_grpc.MessagingStub(channel).OpenMessageStreamWithKeepAlive(iter(self.outgoing.get, None))
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        try:
            for response in self.call:
                if response.HasField("ping"):
                    pong = messaging.OpenMessageStreamWithKeepAliveRequest()
                    pong.pong.timestamp.GetCurrentTime()
                    self.outgoing.put(pong)
                    self.pings.put(response.ping)
                else:
                    for message in response.response.messages:
                        self.messages.put(message)
        except grpc.RpcError:
            pass

    def close(self):
        self.call.cancel()
        self.outgoing.put(None)


def send_message(channel, rendezvous, message):
    request = messaging.SendMessageRequest(
        message=message, rendezvous_key=messaging.RendezvousKey(value=bytes(rendezvous.pubkey())))
    request.signature.value = bytes(rendezvous.sign_message(message.SerializeToString(deterministic=True)))
    answer = messaging_grpc.MessagingStub(channel).SendMessage(request, timeout=DEADLINE_S)
    check(answer.result == messaging.SendMessageResponse.OK, "send a rendezvous message")
    return request.signature.value


def compact_transfer(source, destination, amount, nonce, blockhash):
    return hashlib.sha256(
        b"transfer" + bytes(source) + bytes(destination) + amount.to_bytes(8, "little") + nonce + blockhash).digest()


def give_and_grab(channel, giver, receiver, proof):
    """Pays five Canadian dollars over a rendezvous, as two phones do."""
    payload = bytes.fromhex("0119404b4c0000000000") + os.urandom(9) + b"\x01"
    rendezvous = Keypair.from_seed(hashlib.sha256(payload).digest())
    native = 5.0
    quarks = int(native / proof.exchange_rate.exchange_rate * QUARKS_PER_DOLLAR + 0.5)
    exchange = transaction.VerifiedExchangeData(
        mint=account_id(USDF), quarks=quarks, native_amount=native, core_mint_fiat_exchange_rate=proof)

    stream = MessageStream(channel, rendezvous)
    check(stream.pings.get(timeout=DEADLINE_S).ping_delay.seconds == 5, "the message stream pings every five seconds")
    send_message(channel, rendezvous, messaging.Message(
        request_to_give_bill=messaging.RequestToGiveBill(mint=account_id(USDF), exchange_data=exchange)))

    poll = signed(messaging.PollMessagesRequest(
        rendezvous_key=messaging.RendezvousKey(value=bytes(rendezvous.pubkey()))), rendezvous)
    offers = messaging_grpc.MessagingStub(channel).PollMessages(poll, timeout=DEADLINE_S).messages
    check(any(offer.HasField("request_to_give_bill") for offer in offers), "poll finds the offer")

    grab = messaging.Message(request_to_grab_bill=messaging.RequestToGrabBill(
        requestor_account=account_id(receiver.vault)))
    signature = send_message(channel, rendezvous, grab)
    while True:
        message = stream.messages.get(timeout=DEADLINE_S)
        if message.HasField("request_to_grab_bill"):
            break
    check(message.send_message_request_signature.value == signature, "the grab request arrives on the stream")
    stream.close()

    actions = transaction.SubmitIntentRequest.SubmitActions(
        id=common.IntentId(value=bytes(rendezvous.pubkey())), owner=account_id(giver.owner),
        metadata=transaction.Metadata(send_public_payment=transaction.SendPublicPaymentMetadata(
            source=account_id(giver.vault), destination=account_id(receiver.vault),
            client_exchange_data=exchange, mint=account_id(USDF))),
        actions=[transaction.Action(id=0, no_privacy_transfer=transaction.NoPrivacyTransferAction(
            authority=account_id(giver.owner), source=account_id(giver.vault),
            destination=account_id(receiver.vault), amount=quarks, mint=account_id(USDF)))])

    def sign_transfer(parameters):
        nonce = parameters[0].nonces[0]
        digest = compact_transfer(giver.vault, receiver.vault, quarks, nonce.nonce.value, nonce.blockhash.value)
        return [common.Signature(value=bytes(giver.key.sign_message(digest)))]

    actions = signed(actions, giver.key)
    response = submit_intent(channel, actions, sign_transfer)
    check(response.WhichOneof("response") == "success", "pay five Canadian dollars")
    again = submit_intent(channel, actions, sign_transfer)
    check(again.error.code == transaction.SubmitIntentResponse.Error.STALE_STATE
          and "intent already exists" in again.error.error_details[0].reason_string.reason,
          "the same intent a second time is rejected as existing")
    return quarks


def refuses(call, code, what):
    try:
        call()
    except grpc.RpcError as error:
        check(error.code() == code, f"{what}: {code.name}")
        return
    check(False, f"{what} was accepted")


def bad_requests(channel, person):
    stub = account_grpc.AccountStub(channel)
    forged = signed(account.GetTokenAccountInfosRequest(owner=account_id(person.owner)), person.key)
    forged.signature.value = bytes([forged.signature.value[0] ^ 1]) + forged.signature.value[1:]
    refuses(lambda: stub.GetTokenAccountInfos(forged, timeout=DEADLINE_S), grpc.StatusCode.UNAUTHENTICATED,
            "a flipped bit in the signature")
    refuses(lambda: stub.GetTokenAccountInfos(account.GetTokenAccountInfosRequest(), timeout=DEADLINE_S),
            grpc.StatusCode.INVALID_ARGUMENT, "a request without its required fields")
    refuses(lambda: channel.unary_unary("/ocp.account.v1.Account/Nothing")(b"", timeout=DEADLINE_S),
            grpc.StatusCode.UNIMPLEMENTED, "an unknown method")


def main():
    node = Node(arguments.flipcash)
    started = time.monotonic()
    try:
        with grpc.insecure_channel(node.address) as channel:
            wait_until_serving(channel)
            key = node_key(channel)
            giver, receiver = Person(os.urandom(32), key), Person(os.urandom(32), key)
            for person in (giver, receiver):
                register(channel, person)
                open_account(channel, person)
                check(balance(channel, person) == 0, "a new account is empty")
            node.command("faucet", "20", "--owner", str(giver.owner))
            check(balance(channel, giver) == 20 * QUARKS_PER_DOLLAR, "the faucet's twenty dollars arrive")
            proofs = live_rates(channel, key)
            quarks = give_and_grab(channel, giver, receiver, proofs["cad"])
            check(balance(channel, giver) == 20 * QUARKS_PER_DOLLAR - quarks, "the giver paid")
            check(balance(channel, receiver) == quarks, "the receiver was paid")
            bad_requests(channel, giver)
            node.command("check")
            check(True, "the books balance")
    finally:
        node.stop()
    print(f"{passed} passed, 0 failed in {time.monotonic() - started:.1f} s")


main()
