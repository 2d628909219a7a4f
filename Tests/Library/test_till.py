"""tender_pos: what an answer, an event and a misuse are in Python."""

import itertools
import os
import pickle
import resource
import tempfile
import threading
import unittest

import tender_pos


def create(till, key, amount=1250):
    return till.call("create_payment_intent", key=key, amount=amount, currency="eur")


class TillTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.options = {"folder": folder.name, "reader": "simulated", "cards": ["visa"]}

    def test_a_payment_is_captured_and_refunded(self):
        with tender_pos.Till(**self.options) as till:
            till.call("connect_reader")
            made = till.call("create_payment_intent", key="1", amount=1250, currency="eur", capture_method="manual")
            payment = made["payment_intent"]["id"]
            self.assertEqual(till.call("process_payment_intent", key="2", id=payment)["outcome"], "approved")
            self.assertEqual(till.call("capture_payment_intent", key="3", id=payment)["outcome"], "captured")
            self.assertEqual(till.call("create_refund", key="4", payment_intent=payment)["outcome"], "succeeded")

    def test_a_hold_is_canceled(self):
        with tender_pos.Till(**self.options) as till:
            payment = create(till, "1")["payment_intent"]["id"]
            self.assertEqual(till.call("cancel_payment_intent", key="2", id=payment)["outcome"], "canceled")

    def test_a_key_makes_it_happen_once_also_after_a_restart(self):
        with tender_pos.Till(**self.options) as till:
            first = create(till, "1")
        with tender_pos.Till(**self.options) as till:
            self.assertNotIn("replayed", first)
            self.assertEqual(create(till, "1"), first | {"replayed": True})
            self.assertEqual(create(till, "1", amount=1)["error"]["code"], "idempotency_key_taken")

    def test_a_key_that_C_would_cut_is_refused(self):
        with tender_pos.Till(**self.options) as till:
            with self.assertRaises(ValueError):
                create(till, "1\0a")

    def test_records_are_told_from_the_beginning_after_a_restart(self):
        with tender_pos.Till(**self.options) as till:
            till.call("connect_reader")
            payment = create(till, "1")["payment_intent"]["id"]
            till.call("process_payment_intent", key="2", id=payment)
        with tender_pos.Till(**self.options) as till:
            till.follow(after=0)
            told = [message["record"] for message in till.messages(timeout=2) if message["type"] == "record"]
        self.assertIn("settled", [record["event"] for record in told if record["intent"] == payment])
        numbers = [record["sequence"] for record in told]
        self.assertEqual(numbers, sorted(set(numbers)))

    def test_who_reads_late_misses_no_record(self):
        with tender_pos.Till(**self.options) as till:
            till.follow()
            for number in range(40):
                payment = create(till, f"{number}")["payment_intent"]["id"]
                till.call("cancel_payment_intent", key=f"{number}-cancel", id=payment)
            told = [message["record"]["event"] for message in till.messages(timeout=2) if message["type"] == "record"]
        self.assertEqual(told, ["request leaving", "settled"] * 40)

    def test_an_answer_comes_with_its_number(self):
        with tender_pos.Till(**self.options) as till:
            numbers = [till.start("retrieve_status") for _ in range(3)]
            answers = list(itertools.islice(till.messages(timeout=30), 3))
        self.assertEqual(sorted(answer["number"] for answer in answers), numbers)
        self.assertEqual({answer["answer"]["outcome"] for answer in answers}, {"done"})

    def test_a_program_may_have_many_files(self):
        limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, limit)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, limit[1]), limit[1]))
        for _ in range(1024):
            self.addCleanup(os.close, os.open(os.devnull, os.O_RDONLY))
        with tender_pos.Till(**self.options) as till:
            till.start("retrieve_status")
            self.assertEqual(next(till.messages(timeout=30))["type"], "answer")

    def test_other_threads_run_while_a_call_waits(self):
        options = {**self.options, "cards": []}
        with tender_pos.Till(**options) as till:
            till.call("connect_reader")
            payment = create(till, "1")["payment_intent"]["id"]
            outcomes = []
            till.follow()
            payer = threading.Thread(
                target=lambda: outcomes.append(till.call("process_payment_intent", key="2", id=payment)["outcome"]))
            payer.start()
            for message in till.messages(timeout=30):
                if message["type"] == "passing" and message["event"]["type"] == "input_options":
                    break
            till.call("present_card", card="visa")
            payer.join()
        self.assertEqual(outcomes, ["approved"])

    def test_closing_stops_a_payment_that_has_just_begun(self):
        till = tender_pos.Till(**{**self.options, "cards": []})
        till.call("connect_reader")
        payment = create(till, "1")["payment_intent"]["id"]
        till.start("process_payment_intent", key="2", id=payment)
        closing = threading.Thread(target=till.close, daemon=True)
        closing.start()
        closing.join(30)
        self.assertFalse(closing.is_alive())

    def test_text_in_every_language_comes_back(self):
        with tender_pos.Till(**self.options) as till:
            made = till.call("create_payment_intent", key="1", amount=100, currency="eur", description="Käse, 寿司, 🍞\x01")
            self.assertEqual(made["payment_intent"]["description"], "Käse, 寿司, 🍞\x01")

    def test_a_till_that_cannot_be_opened_says_why(self):
        with self.assertRaises(tender_pos.TenderError) as raised:
            tender_pos.Till(**{**self.options, "reader": "none"})
        self.assertEqual(raised.exception.status, tender_pos.Status.REFUSED)
        self.assertEqual(raised.exception.answer["error"]["parameter"], "reader")
        copy = pickle.loads(pickle.dumps(raised.exception))
        self.assertEqual((copy.status, copy.answer), (raised.exception.status, raised.exception.answer))

    def test_a_closed_till_is_an_error(self):
        till = tender_pos.Till(**self.options)
        till.close()
        for use in (till.close, till.fileno, till.next, till.follow, lambda: till.call("retrieve_status")):
            with self.assertRaises(tender_pos.TenderError) as raised:
                use()
            self.assertEqual(raised.exception.status, tender_pos.Status.CLOSED)

    def test_a_child_process_has_no_till(self):
        with tender_pos.Till(**self.options) as till:
            child = os.fork()
            if child == 0:
                status = None
                try:
                    till.call("retrieve_status")
                except tender_pos.TenderError as error:
                    status = error.status
                os._exit(0 if status == tender_pos.Status.FORKED else 1)
            self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
            self.assertEqual(till.call("retrieve_status")["outcome"], "done")


if __name__ == "__main__":
    unittest.main()
