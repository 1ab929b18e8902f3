"""Formulas are judged in children: what overruns, dies or lies there costs one formula, never the note or this process."""

from __future__ import annotations

import os
import pickle
import textwrap
import time
from contextlib import suppress
from dataclasses import replace
from multiprocessing import Pipe
from pathlib import Path
from threading import Thread, Timer

import pytest

from vault_tools import nursery as nurseries
from vault_tools import pool, wire, worker
from vault_tools.errors import VaultToolsError
from vault_tools.model import Formula, NoteMath, Options, Settings, Span
from vault_tools.nursery import Nursery
from vault_tools.pool import Judges, Stopped, receive
from vault_tools.question import Question
from vault_tools.state import Bombs

QUICK = Settings(formula_seconds=0.3)
SLOW = Settings(formula_seconds=5)

# What a formula does when it is judged, by its text.
JUDGE = """
    import ctypes, os, socket, sys, time
    from vault_tools.model import Judgement, Message, Verdict
    from vault_tools.verify.guarded import guarded
    from vault_tools.verify.under_way import under_way

    def read(note):
        ACTS.get(note.preamble, lambda: None)()

    prepared = []

    def prepare_drawing():
        prepared.append("drawing")

    def judge(note, position, settings):
        formula = note.formulas[position]
        if formula.latex == "no picture" or (formula.latex.startswith("picture") and not prepared):
            return None
        value = ACTS.get(formula.latex.strip(), lambda: None)()
        verdict = Verdict(formula.latex, formula.line, formula.display, "verified", value=value)
        return Judgement(verdict, images={"a.png": b"PNG"} if formula.latex == "picture" else {})

    def prepare():
        return sys.modules[__name__], (Message("handler.broken", {}, "a package is broken"),)

    def loop():
        while True:
            pass

    def spawn_and_hang():
        if os.fork() == 0:
            time.sleep(3600)
        loop()

    def hang(part):
        with under_way("squash", part):
            loop()

    def counts():
        sum(range(10**12))

    def hang_in_source(body="    while True:\\n        pass"):
        namespace = {}
        source = f"def squash(x):\\n{body}\\n\\n\\ndef y(x):\\n    return squash(x)\\n"
        exec(compile(source, "<formula>", "exec"), namespace)
        namespace["y"](1)

    def write():
        os.write(os.open("found.txt", os.O_CREAT | os.O_WRONLY), b"x")

    def slow():
        end = time.process_time() + 0.8
        while time.process_time() < end:
            pass

    ACTS = {
        "slow": slow,
        "loop": loop,
        "C code": lambda: sum(range(10**12)),
        "reference": lambda: hang("reference"),
        "C code of numpy": lambda: hang_in_source("    sum(range(10**12))"),
        "C code of a reference": lambda: guarded("squash", "reference", counts),
        "numpy": hang_in_source,
        "grandchild": spawn_and_hang,
        "memory": lambda: len(bytearray(10**11)),
        "exit": lambda: os._exit(3),
        "segfault": lambda: ctypes.string_at(0),
        "numpy number": lambda: object(),
        "write": write,
        "process": os.getpid,
        "parent": os.getppid,
        "kill the parent": lambda: os.kill(os.getppid(), 9),
        "folder": lambda: [os.getcwd(), os.listdir(".")],
        "prepared": lambda: prepared,
        "path": lambda: sys.path,
        "environment": lambda: [os.environ["OPENBLAS_NUM_THREADS"], os.environ["MPLBACKEND"]],
    }
"""


def note(*latex, **options):
    return NoteMath(tuple(Formula(text, k + 1, False, Span(k, k + 1)) for k, text in enumerate(latex)), options=Options(**options))


@pytest.fixture
def problems():
    return []


@pytest.fixture
def nursery(tmp_path, monkeypatch, problems):
    (tmp_path / "judge_by_act.py").write_text(textwrap.dedent(JUDGE))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    made = Nursery("judge_by_act:prepare", on_problem=lambda problem: problems.append(str(problem)))
    yield made
    made.close()


@pytest.fixture
def judges(nursery):
    made = Judges(nursery, 2)
    yield made
    made.close()


def test_answers_come_in_the_order_of_the_formulas(judges):
    answers = judges(note(*"abcdefgh"), QUICK)
    assert [answer.verdict.latex for answer in answers] == list("abcdefgh")
    assert {answer.verdict.status for answer in answers} == {"verified"}


def test_pictures_come_along(judges):
    assert [answer.images for answer in judges(note("a", "picture"), QUICK)] == [{}, {"a.png": b"PNG"}]


