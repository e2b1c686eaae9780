"""Mail servers for the tests: Dovecot and Postfix, on loopback, for all workers of a run.

The first worker that wants them starts a keeper (`python -m tests.post.servers FOLDER`). It starts
the servers, goes on in the background, and stops them when no worker holds the lock on
FOLDER/users any more, however the workers ended.

* Dovecot runs as an ordinary user: whoever runs the tests, or `nobody` where that is root. Anybody
  may log in with the password `PASSWORD`; mail comes in by LMTP. What is supported is the
  configuration language of Dovecot 2.3; that of 2.4 is another.
* Postfix runs where the tests do as root. `NAME@play.test` goes to Dovecot, to the mailbox `NAME`,
  plus-addresses too. What goes to `ANYTHING@DOMAIN` with DOMAIN ending in `.pipe.test` is handed to
  the command `FOLDER/commands/DOMAIN`, as a `receive` would be. `gone@play.test` is refused (550),
  `later@play.test` deferred (450); to all others nothing goes.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from time import monotonic, sleep  # noqa: TID251 - servers take time to start and to stop
from typing import Any

import pytest

__all__ = [
    "ENVIRONMENT",
    "PASSWORD",
    "PASSWORD_BEYOND_ASCII",
    "REQUIRED",
    "Servers",
    "as_nobody",
    "demand",
    "free_port",
    "python_of_nobody",
    "servers_of_run",
    "wait_for",
]

ROOT = Path(__file__).resolve().parents[2]
REQUIRED = "REQUIRED_SERVERS"
"""The variable that names the servers that must be there, spaces between; `.ci/run` sets it."""
PASSWORD = "six-sided"
"""Opens every mailbox."""
PASSWORD_BEYOND_ASCII = 'W\u00fcrfel"\\20'
"""Opens every mailbox, too; some of it means something to IMAP."""
NOBODY = "nobody"
"""As whom the servers' commands run where root runs the tests."""
SYSTEM = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))
"""Servers lie where only root looks."""
ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/bin", "LANG": "C"}
"""What a command finds that Postfix runs; MAIL_CONFIG is there, too."""
_QUIET = 0.6
"""Seconds in which no mail is seen in a queue: then there is none."""
PATIENCE = 30
"""Seconds until a server that does not start or stop is given up."""


@dataclass(frozen=True)
class Servers:
    """Where the servers of a run are."""

    folder: str
    """Theirs; everybody may look into it."""
    user: str
    """As whom Dovecot and the commands of the pipe run."""
    certificate: str
    """PEM; nobody signed it but itself. It is for `localhost` and 127.0.0.1."""
    lmtp: int
    """Port: mail into a mailbox without Postfix."""
    imap: int
    """Port, with STARTTLS. At 127.0.0.2 it tells no MOVE, at 127.0.0.3 neither that nor UIDPLUS."""
    imaps: int
    """Port, with TLS."""
    smtp: int = 0
    """Port of Postfix, with STARTTLS and login behind it; 0: there is none."""
    smtps: int = 0
    """Port, with TLS."""

    @property
    def commands(self) -> Path:
        """Where the command of each domain under `pipe.test` lies; it must be executable."""
        return Path(self.folder, "commands")

    @property
    def postfix(self) -> Path:
        """The folder with the configuration of Postfix."""
        return Path(self.folder, "postfix")

    def mailbox(self, user: str) -> Path:
        """Returns the maildir of a user."""
        return Path(self.folder, "mail", user, "Maildir")

    def mails(self, user: str, count: int = 1) -> list[bytes]:
        """Waits until so many mails are in a mailbox, and returns all that nobody has read."""
        return [path.read_bytes() for path in wait_for(self.mailbox(user) / "new", "*", count)]

    def settle(self) -> None:
        """Waits until Postfix has nothing to do any more.

        A mail that it met while it was letting go of it is put off for a minute: after some
        seconds it is asked to look at all of them at once.
        """
        queues = [self.postfix / "spool" / name for name in ("incoming", "active", "deferred")]
        begun = flushed = seen = monotonic()
        while monotonic() < seen + _QUIET:
            now = monotonic()
            if any(path.is_file() for queue in queues for path in queue.rglob("*")):
                seen = now
            assert now < begun + PATIENCE, "mails wait in Postfix"
            if now > flushed + 5:
                flushed = now
                program = _program("postqueue")
                assert program
                subprocess.run([program, "-c", str(self.postfix), "-f"], check=True)
            sleep(0.02)

    def own_folder(self, name: str) -> Path:
        """Returns a new folder in which the commands of the pipe may write."""
        folder = Path(self.folder, "commands", f"{name}.files")
        folder.mkdir()
        if not os.geteuid():
            shutil.chown(folder, self.user)
        return folder

    def install(self, domain: str, script: str) -> None:
        """Makes a shell script the command of a domain under `pipe.test`.

        It is given the envelope's sender and what stands behind the `+` of the recipient.
        """
        written = self.commands / f"{domain}.new"
        written.write_text(f"#!/bin/sh\n{script}\n")
        written.chmod(0o755)
        written.rename(self.commands / domain)


