"""The lock that is granted in the order it was asked for."""

from __future__ import annotations

import threading

from manager.storage.locks import FairLock, Place, shared_lock


def test_who_asks_first_is_served_first() -> None:
    lock = FairLock()
    first = Place(lock)
    order: list[int] = []
    threads = []
    first.take()
    for number in range(20):
        thread = threading.Thread(target=_note, args=(Place(lock), order, number))
        thread.start()
        threads.append(thread)
        while len(lock._places) <= number + 1:
            threading.Event().wait(0.001)
    assert order == []
    first.give_back()
    for thread in threads:
        thread.join()
    assert order == list(range(20))
    assert not lock._places


def test_one_at_a_time() -> None:
    lock = FairLock()
    inside: list[int] = []
    most = []

    def work() -> None:
        place = Place(lock)
        for _ in range(200):
            place.take()
            inside.append(1)
            most.append(len(inside))
            inside.pop()
            place.give_back()

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(most) == 1600
    assert max(most) == 1


def test_what_was_given_back_is_given_back_once() -> None:
    lock = FairLock()
    one, other = Place(lock), Place(lock)
    one.take()
    one.give_back()
    other.take()
    one.give_back()
    assert list(lock._places) == [other]


def test_the_users_of_one_database_share_a_lock() -> None:
    one = shared_lock("/a.db")
    assert shared_lock("/a.db") is one
    assert shared_lock("/b.db") is not one


def _note(place: Place, order: list[int], number: int) -> None:
    place.take()
    order.append(number)
    place.give_back()
