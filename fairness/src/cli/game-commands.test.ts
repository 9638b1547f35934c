import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { BeaconChain, SignedRound } from '../beacon/chain.ts';
import { isSigned } from '../beacon/signature.ts';
import { run } from './run.ts';

type Json = Record<string, unknown>;
const games: { battles: Json[]; raffles: { raffle: Json; tickets: string }[] } = JSON.parse(
  readFileSync(new URL('../../vectors/games.json', import.meta.url), 'utf8'),
);
const battleNumber = (id: number) => games.battles.find((battle) => battle.id === String(id)) as Json;
const raffleNumber = (id: number) => games.raffles[id - 1] as { raffle: Json; tickets: string };

/** Each signature is checked once: tests that change everything else would do it hundreds of times. */
const checked = new Map<string, boolean>();
const isSignedOnce = (signed: SignedRound): boolean => {
  const key = JSON.stringify(signed);
  const known = checked.get(key) ?? isSigned(signed);
  checked.set(key, known);
  return known;
};

/** Files by name; whatever else is read or asked fails. */
const runWith = (args: readonly string[], files: Readonly<Record<string, unknown>> = {}) =>
  run(args, {
    readFile: async (name) => {
      if (!Object.hasOwn(files, name)) throw new Error('no such file');
      const file = files[name];
      return typeof file === 'string' ? file : JSON.stringify(file);
    },
    fetch: (address) => assert.fail(`asks ${address}`),
    loadSignatureCheck: async () => isSignedOnce,
  });
const runBattle = (battle: unknown, ...more: string[]) => runWith(['battle', ...more], { '-': battle });
const runRaffle = (raffle: unknown, tickets: string, ...more: string[]) =>
  runWith(['raffle', 'raffle.json', 'tickets.txt', ...more], { 'raffle.json': raffle, 'tickets.txt': tickets });

async function assertWrongCall(running: ReturnType<typeof run>, named: RegExp): Promise<void> {
  const { exitCode, stdout, stderr } = await running;
  assert.deepEqual([exitCode, stdout], [2, ''], stderr);
  assert.match(stderr, /^lisura-verify: [^\n]+\n$/);
  assert.match(stderr, named);
}

/** Every place of a value in JSON, as the keys that lead there. */
function placesIn(json: unknown, way: string[] = []): string[][] {
  if (typeof json !== 'object' || json === null) return [way];
  return Object.entries(json).flatMap(([key, value]) => placesIn(value, [...way, key]));
}

/** A copy in which one value is another of its kind. */
function changedAt(json: Json, way: readonly string[]): Json {
  const copy = structuredClone(json);
  const holder = way.slice(0, -1).reduce<Json>((value, key) => value[key] as Json, copy);
  const key = way.at(-1) as string;
  const value = holder[key];
  if (typeof value === 'number') holder[key] = value + 1;
  else if (typeof value === 'boolean') holder[key] = !value;
  else if (value === null) holder[key] = 1;
  else if (/^\d+$/.test(String(value))) holder[key] = String(BigInt(String(value)) + 1n);
  else holder[key] = String(value).replace(/.$/u, (last) => (last === '0' ? '1' : '0'));
  return copy;
}

/** The places whose change goes unnoticed, with numbers of lists left out. */
async function unnoticedIn(json: Json, runOn: (changed: Json) => ReturnType<typeof run>): Promise<string[]> {
  const unnoticed = new Set<string>();
  const { exitCode: unchanged } = await runOn(json);
  for (const way of placesIn(json)) {
    const { exitCode } = await runOn(changedAt(json, way));
    if (exitCode === unchanged) unnoticed.add(way.filter((key) => !/^\d+$/.test(key)).join('.'));
  }
  return [...unnoticed].sort();
}

