"""Starts a program again and again, ends it by a signal after longer and longer
times until it ends by itself, and fails if that leaves files. So does a reader
of its output that goes away. Arguments: its TMPDIR, the folder of its outputs,
and the command."""

import os
import signal
import subprocess
import sys
import time

temporary, outputs, command = sys.argv[1], sys.argv[2], sys.argv[3:]
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def find_left():
    return os.listdir(temporary) + [name for name in os.listdir(outputs) if name.endswith(".tmp")]


# What is ignored here would be ignored there.
for number in SIGNALS:
    signal.signal(number, signal.SIG_DFL)
for number in SIGNALS:
    delay = 0.02
    while delay < 3:
        process = subprocess.Popen(command, env={**os.environ, "TMPDIR": temporary},
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(delay)
        process.send_signal(number)
        status = process.wait(timeout=60)
        if status not in (0, -number):
            sys.exit(f"ended with {status} after {number!r}")
        if left := find_left():
            sys.exit(f"{number!r} after {delay:.2f} s left {left}")
        if status == 0:
            break
        delay *= 2.5

# Python ignores SIGPIPE, and what it starts would, too.
process = subprocess.Popen(command, env={**os.environ, "TMPDIR": temporary}, stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL, restore_signals=True)
process.stdout.close()
try:
    process.wait(timeout=3)
except subprocess.TimeoutExpired:
    process.terminate()
    process.wait(timeout=60)
if left := find_left():
    sys.exit(f"{process.returncode} without a reader left {left}")
