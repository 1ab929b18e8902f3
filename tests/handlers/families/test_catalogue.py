r"""The catalogue of attention formulas: its canonical spellings and other common ones, each recognised and verified in a note."""

# ruff: noqa: E501 (a table: one spelling stays on one line)

from __future__ import annotations

import pytest

from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handler import Family
from vault_tools.handlers import builtin
from vault_tools.messages import sentences
from vault_tools.model import Formula, Judgement, NoteMath, Span
from vault_tools.verify.judge import judge

VOCABULARY = Vocabulary.of(builtin())
ATTENTION = r"\mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V"

CATALOGUE: tuple[tuple[int, str, tuple[str, ...]], ...] = (
    (
        1,
        "scaled_dot_product_attention",
        (
            r"\mathrm{softmax}(\frac{QK^\top}{\sqrt{d_k}})V",
            r"O = \mathrm{softmax}\left(QK^T / \sqrt{d}\right)V",
            r"\mathrm{Attention}(Q,K,V) = \text{softmax}\left(\frac{1}{\sqrt{d_k}}QK^{T}\right) \cdot V",
        ),
    ),
    (
        2,
        "self_attention_without_weights",
        (
            r"\mathrm{softmax}(XX^\top)X",
            r"Y = \text{softmax}(X X^T) X",
            r"\operatorname{softmax}(H \cdot H^T) \cdot H",
        ),
    ),
    (
        3,
        "softmax",
        (
            r"\frac{e^{x_i}}{\sum_j e^{x_j}}",
            r"\sigma(z)_i = \frac{e^{z_i}}{\sum_{j=1}^{K} e^{z_j}}",
            r"p_i = \frac{\exp(x_i)}{\sum_k \exp(x_k)}",
        ),
    ),
    (
        4,
        "additive_score",
        (
            r"v_a^\top\tanh(W_a s_{i-1}+U_a h_j)",
            r"e_{ij} = v^\top \tanh(W s_i + U h_j)",
            r"\text{score}(s_t, h_i) = \mathbf{v}_a^T \tanh(\mathbf{W}_a s_t + \mathbf{U}_a h_i)",
        ),
    ),
    (
        5,
        "general_score",
        (
            r"s^\top W h",
            r"s_i^\top W h_j",
            r"\text{score}(s_t, h_i) = s_t^\top W_a h_i",
        ),
    ),
    (
        6,
        "multi_head_attention",
        (
            r"\begin{aligned}\mathrm{MultiHead}(Q,K,V) &= \mathrm{Concat}(head_1,\ldots,head_h)W^O \\ head_i &= \mathrm{Attention}(QW_i^Q,KW_i^K,VW_i^V)\end{aligned}",
            r"\text{MultiHead}(Q, K, V) = \text{Concat}(\text{head}_1, ..., \text{head}_h) W^O, \quad \text{head}_i = \text{Attention}(Q W_i^Q, K W_i^K, V W_i^V)",
        ),
    ),
    (
        6,
        "joined_heads",
        (
            r"\mathrm{Concat}(head_1,…,head_h)W^O",
            r"\text{Concat}(\text{head}_1, \ldots, \text{head}_h) W^O",
        ),
    ),
    (6, "joined_head_matrices", (r"\mathrm{Concat}(H_1, \ldots, H_h) W_O",)),
    (
        7,
        "grouped_query_head",
        (
            r"head_i=\mathrm{Attention}(XW_i^Q,XW_{g(i)}^K,XW_{g(i)}^V)",
            r"head_i=\mathrm{Attn}(XW_i^Q,XW_{g(i)}^K,XW_{g(i)}^V)",
            r"O_i = \mathrm{softmax}\left(\frac{X W_i^Q (X W_{g(i)}^K)^T}{\sqrt{d}}\right) X W_{g(i)}^V",
        ),
    ),
    (
        7,
        "multi_query_head",
        (
            r"head_i = \mathrm{Attention}(X W_i^Q, X W^K, X W^V)",
            r"O_h = \mathrm{softmax}\left(X W_h^Q (X W^K)^T / \sqrt{d}\right) X W^V",
        ),
    ),
    (
        8,
        "causal_mask",
        (
            r"M_{ij} = \begin{cases} 0 & j \le i \\ -\infty & j > i \end{cases}",
            r"M_{ij} = \begin{cases} -\infty & \text{if } j > i \\ 0 & \text{otherwise} \end{cases}",
            r"M_{ij} = \begin{cases} 0, & i \geq j \\ -\infty, & i < j \end{cases}",
        ),
    ),
    (
        8,
        "softmax_with_mask_or_bias",
        (
            r"\mathrm{softmax}(S+M),\ M_{ij}=-\infty\,(j>i)",
            r"\mathrm{softmax}(S+M), \quad M_{ij} = \begin{cases} 0 & j \le i \\ -\infty & j > i \end{cases}",
            r"\mathrm{softmax}(S+M),\ M_{ij}=-\infty\,(j>i)",
            r"\text{softmax}(S + M)",
        ),
    ),
    (
        9,
        "sum_of_matrices",
        (
            r"S+M_{pad}",
            r"S + M_{\text{pad}}",
            r"S' = M + S",
        ),
    ),
    (
        10,
        "sliding_window_mask",
        (
            r"M_{ij} = \begin{cases} 0 & i - w < j \le i \\ -\infty & \text{otherwise} \end{cases}",
            r"M_{ij} = \begin{cases} 0 & i - w + 1 \le j \le i \\ -\infty & \text{otherwise} \end{cases}",
            r"M_{ij} = \begin{cases} 0 & 0 \le i - j < w \\ -\infty & \text{otherwise} \end{cases}",
        ),
    ),
    (
        10,
        "local_mask",
        (
            r"M_{ij} = \begin{cases} 0 & |i-j| \le w \\ -\infty & \text{otherwise} \end{cases}",
            r"M_{ij} = \begin{cases} -\infty & |i-j| > w \\ 0 & \text{otherwise} \end{cases}",
        ),
    ),
    (
        10,
        "windowed_sum",
        (
            r"o_i = \sum_{j \in [i-w+1, i]} a_{ij} v_j",
            r"O_i = \sum_{j=i-w+1}^{i} A_{ij} V_j",
            r"y_i = \sum_{j=\max(1,i-w+1)}^{i} \alpha_{ij} v_j",
        ),
    ),
    (
        11,
        "relative_keys",
        (
            r"e_{ij} = \frac{(x_i W^Q)(x_j W^K + a_{ij}^K)^T}{\sqrt{d}}",
            r"e_{ij} = \frac{1}{\sqrt{d_z}} x_i W_Q (x_j W_K + a_{ij})^\top",
        ),
    ),
    (
        12,
        "linear_bias",
        (
            r"S_{ij} - m \cdot (i-j)",
            r"S_{ij} + m \cdot (j - i)",
            r"S_{ij} - (i - j) m",
        ),
    ),
    (
        12,
        "linear_bias_of_a_head",
        (
            r"S_{ij}-m_h(i-j),\ m_h=2^{-8k/h}",
            r"S_{ij} - 2^{-\frac{8k}{h}} (i - j)",
            r"B_{ij} = A_{ij} + \frac{j - i}{2^{8k/n}}",
        ),
    ),
    (
        13,
        "rotary_embedding",
        (
            r"\begin{pmatrix}\cos m\theta & -\sin m\theta\\ \sin m\theta & \cos m\theta\end{pmatrix}\begin{pmatrix}q_1\\q_2\end{pmatrix}",
            r"\begin{bmatrix}\cos(m\theta) & -\sin(m\theta)\\ \sin(m\theta) & \cos(m\theta)\end{bmatrix}\begin{bmatrix}x_1\\x_2\end{bmatrix}",
        ),
    ),
    (
        14,
        "positional_encoding_sine",
        (
            r"\sin(pos/10000^{2i/d})",
            r"PE_{(pos,2i)} = \sin\left(\frac{pos}{10000^{2i/d_{\text{model}}}}\right)",
            r"\text{PE}(pos, 2i) = \sin(pos \cdot 10000^{-2i/d})",
        ),
    ),
    (
        15,
        "linear_attention",
        (
            r"\phi(x)=\mathrm{elu}(x)+1,\ \frac{\phi(Q)(\phi(K)^\top V)}{\phi(Q)\phi(K)^\top 1}",
            r"\phi(x)=\mathrm{elu}(x)+1,\ \frac{\phi(Q)(\phi(K)^\top V)}{\phi(Q)\phi(K)^\top \mathbf{1}}",
            r"\phi(x)=\mathrm{elu}(x)+1,\ V'_i = \frac{\sum_{j} \phi(Q_i)^\top\phi(K_j) V_j}{\sum_j \phi(Q_i)^\top \phi(K_j)}",
        ),
    ),
    (
        15,
        "causal_linear_attention",
        (
            r"\phi(x)=\mathrm{elu}(x)+1,\ O_i = \frac{\phi(Q_i)^T \sum_{j=1}^i \phi(K_j)V_j^T}{\phi(Q_i)^T \sum_{j=1}^i \phi(K_j)}",
            r"\phi(x)=\mathrm{elu}(x)+1,\ O_i = \frac{\sum_{j \le i} \phi(Q_i)^\top \phi(K_j) V_j}{\sum_{j \le i} \phi(Q_i)^\top \phi(K_j)}",
        ),
    ),
    (
        16,
        "scaled_random_features",
        (
            r"\phi(x)=\frac{e^{-\|x\|^2/2}}{\sqrt r}[e^{w_i^\top x}]",
            r"\phi(x)=\frac{\exp(-\|x\|^2/2)}{\sqrt r}\exp(Wx)",
            r"\phi(x)_i=\frac{1}{\sqrt r}e^{w_i^\top x-\|x\|^2/2}",
        ),
    ),
    (
        17,
        "scaled_cosine",
        (
            r"\tau\frac{q\cdot k}{\|q\|\|k\|}",
            r"\tau \frac{q^\top k}{\|q\|_2 \|k\|_2}",
            r"s = \tau \cdot \frac{q \cdot k}{\|q\| \cdot \|k\|}",
        ),
    ),
    (
        18,
        "sigmoid_attention_of_scores",
        (
            r"\sigma(S+b)V,\ b=-\log n",
            r"\sigma(S+b)V",
            r"O = \text{sigmoid}(S + b) V",
        ),
    ),
    (
        19,
        "graph_attention_among_neighbours",
        (
            r"\mathrm{softmax}_{j\in N(i)}\mathrm{LReLU}(a^\top[Wh_i\|Wh_j])",
            r"\alpha_{ij} = \mathrm{softmax}_{j \in \mathcal{N}_i}(\mathrm{LeakyReLU}(\vec{a}^T[W\vec{h}_i \| W\vec{h}_j]))",
        ),
    ),
    (
        19,
        "graph_attention_v2_among_neighbours",
        (r"\alpha_{ij} = \mathrm{softmax}_{j \in N(i)}(a^\top \mathrm{LeakyReLU}(W [h_i \| h_j]))",),
    ),
    (
        19,
        "graph_attention",
        (
            r"\alpha_{ij} = \mathrm{softmax}_j(\mathrm{LeakyReLU}(a^\top[Wh_i\|Wh_j]))",
            r"\alpha_{ij} = \frac{\exp(\mathrm{LeakyReLU}(a^\top[Wh_i\|Wh_j]))}{\sum_k \exp(\mathrm{LeakyReLU}(a^\top[Wh_i\|Wh_k]))}",
        ),
    ),
    (
        19,
        "graph_attention_over_neighbours",
        (
            r"\alpha_{ij}=\frac{\exp(\mathrm{LeakyReLU}(a^\top[Wh_i\|Wh_j]))}{\sum_{k\in\mathcal{N}_i} \exp(\mathrm{LeakyReLU}(a^\top[Wh_i\|Wh_k]))}",
            r"\alpha_{ij}=\frac{\exp(\mathrm{LeakyReLU}(\vec{a}^T[W\vec{h}_i\|W\vec{h}_j]))}{\sum_{k\in N(i)} \exp(\mathrm{LeakyReLU}(\vec{a}^T[W\vec{h}_i\|W\vec{h}_k]))}",
        ),
    ),
    (
        19,
        "graph_attention_score_v2",
        (
            r"e_{ij}=a^\top\mathrm{LeakyReLU}(W[h_i\|h_j])",
            r"e(h_i,h_j)=a^T\mathrm{LeakyReLU}(W \cdot [h_i\|h_j])",
        ),
    ),
    (
        21,
        "cross_attention",
        (
            r"\mathrm{Attn}(X W^Q,Y W^K,Y W^V)",
            r"\mathrm{Attention}(X W_Q,Y W_K,Y W_V)",
        ),
    ),
    (
        23,
        "softmax_with_leftover",
        (
            r"\frac{e^{x_i}}{1+\sum e^{x_j}}",
            r"\frac{e^{x_i}}{1+\sum_j e^{x_j}}",
            r"\mathrm{softmax}_1(x)_i=\frac{\exp(x_i)}{1+\sum_j\exp(x_j)}",
        ),
    ),
    (
        23,
        "softmax_with_sink",
        (
            r"\frac{e^{x_i}}{e^{s}+\sum_j e^{x_j}}",
            r"A_i = \frac{\exp(x_i)}{\exp(s)+\sum_j \exp(x_j)}",
        ),
    ),
    (
        24,
        "entropy",
        (
            r"H_i=-\sum_j A_{ij}\log A_{ij}",
            r"H(p)=-\sum_i p_i\ln p_i",
            r"H = -\sum_{i=1}^{n} p_i \log(p_i)",
        ),
    ),
    (
        25,
        "softmax_with_temperature",
        (
            r"\mathrm{softmax}(x/T)",
            r"\text{softmax}\left(\frac{z}{T}\right)",
            r"p_i = \frac{\exp(z_i/T)}{\sum_j \exp(z_j/T)}",
        ),
    ),
    (
        26,
        "shifted_log_sum_exp",
        (
            r"m+\log\sum e^{x_i-m}",
            r"m+\log\sum_i e^{x_i-m}",
            r"\log\sum_{j} \exp(x_j - m) + m",
        ),
    ),
    (
        26,
        "log_sum_exp",
        (
            r"\mathrm{LSE}(x)=\log\sum_i e^{x_i}",
            r"\max_i x_i + \log\sum_i e^{x_i-\max_j x_j}",
            r"m + \log\sum_i e^{x_i-m},\quad m=\max_i x_i",
            r"\ln\sum_{i=1}^n \exp(x_i)",
        ),
    ),
    (
        27,
        "online_softmax_sum",
        (
            r"\ell'=e^{m-m'}\ell+\sum e^{s-m'}",
            r"\ell'=e^{m-m'}\ell+\sum_j e^{s_j-m'}",
            r"\ell^{new} = e^{m - m^{new}}\ell + \sum_j e^{s_j - m^{new}}",
        ),
    ),
    (
        28,
        "softcap",
        (
            r"c\tanh(S/c)",
            r"c \cdot \tanh\left(\frac{S}{c}\right)",
            r"S' = c \tanh\left(\frac{1}{c} S\right)",
        ),
    ),
    (
        29,
        "standardisation_with_scale_and_shift",
        (
            r"\gamma\frac{x-\mu}{\sqrt{\sigma^2+\epsilon}}+\beta",
            r"y = \gamma\odot\frac{x-\mu}{\sqrt{\sigma^2+\epsilon}}+\beta",
            r"y_i = \gamma_i \cdot \frac{x_i-\mu}{\sqrt{\sigma^2+\varepsilon}}+\beta_i",
        ),
    ),
    (
        30,
        "rms_norm_with_scale_without_epsilon",
        (
            r"\gamma x/\mathrm{RMS}(x)",
            r"\frac{x}{\mathrm{RMS}(x)} \odot \gamma",
            r"y_i = \gamma_i \frac{x_i}{\sqrt{\frac{1}{d}\sum_{j=1}^d x_j^2}}",
        ),
    ),
    (
        31,
        "feed_forward",
        (
            r"\max(0,xW_1+b_1)W_2+b_2",
            r"\mathrm{FFN}(x) = \mathrm{ReLU}(xW_1+b_1)W_2+b_2",
            r"\text{FFN}(x)=\max(0, x W_1 + b_1) W_2 + b_2",
        ),
    ),
    (
        32,
        "gelu",
        (
            r"x\Phi(x)",
            r"\mathrm{GELU}(x)",
            r"\frac{x}{2}\left(1+\mathrm{erf}\left(\frac{x}{\sqrt2}\right)\right)",
        ),
    ),
    (
        33,
        "swiglu",
        (
            r"(\mathrm{Swish}(xW)\odot xV)W_2",
            r"(\mathrm{SiLU}(xW)\odot (xV))W_2",
            r"\mathrm{FFN}(x) = (xV \odot \mathrm{Swish}(xW)) W_2",
        ),
    ),
    (
        34,
        "cross_entropy_of_logits",
        (
            r"-\log\frac{e^{z_y}}{\sum e^{z_j}}",
            r"-\log\frac{e^{z_y}}{\sum_j e^{z_j}}",
            r"L=-z_y+\log\sum_j e^{z_j}",
            r"\log\sum_j e^{z_j} - z_y",
        ),
    ),
    (
        34,
        "cross_entropy_of_a_class",
        (
            r"-\log\mathrm{softmax}(z)_y",
            r"\mathcal{L} = -\log [\mathrm{softmax}(z)]_{y}",
            r"L = -\ln(\mathrm{softmax}(z))_c",
        ),
    ),
    (
        34,
        "mean_cross_entropy",
        (
            r"L = -\frac{1}{N}\sum_{i=1}^N\sum_{c=1}^C y_{ic}\log p_{ic}",
            r"L = -\frac1N \sum_i \sum_k t_{ik} \log y_{ik}",
        ),
    ),
    (
        35,
        "kullback_leibler_divergence",
        (
            r"\sum p\log\frac pq",
            r"\sum_i p_i\log\frac{p_i}{q_i}",
            r"D_{KL}(P\|Q)=\sum_x P(x)\log\frac{P(x)}{Q(x)}",
            r"\sum_i p_i (\log p_i - \log q_i)",
        ),
    ),
    (
        36,
        "pre_norm_feed_forward",
        (
            r"x+F(\mathrm{LN}(x)),\ F(x)=\max(0,xW_1+b_1)W_2+b_2",
            r"x + \mathrm{FFN}(\mathrm{LN}(x))",
            r"y = x + \max(0, \mathrm{LN}(x)W_1+b_1)W_2+b_2",
            r"\mathrm{FFN}(\mathrm{LayerNorm}(x)) + x",
        ),
    ),
    (
        36,
        "post_norm_feed_forward",
        (
            r"\mathrm{LN}(x + \mathrm{FFN}(x))",
            r"\mathrm{LayerNorm}(x + \mathrm{Sublayer}(x)),\ \mathrm{Sublayer}(x)=\max(0,xW_1+b_1)W_2+b_2",
            r"y = \mathrm{LayerNorm}(\mathrm{FFN}(x) + x)",
        ),
    ),
    (
        36,
        "add_and_norm",
        (
            r"\mathrm{LayerNorm}(x + y)",
            r"\mathrm{LN}(X + Z)",
        ),
    ),
    (36, "residual_attention", (r"X + \mathrm{Attention}(Q,K,V)",)),
    (
        37,
        "low_rank_update",
        (
            r"W_0x+\frac{\alpha}{r}BAx",
            r"h = W_0 x + \frac{\alpha}{r} B A x",
            r"W x + \frac{\alpha}{r} (BA) x",
        ),
    ),
    (
        38,
        "adam_step",
        (
            r"\theta-\eta\hat m/(\sqrt{\hat v}+\epsilon)",
            r"\theta_t=\theta_{t-1}-\eta\frac{\hat m_t}{\sqrt{\hat v_t}+\epsilon}",
            r"\theta_{t+1} = \theta_t - \frac{\eta}{\sqrt{\hat{v}_t} + \epsilon} \hat{m}_t",
        ),
    ),
    (
        39,
        "softmax_jacobian",
        (
            r"\mathrm{diag}(p)-pp^\top",
            r"J_{ij}=p_i(\delta_{ij}-p_j)",
            r"\frac{\partial p_i}{\partial x_j}=p_i(\delta_{ij}-p_j)",
        ),
    ),
    (
        42,
        "attention_free",
        (
            r"O_i=\sigma(q_i)\odot\frac{\sum_{j} e^{k_j+w_{ij}}\odot v_j}{\sum_{j} e^{k_j+w_{ij}}}",
            r"Y_t=\sigma(Q_t)\odot\frac{\sum_{t'=1}^T\exp(K_{t'}+w_{t,t'})\odot V_{t'}}{\sum_{t'=1}^T\exp(K_{t'}+w_{t,t'})}",
        ),
    ),
    (
        43,
        "sparsemax",
        (
            r"\mathrm{sparsemax}(z)",
            r"p = \text{sparsemax}(z)",
        ),
    ),
    (
        46,
        "latent_scores",
        (
            r"Q(CU_K)^\top",
            r"(QU_K^\top)C^\top",
        ),
    ),
    (
        7,
        "grouped_heads",
        (
            r"head_i=\mathrm{Attn}(Q_i,K_{g(i)},V_{g(i)})",
            r"O_i = \mathrm{Attention}(Q_i, K_{g(i)}, V_{g(i)})",
        ),
    ),
    (
        11,
        "relative_bias",
        (
            r"S_{ij}+b_{i-j}",
            r"S'_{ij} = S_{ij} + b_{i-j}",
            r"A_{ij} = b_{i-j} + S_{ij}",
        ),
    ),
    (
        13,
        "rotary_position",
        (
            r"R_{\Theta,m}q,\ \theta_i=10000^{-2i/d}",
            r"\mathrm{RoPE}(x, m)",
            r"\text{RoPE}(q, m)",
        ),
    ),
    (
        20,
        "MAB",
        (
            r"\mathrm{MAB}(S,X)",
            r"\mathrm{MAB}(X,Y) = \mathrm{LayerNorm}(H + \mathrm{rFF}(H)), \quad H = \mathrm{LayerNorm}(X + \mathrm{MultiHead}(X,Y,Y))",
            r"\mathrm{PMA}_k(Z) = \mathrm{MAB}(S, Z)",
        ),
    ),
    (
        20,
        "SAB",
        (
            r"\mathrm{SAB}(X)",
            r"\mathrm{SAB}(X) = \mathrm{MAB}(X, X)",
            r"Z = \text{MAB}(X, X)",
        ),
    ),
    (
        22,
        "block_means",
        (
            r"K'=\mathrm{Conv}_s(K)",
            r"K'_i = \frac{1}{s}\sum_{t=1}^{s} K_{(i-1)s+t}",
            r"\bar{K} = \mathrm{MeanPool}_s(K)",
        ),
    ),
    (
        40,
        "variance_of_dot_product",
        (
            r"\mathrm{Var}(q\cdot k)=d_k",
            r"\operatorname{Var}(\mathbf{q}^\top \mathbf{k}) = d_k",
            r"\text{Var}(q^T k) = d",
        ),
    ),
    (
        41,
        "fourier_mixing",
        (
            r"\Re(\mathcal F_{seq}\mathcal F_{hid}x)",
            r"y = \Re\left(\mathcal{F}_{\text{seq}}\left(\mathcal{F}_{\text{h}}(x)\right)\right)",
            r"\mathrm{Re}(\mathrm{FFT}(\mathrm{FFT}(X)))",
        ),
    ),
    (
        43,
        "sparsemax",
        (
            r"\arg\min_{p\in\Delta}\|p-z\|^2",
            r"\operatorname*{arg\,min}_{p\in\Delta^{K-1}}\|p-z\|_2^2",
        ),
    ),
    (
        44,
        "top_k_weights",
        (
            r"\mathrm{softmax}(\mathrm{top}_k(S))",
            r"A = \text{softmax}(\text{TopK}(S, k))",
            r"\operatorname{softmax}(\operatorname{topk}(S, 2))",
        ),
    ),
    (44, "top_k_attention", (r"\mathrm{softmax}\left(\mathrm{top}_k\left(\frac{QK^\top}{\sqrt{d_k}}\right)\right)V",)),
    (
        45,
        "talking_heads",
        (
            r"S'_{aij} = \sum_{b} P_{ab} S_{bij}",
            r"\tilde{S}_{h,i,j} = \sum_{g=1}^{H} P_{h,g} S_{g,i,j}",
            r"P \in \mathbb{R}^{h \times h}, S \in \mathbb{R}^{h \times n \times m}, \quad P \cdot S",
            r"P \in \mathbb{R}^{g \times h}, S \in \mathbb{R}^{h \times n \times m}, \quad T_a = \sum_b P_{ab} S_b",
        ),
    ),
    (46, "latent_scores", (r"Q(cU_K)^\top=(QU_K^\top)c^\top",)),
    (
        6,
        "multi_head_attention",
        (
            r"\mathrm{MHA}(Q,K,V) = [\mathrm{head}_1; \dots; \mathrm{head}_h]W^O, \quad \mathrm{head}_i = \mathrm{Attn}(QW_i^Q, KW_i^K, VW_i^V)",
        ),
    ),
    (
        15,
        "linear_attention",
        (r"\phi(x)=\mathrm{elu}(x)+1,\ O_i = \frac{\phi(Q_i)^\top \sum_j \phi(K_j) V_j^\top}{\phi(Q_i)^\top \sum_j \phi(K_j)}",),
    ),
    (15, "linear_attention", (r"\frac{\phi(Q)(\phi(K)^\top V)}{\phi(Q)\phi(K)^\top 1}",)),
    (15, "linear_attention_unnormalised", (r"\text{LinearAttention}(Q, K, V) = \phi(Q)(\phi(K)^T V)",)),
    (
        36,
        "pre_norm_feed_forward",
        (
            r"x+F(\mathrm{LN}(x))",
            r"x' = x + \text{SubLayer}(\text{LayerNorm}(x))",
        ),
    ),
    (36, "post_norm_feed_forward", (r"\text{LayerNorm}(x + \text{Sublayer}(x))",)),
    (13, "rotary_position", (r"q_m = R_{\Theta,m} q", r"\tilde{\boldsymbol{q}}_m = R_{\Theta,m}\cdot \boldsymbol{q}_m")),
    (19, "graph_attention_score_of_mapped_nodes", (r"e_{ij}=\text{LeakyReLU}(a^T[h_i'||h_j'])",)),
    (
        20,
        "MAB",
        (
            (
                r"\mathrm{MAB}(X, Y) = \mathrm{LN}(H + \mathrm{rFF}(H)), \quad"
                r" H = \mathrm{LN}(X + \mathrm{Multihead}(X, Y, Y; \omega))"
            ),
        ),
    ),
    (26, "log_sum_exp", (r"\log \sum_{i=1}^n \exp(x_i) = \max_i x_i + \log \sum_{i=1}^n \exp(x_i - \max_j x_j)",)),
    (27, "online_softmax_merge", (r"l_{new} = l_{old} \cdot e^{m_{old} - m_{new}} + l_{block} \cdot e^{m_{block} - m_{new}}",)),
    (29, "standardisation_by_deviation", (r"\text{LayerNorm}(x) = \gamma \frac{x - \mu}{\sigma + \epsilon} + \beta",)),
    (33, "gated_unit_with_shifts", (r"\text{SwiGLU}(x, W, V, b, c) = \text{Swish}(xW + b) \odot (xV + c)",)),
    (
        41,
        "fourier_mixing",
        (r"y=\mathfrak{R}(\mathcal{F}_{seq}(\mathcal{F}_h(x)))", r"y = \mathcal{R}(\mathcal{F}_{seq}(\mathcal{F}_h(x)))"),
    ),
    (
        42,
        "attention_free",
        (
            (
                r"Y_t = \sigma_q(Q_t) \odot \frac{\sum_{t'=1}^T \exp(K_{t'} + w_{t,t'}) \odot V_{t'}}"
                r"{\sum_{t'=1}^T \exp(K_{t'} + w_{t,t'})}"
            ),
        ),
    ),
    (21, "cross_attention", (r"\mathrm{softmax}\left(\frac{XW^Q(YW^K)^\top}{\sqrt{d_k}}\right)YW^V",)),
    (
        27,
        "online_softmax_sum",
        (
            r"\ell_{new} = \sum_{j=1}^{B} \exp(s_j - m_{new}) + \exp(m - m_{new}) \ell",
            r"m' = \max(m, \max_j s_j), \quad \ell' = e^{m - m'} \ell + \sum_j e^{s_j - m'}",
        ),
    ),
    (
        42,
        "attention_free",
        (r"\sigma(q)\odot\frac{\sum e^{k+w}v}{\sum e^{k+w}}",),
    ),
    (
        42,
        "attention_free",
        (r"Y_t=\mathrm{sigmoid}(Q_t)\odot\frac{\sum_{s}\exp(K_s+w_{ts})\odot V_s}{\sum_{s}\exp(K_s+w_{ts})}",),
    ),
    (47, "difference_of_weights", (r"O = (A_1 - \lambda A_2) V",)),
    (
        47,
        "differential_attention",
        (
            r"\left(\mathrm{softmax}\left(\frac{Q_1K_1^\top}{\sqrt{d}}\right)-\lambda\,\mathrm{softmax}\left(\frac{Q_2K_2^\top}{\sqrt{d}}\right)\right)V",
        ),
    ),
    (47, "difference_of_weights", (r"(A_1-\lambda A_2)V",)),
)
SPELLINGS = [
    pytest.param(family, latex, id=f"{number}-{family}-{k}") for number, family, spellings in CATALOGUE for k, latex in enumerate(spellings)
]