test('a battle is read from a file, from what is piped in, or as it is', async () => {
  const battle = battleNumber(1);
  for (const [args, files] of [
    [['battle'], { '-': battle }],
    [['battle', '-'], { '-': battle }],
    [['battle', 'b.json'], { 'b.json': battle }],
    [['battle', '--battle=b.json'], { 'b.json': battle }],
    [['battle', JSON.stringify(battle)], {}],
  ] as const) {
    const { exitCode, stdout, stderr } = await runWith(args, files);
    assert.deepEqual([exitCode, stderr], [0, '']);
    assert.match(stdout, /^battle 1: NORMAL, 2 seats for themselves, 5 rounds, randomness server\n/);
    assert.match(stdout, /^ +ok +round 5, seat 2 +nonce 24, roll \d+, \S.* for \d+ cents$/m);
    assert.match(stdout, /^\d+ comparisons, of which none differs$/m);
    assert.match(stdout, /\nVALID\n$/);
  }
});

test('what differs in a battle is told with its place, its value and the one recorded', async () => {
  const battle = structuredClone(battleNumber(14)) as { tieBreak: { roll: number } };
  const { roll } = battle.tieBreak;
  battle.tieBreak.roll = 1;
  const { exitCode, stdout } = await runBattle(battle);
  assert.equal(exitCode, 1);
  assert.match(stdout, new RegExp(`^  WRONG  tie .*\n.*:\n +roll +${roll}, but it was recorded as 1$`, 'm'));
  assert.equal(stdout.match(/WRONG/g)?.length, 1);
  assert.match(stdout, /of which 1 differ\n(.*\n)*NOT VALID\n$/);
  const { parts, valid } = JSON.parse((await runBattle(battle, '--json')).stdout);
  assert.deepEqual([valid, parts.at(-1).title], [false, 'prize of seat 4']);
});

// What cannot be noticed: names and pictures, who sits where, whether it was private, which seed was whose choice (it is
// only told), and the ids of items that nobody drew.
const UNNOTICED = ['id', 'isPrivate', 'rounds.rolls.clientSeedSource', 'rounds.rolls.itemName', 'seats.isBot'].concat([
  'seats.takenAt',
  'seats.user',
  'seats.user.id',
  'versions.items.itemId',
  'versions.items.name',
]);

for (const [id, kind] of [
  [1, 'for themselves'],
  [14, 'that is tied'],
  [10, 'in teams'],
  [22, 'whose pot is shared'],
  [12, 'with a beacon, tied'],
] as const) {
  test(`whatever is changed in a battle ${kind} is noticed`, async () => {
    const unnoticed = await unnoticedIn(battleNumber(id), runBattle);
    assert.deepEqual(
      unnoticed.filter((place) => !UNNOTICED.includes(place)),
      [],
    );
  });
}

// Of those that were bound at their creation it is also told which seed was whose choice, when what happened (as long as it
// is in its order), who is a bot, and what every item of a version is worth, also of items that nobody drew.
const UNNOTICED_OF_BOUND = ['id', 'isPrivate', 'rounds.rolls.itemName', 'seats.user', 'seats.user.id'].concat(
  ['versions.items.itemId', 'versions.items.name', 'versions.items.valueCents', 'beacon.round'],
  // Times are told in milliseconds: the last digit alone is too little to bring them out of order.
  ['createdAt', 'startedAt', 'endedAt', 'seats.takenAt', 'botSeats.committedAt', 'tieBreak.committedAt'],
);

for (const [id, kind] of [
  [31, 'that bots played, with client seeds given'],
  [32, 'of people and a bot'],
  [33, 'in teams against bots'],
  [34, 'in which nobody gave a client seed'],
  [35, 'that is tied'],
] as const) {
  test(`whatever is changed in a battle bound at its creation ${kind} is noticed`, async () => {
    const unnoticed = await unnoticedIn(battleNumber(id), runBattle);
    assert.deepEqual(
      unnoticed.filter((place) => !UNNOTICED_OF_BOUND.includes(place)),
      [],
    );
  });
}

test('whatever is changed in a raffle, or in its list of tickets, is noticed', async () => {
  for (const id of [1, 2, 3]) {
    const { raffle, tickets } = raffleNumber(id);
    const unnoticed = await unnoticedIn(raffle, (changed) => runRaffle(changed, tickets));
    const told = ['closedAt', 'id', 'prizes.winner.username'];
    assert.deepEqual(
      unnoticed.filter((place) => !told.includes(place)),
      [],
    );
    for (const [index, sign] of [...tickets].entries()) {
      const changed = tickets.slice(0, index) + (sign === '7' ? '8' : '7') + tickets.slice(index + 1);
      assert.notEqual((await runRaffle(raffle, changed)).exitCode, 0, `sign ${index}`);
    }
    assert.equal((await runRaffle(raffle, tickets.trimEnd())).exitCode, 1, 'the last line is ended, too');
    assert.equal((await runRaffle(raffle, '')).exitCode, 1);
  }
});

