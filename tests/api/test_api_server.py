"""The service as a process: killed in the middle of a conversation, raced, flooded with bad bytes, told to stop."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.api.running import Server, free_port


def begun(server: Server) -> dict[str, Any]:
    response = server.post("/conversations", {"text": "my internet does not work"})
    assert response.status_code == 201, response.text
    return dict(response.json())


def messages(reply: dict[str, Any]) -> str:
    return f"/conversations/{reply['conversation_id']}/messages"


def test_it_tells_where_it_is_and_what_to_try(server: Server) -> None:
    assert f"http://127.0.0.1:{server.port}/" in server.log()
    assert "curl" in server.log()


def test_killed_in_the_middle_of_a_conversation_it_goes_on(server: Server) -> None:
    reply = begun(server)
    second = server.post(messages(reply), {"text": "it is green", "message_id": "before"}).json()
    assert second["step"] == "restart"
    assert server.stop(signal.SIGKILL) == -signal.SIGKILL
    server.start()
    assert server.post(messages(reply), {"text": "it is green", "message_id": "before"}).json() == second
    third = server.post(messages(reply), {"choice": "restarted", "message_id": "after"}).json()
    assert (third["turn"], third["step"]) == (3, "closing")
    seen = server.http.get(f"/v1/conversations/{reply['conversation_id']}").json()
    assert [turn["message_id"] for turn in seen["turns"]] == [None, "before", "after"]


def test_killed_while_messages_come_in_no_answered_turn_is_lost(server: Server) -> None:
    reply = begun(server)
    answered: list[str] = []

    def flood() -> None:
        for number in range(1000):
            try:
                response = server.post(
                    messages(reply), {"text": "what do you mean?", "message_id": f"m{number}"}
                )
            except Exception:
                return
            if response.status_code == 200:
                answered.append(f"m{number}")

    with ThreadPoolExecutor(1) as caller:
        running = caller.submit(flood)
        while len(answered) < 5:
            time.sleep(0.01)
        server.stop(signal.SIGKILL)
        running.result()
    server.start()
    kept = server.http.get(f"/v1/conversations/{reply['conversation_id']}", params={"turns": 1000}).json()
    ids = [turn["message_id"] for turn in kept["turns"] if turn["message_id"]]
    assert set(answered) <= set(ids)
    assert len(ids) == len(set(ids))


def test_messages_at_once_are_answered_in_order_and_each_once(server: Server) -> None:
    reply = begun(server)

    def send(number: int) -> dict[str, Any]:
        for _ in range(50):
            response = server.post(messages(reply), {"text": "repeat please", "message_id": f"r{number}"})
            if response.status_code not in (409, 429):
                return dict(response.json())
            assert response.headers["retry-after"]
            time.sleep(0.05)
        raise AssertionError("never answered")

    with ThreadPoolExecutor(8) as callers:
        replies = list(callers.map(send, range(12)))
    assert sorted(each["turn"] for each in replies) == list(range(2, 14))


def test_one_message_sent_by_many_at_once_is_one_turn(server: Server) -> None:
    reply = begun(server)
    body = {"text": "it is green", "message_id": "twin"}
    with ThreadPoolExecutor(8) as callers:
        replies = [
            each.json() for each in callers.map(lambda _: server.post(messages(reply), body), range(8))
        ]
    assert {each["turn"] for each in replies} == {2}
    assert len({each["text"] for each in replies}) == 1


def raw(server: Server, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
        line.sendall(request)
        answer = b""
        while piece := line.recv(65536):
            answer += piece
        return answer


def posted(body: bytes, **headers: str) -> bytes:
    given = {
        "Host": "127.0.0.1",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        **headers,
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in given.items())
    return f"POST /v1/conversations HTTP/1.1\r\n{lines}Connection: close\r\n\r\n".encode() + body


RAW = (
    ("a megabyte of text", posted(b'{"text": "' + b"a" * 1_000_000 + b'"}'), b" 413 "),
    ("bytes that are no UTF-8", posted(b'{"text": "\xc3\x28\xff"}'), b" 400 "),
    ("control characters", posted(b'{"text": "a\\u0000\\u001b[2J neveikia internetas"}'), b" 201 "),
    ("raw control characters", posted(b'{"text": "a\x00\x01"}'), b" 400 "),
    ("no HTTP at all", b"\x16\x03\x01\x02\x00", b" 400 "),
    ("two lengths", posted(b"{}", **{"Transfer-Encoding": "chunked"}), b" 400 "),
)


@pytest.mark.parametrize(("what", "request_", "status"), RAW, ids=[row[0] for row in RAW])
def test_bad_bytes_get_an_answer(server: Server, what: str, request_: bytes, status: bytes) -> None:
    assert status in raw(server, request_).split(b"\r\n")[0]
    assert server.http.get("/healthz").status_code == 200


def test_a_taken_port_is_said_not_thrown(server: Server) -> None:
    command = [sys.executable, "-m", "agent", "serve", "--port", str(server.port)]
    second = subprocess.run(
        command, cwd=server.folder, env=server.environ, capture_output=True, text=True, timeout=60
    )
    assert second.returncode == 2
    assert f"Port {server.port}" in second.stderr
    assert "--port" in second.stderr
    assert "Traceback" not in second.stderr


def test_the_log_holds_no_words_of_a_customer(server: Server) -> None:
    server.post("/conversations", {"text": "neveikia internetas, mano vardas Griežlė Paslaptingoji"})
    assert "Griežlė" not in server.log()
    assert '"event": "turn"' in server.log()


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_told_to_stop_it_finishes_and_leaves(server: Server, told: signal.Signals) -> None:
    reply = begun(server)
    assert server.stop(told) == 0
    assert "Traceback" not in server.log()
    server.start()
    assert server.http.get(f"/v1/conversations/{reply['conversation_id']}").status_code == 200


def test_an_index_that_the_command_publishes_is_taken_up_by_the_running_service(
    environment: Mapping[str, str], tmp_path: Path
) -> None:
    for part in ("TAISA_INDEX_DIR", "TAISA_KNOWLEDGE_DIR"):
        shutil.copytree(environment[part], tmp_path / part)
    own = {part: str(tmp_path / part) for part in ("TAISA_INDEX_DIR", "TAISA_KNOWLEDGE_DIR")}
    clean = {name: value for name, value in os.environ.items() if not name.startswith("TAISA_")}
    database = f"sqlite:///{tmp_path}/taisa.db"
    server = Server({**clean, **environment, **own, "TAISA_DATABASE_URL": database}, tmp_path, free_port())
    server.start()
    try:
        (tmp_path / "TAISA_KNOWLEDGE_DIR" / "gold.en.md").write_text(
            "---\nid: gold\ntitle: Gold\n---\n# Gold\n\n## How to pay with a gold coin\n\nBring it.\n"
        )
        done = subprocess.run(
            [sys.executable, "-m", "agent", "index"],
            cwd=tmp_path,
            env=server.environ,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0
        end = time.monotonic() + 60
        while time.monotonic() < end:
            body = {"query": "how to pay with a gold coin", "threshold": 0}
            if "gold" in {hit["target"] for hit in server.post("/search", body).json()["hits"]}:
                break
            time.sleep(0.3)
        else:
            raise AssertionError(server.log())
        assert server.stop(signal.SIGTERM) == 0
    finally:
        if server.process is not None and server.process.poll() is None:
            server.process.kill()
        server.http.close()
