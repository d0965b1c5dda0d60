# Part of the fused project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random numbers."""

import jax
import jax.numpy as jnp

from ._cases import KEY, V, X, case, floats

case("random_bits", lambda k: jax.random.bits(k, (5, 7)), KEY)
case("random_bits_odd", lambda k: jax.random.bits(k, (5, 3, 7)), KEY)
case("random_bits_u8", lambda k: jax.random.bits(k, (5, 7), "uint8"), KEY)
case("random_bits_u16", lambda k: jax.random.bits(k, (5, 7), "uint16"), KEY)
case("random_raw_key", lambda k: jax.random.bits(k, (5, 7)), jax.random.PRNGKey(7))
case("random_uniform", lambda k: jax.random.uniform(k, (5, 7)), KEY)
case("random_uniform_bf16", lambda k: jax.random.uniform(k, (5, 7), "bfloat16"), KEY)
case("random_normal", lambda k: jax.random.normal(k, (5, 7)), KEY)
case("random_truncated_normal", lambda k: jax.random.truncated_normal(k, -2, 2, (5, 7)), KEY)
case("random_bernoulli", lambda k: jax.random.bernoulli(k, 0.3, (5, 7)), KEY)
case("random_randint", lambda k: jax.random.randint(k, (5, 7), -10, 30), KEY)
case("random_split", lambda k: jax.random.split(k, 5), KEY)
case("random_split_use", lambda k: jax.vmap(lambda k: jax.random.normal(k, (3,)))(jax.random.split(k, 5)), KEY)
case("random_fold_in", lambda k, i: jax.random.fold_in(k, i), KEY, jnp.int32(8))
case("random_seed", lambda i: jax.random.key(i), jnp.int32(8))
case("random_prngkey", lambda i: jax.random.PRNGKey(i), jnp.int32(8))
case("random_categorical", lambda k, x: jax.random.categorical(k, x), KEY, X)
case("random_gumbel", lambda k: jax.random.gumbel(k, (5, 7)), KEY)
case("random_exponential", lambda k: jax.random.exponential(k, (5, 7)), KEY)
case("random_laplace", lambda k: jax.random.laplace(k, (5, 7)), KEY)
case("random_permutation", lambda k: jax.random.permutation(k, 17), KEY)
case("random_permutation_rows", lambda k, x: jax.random.permutation(k, x), KEY, X)
case("random_choice", lambda k, x: jax.random.choice(k, x, (4,)), KEY, V)
case("random_choice_no_replace", lambda k, x: jax.random.choice(k, x, (4,), replace=False), KEY, V)
case("random_choice_p", lambda k, x: jax.random.choice(k, x, (4,), p=jnp.ones(7) / 7), KEY, V)
case("random_gamma", lambda k: jax.random.gamma(k, 2.0, (5,)), KEY)
case("random_beta", lambda k: jax.random.beta(k, 2.0, 3.0, (5,)), KEY)
case("random_dirichlet", lambda k: jax.random.dirichlet(k, jnp.ones(3), (5,)), KEY)
case("random_poisson", lambda k: jax.random.poisson(k, 3.0, (5,)), KEY)
case("random_cauchy", lambda k: jax.random.cauchy(k, (5,)), KEY)
case("random_t", lambda k: jax.random.t(k, 3.0, (5,)), KEY)
case("random_rademacher", lambda k: jax.random.rademacher(k, (5,)), KEY)
case("random_rbg", lambda k: jax.random.normal(k, (5, 7)), jax.random.key(3, impl="rbg"))
case("random_unsafe_rbg", lambda k: jax.random.normal(k, (5, 7)), jax.random.key(3, impl="unsafe_rbg"))
case("key_data", lambda k: jax.random.key_data(k), KEY)
case("wrap_key_data", lambda k: jax.random.normal(jax.random.wrap_key_data(k), (3,)), jax.random.PRNGKey(7))
case("dropout", lambda k, x: jnp.where(jax.random.bernoulli(k, 0.8, x.shape), x / 0.8, 0), KEY, floats(33, 65))
case("key_passes", lambda k, x: (k, x * 2), KEY, X)
case("keys_array", lambda k: jax.random.normal(k[1], (3,)), jax.random.split(KEY, 3))