test('a raffle is told prize by prize', async () => {
  const { raffle, tickets } = raffleNumber(1);
  const { exitCode, stdout, stderr } = await runRaffle(raffle, tickets);
  assert.deepEqual([exitCode, stderr], [0, '']);
  assert.match(stdout, /^raffle 1: 3 tickets, 3 prizes, randomness server\n/);
  assert.match(stdout, /^ +ok +prize 0 +roll [123] of 3: ticket [123] of user [79]$/m);
  assert.match(stdout, /^ +ok +prize 2 +no ticket was left that could win it$/m);
  assert.match(stdout, /\nVALID\n$/);
  const byName = ['raffle', `--raffle=${JSON.stringify(raffle)}`, `--tickets=${tickets}`];
  assert.equal((await runWith(byName)).stdout, stdout);
});

test('a raffle of which nothing was sold has nothing to draw', async () => {
  const { raffle, tickets } = raffleNumber(4);
  const { exitCode, stdout } = await runRaffle(raffle, tickets);
  assert.equal(exitCode, 0);
  assert.doesNotMatch(stdout, /client seed is computed/);
  const secret = (raffle.prizes as Json[]).map((prize) => ({ ...prize, serverSeed: null, eligibleTickets: null }));
  assert.equal((await runRaffle({ ...raffle, prizes: secret }, tickets)).exitCode, 0);
});

test('a battle is held against what was saved before', async () => {
  const battle = battleNumber(12) as Json & { seats: Json[]; beacon: Json; tieBreak: Json; cases: Json[] };
  const before = {
    ...battle,
    status: 'IN_PROGRESS',
    result: null,
    rounds: [],
    seats: battle.seats.slice(0, 1),
    beacon: { round: battle.beacon.round, randomness: null, signature: null },
  };
  const wrongWith = async (change: object) => {
    const saved = JSON.stringify({ ...before, ...change });
    const { parts, valid, notes } = JSON.parse((await runBattle(battle, `--before=${saved}`, '--json')).stdout);
    assert.ok(!notes.some((note: string) => note.includes('--before')));
    const [{ title, steps }] = parts;
    const wrong = steps.filter(({ ok }: { ok: boolean }) => !ok).map(({ name }: { name: string }) => name);
    assert.deepEqual([title, valid], ['before', wrong.length === 0]);
    return wrong;
  };
  const [seat] = before.seats;
  assert.deepEqual(await wrongWith({}), []);
  assert.deepEqual(await wrongWith({ status: 'WAITING', beacon: null }), []);
  assert.deepEqual(await wrongWith({ id: '99' }), ['id']);
  assert.deepEqual(await wrongWith({ mode: 'CRAZY' }), ['terms']);
  assert.deepEqual(await wrongWith({ cases: [{ ...battle.cases[0], versionNumber: 1 }, battle.cases[1]] }), ['cases']);
  assert.deepEqual(await wrongWith({ tieBreak: { serverSeedHash: 'ab' } }), ['tie']);
  assert.deepEqual(await wrongWith({ beacon: { round: 7 } }), ['round']);
  assert.deepEqual(await wrongWith({ seats: [{ ...seat, serverSeedHashes: ['ab', 'cd'] }] }), ['seat 1']);
  assert.deepEqual(await wrongWith({ seats: [{ ...seat, firstNonce: 1 }] }), ['seat 1']);
  assert.match((await runBattle(battle)).stdout, /^Note: Nothing that was saved before .* --before\.$/m);
  await assertWrongCall(
    runBattle(battle, `--before=${JSON.stringify(battle)}`),
    /--before: it was saved after the end/,
  );
});