def test_drawing_is_prepared_once_and_when_the_first_formula_has_a_picture(nursery):
    with Judges(nursery, 1) as judges:
        answers = judges(note("prepared", "a", "picture", "prepared "), QUICK)
        assert [answers[place].verdict.value for place in (0, 3)] == [[], ["drawing"]]
        assert answers[2].images == {"a.png": b"PNG"}
    with Judges(nursery, 1) as judges:
        assert judges(note("prepared"), QUICK)[0].verdict.value == ["drawing"]


def test_a_copy_of_a_reader_that_cannot_draw_leaves_its_formula_to_a_child_that_can(nursery):
    with Judges(nursery, 1) as judges:
        answers = judges(note("loop", "a", "picture", "exit", "picture "), QUICK)
    assert [answer.verdict.status for answer in answers] == ["failed", "verified", "verified", "failed", "verified"]


def test_a_child_that_can_draw_and_says_otherwise_is_not_believed(nursery):
    with Judges(nursery, 1) as judges:
        assert judges(note("picture", "a", "no picture"), QUICK)[2].verdict.status == "failed"


@pytest.mark.parametrize("bomb", ["loop", "C code", "memory", "exit", "segfault", "numpy number", "write"])
def test_a_formula_that_misbehaves_fails_alone(judges, bomb):
    started = time.monotonic()
    answers = judges(note("before", bomb, "after", "last"), QUICK)
    assert [answer.verdict.status for answer in answers] == ["verified", "failed", "verified", "verified"]
    assert answers[1].verdict.value is None
    assert str(answers[1].verdict.problem.message)
    assert time.monotonic() - started < 5


@pytest.mark.parametrize("bomb", ["loop", "exit", "memory"])
def test_what_a_lone_child_was_told_ahead_is_judged_though_the_child_is_no_more(nursery, bomb):
    with Judges(nursery, 1) as judges:
        answers = judges(note("before", bomb, "after", bomb, bomb, "last"), QUICK)
    assert [answer.verdict.latex for answer in answers] == ["before", bomb, "after", bomb, bomb, "last"]
    assert [answer.verdict.status for answer in answers] == ["verified", "failed", "verified", "failed", "failed", "verified"]


@pytest.mark.parametrize(("size", "ahead"), [(1, [1, 2, None]), (2, [None, None, None])])
def test_a_lone_child_knows_what_comes_next_while_its_answer_is_read(nursery, monkeypatch, size, ahead):
    """Of two children the one that is free first takes the next formula."""
    told = []
    take = Judges._take

    def taken(judges, question, work):
        if not work.told:
            told.append(work.following)
        take(judges, question, work)

    monkeypatch.setattr(Judges, "_take", taken)
    with Judges(nursery, size) as judges:
        judges(note("a", "b", "c"), QUICK)
    assert [job and job.position for job in told] == ahead


def test_children_of_others_help_where_there_is_more_to_do_than_children(nursery):
    with Judges(nursery, 1) as judges, Judges(nursery, 1) as others:
        (idle,) = (answer.verdict.value for answer in others(note("process"), QUICK))
        free = [others]
        answers = judges.answer(Question.ready(note("slow", "process", "process"), SLOW), lambda: free.pop() if free else None)
        assert [answer.verdict.value for answer in answers][1:] == [idle, idle]
        assert (len(judges._idle), len(others._idle)) == (2, 0)
        assert others(note("process"), QUICK)[0].verdict.status == "verified"


def test_nobody_is_asked_for_help_who_is_not_needed(nursery):
    asked = []
    with Judges(nursery, 1) as judges:
        judges.answer(Question.ready(note("a"), QUICK), lambda: asked.append("more"))
    assert not asked


def test_a_child_takes_its_grandchildren_along(judges):
    judges(note("grandchild"), QUICK)
    assert not _processes_of_the_judge()


def _processes_of_the_judge():
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        mine = [p for p in Path("/proc").glob("[0-9]*/cmdline") if b"judge_by_act" in _read(p) and _state(p) != b"Z"]
        if len(mine) <= 1:  # the nursery itself
            return []
        time.sleep(0.05)
    return mine


def _read(path):
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _state(path):
    return _read(path.with_name("stat")).rpartition(b") ")[2][:1]


def test_a_note_that_cannot_be_read_in_advance_is_judged_formula_by_formula(judges):
    answers = judges(replace(note("a", "loop", "b"), preamble="exit"), QUICK)
    assert [answer.verdict.status for answer in answers] == ["verified", "failed", "verified"]


def test_a_note_that_has_cost_a_child_its_life_is_read_once_more_and_then_copied(nursery):
    with Judges(nursery, 1) as judges:
        first, _, *others = (answer.verdict.value for answer in judges(note("parent", "loop", "parent ", "exit", "parent  "), QUICK))
        assert first == nursery._process.pid
        assert others[0] == others[2] != first
        assert len(judges._idle) == 2  # the reader and its copy stay for the next note
        assert judges(note("parent"), QUICK)[0].verdict.value in (first, others[0])


