import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leafOf, leavesOf } from '@lisura/fairness';
import { type FakeLog, fakeLog, leavesNamed, newLogKey } from '../../../../fairness/test/fake-log.ts';
import { OPENING, SHOT } from '../../../../fairness/test/plays.ts';
import { ApiError } from '../../data/api-error.ts';
import { type HeadMemory, headMemory } from './head-memory.ts';
import { checkInLog, type LoggedResult, loggedResult, type PublicLog } from './log-check.ts';
import { playLink } from './verify-link.ts';

const LOGGED: LoggedResult = { kind: 'CASES', id: '7', read: async () => OPENING, readTables: async () => [] };
const LEAF = leafOf('CASES', OPENING).text;
const [KEY, OTHER_KEY] = [newLogKey(), newLogKey()];
const [EARLIER, LATER] = ['2026-11-18T12:00:00.000Z', '2026-11-18T12:01:00.000Z'];

const before = fakeLog([LEAF, ...leavesNamed('ours', 4)], KEY, { size: 5, at: EARLIER });
const grown = fakeLog([LEAF, ...leavesNamed('ours', 9)], KEY, { size: 10, at: LATER });
/** The same result stands in a past that was written and signed again. */
const rewritten = fakeLog([LEAF, ...leavesNamed('theirs', 9)], KEY, { size: 10, at: LATER });

/** Answers the questions of the page from a log; null where it has no such thing. */
function asked({ answer }: Pick<FakeLog, 'answer'>): PublicLog {
  const found = async (path: string) => {
    const { status, json } = answer(path);
    return status === 404 ? null : json;
  };
  return {
    head: () => found('/api/log/head'),
    inclusion: ({ kind, id, size }) => found(`/api/log/inclusion?kind=${kind}&id=${id}&size=${size}`),
    consistency: ({ from, to }) => found(`/api/log/consistency?from=${from}&to=${to}`),
  };
}

function storageOf(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (place) => [...kept.keys()][place] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    clear: () => kept.clear(),
  };
}

function newMemory(): HeadMemory {
  const storage = storageOf();
  return headMemory(() => storage);
}
const check = (log: Pick<FakeLog, 'answer'>, memory: HeadMemory) => checkInLog({ log: asked(log), memory }, LOGGED);

const KEPT = { keptSize: 5, keptAt: EARLIER };

test('the first head has nothing to be compared with, and the next must extend it', async () => {
  const memory = newMemory();
  const first = { state: 'proven', index: 0, size: 5, at: EARLIER, since: null };
  assert.deepEqual(await check(before, memory), first);
  assert.deepEqual(await check(before, memory), { ...first, since: EARLIER });
  assert.deepEqual(await check(grown, memory), { ...first, size: 10, at: LATER, since: EARLIER });
  assert.equal((await memory.read())?.size, 10);
});

test('a log that was written and signed anew is not proven, however often it is asked, until the head is forgotten', async () => {
  const memory = newMemory();
  await check(before, memory);
  for (const _ of [1, 2]) assert.deepEqual(await check(rewritten, memory), { state: 'rewritten', ...KEPT });
  memory.forget();
  assert.equal((await check(rewritten, memory)).state, 'proven');
});

test('a log that was cut, forked, wiped or does not know the kept head is not proven', async () => {
  const smaller = fakeLog([LEAF, 'ours 0'], KEY, { size: 2, at: LATER });
  const forked = fakeLog([LEAF, ...leavesNamed('theirs', 4)], KEY, { size: 5, at: LATER });
  const wiped = fakeLog([], KEY, null);
  const forgetful = { answer: (path: string) => (path.includes('consistency') ? wiped : grown).answer(path) };
  for (const log of [smaller, forked, wiped, forgetful]) {
    const memory = newMemory();
    await check(before, memory);
    assert.deepEqual(await check(log, memory), { state: 'rewritten', ...KEPT });
  }
  assert.deepEqual(await check(wiped, newMemory()), { state: 'notYet' });
});

