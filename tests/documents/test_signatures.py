"""SSH signatures on sheets and heads: made by ssh-keygen, verified, refused when wrong."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from adjudicator import registry
from adjudicator.audit import log, tfd1
from adjudicator.cli.app import app
from adjudicator.core.problem import TryAgain
from adjudicator.documents.keys.signatures import (
    HEAD,
    SHEET,
    fingerprint,
    key_fault,
    key_in_force,
    keys_of,
    read_public_key,
    signature_fault,
)
from adjudicator.documents.keys.signed_heads import add_head, audit_signatures
from adjudicator.documents.problems import RefusedFile, UnusableFile
from tests.audit.demo_logs import DemoMatch
from tests.cli.calls import forced
from tests.core.toy import TOY, toy_scenario
from tests.keys import make_key, sign
from tests.registered import registered

BIDS = {"bids": [{"order": "bid", "gold": 2}]}


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the throw-away keys of blue, of a stranger and of the referee."""
    folder = tmp_path_factory.mktemp("keys")
    for name, kind in (("blue", "ed25519"), ("stranger", "ed25519"), ("referee", "ecdsa")):
        make_key(folder / name, kind)
    return folder


@pytest.fixture(scope="session")
def signed_match(keys: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match `m` in which blue and the referee have keys, before its first opening."""
    folder = tmp_path_factory.mktemp("signed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "GAMES", registered(TOY))
        patch.chdir(folder)
        Path("duel.json").write_text(json.dumps(toy_scenario({}).to_json()))
        own, blue = keys / "referee.pub", f"blue={keys / 'blue.pub'}"
        made = call("new", "toy", "m", "--scenario", "duel.json", "--public-key", own,
                    "--seat-key", blue)  # fmt: skip
        assert made.exit_code == 0, made.output
    return folder


@pytest.fixture
def match(signed_match: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that match, and sheets of both seats: blue's not signed yet."""
    shutil.copytree(signed_match, tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr(registry, "GAMES", registered(TOY))
    monkeypatch.chdir(tmp_path)
    for seat in ("blue", "red"):
        sheet(seat, orders=BIDS)
    return Path("m")


def call(*words: str | Path) -> Result:
    return CliRunner().invoke(app, forced([str(word) for word in words]))


def sheet(seat: str, **parts: Any) -> Path:
    made = call("template", "m", seat, "--out", f"{seat}.json")
    assert made.exit_code == 0, made.output
    path = Path(f"{seat}.json")
    path.write_text(json.dumps(json.loads(path.read_text()) | parts, indent=1))
    return path


def files() -> dict[str, bytes]:
    return {
        str(path): path.read_bytes()
        for path in sorted(Path("m").rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


def read() -> log.Log:
    return log.parse_log(Path("m/log.jsonl").read_bytes())


def played(keys: Path) -> None:
    """Plays the first opening, blue's sheet signed."""
    sign(Path("blue.json"), keys / "blue", SHEET)
    done = call("adjudicate", "m", "blue.json", "red.json")
    assert done.exit_code == 0, done.output


# -- keys ------------------------------------------------------------------------------------------


def test_keys_stand_in_the_log_without_their_comments(match: Path, keys: Path) -> None:
    genesis = read().lines[0].payload
    assert isinstance(genesis, log.Genesis)
    blue, red = genesis.joins
    assert blue.public_key == read_public_key(keys / "blue.pub")
    assert len(str(blue.public_key).split(" ")) == 2
    assert red.public_key is None
    assert genesis.offer.to_json()["public_key"] == read_public_key(keys / "referee.pub")
    assert [entry.holder for entry in keys_of(read().lines)] == ["referee", "blue"]
    listed = subprocess.run(
        ["ssh-keygen", "-l", "-f", str(keys / "blue.pub")], capture_output=True, check=True
    )
    assert fingerprint(str(blue.public_key)) in listed.stdout.decode()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ssh-ed25519",
        "ssh-ed25519 AAAA",
        "ssh-ed25519 %%%%",
        "ssh-dss AAAAB3NzaC1kc3MAAAAB",
        "ssh-rsa AAAAC3NzaC1lZDI1NTE5AAAAAA==",
        "cert-authority ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAA==",
        'x namespaces="*" ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAA==',
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAA==\nssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAA==",
        "-----BEGIN OPENSSH PRIVATE KEY-----",
    ],
)
def test_what_is_no_public_key_is_refused(text: str, tmp_path: Path) -> None:
    assert key_fault(text)
    (tmp_path / "key.pub").write_text(text)
    with pytest.raises(RefusedFile) as refused:
        read_public_key(tmp_path / "key.pub")
    assert refused.value.problems[0].code == "no-public-key"


def test_new_refuses_what_is_no_key_and_whose_key_it_is_not(keys: Path, match: Path) -> None:
    def made(*options: str | Path) -> int:
        done = call("new", "toy", "other", "--scenario", "duel.json", *options)
        assert not Path("other").exists()
        return done.exit_code

    assert made("--public-key", keys / "blue") == 1
    assert made("--public-key", "nowhere.pub") == 4
    assert made("--seat-key", "blue") == 2
    assert made("--seat-key", f"green={keys / 'blue.pub'}") == 2
    key = f"blue={keys / 'blue.pub'}"
    assert made("--seat-key", key, "--seat-key", key) == 2
    assert made("--joins", "--seat-key", key) == 2


def test_seats_that_join_bring_their_keys_and_a_new_join_another(match: Path, keys: Path) -> None:
    """The key of a seat is that of its newest join, also where only the save is read."""
    made = call("new", "toy", "j", "--scenario", "duel.json", "--joins")
    assert made.exit_code == 0, made.output
    for seat in ("blue", "red"):
        options = ("--public-key", keys / "blue.pub") if seat == "blue" else ()
        done = call("join", "j/offer.json", seat, "--out", f"join-{seat}.json",
                    "--key", f"key-{seat}.json", *options)  # fmt: skip
        assert done.exit_code == 0, done.output
    forged = json.loads(Path("join-blue.json").read_text())
    Path("forged.json").write_text(json.dumps(forged | {"public_key": "ssh-ed25519 AAAA"}))
    refused = call("begin", "j", "forged.json", "join-red.json")
    assert refused.exit_code == 1
    assert "no-public-key" in refused.stderr
    done = call("begin", "j", "join-blue.json", "join-red.json")
    assert done.exit_code == 0, done.output

    def judged(signer: str) -> int:
        path = Path("blue.json")
        assert call("template", "j", "blue", "--out", path).exit_code == 0
        path.write_text(json.dumps(json.loads(path.read_text()) | {"orders": BIDS}))
        sign(path, keys / signer, SHEET)
        return call("check", "j", path).exit_code

    assert (judged("blue"), judged("stranger")) == (0, 1)
    done = call("join", "j/log.jsonl", "blue", "--out", "again.json", "--key", "key-again.json",
                "--public-key", keys / "stranger.pub")  # fmt: skip
    assert done.exit_code == 0, done.output
    Path("key-blue.json").unlink()
    assert call("seat", "j", "again.json").exit_code == 0
    for lost in (False, True):
        if lost:
            Path("j/referee/save.json").unlink()
        assert (judged("blue"), judged("stranger")) == (1, 0)


def test_a_new_join_brings_another_key_or_none() -> None:
    demo = DemoMatch()
    demo.turn()
    join = demo.join("bob")
    demo.add(log.Seat(n=1, join=join.model_copy(update={"public_key": "ssh-ed25519 new"})))
    last = log.parse_log(demo.raw).lines[-1].k
    demo.add(log.Seat(n=1, join=join))
    found = keys_of(log.parse_log(demo.raw).lines)
    assert key_in_force(found, "bob", last - 1) is None
    assert key_in_force(found, "bob", last) == "unreadable"
    assert key_in_force(found, "bob", last + 1) is None
    fault = signature_fault(b"", b"", key="unreadable", namespace=SHEET)
    assert fault == "what stands in the log as the key is no public key of OpenSSH"


# -- sheets ----------------------------------------------------------------------------------------


def test_a_signed_sheet_is_taken_stored_and_published(match: Path, keys: Path) -> None:
    signature = sign(Path("blue.json"), keys / "blue", SHEET).read_bytes()
    assert call("check", "m", "blue.json").exit_code == 0
    assert call("adjudicate", "m", "blue.json").exit_code == 0
    stored = list(Path("m/referee/orders/n0001").glob("*.sig"))
    assert [path.read_bytes() for path in stored] == [signature]
    Path("blue.json.sig").unlink()
    done = call("adjudicate", "m", "red.json")
    assert done.exit_code == 0, done.output
    assert Path("m/orders/n0001/blue.json.sig").read_bytes() == signature
    assert not Path("m/orders/n0001/red.json.sig").exists()
    told = call("verify", "m")
    assert told.exit_code == 0, told.output
    assert "blue: 1 of 1 published sheets verified by signature." in told.stdout


def test_a_second_sheet_takes_the_place_of_the_first_with_its_signature(
    match: Path, keys: Path
) -> None:
    sign(Path("blue.json"), keys / "blue", SHEET)
    assert call("adjudicate", "m", "blue.json").exit_code == 0
    sheet("blue", orders={"bids": [{"order": "bid", "gold": 4}]})
    second = sign(Path("blue.json"), keys / "blue", SHEET).read_bytes()
    assert call("adjudicate", "m", "blue.json").exit_code == 0
    stored = list(Path("m/referee/orders/n0001").glob("*.sig"))
    assert [path.read_bytes() for path in stored] == [second]
    assert call("adjudicate", "m", "red.json").exit_code == 0


@pytest.mark.parametrize(
    ("wrong", "code", "told"),
    [
        ("unsigned", "unsigned-sheet", "ssh-keygen -Y sign -n tfd1-sheet -f KEY blue.json"),
        ("other key", "wrong-signature", "it was made with the key SHA256:"),
        ("other namespace", "wrong-signature", 'it was made for "file", not for tfd1-sheet'),
        ("a head", "wrong-signature", 'it was made for "tfd1-head", not for tfd1-sheet'),
        ("changed bytes", "wrong-signature", "something was changed after it was signed"),
        ("no signature", "wrong-signature", "this is no SSH signature"),
        ("cut", "wrong-signature", "this is no SSH signature"),
        ("too long", "wrong-signature", "this is no SSH signature"),
    ],
)
def test_an_unsigned_or_wrongly_signed_sheet_changes_nothing(
    match: Path, keys: Path, wrong: str, code: str, told: str
) -> None:
    before = files()
    path, beside = Path("blue.json"), Path("blue.json.sig")
    if wrong != "unsigned":
        namespace = {"other namespace": "file", "a head": HEAD}.get(wrong, SHEET)
        sign(path, keys / ("stranger" if wrong == "other key" else "blue"), namespace)
    if wrong == "changed bytes":
        path.write_bytes(path.read_bytes() + b"\n")
    elif wrong == "no signature":
        beside.write_bytes(b"\xff\x00signed")
    elif wrong == "cut":
        beside.write_bytes(beside.read_bytes()[:120])
    elif wrong == "too long":
        beside.write_bytes(beside.read_bytes() + b" " * (1 << 16))
    for command in ("check", "adjudicate"):
        done = call(command, "m", "blue.json", *(["red.json"] if command == "adjudicate" else []))
        assert done.exit_code == 1, done.output
        assert code in done.stderr
        assert told in done.stderr
    assert files() == before


def test_a_signature_of_a_seat_without_a_key_is_ignored_with_a_notice(
    match: Path, keys: Path
) -> None:
    sign(Path("red.json"), keys / "stranger", SHEET)
    checked = call("check", "m", "red.json")
    assert checked.exit_code == 0
    assert "warning signature-ignored: no key of red stands in the log" in checked.stderr
    done = call("adjudicate", "m", "red.json")
    assert done.exit_code == 0
    assert "notice: red.json.sig is ignored: no key of red stands in the log" in done.stderr
    assert not list(Path("m/referee/orders/n0001").glob("*.sig"))
    mailed = call("check", "m/now/state.json", "red.json")
    assert mailed.exit_code == 0
    assert "a state.json holds no keys" in mailed.stderr


@pytest.mark.parametrize("what", ["the sheet", "the signature", "both gone"])
def test_a_sheet_that_waits_is_verified_again(match: Path, keys: Path, what: str) -> None:
    sign(Path("blue.json"), keys / "blue", SHEET)
    assert call("adjudicate", "m", "blue.json").exit_code == 0
    stored = Path("m/referee/orders/n0001")
    (signature,) = stored.glob("*.sig")
    if what == "the sheet":
        forged = json.loads((stored / "blue.json").read_text())
        forged["orders"]["bids"][0]["gold"] = 0
        (stored / "blue.json").write_text(json.dumps(forged))
    elif what == "the signature":
        signature.write_bytes(sign(Path("blue.json"), keys / "stranger", SHEET).read_bytes())
    else:
        signature.unlink()
    before = files()
    done = call("adjudicate", "m", "red.json")
    assert done.exit_code == 4
    assert ("wrong-signature" if what == "the signature" else "unsigned-sheet") in done.stderr
    assert files() == before


def test_a_copy_of_a_match_keeps_keys_and_signatures(match: Path, keys: Path) -> None:
    before = files()
    assert call("adjudicate", "m", "blue.json", "red.json", "--out", "copy").exit_code == 1
    assert not Path("copy").exists()
    sign(Path("blue.json"), keys / "blue", SHEET)
    assert call("adjudicate", "m", "blue.json", "red.json", "--out", "copy").exit_code == 0
    assert Path("copy/orders/n0001/blue.json.sig").exists()
    assert files() == before


# -- heads -----------------------------------------------------------------------------------------


def signed_head(key: Path, *options: str) -> Path:
    assert call("head", "m", "--out", "head.txt", *options).exit_code == 0
    return sign(Path("head.txt"), key, HEAD)


def test_the_text_of_a_head_is_that_of_the_protocol(match: Path, keys: Path) -> None:
    played(keys)
    lines, genesis = read().lines, read().lines[0].payload
    assert isinstance(genesis, log.Genesis)
    for options, k in (([], lines[-1].k), (["--k", "0"], 0), (["--k", "2"], 2)):
        for where in ("m", "m/log.jsonl"):
            told = call("head", where, *options)
            assert told.stdout == f"tfd1 head\n{genesis.gid}\n{k}\n{lines[k].hash}\n"
            assert told.stdout.encode() == tfd1.head_text(genesis.gid, k, lines[k].hash)
            assert "ssh-keygen -Y sign -n tfd1-head -f KEY" in told.stderr
    assert call("head", "m", "--k", str(len(lines))).exit_code == 2
    assert call("head", "m", "--k", "-1").exit_code == 2
    assert call("head", "m", "--add", "x", "--out", "y").exit_code == 2
    assert call("head", "m/log.jsonl", "--add", "x").exit_code == 2
    assert call("head", "nowhere").exit_code == 4


def test_a_signed_head_is_kept_and_closes_the_tail(match: Path, keys: Path) -> None:
    signature = signed_head(keys / "blue")
    played(keys)
    last = read().lines[-1].k
    added = call("head", "m", "--add", signature)
    assert added.stdout == "wrote m/heads/k0000-blue.sig\n"
    added = call("head", "m", "--add", signed_head(keys / "referee"))
    assert added.stdout == f"wrote m/heads/k{last:04d}-referee.sig\n"
    told = " ".join(call("verify", "m").stdout.split())
    assert "The last line that a published sheet cites is k=0" in told
    assert f"The referee signed the head k={last}" in told
    assert call("head", "m", "--k", "3", "--add", signed_head(keys / "blue", "--k", "3")).stdout
    told = " ".join(call("verify", "m").stdout.split())
    assert "Countersigned up to k=3: the head of that line is signed by blue" in told
    assert (last, "1 line after it could still be replaced" in told) == (4, True)
    assert call("head", "m", "--add", signed_head(keys / "blue")).exit_code == 0
    as_data = call("verify", "m", "--json")
    assert as_data.exit_code == 0
    said = json.loads(as_data.stdout)
    assert f"The head k={last} is signed by blue and referee: every line up to it." in " ".join(
        said["signatures"]
    )
    assert not any("could still be replaced" in line for line in said["dice"])


def test_a_wrong_signature_of_a_head_is_not_kept(match: Path, keys: Path) -> None:
    played(keys)
    before = files()

    def refused(signature: Path, *options: str) -> str:
        done = call("head", "m", "--add", signature, *options)
        assert done.exit_code == 1, done.output
        assert "wrong-head" in done.stderr
        return " ".join(done.stderr.split())

    assert "Keys stand in it of blue, referee" in refused(signed_head(keys / "stranger"))
    assert "something was changed" in refused(signed_head(keys / "blue", "--k", "1"))
    assert "tried as line k=2" in refused(signed_head(keys / "blue"), "--k", "2")
    call("head", "m", "--out", "head.txt")
    assert 'made for "tfd1-sheet"' in refused(sign(Path("head.txt"), keys / "blue", SHEET))
    Path("head.txt").write_bytes(b"tfd1 head\n")
    assert "something was changed" in refused(sign(Path("head.txt"), keys / "blue", HEAD))
    assert files() == before


def test_verify_refutes_wrong_signatures(match: Path, keys: Path) -> None:
    played(keys)
    call("head", "m", "--add", signed_head(keys / "blue"))
    (kept,) = Path("m/heads").iterdir()
    good = kept.read_bytes()
    published = Path("m/orders/n0001/blue.json.sig")

    def refuted(code: str, why: str) -> None:
        done = call("verify", "m")
        assert done.exit_code == 1, done.output
        assert code in done.stderr
        assert why in " ".join(done.stderr.split())
        assert done.stdout.endswith("m/log.jsonl: refuted.\n")

    kept.write_bytes(signed_head(keys / "stranger").read_bytes())
    refuted("wrong-head", "it was made with the key")
    kept.unlink()
    for name, why in (
        ("k0002-blue.sig", "something was changed"),
        ("k0099-blue.sig", "this log has no line k=99"),
        ("k0002-red.sig", "no key of red stands in the log"),
        ("blue.sig", "its name does not say which line it signs"),
    ):
        path = Path("m/heads") / name
        path.write_bytes(good)
        refuted("wrong-head", why)
        path.unlink()
    signature = published.read_bytes()
    published.write_bytes(signed_head(keys / "blue").read_bytes())
    refuted("wrong-signature", 'it was made for "tfd1-head"')
    published.write_bytes(signature)
    Path("m/orders/n0001/blue.json").write_bytes(Path("red.json").read_bytes())
    refuted("wrong-signature", "the file beside it is not the sheet that was locked")
    Path("m/orders/n0001/blue.json").write_bytes(b"{")
    refuted("wrong-signature", "the file beside it is not the sheet that was locked")
    published.unlink()
    told = call("verify", "m")
    assert told.exit_code == 0, told.output
    assert "no signature is here of opening 1" in " ".join(told.stdout.split())


def test_two_logs_for_two_players_show_by_a_signed_head(match: Path, keys: Path) -> None:
    """The referee gives blue one log and goes on with another: blue's signature convicts him."""
    shutil.copytree("m", "for-blue")
    played(keys)
    signature = signed_head(keys / "blue")
    shutil.rmtree("m")
    Path("for-blue").rename("m")
    sheet("blue", orders={"bids": [{"order": "bid", "gold": 3}]})
    played(keys)
    with pytest.raises(RefusedFile):
        add_head(Path("m"), read(), signature, None)
    Path("m/heads").mkdir()
    shutil.copy(signature, f"m/heads/k{read().lines[-1].k:04d}-blue.sig")
    (problem,) = audit_signatures(Path("m"), read()).problems
    assert problem.problem.code == "wrong-head"


# -- the program -----------------------------------------------------------------------------------


def test_without_ssh_keygen_it_says_what_to_install(
    match: Path, keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign(Path("blue.json"), keys / "blue", SHEET)
    assert call("adjudicate", "m", "red.json").exit_code == 0
    monkeypatch.setattr(shutil, "which", lambda name: None)
    before = files()
    for words in (("check", "m", "blue.json"), ("adjudicate", "m", "blue.json")):
        done = call(*words)
        assert done.exit_code == 4, done.output
        assert "no-ssh-keygen" in done.stderr
        assert "openssh-client" in done.stderr
    assert files() == before
    with pytest.raises(UnusableFile):
        signature_fault(b"", b"", key=read_public_key(keys / "blue.pub"), namespace=SHEET)


def test_ssh_keygen_is_given_up_after_a_while(keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*words: Any, **named: Any) -> None:
        raise subprocess.TimeoutExpired("ssh-keygen", named["timeout"])

    key = read_public_key(keys / "blue.pub")
    monkeypatch.setattr(subprocess, "run", never)
    with pytest.raises(TryAgain) as given_up:
        signature_fault(b"", b"", key=key, namespace=SHEET)
    assert given_up.value.problem.code == "ssh-keygen-slow"
