"""Messages of the GPU lab: every sentence in English and German, by key."""

from __future__ import annotations

from wishstone.game.words import Lexicon

WORDS: dict[str, tuple[str, str]] = {
    "gpu-package": (
        "playing on a GPU needs the package numba-cuda; in Wishstone's folder: pip install '.[cuda]'",
        "auf einer GPU zu spielen braucht das Paket numba-cuda; im Ordner von Wishstone: pip install '.[cuda]'",
    ),
    "gpu-none": (
        "CUDA finds no GPU here ({reason}); it needs an NVIDIA GPU with its driver, and «nvidia-smi» should list it",
        "CUDA findet hier keine GPU ({reason}); nötig sind eine NVIDIA-GPU und ihr Treiber, «nvidia-smi» sollte sie "
        "nennen",
    ),
    "gpu-torch": (
        "this needs PyTorch, built for CUDA; pytorch.org says how to install it",
        "dies braucht PyTorch für CUDA; pytorch.org sagt, wie man es installiert",
    ),
    "gpu-bots": (
        "on a GPU play {known}, and not «{name}»; leave --gpu out for other bots",
        "auf einer GPU spielen {known}, nicht «{name}»; lass für andere Bots --gpu weg",
    ),
}
LEXICON = Lexicon(WORDS)