test('the same log under another key is not proven', async () => {
  const memory = newMemory();
  await check(before, memory);
  const resigned = fakeLog([LEAF, ...leavesNamed('ours', 9)], OTHER_KEY, { size: 10, at: LATER });
  assert.deepEqual(await check(resigned, memory), { state: 'otherKey', ...KEPT });
});

test('an answer that is no head or no proof is wrong, and an interrupted log is said', async () => {
  for (const json of [{ proof: [1] }, { proof: 'x' }, [], 'x']) {
    const answer = (path: string) => (path === '/api/log/head' ? before.answer(path) : { status: 200, json });
    assert.deepEqual(await check({ answer }, newMemory()), { state: 'wrong' });
    assert.deepEqual(await check({ answer: () => ({ status: 200, json }) }, newMemory()), { state: 'wrong' });
  }
  const head = () => Promise.reject(new ApiError({ code: 'LOG_INTERRUPTED', status: 503, message: '' }));
  const interrupted = { log: { ...asked(before), head }, memory: newMemory() };
  assert.deepEqual(await checkInLog(interrupted, LOGGED), { state: 'interrupted' });
});

test('a result that is not in the log leaves its head kept all the same', async () => {
  const memory = newMemory();
  const without = fakeLog(leavesNamed('ours', 5), KEY, { size: 5, at: EARLIER });
  assert.deepEqual(await check(without, memory), { state: 'notYet' });
  assert.deepEqual(await check(grown, memory), { state: 'rewritten', ...KEPT });
});

/** The price of a shot has a leaf of its own. */
const SHOT_LEAVES = leavesOf('SHOTS', SHOT).map(({ text }) => text);

test('terms that were altered or are not logged yet leave a result that is in the log unproven', async () => {
  const checkShot = (leaves: string[], ticketPrice: number) =>
    checkInLog(
      { log: asked(fakeLog(leaves, KEY, { size: leaves.length, at: EARLIER })), memory: newMemory() },
      { kind: 'SHOTS', id: '7', read: async () => ({ ...SHOT, ticketPrice }), readTables: async () => [] },
    );
  assert.equal((await checkShot(SHOT_LEAVES, 250)).state, 'proven');
  assert.equal((await checkShot(SHOT_LEAVES, 500)).state, 'wrong');
  assert.equal((await checkShot(SHOT_LEAVES.slice(0, 1), 250)).state, 'notYet');
});

test('another result of the log than the one that was asked for is wrong, and so is half a result', async () => {
  const { log, memory } = { log: asked(before), memory: newMemory() };
  assert.deepEqual(await checkInLog({ log, memory }, { ...LOGGED, id: '8' }), { state: 'wrong' });
  const { roll: _roll, ...half } = OPENING;
  assert.deepEqual(await checkInLog({ log, memory }, { ...LOGGED, read: async () => half }), { state: 'wrong' });
});

test('what is typed without all that its leaves say has none', () => {
  const linked = (play: object) => loggedResult(playLink('shot', play));
  assert.equal(linked(SHOT)?.id, '7');
  const { ticketPrice: _price, ...half } = SHOT;
  assert.equal(linked(half), null);
});

test('a browser that keeps nothing, is full, or keeps something else checks without comparing', async () => {
  const closed = headMemory(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const storage = storageOf();
  const full = headMemory(() => ({
    ...storage,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  }));
  for (const memory of [closed, full, closed, full]) {
    assert.deepEqual(await check(before, memory), { state: 'proven', index: 0, size: 5, at: EARLIER, since: null });
  }
  closed.forget();
  const memory = headMemory(() => storage);
  for (const kept of ['nonsense', '{}', JSON.stringify({ ...rewritten.headOf(3, EARLIER), size: 4 })]) {
    storage.setItem('lisura:log-head', kept);
    assert.equal((await check(before, memory)).state, 'proven');
  }
});
