# Waits for ever, after a note in the file that is its argument.
echo started >>"$1"
exec sleep 1000
