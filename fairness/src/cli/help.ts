const COMMITMENT_NOTE = `The commitment (server seed hash) is HMAC-SHA256 keyed with the server seed over an empty
message. It is not SHA-256 of the seed, which most other sites use.`;

const EXIT_CODES = 'Exit codes: 0 valid or computed, 1 not valid, 2 wrong call, 3 not checked.';

const ROLL_OPTIONS = `  --server-seed TEXT    the revealed server seed
  --client-seed TEXT    the client seed (may be empty: --client-seed '')
  --nonce N             the nonce, an integer from 0
  --max N               the roll lies in 1..N (default 10000000)`;

const COMMON_OPTIONS = `  --json                print one JSON object instead of text
  --help                print this help`;

export const GENERAL_HELP = `Verify provably fair rolls and what they decided on your own machine, without an account.
Nothing is sent anywhere; with --server what everybody may see is asked of that server.

Usage: lisura-verify <command> [options]

Commands:
  opening   check an opening of a case: its hash, its roll, its item and its flip
  upgrade   check an upgrade: its hash, its roll, its chance and its outcome
  shot      check a shot in an event: its hash, its roll and its item
  battle    check a battle: every hash, roll and item, the totals, a tie, and who gets what
  raffle    check a raffle: its list of tickets, and the hash, the roll and the winner of every prize
  log       check the public log: that it only grows, and that results are in it
  page      check that the page to verify with is the one published with this package
  refusals  check the plays that were refused: would they have won more often than chance?
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

const PLAY_NOTE = `JSON is the name of a file, - for what is piped in, or the JSON itself. It may be an answer of the
server as it came, a page of a history, or one entry of it; each play in it is checked.`;

const SAVED_OPTIONS = `  --commitments JSON    what showed you the hashes before you played: the answer of
                        GET /api/provably-fair/commitments or, for shots, of
                        GET /api/event/<id>/progress; or a list of such answers
  --client-seed TEXT    the client seed that you sent with the play: another one is NOT VALID
  --plays JSON          your other plays, whose nonces lie between these: answers, pages of
                        histories and battles, or a list of them`;

const NONCES_NOTE = `Each nonce is rolled once, and none is left out. One that was used twice is NOT VALID, and so is one that
lies between your plays, or after the first one in --commitments, and that none of your plays has taken.
Cases, upgrades and battles share the nonces, and the shots of an event have their own: give what you
played in between as --plays. With --server the public log may explain a nonce that was never rolled, such as that of a battle that was cancelled; without
it the verdict is NOT CHECKED. It is also NOT CHECKED where the nonce of a play is not in --commitments.`;

export const OPENING_HELP = `Check openings of cases from what their player was answered and what everybody may see: that the
server seed gives the hash, the seeds the roll, and the roll the item and the flip by the version of
the case that was played.

Usage: lisura-verify opening --opening JSON (--version JSON | --server URL) [--commitments JSON]
                             [--client-seed TEXT] [--plays JSON]

Options:
  --opening JSON        the answer to the opening, or of GET /api/cases/openings
  --version JSON        the answer of GET /api/cases/<caseId>/versions/<versionNumber>
  --server URL          asks that server for the version, and its log for a missing nonce, without an account
${SAVED_OPTIONS}
${COMMON_OPTIONS}

${PLAY_NOTE}

${NONCES_NOTE}

${COMMITMENT_NOTE}

${EXIT_CODES}
`;

export const UPGRADE_HELP = `Check upgrades from what their player was answered: that the server seed gives the hash, the seeds the
roll, what was staked the chance, and the roll the outcome. The values are those that the answer tells;
what the catalogue said at that moment is not kept in public.

Usage: lisura-verify upgrade --upgrade JSON [--commitments JSON] [--client-seed TEXT] [--plays JSON]
                             [--quote JSON] [--server URL]

