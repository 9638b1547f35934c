import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertWrongCall, battleNumber, type Json, raffleNumber, runBattle, runRaffle } from './test-support.ts';

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
    const { parts, verdict, notes } = JSON.parse((await runBattle(battle, `--before=${saved}`, '--json')).stdout);
    assert.ok(!notes.some((note: string) => note.includes('--before')));
    const [{ title, steps }] = parts;
    const wrong = steps.filter(({ ok }: { ok: boolean }) => !ok).map(({ name }: { name: string }) => name);
    assert.deepEqual([title, verdict !== 'NOT VALID'], ['before', wrong.length === 0]);
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

/** This is the answer before anybody but the creator had a seat. */
const savedAtCreation = (battle: Json & { seats: Json[]; tieBreak: Json }) => ({
  ...battle,
  status: 'WAITING',
  result: null,
  rounds: [],
  seats: battle.seats.slice(0, 1),
  beacon: null,
  tieBreak: { ...battle.tieBreak, serverSeed: null, clientSeed: null, contenders: null, roll: null, team: null },
});
/** This is the answer to the request that took the last seat, where a beacon decides. */
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

test('the record of a battle with bots that a beacon decided names its round', async () => {
  const battle = battleNumber(36) as SomeBattle & { beacon: Json & { round: number } };
  const verdict = async (saved: object) => {
    const { exitCode, stdout } = await runBattle(battle, `--before=${JSON.stringify(saved)}`);
    return {
      exitCode,
      last: stdout.split('\n').at(-2),
      isUnsaved: /^Not checked: .*the server named the round/m.test(stdout),
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

test('the record saved at the creation holds the values and the client seeds, too', async () => {
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

test('a raffle whose sales ended before all was sold, and before the time that was announced, is not valid', async () => {
  const { raffle, tickets } = raffleNumber(1);
  const closedAt = String(raffle.closedAt);
  const verdictWith = async (terms: object) => {
    const saved = { ...raffle, status: 'ACTIVE', clientSeed: null, ticketListHash: null, beacon: null, ...terms };
    const { stdout } = await runRaffle(raffle, tickets, `--before=${JSON.stringify(saved)}`, '--json');
    const { parts } = JSON.parse(stdout) as { parts: { steps: { name: string; ok: boolean }[] }[] };
    return parts.flatMap(({ steps }) => steps).find(({ name }) => name === 'sales')?.ok;
  };
  assert.equal(await verdictWith({}), undefined);
  assert.equal(await verdictWith({ maxTickets: raffle.ticketsSold, closesAt: null }), true);
  assert.equal(await verdictWith({ maxTickets: 1_000, closesAt: closedAt }), true);
  assert.equal(await verdictWith({ maxTickets: 1_000, closesAt: null }), false);
  const later = new Date(Date.parse(closedAt) + 1_000).toISOString();
  assert.equal(await verdictWith({ maxTickets: 1_000, closesAt: later }), false);
});