/** As it was answered before anybody but its creator had a seat. */
const savedAtCreation = (battle: Json & { seats: Json[]; tieBreak: Json }) => ({
  ...battle,
  status: 'WAITING',
  result: null,
  rounds: [],
  seats: battle.seats.slice(0, 1),
  beacon: null,
  tieBreak: { ...battle.tieBreak, serverSeed: null, clientSeed: null, contenders: null, roll: null, team: null },
});
/** As the request was answered that took the last seat, where a beacon decides. */
const savedWhenFilled = (battle: Json & { seats: Json[]; tieBreak: Json; beacon: Json }) => ({
  ...savedAtCreation(battle),
  status: 'IN_PROGRESS',
  seats: battle.seats,
  beacon: { ...battle.beacon, randomness: null, signature: null },
});
type SomeBattle = Json & { seats: Json[]; botSeats: Json[]; rounds: { rolls: Json[] }[]; tieBreak: Json };

test('a battle that bots played is valid if they played what was shown before, and something came after that', async () => {
  for (const id of [30, 31, 32, 33, 35]) {
    const battle = battleNumber(id) as SomeBattle;
    const alone = await runBattle(battle);
    assert.equal(alone.exitCode, 3);
    assert.match(
      alone.stdout,
      /\nNot checked: Bots played, and nothing that was saved before .* --before\.\n(?:Not checked: .*\n)?NOT CHECKED\n$/,
    );
    const saved = JSON.stringify(savedAtCreation(battle));
    const { exitCode, stdout } = await runBattle(battle, `--before=${saved}`);
    const nobodyGave = /^Not checked: Bots played, and nobody gave a client seed after their hashes/m;
    const isOpen = id !== 30 && id !== 33;
    assert.deepEqual(
      [exitCode, stdout.split('\n').at(-2), nobodyGave.test(stdout)],
      isOpen ? [0, 'VALID', false] : [3, 'NOT CHECKED', true],
      stdout,
    );
  }
  assert.equal((await runBattle(battleNumber(34))).exitCode, 0, 'people alone');
});

test('of a battle with bots that a beacon decided, what was saved names its round', async () => {
  const battle = battleNumber(36) as SomeBattle & { beacon: Json & { round: number } };
  const verdict = async (saved: object) => {
    const { exitCode, stdout } = await runBattle(battle, `--before=${JSON.stringify(saved)}`);
    return {
      exitCode,
      last: stdout.split('\n').at(-2),
      isUnsaved: /^Not checked: .*the round of the beacon/m.test(stdout),
    };
  };
  const filled = savedWhenFilled(battle);
  assert.deepEqual(await verdict(savedAtCreation(battle)), { exitCode: 3, last: 'NOT CHECKED', isUnsaved: true });
  assert.deepEqual(await verdict(filled), { exitCode: 0, last: 'VALID', isUnsaved: false });
  const other = { ...filled, beacon: { ...filled.beacon, round: battle.beacon.round + 1 } };
  assert.deepEqual(await verdict(other), { exitCode: 1, last: 'NOT VALID', isUnsaved: false });
});

test('a bot that was bound when it played, or plays by another seed, is refused with a sentence', async () => {
  const wrongIn = async (change: (battle: SomeBattle) => void) => {
    const battle = structuredClone(battleNumber(31)) as SomeBattle;
    const saved = savedAtCreation(structuredClone(battle));
    change(battle);
    const { exitCode, stdout } = await runBattle(battle, `--before=${JSON.stringify(saved)}`);
    assert.deepEqual([exitCode, stdout.split('\n').at(-2)], [1, 'NOT VALID']);
    return stdout;
  };
  const bound = /the server was bound before the first seat was paid for, and did not choose when it played/;
  const late = await wrongIn(({ botSeats: [bot = {}] }) =>
    Object.assign(bot, { committedAt: '2026-11-15T12:00:20.000Z' }),
  );
  assert.match(late, bound);
  const noTime = await wrongIn(({ botSeats: [bot = {}] }) => Object.assign(bot, { committedAt: 'soon' }));
  assert.match(noTime, bound);
  const tie = await wrongIn(({ tieBreak }) => Object.assign(tieBreak, { committedAt: '2026-11-15T12:00:20.000Z' }));
  assert.match(tie, bound);
  const disguised = await wrongIn(({ seats }) => Object.assign(seats[1] as Json, { isBot: false, user: { id: '7' } }));
  assert.match(disguised, /A person plays, by other seeds than a bot would/);
  const hidden = await wrongIn((battle) => Object.assign(battle, { botSeats: null }));
  assert.match(hidden, /The hashes of bots are those shown/);
  const fewer = await wrongIn((battle) => Object.assign(battle, { botSeats: [] }));
  assert.match(fewer, /The hashes that a bot would have are told of every seat but the first/);
  const drawn = await wrongIn(({ rounds }) => {
    for (const { rolls } of rounds)
      Object.assign(rolls[1] as Json, { clientSeed: 'ab'.repeat(32), clientSeedSource: 'SERVER' });
  });
  assert.match(drawn, /The client seed is computed from the hashes of all seats and the client seeds given/);
  const early = await wrongIn((battle) => Object.assign(battle, { startedAt: '2020-11-15T11:00:00.000Z' }));
  assert.match(early, /It was created, then its seats were taken, then it was played/);
  const unvalued = structuredClone(battleNumber(31)) as Json & { versions: { items: Json[] }[] };
  delete unvalued.versions[0]?.items[0]?.valueCents;
  await assertWrongCall(runBattle(unvalued), /'versions' lacks a 'valueCents'/);
});

