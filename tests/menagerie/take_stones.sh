# Take stones in plain shell: alpha-beta, the way of the player to move, values in tenths.
stones=$1 count=$2
shift 2
taken=' ' last=
while [ "$count" -gt 0 ]; do
    taken="$taken$1 " last=$1 turn=$((1 - ${turn:-0})) count=$((count - 1))
    shift
done
limit=$1 visited=0 evaluated=0 deepest=0

legal() { # the legal stones, in $found
    found= i=1
    while [ "$i" -le "$stones" ]; do
        if [ -z "$last" ]; then
            [ $((i % 2)) -eq 1 ] && [ $((2 * i)) -lt "$stones" ] && found="$found $i"
        elif [ $((i % last)) -eq 0 ] || [ $((last % i)) -eq 0 ]; then
            case $taken in *" $i "*) ;; *) found="$found $i" ;; esac
        fi
        i=$((i + 1))
    done
}

worth() { # of the stones in $found, for the player to move, in $value
    value=-10
    [ -z "$found" ] && return
    value=0
    case $taken in *" 1 "*) ;; *) return ;; esac
    prime=$last factor=2
    while [ $((factor * factor)) -le "$prime" ]; do
        while [ $((prime % factor)) -eq 0 ] && [ "$prime" -gt "$factor" ]; do
            prime=$((prime / factor))
        done
        factor=$((factor + 1))
    done
    value=6
    [ "$prime" -eq "$last" ] && value=7
    [ "$last" -eq 1 ] && value=5
    odd=0
    for multiple in $found; do
        [ $((multiple % prime)) -eq 0 ] && odd=$((1 - odd))
    done
    [ "$odd" -eq 1 ] || value=-$value
}

search() { # depth, alpha, beta; the result is in $value, the root's move in $move
    visited=$((visited + 1))
    [ "$1" -gt "$deepest" ] && deepest=$1
    legal
    if [ -z "$found" ] || { [ "$limit" -ne 0 ] && [ "$1" -eq "$limit" ]; }; then
        evaluated=$((evaluated + 1))
        worth
        return
    fi
    local best=-100 alpha=$2 stone before_taken="$taken" before_last=$last
    for stone in $found; do
        taken="$taken$stone " last=$stone
        search $(($1 + 1)) $((-$3)) $((-alpha))
        taken=$before_taken last=$before_last value=$((-value))
        if [ "$value" -gt "$best" ]; then
            best=$value
            [ "$1" -eq 0 ] && move=$stone
        fi
        [ "$best" -ge "$3" ] && break
        [ "$best" -gt "$alpha" ] && alpha=$best
    done
    value=$best
}

search 0 -100 100
[ "${turn:-0}" -eq 1 ] && value=$((-value))
inner=$((visited - evaluated))
branching=$(((20 * (visited - 1) + inner) / (2 * inner)))
sign= && [ "$value" -lt 0 ] && sign=- value=$((-value))
echo "Move: $move"
echo "Value: $sign$((value / 10)).$((value % 10))"
echo "Number of Nodes Visited: $visited"
echo "Number of Nodes Evaluated: $evaluated"
echo "Max Depth Reached: $deepest"
echo "Avg Effective Branching Factor: $((branching / 10)).$((branching % 10))"
