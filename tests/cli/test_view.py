"""tocca view: what it serves and to whom, spoken to through plain sockets; new versions of a file are told; Ctrl-C ends it."""
import json
import os
import re
import signal
import socket
import subprocess
import threading
import zlib

import program
from program import HERE, ProgramTest

CORPUS = HERE.parent.parent / "corpus" / "two_link_arm"
OPENING = '<script type="application/json" id="tocca-report" data-bytes="'


def block(data):
    """The end of a page, as docs/report-format.md has it."""
    text = json.dumps(data).replace("<", "\\u003c").encode()
    return f'{OPENING}{len(text)}" data-crc32="{zlib.crc32(text):08x}">'.encode() + text + b"</script>\n</body>\n</html>\n"


def report(title, **more):
    return {"format": "tocca-report", "version": 1, "title": title, "outcome": "free", "headline": "", **more}


class Answer:
    def __init__(self, raw):
        head, _, self.body = raw.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        self.status = int(lines[0].split()[1]) if lines[0] else 0
        self.fields = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines[1:])}


class View(ProgramTest):
    def start(self, *arguments, env=None, says=r"\Ahttp://127\.0\.0\.1:(\d+)/ shows .*press Ctrl-C to stop\n"):
        running = subprocess.Popen([program.PROGRAM, "view", "--port", "0", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, cwd=self.folder, env=env)
        self.addCleanup(running.stderr.close)
        self.addCleanup(running.stdout.close)
        self.addCleanup(running.wait)
        self.addCleanup(running.kill)
        line = running.stdout.readline()
        self.assertRegex(line, says)
        self.port = int(re.search(r":(\d+)/", line)[1])
        return running

    def write(self, name, content):
        """In place at once, as the program does it."""
        (self.folder / "beside").write_bytes(content)
        (self.folder / "beside").rename(self.folder / name)

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        self.addCleanup(connection.close)
        return connection

    def send(self, request):
        connection = self.connect()
        connection.sendall(request)
        raw = b""
        while part := connection.recv(65536):
            raw += part
        return Answer(raw)

    def ask(self, target="/", method="GET", host=None, **fields):
        lines = [f"{method} {target} HTTP/1.1", f"Host: {host or f'127.0.0.1:{self.port}'}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
        return self.send(("\r\n".join(lines) + "\r\n\r\n").encode())

    def events(self):
        """A stream: each call gives what the server tells next."""
        connection = self.connect()
        connection.sendall(f"GET /events HTTP/1.1\r\nHost: localhost:{self.port}\r\n\r\n".encode())
        lines = connection.makefile("rb")
        self.addCleanup(lines.close)

        def next_event():
            for line in lines:
                if line.startswith(b"data: "):
                    return json.loads(line[6:])["files"]
            return None
        return next_event

    def test_serves_the_page_without_the_data_and_the_data_with_their_version(self):
        for name in ("robot.urdf", "scene.json", "path.csv"):
            (self.folder / name).write_text((CORPUS / name).read_text())
        self.run_program("check", "robot.urdf", "scene.json", "path.csv", "--report", "page.html")
        page = (self.folder / "page.html").read_text(encoding="utf-8")
        self.start("page.html")
        answer = self.ask()
        self.assertEqual((answer.status, answer.fields["content-type"]), (200, "text/html; charset=utf-8"))
        served = answer.body.decode()
        self.assertEqual(served.split('<script type="application/json"')[0], page.split('<script type="application/json"')[0])
        self.assertNotIn(OPENING, served)
        data = self.ask("/0/data")
        size, crc, text = re.search(rf'{OPENING}(\d+)" data-crc32="(\w+)">(.*?)</script>', page, re.S).groups()
        self.assertEqual((data.status, data.body.decode()), (200, text))
        self.assertEqual(data.fields["etag"], f'"{crc}-{size}"')
        self.assertEqual(self.ask("/0/data", If_None_Match=data.fields["etag"]).status, 304)
        state, = self.events()()
        self.assertEqual((state["state"], state["version"], state["outcome"]), ("ready", f"{crc}-{size}", "contact"))
        for asked in (answer, data):
            self.assertEqual(asked.fields["x-content-type-options"], "nosniff")
            self.assertEqual(asked.fields["cache-control"], "no-store")
            self.assertEqual(asked.fields["cross-origin-resource-policy"], "same-origin")
            self.assertIn("default-src 'none'", asked.fields["content-security-policy"])
        head = self.ask("/0/data", method="HEAD")
        self.assertEqual((head.status, head.body, head.fields["content-length"]), (200, b"", size))
        self.assertEqual(self.ask("/events", method="HEAD").status, 200)

    def test_foreign_scripts_are_never_served(self):
        self.write("page.html", b"<html><script>steal()</script>" + block(report("mine </script><script>steal()")))
        self.start("page.html")
        for target in ("/", "/0/", "/0/data"):
            self.assertNotIn(b"<script>steal", self.ask(target).body)

    def test_only_known_routes_whatever_the_spelling(self):
        (self.folder / "inner").mkdir()
        (self.folder / "secret.txt").write_text("secret")
        self.write("inner/page.html", block(report("one")))
        self.start("inner/page.html")
        for target in ("/../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/%2e%2e%2fsecret.txt", "/..\\secret.txt", "/%2e%2e%5csecret.txt",
                       "/0/../../secret.txt", "/0/data/../../../secret.txt", "/....//secret.txt", "/%c0%ae%c0%ae/secret.txt", "//secret.txt",
                       "/secret.txt", "/page.html", "/inner/page.html", f"/{self.folder}/secret.txt", "/0", "/1/", "/1/data", "/-1/data", "/00/data",
                       "/0/data/", "/0/data?x=../secret.txt", "/?file=secret.txt", "/0/data%00", "/favicon.ico", "/" + 8000 * "../"):
            answer = self.ask(target)
            self.assertEqual(answer.status, 404, target)
            self.assertNotIn(b"secret", answer.body)
        for target in ("secret.txt", "../secret.txt", "http://127.0.0.1/", "file:///etc/passwd", "/\x01", "*", "/ /"):
            self.assertEqual(self.ask(target).status, 400, target)

    def test_other_hosts_and_pages_from_elsewhere_are_refused(self):
        self.write("page.html", block(report("one")))
        self.start("page.html")
        own = [f"{name}:{self.port}" for name in ("127.0.0.1", "localhost", "LocalHost", "[::1]")]
        for host in own:
            self.assertEqual(self.ask(host=host).status, 200, host)
            self.assertEqual(self.ask("/0/data", Origin=f"http://{host}").status, 200, host)
        for host in ("evil.example", f"evil.example:{self.port}", "127.0.0.1", "localhost", f"127.0.0.1:{self.port + 1}", f"localhost.evil.example:{self.port}",
                     f"127.0.0.1:{self.port}.evil.example", f"0.0.0.0:{self.port}", f"127.0.0.1:{self.port}@evil.example", f"2130706433:{self.port}"):
            for target in ("/", "/0/data", "/events", "/none"):
                self.assertEqual(self.ask(target, host=host).status, 403, host)
            self.assertEqual(self.ask("/0/data", Origin=f"http://{host}").status, 403, host)
        for origin in ("null", f"https://127.0.0.1:{self.port}", "file://", ""):
            self.assertEqual(self.ask("/events", Origin=origin).status, 403, origin)
        self.assertEqual(self.ask("/events", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="no-cors").status, 403)
        self.assertEqual(self.ask("/", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate").status, 200)
        self.assertEqual(self.send(b"GET / HTTP/1.1\r\n\r\n").status, 400)
        self.assertEqual(self.send(f"GET / HTTP/1.1\r\nHost: {own[0]}\r\nHost: evil.example\r\n\r\n".encode()).status, 400)

    def test_is_not_reachable_from_other_machines(self):
        self.write("page.html", block(report("one")))
        self.start("page.html")
        with open("/proc/net/tcp", encoding="ascii") as table, open("/proc/net/tcp6", encoding="ascii") as table6:
            rows = [line.split() for line in [*table, *table6]]
        listening = [row[1] for row in rows if row[1].endswith(f":{self.port:04X}") and row[3] == "0A"]
        self.assertEqual(listening, [f"0100007F:{self.port:04X}"])
        for address in {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)} - {"127.0.0.1"}:
            with self.assertRaises(ConnectionRefusedError):
                socket.create_connection((address, self.port), timeout=60)

    def test_other_methods_and_garbage_get_an_error_and_do_no_harm(self):
        self.write("page.html", block(report("one")))
        self.start("page.html")
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "get"):
            answer = self.ask(method=method, Content_Length="3")
            self.assertEqual((answer.status, answer.fields["allow"]), (405, "GET, HEAD"), method)
        for garbage in (b"\r\n\r\n", b"\0\1\2\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/2.0\r\n\r\n", b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
                        b"GET / HTTP/1.1\r\n Host: folded\r\n\r\n", b"GET / HTTP/1.1\nHost: x\n\r\n\r\n", b"\x16\x03\x01\x02\r\n\r\n"):
            self.assertEqual(self.send(garbage).status, 400, garbage)
        self.assertEqual(self.send(b"GET / HTTP/1.1\r\nX: " + 40000 * b"x").status, 431)
        silent = [self.connect() for _ in range(150)]  # more than it takes: the oldest go
        silent[-1].sendall(b"GET / HT")
        next_events = [self.events() for _ in range(40)]
        self.assertEqual(next_events[-1]()[0]["state"], "ready")
        self.assertEqual(self.ask("/0/data").status, 200)

    def test_tells_each_version_and_keeps_the_last_good_one(self):
        whole = block(report("one", running=True))
        self.start("page.html")
        self.assertEqual(self.ask("/0/data").status, 404)
        next_event = self.events()
        self.assertEqual(next_event(), [{"name": "page.html", "state": "waiting"}])
        self.write("page.html", whole)
        state, = next_event()
        self.assertEqual((state["state"], state["title"], state["running"]), ("ready", "one", True))
        first = self.ask("/0/data")
        self.assertEqual(first.fields["etag"], f'"{state["version"]}"')
        for wrong, says in ((whole[:len(whole) // 2], "cut off"), (b"no report", "not a tocca report"), (b"", "not a tocca report"),
                            (whole.replace(b"one", b"two"), "altered"), (block([1]), "contains no tocca report"), (block({"format": "x"}), "contains no tocca report")):
            self.write("page.html", wrong)
            broken, = next_event()
            self.assertEqual((broken["state"], broken["version"]), ("broken", state["version"]))
            self.assertIn(says, broken["message"])
            self.assertEqual(self.ask("/0/data").body, first.body)
        self.write("page.html", block(report("three")))
        again, = next_event()
        self.assertEqual((again["state"], again["title"], again["running"]), ("ready", "three", False))
        self.assertNotEqual(again["version"], state["version"])
        with open(self.folder / "page.html", "ab") as file:  # the same block, another file
            file.write(b"\n")
        self.assertEqual(next_event()[0]["version"], again["version"])
        (self.folder / "page.html").unlink()
        gone, = next_event()
        self.assertEqual((gone["state"], gone["version"]), ("waiting", again["version"]))

    def test_several_files_have_a_list(self):
        self.write("a.html", block(report("first")))
        self.write("b.html", block(report("second", outcome="contact")))
        self.start("a.html", "b.html", "c.html", says="shows 3 reports")
        pages = [self.ask(target).body.decode().rsplit('<script type="application/json" id="tocca-view">')[1] for target in ("/", "/0/", "/1/", "/2/")]
        self.assertEqual([json.loads(page.split("</script>")[0])["file"] for page in pages], [None, 0, 1, 2])
        self.assertEqual([(file["state"], file.get("title")) for file in self.events()()], [("ready", "first"), ("ready", "second"), ("waiting", None)])
        self.assertEqual([self.ask(f"/{k}/data").status for k in range(4)], [200, 200, 404, 404])

    def test_streams_are_bounded_however_many_come_at_once(self):
        self.write("page.html", block(report("one")))
        self.start("page.html")
        streams = [self.connect() for _ in range(80)]
        for stream in streams:
            stream.sendall(f"GET /events HTTP/1.1\r\nHost: localhost:{self.port}\r\n\r\n".encode())
        lines = [stream.makefile("rb") for stream in streams]
        for stream in lines:
            self.addCleanup(stream.close)
        self.assertEqual(self.ask().status, 200)
        self.write("page.html", block(report("two")))
        told = sum(any(b'"two"' in line for line in stream) for stream in lines)
        self.assertTrue(0 < told <= 32, told)

    def test_a_browser_is_asked_to_open_the_address_where_there_is_a_desktop(self):
        self.write("page.html", block(report("one")))
        os.mkfifo(self.folder / "opened")
        opener = self.folder / "xdg-open"
        opener.write_text(f'#!/bin/sh\necho "$@" > {self.folder}/opened\n')
        opener.chmod(0o755)
        desktop = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}", "DISPLAY": ":9"}
        self.start("page.html", "--open", env=desktop)
        self.assertEqual((self.folder / "opened").read_text(), f"http://127.0.0.1:{self.port}/\n")
        for gone in ("DISPLAY", "WAYLAND_DISPLAY"):
            desktop.pop(gone, None)
        self.assertRegex(self.start("page.html", "--open", env=desktop).stderr.readline(), "--open: no desktop was found")

    def test_ctrl_c_ends_it_with_open_streams(self):
        self.write("page.html", block(report("one")))
        for sent in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            running = self.start("page.html")
            streams = [self.events() for _ in range(3)]
            for next_event in streams:
                self.assertEqual(len(next_event()), 1)
            silent = self.connect()
            running.send_signal(sent)
            killer = threading.Timer(60, running.kill)
            killer.start()
            code = running.wait()
            killer.cancel()
            self.assertEqual((code, running.stderr.read(), running.stdout.read()), (0, "", ""))
            for next_event in streams:
                self.assertIsNone(next_event())
            silent.close()

    def test_inputs_of_a_check_are_checked_whenever_they_are_saved(self):
        for name in ("robot.urdf", "scene.json", "path.csv"):
            (self.folder / name).write_text((CORPUS / name).read_text())
        temporary = self.folder / "temporary"
        temporary.mkdir()
        running = self.start("robot.urdf", "scene.json", "path.csv", "--clearance", "0.125", "--no-self",
                             says="shows robot.urdf scene.json path.csv --clearance 0.125 --no-self;",
                             env=dict(os.environ, TMPDIR=str(temporary)))
        events = self.events()

        def when(state, outcome=None):
            while True:
                now, = events()
                self.assertNotEqual(now["state"], "waiting", "nobody but itself brings the report")
                if now["state"] == state and (outcome is None or now.get("outcome") == outcome):
                    return now
        when("ready", "contact")
        data = json.loads(self.ask("/0/data").body)
        self.assertEqual((data["title"], data["clearance"]["level"]), ("two_link_arm · scene.json · path.csv", 0.125))
        self.write("path.csv", b"shoulder,elbow\n0,0\n0.5,-1\n")
        free = when("ready", "free")
        self.write("path.csv", b"shoulder,elbow\n0,zero\n")
        broken = when("broken")
        self.assertIn("path.csv: line 2", broken["message"])
        self.assertEqual(broken["version"], free["version"])
        self.write("path.csv", (CORPUS / "path.csv").read_bytes())
        when("ready", "contact")
        running.send_signal(signal.SIGINT)
        self.assertEqual((running.wait(), running.stderr.read()), (0, ""))
        self.assertEqual(list(temporary.iterdir()), [])

    def bodies(self):
        """What the page shows: where each object is, by its name."""
        return {body["name"]: body for body in json.loads(self.ask("/0/data").body)["bodies"]}

    def live(self, *more):
        """A view of the small arm; when(outcome) waits for the next answer, changed() puts another scene in place."""
        for name in ("robot.urdf", "scene.json", "path.csv"):
            (self.folder / name).write_text((CORPUS / name).read_text())
        running = self.start(*more, says="shows ")
        events = self.events()

        def when(state, outcome=None, unlike=None, says=""):
            while True:
                now, = events()
                if now["state"] == state and outcome in (None, now.get("outcome")) and now.get("version") != unlike and says in now.get("message", ""):
                    return now
        return running, when

    def processes_of(self, running):
        with open(f"/proc/{running.pid}/task/{running.pid}/children", encoding="ascii") as children:
            return children.read().split()

    def put_scene(self, change):
        objects = {item["name"]: item for item in json.loads((CORPUS / "scene.json").read_text())["objects"]}
        change(objects)
        self.write("scene.json", json.dumps({"objects": list(objects.values())}).encode())

    def test_a_scene_that_is_saved_changes_the_checker_that_is_there(self):
        running, when = self.live("robot.urdf", "scene.json", "path.csv")
        first = when("ready", "contact")
        child = self.processes_of(running)
        self.assertEqual((len(child), set(self.bodies()) & {"post", "wall", "lamp"}), (1, {"post", "wall"}))
        self.put_scene(lambda objects: objects["post"].update(pose={"xyz": [5, 5, 0]}))
        moved = when("ready", "free", unlike=first["version"])
        self.put_scene(lambda objects: (objects["post"].update(pose={"xyz": [5, 5, 0]}), objects.pop("wall"),
                                        objects.update(lamp={"name": "lamp", "geometry": {"sphere": 0.1}, "pose": {"xyz": [0.9, 0.3, 0]}})))
        added = when("ready", "contact", unlike=moved["version"])
        self.assertEqual(set(self.bodies()) & {"post", "wall", "lamp"}, {"post", "lamp"})
        self.put_scene(lambda objects: (objects["post"].update(geometry={"sphere": 0.01}, pose={"xyz": [5, 5, 0]}),))
        again = when("ready", "free", unlike=added["version"])
        self.assertEqual(self.processes_of(running), child, "one process from the beginning")
        self.write("scene.json", b"{")
        when("broken", says="scene.json")
        self.write("scene.json", (CORPUS / "scene.json").read_bytes())
        when("ready", "contact", unlike=again["version"])
        self.assertNotEqual(self.processes_of(running), child)

    def test_another_program_changes_the_scene_line_by_line(self):
        os.mkfifo(self.folder / "changes")
        running, when = self.live("robot.urdf", "scene.json", "path.csv", "--changes", "changes")
        now = when("ready", "contact")
        child = self.processes_of(running)

        def say(*lines):
            with open(self.folder / "changes", "w", encoding="utf-8") as fifo:
                fifo.write("".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines))
        say({"move": "post", "pose": {"xyz": [5, 5, 0]}})
        now = when("ready", "free", unlike=now["version"])
        say({"add": {"name": "part", "geometry": {"box": [0.1, 0.1, 0.1]}, "pose": {"xyz": [2.2, 0, 0]}}}, {"attach": "part", "link": "lower"})
        now = when("ready", unlike=now["version"])
        self.assertIn("part", self.bodies())
        say({"detach": "part", "pose": {"xyz": [0.9, 0.3, 0]}})
        now = when("ready", "contact", unlike=now["version"])
        for wrong, says in (({"move": "nothing", "pose": {}}, "no such object"), ("{\n", "change"), ({"jump": "post"}, "move, add, remove"),
                            ({"attach": "post", "link": "foot"}, "no robot has such a link"), ({"remove": "part", "pose": {}}, "pose")):
            say(wrong)
            self.assertEqual(when("broken", says=says)["outcome"], "contact")
        say({"remove": "part"})
        when("ready", "free")
        self.assertEqual(self.processes_of(running), child)
        self.assertNotIn("part", self.bodies())

    def test_the_scene_of_a_problem_is_watched_and_a_clock_starts_anew(self):
        problem = {"robots": [{"name": "arm", "urdf": "robot.urdf", "path": "path.csv"}], "scene": "scene.json"}
        (self.folder / "problem.json").write_text(json.dumps(problem))
        running, when = self.live("problem.json")
        now, child = when("ready", "contact"), self.processes_of(running)
        self.put_scene(lambda objects: objects["post"].update(pose={"xyz": [5, 5, 0]}))
        now = when("ready", "free", unlike=now["version"])
        self.assertEqual(self.processes_of(running), child)
        problem["moving"] = [{"object": "wall", "poses": [{"time": 0, "xyz": [0, 9, 0]}, {"time": 1, "xyz": [0, 8, 0]}]}]
        self.write("problem.json", json.dumps(problem).encode())
        now = when("ready", "free", unlike=now["version"])
        child = self.processes_of(running)
        self.write("scene.json", (CORPUS / "scene.json").read_bytes())
        when("ready", "contact", unlike=now["version"])
        self.assertNotEqual(self.processes_of(running), child)

    def test_refuses_what_makes_no_sense(self):
        self.write("page.html", block(report("one")))
        self.write("cut.html", block(report("one"))[:-60])
        self.refuse("view", says="FILE")
        self.write("other.html", b"<html>")
        self.refuse("view", "other.html", says="other.html: is not a tocca report")
        self.refuse("view", "tiny.urfd", says="tiny.urfd: is not a file")
        self.refuse("view", "cut.html", says="cut off")
        self.refuse("view", "page.html", "--clearance", "0.1", says="--clearance: applies to the inputs of a check")
        self.refuse("view", "page.html", "cut.html", says="cut.html")
        self.refuse("view", "page.html", "--changes", "-", says="--changes: applies to the inputs of a check")
        self.refuse("view", "tiny.urdf", "--changes", "none", says="none: --changes: cannot be read")
        self.refuse("view", ".", says="file")
        self.refuse("view", "page.html", "--port", "70000", says="--port")
        self.start("page.html")
        self.refuse("view", "page.html", "--port", self.port, says=f"port {self.port}: cannot serve.*--port")