def test_a_reader_that_was_killed_is_no_loss(nursery):
    with Judges(nursery, 1) as judges:
        answers = judges(note("loop", "kill the parent", "a", "exit", "b"), QUICK)
    assert [answer.verdict.status for answer in answers] == ["failed", "verified", "verified", "failed", "verified"]


def test_reading_the_note_is_on_no_formulas_account(judges):
    answers = judges(replace(note("a", "b"), preamble="slow"), QUICK)
    assert [answer.verdict.status for answer in answers] == ["verified", "verified"]


def test_reading_is_on_the_account_of_a_formula_that_has_nobody_to_share_it_with(judges):
    answers = judges(replace(note("a"), preamble="exit"), QUICK)
    assert answers[0].verdict.status == "verified"  # read when it is judged


def test_a_note_has_a_time_of_its_own(judges):
    bombs = [f"loop{' ' * k}" for k in range(40)]
    started = time.monotonic()
    answers = judges(note("a", *bombs), replace(QUICK, formula_seconds=0.5, note_seconds=1.5))
    assert answers[0].verdict.status == "verified"
    assert "the 1.5 s for this note were used up" in str(answers[-1].verdict.problem.message)
    assert time.monotonic() - started < 4


def test_bombs_do_not_keep_the_formulas_behind_them_from_being_judged(judges, monkeypatch):
    """32 bombs that may take two seconds each would take half a minute in two children; there are fourteen seconds for all."""
    monkeypatch.setattr(pool, "SHORT_TRY", 0.1)
    answers = judges(note(*(f"loop{' ' * k}" for k in range(32)), "a", "b"), replace(QUICK, formula_seconds=2, note_seconds=14))
    assert [answer.verdict.status for answer in answers[-2:]] == ["verified", "verified"]


def test_what_is_only_slow_is_tried_again_with_all_its_time(judges):
    slow = note(*(f"a{' ' * k}" for k in range(20)), "slow")
    answers = judges(slow, replace(QUICK, formula_seconds=2, note_seconds=15))
    assert {answer.verdict.status for answer in answers} == {"verified"}


@pytest.mark.parametrize("part", ["reference", "numpy"])
def test_a_handler_that_hangs_is_named_and_tried_again_when_it_may_be_mended(judges, part):
    for _ in range(2):
        bad, good = judges(note(part, "good"), QUICK)
        assert (bad.verdict.status, good.verdict.status) == ("failed", "verified")
        problem = bad.verdict.problem.message
        assert (problem.key, problem.values["handler"], problem.values["part"]) == ("failed.in_handler", "squash", part)


def test_a_handler_that_hangs_in_c_code_is_named_by_its_last_words(judges):
    of_numpy, of_reference, good = judges(note("C code of numpy", "C code of a reference", "good"), QUICK)
    told = of_numpy.verdict.problem.message
    assert (told.key, told.values["handler"], told.values["part"]) == ("failed.in_handler", "squash", "numpy")
    told = of_reference.verdict.problem.message
    assert (told.key, told.values["function"]) == ("failed.in_function", "counts")
    assert good.verdict.status == "verified"


def test_what_was_slow_once_is_not_blamed_for_another_formula(judges):
    almost = replace(QUICK, formula_seconds=0.9)
    assert [answer.verdict.status for answer in judges(note("slow"), almost)] == ["verified"]
    assert judges(note("loop"), QUICK)[0].verdict.problem.message.key == "failed.limits"


def test_a_bomb_is_not_tried_again_until_it_or_its_inputs_change(judges):
    judges(note("loop"), QUICK)
    started = time.monotonic()
    assert judges(note("good", "loop"), QUICK)[1].verdict.status == "failed"
    assert time.monotonic() - started < 0.25
    again = judges(note("loop", inputs={"n": 3}), QUICK)[0]
    assert "Stopped" in str(again.verdict.problem.message)


