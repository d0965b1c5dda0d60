# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Training steps of Hugging Face's Flax models, with random weights and tiny configurations.

They need `transformers` before version 5."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import optax
import transformers as tf

from ._training import Model, classes, cross_entropy, make_step, tokens

MODELS: dict[str, Callable[[], Model]] = {}

_clip = jnp.clip


def _clip_as_before(x: Any, low: Any = None, high: Any = None, *, a_min: Any = None, a_max: Any = None) -> jax.Array:
    return _clip(x, low if a_min is None else a_min, high if a_max is None else a_max)


# Models of T5 use names of arguments that JAX has removed.
jnp.clip = _clip_as_before


def model(name: str, make: Callable[[], Any], loss: Callable, batch: Callable, optimizer: Any = None) -> None:
    def build() -> Model:
        module, chosen = make(), optimizer or optax.adamw(1e-3)
        step = make_step(chosen, lambda params, batch, key: loss(module, params, batch, key))
        return step, (module.params, chosen.init(module.params), jax.random.PRNGKey(1)), batch

    MODELS[name] = build


SMALL = dict(hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64, vocab_size=64)


def causal(module: Any, params: Any, batch: Any, key: Any) -> jax.Array:
    logits = module(input_ids=batch[:, :-1], params=params, dropout_rng=key, train=True).logits
    return cross_entropy(logits, batch[:, 1:])


def causal_without_dropout(module: Any, params: Any, batch: Any, key: Any) -> jax.Array:
    logits = module(input_ids=batch[:, :-1], params=params).logits
    return cross_entropy(logits, batch[:, 1:])


def masked(module: Any, params: Any, batch: Any, key: Any) -> jax.Array:
    logits = module(input_ids=batch[:, :-1], params=params, dropout_rng=key, train=True).logits
    return cross_entropy(logits, batch[:, :-1])


def classify(module: Any, params: Any, batch: Any, key: Any) -> jax.Array:
    logits = module(input_ids=batch[:, :-1], params=params, dropout_rng=key, train=True).logits
    return cross_entropy(logits, batch[:, 0] % logits.shape[-1])


def sequence(module: Any, params: Any, batch: Any, key: Any) -> jax.Array:
    source, target = batch[:, :-1], batch[:, ::-1][:, :-1]
    decoder = jnp.concatenate([jnp.zeros_like(target[:, :1]), target[:, :-1]], axis=1)
    logits = module(input_ids=source, decoder_input_ids=decoder, params=params, dropout_rng=key, train=True).logits
    return cross_entropy(logits, target)


def images(number: int) -> Any:
    x, y = classes(number, 3, 16, 16, size=8)
    return x, y


def picture(module: Any, params: Any, batch: Any, key: Any) -> jax.Array:
    logits = module(pixel_values=batch[0], params=params, dropout_rng=key, train=True).logits
    return cross_entropy(logits, batch[1])


