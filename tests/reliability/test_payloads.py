"""Bar 7: what a note says is data. Hundreds of texts that would do something if they were run, at every door into the program.

A process of its own watches itself with an audit hook: whatever is executed with a text or a global name of the note in it, started,
opened for writing or connected to while notes are judged is reported, and so is every text that reaches SymPy's string entry points.
What is executed may have parameters and variables with letters of the note in their names: those are identifiers of our own making.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

MARK = "canary_5e1f"

# Statements that touch the canary, in the dress of everything that has been a door somewhere.
ACTS = (
    f"__import__('os').system('touch {MARK}')",
    f"open('{MARK}','w')",
    f"exec(\"open('{MARK}','w')\")",
    f"eval(compile('open(\"{MARK}\",\"w\")','','exec'))",
    f"().__class__.__base__.__subclasses__()[0].{MARK}",
    f"getattr(__builtins__,'open')('{MARK}','w')",
    f"(lambda: open('{MARK}','w'))()",
    f"[open('{MARK}','w') for x in [1]]",
    f"breakpoint() or open('{MARK}','w')",
    f"globals()['__builtins__']['open']('{MARK}','w')",
    f"np.load('{MARK}')",
    f"np.savetxt('{MARK}', [1])",
    f"numpy.f2py.compile('{MARK}')",
    f"sympy.preview('{MARK}')",
    f'S(\'open("{MARK}","w")\')',
    f"{{{{open('{MARK}','w')}}}}",
    f"${{open('{MARK}','w')}}",
    f"`touch {MARK}`",
    f"$(touch {MARK})",
    f"; touch {MARK} #",
    f"| touch {MARK}",
    f"!!python/object/apply:os.system ['touch {MARK}']",
    f"cos\nsystem\n(S'touch {MARK}'\ntR.",
    f'"""\nopen("{MARK}","w")\n"""',
    f"'''\nopen('{MARK}','w')\n'''",
    f'x"); open("{MARK}","w"); ("',
    f"x'); open('{MARK}','w'); ('",
    f"\\input{{|touch {MARK}}}",
    f"\\immediate\\write18{{touch {MARK}}}",
    f"\\openout1={MARK} \\write1{{x}}",
    f"\\href{{javascript:{MARK}}}{{x}}",
    f"\\htmlData{{x={MARK}}}{{y}}",
    f"\\includegraphics{{http://127.0.0.1:9/{MARK}}}",
    f"\\catcode`\\{MARK}",
    f"\\csname {MARK}\\endcsname",
    f"<script>{MARK}</script>",
    f"<img src=x onerror={MARK}>",
    f"```dataviewjs\n{MARK}\n```",
    f"<% tp.system.{MARK} %>",
    f"../../../{MARK}",
)
# How an act is written as mathematics.
DRESSES = (
    "{}",
    r"\text{{{}}}",
    r"\mathrm{{{}}}",
    r"\operatorname{{{}}}",
    r"x_{{\text{{{}}}}}",
    r"x^{{\mathrm{{{}}}}}",
    r"\newcommand{{\a}}{{{}}} \a",
    r"\begin{{{}}}1\end{{{}}}",
)
DOORS = {
    "body": "$$\n{}\n$$\n",
    "name": "$$\\mathrm{{{}}} + 1 = 3$$\n",
    "function": "$$\\operatorname{{{}}}(2) + 1$$\n",
    "claim": "$$\\mathrm{{softmax}}(XX^T)X = \\text{{{}}}$$\n\nThe rows sum to {}, and $2 + 2 = {}$.\n",
    "front matter": "---\nvault-tools: {}\nalias: {}\n---\n$$\\mathrm{{softmax}}(XX^T)X$$\n",
    "note name": "$$\\mathrm{{softmax}}(XX^T)X$$\n",
    "embed": "![[{}]] ![a]({})\n\n$$\\mathrm{{softmax}}(XX^T)X$$\n",
    "option": '```vault-tools\n"{}" = 1\nX = "{}"\n```\n$$\\mathrm{{softmax}}(XX^T)X$$\n',
}

SCRIPT = f"""
import builtins, json, os, sys
from vault_tools import verify_text
from vault_tools.errors import VaultToolsError
import sympy, sympy.parsing.sympy_parser as parser, matplotlib, numpy, mpmath
verify_text("$$\\\\mathrm{{softmax}}(XX^T)X$$ $2+2=4$")   # everything is imported now
happened = []
WATCHED = ("os.system", "os.exec", "os.posix_spawn", "subprocess.Popen", "socket.", "os.fork", "shutil.", "os.remove", "os.rename", "pickle.")

