#!/usr/bin/env python3
"""Measures the uplink of a till's journal beside a plain client in C, at a temporary PostgreSQL server that syncs each commit.

usage: Benchmarks/chain.py --binary TENDER --peer UPLINK_PEER [--records N] [--lanes N] [--seconds N] [--outage S]

  --records N  how many records of 500 bytes wait in the backlog (default 200000)
  --payments N how many payments are compared with the gateway's account (default 1000000)
  --lanes N    how many uplinks run side by side, a process each (default 30)
  --seconds N  how long they get records (default 30)
  --outage S   how long the server is gone in the middle (default 5)

Before that a backlog, a projection of 1000 lanes with a till's scripted day each, a reconciliation of a day that has all these payments and
of one that has a hundredth of them, and a journal's appends with and without an uplink.

Each lane gets sales of 10 records at a steady rate, 333 sales a second over all lanes unless --rate says otherwise. Told is how long
a record takes from its commit in the journal until the server has it.
"""

import argparse
import hashlib
import os
import pathlib
import statistics
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts" / "lib"))
import chain  # noqa: E402
import outside  # noqa: E402
import postgres  # noqa: E402


def run(*command, code=0):
    """Runs a program that ends with a code; its seconds, its processor time, and its largest memory in MiB."""
    begin = time.monotonic()
    process = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL, env=outside.environment())
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != code:
        sys.exit(f"{command[0]} ended with {os.waitstatus_to_exitcode(status)}")
    return time.monotonic() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def backlog(server, peer, count):
    office, journal = chain.Office(server), chain.sold()
    file = office.enroll(journal)
    writer = chain.Writer(journal)
    for _ in range(count // 1000):
        writer.add(1000)
    writer.close()
    # The peer's journal has no records that are told: only its name is enrolled.
    other = chain.sold("peer")
    values = dict(line.split(" = ", 1) for line in office.enroll(other).read_text(encoding="utf-8").splitlines())
    words = " ".join(f"{name}={values[name]}" for name in ("host", "port", "user", "password")) + f" dbname={values['database']}"
    theirs = run(peer, words, chain.identity(other), count)[0]
    seconds, processor, memory = run(
        outside.binary, "uplink", "--once", "--journal", journal, "--server", file)
    office.copies(journal)
    print(f"backlog_records_per_s {count / seconds:.0f}")
    print(f"backlog_peer_records_per_s {count / theirs:.0f}")
    print(f"backlog_to_peer {theirs / seconds:.2f}")
    print(f"backlog_processor_us_per_record {processor / count * 1e6:.2f}")
    print(f"backlog_memory_mib {memory:.1f}")


class Load:
    """Sales at a steady rate, round about over all lanes, and when each was committed."""

    def __init__(self, journals, rate, seconds):
        self.writers = [chain.Writer(journal) for journal in journals]
        for writer in self.writers:
            # The load is not what is measured; its commits do not wait for the disk.
            writer.database.execute("PRAGMA synchronous = OFF")
        self.rate, self.seconds, self.committed = rate, seconds, {}
        self.late = 0.0

    def run(self):
        begin, number = time.monotonic(), 0
        while (due := number / self.rate) < self.seconds:
            wait = begin + due - time.monotonic()
            self.late = max(self.late, -wait)
            if wait > 0:
                time.sleep(wait)
            writer = self.writers[number % len(self.writers)]
            writer.add(10, 360)
            self.committed[writer.name, writer.end] = time.time()
            number += 1


def side_by_side(server, lanes, rate, seconds, outage):
    office = chain.Office(server)
    journals = [chain.sold(f"till-{number}") for number in range(lanes)]
    uplinks = [chain.Uplink(journal, office.enroll(journal)) for journal in journals]
    for uplink in uplinks:
        uplink.waits_for(state="current")
    load = Load(journals, rate, seconds)
    begin = time.time()
    thread = threading.Thread(target=load.run)
    thread.start()
    gone, back = begin + seconds * 0.5, begin + seconds * 0.5 + outage
    if outage:
        time.sleep(seconds * 0.5)
        server.stop()
        time.sleep(outage)
        server.start()
        back = time.time()
    thread.join()
    ends = {writer.name: writer.end for writer in load.writers}
    while True:
        heads = dict(office.query("SELECT replace(journal::text, '-', ''), sequence FROM tender.heads"))
        if all(int(heads[name]) == end for name, end in ends.items()):
            break
        time.sleep(0.1)
    drained = time.time()
    arrived = {
        (name, int(sequence)): float(received) for name, sequence, received in office.query(
            "SELECT replace(journal::text, '-', ''), sequence, extract(epoch FROM received) FROM tender.records")}
    ordinary = sorted(
        arrived[key] - at for key, at in load.committed.items() if not gone - 1 <= at <= back + 30 or not outage)
    print(f"lanes {lanes}")
    print(f"sales {len(load.committed)}")
    print(f"load_late_ms {load.late * 1000:.0f}")
    if ordinary:
        print(f"arrival_p50_ms {ordinary[len(ordinary) // 2] * 1000:.1f}")
        print(f"arrival_p99_ms {ordinary[len(ordinary) * 99 // 100] * 1000:.1f}")
    if outage:
        print(f"outage_s {back - gone:.1f}")
        waited = max(arrived[key] for key, at in load.committed.items() if at < back)
        print(f"drained_after_s {waited - back:.1f}")
    print(f"all_there_after_the_last_sale_s {drained - max(load.committed.values()):.1f}")
    for uplink in uplinks:
        uplink.kill()


def projection(server, till, lanes):
    """Computes the tables for many lanes, each with a scripted day of a till, and asks for the day of all of them.

    The lanes have one journal's records under names of their own, chained anew: a projector folds each like any other."""
    place = chain.folder()
    subprocess.run(
        [till, "--demo", "--language", "en", "--state", place / "state", "--headless", "docs/examples/day.till"], cwd=ROOT,
        stdout=subprocess.DEVNULL, check=True)
    bodies = [bytes.fromhex(body) for _, _, body in chain.records(place / "state" / "till.journal")]
    office = chain.Office(server)
    rows = {"lanes": [], "heads": [], "records": []}
    for number in range(lanes):
        journal, digest = f"{number + 1:032x}", bytes(32)
        rows["lanes"].append(f"{journal}\tShop {number % 50}\tlane {number}\trole {number}\t\\\\x{digest.hex()}")
        for sequence, body in enumerate(bodies, 1):
            digest = hashlib.sha256(digest + sequence.to_bytes(8, "big") + body).digest()
            rows["records"].append(f"{journal}\t0\t{sequence}\t\\\\x{digest.hex()}\t\\\\x{body.hex()}")
        rows["heads"].append(f"{journal}\t0\t0\t{len(bodies)}\t\\\\x{digest.hex()}")
    columns = {
        "lanes": "journal, shop, lane, role, start", "heads": "journal, branch, base, sequence, hash",
        "records": "journal, branch, sequence, hash, body"}
    for table, lines in rows.items():
        text = f"COPY tender.{table} ({columns[table]}) FROM STDIN;\n" + "\n".join(lines) + "\n\\.\n"
        words = ["psql", "-Xq", "-h", office.server.folder, "-p", office.server.port, "-U", postgres.USER, office.database]
        subprocess.run(list(map(str, words)), input=text, text=True, check=True)
    office.query("UPDATE tender.lanes SET heard = now()")
    seconds, processor, _ = run(outside.binary, "chain", "project", "--server", office.file)
    tickets, cards = map(int, office.query(
        "SELECT (SELECT count(*) FROM tender.sales), (SELECT count(*) FROM tender.payments WHERE is_payment)")[0])
    report = min(run(outside.binary, "chain", "report", "day", "--server", office.file)[0] for _ in range(3))

    def size(*tables):
        return int(office.query("SELECT " + " + ".join(f"pg_total_relation_size('tender.{table}')" for table in tables))[0][0])

    computed = ("sales", "sale_lines", "sale_taxes", "tenders", "payments", "refunds", "shifts", "z_reports", "lane_days", "people")
    print(f"projected_tickets_per_s {tickets / seconds:.0f}")
    print(f"projected_records_per_s {lanes * len(bodies) / seconds:.0f}")
    print(f"projector_processor_us_per_ticket {processor / tickets * 1e6:.0f}")
    print(f"records_bytes_per_record {size('records') / lanes / len(bodies):.0f}")
    print(f"computed_bytes_per_ticket {size(*computed) / tickets:.0f}")
    print(f"lanes_in_the_report {lanes}")
    print(f"report_day_ms {report * 1000:.0f}")


def spent(server):
    """The processor time of the server's sessions that have ended."""
    time.sleep(0.2)
    fields = pathlib.Path(f"/proc/{server.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


def reconciliation(server, count, days):
    """Compares payments of 1000 lanes with the gateway's account after the import, of one of the days over which they are spread;
    one of 997 differs."""
    office = chain.Office(server)
    day, journal = f"timestamptz '2026-11-21 12:00Z' + n % {days} * interval '1 day'", "lpad(to_hex(n % 1000 + 1), 32, '0')"
    intent, taken = "'pi_' || md5(n::text)", "1000 + n % 9000"
    office.query(
        "INSERT INTO tender.lanes (journal, shop, lane, role, start, heard) SELECT "
        f"{journal}::uuid, 'Shop ' || n % 50, 'lane ' || n, 'role ' || n, '', now() FROM generate_series(1, 1000) AS n")
    office.query("INSERT INTO tender.gateway_days VALUES ('2026-11-21', now())")
    for first in range(1, count + 1, 50_000):
        for statement in (
                "INSERT INTO tender.payments (journal, branch, intent, sequence, at, currency, amount, taken, state, is_unknown, "
                "is_held, is_payment, is_unclaimed, is_compared) SELECT "
                f"{journal}::uuid, 0, {intent}, n, {day}, 'eur', {taken}, {taken}, 'over', false, false, true, false, true",
                "INSERT INTO tender.gateway_intents (id, created, journal, currency, taken, is_held, asked) SELECT "
                f"{intent}, {day}, {journal}, 'eur', {taken} + (n % 997 = 0)::integer, false, now()",
                f"INSERT INTO tender.gateway_charges SELECT 'ch_' || md5(n::text), {intent}, now()",
                "INSERT INTO tender.gateway_movements SELECT "
                f"'txn_' || md5(n::text), {day}, 'charge', 'ch_' || md5(n::text), 'eur', {taken}, 30, {taken} - 30, now()"):
            office.query(f"{statement} FROM generate_series({first}, {min(count, first + 49_999)}) AS n")
    office.query(
        "INSERT INTO tender.refunds (journal, branch, key, intent, at, currency, amount, object, result) SELECT "
        f"{journal}::uuid, 0, 're_' || n, {intent}, {day}, 'eur', 100, 're_' || n, 'succeeded' "
        f"FROM generate_series(50, {count}, 50) AS n")
    office.query("VACUUM ANALYZE")

    def compare():
        before = spent(server)
        seconds = run(
            outside.binary, "chain", "reconcile", "--no-import", "--date", "2026-11-21", "--server", office.file,
            code=outside.CHECK_FAILED)[0]
        return seconds, spent(server) - before

    seconds, processor = map(min, zip(*(compare() for _ in range(3))))
    print(f"reconcile_{count // days}_of_{count}_payments_s {seconds:.2f}")
    print(f"reconcile_{count // days}_of_{count}_payments_server_processor_s {processor:.2f}")


def appends(server):
    """How many records a second a till's journal takes, each in a commit that reaches the disk: alone, and beside an uplink, by
    turns, since disks change from second to second."""
    office, journal = chain.Office(server), chain.sold()
    file = office.enroll(journal)
    writer = chain.Writer(journal)
    writer.database.execute("PRAGMA synchronous = FULL")

    def rate():
        begin = time.monotonic()
        for _ in range(300):
            writer.add(1, 360)
        return 300 / (time.monotonic() - begin)

    alone, beside = [], []
    for _ in range(10):
        alone.append(rate())
        with chain.Uplink(journal, file) as uplink:
            uplink.waits_for(state="current")
            beside.append(rate())
    writer.close()
    return statistics.median(alone), statistics.median(theirs / ours for ours, theirs in zip(alone, beside))


def main():
    options = argparse.ArgumentParser(usage=__doc__)
    options.add_argument("--binary", required=True)
    options.add_argument("--peer", required=True)
    options.add_argument("--records", type=int, default=200_000)
    options.add_argument("--payments", type=int, default=1_000_000)
    options.add_argument("--lanes", type=int, default=30)
    options.add_argument("--rate", type=float, default=333)
    options.add_argument("--seconds", type=float, default=30)
    options.add_argument("--outage", type=float, default=5)
    chosen = options.parse_args()
    outside.binary = os.path.abspath(chosen.binary)
    with postgres.Postgres(sync=True, connections=chosen.lanes + 20) as server:
        backlog(server, os.path.abspath(chosen.peer), chosen.records)
        projection(server, pathlib.Path(outside.binary).with_name("till"), 1000)
        for days in (1, 100):
            reconciliation(server, chosen.payments, days)
        alone, ratio = appends(server)
        print(f"appends_per_s {alone:.0f}")
        print(f"appends_beside_uplink {ratio:.3f}")
        side_by_side(server, chosen.lanes, chosen.rate, chosen.seconds, chosen.outage)


if __name__ == "__main__":
    main()
