import assert from 'node:assert/strict';
import { test } from 'node:test';
import { percentOfRolls, pickItem, rollOf, seedHash, widthOf } from '../index.ts';
import { run } from './run.ts';

const SEEDS = { serverSeed: '9f'.repeat(32), clientSeed: "it's mine", clientSeedSource: 'REQUEST' };
const items = [
  { itemId: '7', name: 'AK-47', hashRangeStart: 1, hashRangeEnd: 5_000_000 },
  { itemId: '8', name: 'AWP', hashRangeStart: 5_000_001, hashRangeEnd: 10_000_000 },
];
const version = { caseId: '5', versionNumber: 3, flipThreshold: 5_000_001, items };

function openingOf(nonce: number) {
  const roll = rollOf({ ...SEEDS, nonce });
  const won = pickItem(items, roll);
  return {
    id: String(nonce),
    caseId: '5',
    versionNumber: 3,
    ...SEEDS,
    serverSeedHash: seedHash(SEEDS.serverSeed),
    nonce,
    roll,
    isFlip: roll >= 5_000_001,
    chancePercent: percentOfRolls(widthOf(won)),
    item: { id: won.itemId },
  };
}
const opening = openingOf(1);
const { roll, serverSeedHash } = opening;

const upgrade = {
  ...SEEDS,
  nonce: 1,
  serverSeedHash,
  roll,
  totalValueCents: '4600',
  targetValueCents: '10000',
  stakedBalanceCents: '100',
  inputs: [{ item: { valueCentsBrl: '4500' } }],
  edgePercent: '10',
  chancePercent: '41.4',
  successThreshold: 5_860_000,
  status: roll >= 5_860_000 ? 'WON' : 'LOST',
};

const event = {
  id: '3',
  shoots: [
    { ticketPrice: 250, prizes: items.map(({ itemId: id, name, ...range }) => ({ item: { id, name }, ...range })) },
  ],
};
const shot = { ...opening, eventId: '3', ticketPrice: 250 };

/** Serves files and answers by name, and notes what was read. */
function createOutside(known: Readonly<Record<string, unknown>>) {
  const read: string[] = [];
  const find = async (name: string) => {
    read.push(name);
    if (!Object.hasOwn(known, name)) throw new Error('no such thing');
    const found = known[name];
    return typeof found === 'string' ? found : JSON.stringify(found);
  };
  const fetch = async (address: string) => ({ status: address.endsWith('/4') ? 404 : 200, text: await find(address) });
  const loadSignatureCheck = () => assert.fail('no beacon decides these');
  const nothing = () => assert.fail('no log is asked');
  const log = { readFileIfAny: nothing, appendFile: nothing, readPageHash: nothing, now: nothing };
  return { read, readFile: find, fetch, loadSignatureCheck, ...log };
}

const runWith = (args: readonly string[], known: Readonly<Record<string, unknown>> = {}) =>
  run(args, createOutside(known));

