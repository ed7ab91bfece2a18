"""Worker processes without processes: which jobs they take, what becomes of failures, and what is compiled when."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from live_table import eventually, open_hub
from patience import PATIENCE
from rooms_by_kind import TOY, without_secrets_or_luck
from structlog.testing import capture_logs

import caserne
from caserne.bots.precompile import Part, all_parts, part_of_level
from caserne.core.game.errors import UnknownGame
from caserne.core.game.rules import Rules
from caserne.core.kernel.compiled import Policy
from caserne.server.live import compiler as compiling
from caserne.server.live import worker as working
from caserne.server.live import worker_pool
from caserne.server.live.compiler import COMPILER_NICE, Compiler
from caserne.server.live.fair_queue import Owner, Priority
from caserne.server.live.worker import WorkFailed
from caserne.server.live.worker_pool import BESIDE_PLAY, PLAY_ONLY, WORKER_NICE, WorkerPool


class Fake:
    """A worker in this process."""

    started: list[Fake]
    fails: list[Exception]
    """What the next jobs end with."""

    def __init__(self, nice: int, policy: Policy) -> None:
        self.nice, self.policy, self.ended, self.jobs = nice, policy, False, list[Any]()
        Fake.started.append(self)

    def run(self, work: Callable[..., Any], arguments: tuple[Any, ...], timeout: float) -> Any:
        self.jobs.append(arguments)
        if Fake.fails:
            raise Fake.fails.pop(0)
        return working._result(work, arguments)

    def end(self) -> None:
        self.ended = True


@pytest.fixture(autouse=True)
def workers(monkeypatch: pytest.MonkeyPatch) -> type[Fake]:
    Fake.started, Fake.fails = [], []
    monkeypatch.setattr(worker_pool, "Worker", Fake)
    monkeypatch.setattr(compiling, "Worker", Fake)
    return Fake


def with_pool(story: Callable[[WorkerPool], Awaitable[None]], processes: int = 1) -> None:
    async def whole() -> None:
        pool = WorkerPool(processes)
        await pool.open()
        try:
            async with asyncio.timeout(PATIENCE):
                await story(pool)
        finally:
            await pool.close()
        assert all(worker.ended for worker in Fake.started)

    asyncio.run(whole())


def double(number: int) -> int:
    return 2 * number


def refuse(_: int) -> int:
    raise UnknownGame.of("match_over")


def break_down(_: int) -> int:
    raise ZeroDivisionError("why")


@pytest.mark.parametrize(("asked", "cores", "players"), [(3, 8, 3), (0, 8, 7), (0, 2, 1), (0, 1, 1), (0, None, 1)])
def test_as_many_bots_think_at_once_as_there_are_cores_beside_the_server(
    monkeypatch: pytest.MonkeyPatch, asked: int, cores: int | None, players: int
) -> None:
    monkeypatch.setattr(worker_pool.os, "cpu_count", lambda: cores)
    assert WorkerPool(asked)._lanes == [PLAY_ONLY] * players + [BESIDE_PLAY]
    assert (WorkerPool()._lanes == WorkerPool(asked)._lanes) == (asked == 0)


def test_play_has_workers_of_its_own_beside_one_for_everything_else(workers: type[Fake]) -> None:
    async def story(pool: WorkerPool) -> None:
        assert workers.started == []  # nobody has needed one
        for priority in Priority:
            assert await pool.run(priority, Owner("ann"), double, priority) == 2 * priority
        jobs = sorted([argument for (argument,) in worker.jobs] for worker in workers.started)
        assert jobs == [[Priority.PLAY], [Priority.ANSWER, Priority.REVIEW, Priority.BOTS_ONLY]]
        assert {(worker.nice, worker.policy) for worker in workers.started} == {(WORKER_NICE, Policy.CACHED)}

    with_pool(story)


def test_errors_of_users_and_of_the_code_are_raised_where_somebody_waits(workers: type[Fake]) -> None:
    async def story(pool: WorkerPool) -> None:
        with pytest.raises(UnknownGame):
            await pool.run(Priority.PLAY, Owner(), refuse, 1)
        with pytest.raises(WorkFailed, match="ZeroDivisionError: why"):
            await pool.run(Priority.PLAY, Owner(), break_down, 1)
        assert len(workers.started) == 1

    with_pool(story)


@pytest.mark.parametrize("error", [EOFError(), BrokenPipeError(), TimeoutError()])
def test_a_broken_worker_is_replaced(workers: type[Fake], error: Exception) -> None:
    async def story(pool: WorkerPool) -> None:
        workers.fails = [error]
        with pytest.raises(WorkFailed, match=type(error).__name__):
            await pool.run(Priority.PLAY, Owner(), double, 1)
        assert workers.started[0].ended
        assert await pool.run(Priority.PLAY, Owner(), double, 1) == 2
        assert len(workers.started) == 2

    with_pool(story)


def test_a_worker_process_runs_jobs_at_its_priority_until_the_pipe_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pipe:
        jobs, replies = [(double, (4,)), (refuse, (1,))], list[Any]()

        def recv(self) -> Any:
            if not self.jobs:
                raise EOFError
            return self.jobs.pop(0)

        def send(self, reply: Any) -> None:
            self.replies.append(reply)

    niced, policies, pipe = list[int](), list[Policy](), Pipe()
    monkeypatch.setattr(working.os, "nice", niced.append)
    monkeypatch.setattr(working, "set_policy", policies.append)
    working._work(pipe, 7, Policy.CACHED)  # type: ignore[arg-type]
    assert (niced, policies) == ([7], [Policy.CACHED])
    assert pipe.replies[0] == 8
    assert isinstance(pipe.replies[1], UnknownGame)


def test_a_job_for_which_nobody_waits_any_more_is_left_out(workers: type[Fake]) -> None:
    async def story(pool: WorkerPool) -> None:
        waiting = asyncio.create_task(pool.run(Priority.PLAY, Owner(), double, 1))
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        given_up: Any = asyncio.get_running_loop().create_future()
        given_up.cancel()
        await pool._jobs.put(Priority.PLAY, Owner(), worker_pool._Job(double, (5,), given_up))
        assert await pool.run(Priority.PLAY, Owner(), double, 7) == 14
        assert [worker.jobs for worker in workers.started] == [[(7,)]]

    with_pool(story)


def test_a_server_process_has_workers_and_a_compiler_while_it_is_open(workers: type[Fake], tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hub(tmp_path) as hub:
            assert await hub.services.workers.run(Priority.ANSWER, Owner(), double, 4) == 8
            assert set(hub.services.compiler._finished) == set(all_parts())
        assert all(worker.ended for worker in workers.started)
        assert all(task.done() for task in hub.services.compiler._tasks)

    asyncio.run(story())


def compile_all_parts(monkeypatch: pytest.MonkeyPatch, story: Callable[[Compiler], Awaitable[None]]) -> None:
    """Run a story with a compiler for which nothing is compiled yet."""
    monkeypatch.setattr(Part, "is_compiled", lambda part: False)
    monkeypatch.setattr(compiling, "compile_part", lambda part: None)
    monkeypatch.setattr(compiling.os, "cpu_count", lambda: 2)

    async def whole() -> None:
        compiler = Compiler()
        await compiler.open()
        try:
            await story(compiler)
        finally:
            await compiler.close()
        assert all(worker.ended for worker in Fake.started)

    asyncio.run(whole())


def test_every_part_is_compiled_once_in_one_process_at_low_priority(
    workers: type[Fake], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(compiler: Compiler) -> None:
        await eventually(lambda: all(event.is_set() for event in compiler._finished.values()))
        (worker,) = workers.started
        assert [part for (part,) in worker.jobs] == list(all_parts())
        assert (worker.nice, worker.policy) == (COMPILER_NICE, Policy.ALWAYS)

    compile_all_parts(monkeypatch, story)


def test_a_part_that_cannot_be_compiled_is_logged_and_nobody_waits_for_it(
    workers: type[Fake], monkeypatch: pytest.MonkeyPatch
) -> None:
    workers.fails = [EOFError()]

    async def story(compiler: Compiler) -> None:
        await eventually(lambda: all(event.is_set() for event in compiler._finished.values()))
        broken, _ = workers.started
        assert broken.ended

    with capture_logs() as logged:
        compile_all_parts(monkeypatch, story)
    failed = [line for line in logged if line["event"] == "not compiled"]
    assert [line["game"] for line in failed] == [all_parts()[0].game]


def test_what_is_compiled_already_is_not_compiled_again(workers: type[Fake], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Part, "is_compiled", lambda part: part.level is None)

    async def story() -> None:
        compiler = Compiler()
        compiler._processes = 0
        await compiler.open()
        rules = {part for part in all_parts() if part.level is None}
        assert {part for part, event in compiler._finished.items() if event.is_set()} == rules
        assert set(compiler._waiting) == set(all_parts()) - rules
        assert compiling.progress() == (len(rules), len(all_parts()))
        await compiler.close()

    asyncio.run(story())


@pytest.mark.parametrize(("cores", "processes"), [(8, 7), (2, 1), (1, 1), (None, 1)])
def test_as_many_processes_compile_as_there_are_cores_beside_the_server(
    monkeypatch: pytest.MonkeyPatch, cores: int | None, processes: int
) -> None:
    monkeypatch.setattr(compiling.os, "cpu_count", lambda: cores)
    monkeypatch.setattr(compiling, "all_parts", list)

    async def story() -> None:
        compiler = Compiler()
        await compiler.open()
        names = [task.get_name() for task in compiler._tasks]
        assert names == [*(f"compiler {number}" for number in range(processes)), "loading rules"]
        await compiler.close()

    asyncio.run(story())


def test_who_waits_for_a_bot_waits_until_it_is_compiled_and_it_comes_next() -> None:
    async def story() -> None:
        compiler, wanted = Compiler(), part_of_level(TOY, "3")
        compiler._waiting = [Part("another"), wanted]
        compiler._finished = {wanted: asyncio.Event()}
        waiting = asyncio.create_task(compiler.wait_for(TOY, "3"))
        await asyncio.sleep(0)
        assert compiler._waiting == [wanted, Part("another")]
        assert not waiting.done()
        compiler._finished[wanted].set()
        await waiting

    asyncio.run(story())


def test_rules_are_loaded_some_time_after_the_start_each_once_it_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[Rules] = []
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    async def story() -> None:
        compiler, early, late = Compiler(), Part(TOY), Part(without_secrets_or_luck())
        compiler._finished = {part: asyncio.Event() for part in (early, late, part_of_level(TOY, "3"))}
        compiler._finished[early].set()
        with monkeypatch.context() as patched:
            patched.setattr(compiling.asyncio, "sleep", pause)
            patched.setattr(compiling.asyncio, "to_thread", here)
            loading = asyncio.create_task(compiler._load_rules())
            for _ in range(20):
                await sleep(0)
            assert loaded == [caserne.game(TOY).rules]
            assert not loading.done()
            compiler._finished[late].set()
            await loading
        assert loaded == [caserne.game(TOY).rules, caserne.game(late.game).rules]

    async def here(work: Callable[[], None]) -> None:
        work()

    sleep = asyncio.sleep
    monkeypatch.setattr(Rules, "load_arrays", lambda rules: loaded.append(rules))
    asyncio.run(story())
    assert pauses == [compiling.FIRST_LOAD_SECONDS]


def test_games_that_lack_their_network_are_logged_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = without_secrets_or_luck()

    def problem(game: Any) -> Exception | None:
        return UnknownGame.of("match_over") if game.id == lacking else None

    monkeypatch.setattr(compiling, "network_problem", problem)
    monkeypatch.setattr(compiling, "all_parts", list)

    async def story() -> None:
        compiler = Compiler()
        await compiler.open()
        await compiler.close()

    with capture_logs() as logged:
        asyncio.run(story())
    assert [line["game"] for line in logged if "network" in line["event"]] == [lacking]


def test_a_pool_that_is_closed_lets_its_threads_go_without_waiting_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[dict[str, bool]] = []
    monkeypatch.setattr(worker_pool.ThreadPoolExecutor, "shutdown", lambda threads, **how: ended.append(how))

    async def story(pool: WorkerPool) -> None:
        pass

    with_pool(story)
    assert ended
    assert not ended[0]["wait"]