test('what was saved at the creation holds the values and the client seeds, too', async () => {
  const battle = battleNumber(32) as SomeBattle & { versions: { items: Json[] }[] };
  const wrongWith = async (change: (saved: ReturnType<typeof savedAtCreation>) => void) => {
    const saved = structuredClone(savedAtCreation(battle));
    change(saved);
    const { stdout } = await runBattle(battle, `--before=${JSON.stringify(saved)}`, '--json');
    const [{ steps }] = JSON.parse(stdout).parts;
    return steps
      .filter(({ ok }: { ok: boolean }) => !ok)
      .map(({ explanation }: { explanation: string }) => explanation);
  };
  assert.deepEqual(await wrongWith(() => {}), []);
  const versions = structuredClone(battle.versions);
  Object.assign(versions[0]?.items[0] as Json, { valueCents: '99' });
  assert.deepEqual(await wrongWith((saved) => Object.assign(saved, { versions })), [
    'The items and what they are worth are those shown',
  ]);
  assert.deepEqual(await wrongWith(({ seats }) => Object.assign(seats[0] as Json, { clientSeed: 'another' })), [
    'The client seed of the seat is the one shown',
  ]);
  const botSeats = battle.botSeats.map((bot) => ({ ...bot, serverSeedHashes: ['ab', 'cd'] }));
  assert.deepEqual(await wrongWith((saved) => Object.assign(saved, { botSeats })), [
    'The hashes of bots are those shown',
  ]);
});

test('a battle from before bots were bound says what it lacks', async () => {
  const withBots = await runBattle(battleNumber(14));
  assert.equal(withBots.exitCode, 3);
  assert.match(withBots.stdout, /of which none differs\n/);
  assert.match(withBots.stdout, /\nNot checked: Bots played, and this battle is from before their hashes were public/);
  const ofPeople = await runBattle(battleNumber(1));
  assert.equal(ofPeople.exitCode, 0);
  assert.match(ofPeople.stdout, /^Note: This battle is from before the values that decide were public/m);
});

test('a raffle is held against what was saved before', async () => {
  const { raffle, tickets } = raffleNumber(3);
  const prizes = raffle.prizes as Json[];
  const before = { ...raffle, status: 'ACTIVE', clientSeed: null, ticketListHash: null, beacon: null };
  const wrongWith = async (change: object) => {
    const saved = JSON.stringify({ ...before, ...change });
    const { stdout } = await runRaffle(raffle, tickets, `--before=${saved}`, '--json');
    const wrong = JSON.parse(stdout).parts[0].steps.filter(({ ok }: { ok: boolean }) => !ok);
    return wrong.map(({ name }: { name: string }) => name);
  };
  assert.deepEqual(await wrongWith({}), []);
  assert.deepEqual(await wrongWith({ status: 'DRAWING', ticketListHash: raffle.ticketListHash }), []);
  assert.deepEqual(await wrongWith({ id: '99' }), ['id']);
  assert.deepEqual(await wrongWith({ randomness: 'server' }), ['randomness']);
  assert.deepEqual(await wrongWith({ prizes: [{ ...prizes[0], serverSeedHash: 'ab' }] }), ['prize 3']);
  assert.deepEqual(await wrongWith({ prizes: [{ ...prizes[0], displayOrder: 8 }] }), ['prize 8']);
  assert.deepEqual(await wrongWith({ ticketListHash: 'ab' }), ['list']);
  assert.deepEqual(await wrongWith({ clientSeed: 'ab' }), ['clientSeed']);
  assert.deepEqual(await wrongWith({ beacon: { round: 7 } }), ['round']);
});

