"""Headless Chromium over its debugging pipe: open a page, press keys, evaluate, and hear of every request and console message."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import time

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--remote-debugging-pipe")
SECONDS = 60


class Browser:
    """One page of a browser. `events`: all that it reported, in order."""

    def __init__(self, profile, width=1000, height=900):
        commands, answers = os.pipe(), os.pipe()
        arguments = [CHROMIUM, *FLAGS, f"--user-data-dir={profile}", f"--window-size={width},{height}"]
        self._process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{commands[0]} 4>&{answers[1]}', "browser", *arguments],
            pass_fds=(commands[0], answers[1]),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(commands[0])
        os.close(answers[1])
        self._out, self._in = commands[1], answers[0]
        self._number, self._rest, self.events, self._session = 0, b"", [], None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait(SECONDS)
        os.close(self._out)
        os.close(self._in)

    def call(self, method, **parameters):
        self._number += 1
        command = {"id": self._number, "method": method, "params": parameters}
        os.write(self._out, json.dumps({**command, **({"sessionId": self._session} if self._session else {})}).encode() + b"\0")
        while (answer := self._next()).get("id") != self._number:
            self.events.append(answer)
        assert "error" not in answer, answer
        return answer["result"]

    def _next(self):
        until = time.monotonic() + SECONDS
        while b"\0" not in self._rest:
            assert select.select([self._in], [], [], max(0.0, until - time.monotonic()))[0], "the browser does not answer"
            self._rest += os.read(self._in, 1 << 16)
        text, self._rest = self._rest.split(b"\0", 1)
        return json.loads(text)

    def open(self, url):
        self.call("Page.navigate", url=url)
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.events.append(self._next())

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, key, text=""):
        for kind in ("keyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                code=key,
                text=text if kind == "keyDown" else "",
                windowsVirtualKeyCode=KEYS.get(key, 0),
            )

    def requests(self):
        return [event["params"]["request"]["url"] for event in self.events if event["method"] == "Network.requestWillBeSent"]

    def complaints(self):
        told = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")
        return [event for event in self.events if event["method"] in told]


KEYS = {"Tab": 9, "Enter": 13, " ": 32, "Escape": 27}
