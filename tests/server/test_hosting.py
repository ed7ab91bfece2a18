"""The nginx configuration and the systemd unit of docs/hosting.md work as printed there."""

from __future__ import annotations

import json
import re
import shutil
import ssl
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from forked_server import ForkedServer
from patience import PATIENCE
from server_process import free_port
from services import found
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

HOSTING = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
NAME = "caserne.example.org"

has_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")


@pytest.fixture
def proxy(tmp_path):
    """Run a server behind nginx; yield the address of nginx."""
    program = found("nginx")
    port = free_port()
    server = ForkedServer(tmp_path / "server", public_url=f"https://{NAME}:{port}").start()
    _make_certificate(tmp_path)
    (tmp_path / "nginx.conf").write_text(_configuration(tmp_path, port, server.settings.port))
    command = [str(program), "-p", str(tmp_path), "-e", str(tmp_path / "error.log"), "-c", str(tmp_path / "nginx.conf")]
    nginx = subprocess.Popen(command)
    try:
        yield f"127.0.0.1:{port}"
    finally:
        nginx.terminate()
        nginx.wait(PATIENCE)
        server.stop()


def _make_certificate(folder: Path) -> None:
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -keyout key.pem -out cert.pem -subj"
    subprocess.run([*command.split(), f"/CN={NAME}"], cwd=folder, check=True, capture_output=True)


def _configuration(folder: Path, port: int, server_port: int) -> str:
    """Return the configuration of the page with a test certificate and free ports."""
    (block,) = re.findall(r"```nginx\n(.*?)```", HOSTING, flags=re.DOTALL)
    changes = {
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "127.0.0.1:8000": f"127.0.0.1:{server_port}",
        f"/etc/letsencrypt/live/{NAME}/fullchain.pem": str(folder / "cert.pem"),
        f"/etc/letsencrypt/live/{NAME}/privkey.pem": str(folder / "key.pem"),
        "$host;": f"{NAME}:{port};",  # there is no such host here, and no port 443
    }
    for old, new in changes.items():
        assert old in block
        block = block.replace(old, new)
    folders = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return (
        f"daemon off;\nmaster_process off;\npid {folder}/nginx.pid;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{folders}{block}}}\n"
    )


@has_systemd
def test_systemd_accepts_the_unit(tmp_path):
    (unit,) = re.findall(r"```ini\n(.*?)```", HOSTING, flags=re.DOTALL)
    unit = unit.replace("/opt/caserne/.venv/bin/caserne", sys.executable).replace("User=caserne", "User=daemon")
    (tmp_path / "caserne.service").write_text(unit)
    done = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / "caserne.service")], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_a_match_works_through_nginx_with_https(proxy):
    origin = {"Origin": f"https://{NAME}:{proxy.rpartition(':')[2]}"}
    with httpx.Client(base_url=f"https://{proxy}", verify=False, headers=origin, timeout=PATIENCE) as anne:
        _wait_for(anne)
        cookie = anne.get("/api/me").headers["set-cookie"]
        assert "Secure" in cookie
        made = anne.post("/api/matches", json={"game": "oracle", "seats": ["me", "guest"]}).json()
        assert made["url"].startswith(f"https://{NAME}")
        assert made["reachable"]
        assert anne.get("/metrics").status_code == 403
        secure = {"Cookie": cookie.partition(";")[0]}
        with _socket(proxy, made["match"], {**secure, **origin}) as socket:
            welcome = json.loads(socket.recv(PATIENCE))
            assert (welcome["type"], welcome["seats"]) == ("welcome", [0])
        with pytest.raises(InvalidStatus):
            _socket(proxy, made["match"], {**secure, "Origin": "https://evil.example"})
        refused = anne.patch("/api/me", json={"name": "Evil"}, headers={"Origin": "https://evil.example"})
        assert refused.status_code == 403


def _wait_for(client: httpx.Client) -> None:
    for _ in range(100):
        try:
            client.get("/health")
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return


def _socket(proxy, match, headers):
    anything = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    anything.check_hostname, anything.verify_mode = False, ssl.CERT_NONE
    return connect(f"wss://{proxy}/api/matches/{match}/live", ssl=anything, additional_headers=headers)