test('what a valid game does not prove is told', async () => {
  const notesOf = async (running: ReturnType<typeof run>) => (await running).stdout.match(/^Note: .*$/gm) ?? [];
  const [server, derived] = [/^Note: The server chose the client seed/, /^Note: The client seed is computed from/];
  const beacon = /^Note: The client seed is the randomness of a public beacon/;
  const told = (notes: string[]) => [server, derived, beacon].map((words) => notes.some((note) => words.test(note)));
  assert.deepEqual(told(await notesOf(runBattle(battleNumber(1)))), [true, false, false]);
  assert.deepEqual(told(await notesOf(runBattle(battleNumber(14)))), [true, true, false]);
  assert.deepEqual(told(await notesOf(runBattle(battleNumber(12)))), [false, false, true]);
  const { raffle, tickets } = raffleNumber(3);
  assert.deepEqual(told(await notesOf(runRaffle(raffle, tickets))), [false, false, true]);
  assert.equal((await runRaffle({ ...raffle, ticketListHash: null }, tickets)).exitCode, 1, 'nothing binds the list');
  const listed = raffleNumber(2);
  assert.deepEqual(told(await notesOf(runRaffle(listed.raffle, listed.tickets))), [false, true, false]);
});

test('a game is never called valid for want of something to check it with', async () => {
  const battle = battleNumber(1) as Json & { seats: Json[]; rounds: Json[]; result: Json };
  for (const [change, named] of [
    [{ status: 'WAITING' }, /the battle: its status is WAITING/],
    [{ seatCount: 3 }, /'seats' must be 3 in number/],
    [{ seatCount: 5 }, /'seatCount' cannot be 5/],
    [{ isTeams: true }, /'seatCount' cannot be 2/],
    [{ seats: [battle.seats[0], battle.seats[0]] }, /'seats' must have each 'seat' from 1 on once/],
    [{ rounds: battle.rounds.slice(1) }, /'rounds' must have each 'round' from 1 on once/],
    [{ rounds: battle.rounds.slice(0, -1) }, /'rounds' must have a roll of every seat/],
    [{ versions: [] }, /'versions' lacks version 3 of case 5/],
    [{ randomness: 'dice' }, /'randomness' must be server or drand/],
    [{ randomness: 'drand' }, /'beacon' must be an object/],
    [{ mode: 'CHESS' }, /'mode' must be NORMAL/],
    [{ result: { ...battle.result, prizes: [{ seat: 3, drops: [], paidCents: '0' }] } }, /has a seat 3 too many/],
    [{ tieBreak: { serverSeedHash: '', nonce: 1 } }, /'tieBreak.serverSeed' must be a text/],
  ] as const) {
    await assertWrongCall(runBattle({ ...battle, ...change }), named);
  }
  await assertWrongCall(runBattle('{'), /standard input is not JSON/);
  await assertWrongCall(runWith(['battle', 'none.json']), /none\.json cannot be read: no such file/);
  await assertWrongCall(runWith(['battle', 'a.json', 'b.json'], {}), /unexpected argument 'b\.json'/);
  await assertWrongCall(runWith(['battle', 'a.json', '--battle=b.json'], {}), /--battle is given twice/);
  const { raffle, tickets } = raffleNumber(1);
  const [prize] = raffle.prizes as Json[];
  for (const [change, named] of [
    [{ status: 'ACTIVE' }, /the raffle: its status is ACTIVE/],
    [{ prizes: [prize, prize] }, /'displayOrder' cannot be 0/],
    [{ prizes: [{ ...prize, serverSeed: null }] }, /'displayOrder' 0 lacks its 'serverSeed'/],
  ] as const) {
    await assertWrongCall(runRaffle({ ...raffle, ...change }, tickets), named);
  }
  await assertWrongCall(runRaffle(raffle, '1:7\n1:7\n'), /line 2 must be '2:<user id>'/);
  await assertWrongCall(runWith(['raffle', 'raffle.json'], { 'raffle.json': raffle }), /missing option --tickets/);
  await assertWrongCall(runWith(['raffle']), /missing option --raffle/);
});

