"""How notes say a claim in words: "each row sums to 1", 权重之和为 1. The one place for it; a further language adds its patterns here."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_ONE = r"(?:1|one|一)(?![\d.,]*\d|[^\W\d_]*[A-Za-z])"
_ZERO = r"(?:0|zero|零)(?![\d.,]*\d)"
_SUM_EN = rf"(?:all\s+|also\s+|indeed\s+|therefore\s+)*(?:sums?|adds?)(?:\s+up)?\s+to\s+(?:exactly\s+)?{_ONE}"
_SUM_ZH = rf"(?:之和|的和|总和|和|加起来|相加)(?:都|均|正好|恰好)?(?:是|为|等于|得|=)?\s*{_ONE}"
_WHAT_EN = r"\b(?:entries|weights|probabilities|components|numbers|values|they|it|which)"
_WHAT_ZH = r"(?:权重|注意力权重|概率|元素|分量|各项|各元素|它们)"
PHRASES = (
    ("rows", rf"(?:each|every|all|the|its)?\s*rows?\s+{_SUM_EN}"),
    ("rows", rf"(?:每|各)一?行(?:的)?(?:元素|权重|概率)?{_SUM_ZH}"),
    ("columns", rf"(?:each|every|all|the|its)?\s*columns?\s+{_SUM_EN}"),
    ("columns", rf"(?:每|各)一?列(?:的)?(?:元素|权重|概率)?{_SUM_ZH}"),
    ("entries", rf"{_WHAT_EN}\s+{_SUM_EN}"),
    ("entries", rf"{_WHAT_ZH}{_SUM_ZH}"),
    ("between", rf"{_WHAT_EN}\s+(?:are|lie|is|lies)\s+(?:all\s+)?between\s+0\s+and\s+1(?![\d.,]*\d)"),
    ("between", rf"{_WHAT_ZH}(?:都|均)?(?:在|介于)\s*0\s*(?:和|到|与|~|-)\s*1\s*之间"),
    ("mean", rf"(?:has|have)\s+(?:zero\s+mean|mean\s+{_ZERO})|(?:whose|the|its)\s+mean\s+is\s+{_ZERO}"),
    ("mean", rf"均值(?:为|是|等于)\s*{_ZERO}"),
)
"""(what is said, pattern): sums of rows, of columns, of all entries; all between 0 and 1; mean 0."""
AXES = (
    ("columns", r"\bcolumn[- ]?wise\b|\bper\s+column\b|按列|逐列|[对沿]每一?列|spaltenweise|列ごと|列方向"),
    ("rows", r"\brow[- ]?wise\b|\bper\s+row\b|按行|逐行|[对沿]每一?行|zeilenweise|行ごと|行方向"),
)
"""(axis, pattern): along what a softmax runs, said beside it."""
AXIS_WORDS = ("column", "row", "列", "行", "spalten", "zeilen")
"""Every one of these has one of those words: most sentences hold none, and are looked at no further."""
DENIED = r"n't|\b(?:not|no|never|without|instead|rather|nicht|statt|kein\w*)\b|[?？]|不|没|未|非|而是|吗|ない|なく"
WORDS = re.compile(r"sum|add|between|zero\s+mean|mean\s+(?:is|0|zero|零|\$)|和|加起来|相加|之间|均值", re.IGNORECASE)
"""Every phrase has one of these: most sentences of a note hold none, and are looked at no further."""
NUMBERS = re.compile(r"(?<![$\d])[01]|[一零]|one|zero", re.IGNORECASE)
"""What is said is said with one of these numbers, not with a formula."""
DOUBT = (
    r"[?？]|n't|\b(?:not|no|never|cannot|without|unless|if|should|must|would|could|may|might|need|want|so that|such that|assume|suppose|let|"
    r"nobody|no one|claim\w*|former|before|after|when|once|until|except|only|almost|nearly|wrong|false|will|becomes?|normali\w+|standardi\w+|soft\s?max)\b|"
    r"不|没|未|非|应|若|如果|假设|假定|要求|需|使|令|才|除|错|几乎|是否|吗|之前|后|时|经|归一|标准化|变|会"
)
"""Words with which a sentence is no plain statement about what stands before it."""
CONDITION = (
    r"^[\s\W]*(?:(?:if|when|whenever|in\s+case|suppose|assum(?:e|ing)|wenn|falls|si|cuando|quand|lorsque)\b"
    r"|如果|若|假如|假设|假設|倘若|[当當](?![前时時])|もし|만약|만일)"
)
"""How a sentence begins that says under which condition something holds."""
ASKED = r"[?？]\s*$|\bwhether\b|是否|吗|か答え|かどうか|か否か|\bob\b|여부"
"""In a sentence that asks whether something holds."""
DENIED_BEHIND = (
    r"^[\s*_)）,]*(?:(?:is|are|was|were|would\s+be)\s+(?:off|wrong|false|incorrect|impossible|absurd|(?:a|the)\s+(?:common\s+)?(?:error|mistake)|not\s+(?:true|correct|right|valid))\b|were\s+true\b|~~|does\s*(?:n't|\s+not)\s+hold\b|[❌✗✘]"
    r"|(?:这)?(?:是)?(?:错误的|错的|不对|不正确|不成立)|(?:は|では|とは|に)(?:成り立たない|誤り|間違い|な[いくら])|(?:이|가|은|는)?\s*(?:아니|틀)"
    r"|(?:ist|war|wäre)\s+(?:falsch|nicht\s+richtig)|(?:gilt|stimmt)\s+nicht|(?:es|está)\s+(?:falso|incorrecto|mal)\b"
    r"|no\s+(?:es|está)\s+(?:cierto|correcto|bien)|(?:est|était)\s+(?:faux|incorrect))"
)
"""What stands right behind a formula that is denied."""
DENIED_BEFORE = (
    r"(?:[❌✗✘]|(?:wrong|incorrect|false|falsch|incorrecto|错误(?:的?(?:写法|做法|算法|结果|答案))?|誤り))\s*[*_]*\s*[:：]\s*[*_]*\s*$"
    r"|[❌✗✘]\s*$|\b(?:wrong|false|not\s+true|incorrect)\s+that\s*$|(?:^|[.。;]\s*)not\s*$"
    r"|\b(?:instead\s+of|rather\s+than|statt|anstelle\s+von|en\s+(?:lugar|vez)\s+de|au\s+lieu\s+de)\s*$|(?:不是|并非|並非|而非|ではなく)\s*$"
    r"|\b(?:first|initial|erste[rn]?|primer[ao]?|premi(?:er|ère))\s+(?:attempt|try|guess|Versuch|intento|essai)\b[^$=]*$|(?:第一次|起初|一开始)[^$=]*$"
    r"|(?:\b(?:mistakenly|erroneously|by\s+mistake|wrongly|I\s+first\s+(?:wrote|had|got)|fälschlich(?:erweise)?|por\s+error|par\s+erreur)\b"
    r"|误以为|误认为|誤以為|誤認為|错写)[^$=]*$"
    r"|\b(?:mistakes?|misconception|fallacy|pitfall|tempt\w+)\b[^$=]*$|(?:常见|典型|容易犯)的?(?:错误|误解)[^$=]*$"
    r"|\b(?:häufig|typisch|klassisch|beliebt|verbreitet)\w*\s+(?:Fehler|Irrtum|Rechenfehler)\b[^$=]*$|\bDenkfehler\b[^$=]*$"
    r"|\b(?:error|errores|erreurs?|errori?)\s+(?:muy\s+)?(?:típic|común|comun|frecuent|habitual|clásic|classique|fréquent|courant|tipic)\w*[^$=]*$"
    r"|(?:よくある|典型的な|ありがちな)(?:間違い|誤り|誤解|ミス)[^$=]*$|흔한\s*(?:실수|오류)[^$=]*$"
    r"|\b(?:and|but|is|are|was)\s+not\s*$|\b(?:und|aber|ist)\s+nicht\s*$|\b(?:y|pero)\s+no\s*$"
    r"|\b(?:never|not|n't)\s+(?:write|say|claim|conclude|compute\s+it\s+as)\s*$"
    r"|\b(?:students?|pupils?|beginners|children|somebody|someone|some|many|people|he|she)\b[^$=.;]*"
    r"\b(?:claim\w*|say|says|said|writes?|wrote|thinks?|thought|believes?|believed|answer(?:s|ed)?|argues?|argued)(?:\s+that)?\s*:?\s*$"
    r"|(?:有人|学生|同学|很多人|有些人)[^$=。；]*(?:说|写|认为|以为|声称)(?:道)?\s*[:：]?\s*$"
    r"|(?:^|[,;，；。.]\s*)(?:if|suppose|assume|assuming|imagine|如果|假如|假设|假設|假定|设想)(?:\s+(?:that|for\s+[^$=.;]*))?[\s,:]*$"
)
"""What stands right before it."""
QUOTED = (r"[\"“„«「『]\s*$", r"^\s*[.,!]?\s*[\"”“»」』]")
"""Quotation marks right before a formula, and right behind it: somebody else's words."""
VERDICT = (
    r"^[\s*_(（]*(?:(?:(?:this|that|which|it)\s+(?:is|was)\s+)?(?:wrong|false|incorrect|nonsense|a\s+mistake|an\s+error)"
    r"|(?:das\s+ist\s+)?falsch|(?:esto\s+es\s+)?(?:falso|incorrecto)|(?:c'est\s+)?faux|(?:这是?)?(?:错了?|错误的?|不对|不正确)|間違い|틀렸)"
    r"\w{0,2}\s*[*_]*\s*[.!。！:：,，;；]"
)
"""How a sentence begins that calls the formula wrong with which the one before it ends."""
SEARCHED = (
    r"^[\s*_(（]*(?:(?:what|where|why|which|find|spot|can\s+you)\b[^.?!]*\b(?:wrong|mistakes?|errors?|faults?|incorrect|false)\b"
    r"|(?:哪里|错在|找出|为什么)[^。？！]*(?:错|误|不对|哪))"
)
"""How a sentence begins that looks for what is wrong with the one before it."""
IN_DEGREES = r"(?:\b(?:in|of|as|uses?|are)\s+|\()degrees\b|\bdegree\s+mode\b|角度制|以度为单位|\bin\s+Grad\b|\ben\s+(?:grados|degrés)\b"
"""How a note says that its angles are no radians."""
NUMERALS = (
    r"\b(?:in|as|using)\s+(?:binary|octal|hex(?:adecimal)?)\b|\b(?:binary|octal|hex(?:adecimal)?)\s+(?:numbers?|numerals?|notation|digits?|arithmetic|addition)\b"
    r"|\b(?:in|to)\s+(?:base|radix)[\s-]*(?:\$\d+\$|\d+|two|three|eight|twelve|sixteen)(?!\w)|(?:二|八|十六)进制|im\s+Binärsystem|en\s+(?:binario|binaire)"
)
"""Words for digits that do not stand for tens."""
OTHER_ARITHMETIC = (
    r"\b(?:modulo|mod|modulus|modular\s+arithmetic|clock|congruen\w+|tropical|boolean|bitwise|xor|exclusive\s+or|finite\s+fields?|galois)\b"
    r"|\blogical\s+(?:and|or|sum|addition)\b|\b(?:max|min)-plus\b|\binteger\s+division\b"
    r"|\\mathbb\s*\{?\s*[FZ]\s*\}?\s*(?:_|/)|\\(?:operatorname|mathrm|text)\{GF\}|\bGF\(|\\p?mod\b|\\bmod\b"
    r"|模\s*(?:\$?\d|[a-z]\b)|同余|时钟|布尔|异或|按位|有限域|整数除法"
)
"""Words and signs of sums that do not go on for ever: remainders, truth values."""
MACHINE_NUMBERS = (
    r"\bu?int\s?\d+\b|\b(?:b?float|fp|bf)\s?\d+\b|\b\d+[\s-]bit\b|\b(?:half|single)[\s-]precision\b|\bfloating[\s-]point\b"
    r"|\btwo['’]s[\s-]complement\b|\binteger\s+overflow\b|\bwraps?\s+around\b|溢出|补码|浮点|半精度"
)
"""Words for numbers that a machine cuts off."""
STORAGE = r"\b(?:bytes?|[KMGT]i?B|memory|param\w*|weights?|storage|stor\w+|cache|vram)\b|字节|内存|显存|参数|存储|缓存"
"""With these such a word only says how large a number is to be kept."""
CONCLUSION = (
    r"\b(?:so|hence|thus|therefore|consequently|we\s+(?:get|obtain|have|find)|get|gives?|giving|yields?|yielding|results?\s+in|which\s+is|equals|"
    r"also|daher|somit|folglich|ergibt|donc|entonces|luego|por\s+(?:lo\s+)?tanto|resulta|da|quindi)\b"
    r"|所以|因此|因而|于是|从而|得|故|则|よって|したがって|ゆえに|따라서|그러므로|^\s*[:：→⇒]\s*$"
)
"""How a sentence leads to what follows from the numbers before it."""
OUTCOME = (
    r"\b(?:output|result|outcome|answer)s?(?:\s+(?:vector|matrix))?\s+(?:is|are|equals?)\b|\b(?:Ergebnis|Ausgabe)\s+ist\b"
    r"|\b(?:resultado|salida)\s+es\b|\b(?:résultat|sortie)\s+est\b|(?:结果|結果|输出|輸出|答案|出力)(?:向量|矩阵)?(?:为|為|是|は|等于|[:：])|결과[는가]"
)
"""How a sentence names what follows as the result of what stands before it."""
FILLERS = (
    r"\b(?:we|it|this|that|the|which|then|and|is|are|as|an?|us|vector|matrix|list|weights?|probabilities|scores?|attention|final|values?|"
    r"approximately|about|roughly|finally|now|numerically|das|den|die|der|el|la|los|las|le|les|un[ae]?|wir|man|es|se|on|nous)\b"
    r"|[我们們就可以便到了出的最终終向量权重權即为為是にはがをとなる는은이가]"
)
"""Words that may stand beside those of a conclusion and say nothing more."""
COPULA = (
    r"=|be(?:ing)?(?:\s+the\s+vector)?|is(?:\s+(?:the\s+vector|given\s+by|equal\s+to|set\s+to))?|equals?(?:\s+to)?"
    r"|设为|設為|取为|取為|等于|等於|为|為|是|=|[はがを]|[는은가이를을]"
    r"|ist(?:\s+gleich)?|gleich|es(?:\s+igual\s+a)?|igual\s+a|vale|est(?:\s+égal(?:e)?\s+à)?|égal(?:e)?\s+à|vaut"
)
"""What stands between a symbol and the numbers that a note gives it in words."""
SUPPOSED = rf"\$\d+\$\s*(?:{COPULA}|were|was|wäre|fuera|fuese|était)\s*(?:\$\d+\$|-?\d)"
"""A condition that says in words what a symbol is."""
ONLY_IF = r"\b(?:if|when|whenever|unless|whether|wenn|falls|si|cuando|quand|lorsque)\b|如果|若|假如|[当當]|もし|만약|만일"
"""Words with which a sentence gives a number for one case only."""
TOGETHER_WITH = r"\b(?:of|to|on|over|from|by|under|in|between|von|de|du|del|der|des|sur)"
"""Words before a symbol with which something else than the symbol is named: the norm of it, the sum of another and it."""
SHARED_OUT = r"\brespectively\b|\bbzw\b|\bbeziehungsweise\b|\brespectivamente\b|\brespectivement\b|分别|分別|それぞれ|각각"
"""Words with which one sentence gives several numbers, each for another case or symbol."""
BESIDES = r"(?:and|so|then|hence|thus|we|with|where|gives?|und|y|et)\b|[和与且则則故所]|이[고다며]|입니다|인|とする|とし|とおく|である|です|で[、,]"
"""What may follow right behind a number without a unit."""
CLAUSE = r"\b(?:with|where|for|when|at|using|mit|wobei|für|bei|con|donde|para|avec|où|pour|com|onde)\b|其中|这里|這裡|此处|此時|此时|代入|取|当|當|ただし|ここで|여기서|단"
"""How a clause begins that gives the numbers of the formula right before it."""
PLACE = re.compile(r"\$(\d+)\$")
"""A formula of the note in a passage."""
EMPHASIS = re.compile(r"\*+|==|(?<!\w)_+|_+(?!\w)|</?(?:b|i|em|strong|u|mark)>")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？；;])\s*|\n\s*\n")


