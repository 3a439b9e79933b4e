#!/usr/bin/env bash
# What the action does: grade, put the report into the job summary, point at the lines. The words of a
# graded program are never taken for commands of the runner.
set -u
room=$(mktemp -d "${RUNNER_TEMP:-/tmp}/report.XXXXXX")
grade=${GRADE:-$RUNNER_TEMP/grade/bin/grade}
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')

echo "::stop-commands::$token"
# Words, not shell: what is in a name stays in it.
read -r -a command <<<"$COMMAND"
read -r -a options <<<"${OPTIONS:-}"
# A build runs the program's words too: grade seals it like the program itself. It may need a shell.
[ -n "${BUILD:-}" ] && options+=(--build "sh -c '${BUILD//\'/\'\\\'\'}'")
"$grade" "$ASSIGNMENT" ${options[@]+"${options[@]}"} --json "$room/result.json" \
    --markdown "$room/report.md" --annotations "$room/annotations" -- "${command[@]}"
code=$?
echo "::$token::"

[ -f "$room/annotations" ] && cat "$room/annotations"
[ -f "$room/report.md" ] && cat "$room/report.md" >>"$GITHUB_STEP_SUMMARY"
if [ -f "$room/result.json" ]; then
    # The first two lines that begin so, at the outermost level: the scores of the run.
    sed -n -e 's/^  "score": \([0-9.]*\),$/score=\1/p' -e 's/^  "max_score": \([0-9.]*\),$/max-score=\1/p' \
        "$room/result.json" >>"$GITHUB_OUTPUT"
fi
rm -rf "$room"
exit "$code"