const beaconOf = (game: Json) => game.beacon as Json & { chain: BeaconChain };

test('a forged beacon is not valid: random bytes, another round, a round of before, a key of its own', async () => {
  const battle = battleNumber(12);
  const signature = '5a'.repeat(48);
  const randomness = createHash('sha256').update(signature, 'hex').digest('hex');
  const played = JSON.stringify(battle).replaceAll(String(beaconOf(battle).randomness), randomness);
  const forged = JSON.parse(played.replaceAll(String(beaconOf(battle).signature), signature));
  const wrongIn = async (game: Json) => {
    const { parts, verdict } = JSON.parse((await runBattle(game, '--json')).stdout);
    const { steps } = parts.find(({ title }: { title: string }) => title === 'beacon');
    return [verdict, ...steps.flatMap(({ name, ok }: { name: string; ok: boolean }) => (ok ? [] : [name]))];
  };
  assert.deepEqual(await wrongIn(battle), ['VALID']);
  assert.ok((await wrongIn(forged)).includes('signature'));
  assert.equal((await wrongIn(forged))[0], 'NOT VALID');
  const another = { ...battle, beacon: { ...beaconOf(battle), round: 657_412, dueAt: '2023-09-15T11:00:00.000Z' } };
  assert.ok((await wrongIn(another)).includes('signature'));
  const late = (battle.seats as Json[]).map((seat) => ({ ...seat, takenAt: beaconOf(battle).dueAt }));
  assert.deepEqual(await wrongIn({ ...battle, seats: late }), ['NOT VALID', 'after']);
  const publicKey = String(beaconOf(battle).chain.publicKey).replace(/.$/, '0');
  const ownKey = { ...battle, beacon: { ...beaconOf(battle), chain: { ...beaconOf(battle).chain, publicKey } } };
  assert.deepEqual(await wrongIn(ownKey), ['NOT VALID', 'publicKey']);
});

test('without the library, or of a chain that nobody knows, a beacon is not checked and never valid', async () => {
  const battle = battleNumber(12);
  const unloaded = await run(['battle', JSON.stringify(battle)], {
    readFile: assert.fail,
    fetch: assert.fail,
    loadSignatureCheck: async () => null,
  });
  assert.equal(unloaded.exitCode, 3);
  assert.match(unloaded.stdout, /^Not checked: The signature of the beacon .*\nNOT CHECKED\n$/ms);

  const chain = { ...beaconOf(battle).chain, hash: 'ab'.repeat(32) };
  const elsewhere = { ...battle, beacon: { ...beaconOf(battle), chain } };
  const unknown = await runBattle(elsewhere);
  assert.deepEqual([unknown.exitCode, unknown.stdout.trimEnd().split('\n').at(-1)], [3, 'NOT CHECKED']);
  const { hash, publicKey: public_key, genesis: genesis_time, period } = chain;
  const info = JSON.stringify({ hash, public_key, genesis_time, period });
  assert.equal((await runBattle(elsewhere, `--chain=${info}`)).exitCode, 0);
  assert.equal((await runBattle(battle, `--chain=${info}`)).exitCode, 3);

  const untold = { ...battle, beacon: { ...beaconOf(battle), chain: undefined, dueAt: undefined } };
  assert.equal((await runBattle(untold)).exitCode, 3);
  const { raffle, tickets } = raffleNumber(3);
  const early = await runRaffle({ ...raffle, closedAt: '2026-01-01T00:00:00.000Z' }, tickets);
  assert.match(early.stdout, /after +false, but it was recorded as true(.*\n)*NOT VALID/);
});