def sentences_of(text: str, formulas: Sequence[str]) -> list[str]:
    """The sentences of a passage; formulas that are only the number 0 or 1 stand as that number."""
    inside = (int(place[1]) for place in PLACE.finditer(text))
    numbers = {k: formulas[k].strip() for k in inside if k < len(formulas) and formulas[k].strip() in {"0", "1"}}
    return [PLACE.sub(lambda place: numbers.get(int(place[1]), place[0]), sentence) for sentence in _SENTENCE_END.split(text)]


def phrases_in(sentence: str) -> Iterator[tuple[str, re.Match[str]]]:
    """What a plain statement says; nothing for a question, a condition, a wish, a denial."""
    if not WORDS.search(sentence) or not NUMBERS.search(sentence) or _ready(DOUBT).search(sentence):
        return
    for kind, pattern in PHRASES:
        yield from ((kind, found) for found in _ready(pattern).finditer(sentence))


def axis_in(sentence: str) -> str | None:
    """The axis that a sentence names; None where it names none, or both, or denies something, or tells of sums."""
    lowered = sentence.lower()
    if not any(word in lowered for word in AXIS_WORDS):
        return None
    found = [axis for axis, pattern in AXES if _ready(pattern).search(sentence)]
    return found[0] if len(found) == 1 and not _ready(DENIED).search(sentence) and not WORDS.search(sentence) else None


