"""CUDA graphs: a function of the same tensors every time, recorded once and then repeated by the GPU alone."""

from __future__ import annotations

from collections.abc import Callable

from wishstone.train.nets.pytorch import torch

WARM_UP = 3  # calls before the recording, as PyTorch asks for


def captured(function: Callable[[], None], device: str) -> Callable[[], None]:
    """The function, or on a GPU its recording, which is made by calling it a few times."""
    if device != "cuda":
        return function
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(WARM_UP):
            function()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        function()
    torch.cuda.synchronize()
    replay: Callable[[], None] = graph.replay
    return replay