model("bert_mlm", lambda: tf.FlaxBertForMaskedLM(tf.BertConfig(**SMALL)), masked, tokens)
model(
    "bert_classifier",
    lambda: tf.FlaxBertForSequenceClassification(tf.BertConfig(**SMALL)),
    classify,
    tokens,
    optax.sgd(0.05, 0.9),
)
model(
    "distilbert_mlm",
    lambda: tf.FlaxDistilBertForMaskedLM(
        tf.DistilBertConfig(dim=32, n_layers=2, n_heads=4, hidden_dim=64, vocab_size=64)
    ),
    masked,
    tokens,
)
model("roberta_mlm", lambda: tf.FlaxRobertaForMaskedLM(tf.RobertaConfig(**SMALL)), masked, tokens)
model("albert_mlm", lambda: tf.FlaxAlbertForMaskedLM(tf.AlbertConfig(embedding_size=16, **SMALL)), masked, tokens)
model("electra_mlm", lambda: tf.FlaxElectraForMaskedLM(tf.ElectraConfig(embedding_size=16, **SMALL)), masked, tokens)
GPT2 = dict(n_embd=32, n_layer=2, n_head=4, vocab_size=64, n_positions=32)
model(
    "gpt2",
    lambda: tf.FlaxGPT2LMHeadModel(tf.GPT2Config(**GPT2)),
    causal,
    tokens,
    optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(1e-3)),
)
model("gpt2_bf16", lambda: tf.FlaxGPT2LMHeadModel(tf.GPT2Config(**GPT2), dtype=jnp.bfloat16), causal, tokens)
model("gptj", lambda: tf.FlaxGPTJForCausalLM(tf.GPTJConfig(rotary_dim=4, **GPT2)), causal, tokens)
model(
    "gpt_neo",
    lambda: tf.FlaxGPTNeoForCausalLM(
        tf.GPTNeoConfig(
            hidden_size=32,
            num_layers=2,
            num_heads=4,
            intermediate_size=64,
            vocab_size=64,
            attention_types=[[["global", "local"], 1]],
            window_size=4,
            max_position_embeddings=32,
        )
    ),
    causal,
    tokens,
)
model(
    "opt",
    lambda: tf.FlaxOPTForCausalLM(
        tf.OPTConfig(
            hidden_size=32,
            num_hidden_layers=2,
            num_attention_heads=4,
            ffn_dim=64,
            vocab_size=64,
            word_embed_proj_dim=32,
            max_position_embeddings=32,
        )
    ),
    causal_without_dropout,
    tokens,
)
model("llama", lambda: tf.FlaxLlamaForCausalLM(tf.LlamaConfig(max_position_embeddings=32, **SMALL)), causal, tokens)
model(
    "gemma",
    lambda: tf.FlaxGemmaForCausalLM(
        tf.GemmaConfig(max_position_embeddings=32, num_key_value_heads=2, head_dim=8, **SMALL)
    ),
    causal,
    tokens,
)
model(
    "mistral",
    lambda: tf.FlaxMistralForCausalLM(tf.MistralConfig(max_position_embeddings=32, num_key_value_heads=2, **SMALL)),
    causal,
    tokens,
)
model(
    "bloom",
    lambda: tf.FlaxBloomForCausalLM(tf.BloomConfig(hidden_size=32, n_layer=2, n_head=4, vocab_size=64)),
    causal,
    tokens,
)
model(
    "xglm",
    lambda: tf.FlaxXGLMForCausalLM(
        tf.XGLMConfig(
            d_model=32, num_layers=2, attention_heads=4, ffn_dim=64, vocab_size=64, max_position_embeddings=32
        )
    ),
    causal,
    tokens,
)
T5 = dict(d_model=32, d_kv=8, d_ff=64, num_layers=2, num_heads=4, vocab_size=64)
model("t5", lambda: tf.FlaxT5ForConditionalGeneration(tf.T5Config(**T5)), sequence, tokens, optax.adafactor(1e-3))
model(
    "t5_gated",
    lambda: tf.FlaxT5ForConditionalGeneration(tf.T5Config(feed_forward_proj="gated-gelu", **T5)),
    sequence,
    tokens,
)
BART = dict(d_model=32, encoder_layers=2, decoder_layers=2, encoder_attention_heads=4, decoder_attention_heads=4,
            encoder_ffn_dim=64, decoder_ffn_dim=64, vocab_size=64, max_position_embeddings=32)  # fmt: skip
model("bart", lambda: tf.FlaxBartForConditionalGeneration(tf.BartConfig(**BART)), sequence, tokens)
model("pegasus", lambda: tf.FlaxPegasusForConditionalGeneration(tf.PegasusConfig(**BART)), sequence, tokens)
VIT = dict(
    hidden_size=32,
    num_hidden_layers=2,
    num_attention_heads=4,
    intermediate_size=64,
    image_size=16,
    patch_size=4,
    num_labels=10,
)
model("vit", lambda: tf.FlaxViTForImageClassification(tf.ViTConfig(**VIT)), picture, images)
model("beit", lambda: tf.FlaxBeitForImageClassification(tf.BeitConfig(**VIT)), picture, images)
model(
    "resnet",
    lambda: tf.FlaxResNetForImageClassification(
        tf.ResNetConfig(embedding_size=8, hidden_sizes=[8, 16], depths=[1, 1], layer_type="basic", num_labels=10)
    ),
    lambda m, p, b, k: cross_entropy(m(pixel_values=b[0], params=p).logits, b[1]),
    images,
)