def concludes(between: str) -> bool:
    """Whether the words between two formulas say that the second follows from what stands before it."""
    leads = _ready(CONCLUSION).search(between) or _ready(OUTCOME).search(between)
    return bool(leads) and not _ready(DENIED).search(between)


def only_concludes(between: str) -> bool:
    """Whether the words between two formulas draw the conclusion and say nothing else, unlike "in practice we get"."""
    bare = _ready(rf"{CONCLUSION}|{OUTCOME}|{FILLERS}").sub(" ", between)
    return concludes(between) and not any(character.isalnum() for character in bare)


def is_conditional(before: str) -> bool:
    """Whether what stands before a formula in its sentence is a condition in words: "If all members are positive, then", "If $0$ were $1$,"."""
    told = not PLACE.search(before) or _ready(SUPPOSED).search(before)
    return bool(told and _ready(CONDITION).search(before))


def is_asked_or_denied(before: str, behind: str) -> bool:
    """Whether a sentence asks whether the formula in it holds, quotes it, or says that it does not; what stands before the formula, and behind it."""
    if _ready(ASKED).search(before) or _ready(ASKED).search(behind):
        return True
    opening, closing = QUOTED
    if _ready(opening).search(before) and _ready(closing).search(behind):
        return True
    return bool(_ready(DENIED_BEHIND).search(behind) or _ready(DENIED_BEFORE).search(before))


