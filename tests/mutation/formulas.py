"""The formulas whose mutants are hunted: all kinds that notes hold, as (LaTeX, formulas around it)."""

from __future__ import annotations

Formula = tuple[str, tuple[str, ...]]

ATTENTION = r"\mathrm{Attention}(Q, K, V) = \mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V"
CAUSAL = r"M_{ij} = \begin{cases} 0 & \text{if } j \le i \\ -\infty & \text{if } j > i \end{cases}"

ATTENTIONS: tuple[Formula, ...] = (
    (ATTENTION, ()),
    (r"Attention(Q, K, V) = softmax(\frac{Q K^T}{\sqrt{d_k}}) V", ()),
    (r"O_i = \sum_j \frac{\exp(Q_i^\top K_j / \sqrt{d_k})}{\sum_l \exp(Q_i^\top K_l / \sqrt{d_k})} V_j", ()),
    (r"\mathrm{softmax}(QK^\top)V", ()),
    (r"\mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}} + M\right)V", (CAUSAL,)),
    (r"A = \mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}} + M\right)", ()),
    (r"A = \mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)", ()),
    (r"\alpha_{ij} = \frac{\exp(Q_i^\top K_j / \sqrt{d_k})}{\sum_l \exp(Q_i^\top K_l / \sqrt{d_k})}", ()),
    (r"S = \frac{QK^\top}{\sqrt{d_k}}", ()),
    (r"Y = \mathrm{softmax}\left(\frac{(XW_Q)(XW_K)^\top}{\sqrt{d_k}}\right)(XW_V)", ()),
    (r"\mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V", (r"Q = ZW^Q", r"K = ZW^K", r"V = ZW^V")),
    (r"\mathrm{softmax}\left(\frac{(XW_Q)(YW_K)^\top}{\sqrt{d_k}}\right)(YW_V)", ()),
    (r"\mathrm{softmax}(XX^\top)X", ()),
    (r"\mathrm{MultiHead}(Q, K, V) = \mathrm{Concat}(\mathrm{head}_1, \ldots, \mathrm{head}_h)W^O",
     (r"\mathrm{head}_i = \mathrm{Attention}(QW_i^Q, KW_i^K, VW_i^V)", ATTENTION)),
    (r"\sigma\left(\frac{QK^\top}{\sqrt{d_k}}\right)V", ()),
    (r"(A_1 - \lambda A_2)V",
     (r"A_1 = \mathrm{softmax}\left(\frac{Q_1K_1^\top}{\sqrt{d}}\right)",
      r"A_2 = \mathrm{softmax}\left(\frac{Q_2K_2^\top}{\sqrt{d}}\right)")),
    (r"\phi(x) = \mathrm{elu}(x) + 1, \quad O_i = \frac{\phi(Q_i)^\top \sum_j \phi(K_j) V_j^\top}{\phi(Q_i)^\top \sum_l \phi(K_l)}", ()),
    (r"O_i = \sigma(Q_i) \odot \frac{\sum_j e^{K_j + w_{ij}} \odot V_j}{\sum_l e^{K_l + w_{il}}}", ()),
    (r"c_i = \sum_j \alpha_{ij} h_j, \qquad \alpha_{ij} = \frac{\exp(e_{ij})}{\sum_k \exp(e_{ik})}", ()),
    (r"\alpha_{ij} = \frac{\exp(e_{ij})}{\sum_{k=1}^{n} \exp(e_{ik})}", (r"e_{ij} = w_i^\top W w_j",)),
    (r"O_{i} = \sum_{j \le i} A_{ij} \cdot v_j", ()),
)  # fmt: skip
SCORES: tuple[Formula, ...] = (
    (r"e_{ij} = v^\top \tanh(W s_i + U h_j)", ()),
    (r"e_{t,i} = v^\top \tanh(W_h h_i + W_s s_t + b)", ()),
    (r"\mathrm{score}(h_t, \bar{h}_s) = v_a^\top \tanh(W_a [h_t ; \bar{h}_s])", ()),
    (r"e_{ij} = s_i^\top W h_j", ()),
    (r"e_{ij} = \mathrm{LeakyReLU}(a^\top [W h_i \| W h_j])", ()),
    (r"\mathrm{score}_{ij} = \frac{q_i^\top k_j}{\sqrt{d_k}} - m_h \cdot |i - j|", ()),
    (r"S_{ij} - m \cdot (i - j)", ()),
    (r"c \tanh\left(\frac{S}{c}\right)", ()),
    (r"\cos\theta = \frac{\vec{a} \cdot \vec{b}}{\|\vec{a}\| \|\vec{b}\|}", ()),
    (r"\sum_{i=1}^{n} a_i b_i", ()),
    (CAUSAL, ()),
    (r"XX^\top", ()),
    (r"h_t = \tanh(W h_{t-1} + U x_t)", (r"h_0 = b",)),
    (r"Q = XW", ()),
    (r"h = Wx + \frac{\alpha}{r}BAx", ()),
)
NORMALISATIONS: tuple[Formula, ...] = (
    (r"p_i = \frac{e^{x_i}}{\sum_j e^{x_j}}", ()),
    (r"P_i = \frac{e^{z_i / T}}{\sum_{j=1}^{n} e^{z_j / T}}", ()),
    (r"p_i = \frac{e^{x_i}}{1 + \sum_j e^{x_j}}", ()),
    (r"\log \sum_i e^{x_i}", ()),
    (r"e^{m - M} l + \sum_j e^{s_j - M}", ()),
    (r"\mathrm{diag}(\mathbf{p}) - \mathbf{p}\mathbf{p}^\top", ()),
    (r"\mathrm{softmax}(X)", ()),
    (r"\mathrm{LayerNorm}(x) = \gamma \odot \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} + \beta",
     (r"\mu = \frac{1}{d}\sum_{i=1}^{d} x_i", r"\sigma^2 = \frac{1}{d}\sum_{i=1}^{d} (x_i - \mu)^2")),
    (r"y_i = \frac{x_i - \mu}{\sqrt{\sigma^2 + \epsilon}}",
     (r"\mu = \frac{1}{d}\sum_{i=1}^{d} x_i", r"\sigma^2 = \frac{1}{d}\sum_{i=1}^{d} (x_i - \mu)^2")),
    (r"\mathrm{RMSNorm}(x) = \frac{x}{\sqrt{\frac{1}{d} \sum_{i=1}^d x_i^2 + \epsilon}} \cdot \gamma", ()),
    (r"\frac{x}{\sqrt{\frac{1}{d}\sum_{i=1}^{d} x_i^2}}", ()),
    (r"PE_{(pos, 2i)} = \sin\left(\frac{pos}{10000^{2i/d}}\right)", ()),
    (r"\begin{pmatrix} \cos m\theta & -\sin m\theta \\ \sin m\theta & \cos m\theta \end{pmatrix}\begin{pmatrix} x \\ y \end{pmatrix}", ()),
)  # fmt: skip
NETWORKS: tuple[Formula, ...] = (
    (r"\mathrm{FFN}(x) = \max(0, xW_1 + b_1)W_2 + b_2", ()),
    (r"\mathrm{FFN}(x) = W_2 \cdot \mathrm{ReLU}(W_1 x + b_1) + b_2", ()),
    (r"\mathrm{FFN}(x) = \mathrm{GELU}(xW_1 + b_1)W_2 + b_2", ()),
    (r"\mathrm{SwiGLU}(x) = (\mathrm{Swish}(xW) \odot xV)W_2", ()),
    (r"\frac{x}{2}\left(1 + \tanh\left(\sqrt{\frac{2}{\pi}}\left(x + 0.044715 x^3\right)\right)\right)", ()),
    (r"\mathrm{Swish}(x) = x \sigma(x)", ()),
    (r"\begin{cases} x & \text{if } x > 0 \\ \alpha (e^x - 1) & \text{otherwise} \end{cases}", ()),
    (r"\mathrm{ReLU}(x) = \max(0, x)", ()),
    (r"\sigma(x) = \frac{1}{1 + e^{-x}}", ()),
    (r"\tanh(x) = \frac{e^x - e^{-x}}{e^x + e^{-x}}", ()),
    (r"h_t = \tanh(W_{hh} h_{t-1} + W_{xh} x_t + b_h)", ()),
    (r"\theta - \eta \frac{m}{\sqrt{v} + \epsilon}", ()),
    (r"\hat{m}_t = \frac{m_t}{1 - \beta_1^t}", ()),
)
STATISTICS: tuple[Formula, ...] = (
    (r"H(p) = -\sum_i p_i \log p_i", ()),
    (r"H(p, q) = -\sum_i p_i \log q_i", ()),
    (r"D(p, q) = \sum_i p_i \log \frac{p_i}{q_i}", ()),
    (r"L = -\frac{1}{N}\sum_{i=1}^N [y_i \log(\hat{y}_i) + (1 - y_i) \log(1 - \hat{y}_i)]", ()),
    (r"\mathrm{MSE} = \frac{1}{n}\sum_{i=1}^n (y_i - \hat{y}_i)^2", ()),
    (r"r = \frac{\sum(x_i-\bar{x})(y_i-\bar{y})}{\sqrt{\sum(x_i-\bar{x})^2\sum(y_i-\bar{y})^2}}", ()),
    (r"\Sigma = \frac{1}{n-1} X^T X", ()),
    (r"d_M(x,\mu)^2 = (x-\mu)^T\Sigma^{-1}(x-\mu)", ()),
    (r"\hat{\beta} = (X^T X + \lambda I)^{-1} X^T Y", ()),
    (r"\hat{y} = \arg\max_k p_k", ()),
    (r"\sum_{t=1}^{T} (n + t) = nT + \frac{T(T+1)}{2}", ()),
    (r"\det(A) = \begin{vmatrix} a & b \\ c & d \end{vmatrix} = ad - bc", ()),
    (r"(a + b)^2 = a^2 + 2ab + b^2", ()),
)
FORMULAS: tuple[Formula, ...] = (*ATTENTIONS, *SCORES, *NORMALISATIONS, *NETWORKS, *STATISTICS)
