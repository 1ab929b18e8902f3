"""Chinese sentences: Keys are `area.thing`; areas: syntax, shape, unsupported, reading, check, claim, block, note, figure, cli, watch."""

from __future__ import annotations

SENTENCES: dict[str, str] = {
    # -- syntax: broken LaTeX (and its hints) --
    # -- shape --
    # -- unsupported --
    # -- reading: how a fork was read --
    # -- check: the lines of the receipt --
    "check.too_large": "中间有一个值超出了浮点数的范围。",
    "check.position_not_whole": "数组的下标不是整数。",
    "check.singular": "矩阵是奇异的，没有逆矩阵。",
    "check.not_symmetric": "分数次幂需要对称矩阵。",
    "check.not_positive": "分数次幂需要特征值为正的矩阵。",
    "check.no_second_implementation": "{function} 没有第二种实现，结果无从对照。",
    # -- claim --
    # -- block: the generated text --
    # -- note: a note that cannot be processed --
    # -- handler --
    "handler.conflict": "名称 {name} 同属两个处理器：{first} 和 {second}。请移除或改名其中一个。",
    # -- figure --
    # -- cli and watch --
    "config.unreadable": "无法读取 {file}：{reason}",
    "config.unknown_key": "{file}：未知的键 {name}。可用：{allowed}。",
    "config.bad_value": "{file}：{name} = {value} 不可用。请写 {allowed}。",
}
