#!/bin/sh
# Writes rolls.json beside this script: rolls computed with nothing of this package, by openssl (HMAC), od (bytes of
# the key) and bc (arithmetic). The tests hold the package against the file. Run it again and nothing should change.
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