def wait_for(folder: Path, pattern: str, count: int = 1) -> list[Path]:
    """Waits until so many files of a pattern are in a folder, and returns them in order."""
    end = monotonic() + PATIENCE
    while len(found := sorted(folder.glob(pattern))) < count:
        assert monotonic() < end, f"{len(found)} of {count} {pattern} in {folder}"
        sleep(0.02)
    return found


# -- what is here, and what is demanded -------------------------------------------------------


def lacking(server: str) -> str:
    """Returns why a server cannot be started here, or nothing."""
    if server == "dovecot":
        if not (program := _program("dovecot")):
            return "dovecot is not installed"
        if not Path("/usr/lib/dovecot/lmtp").exists() or not Path("/usr/lib/dovecot/imap").exists():
            return "dovecot-imapd or dovecot-lmtpd is not installed"
        version = _said(program, "--version")
        if not version.startswith("2.3."):
            return f"Dovecot is {version.split()[0]}; the tests write configurations of 2.3"
        if not shutil.which("openssl"):
            return "openssl is not installed"
        place = Path(tempfile.gettempdir()).resolve()
        if os.geteuid() or all(one.stat().st_mode & 0o001 for one in (place, *place.parents)):
            return ""
        return f"{NOBODY} cannot look into {place}, where temporary files are"
    if os.name != "posix" or os.geteuid():
        return "Postfix is started by root only"
    return "" if _program("postfix") else "postfix is not installed"


def demand(server: str) -> None:
    """Skips the test where a server is lacking; fails it where the environment requires it."""
    if reason := lacking(server):
        assert server not in os.environ.get(REQUIRED, "").split(), f"{REQUIRED}: {reason}"
        pytest.skip(reason)


@cache
def _program(name: str) -> str | None:
    return shutil.which(name, path=SYSTEM)


@cache
def _said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def python_of_nobody() -> tuple[str, ...]:
    """Returns a command that runs this Python with our packages, as `Servers.user` may run it.

    The interpreter, or a folder above it, may be root's alone; then the system's Python of the
    same version does. Skips the test where there is none.
    """
    if found := _python_of_nobody():
        return found
    pytest.skip(f"{NOBODY} can run no Python of this version with the packages of {ROOT}")


@cache
def _python_of_nobody() -> tuple[str, ...]:
    packages = os.pathsep.join([str(ROOT), *(one for one in sys.path if "site-packages" in one)])
    same = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for program in (sys.executable, shutil.which(same, path="/usr/local/bin:/usr/bin")):
        command = ("env", f"PYTHONPATH={packages}", program or "false")
        tried = subprocess.run(
            [*command, "-c", "import adjudicator.cli.app"],
            cwd="/", capture_output=True, check=False, **as_nobody(),
        )  # fmt: skip
        if not tried.returncode:
            return command
    return ()


def as_nobody() -> dict[str, Any]:
    """Returns how `subprocess` starts a process as `Servers.user`."""
    if os.geteuid():
        return {}
    return {"user": NOBODY, "group": "nogroup", "extra_groups": []}


# -- one set for a run ------------------------------------------------------------------------


