"""Chinese sentences: Keys are `area.thing`; areas: syntax, shape, unsupported, reading, check, claim, block, note, figure, cli, watch."""

from __future__ import annotations

SENTENCES: dict[str, str] = {
    # -- syntax: broken LaTeX (and its hints) --
    # -- shape --
    # -- unsupported --
    # -- reading: how a fork was read --
    # -- check: the lines of the receipt --
    # -- claim --
    # -- block: the generated text --
    # -- note: a note that cannot be processed --
    # -- handler --
    "handler.conflict": "名称 {name} 同属两个处理器：{first} 和 {second}。请移除或改名其中一个。",
    # -- figure --
    # -- cli and watch --
    "config.unreadable": "无法读取 {file}：{reason}",
    "config.unknown_key": "{file}：未知的键 {key}。可用：{allowed}。",
    "config.bad_value": "{file}：{key} = {value} 不可用。请写 {allowed}。",
}
