import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { BeaconChain } from '../beacon/chain.ts';
import { run } from './run.ts';
import {
  assertWrongCall,
  battleNumber,
  type Json,
  raffleNumber,
  runBattle,
  runRaffle,
  runWith,
} from './test-support.ts';

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

test('a difference in a battle is told with its place, its value and the recorded value', async () => {
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

test('a battle without the client seed that was sent is not valid', async () => {
  const battle = battleNumber(1) as Json & { rounds: { rolls: { clientSeed: string }[] }[] };
  const { clientSeed } = battle.rounds[0]?.rolls[0] ?? assert.fail();
  assert.equal((await runBattle(battle, `--client-seed=${clientSeed}`)).exitCode, 0);
  const { exitCode, stdout } = await runBattle(battle, '--client-seed=another');
  assert.equal(exitCode, 1);
  assert.match(stdout, /WRONG {2}sent +client seed another\n.*A seat has the client seed that you sent/);
  await assertWrongCall(runBattle(battle, '--client-seed='), /an empty --client-seed counts as none/);
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

test('a valid game says what it does not prove', async () => {
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
  assert.deepEqual(await wrongIn(battle), ['NOT CHECKED']);
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
    readFileIfAny: assert.fail,
    appendFile: assert.fail,
    fetch: assert.fail,
    readPageHash: () => assert.fail('no page is checked'),
    loadSignatureCheck: async () => null,
    now: assert.fail,
  });
  assert.equal(unloaded.exitCode, 3);
  assert.match(unloaded.stdout, /^Not checked: The signature of the beacon .*\nNOT CHECKED\n$/ms);

  const chain = { ...beaconOf(battle).chain, hash: 'ab'.repeat(32) };
  const elsewhere = { ...battle, beacon: { ...beaconOf(battle), chain } };
  const unknown = await runBattle(elsewhere);
  assert.deepEqual([unknown.exitCode, unknown.stdout.trimEnd().split('\n').at(-1)], [3, 'NOT CHECKED']);
  const { hash, publicKey: public_key, genesis: genesis_time, period } = chain;
  const info = JSON.stringify({ hash, public_key, genesis_time, period });
  const believed = await runBattle(elsewhere, `--chain=${info}`);
  assert.match(believed.stdout, /^Not checked: The terms of this game have no delay/m);
  assert.doesNotMatch(believed.stdout, /^Not checked: The chain of the beacon/m);
  assert.equal((await runBattle(battle, `--chain=${info}`)).exitCode, 3);

  const untold = { ...battle, beacon: { ...beaconOf(battle), chain: undefined, dueAt: undefined } };
  assert.equal((await runBattle(untold)).exitCode, 3);
  const { raffle, tickets } = raffleNumber(3);
  const early = await runRaffle({ ...raffle, closedAt: '2026-01-01T00:00:00.000Z' }, tickets);
  assert.match(early.stdout, /after +false, but it was recorded as true(.*\n)*NOT VALID/);
});
