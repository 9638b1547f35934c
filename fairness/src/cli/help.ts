const COMMITMENT_NOTE = `The commitment (server seed hash) is HMAC-SHA256 keyed with the server seed over an empty
message. It is not SHA-256 of the seed, which most other sites use.`;

const EXIT_CODES = 'Exit codes: 0 valid or computed, 1 not valid, 2 wrong call.';

const ROLL_OPTIONS = `  --server-seed TEXT    the revealed server seed
  --client-seed TEXT    the client seed (may be empty: --client-seed '')
  --nonce N             the nonce, an integer from 0
  --max N               the roll lies in 1..N (default 10000000)`;

const COMMON_OPTIONS = `  --json                print one JSON object instead of text
  --help                print this help`;

export const GENERAL_HELP = `Verify provably fair rolls on your own machine. Nothing is sent anywhere.

Usage: lisura-verify <command> [options]

Commands:
  roll      compute a roll and show every step
  verify    check that a roll, and its commitment, are what they should be
  seed      compute a server seed's commitment, or check it
  help      print this help

${COMMITMENT_NOTE}

${EXIT_CODES}
'lisura-verify <command> --help' explains each command. A value that starts with a dash
is written with an equals sign: --client-seed=-abc
`;

export const ROLL_HELP = `Compute a roll and show every step.

Usage: lisura-verify roll --server-seed TEXT --client-seed TEXT --nonce N [--max N]

Options:
${ROLL_OPTIONS}
${COMMON_OPTIONS}

${COMMITMENT_NOTE}
`;

export const VERIFY_HELP = `Check that a roll is what the seeds and the nonce give and, with --hash, that the server seed
is the one that was committed to.

Usage: lisura-verify verify --server-seed TEXT --client-seed TEXT --nonce N [--max N]
                            --expected-roll N [--hash HEX]

Options:
${ROLL_OPTIONS}
  --expected-roll N     the roll that was shown
  --hash HEX            the server seed hash that was shown before the roll
${COMMON_OPTIONS}

${COMMITMENT_NOTE}

${EXIT_CODES}
`;

export const SEED_HELP = `Compute the commitment of a server seed or, with --hash, check it.

Usage: lisura-verify seed --server-seed TEXT [--hash HEX]

Options:
  --server-seed TEXT    the revealed server seed
  --hash HEX            the server seed hash that was shown before the roll
${COMMON_OPTIONS}

${COMMITMENT_NOTE}

${EXIT_CODES}
`;
