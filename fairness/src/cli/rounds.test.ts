import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type FakeLog, fakeLog, newLogKey } from '../../test/fake-log.ts';
import { publishedAt, QUICKNET } from '../beacon/chain.ts';
import { isSigned } from '../beacon/signature.ts';
import { leavesOf } from '../log/leaves.ts';
import { type Run, run } from './run.ts';
import { assertWrongCall, battleNumber, type Json, raffleNumber } from './test-support.ts';

const { leaves } = JSON.parse(readFileSync(new URL('../../vectors/games.json', import.meta.url), 'utf8')) as {
  leaves: string[];
};
const SERVER = 'http://platform.example';
const dueMs = publishedAt(QUICKNET, 1000).getTime();
const at = (secondsAfterTheRound: number) => new Date(dueMs + secondsAfterTheRound * 1000).toISOString();
/** Each signature is checked once, because that takes a while. */
const isSignedOnce = (() => {
  const known = new Map<string, boolean>();
  return (signed: Parameters<typeof isSigned>[0]) => {
    const name = JSON.stringify(signed);
    if (!known.has(name)) known.set(name, isSigned(signed));
    return known.get(name) as boolean;
  };
})();

const key = newLogKey();
/** Makes a log with all games of the vectors, with a head of the given second and a newer one. */
const logSignedAt = (seconds: number, own: readonly string[] = leaves): FakeLog =>
  fakeLog([...own, 'later'], key, { size: own.length + 1, at: at(60) }, [{ size: own.length, at: at(seconds) }]);
const publicKey = logSignedAt(-1).headOf(1, at(0)).publicKey;

interface Given {
  log?: FakeLog;
  files?: Readonly<Record<string, unknown>>;
}

function verify(
  game: unknown,
  args: readonly string[],
  { log = logSignedAt(-1), files = {} }: Given = {},
): Promise<Run> {
  const known: Readonly<Record<string, unknown>> = { '-': game, ...files };
  const textOf = (name: string) => {
    const file = known[name];
    return typeof file === 'string' ? file : JSON.stringify(file);
  };
  return run(['battle', ...args], {
    readFile: async (name) => (name in known ? textOf(name) : assert.fail(name)),
    readFileIfAny: async (name) => (name in known ? textOf(name) : null),
    appendFile: assert.fail,
    fetch: async (address) => {
      const { pathname, search, origin } = new URL(address);
      assert.equal(origin, SERVER);
      const { status, json } = log.answer(pathname + search);
      return { status, text: JSON.stringify(json) };
    },
    loadSignatureCheck: async () => isSignedOnce,
    readPageHash: assert.fail,
    now: assert.fail,
  });
}
const asking = ['--server', SERVER, '--key', publicKey];
const verdictOf = ({ stdout }: Run) => stdout.trimEnd().split('\n').at(-1);

async function wrongIn(game: unknown, given: Given = {}): Promise<string[]> {
  const { verdict, parts } = JSON.parse((await verify(game, ['--json', ...asking], given)).stdout);
  const steps = parts.flatMap((part: { steps: { name: string; ok: boolean }[] }) => part.steps);
  return [verdict, ...steps.flatMap(({ name, ok }: { name: string; ok: boolean }) => (ok ? [] : [name]))];
}

type Delayed = Json & { beacon: Json; seats: Json[]; versions: { items: Json[] }[] };
const battle = battleNumber(39) as Delayed;
const withBots = battleNumber(41) as Delayed;

test('the leaves of games are those that were computed elsewhere', () => {
  const answers = [battle, withBots].map((each) => leavesOf('BATTLES', each));
  const ofRaffle = leavesOf('RAFFLES', raffleNumber(5).raffle);
  const terms = [...answers, ofRaffle].flatMap((own) => own.slice(1).map(({ text }) => text));
  assert.deepEqual(terms, leaves);
});

test('a battle is valid whose terms and seats were in the log before its round, with bots or without', async () => {
  for (const game of [battle, withBots]) {
    const { exitCode, stdout } = await verify(game, asking);
    assert.deepEqual([exitCode, verdictOf({ stdout } as Run)], [0, 'VALID'], stdout);
    assert.match(stdout, /^ +ok +public log +all of it in the head of 2023-08-23T15:59:23\.000Z$/m);
  }
});

