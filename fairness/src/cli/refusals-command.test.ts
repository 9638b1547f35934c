import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { fakeLog, leavesNamed, newLogKey } from '../../test/fake-log.ts';
import {
  excessOf,
  HASH_MAX,
  isUpgradeWon,
  leafOf,
  luckOfTable,
  luckOfUpgrade,
  type RefusedPlay,
  rollOf,
  seedHash,
} from '../index.ts';
import { run } from './run.ts';

const KEY = newLogKey();
const HEAD_AT = '2026-11-18T12:00:00.000Z';
const CHANCE = 500_000;

const seedOf = (place: number) => createHash('sha256').update(`seed ${place}`).digest('hex');
const rollAt = (place: number) =>
  rollOf({ serverSeed: seedOf(place), clientSeed: 'mine', nonce: place, max: HASH_MAX });

function refusalAt(place: number, more: Partial<RefusedPlay> = {}): RefusedPlay {
  const serverSeed = seedOf(place);
  return {
    id: '0',
    serverSeedHash: seedHash(serverSeed),
    nonce: place,
    clientSeed: 'mine',
    code: 'CHANCE_HAS_FALLEN',
    at: '2026-11-18T11:00:00.000Z',
    game: 'UPGRADES',
    terms: ['7', CHANCE],
    serverSeed,
    roll: rollAt(place),
    ...more,
  };
}
const numbered = (refusals: readonly RefusedPlay[]) =>
  refusals.map((each, index) => ({ ...each, id: String(index + 1) }));
const places = (count: number, isWanted: (place: number) => boolean = () => true) => {
  const found: number[] = [];
  for (let place = 1; found.length < count; place += 1) if (isWanted(place)) found.push(place);
  return found;
};
const isWon = (place: number) => isUpgradeWon(CHANCE, rollAt(place));

interface World {
  /** The server logs these and lists them, unless `listed` says otherwise. */
  logged: readonly RefusedPlay[];
  listed?: readonly RefusedPlay[];
  answers?: Readonly<Record<string, unknown>>;
}

function check({ logged, listed = logged, answers = {} }: World) {
  const leaves = [...leavesNamed('other', 5), ...logged.map((each) => leafOf('REFUSALS', each).text)];
  const log = fakeLog(leaves, KEY, { size: leaves.length, at: HEAD_AT });
  return run(['refusals', '--server', 'http://log.example'], {
    readFile: () => assert.fail('no file is read'),
    readFileIfAny: () => assert.fail('no file is read'),
    appendFile: () => assert.fail('no file is written'),
    fetch: async (address) => {
      const { pathname, searchParams } = new URL(address);
      if (pathname === '/api/provably-fair/refusals') {
        const after = Number(searchParams.get('after'));
        const refusals = listed.filter(({ id }) => Number(id) > after).slice(0, Number(searchParams.get('limit')));
        return { status: 200, text: JSON.stringify({ refusals }) };
      }
      if (pathname in answers) return { status: 200, text: JSON.stringify(answers[pathname]) };
      const { status, json } = log.answer(address.slice('http://log.example'.length));
      return { status, text: JSON.stringify(json) };
    },
    loadSignatureCheck: () => assert.fail('no beacon decides'),
    readPageHash: () => assert.fail('no page is read'),
    now: () => new Date(HEAD_AT),
  });
}

async function assertVerdict(world: World, exitCode: number, words: RegExp): Promise<void> {
  const { exitCode: found, stdout, stderr } = await check(world);
  assert.deepEqual([found, stderr], [exitCode, ''], stdout);
  assert.match(stdout, words);
}

test('refusals that chance explains are valid, over several pages of the list', async () => {
  const logged = numbered(places(620).map((place) => refusalAt(place)));
  await assertVerdict(
    { logged },
    0,
    /620 are revealed, .*\n.*620 refused plays judged, z = -?\d\.\d\d; of 620 upgrades \d+ would have won, where 310\.0 .*\nVALID\n$/,
  );
});

test('a house that refuses what would win is found by some dozens of refusals, also among many honest ones', async () => {
  const wins = places(40, isWon).map((place) => refusalAt(place));
  await assertVerdict({ logged: numbered(wins) }, 1, /ALARM: CHANCE_HAS_FALLEN: 40 .* 40 would have won, where 20\.0/);
  const honest = places(200).map((place) => refusalAt(place + 10_000, { code: 'INSUFFICIENT_BALANCE' }));
  const rolled = honest.map(({ serverSeed, ...each }) => ({
    ...each,
    serverSeed,
    roll: rollOf({ serverSeed: serverSeed as string, clientSeed: 'mine', nonce: each.nonce, max: HASH_MAX }),
  }));
  await assertVerdict({ logged: numbered([...wins, ...rolled]) }, 1, /ALARM: CHANCE_HAS_FALLEN/);
});

