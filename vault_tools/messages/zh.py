"""Chinese sentences: Keys are `area.thing`; areas: syntax, shape, unsupported, reading, check, claim, block, note, figure, cli, watch."""

from __future__ import annotations

SENTENCES: dict[str, str] = {
    # -- syntax: broken LaTeX (and its hints) --
    # -- shape --
    # -- unsupported --
    # -- reading: how a fork was read --
    # -- input: where example inputs come from --
    "input.block": "来自 vault-tools 代码块",
    "input.note": "来自笔记",
    "input.invented": "自拟",
    "input.sizes_differ": "尺寸 {size} 在一个输入中是 {first}，在 {name} 中是 {second}。",
    "input.shape": "给出的 {name} 形状为 {given}，公式需要 {wanted}。",
    "input.ragged": "给出的 {name} 各行长度不同。",
    # -- check: the lines of the receipt --
    "check.agrees": "{digits} 位一致",
    "check.agrees_sampled": "按固定规则选取的 {entries} 个元素 {digits} 位一致",
    "check.shapes_differ": "两种计算得到的数组形状不同。",
    "check.precision_lost": "有效数字被抵消过多：两种精度得到的值不一致。",
    "check.undefined": "对这些输入，结果不是数（0/0、∞ − ∞，或负数的根或对数）。",
    "check.pole": "对这些输入，公式除以零。",
    "check.overflow": "浮点计算溢出，而正确值并不溢出。",
    "check.differs": "两种计算只有 {digits} 位一致。",
    "check.no_reference": "该公式族没有自带参考实现",
    "check.no_step": "该公式没有步骤 {step}",
    "check.holds": "{digits} 位成立",
    "check.does_not_hold": "不成立：偏差 {worst_error:.2g}",
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
    "handler.broken": "插件 {plugin} 无法加载（{error}），其中的处理器不可用；请修复或卸载它。",
    "handler.no_handler": "插件 {plugin} 给出的是 {kind}，应为 Function、Family，或由它们组成的元组。",
    # -- figure --
    # -- cli and watch --
    "watch.gone": "{vault} 不存在。等待它重新出现。",
    "watch.polling": "系统不报告此处的更改（{reason}）。改为每 {seconds:g} 秒查看一次。",
    "cli.no_worker": "无法启动判断公式的进程：{reason}",
    "failed.again": "此公式先前耗时过长或占用内存过多；公式改动后会再试。",
    "failed.limits": "已中止：计算超过 {seconds:g} 秒，或超出一条公式可用的内存。",
    "failed.time": "已中止：在一条公式可用的时间（计算 {seconds:g} 秒）内没有结果。",
    "failed.note_time": "未尝试：本笔记的 {seconds:g} 秒已用完。",
    "failed.error": "vault_tools 内部错误，请报告：{error}",
    "config.unreadable": "无法读取 {file}：{reason}",
    "config.unknown_key": "{file}：未知的键 {name}。可用：{allowed}。",
    "config.bad_value": "{file}：{name} = {value} 不可用。请写 {allowed}。",
}