test('a raffle is valid whose terms and list were in the log before its round', async () => {
  const { raffle, tickets } = raffleNumber(5);
  const files = { 'raffle.json': raffle, 'tickets.txt': tickets };
  const runRaffle = (changed: Json, args: readonly string[]) =>
    run(['raffle', 'raffle.json', 'tickets.txt', ...args], {
      readFile: async (name) => (name === 'raffle.json' ? JSON.stringify(changed) : files['tickets.txt']),
      readFileIfAny: assert.fail,
      appendFile: assert.fail,
      fetch: async (address) => {
        const { pathname, search } = new URL(address);
        const { status, json } = logSignedAt(-1).answer(pathname + search);
        return { status, text: JSON.stringify(json) };
      },
      loadSignatureCheck: async () => isSignedOnce,
      readPageHash: assert.fail,
      now: assert.fail,
    });
  const valid = await runRaffle(raffle, asking);
  assert.equal(valid.exitCode, 0, valid.stdout + valid.stderr);
  assert.equal((await runRaffle(raffle, [])).exitCode, 3);
  // These sales end before their time without being sold out.
  const early = await runRaffle({ ...raffle, closesAt: at(0) }, []);
  assert.match(early.stdout, /sales +false, but it was recorded as true/);
  assert.equal(early.exitCode, 1);
  const cancelled = { ...raffle, status: 'CANCELLED', cancelledAt: at(86_400), drawnAt: null };
  assert.equal((await runRaffle(cancelled, [])).exitCode, 3);
});

test('another round than the one that follows from the terms is not valid', async () => {
  // The server waits for a round that suits it and tells that round everywhere; the log has no leaf of it.
  const later = { ...battle, startedAt: at(-34) };
  assert.deepEqual(await wrongIn(later), ['NOT VALID', 'roundOfTerms', 'logLeaf']);
  const shorter = { ...battle, beaconDelaySeconds: 20 };
  assert.deepEqual(await wrongIn(shorter), ['NOT VALID', 'roundOfTerms', 'logLeaf']);
  // Here the log has that leaf, too.
  const logged = leavesOf('BATTLES', later)
    .slice(1)
    .map(({ text }) => text);
  assert.deepEqual(await wrongIn(later, { log: logSignedAt(-1, logged) }), ['NOT VALID', 'roundOfTerms']);
});

test('a battle that was changed after the log had it is not valid: seats, seeds, values, the moment', async () => {
  const seats = (change: Json) => battle.seats.map((seat, index) => (index === 1 ? { ...seat, ...change } : seat));
  const [first, ...others] = battle.versions as [Delayed['versions'][0], ...Delayed['versions']];
  const items = first.items.map((item) => ({ ...item, valueCents: '1' }));
  for (const change of [
    { seats: seats({ user: { id: '7' } }) },
    { seats: seats({ firstNonce: 21 }) },
    { seats: seats({ serverSeedHashes: ['a', 'b', 'c'].map((digit) => digit.repeat(64)) }) },
    { versions: [{ ...first, items }, ...others] },
    { startedAt: at(-30.5) },
  ]) {
    const [verdict, ...wrong] = await wrongIn({ ...battle, ...change });
    assert.equal(verdict, 'NOT VALID');
    assert.ok(wrong.includes('logLeaf'), `${Object.keys(change)}: ${wrong}`);
  }
});

test('without a head that is older than the round it is not checked, and never valid', async () => {
  const reasonIn = async (running: Promise<Run>) => {
    const { exitCode, stdout } = await running;
    assert.equal(exitCode, 3, stdout);
    return (stdout.match(/^Not checked: .*$/gm) ?? []).join();
  };
  assert.match(await reasonIn(verify(battle, [])), /The public log was not asked/);
  for (const seconds of [0, 1, 600]) {
    const late = { log: logSignedAt(seconds) };
    assert.match(await reasonIn(verify(battle, asking, late)), /no head that is older than the round/);
  }
  const nothing = { log: logSignedAt(-1, leaves.slice(2)) };
  assert.match(await reasonIn(verify(battle, asking, nothing)), /no head that is older than the round/);
  const halfOfIt = { log: logSignedAt(-1, leaves.slice(0, 1)) };
  assert.match(await reasonIn(verify(battle, asking, halfOfIt)), /no head that is older than the round/);
  assert.match(
    await reasonIn(verify(battle, ['--server', SERVER])),
    /The key of the public log was taken from the server/,
  );
  const untold = { ...battle, beaconDelaySeconds: null };
  assert.match(await reasonIn(verify(untold, asking)), /The terms of this game have no delay/);
  const isPrivate = { ...battle, isPrivate: true, invitationCode: null };
  assert.match(await reasonIn(verify(isPrivate, asking)), /its code is not in the answer/);
});

