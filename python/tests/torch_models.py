# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of PyTorch that the tests train."""

import math

import torch
from torch import nn

TOKENS = 50
CLASSES = 10


class Sequence(nn.Module):
    """A model of tokens that gives the scores of each token in one dimension."""

    def __init__(self, width: int, body: nn.Module) -> None:
        super().__init__()
        self.embedding = nn.Embedding(TOKENS, width, padding_idx=0)
        self.body = body
        self.head = nn.Linear(width, TOKENS)

    def forward(self, tokens):
        return self.head(self.body(self.embedding(tokens))).flatten(0, 1)


class VisionTransformer(nn.Module):
    def __init__(self, width: int = 32) -> None:
        super().__init__()
        self.patches = nn.Conv2d(3, width, 4, 4)
        self.token = nn.Parameter(torch.zeros(1, 1, width))
        self.positions = nn.Parameter(torch.randn(1, 17, width) * 0.02)
        self.first = nn.LayerNorm(width)
        self.attention = nn.MultiheadAttention(width, 4, batch_first=True)
        self.second = nn.LayerNorm(width)
        self.layers = nn.Sequential(nn.Linear(width, 64), nn.GELU(), nn.Linear(64, width))
        self.head = nn.Linear(width, CLASSES)

    def forward(self, images):
        x = self.patches(images).flatten(2).transpose(1, 2)
        x = torch.cat([self.token.expand(x.shape[0], -1, -1), x], 1) + self.positions
        y = self.first(x)
        x = x + self.attention(y, y, y, need_weights=False)[0]
        x = x + self.layers(self.second(x))
        return self.head(x[:, 0])


class Mixer(nn.Module):
    def __init__(self, width: int = 32, places: int = 16) -> None:
        super().__init__()
        self.patches = nn.Conv2d(3, width, 4, 4)
        self.first = nn.LayerNorm(width)
        self.tokens = nn.Sequential(nn.Linear(places, 24), nn.GELU(), nn.Linear(24, places))
        self.second = nn.LayerNorm(width)
        self.channels = nn.Sequential(nn.Linear(width, 64), nn.GELU(), nn.Linear(64, width))
        self.head = nn.Linear(width, CLASSES)

    def forward(self, images):
        x = self.patches(images).flatten(2).transpose(1, 2)
        x = x + self.tokens(self.first(x).transpose(1, 2)).transpose(1, 2)
        x = x + self.channels(self.second(x))
        return self.head(x.mean(1))


class Masked(nn.Module):
    """A decoder layer with a causal mask and a mask of padding."""

    def __init__(self, width: int = 32) -> None:
        super().__init__()
        self.embedding = nn.Embedding(TOKENS, width)
        self.layer = nn.TransformerDecoderLayer(width, 4, 64, batch_first=True, norm_first=True)
        self.head = nn.Linear(width, TOKENS)

    def forward(self, tokens):
        x = self.embedding(tokens)
        causal = nn.Transformer.generate_square_subsequent_mask(tokens.shape[1])
        padding = torch.zeros(tokens.shape).masked_fill(tokens == 0, -1e9)
        x = self.layer(x, x, tgt_mask=causal, tgt_key_padding_mask=padding, tgt_is_causal=True)
        return self.head(x).flatten(0, 1)


class Recurrent(nn.Module):
    """PyTorch's own layer: torch.compile leaves it to PyTorch."""

    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.layer = nn.LSTM(width, width, batch_first=True)

    def forward(self, x):
        return self.layer(x)[0]


class WrittenGelu(nn.Module):
    def forward(self, x):
        return 0.5 * x * (1.0 + torch.tanh(math.sqrt(2.0 / math.pi) * (x + 0.044715 * torch.pow(x, 3.0))))


class Logits(nn.Module):
    """A language model of Hugging Face's."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, tokens):
        return self.model(input_ids=tokens).logits.flatten(0, 1)


def mlp():
    return nn.Sequential(nn.Linear(48, 64), nn.ReLU(), nn.Linear(64, CLASSES))


def encoder():
    layer = nn.TransformerEncoderLayer(32, 4, 64, batch_first=True)
    return Sequence(32, layer)


def convolutions():
    return nn.Sequential(
        nn.Conv2d(3, 8, 3, padding=1, bias=False),
        nn.BatchNorm2d(8),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(8, 16, 3, padding=1),
        nn.BatchNorm2d(16),
        nn.ReLU(),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Dropout(0.2),
        nn.Linear(16, CLASSES),
    )


def norms():
    return nn.Sequential(
        nn.Conv2d(3, 8, 3),
        nn.GroupNorm(2, 8),
        nn.SiLU(),
        nn.AvgPool2d(2),
        nn.ConvTranspose2d(8, 8, 2, 2),
        nn.InstanceNorm2d(8, affine=True),
        nn.LeakyReLU(),
        nn.Flatten(),
        nn.Linear(8 * 14 * 14, CLASSES),
    )


def bert():
    from transformers import BertConfig, BertForMaskedLM

    return Logits(
        BertForMaskedLM(
            BertConfig(
                vocab_size=TOKENS,
                hidden_size=32,
                num_hidden_layers=2,
                num_attention_heads=4,
                intermediate_size=64,
                max_position_embeddings=32,
            )
        ).train()
    )


def gpt2():
    from transformers import GPT2Config, GPT2LMHeadModel

    return Logits(
        GPT2LMHeadModel(
            GPT2Config(
                vocab_size=TOKENS, n_embd=32, n_layer=2, n_head=4, n_positions=32, bos_token_id=None, eos_token_id=None
            )
        ).train()
    )


def vectors(seed: int):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(16, 48, generator=generator), torch.randint(0, CLASSES, (16,), generator=generator)


def images(seed: int):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(8, 3, 16, 16, generator=generator), torch.randint(0, CLASSES, (8,), generator=generator)


def tokens(seed: int):
    generator = torch.Generator().manual_seed(seed)
    read = torch.randint(0, TOKENS, (4, 12), generator=generator)
    return read, read.flatten().roll(-1)


#: A function that makes the model, one that makes a batch from a seed, and what PyTorch computes with a warning.
def stop_dropping(model) -> None:
    """Switches dropout off: on a device the masks of programs are others than PyTorch's."""
    for module in model.modules():
        for name in ("p", "dropout", "attention_dropout", "dropout_prob"):
            if isinstance(getattr(module, name, None), float):
                setattr(module, name, 0.0)


MODELS = {
    "mlp": (mlp, vectors, set()),
    "encoder": (encoder, tokens, set()),
    "vit": (VisionTransformer, images, set()),
    "mixer": (Mixer, images, set()),
    "bert": (bert, tokens, set()),
    "gpt2": (gpt2, tokens, set()),
    "convolutions": (convolutions, images, set()),
    "norms": (norms, images, set()),
    "masked": (Masked, tokens, set()),
    "recurrent": (lambda: Sequence(16, Recurrent()), tokens, set()),
    "written gelu": (
        lambda: nn.Sequential(nn.Linear(48, 64), WrittenGelu(), nn.Dropout(0.1), nn.Linear(64, CLASSES)),
        vectors,
        set(),
    ),
}