Options:
  --upgrade JSON        the answer to the upgrade, or of GET /api/upgrade/history
  --quote JSON          the answer of POST /api/upgrade/calculate before you played: a lower chance than it says is
                        NOT VALID, for a play that you sent with that chance as minChancePercent
  --server URL          asks the log of that server for a missing nonce, without an account
${SAVED_OPTIONS}
${COMMON_OPTIONS}

${PLAY_NOTE}

${NONCES_NOTE}

${COMMITMENT_NOTE}

${EXIT_CODES}
`;

export const SHOT_HELP = `Check shots in an event from what their player was answered and what everybody may see: that the server
seed gives the hash, the seeds the roll, and the roll the item by the table of the shot's price.

Usage: lisura-verify shot --shot JSON (--event JSON | --server URL) [--commitments JSON]
                          [--client-seed TEXT] [--plays JSON]

Options:
  --shot JSON           the answer to the shot, or of GET /api/event/<id>/shots
  --event JSON          the answer of GET /api/event/<id>
  --server URL          asks that server for the event, without an account
${SAVED_OPTIONS}
${COMMON_OPTIONS}

${PLAY_NOTE}

${NONCES_NOTE}

${COMMITMENT_NOTE}

${EXIT_CODES}
`;

const BEFORE_NOTE = `That the hashes were shown before the outcome is proved by --before alone: save the same answer while the
outcome is open, and keep it.`;

const BOTS_NOTE = `A battle that bots played without a beacon is called VALID only with --before: the hashes of bots are public from its creation on,
and what the answer to the creation, or a look at the battle before you paid, has told of them must be what was
played. Without it nothing differs and the verdict is NOT CHECKED, as it is for bots from before their hashes
were public.`;

const LOG_OPTIONS = `  --server URL          asks the public log of that server for the oldest head that has what was fixed
  --key HEX             the key that the log must be signed with, of GET /api/log/key
  --heads FILE          heads that you keep with the command log: the head must go together with them
  --log-proof FILE      instead of --server: a list of the answers of GET /api/log/first-head
  --round FILE          of a game that was cancelled because its beacon was silent: what a relay
                        of drand says of the round, GET /public/<round>`;

const ROUND_NOTE = `Where a beacon decides, its round is the first that is published at least 'beaconDelaySeconds' after the last
seat was taken or the sales were closed; any other round is NOT VALID. A head of the public log that is older than
the round must have the terms and the closed list; without such a head the verdict is NOT CHECKED.`;

const FILE_NOTE = 'FILE is the name of a file, - for what is piped in, or the text itself.';

export const BATTLE_HELP = `Check a battle that is over: that each server seed gives the hash that its seat had for the round, the seeds
the roll, and the roll the item by the version of the case; that bots were bound at the creation, that client
seeds nobody gave follow from what was fixed by then, and values from the creation; the totals, a tie, and what
every seat gets.

Usage: lisura-verify battle [FILE] [--before FILE] [--chain FILE] [--client-seed TEXT]
                            [--server URL | --log-proof FILE] [--key HEX | --heads FILE]

Options:
  FILE, --battle FILE   the answer of GET /api/battles/<id>; what is piped in, if left out
  --before FILE         the same answer, or that to the creation, saved before the battle was decided
  --client-seed TEXT    the client seed that you sent with your seat or with bots: without it the battle is NOT VALID
  --chain FILE          the chain to believe instead of drand's quicknet: its answer of /info
${LOG_OPTIONS}
${COMMON_OPTIONS}

${FILE_NOTE}

${BEFORE_NOTE}

${BOTS_NOTE}

${ROUND_NOTE}

${COMMITMENT_NOTE}

${EXIT_CODES}
`;

export const RAFFLE_HELP = `Check a raffle that is drawn: that the list of tickets gives the client seed, each server seed the hash of
its prize, and the seeds the roll, the ticket and the winner, those who have won before being left out.

Usage: lisura-verify raffle FILE TICKETS [--before FILE] [--chain FILE]
                            [--server URL | --log-proof FILE] [--key HEX | --heads FILE]