test('a head of another key, one that was edited, and one that contradicts a kept one are not valid', async () => {
  const other = fakeLog(leaves, newLogKey(), { size: leaves.length, at: at(-1) });
  assert.deepEqual(new Set(await wrongIn(battle, { log: other })), new Set(['NOT VALID', 'logKey']));
  const log = logSignedAt(-1);
  const backdated: FakeLog = {
    ...log,
    answer: (path) => {
      const { status, json } = log.answer(path);
      const { head } = json as { head?: object };
      return { status, json: head === undefined ? json : { ...(json as object), head: { ...head, at: at(-2) } } };
    },
  };
  assert.deepEqual(new Set(await wrongIn(battle, { log: backdated })), new Set(['NOT VALID', 'logSignature']));

  const line = (head: object) => `${JSON.stringify(head)}\n`;
  const withKept = (kept: string, given: FakeLog) =>
    verify(battle, ['--server', SERVER, '--heads', 'heads'], { log: given, files: { heads: kept } });
  const honest = line(log.headOf(leaves.length + 1, at(60)));
  const kept = await withKept(honest, log);
  assert.deepEqual([kept.exitCode, verdictOf(kept)], [0, 'VALID'], kept.stdout + kept.stderr);
  // A kept head that was signed after the round does not have the leaves, so the head that has them is backdated.
  const without = line(log.headOf(1, at(5)));
  const contradicted = await withKept(without + honest, log);
  assert.match(contradicted.stdout, /logGrowth +false, but it was recorded as true/);
  assert.equal(verdictOf(contradicted), 'NOT VALID');
  const forked = line(fakeLog(['another', ...leaves], key, null).headOf(3, at(-3)));
  assert.equal(verdictOf(await withKept(forked, log)), 'NOT VALID');
});

test('answers of the log that were saved are as good', async () => {
  const log = logSignedAt(-1);
  const saved = ['BATTLE_TERMS', 'BATTLE_SEATS'].map(
    (kind) => log.answer(`/api/log/first-head?kind=${kind}&id=39`).json,
  );
  const args = ['--log-proof', 'proofs.json', '--key', publicKey];
  assert.equal((await verify(battle, args, { files: { 'proofs.json': saved } })).exitCode, 0);
  assert.equal((await verify(battle, args, { files: { 'proofs.json': saved.slice(1) } })).exitCode, 3);
  await assertWrongCall(
    verify(battle, args, { files: { 'proofs.json': [{ kind: 'BATTLE_TERMS', id: '39', proof: 7 }] } }),
    /the public log: /,
  );
});

test('a battle that was cancelled for a silent beacon is judged by what a relay says of the round', async () => {
  const cancelled = { ...battle, status: 'CANCELLED', cancelledAt: at(86_400), result: null, rounds: [] };
  const silent = await verify(cancelled, []);
  assert.deepEqual([silent.exitCode, verdictOf(silent)], [3, 'NOT CHECKED'], silent.stdout);
  assert.match(silent.stdout, /Not checked: Whether the beacon was silent cannot be seen/);
  const { signature } = battle.beacon;
  const published = await verify(cancelled, ['--round', JSON.stringify({ round: 1000, signature })]);
  assert.match(published.stdout, /Nobody has a signature of the chain for the round/);
  assert.equal(verdictOf(published), 'NOT VALID');
  const forged = await verify(cancelled, ['--round', JSON.stringify({ round: 1000, signature: '5a'.repeat(48) })]);
  assert.equal(verdictOf(forged), 'NOT CHECKED');
  const early = await verify({ ...cancelled, cancelledAt: at(86_399) }, []);
  assert.match(early.stdout, /cancelledAt +false, but it was recorded as true/);
  assert.equal(verdictOf(early), 'NOT VALID');
  const otherRound = await verify({ ...cancelled, beacon: { ...battle.beacon, round: 1001 } }, []);
  assert.equal(verdictOf(otherRound), 'NOT VALID');
});