def test_a_bomb_is_remembered_by_the_next_run_and_the_answer_is_the_same(nursery, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    with Judges(nursery, 1, Bombs()) as judges:
        first = judges(note("a", "loop"), QUICK)
    with Judges(nursery, 1, Bombs()) as judges:
        judges(note("a"), QUICK)
        started = time.monotonic()
        assert judges(note("a", "loop"), QUICK) == first
        assert time.monotonic() - started < 0.25
        assert judges(note("x = 2", "loop"), QUICK)[1].verdict.status == "failed"
        assert time.monotonic() - started >= QUICK.formula_seconds  # what another formula says may have changed it: tried again


def test_a_system_that_cannot_fork_spawns_its_children(nursery, monkeypatch, tmp_path):
    monkeypatch.delattr(os, "fork")
    monkeypatch.syspath_prepend(tmp_path)
    with Judges(nursery, 1) as judges:
        answers = judges(note("a", "exit", "folder", "process"), QUICK)
    assert [answer.verdict.status for answer in answers] == ["verified", "failed", "verified", "verified"]
    assert answers[2].verdict.value[1] == []
    assert answers[3].verdict.value != os.getpid()


def test_children_are_kept_for_the_next_note(judges):
    processes = {judges(note("process"), QUICK)[0].verdict.value for _ in range(3)}
    assert len(processes) == 1
    assert os.getpid() not in processes


def test_a_child_that_ended_while_idle_is_replaced(judges, nursery):
    first = judges(note("process"), QUICK)[0].verdict.value
    os.kill(first, 9)
    assert judges(note("process"), QUICK)[0].verdict.value != first


def test_a_nursery_that_was_killed_is_started_again(judges, nursery):
    judges(note("process"), QUICK)
    nursery._process.kill()
    nursery._process.wait()
    judges.close()
    assert judges(note("a"), QUICK)[0].verdict.status == "verified"


def test_idle_children_and_nursery_end_by_themselves(monkeypatch, tmp_path):
    ours, theirs = Pipe()
    monkeypatch.setattr(worker, "IDLE_SECONDS", 0.05)
    worker.serve(theirs, judge=None)  # returns: nobody asked
    ours.close()
    worker.serve(theirs, judge=None)  # returns: nobody is there


def test_the_nursery_ends_its_children_and_leaves_no_orphans(nursery):
    judges = Judges(nursery, 1)
    (answer,) = judges(note("process"), QUICK)
    nursery.close()
    assert not Path(f"/proc/{answer.verdict.value}").exists()
    judges.close()


def test_a_child_runs_in_an_empty_folder_off_the_vault(judges, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sympy.py").write_text("raise SystemExit('the vault was imported')")
    folder, path, environment = (answer.verdict.value for answer in judges(note("folder", "path", "environment"), QUICK))
    assert folder[0] != str(tmp_path)
    assert folder[1] == []
    assert "" not in path
    assert environment == ["1", "Agg"]


def test_the_private_folder_is_gone_afterwards(nursery):
    judges = Judges(nursery, 1)
    folder = Path(judges(note("folder"), QUICK)[0].verdict.value[0])
    judges.close()
    nursery.close()
    assert not folder.exists()


def test_the_private_folder_of_a_killed_nursery_is_gone_too(nursery):
    folder = Path(Judges(nursery, 1)(note("folder"), QUICK)[0].verdict.value[0])
    nursery._process.kill()
    nursery.close()
    assert not folder.exists()


def test_what_is_wrong_with_installed_handlers_is_told_once(judges, problems):
    judges(note("a", "b"), QUICK)
    judges(note("c"), QUICK)
    assert problems == ["a package is broken"]


def test_stopping_gives_no_result_at_all(judges):
    judges(note("a", "b"), QUICK)
    started = time.monotonic()
    Timer(0.5, judges.stop).start()
    with pytest.raises(Stopped):
        judges(note("loop", "loop ", "a"), replace(QUICK, formula_seconds=30))
    assert time.monotonic() - started < 10
    assert judges._bombs == set()  # a formula whose child we ended ourselves is none, and the next run judges it


def test_why_a_nursery_cannot_start_is_said():
    with pytest.raises(VaultToolsError, match="no_such_module"):
        Nursery("no_such_module:judge").child()


@pytest.mark.parametrize(
    ("code", "said"), [("import os; os._exit(3)", "ended while it loaded"), ("import time; time.sleep(100)", "has not begun within")]
)
def test_a_handler_that_ends_or_holds_up_the_nursery_is_told(tmp_path, monkeypatch, code, said):
    (tmp_path / "held_up.py").write_text(code)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(nurseries, "LONGEST_START", 3)
    with pytest.raises(VaultToolsError, match=said):
        Nursery("held_up:prepare").child()


@pytest.mark.parametrize(
    "reply",
    [
        pickle.dumps({"os": 1}),
        b"junk",
        b'[{"Judgement": []}, []]',
        b" " * (wire.MOST_JSON_BYTES + 1),
    ],
)
def test_a_lying_child_is_not_believed(reply):
    ours, theirs = Pipe()
    sender = _send_in_background(theirs, reply)
    with pytest.raises((wire.WireError, OSError)):
        receive(ours)
    ours.close()
    sender.join(5)


def _send_in_background(connection, reply):
    def send():
        with suppress(OSError):  # the reader has hung up: what the test is about
            connection.send_bytes(reply)
        connection.close()

    thread = Thread(target=send)
    thread.start()
    return thread