def is_called_wrong(behind: str, following: str) -> bool:
    """Whether a formula ends its sentence (`behind` it), and the one that follows calls it wrong: "$2 + 2 = 5$. Wrong!"."""
    if any(character.isalnum() for character in behind):
        return False
    return _ready(VERDICT).search(following) is not None or _ready(SEARCHED).search(following) is not None


def shares_out(sentence: str) -> bool:
    """Whether a sentence gives several numbers "respectively"."""
    return _ready(SHARED_OUT).search(sentence) is not None


def without_emphasis(text: str) -> str:
    """A sentence without the marks of bold, italics and highlights, which may stand in the middle of a phrase: "is **not** true"."""
    return EMPHASIS.sub("", text)


def has_degrees(text: str) -> bool:
    """Whether words say that angles are in degrees."""
    return _ready(IN_DEGREES).search(text) is not None


def has_other_digits(text: str) -> bool:
    """Whether words say that digits do not stand for tens: "in binary", "to base 8"."""
    return _ready(NUMERALS).search(text) is not None


def has_other_arithmetic(text: str, latex: str = "") -> bool:
    """Whether words or signs say that sums are not those of ordinary numbers: "modulo 7", "with int8", "in a Boolean algebra".

    latex: the formula itself, which may count bytes.
    """
    cut_off = _ready(MACHINE_NUMBERS).search(text) and not _ready(STORAGE).search(f"{text} {latex}")
    return has_other_digits(text) or bool(cut_off) or _ready(OTHER_ARITHMETIC).search(text) is not None


@cache
def _ready(pattern: str) -> re.Pattern[str]:
    """Compiled when it is first needed: no start of the program is to wait for it."""
    return re.compile(pattern, re.IGNORECASE)


def says_something(text: str, formulas: Sequence[str]) -> bool:
    """Whether a passage holds a claim in words."""
    return bool(WORDS.search(text)) and any(True for sentence in sentences_of(text, formulas) for _ in phrases_in(sentence))