test('the same roll counts once, however often it was refused', async () => {
  const [place = 0] = places(1, isWon);
  const again = Array.from({ length: 100 }, (_, index) => refusalAt(place, { terms: [String(index), CHANCE] }));
  await assertVerdict(
    { logged: numbered(again) },
    3,
    /1 refused plays judged, .*\nNot checked: 1 refused plays can be judged/,
  );
});

test('a refusal that was altered, left out or made up since is an alarm', async () => {
  const logged = numbered(places(40).map((place) => refusalAt(place)));
  const changed = (more: Partial<RefusedPlay>) => logged.with(3, { ...(logged[3] as RefusedPlay), ...more });
  const alarms: [RefusedPlay[], RegExp][] = [
    [logged.toSpliced(3, 1), /REFUSALS 4 is in the log and is not listed/],
    [changed({ terms: ['7', 400_000] }), /REFUSALS 4 is not listed as it was logged/],
    [changed({ clientSeed: 'other' }), /REFUSALS 4 is not listed as it was logged/],
    [changed({ code: 'OTHER' }), /REFUSALS 4 is not listed as it was logged/],
    [[...logged, { ...refusalAt(50), id: '99' }], /REFUSALS 99 is listed and is not in the log/],
    [changed({ roll: rollAt(4) - 1 }), /REFUSALS 4 would not have rolled/],
    [changed({ roll: null }), /REFUSALS 4 would not have rolled null/],
    [changed({ serverSeed: seedOf(99) }), /the server seed of REFUSALS 4 does not give the hash/],
  ];
  for (const [listed, words] of alarms) await assertVerdict({ logged, listed }, 1, words);
  const fresh = { ...refusalAt(50), id: '99', at: '2026-11-18T11:59:30.000Z' };
  await assertVerdict({ logged, listed: [...logged, fresh] }, 3, /Not checked: 1 are newer than the head/);
});

test('openings and shots are judged by the worth of what they would have given, and bots by nothing', async () => {
  const items = [
    { itemId: '1', hashRangeStart: 1, hashRangeEnd: 9_000_000, valueCentsBrl: '100' },
    { itemId: '2', hashRangeStart: 9_000_001, hashRangeEnd: HASH_MAX, valueCentsBrl: '5000' },
  ];
  const answers = {
    '/api/cases/5/versions/2': { items },
    '/api/event/3': {
      shoots: [
        { ticketPrice: 250, prizes: items.map((item) => ({ ...item, item: { valueCentsBrl: item.valueCentsBrl } })) },
      ],
    },
  };
  const best = places(20, (place) => rollAt(place) > 9_000_000);
  const logged = numbered([
    ...best.slice(0, 10).map((place) => refusalAt(place, { game: 'CASES', terms: ['5', 2] })),
    ...best.slice(10).map((place) => refusalAt(place, { game: 'SHOTS', terms: ['3', 250] })),
    refusalAt(9_999, { game: 'CASES', terms: ['5', null] }),
    refusalAt(9_998, { game: 'BATTLES', terms: ['1'], roll: null }),
    refusalAt(9_997, { serverSeed: null, roll: null }),
  ]);
  await assertVerdict(
    { logged, answers },
    1,
    /22 are revealed, .*; 1 wait .*\nOf 1 revealed rolls it is not known .*\nALARM: CHANCE_HAS_FALLEN: 20 refused plays judged, z = [67]/,
  );
});

test('luck is 0 on average and has the variance that it says, whatever the odds', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 6 }), (values) => {
      const width = Math.floor(HASH_MAX / values.length);
      const table = values.map((value, index) => ({
        hashRangeStart: index * width + 1,
        hashRangeEnd: index === values.length - 1 ? HASH_MAX : (index + 1) * width,
        valueCents: BigInt(value),
      }));
      const each = table.map((range) => ({
        share: (range.hashRangeEnd - range.hashRangeStart + 1) / HASH_MAX,
        ...(luckOfTable(table, range.hashRangeStart) ?? assert.fail()),
      }));
      const mean = each.reduce((sum, { share, luck }) => sum + share * luck, 0);
      const variance = each.reduce((sum, { share, luck }) => sum + share * luck ** 2, 0);
      assert.ok(Math.abs(mean) < 1e-9 && each.every((one) => Math.abs(one.variance - variance) < 1e-9));
    }),
  );
  const { luck, variance } = luckOfUpgrade(CHANCE, HASH_MAX);
  assert.ok(Math.abs(luck - 0.5) < 1e-6 && Math.abs(variance - 0.25) < 1e-6);
  // One win at one in a thousand proves nothing.
  assert.ok(excessOf([luckOfUpgrade(1_000, HASH_MAX)]) < 2);
});