OF = {handler.name: handler for handler in builtin() if isinstance(handler, Family)}


def verdict_on(latex: str, *, pictures: bool = False) -> Judgement:
    """The judgement of a formula in a note with attention, beside which common families are reported, too."""
    formulas = (latex, ATTENTION)
    note = NoteMath(tuple(Formula(one, k + 1, True, Span(1000 * k, 1000 * k + len(one) + 4)) for k, one in enumerate(formulas)))
    return judge(note, 0, VOCABULARY, pictures=pictures)


@pytest.mark.parametrize(("family", "latex"), SPELLINGS)
def test_recognised_and_verified(family: str, latex: str) -> None:
    verdict = verdict_on(latex).verdict
    assert (verdict.handler, verdict.status) == (family, "verified")
    assert not [check for check in verdict.checks if check.detail.key == "handler.failed"]


def test_all_entries_have_three_spellings() -> None:
    spellings = {number: [latex for entry, _, several in CATALOGUE if entry == number for latex in several] for number in range(1, 48)}
    assert {number for number, several in spellings.items() if len(several) < 3} == set()


@pytest.mark.parametrize(("number", "name", "latex"), [pytest.param(n, f, s[0], id=f"{n}-{f}") for n, f, s in CATALOGUE])
def test_every_voice_speaks_and_a_picture_is_drawn(number: int, name: str, latex: str) -> None:
    judgement, family = verdict_on(latex, pictures=True), OF[name]
    spoken = {check.name for check in judgement.verdict.checks if check.passed}
    assert {invariant.name for invariant in family.invariants} <= spoken
    assert family.reference is None or "reference" in spoken
    assert family.reference is not None or family.invariants or family.statistic
    assert judgement.images
    assert judgement.exhibit is not None
    assert judgement.exhibit.notes
    assert all(note.key in sentences(language) for note in judgement.exhibit.notes for language in ("en", "zh"))


