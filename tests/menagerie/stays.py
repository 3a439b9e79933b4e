"""Correct, but leaves processes behind: one in the group, one that fled into a session of its own.

The command line of both carries the first argument, by which they can be found."""
import os
import signal
import subprocess
import sys

mark = sys.argv[1]
name = input("What is your name? ")
print(f"Hello, {name}!")
print(f"Your name has {len(name)} letters.")
sleeper = [sys.executable, "-c", "import time; time.sleep(1000)", mark]
signal.signal(signal.SIGHUP, signal.SIG_IGN)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
subprocess.Popen(sleeper)
subprocess.Popen(sleeper, start_new_session=True)