def holds_note(code):
    inner = [constant for constant in code.co_consts if hasattr(constant, "co_consts")]
    texts = [repr(constant) for constant in code.co_consts if constant not in inner]
    return any({MARK!r} in text for text in (*texts, *code.co_names)) or any(map(holds_note, inner))

def hook(event, arguments):
    if event == "exec" and holds_note(arguments[0]):
        happened.append(["exec", repr((arguments[0].co_names, arguments[0].co_consts))[:300]])
    if event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+"):
        happened.append(["open", str(arguments[:2])])
    if event.startswith(WATCHED) or (event == "import" and {MARK!r} in str(arguments[0])):
        happened.append([event, str(arguments)[:200]])

def trap(name):
    def reached(text, *rest, **more):
        happened.append([name, str(text)[:200]])
        raise RuntimeError(name)
    return reached

sys.addaudithook(hook)
parser.parse_expr, parser.eval_expr = trap("parse_expr"), trap("eval_expr")
refused = 0
for name, text in json.load(sys.stdin):
    try:
        for formula in verify_text(text, name=name).formulas:
            if formula.status == "failed" and "inside vault_tools" in str(formula.problem.message):
                happened.append([str(formula.problem.message), formula.latex])
    except VaultToolsError:
        refused += 1
print(json.dumps([happened, refused, os.listdir(".")]))
"""


def payloads():
    """Every act in every dress."""
    return [dress.replace("{}", "\0").replace("{{", "{").replace("}}", "}").replace("\0", act) for act in ACTS for dress in DRESSES]


def notes(chosen):
    """A note for each payload at each door."""
    made = []
    for payload in chosen:
        for door, template in DOORS.items():
            text = template.replace("{{", "\1").replace("}}", "\2").replace("{}", payload).replace("\1", "{").replace("\2", "}")
            made.append((f"{payload}.md" if door == "note name" else "note.md", text))
    return made


def check(folder, chosen):
    run = subprocess.run(
        [sys.executable, "-P", "-c", SCRIPT], input=json.dumps(notes(chosen)), cwd=folder, stdout=subprocess.PIPE, text=True, check=True
    )
    happened, refused, files = json.loads(run.stdout)
    print(f"{len(notes(chosen))} notes, {len(happened)} events, {refused} refused")
    assert happened == []
    assert files == []
    assert refused < len(notes(chosen)) / 2


def test_there_are_enough():
    assert len(set(payloads())) >= 300
    assert len(DOORS) == 8


def test_the_hook_sees_what_it_should(tmp_path):
    script = SCRIPT.replace("refused = 0", f"exec(\"open('{MARK}', 'w').close()\"); os.system('true')\nrefused = 0")
    run = subprocess.run([sys.executable, "-P", "-c", script], input="[]", cwd=tmp_path, stdout=subprocess.PIPE, text=True, check=True)
    happened, _, files = json.loads(run.stdout)
    assert {kind for kind, _ in happened} == {"exec", "open", "os.system"}
    assert files == [MARK]


def test_nothing_that_a_note_says_is_run(tmp_path):
    check(tmp_path, payloads()[::37])


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_nothing_that_any_payload_says_is_run(tmp_path):
    check(tmp_path, payloads())