const asArguments = (options: Readonly<Record<string, unknown>>) =>
  Object.entries(options).map(
    ([name, value]) => `--${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
const runOpening = (options: Readonly<Record<string, unknown>>, known = {}) =>
  runWith(['opening', ...asArguments(options)], known);

async function wrongStepsOf(...args: Parameters<typeof runWith>): Promise<string[]> {
  const [[command = '', ...options], known] = args;
  const { stdout, stderr, exitCode } = await runWith([command, ...options, '--json'], known);
  assert.equal(stderr, '');
  const { plays, valid, verdict } = JSON.parse(stdout);
  if (verdict !== 'NOT CHECKED') assert.equal(exitCode, valid ? 0 : 1);
  return plays.flatMap(({ steps }: { steps: { name: string; ok: boolean }[] }) =>
    steps.filter(({ ok }) => !ok).map(({ name }) => name),
  );
}

test('an opening is checked with its version: from files, from what is piped in, or as they are', async () => {
  for (const [options, known] of [
    [{ opening, version }, {}],
    [
      { opening: 'opening.json', version: 'version.json' },
      { 'opening.json': opening, 'version.json': version },
    ],
    [{ opening: '-', version }, { '-': ` ${JSON.stringify(opening)}\n` }],
    [{ opening, server: 'https://a.example/' }, { 'https://a.example/api/cases/5/versions/3': version }],
  ] as const) {
    const { exitCode, stdout, stderr } = await runOpening(options, known);
    assert.deepEqual([exitCode, stderr], [0, '']);
    assert.match(stdout, new RegExp(`^ +item +${opening.item.id}$`, 'm'));
    assert.match(stdout, /\nVALID\n$/);
  }
});

test('each opening of an answer or of a page is checked, and what they share is read once', async () => {
  const openings = [openingOf(1), openingOf(2), openingOf(3)];
  for (const given of [{ openings, balanceCents: '1' }, { data: openings, meta: {} }, openings]) {
    const outside = createOutside({ 'https://a.example/api/cases/5/versions/3': version });
    const { stdout } = await run(
      ['opening', `--opening=${JSON.stringify(given)}`, '--server=https://a.example'],
      outside,
    );
    assert.deepEqual(stdout.match(/^opening with nonce \d$/gm)?.length, 3);
    assert.deepEqual(outside.read.length, 1);
  }
  const wrong = [openingOf(1), { ...openingOf(2), item: { id: '9' } }];
  assert.deepEqual(await wrongStepsOf(['opening', ...asArguments({ opening: { openings: wrong }, version })]), [
    'item',
  ]);
});

test('a difference in an opening is named', async () => {
  const wrong = (change: object, ofVersion: object = {}) =>
    wrongStepsOf([
      'opening',
      ...asArguments({ opening: { ...opening, ...change }, version: { ...version, ...ofVersion } }),
    ]);
  assert.deepEqual(await wrong({}), []);
  assert.deepEqual(await wrong({ serverSeedHash: 'ab' }), ['serverSeedHash']);
  assert.deepEqual(await wrong({ roll: roll - 1 }), ['roll']);
  assert.deepEqual(await wrong({ item: { id: '9' } }), ['item']);
  assert.deepEqual(await wrong({ chancePercent: '49.99999' }), ['chance']);
  assert.deepEqual(await wrong({ isFlip: !opening.isFlip }), ['flip']);
  assert.deepEqual(await wrong({}, { items: items.slice(1) }), ['ranges']);
  assert.deepEqual(await wrong({}, { flipThreshold: null }), opening.isFlip ? ['flip'] : []);
});

test('an upgrade is checked with what it tells', async () => {
  const wrong = (change: object) => wrongStepsOf(['upgrade', ...asArguments({ upgrade: { ...upgrade, ...change } })]);
  assert.deepEqual(await wrong({}), []);
  assert.deepEqual(await wrong({ totalValueCents: '4601' }), ['stake']);
  assert.deepEqual(await wrong({ chancePercent: '41.5' }), ['chance']);
  assert.deepEqual(await wrong({ successThreshold: 1 }), ['threshold']);
  assert.deepEqual(await wrong({ status: upgrade.status === 'WON' ? 'LOST' : 'WON' }), ['outcome']);
});

test('an upgrade at a lower chance than was quoted is not valid', async () => {
  const wrong = (quote: object) => wrongStepsOf(['upgrade', ...asArguments({ upgrade, quote })]);
  assert.deepEqual(await wrong({ chancePercent: '41.4' }), []);
  assert.deepEqual(await wrong({ chancePercent: '41.3999' }), []);
  assert.deepEqual(await wrong({ chancePercent: '41.4001' }), ['quote']);
  const { stderr } = await runWith(['upgrade', ...asArguments({ upgrade, quote: { chancePercent: 41 } })]);
  assert.match(stderr, /--quote: 'chancePercent' must be a text/);
});

test('a shot is checked with the table of its price', async () => {
  const wrong = (change: object) => wrongStepsOf(['shot', ...asArguments({ shot: { ...shot, ...change }, event })]);
  assert.deepEqual(await wrong({}), []);
  assert.deepEqual(await wrong({ item: { id: '9' } }), ['item']);
  const server = ['shot', ...asArguments({ shot, server: 'https://a.example' })];
  assert.equal((await runWith(server, { 'https://a.example/api/event/3': event })).exitCode, 0);
});

test('the hash of a play is held against what was shown before', async () => {
  const wrong = (commitments: object) => wrongStepsOf(['opening', ...asArguments({ opening, version, commitments })]);
  const shown = { nonce: 1, serverSeedHash };
  assert.deepEqual(await wrong({ commitments: [shown] }), []);
  assert.deepEqual(await wrong({ nextShot: shown }), []);
  assert.deepEqual(await wrong({ commitments: [{ ...shown, serverSeedHash: 'ab' }] }), ['commitment']);
  assert.deepEqual(await wrong({ commitments: [{ nonce: 2, serverSeedHash: 'ab' }] }), []);
});

test('valid plays say once, in plain words, what they do not prove', async () => {
  const notesOf = async (change: object, more: object = {}) => {
    const openings = [openingOf(1), openingOf(2)].map((each) => ({ ...each, ...change }));
    const { exitCode, stdout } = await runOpening({ opening: { openings }, version, ...more });
    assert.equal(exitCode, 0);
    return stdout.match(/^Note: .*$/gm) ?? [];
  };
  const commitments = { commitments: [1, 2].map((nonce) => ({ nonce, serverSeedHash })) };
  assert.deepEqual(await notesOf({}, { commitments }), []);
  const [uncommitted, ...none] = await notesOf({});
  assert.match(uncommitted ?? '', /No hash that was shown before the play is compared/);
  assert.deepEqual(none, []);
  for (const [clientSeedSource, words] of [
    ['SERVER', /The server chose the client seed.*proves less.*To prove more/],
    ['ACCOUNT', /The client seed is that of the account.*To prove more/],
    [null, /was not recorded.*proves less.*To prove more/],
    [undefined, /was not recorded/],
  ] as const) {
    const [note, ...more] = await notesOf({ clientSeedSource }, { commitments });
    assert.match(note ?? '', words);
    assert.deepEqual(more, []);
  }
});

test('a play is never called valid for want of something to check it with', async () => {
  const server = 'https://a.example';
  for (const [args, named, known] of [
    [{ version }, /missing option --opening/, {}],
    [{ opening }, /either --version or --server/, {}],
    [{ opening, version, server }, /either --version or --server/, {}],
    [{ opening, server: 'a.example' }, /--server must be an address/, {}],
    [{ opening, server }, /cannot be read: no such thing/, {}],
    [{ opening: 'none.json', version }, /none\.json cannot be read: no such thing/, {}],
    [{ opening: '{', version }, /--opening is not JSON/, {}],
    [{ opening: [], version }, /--opening has none/, {}],
    [{ opening: [1], version }, /--opening: it must be an object/, {}],
    [{ opening: { ...opening, roll: '5' }, version }, /--opening: 'roll' must be an integer/, {}],
    [{ opening: { ...opening, nonce: -1 }, version }, /--opening: 'nonce' must be an integer/, {}],
    [{ opening: { ...opening, clientSeedSource: 'ME' }, version }, /'clientSeedSource' must be REQUEST/, {}],
    [{ opening: { ...opening, item: null }, version }, /--opening: 'item' must be an object/, {}],
    [{ opening: { ...opening, chancePercent: 'x' }, version }, /'chancePercent' must be a percentage/, {}],
    [{ opening, version: { ...version, items: [{}] } }, /--version: 'items\[0\]\.itemId' must be a text/, {}],
    [{ opening, version: { ...version, versionNumber: 2 } }, /is of version 3 of case 5, not of version 2/, {}],
    [{ opening, version: { ...version, caseId: '6' } }, /not of version 3 of case 6/, {}],
    [{ opening, version, commitments: {} }, /--commitments: it has neither/, {}],
    [
      { opening: { ...opening, versionNumber: 4 }, server },
      /versions\/4 answered 404/,
      { 'https://a.example/api/cases/5/versions/4': {} },
    ],
  ] as const) {
    const { exitCode, stdout, stderr } = await runOpening(args, known);
    assert.deepEqual([exitCode, stdout], [2, ''], stderr);
    assert.match(stderr, /^lisura-verify: [^\n]+\n$/);
    assert.match(stderr, named);
  }
  const { stderr } = await runWith(['shot', ...asArguments({ shot: { ...shot, ticketPrice: 500 }, event })]);
  assert.match(stderr, /the event has no shots at 500 tickets/);
  const other = await runWith(['shot', ...asArguments({ shot, event: { ...event, id: '4' } })]);
  assert.match(other.stderr, /is of event 3, not of event 4/);
  const worthless = { ...upgrade, targetValueCents: '0' };
  assert.match(
    (await runWith(['upgrade', ...asArguments({ upgrade: worthless })])).stderr,
    /'targetValueCents' must be/,
  );
  const beyond = { ...upgrade, edgePercent: '100.0001' };
  assert.match((await runWith(['upgrade', ...asArguments({ upgrade: beyond })])).stderr, /'edgePercent' must be/);
});
