"""The lock that is granted in the order it was asked for."""

from __future__ import annotations

import threading

import pytest

from manager.storage.locks import FairLock, shared_lock


def test_who_asks_first_is_served_first() -> None:
    lock = FairLock()
    order: list[int] = []
    threads = []
    with lock:
        for number in range(20):
            thread = threading.Thread(target=lambda number=number: _take(lock, order, number))
            thread.start()
            threads.append(thread)
            while len(lock._waiting) <= number:
                threading.Event().wait(0.001)
    for thread in threads:
        thread.join()
    assert order == list(range(20))
    with lock:
        assert not lock._waiting


def test_one_at_a_time() -> None:
    lock = FairLock()
    inside: list[int] = []
    most = []

    def work() -> None:
        for _ in range(200):
            with lock:
                inside.append(1)
                most.append(len(inside))
                inside.pop()

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(most) == 1600
    assert max(most) == 1


def test_it_is_free_after_an_error() -> None:
    lock = FairLock()
    with pytest.raises(ZeroDivisionError), lock:
        raise ZeroDivisionError
    with lock:
        pass


def test_the_users_of_one_database_share_a_lock() -> None:
    one = shared_lock("/a.db")
    assert shared_lock("/a.db") is one
    assert shared_lock("/b.db") is not one


def _take(lock: FairLock, order: list[int], number: int) -> None:
    with lock:
        order.append(number)
