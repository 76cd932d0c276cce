"""Tests a Flipcash node through grpcio: accounts, balances, streams, every kind of payment, and currencies.

Computes every address, compact message, transaction and signature from the public rules with solders and hashlib, so
the test compares two independent implementations.
"""
import argparse
import hashlib
import math
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

import swap_transactions  # noqa: E402
from swap_transactions import Currency, Machine, Terms, associated  # noqa: E402
from account.v1 import flipcash_account_service_pb2 as core_account  # noqa: E402
from account.v1 import flipcash_account_service_pb2_grpc as core_account_grpc  # noqa: E402
from account.v1 import ocp_account_service_pb2 as account  # noqa: E402
from account.v1 import ocp_account_service_pb2_grpc as account_grpc  # noqa: E402
from activity.v1 import activity_feed_service_pb2 as activity  # noqa: E402
from activity.v1 import activity_feed_service_pb2_grpc as activity_grpc  # noqa: E402
from activity.v1 import model_pb2 as activity_model  # noqa: E402
from common.v1 import common_pb2 as core_common  # noqa: E402
from common.v1 import model_pb2 as common  # noqa: E402
from currency.v1 import ocp_currency_service_pb2 as currency  # noqa: E402
from currency.v1 import ocp_currency_service_pb2_grpc as currency_grpc  # noqa: E402
from grpc_health.v1 import health_pb2 as health  # noqa: E402
from grpc_health.v1 import health_pb2_grpc as health_grpc  # noqa: E402
from messaging.v1 import ocp_messaging_service_pb2 as messaging  # noqa: E402
from messaging.v1 import ocp_messaging_service_pb2_grpc as messaging_grpc  # noqa: E402
from moderation.v1 import moderation_service_pb2 as moderation  # noqa: E402
from moderation.v1 import moderation_service_pb2_grpc as moderation_grpc  # noqa: E402
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
        self.vault = self.vault_of(Machine(USDF, vm_authority))

    def vault_of(self, machine):
        state, _ = Pubkey.find_program_address(
            [b"timelock_state", bytes(machine.mint), bytes(machine.authority), bytes(self.owner), bytes([LOCK_DAYS])],
            TIMELOCK)
        return Pubkey.find_program_address([b"timelock_vault", bytes(state), bytes([3])], TIMELOCK)[0]

    def authenticated(self, message):
        """Signs a request of the core API without its authentication, and adds that."""
        signature = self.key.sign_message(message.SerializeToString(deterministic=True))
        message.auth.key_pair.pub_key.value = bytes(self.owner)
        message.auth.key_pair.signature.value = bytes(signature)
        return message


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


def opening(person, machine, account_type=common.PRIMARY):
    action = transaction.OpenAccountAction(
        account_type=account_type, owner=account_id(person.owner), authority=account_id(person.owner),
        token=account_id(person.vault_of(machine)), mint=account_id(machine.mint))
    action.authority_signature.value = bytes(person.key.sign_message(action.SerializeToString(deterministic=True)))
    return action


def open_account(channel, person, machine):
    actions = transaction.SubmitIntentRequest.SubmitActions(
        id=common.IntentId(value=os.urandom(32)), owner=account_id(person.owner),
        metadata=transaction.Metadata(open_accounts=transaction.OpenAccountsMetadata(
            account_set=transaction.OpenAccountsMetadata.USER, mint=account_id(machine.mint))),
        actions=[transaction.Action(id=0, open_account=opening(person, machine))])
    response = submit_intent(channel, signed(actions, person.key), lambda parameters: [])
    check(response.WhichOneof("response") == "success", "open a primary account")