Options:
  FILE, --raffle FILE         the answer of GET /api/raffle/<id>
  TICKETS, --tickets TICKETS  the answer of GET /api/raffle/<id>/tickets, byte for byte as it came
  --before FILE               the answer of GET /api/raffle/<id>, saved before the raffle was drawn
  --chain FILE                the chain to believe instead of drand's quicknet: its answer of /info
${LOG_OPTIONS}
${COMMON_OPTIONS}

${FILE_NOTE}

${BEFORE_NOTE}

${ROUND_NOTE}

${COMMITMENT_NOTE}

${EXIT_CODES}
`;

export const PAGE_HELP = `Check the page that verifies without a network: that its SHA-256 is that of the page which was published
with this package. Who wants to trust the platform with nothing uses this command for everything else, too.

Usage: lisura-verify page (--server URL | --page FILE)

Options:
  --server URL          asks that server for /api/verify/offline, without an account
  --page FILE           the page as you have saved it
${COMMON_OPTIONS}

${EXIT_CODES}
`;

export const REFUSALS_HELP = `Check the plays that a server has refused after their client seed had arrived: that each of them is in the
public log as it is listed, and that none in the log is left out; that the server seeds which were revealed
since give the hashes and the rolls; and whether the refused plays would have been luckier than chance. A house
that refuses what would win is found by this.

Usage: lisura-verify refusals --server URL

Options:
  --server URL          asks that server, without an account; the whole log is read, 5,000 leaves a request
${COMMON_OPTIONS}

Each refused roll counts once. Its luck is the share of rolls that would have given less, minus the share that
would have given more; z is the sum in standard deviations, for each reason and for all. Above 4.5 the verdict is
NOT VALID: chance comes to that once in 25,000 times. With fewer than 30 rolls it is NOT CHECKED.

${EXIT_CODES}
`;

export const LOG_HELP = `Check the public log of a server: that its newest head is signed, that it extends every head that you
have seen before, and that a result is in it as you have it. Heads that you have seen are kept in a file
of yours: whoever keeps one finds any change of what came before it.

Usage: lisura-verify log --server URL [--heads FILE] [--key HEX] [--max-age MINUTES]
                         [--kind KIND --result JSON] [--commitments JSON [--plays JSON]] [--all]

Options:
  --server URL          asks that server, without an account
  --heads FILE          where the heads are kept that you have seen; made where it is not there yet
  --key HEX             the key that the log must be signed with, of GET /api/log/key; without it that of the
                        first head in the file
  --max-age MINUTES     an alarm if the newest head is older, or as far ahead of your clock; a log in which
                        nothing happens has an old one
  --kind KIND           CASES, UPGRADES, SHOTS, BATTLES or RAFFLES, each with the terms in its answer; or what says
                        which roll gives what: CASE_VERSIONS (an answer of /api/cases/<id>/versions/<number>)
                        or EVENT_TERMS (of /api/event/<id>); or before the end: BATTLE_TERMS, BATTLE_SEATS,
                        RAFFLE_TERMS, TICKET_LISTS
  --result JSON         the answer to a play, a page of a history, a battle or a raffle
  --commitments JSON    the answer of GET /api/provably-fair/commitments that you saved, or a list of them:
                        the log must have each hash as you were shown it
  --plays JSON          all that you played since: answers, pages of histories and battles, or a list of them;
                        every nonce up to the last one must be among them, or be explained by the log
  --all                 reads every leaf: they must come to the head, and no row may have two; 5,000 leaves take a
                        request
${COMMON_OPTIONS}

${PLAY_NOTE}

Each head in the file is held against the next larger one, and the largest against the newest; a line that the
command adds says in 'above' which lines stood above it (their SHA-256), and these are not asked for again.
What is wrong is an ALARM, and the verdict is NOT VALID. Without a head to compare with, as in a first call,
nothing says that the log has only grown, and the verdict is NOT CHECKED: call it again.

${EXIT_CODES}
`;
