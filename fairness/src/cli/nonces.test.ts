import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FakeLog, fakeLog, newLogKey } from '../../test/fake-log.ts';
import { percentOfRolls, pickItem, rollOf, seedHash, widthOf } from '../index.ts';
import { run } from './run.ts';

/** A player checks their nonces by what they saved, their plays and the public log. */
const items = [
  { itemId: '7', name: 'AK-47', hashRangeStart: 1, hashRangeEnd: 5_000_000 },
  { itemId: '8', name: 'AWP', hashRangeStart: 5_000_001, hashRangeEnd: 10_000_000 },
];
const version = { caseId: '5', versionNumber: 3, flipThreshold: null, items };
const seedOf = (nonce: number) => nonce.toString(16).padStart(64, '0');
const hashOf = (nonce: number) => seedHash(seedOf(nonce));

function openingOf(nonce: number, clientSeed = 'sent') {
  const serverSeed = seedOf(nonce);
  const roll = rollOf({ serverSeed, clientSeed, nonce });
  const won = pickItem(items, roll);
  return {
    id: String(nonce + 100),
    caseId: '5',
    versionNumber: 3,
    serverSeed,
    serverSeedHash: seedHash(serverSeed),
    clientSeed,
    clientSeedSource: 'REQUEST',
    nonce,
    roll,
    isFlip: false,
    chancePercent: percentOfRolls(widthOf(won)),
    item: { id: won.itemId },
  };
}

const shown = (...nonces: number[]) => nonces.map((nonce) => ({ nonce, serverSeedHash: hashOf(nonce) }));
const saved = (...nonces: number[]) => ({ stream: 'user:7', commitments: shown(...nonces) });
const seat = (userId: string, firstNonce: number, ...hashes: string[]) => ({
  user: { id: userId },
  firstNonce,
  serverSeedHashes: hashes,
});

const SKIPPED = '["SKIPPED","1","user:7",4,5,"Battle 9 was cancelled"]';
const runLeaf = (id: string, first: number, ...hashes: string[]) =>
  JSON.stringify(['COMMITMENTS', id, 'user:7', first, hashes.join('')]);
const COMMITTED = runLeaf('3', 2, ...[2, 3, 4, 5, 6].map(hashOf));
const NOW = new Date('2026-11-18T12:00:00.000Z');
const key = newLogKey();
const logOf = (...leaves: string[]) =>
  fakeLog(leaves, key, leaves.length === 0 ? null : { size: leaves.length, at: NOW.toISOString() });
const LOG = logOf('["CASES","1"]', COMMITTED, SKIPPED);