NEAR = (
    ("sliding_window_mask", r"M_{ij} = \begin{cases} 0 & i - w < j \\ -\infty & \text{otherwise} \end{cases}"),
    ("local_mask", r"M_{ij} = \begin{cases} 0 & |i - j| \ge w \\ -\infty & \text{otherwise} \end{cases}"),
    ("linear_bias", r"S_{ij} - m \cdot (i + j)"),
    (
        "graph_attention",
        r"\alpha_{ij} = \frac{\exp(\mathrm{LeakyReLU}(a^\top[Wh_i\|Wh_j]))}{\sum_k \exp(\mathrm{LeakyReLU}(a^\top[Wh_k\|Wh_j]))}",
    ),
    ("graph_attention_score_v2", r"e_{ij}=\mathrm{LeakyReLU}(a^\top[Wh_i\|Wh_j])"),
    ("multi_query_head", r"head_i = \mathrm{softmax}\left(\frac{X W_i^Q (X W_i^K)^\top}{\sqrt{d_k}}\right) X W_i^V"),
    ("latent_scores", r"Q(CU)"),
    ("pre_norm_feed_forward", r"x + \max(0, xW_1+b_1)W_2+b_2"),
    ("post_norm_feed_forward", r"x + \mathrm{LN}(\mathrm{FFN}(x))"),
    ("linear_attention_unnormalised", r"\phi(Q)(\phi(K) V)"),
    ("linear_attention", r"\frac{\phi(Q)(\phi(K)^\top V)}{\phi(K)\phi(Q)^\top 1}"),
    ("gated_unit_with_shifts", r"\mathrm{Swish}(xW + b) + (xV + c)"),
    ("graph_attention_score_of_mapped_nodes", r"e_{ij}=\mathrm{LeakyReLU}(a^\top[h_j\|h_i])"),
    ("online_softmax_merge", r"l e^{m - M} + b e^{n + M}"),
    ("standardisation_by_deviation", r"\gamma \frac{x + \mu}{\sigma + \epsilon} + \beta"),
    ("rotary_position", r"q_m = R_m q"),
    ("residual_attention", r"X - \mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V"),
    ("softmax_with_sink", r"p_i = \frac{e^{x_i}}{s + \sum_j e^{x_j}}"),
    ("scaled_random_features", r"\phi_i = \frac{1}{r} e^{w_i^\top x - \|x\|^2/2}"),
    ("softmax_jacobian", r"J_{ij} = p_i(\delta_{ij} + p_j)"),
    ("log_sum_exp", r"\max_i x_i + \log\sum_i e^{x_i}"),
)


@pytest.mark.parametrize(("family", "latex"), NEAR)
def test_what_only_looks_like_it_is_left_alone(family: str, latex: str) -> None:
    note = NoteMath((Formula(latex, 1, True, Span(0, len(latex) + 4)),))
    assert judge(note, 0, VOCABULARY, pictures=False).verdict.handler != family