def account_info(channel, person, machine, asker=None):
    request = account.GetTokenAccountInfosRequest(owner=account_id(person.owner))
    if asker:
        request.requesting_owner.CopyFrom(account_id(asker.owner))
    content = request.SerializeToString(deterministic=True)
    request.signature.value = bytes(person.key.sign_message(content))
    if asker:
        request.requesting_owner_signature.value = bytes(asker.key.sign_message(content))
    answer = account_grpc.AccountStub(channel).GetTokenAccountInfos(request, timeout=DEADLINE_S)
    return answer.token_account_infos[str(person.vault_of(machine))]


def balance(channel, person, machine):
    info = account_info(channel, person, machine)
    check(info.account_type == common.PRIMARY and bytes(info.mint.value) == bytes(machine.mint),
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


def compact_withdraw(source, destination, nonce, blockhash):
    return hashlib.sha256(
        b"withdraw_and_close" + bytes(source) + bytes(destination) + nonce + blockhash).digest()


def movement(action, parameter):
    """The message of an action that moves money, and the key that signs it; None for one that moves none."""
    kind = action.WhichOneof("type")
    if kind == "open_account":
        return None
    content = getattr(action, kind)
    nonce = parameter.nonces[0]
    pair = (nonce.nonce.value, nonce.blockhash.value)
    if kind == "no_privacy_withdraw":
        digest = compact_withdraw(content.source.value, content.destination.value, *pair)
    else:
        fee = kind == "fee_payment"
        destination = parameter.fee_payment.destination if fee else content.destination
        digest = compact_transfer(content.source.value, destination.value, content.amount, *pair)
    return digest, content.authority.value


def submit(channel, owner, metadata, actions, intent=None, others=()):
    """Submits an intent whose movements the owner and the keys of others sign; returns the final response."""
    keys = {bytes(person.owner): person.key for person in (owner, *others)}
    for number, action in enumerate(actions):
        action.id = number
    request = transaction.SubmitIntentRequest.SubmitActions(
        id=common.IntentId(value=intent or os.urandom(32)), owner=account_id(owner.owner), metadata=metadata,
        actions=actions)

    def sign(parameters):
        messages = [movement(action, parameter) for action, parameter in zip(actions, parameters)]
        return [common.Signature(value=bytes(keys[key].sign_message(digest))) for digest, key in filter(None, messages)]

    return submit_intent(channel, signed(request, owner.key), sign)


def reason(response):
    """The reason of a refusal; None for a success."""
    if response.WhichOneof("response") == "success":
        return None
    detail = response.error.error_details[0]
    return detail.denied.reason if detail.HasField("denied") else detail.reason_string.reason


def dollars(quarks, proof):
    return transaction.VerifiedExchangeData(
        mint=account_id(USDF), quarks=quarks, native_amount=quarks / QUARKS_PER_DOLLAR,
        core_mint_fiat_exchange_rate=proof)


def transfer(owner, source, destination, amount, mint):
    return transaction.Action(no_privacy_transfer=transaction.NoPrivacyTransferAction(
        authority=account_id(owner.owner), source=account_id(source), destination=account_id(destination),
        amount=amount, mint=account_id(mint)))


def closing(card, source, destination, amount, is_auto_return):
    return transaction.Action(no_privacy_withdraw=transaction.NoPrivacyWithdrawAction(
        authority=account_id(card.owner), source=account_id(source), destination=account_id(destination), amount=amount,
        should_close=True, is_auto_return=is_auto_return, mint=account_id(USDF)))


def payment(channel, owner, machine, destination, exchange, intent=None, **fields):
    """Pays an address, as a payment, or as a withdrawal with its own fields."""
    fee = fields.pop("fee", 0)
    source = owner.vault_of(machine)
    metadata = transaction.Metadata(send_public_payment=transaction.SendPublicPaymentMetadata(
        source=account_id(source), destination=account_id(destination), client_exchange_data=exchange,
        mint=account_id(machine.mint), **fields))
    actions = [transfer(owner, source, destination, exchange.quarks - fee, machine.mint)]
    if fee:
        actions.append(transaction.Action(fee_payment=transaction.FeePaymentAction(
            type=transaction.FeePaymentAction.CREATE_ON_SEND_WITHDRAWAL, authority=account_id(owner.owner),
            source=account_id(source), amount=fee, mint=account_id(machine.mint))))
    return submit(channel, owner, metadata, actions, intent)


def cash_links(channel, core, giver, receiver, proof):
    """Makes two links; the receiver collects one, and the giver takes the other one back."""
    for amount, is_collected in ((2_000_000, True), (3_000_000, False)):
        card = Person(os.urandom(32), core.authority)
        vault = card.vault_of(core)
        metadata = transaction.Metadata(send_public_payment=transaction.SendPublicPaymentMetadata(
            source=account_id(giver.vault), destination=account_id(vault), client_exchange_data=dollars(amount, proof),
            is_indirect_send=True, mint=account_id(USDF)))
        actions = [
            transaction.Action(open_account=opening(card, core, common.REMOTE_SEND_GIFT_CARD)),
            transfer(giver, giver.vault, vault, amount, USDF), closing(card, vault, giver.vault, amount, True)]
        check(reason(submit(channel, giver, metadata, actions, others=[card])) is None, "make a cash link")
        info = account_info(channel, card, core, asker=receiver)
        check(info.claim_state == account.TokenAccountInfo.CLAIM_STATE_NOT_CLAIMED
              and info.original_exchange_data.quarks == amount, "the link can be collected, and has its amount")
        stub = transaction_grpc.TransactionStub(channel)

        def void(person):
            request = transaction.VoidGiftCardRequest(
                owner=account_id(person.owner), gift_card_vault=account_id(vault))
            return stub.VoidGiftCard(signed(request, person.key), timeout=DEADLINE_S).result

        results = transaction.VoidGiftCardResponse
        check(void(receiver) == results.DENIED, "only its maker takes a link back")
        claim = transaction.Metadata(receive_payments_publicly=transaction.ReceivePaymentsPubliclyMetadata(
            source=account_id(vault), quarks=amount, is_indirect_send=True, mint=account_id(USDF)))
        if not is_collected:
            check(void(giver) == results.OK, "take a link back")
        response = submit(
            channel, receiver, claim, [closing(card, vault, receiver.vault, amount, False)], others=[card])
        if is_collected:
            check(reason(response) is None, "collect a link")
            check(void(giver) == results.CLAIMED_BY_OTHER_USER, "a collected link cannot be taken back")
        else:
            check("gift card is expired" in reason(response), "a link that was taken back cannot be collected")


def withdrawals(channel, core, owner, receiver, proof):
    """Pays an address outside, first with the fee for its new account, then without, and a person's vault."""
    stub, kinds = transaction_grpc.TransactionStub(channel), transaction.CanWithdrawToAccountResponse

    def question(address):
        return stub.CanWithdrawToAccount(transaction.CanWithdrawToAccountRequest(
            account=account_id(address), mint=account_id(USDF)), timeout=DEADLINE_S)

    outside = Keypair().pubkey()
    token_account = associated(outside, USDF)
    answer = question(outside)
    check(answer.requires_initialization and answer.account_type == kinds.OwnerAccount
          and answer.fee_amount.native_amount == 0.5, "a new account outside costs half a dollar")
    terms = {"is_withdrawal": True, "destination_owner": account_id(outside)}
    unpaid = payment(channel, owner, core, token_account, dollars(5_000_000, proof), **terms)
    check("fee payment is required" in reason(unpaid), "a new account needs its fee")
    paid = payment(channel, owner, core, token_account, dollars(5_000_000, proof), fee=500_000, **terms)
    check(reason(paid) is None, "withdraw to a new account")
    check(question(token_account).account_type == kinds.TokenAccount, "the account exists now")
    again = payment(channel, owner, core, token_account, dollars(1_000_000, proof), is_withdrawal=True)
    check(reason(again) is None, "withdraw to an account that exists")
    direct = payment(channel, owner, core, receiver.vault, dollars(1_000_000, proof), is_withdrawal=True)
    check(reason(direct) is None, "withdraw to a person of the node")


def limits(channel, person):
    request = transaction.GetLimitsRequest(owner=account_id(person.owner))
    request.consumed_since.FromSeconds(int(time.time()) - 3600)
    answer = transaction_grpc.TransactionStub(channel).GetLimits(signed(request, person.key), timeout=DEADLINE_S)
    left = answer.send_limits_by_currency["usd"]
    check(0 < left.next_transaction <= left.max_per_transaction, "limits have what may still be sent")
    return answer.usd_transacted


# Currencies.

CURVE_A, CURVE_C = 11400.230149967394933471, 0.000000877175273521


def value(supply, quarks):
    """What tokens are worth in dollars at a supply, on the continuous curve: within the tolerance of half a cent."""
    def area(tokens):
        return CURVE_A * math.exp(CURVE_C * tokens)

    return area(supply / 1e10) - area((supply - quarks) / 1e10)


def reserve(channel, key, mint):
    """The signed supply of a currency."""
    outgoing = queue.Queue()
    outgoing.put(currency.StreamLiveMintDataRequest(
        request=currency.StreamLiveMintDataRequest.Request(mints=[account_id(mint)])))
    stream = currency_grpc.CurrencyStub(channel).StreamLiveMintData(iter(outgoing.get, None))
    try:
        for response in stream:
            for proof in response.data.launchpad_currency_reserve_states.reserve_states:
                if proof.reserve_state.mint.value == bytes(mint):
                    check(SoldersSignature.from_bytes(proof.signature.value).verify(
                        key, proof.reserve_state.SerializeToString(deterministic=True)), "the supply is signed")
                    return proof
    finally:
        stream.cancel()
        outgoing.put(None)
    raise AssertionError("the stream ended without a supply")


def attested(channel, person, text):
    """A text's attestation, as the payments API takes it."""
    answer = moderation_grpc.ModerationStub(channel).ModerateText(
        person.authenticated(moderation.ModerateTextRequest(text=text)), timeout=DEADLINE_S)
    check(answer.is_allowed, f"the text {text} is allowed")
    return currency.ModerationAttestation(raw_value=answer.attestation.SerializeToString(deterministic=True))


def public_keys(entries):
    return [Pubkey.from_bytes(entry.value) for entry in entries]


class Market:
    """Launches and trades over the payments API, with transactions that Python builds."""

    def __init__(self, channel, core, node_key, rate):
        self.channel, self.core, self.node_key, self.rate = channel, core, node_key, rate
        # The machines of the currencies that are sold.
        self.known = ()
        self.stub = transaction_grpc.TransactionStub(channel)

    def exchange(self, mint, quarks):
        if mint == USDF:
            return dollars(quarks, self.rate)
        proof = reserve(self.channel, self.node_key, mint)
        return transaction.VerifiedExchangeData(
            mint=account_id(mint), quarks=quarks, native_amount=value(proof.reserve_state.supply_from_bonding, quarks),
            core_mint_fiat_exchange_rate=self.rate, launchpad_currency_reserve_state=proof)

    def launch(self, owner, name):
        """Creates a currency and buys its first tokens."""
        stub = currency_grpc.CurrencyStub(self.channel)

        def is_free():
            return stub.CheckAvailability(
                currency.CheckAvailabilityRequest(name=name), timeout=DEADLINE_S).is_available

        check(is_free(), "the name is free")
        request = signed(currency.LaunchRequest(
            owner=account_id(owner.owner), name=name,
            name_moderation_attestation=attested(self.channel, owner, name)), owner.key)
        answer = stub.Launch(request, timeout=DEADLINE_S)
        check(answer.result == currency.LaunchResponse.OK and not is_free(), "create a currency, which takes its name")
        check(stub.Launch(request, timeout=DEADLINE_S).result == currency.LaunchResponse.NAME_EXISTS,
              "a second currency of this name is refused")
        mint = Pubkey.from_bytes(answer.mint.value)
        made = {}

        def build(parameters):
            terms = parameters.reserve_new_currency
            authority, seed = public_keys([terms.authority, terms.seed])
            check(swap_transactions.new_mint(authority, terms.name, seed)[0] == mint and terms.name == name,
                  "the new mint follows from authority, name and seed")
            made["currency"] = Currency(mint, authority, USDF)
            fee = (10_000_000, Pubkey.from_bytes(terms.fee_destination.value))
            parts = swap_transactions.launch(
                self.terms(terms), self.core, made["currency"], owner.owner, name, terms.symbol, seed,
                terms.sell_fee_bps, 10_000_000, fee)
            return self.message(terms, parts), [owner.key]

        self.swap(owner, owner.key, USDF, mint, 10_000_000, 10_000_000, build)
        return made["currency"]

    def buy(self, owner, target, amount):
        temporary, fee = Keypair(), amount // 100

        def build(parameters):
            terms = parameters.reserve_existing_currency
            destination = Pubkey.from_bytes(terms.fee_destination.value)
            parts = swap_transactions.buy(
                self.terms(terms), self.core, target, owner.owner, temporary.pubkey(), amount, (fee, destination),
                self.memory(terms))
            return self.message(terms, parts), [owner.key, temporary]

        self.swap(owner, temporary, USDF, target.mint, amount, fee, build)

    def sell(self, owner, source, amount):
        temporary = Keypair()

        def build(parameters):
            terms = parameters.reserve_existing_currency
            parts = swap_transactions.sell(
                self.terms(terms), self.core, source, owner.owner, temporary.pubkey(), amount, self.memory(terms))
            return self.message(terms, parts), [owner.key, temporary]

        self.swap(owner, temporary, source.mint, USDF, amount, 0, build)

    def convert(self, owner, source, target, amount):
        temporary = Keypair()

        def build(parameters):
            terms = parameters.reserve_existing_currency
            parts = swap_transactions.convert(
                self.terms(terms), self.core, source, target, owner.owner, temporary.pubkey(), amount,
                self.memory(terms))
            return self.message(terms, parts), [owner.key, temporary]

        self.swap(owner, temporary, source.mint, target.mint, amount, 0, build)

    def swap(self, owner, authority, source, target, amount, fee, build):
        """Agrees on a swap, pays it, and follows it to its end."""
        swap, intent = os.urandom(32), os.urandom(32)
        terms = transaction.StatefulSwapRequest.Initiate.ReserveSwapClientParameters(
            id=common.SwapId(value=swap), from_mint=account_id(source), to_mint=account_id(target), swap_amount=amount,
            funding_source=transaction.FUNDING_SOURCE_SUBMIT_INTENT, funding_id=str(Pubkey.from_bytes(intent)),
            fee_amount=fee)
        proof = transaction.VerifiedSwapMetadata(
            reserve=transaction.VerifiedReserveSwapMetadata(client_parameters=terms))
        initiate = transaction.StatefulSwapRequest.Initiate(
            reserve=terms, owner=account_id(owner.owner), swap_authority=account_id(authority.pubkey()))
        initiate.proof_signature.value = bytes(owner.key.sign_message(proof.SerializeToString(deterministic=True)))
        response = self.agree(signed(initiate, owner.key), build)
        check(reason(response) is None, "agree on a swap whose transaction Python has built")
        check(swap in [entry.verified_metadata.reserve.client_parameters.id.value for entry in self.pending(owner)],
              "the swap waits for its payment")
        machine = {known.mint: known for known in self.known}.get(source, self.core)
        holding = machine.swap(owner.owner)[0]
        paid = payment(
            self.channel, owner, machine, associated(holding, source), self.exchange(source, amount + fee), intent,
            is_withdrawal=True, destination_owner=account_id(holding))
        check(reason(paid) is None, "pay a swap")
        for _ in range(20):
            answer = self.stub.GetSwap(signed(transaction.GetSwapRequest(
                id=common.SwapId(value=swap), owner=account_id(owner.owner)), owner.key), timeout=DEADLINE_S)
            if answer.swap.state == transaction.SwapMetadata.FINALIZED:
                break
            time.sleep(0.5)
        check(answer.swap.state == transaction.SwapMetadata.FINALIZED, "the swap is done")
        check(SoldersSignature.from_bytes(answer.swap.signature.value).verify(
            owner.owner, answer.swap.verified_metadata.SerializeToString(deterministic=True)),
            "the node returns the terms that the owner signed")

    def agree(self, initiate, build):
        """Runs the four steps of StatefulSwap; returns the final response."""
        outgoing = queue.Queue()
        outgoing.put(transaction.StatefulSwapRequest(initiate=initiate))
        try:
            for response in self.stub.StatefulSwap(iter(outgoing.get, None)):
                if response.WhichOneof("response") != "server_parameters":
                    return response
                content, keys = build(response.server_parameters)
                outgoing.put(transaction.StatefulSwapRequest(
                    submit_signatures=transaction.StatefulSwapRequest.SubmitSignatures(transaction_signatures=[
                        common.Signature(value=bytes(key.sign_message(content))) for key in keys])))
        finally:
            outgoing.put(None)
        raise AssertionError("the stream ended without a result")

    def pending(self, owner):
        return self.stub.GetPendingSwaps(signed(
            transaction.GetPendingSwapsRequest(owner=account_id(owner.owner)), owner.key), timeout=DEADLINE_S).swaps

    @staticmethod
    def terms(parameters):
        payer, nonce = public_keys([parameters.payer, parameters.nonce])
        return Terms(payer, nonce, parameters.compute_unit_limit, parameters.compute_unit_price, parameters.memo_value)

    @staticmethod
    def memory(parameters):
        return Pubkey.from_bytes(parameters.memory_account.value), parameters.memory_index

    @staticmethod
    def message(parameters, parts):
        tables = [(Pubkey.from_bytes(table.address.value), public_keys(table.entries)) for table in parameters.alts]
        payer = Pubkey.from_bytes(parameters.payer.value)
        return swap_transactions.message(payer, parts, tables, parameters.blockhash.value)


def currencies(market, maker, buyer):
    """Launches two currencies, and trades them in each way."""
    channel, core = market.channel, market.core
    tea, milk = market.launch(maker, "Tea Coin"), market.launch(maker, "Milk Coin")
    market.known = (tea.machine, milk.machine)
    check(balance(channel, maker, tea.machine) > 0, "the maker has the first tokens")
    for made in (tea, milk):
        open_account(channel, buyer, made.machine)
    before = balance(channel, buyer, core)
    market.buy(buyer, tea, 5_000_000)
    bought = balance(channel, buyer, tea.machine)
    check(bought > 0 and balance(channel, buyer, core) == before - 5_050_000, "a purchase costs 1 % on top")
    market.convert(buyer, tea, milk, bought // 2)
    check(balance(channel, buyer, milk.machine) > 0, "the other currency has arrived")
    left = balance(channel, buyer, tea.machine)
    check(left == bought - bought // 2, "what was converted has left")
    before = balance(channel, buyer, core)
    market.sell(buyer, tea, left)
    check(balance(channel, buyer, tea.machine) == 0 and balance(channel, buyer, core) > before + 2_000_000,
          "a sale pays dollars")
    supply = reserve(channel, market.node_key, tea.mint).reserve_state.supply_from_bonding
    check(supply == balance(channel, maker, tea.machine), "all tokens that are left are the maker's")
    publications(market, maker, buyer, tea)


def publications(market, maker, stranger, made):
    """Discovery, history, and changes by the creator."""
    stub = currency_grpc.CurrencyStub(market.channel)
    answers = list(stub.Discover(currency.DiscoverRequest(category=currency.DiscoverRequest.NEW), timeout=DEADLINE_S))
    check({mint.name for mint in answers[0].mints} == {"Tea Coin", "Milk Coin"}, "discovery lists both currencies")
    history = stub.GetHistoricalMintData(currency.GetHistoricalMintDataRequest(
        address=account_id(made.mint), currency_code="usd", predefined_range=currency.ALL_TIME), timeout=DEADLINE_S)
    check(history.data[0].market_cap == 0 and history.data[-1].market_cap > 0, "the history starts at nothing")
    results = currency.UpdateMetadataResponse
    for person, result in ((stranger, results.DENIED), (maker, results.OK)):
        update = currency.UpdateMetadataRequest(owner=account_id(person.owner), mint=account_id(made.mint))
        update.new_description.value = "For tea."
        update.new_description.moderation_attestation.CopyFrom(attested(market.channel, person, "For tea."))
        check(stub.UpdateMetadata(signed(update, person.key), timeout=DEADLINE_S).result == result,
              "only the creator changes a currency")
    mints = stub.GetMints(currency.GetMintsRequest(addresses=[account_id(made.mint)]), timeout=DEADLINE_S)
    check(mints.metadata_by_address[str(made.mint)].description == "For tea.", "the new description is there")


def feed(channel, person):
    """The texts of a person's history, the latest first."""
    request = activity.GetLatestNotificationsRequest(type=activity_model.TRANSACTION_HISTORY, max_items=100)
    answer = activity_grpc.ActivityFeedStub(channel).GetLatestNotifications(
        person.authenticated(request), timeout=DEADLINE_S)
    return [item.localized_text for item in answer.notifications]


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
            core = Machine(USDF, key)
            giver, receiver = Person(os.urandom(32), key), Person(os.urandom(32), key)
            for person in (giver, receiver):
                register(channel, person)
                open_account(channel, person, core)
                check(balance(channel, person, core) == 0, "a new account is empty")
            node.command("faucet", "100", "--owner", str(giver.owner))
            check(balance(channel, giver, core) == 100 * QUARKS_PER_DOLLAR, "the faucet's hundred dollars arrive")
            proofs = live_rates(channel, key)
            quarks = give_and_grab(channel, giver, receiver, proofs["cad"])
            check(balance(channel, giver, core) == 100 * QUARKS_PER_DOLLAR - quarks, "the giver paid")
            check(balance(channel, receiver, core) == quarks, "the receiver was paid")
            bad_requests(channel, giver)
            sent = limits(channel, giver)
            paid = payment(channel, giver, core, receiver.vault, dollars(10_000_000, proofs["usd"]))
            check(reason(paid) is None, "pay a known vault")
            check(abs(limits(channel, giver) - sent - 10) < 0.01, "the limits count the payment")
            cash_links(channel, core, giver, receiver, proofs["usd"])
            withdrawals(channel, core, giver, receiver, proofs["usd"])
            check(balance(channel, giver, core) == (100 - 10 - 2 - 7) * QUARKS_PER_DOLLAR - quarks,
                  "the giver has paid what was sent, collected and withdrawn")
            texts = ["Withdrew", "Withdrew", "Withdrew", "Cancelled", "Sent", "Gave", "Gave", "Added"]
            check(feed(channel, giver) == texts, "the history has all of it")
            currencies(Market(channel, core, key, proofs["usd"]), giver, receiver)
            check(feed(channel, giver)[:2] == ["Swapped", "Swapped"], "the history has the launches")
            node.command("check")
            check(True, "the books balance")
    finally:
        node.stop()
    print(f"{passed} passed, 0 failed in {time.monotonic() - started:.1f} s")


main()
