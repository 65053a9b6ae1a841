#!/bin/sh
# Guess: APScheduler runs a job whose time passed 5 s before the scheduler started, at once.
#
# Found, APScheduler 3.9.1: a job that is more than 1 s late is not run, and is deleted. Only its log has a warning.
# With misfire_grace_time=None, it runs.
#
# Output: default: runs 0, jobs left 0
#         misfire_grace_time=None: runs 1, jobs left 0
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
test -x /usr/bin/python3 || exit 77
apt-get download python3-apscheduler=3.9.1-2 python3-tzlocal=4.2-1 python3-pytz-deprecation-shim=0.1.0.post0-3 \
  python3-tz=2022.7.1-4 python3-dateutil=2.8.2-2 python3-six=1.16.0-4 python3-pkg-resources=66.1.1-1+deb12u2 \
  >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done
export PYTHONPATH="$dir/usr/lib/python3/dist-packages"

cat > run.py <<'PYTHON'
from datetime import datetime, timedelta, timezone

from apscheduler.events import EVENT_JOB_EXECUTED, EVENT_JOB_MISSED
from apscheduler.schedulers.background import BackgroundScheduler
from threading import Event

for name, options in [("default", {}), ("misfire_grace_time=None", {"misfire_grace_time": None})]:
    runs = []
    finished = Event()
    scheduler = BackgroundScheduler(timezone="UTC")
    scheduler.add_listener(lambda event: finished.set(), EVENT_JOB_EXECUTED | EVENT_JOB_MISSED)
    scheduler.add_job(
        lambda: runs.append("create the plant"),
        "date",
        run_date=datetime.now(timezone.utc) - timedelta(seconds=5),
        **options,
    )
    scheduler.start()
    finished.wait(30)
    print(f"{name}: runs {len(runs)}, jobs left {len(scheduler.get_jobs())}")
    scheduler.shutdown()
PYTHON

output=$(/usr/bin/python3 run.py 2>/dev/null)
echo "$output"
test "$output" = 'default: runs 0, jobs left 0
misfire_grace_time=None: runs 1, jobs left 0'
