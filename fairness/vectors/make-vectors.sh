#!/bin/sh
# Writes rolls.json and outcomes.json beside this script: rolls, and what games make of them, computed with nothing of
# this package, by openssl (hashes), od (bytes of the key), bc (arithmetic) and grep. The tests hold the package against
# the files. Run it again and nothing should change.
set -eu
export LC_ALL=C

directory=$(cd "$(dirname "$0")" && pwd)

hex_of() { printf '%s' "$1" | od -An -v -tx1 | tr -d ' \n'; }

# hmac KEY MESSAGE: the key goes in as hex, so that any bytes work.
hmac() { printf '%s' "$2" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$(hex_of "$1")" | sed 's/^.*= *//'; }

# value_of HASH: the first 13 hex characters as a decimal number.
value_of() { echo "ibase=16; $(printf '%.13s' "$1" | tr 'a-f' 'A-F')" | bc; }

calculate() { echo "$1" | bc; }

json_string() { printf '"%s"' "$(printf '%s' "$1" | sed 's/\\/\\\\/g; s/"/\\"/g')"; }

separator=''

# row SERVER_SEED CLIENT_SEED NONCE MAX
row() {
  message="$2:$3"
  hash=$(hmac "$1" "$message")
  value=$(value_of "$hash")
  max_safe=$(calculate "(9007199254740991 / $4) * $4")
  retried=false
  if [ "$(calculate "$value >= $max_safe")" = 1 ]; then
    retried=true
    message="$message:retry"
    hash=$(hmac "$1" "$message")
    value=$(value_of "$hash")
  fi
  roll=$(calculate "$value % $4 + 1")
  printf '%s\n  { "serverSeed": %s, "clientSeed": %s, "nonce": %s, "max": %s, ' \
    "$separator" "$(json_string "$1")" "$(json_string "$2")" "$3" "$4"
  printf '"serverSeedHash": "%s", "message": %s, "hash": "%s", "value": %s, "retried": %s, "roll": %s }' \
    "$(hmac "$1" '')" "$(json_string "$message")" "$hash" "$value" "$retried" "$roll"
  separator=','
}

seed_a=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
seed_b=60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752
client=b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c
seed_63=$(printf '%.63s' "$seed_a")
seed_65="${seed_a}0"
seed_200="$seed_a$seed_b${seed_a}01234567"
seed_unicode='Grüße aus São Paulo 日本語 🎲'
client_unicode='lisura ção 公平 🎯🃏'

rows() {
  # The shape that is played: committed seeds and the games' own max.
  for nonce in 0 1 2 3 41 100000 4294967296 9007199254740991; do
    row "$seed_a" "$client" "$nonce" 10000000
    row "$seed_b" 'my lucky seed' "$nonce" 10000000
  done
  # Other bounds: ties, raffles and the public calculator.
  for max in 1 2 3 4 37 1000 99999 100000 9999999; do
    row "$seed_a" "$client" 7 "$max"
    row "$seed_b" '' 0 "$max"
  done
  # Seeds of every kind: empty, short, around one block of 64 bytes, long, not ASCII, with signs that need escaping.
  for server_seed in a "$seed_63" "$seed_65" "$seed_200" "$seed_unicode" "quote \" and \\ slash"; do
    row "$server_seed" "$client" 1 10000000
    row "$server_seed" '' 1 10000000
    row "$server_seed" "$client_unicode" 1 37
    row "$server_seed" "$seed_200:$seed_200" 1 100000
  done
  # The largest bounds without a retry: floor(9007199254740991 / max) * max is still above every 13 hex characters.
  for max in 3002399751580331 4503599627370495 4503599627370496 9007199254740990 9007199254740991; do
    row "$seed_a" "$client" 5 "$max"
    row "$seed_b" "$client_unicode" 6 "$max"
  done
  # Above it floor(…) is 0, so that every value is set aside and the retry decides. All are exact as doubles.
  for max in 9007199254740992 9007199254740994 18014398509481984 1152921504606846976; do
    row "$seed_a" "$client" 5 "$max"
    row "$seed_b" '' 0 "$max"
    row "$seed_unicode" "$client_unicode" 1 "$max"
  done
}

{ printf '['; rows; printf '\n]\n'; } > "$directory/rolls.json"

# roll SERVER_SEED CLIENT_SEED NONCE MAX, for bounds that know no retry
roll() { calculate "$(value_of "$(hmac "$1" "$2:$3")") % $4 + 1"; }

next() {
  printf '%s\n    ' "$separator"
  separator=','
}

# The items of a case and where each range begins and ends; the second wheel has those from 9900001 on.
items='common 1 7000000
uncommon 7000001 9500000
rare 9500001 9900000
covert 9900001 9990000
knife 9990001 10000000'
flip_threshold=9900001

opening_rows() {
  for nonce in 1 2 3 4 5 6 7 8 9 70 71 82 300 322 715 741 934 1159; do
    roll=$(roll "$seed_a" "$client" "$nonce" 10000000)
    flip=$(calculate "$roll >= $flip_threshold" | sed 's/1/true/; s/0/false/')
    echo "$items" | while read -r name start end; do
      [ "$(calculate "$roll >= $start && $roll <= $end")" = 0 ] || echo "$name"
    done > "$picked"
    next
    printf '{ "nonce": %s, "roll": %s, "item": "%s", "flip": %s }' "$nonce" "$roll" "$(cat "$picked")" "$flip"
  done
}

# upgrade TOTAL TARGET EDGE_PERCENT NONCE: the chance in ten-thousandths of a percent, rounded down, at most 90 percent
upgrade() {
  units=$(calculate "u = $1 * (100 - $3) * 10000 / $2; if (u > 900000) u = 900000; u")
  threshold=$(calculate "10000000 - $units * 10")
  roll=$(roll "$seed_b" "$client" "$4" 10000000)
  won=$(calculate "$roll >= $threshold" | sed 's/1/true/; s/0/false/')
  next
  printf '{ "totalCents": %s, "targetCents": %s, "edgePercent": %s, "nonce": %s, ' "$1" "$2" "$3" "$4"
  printf '"chanceUnits": %s, "threshold": %s, "roll": %s, "won": %s }' "$units" "$threshold" "$roll" "$won"
}

upgrade_rows() {
  for nonce in 1 2 3 4 5 6; do
    upgrade 1 3 10 "$nonce"
    upgrade 999 1000 10 "$nonce"
    upgrade 12345 99999 7 "$nonce"
    upgrade 1 1000000 0 "$nonce"
  done
}

# The tied are numbered from 0; the roll has nonce 1 and the client seed <client_unicode> <turn>.
tie_rows() {
  for sides in 2 3 4; do
    for turn in 1 2 3 4 5 6 7 8; do
      roll=$(roll "$seed_a" "$client_unicode $turn" 1 "$sides")
      next
      printf '{ "sides": %s, "turn": %s, "roll": %s, "winner": %s }' "$sides" "$turn" "$roll" "$((roll % sides))"
    done
  done
}

# raffle TICKETS PRIZES: lines NUMBER:USER, of which the client seed is the hash; prize n has the server seed <seed_b><n>. Who has won leaves with all tickets.
raffle() {
  client_seed=$(printf '%s\n' "$1" | openssl dgst -sha256 | sed 's/^.*= *//')
  next
  printf '{ "tickets": %s, "clientSeed": "%s", "draws": [' "$(json_string "$1" | tr '\n' ' ')" "$client_seed"
  left=$1
  comma=''
  prize=0
  while [ "$prize" -lt "$2" ]; do
    count=$(printf '%s\n' "$left" | grep -c ':' || true)
    if [ "$count" = 0 ]; then
      printf '%s { "count": 0, "roll": null, "ticket": null }' "$comma"
    else
      roll=$(roll "$seed_b$prize" "$client_seed" "$((prize + 1))" "$count")
      ticket=$(printf '%s\n' "$left" | sed -n "$((roll % count + 1))p")
      printf '%s { "count": %s, "roll": %s, "ticket": "%s" }' "$comma" "$count" "$roll" "$ticket"
      left=$(printf '%s\n' "$left" | grep -v ":${ticket#*:}\$" || true)
    fi
    comma=','
    prize=$((prize + 1))
  done
  printf ' ] }'
}

raffle_rows() {
  raffle '1:7' 2
  raffle "$(printf '1:7\n2:7\n3:9')" 3
  raffle "$(printf '1:7\n2:9\n5:12\n6:7\n8:104\n9:9\n11:12\n12:3\n40:7\n41:5')" 5
  raffle "$(n=1; while [ "$n" -le 60 ]; do printf '%s:%s\n' "$n" "$((n * n % 23 + 100))"; n=$((n + 1)); done)" 8
}

section() {
  printf '%s\n  "%s": [' "$1" "$2"
  separator=''
  "$3"
  printf '\n  ]'
}

picked=$(mktemp)
trap 'rm -f "$picked"' EXIT
{
  printf '{\n  "serverSeedA": "%s",\n  "serverSeedB": "%s",' "$seed_a" "$seed_b"
  printf '\n  "clientSeed": "%s",\n  "tieClientSeed": "%s"' "$client" "$client_unicode"
  section ',' openings opening_rows
  section ',' upgrades upgrade_rows
  section ',' ties tie_rows
  section ',' raffles raffle_rows
  printf '\n}\n'
} > "$directory/outcomes.json"
