#!/bin/sh
# Runs every finding and prints one line each: "holds", "changed" (the behaviour is another one now) or
# "not run" (the tools or packages cannot be had). Exits with 1 if one changed.
cd "$(dirname "$0")" || exit 1
changed=0
for script in *.sh; do
  test "$script" = run-all.sh && continue
  timeout 600 "./$script" >/dev/null 2>&1
  case $? in
    0) result=holds ;;
    77) result='not run' ;;
    *) result=changed && changed=1 ;;
  esac
  echo "$result: ${script%.sh}"
done
exit "$changed"
