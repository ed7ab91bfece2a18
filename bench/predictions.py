"""A few processes that predict for the bots of many, together and on a GPU: the same numbers as each finds by itself.

A network that looks ahead spends nine tenths of its time on predictions. A GPU takes hardly longer for those of many
games than for one, so it is asked by more processes than there are cores. Node budgets give the same moves as without.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Client, Connection, Listener, wait
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import sleep
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np

import caserne
from caserne.bots.names import BOTS
from caserne.bots.net import NetBot
from caserne.core.game.game import Game
from caserne.nets.forward import Net, Prediction
from caserne.nets.weights import load_weights

SOCKETS = "CASERNE_PREDICTIONS"
"""The variable by which workers learn in which folder the sockets are."""
CLIENTS = 48
"""How many workers ask the same process: with more, its own work would take longer than that of the GPU."""
PATIENCE, GATHERING = 0.01, 0.002
"""Seconds after which a process looks for new workers, and for which it lets others join the first that asks."""

Array = np.ndarray[Any, Any]


class Predictor(Protocol):
    """A network, however it predicts."""

    def predict(self, cells: Array, scalars: Array) -> Prediction:
        """Predict as `Net.predict` does."""


class NetworkId(NamedTuple):
    """Which network, for another process to load."""

    file: Path
    game: str
    options: tuple[tuple[str, Any], ...]


class RemoteNet:
    """A network that predicts in another process."""

    def __init__(self, network: NetworkId, connection: Connection) -> None:
        self.network, self.connection = network, connection

    def predict(self, cells: Array, scalars: Array) -> Prediction:
        self.connection.send((self.network, cells, scalars))
        return Prediction(*self.connection.recv())


class RemoteNetBot(NetBot):
    """The bot `net`, whose network predicts in another process."""

    connections: ClassVar[dict[str, Connection]] = {}
    """By folder of sockets."""

    def net(self, game: Game[Any]) -> Any:
        file = self.weights or game.weights()
        assert file
        folder = os.environ[SOCKETS]
        if folder not in self.connections:
            self.connections[folder] = connect(folder)
        return RemoteNet(NetworkId(file, game.id, tuple(game.options.as_dict().items())), self.connections[folder])


def predict_elsewhere() -> None:
    """Let networks predict in the processes of `predictions_elsewhere`, if there are any."""
    if SOCKETS in os.environ:
        BOTS["net"] = RemoteNetBot


def connect(folder: str) -> Connection:
    """Connect this process to one of those that predict; neighbours take different ones."""
    sockets = sorted(Path(folder).iterdir())
    return Client(str(sockets[os.getpid() % len(sockets)]))


@contextmanager
def predictions_elsewhere(where: str, workers: int) -> Iterator[None]:
    """Start processes that predict for so many workers, by `numpy` or by PyTorch on `cpu` or `cuda`."""
    context, number = get_context("spawn"), -(-workers // CLIENTS)
    begun, begins = context.Pipe(duplex=False)
    with TemporaryDirectory() as folder:
        addresses = [f"{folder}/{each}" for each in range(number)]
        processes = [context.Process(target=serve, args=(address, where, begins)) for address in addresses]
        os.environ[SOCKETS] = folder
        try:
            for process in processes:
                process.start()
            begins.close()  # or nobody would notice that they cannot start
            for _ in processes:
                begun.recv()
            yield
        finally:
            for process in processes:
                process.terminate()
                process.join()
            del os.environ[SOCKETS]


def serve(address: str, where: str, begins: Connection) -> None:
    """Predict for all who ask, for many at once."""
    nets: dict[NetworkId, Predictor] = {}
    clients: list[Connection] = []
    listener = Listener(address, backlog=CLIENTS)
    Thread(target=lambda: _accept(listener, clients), daemon=True).start()
    begins.send(None)
    while True:
        asked: dict[NetworkId, list[tuple[Connection, Array, Array]]] = {}
        if wait(clients.copy(), PATIENCE):
            sleep(GATHERING)
        for client in wait(clients.copy(), 0):
            assert isinstance(client, Connection)
            try:
                network, cells, scalars = client.recv()
            except (EOFError, ConnectionResetError):
                clients.remove(client)
                continue
            asked.setdefault(network, []).append((client, cells, scalars))
        for network, questions in asked.items():
            if network not in nets:
                nets[network] = load(network, where)
            _answer(nets[network], questions)


def load(network: NetworkId, where: str) -> Predictor:
    game = caserne.game(network.game, **dict(network.options))
    assert game.features
    net = Net(load_weights(network.file, game), game.features)
    if where == "numpy":
        return net
    import torch

    from torch_net import TorchNet

    return TorchNet(net, torch.device(where))


def _accept(listener: Listener, clients: list[Connection]) -> None:
    while True:
        clients.append(listener.accept())


def _answer(net: Predictor, questions: list[tuple[Connection, Array, Array]]) -> None:
    """Predict for several at once, and give each its part."""
    found = net.predict(*(np.concatenate([question[part] for question in questions]) for part in (1, 2)))
    first = 0
    for client, cells, _ in questions:
        own = slice(first, first + len(cells))
        with suppress(BrokenPipeError):  # a worker that was ended meanwhile
            client.send([None if array is None else array[own] for array in found])
        first += len(cells)