@contextmanager
def servers_of_run(run: str) -> Iterator[Servers]:
    """Gives the servers of a run of the tests; the first worker that asks starts them.

    Args:
        run: what names the run, the same for all its workers.
    """
    import fcntl

    folder = Path(tempfile.gettempdir(), f"adjudicator-servers-{run}")
    with _locked(folder), (folder / "starting").open("w") as starting:
        fcntl.flock(starting, fcntl.LOCK_EX)
        written = folder / "servers.json"
        if not written.exists():
            keeper = [sys.executable, "-m", "tests.post.servers", str(folder)]
            done = subprocess.run(
                keeper, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                check=False, timeout=6 * PATIENCE,
            )  # fmt: skip
            assert not done.returncode, f"the servers do not start:\n{done.stdout}{done.stderr}"
        fcntl.flock(starting, fcntl.LOCK_UN)
        yield Servers(**json.loads(written.read_bytes()))


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Makes the folder, and keeps the keeper from stopping what it started there."""
    import fcntl

    while True:
        folder.mkdir(exist_ok=True)
        folder.chmod(0o755)
        with suppress(FileNotFoundError), ExitStack() as stack:
            users = stack.enter_context((folder / "users").open("w"))
            fcntl.flock(users, fcntl.LOCK_SH)
            # A keeper that was just stopping may have taken the folder away.
            if os.path.samestat((folder / "users").stat(), os.fstat(users.fileno())):
                kept = stack.pop_all()
                break
    with kept:
        yield


def _keep(folder: Path) -> None:
    """Starts the servers, leaves a copy of this process with them, and returns once they stand."""
    import fcntl

    with_postfix = not lacking("postfix")
    dovecot, servers = _with_free_ports(folder, with_postfix)
    (folder / "servers.json").write_text(json.dumps(asdict(servers)))
    if os.fork():
        os._exit(0)
    os.setsid()
    silent = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(silent, number)
    with (folder / "users").open("w") as users:
        fcntl.flock(users, fcntl.LOCK_EX)  # until nobody uses them
        _stop(folder, dovecot)
        shutil.rmtree(folder, ignore_errors=True)


def _with_free_ports(folder: Path, with_postfix: bool) -> tuple[int, Servers]:
    """Starts the servers; where another program has taken a port in the meantime, once more."""
    for last in (False, False, True):
        servers = _prepared(folder, with_postfix)
        dovecot = _start_dovecot(folder)
        try:
            _await(servers.imap, servers.lmtp)
            if with_postfix:
                _start_postfix(folder / "postfix")
                _await(servers.smtp, servers.smtps)
        except (AssertionError, subprocess.CalledProcessError):
            _stop(folder, dovecot)
            if last:
                for log in ("dovecot.out", "dovecot/dovecot.log", "postfix.log"):
                    if (folder / log).exists():
                        print(log, (folder / log).read_text(), sep="\n")
                raise
        else:
            return dovecot, servers
    raise AssertionError


def _prepared(folder: Path, with_postfix: bool) -> Servers:
    """Writes the configurations, with ports that are free now."""
    ports = {name: free_port() for name in ("lmtp", "imap", "imaps")}
    if with_postfix:
        ports |= {name: free_port() for name in ("smtp", "smtps")}
    user = NOBODY if not os.geteuid() else _said("id", "-un").strip()
    servers = Servers(str(folder), user, str(folder / "certificate.pem"), **ports)
    for name in ("dovecot", "mail", "commands"):
        (folder / name).mkdir(exist_ok=True)
    if not os.geteuid():
        for name in ("dovecot", "mail"):
            shutil.chown(folder / name, NOBODY, "nogroup")
    _make_certificate(folder)
    (folder / "dovecot.conf").write_text(_dovecot_conf(servers))
    if with_postfix:
        _write_postfix(servers)
    return servers


def free_port() -> int:
    """Returns a port of 127.0.0.1 that nobody uses now."""
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        port: int = tried.getsockname()[1]
        return port


def _make_certificate(folder: Path) -> None:
    key = folder / "key.pem"
    if key.exists():
        return
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
         "-keyout", str(key), "-out", str(folder / "certificate.pem")],
        check=True, capture_output=True,
    )  # fmt: skip
    key.chmod(0o644)  # for Dovecot, which is not root; it is worth nothing


def _await(*ports: int) -> None:
    """Waits until somebody listens at the ports."""
    end = monotonic() + PATIENCE
    for port in ports:
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                assert monotonic() < end, f"nobody listens at port {port}"
                sleep(0.02)


def _stop(folder: Path, dovecot: int) -> None:
    """Asks both to end, kills what does not, and waits until they are gone."""
    written = folder / "postfix/spool/pid/master.pid"
    masters = [dovecot, *([int(written.read_text())] if written.exists() else [])]
    for pid in masters:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
    end = monotonic() + PATIENCE
    while any(map(_runs, masters)):
        if monotonic() > end:
            for pid in filter(_runs, masters):
                os.killpg(pid, signal.SIGKILL)  # each leads a group of its own
            return
        sleep(0.02)


def _runs(pid: int) -> bool:
    """Says whether a process runs; one that ended may wait for its parent for ever."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


# -- Dovecot ----------------------------------------------------------------------------------


def _start_dovecot(folder: Path) -> int:
    """Returns the number of its first process."""
    program = _program("dovecot")
    assert program
    with (folder / "dovecot.out").open("wb") as out:
        return subprocess.Popen(
            [program, "-F", "-c", str(folder / "dovecot.conf")], cwd=folder / "dovecot",
            stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True,
            **as_nobody(),
        ).pid  # fmt: skip