async function verify(command: string, options: Record<string, unknown>, log: Pick<FakeLog, 'answer'> | null = null) {
  const args = Object.entries({ ...options, ...(log === null ? {} : { server: 'https://a.example' }) }).map(
    ([name, value]) => `--${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const { stdout, stderr } = await run([command, ...args], {
    readFile: (path) => assert.fail(`reads ${path}`),
    readFileIfAny: async () => null,
    appendFile: async () => {},
    fetch: async (address) => {
      const path = address.slice('https://a.example'.length);
      const { status, json } = path.startsWith('/api/cases/')
        ? { status: 200, json: version }
        : (log ?? assert.fail(address)).answer(path);
      return { status, text: JSON.stringify(json) };
    },
    readPageHash: () => assert.fail('no page is checked'),
    loadSignatureCheck: () => assert.fail('no beacon decides these'),
    now: () => NOW,
  });
  return (stdout + stderr).trimEnd();
}
const opening = (options: Record<string, unknown>, log?: Pick<FakeLog, 'answer'>) =>
  verify('opening', log === undefined ? { version, ...options } : options, log);

const assertVerdict = (output: string, verdict: string, ...words: RegExp[]) => {
  assert.equal(output.split('\n').at(-1), verdict, output);
  for (const each of words) assert.match(output, each);
};

test('another client seed than the one that was sent is not valid', async () => {
  const given = { opening: openingOf(2) };
  assertVerdict(
    await opening({ ...given, 'client-seed': 'sent' }),
    'VALID',
    /The client seed is the one that you sent/,
  );
  assertVerdict(
    await opening({ ...given, 'client-seed': 'mine' }),
    'NOT VALID',
    /WRONG: The client seed is the one that you sent\n {2}clientSeed +sent, but it was recorded as mine/,
  );
  assert.match(await opening({ ...given, 'client-seed': '' }), /an empty --client-seed counts as none/);
});

test('a play whose nonce is not among the commitments is not checked', async () => {
  const given = { opening: [openingOf(2), openingOf(3)] };
  assertVerdict(await opening({ ...given, commitments: saved(2, 3) }), 'VALID');
  const output = await opening({ ...given, commitments: saved(2) });
  assertVerdict(output, 'NOT CHECKED', /Not checked: the hash of nonce 3 is not among --commitments/);
  assert.doesNotMatch(output, /nonce 2 is not among/);
});

test('a nonce that was used for two plays is not valid, and a play that is given twice is', async () => {
  const [one, again] = [openingOf(2), openingOf(2, 'another')];
  assertVerdict(await opening({ opening: [one, one] }), 'VALID');
  assertVerdict(await opening({ opening: [one, again] }), 'NOT VALID', /ALARM: nonce 2 was used for two plays/);
  assertVerdict(await opening({ opening: one, plays: [{ data: [again] }] }), 'NOT VALID', /used for two plays/);
  assertVerdict(
    await opening({ opening: [one, { ...one, id: '999' }] }),
    'NOT VALID',
    /ALARM: nonce 2 was used for two plays/,
  );
  const twoAnswers = [saved(2), { ...saved(2), commitments: [{ nonce: 2, serverSeedHash: hashOf(9) }] }];
  assertVerdict(await opening({ opening: one, commitments: twoAnswers }), 'NOT VALID', /two hashes for nonce 2/);
  const others = [saved(2), { ...saved(3), stream: 'user:8' }];
  assert.match(await opening({ opening: one, commitments: others }), /it has hashes of user:7 and user:8/);
});

test('a nonce that is missing is not checked without the log, and not valid where the log does not explain it', async () => {
  const given = { opening: openingOf(4), commitments: saved(2, 3, 4) };
  assertVerdict(
    await opening(given),
    'NOT CHECKED',
    /nonce 2 and 1 more are not among the plays that you gave: give .* or --server to look in the log/,
  );
  assertVerdict(await opening(given, LOG), 'NOT VALID', /ALARM: nonce 2 was skipped/, /ALARM: nonce 3 was skipped/);
  assertVerdict(await opening({ ...given, plays: [openingOf(2), openingOf(3)] }, LOG), 'VALID');
  assertVerdict(await opening({ opening: [openingOf(2), openingOf(4)] }, LOG), 'NOT CHECKED', /as --commitments/);
  assertVerdict(await opening(given, logOf()), 'NOT CHECKED', /the log has no signed head now/);
});

test('a nonce that was never rolled is explained by a leaf that is in the log, and by nothing else', async () => {
  const given = { opening: openingOf(6), commitments: saved(4, 5, 6) };
  assertVerdict(
    await opening(given, LOG),
    'VALID',
    /Nonce 4 was never rolled, and the log says why: Battle 9 was cancelled\nNonce 5 was never rolled/,
  );
  // The server tells a leaf that its log does not have.
  const told: Pick<FakeLog, 'answer'> = {
    answer: (path) => (path.startsWith('/api/log/skipped') ? LOG : logOf('["CASES","1"]')).answer(path),
  };
  assertVerdict(await opening(given, told), 'NOT VALID', /ALARM: nonce 4 was skipped/);
  // The log has a leaf of that name with another text.
  const altered = logOf('["CASES","1"]', SKIPPED.replace('4,5', '40,50'));
  const retold: Pick<FakeLog, 'answer'> = {
    answer: (path) => (path.startsWith('/api/log/skipped') ? LOG : altered).answer(path),
  };
  assertVerdict(await opening(given, retold), 'NOT VALID', /ALARM: nonce 4 was skipped/);
  for (const leaf of [SKIPPED.replace('user:7', 'user:8'), SKIPPED.replace('4,5', '40,50')]) {
    const other = logOf('["CASES","1"]', leaf);
    const lying: Pick<FakeLog, 'answer'> = {
      answer: (path) =>
        path.startsWith('/api/log/skipped')
          ? { status: 200, json: { kind: 'SKIPPED', id: '1', text: leaf } }
          : other.answer(path),
    };
    assertVerdict(await opening(given, lying), 'NOT VALID', /ALARM: nonce 4 was skipped/);
  }
});

test('the seats of a player in battles have taken nonces, those of others have not', async () => {
  const given = { opening: openingOf(6), commitments: saved(4, 5, 6) };
  const battle = (...seats: object[]) => ({ id: '1', status: 'WAITING', seats });
  const bot = { user: null, firstNonce: 4, serverSeedHashes: [hashOf(4), hashOf(5)] };
  const empty = logOf('["CASES","1"]');
  assertVerdict(await opening({ ...given, plays: battle(seat('7', 4, hashOf(4), hashOf(5))) }, empty), 'VALID');
  assertVerdict(await opening({ ...given, plays: battle(seat('8', 4, 'ab', 'cd'), bot) }, empty), 'NOT VALID');
  // Commitments without a stream are matched to the player's seat by their hashes.
  const unnamed = { ...given, commitments: { commitments: shown(4, 5, 6) } };
  assertVerdict(await opening({ ...unnamed, plays: battle(seat('7', 4, hashOf(4), hashOf(5))) }, empty), 'VALID');
});

test('a shot that is missing between the shots of an event is not valid', async () => {
  const shotOf = (nonce: number, eventId = '3') => ({ ...openingOf(nonce), eventId, ticketPrice: 250 });
  const prizes = items.map(({ itemId: id, name, ...range }) => ({ item: { id, name }, ...range }));
  const event = { id: '3', shoots: [{ ticketPrice: 250, prizes }] };
  const shots = (...shot: object[]) => verify('shot', { event, shot });
  assertVerdict(await shots(shotOf(1), shotOf(2)), 'VALID');
  assertVerdict(await shots(shotOf(1), shotOf(3)), 'NOT VALID', /ALARM: nonce 2 in event 3 was skipped/);
  const progress = { nextShot: { nonce: 1, serverSeedHash: hashOf(1) } };
  const late = await verify('shot', { event, shot: shotOf(2), commitments: progress });
  assertVerdict(late, 'NOT VALID', /ALARM: nonce 1 in event 3 was skipped/);
  const another = await verify('shot', { event, shot: shotOf(2), plays: [shotOf(1), shotOf(9, '4'), openingOf(7)] });
  assertVerdict(another, 'VALID');
});

test('the log has each hash as it was shown, and every nonce up to the last play was rolled or is explained', async () => {
  const log = (options: Record<string, unknown>, of = LOG) => verify('log', options, of);
  // A player without kept heads is told that nothing was compared.
  const committed = await log({ commitments: saved(2, 3, 4) });
  assertVerdict(committed, 'NOT CHECKED', /The log has all 3 hashes as you were shown them/);
  const plays = [openingOf(2), openingOf(3), openingOf(6)];
  const explained = await log({ commitments: saved(2, 3, 4, 5, 6), plays });
  assertVerdict(explained, 'NOT CHECKED', /Nonce 4 was never rolled/, /Nonce 5 was never rolled/);
  assertVerdict(
    await log({ commitments: saved(2, 3), plays: [openingOf(2), openingOf(3)] }),
    'NOT CHECKED',
    /Every nonce up to the last of your plays was rolled/,
  );
  for (const [options, words, of] of [
    [{ commitments: saved(2, 3), plays: [openingOf(3)] }, /ALARM: nonce 2 was skipped/, LOG],
    [{ commitments: saved(2, 3, 7) }, /ALARM: the hash of nonce 7 is not in the log/, LOG],
    [{ commitments: saved(2) }, /ALARM: the log has another hash for nonce 2/, logOf(runLeaf('1', 2, hashOf(8)))],
    [
      {
        commitments: { stream: 'user:7', commitments: [{ nonce: 2, serverSeedHash: hashOf(8) }] },
        plays: openingOf(2),
      },
      /ALARM: nonce 2 was rolled with another hash/,
      LOG,
    ],
    [{ commitments: saved(2), plays: [openingOf(2), openingOf(2, 'x')] }, /ALARM: nonce 2 was used for two plays/, LOG],
  ] as const) {
    assertVerdict(await log(options, of), 'NOT VALID', words);
  }
  assertVerdict(await log({ commitments: { commitments: shown(2) } }), 'NOT CHECKED', /does not say whose hashes/);
  assert.match(await log({ plays: openingOf(2) }), /missing option --commitments/);
  assert.match(await log({ commitments: saved(2), plays: {} }), /--plays: it has no plays with nonces/);
});
