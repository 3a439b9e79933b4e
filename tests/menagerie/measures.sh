# Notes how much memory its parent has ever used, then floods it.
grep VmHWM "/proc/$PPID/status" >>"$1"
printf 'What is your name? '
exec yes