def _dovecot_conf(servers: Servers) -> str:
    at = servers.folder
    group = _said("id", "-gn", servers.user).strip()
    return f"""
base_dir = {at}/dovecot/run
state_dir = {at}/dovecot/state
log_path = {at}/dovecot/dovecot.log
default_internal_user = {servers.user}
default_internal_group = {group}
default_login_user = {servers.user}
protocols = imap lmtp
listen = 127.0.0.1, 127.0.0.2, 127.0.0.3
ssl = yes
ssl_cert = <{servers.certificate}
ssl_key = <{at}/key.pem
disable_plaintext_auth = no
auth_failure_delay = 0
auth_mechanisms = plain login
mail_location = maildir:~/Maildir
recipient_delimiter = +
first_valid_uid = 1
mail_fsync = never
passdb {{
  driver = static
  args = password={PASSWORD}
}}
passdb {{
  driver = static
  args = password={PASSWORD_BEYOND_ASCII}
}}
userdb {{
  driver = static
  args = uid={servers.user} gid={group} home={at}/mail/%n allow_all_users=yes
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {servers.imap}
  }}
  inet_listener imaps {{
    port = {servers.imaps}
    ssl = yes
  }}
}}
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {servers.lmtp}
  }}
}}
service auth {{
  unix_listener {at}/dovecot/auth-smtp {{
    mode = 0666
  }}
}}
local 127.0.0.2 {{
  protocol imap {{
    imap_capability = IMAP4rev1 UIDPLUS
  }}
}}
local 127.0.0.3 {{
  protocol imap {{
    imap_capability = IMAP4rev1
  }}
}}
"""


# -- Postfix ----------------------------------------------------------------------------------


def _start_postfix(folder: Path) -> None:
    program = _program("postfix")
    assert program
    subprocess.run(
        [program, "-c", str(folder), "start"], env={**os.environ, "PATH": SYSTEM}, check=True,
        stdin=subprocess.DEVNULL, capture_output=True,
    )  # fmt: skip


def _write_postfix(servers: Servers) -> None:
    at = servers.postfix
    for name in (at, at / "spool", at / "data"):
        name.mkdir(exist_ok=True)
    shutil.chown(at / "data", "postfix")
    (at / "domains").write_text("/^[a-z0-9-]+\\.pipe\\.test$/ piped\n/^play\\.test$/ mailboxes\n")
    (at / "transport").write_text(
        "/@[a-z0-9-]+\\.pipe\\.test$/ adjudicator:\n"
        "/^gone@play\\.test$/ error:5.1.1 no such player\n"
        "/^later@play\\.test$/ retry:4.2.1 the mailbox is closed for an hour\n"
    )
    dispatch = at / "dispatch"
    dispatch.write_text(f'#!/bin/sh\ndomain=$1\nshift\nexec "{servers.commands}/$domain" "$@"\n')
    dispatch.chmod(0o755)
    (at / "main.cf").write_text(_main_cf(servers))
    (at / "master.cf").write_text(_master_cf(servers))


def _main_cf(servers: Servers) -> str:
    at = servers.postfix
    return f"""
compatibility_level = 3.6
queue_directory = {at}/spool
data_directory = {at}/data
meta_directory = /etc/postfix
maillog_file = {servers.folder}/postfix.log
maillog_file_prefixes = {servers.folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.play.test
mydestination =
alias_maps =
alias_database =
{_lines_of_example("adjudicator_destination_recipient_limit", "recipient_delimiter")}
virtual_mailbox_domains = regexp:{at}/domains
virtual_transport = lmtp:inet:127.0.0.1:{servers.lmtp}
transport_maps = regexp:{at}/transport
default_transport = error:5.7.1 nothing leaves this machine
minimal_backoff_time = 2s
maximal_backoff_time = 3s
queue_run_delay = 1s
message_size_limit = 2000000
smtpd_tls_security_level = may
smtpd_tls_cert_file = {servers.certificate}
smtpd_tls_key_file = {servers.folder}/key.pem
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = {servers.folder}/dovecot/auth-smtp
smtpd_tls_auth_only = yes
smtpd_delay_reject = yes
"""


def _lines_of_example(*names: str) -> str:
    """Returns lines of our own example."""
    example = (ROOT / "examples/mail/postfix-main.cf").read_text().splitlines()
    return "\n".join(line for line in example if line.partition(" ")[0] in names)


def _master_cf(servers: Servers) -> str:
    # Our own example, but for the user and the command.
    example = (ROOT / "examples/mail/postfix-master.cf").read_text()
    command = f"{servers.postfix}/dispatch ${{domain}} ${{sender}} ${{extension}}"
    piped = re.sub(
        "argv=.*", f"argv={command}", example.replace("user=judge", f"user={servers.user}")
    )
    return f"""
127.0.0.1:{servers.smtp} inet n - n - - smtpd
127.0.0.1:{servers.smtps} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
{piped}
"""


if __name__ == "__main__":
    _keep(Path(sys.argv[1]))
