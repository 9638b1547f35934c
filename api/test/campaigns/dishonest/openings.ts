import { percentOfRolls, pickItem, rollOf, seedHash, widthOf } from '@lisura/fairness';
import { type CaseSample, createCase, type TestCase } from '../../../src/modules/games/cases/openings/test-support.ts';
import { userStream } from '../../../src/modules/games/rolls/index.ts';
import { announce } from '../../../src/platform/database/announcements.ts';
import { transaction } from '../../../src/platform/database/db.ts';
import { type Sql, sql } from '../../../src/platform/database/sql.ts';
import { createPlayer, type Person } from '../../support/people.ts';
import { argumentsOf, checkedInLog, committedArguments, type Json, newSeed, notValid } from './evidence.ts';
import type { Fraud } from './fraud.ts';
import type { Front, House } from './house.ts';

interface Player {
  player: Person;
  box: TestCase;
  commitments: Json;
  version: Json;
}

async function prepare(house: House, sample: CaseSample = {}): Promise<Player> {
  const [player, box] = [await createPlayer(house.app.db, 100_000), await createCase(house.app.db, sample)];
  await house.log();
  const commitments = await house.ask(player, '/provably-fair/commitments?count=5');
  const version = await house.ask(null, `/cases/${box.id}/versions/1`);
  return { player, box, commitments, version };
}

const open = async (house: House, { player, box }: Player, clientSeed: string): Promise<Json> =>
  (await house.ask(player, `/cases/${box.id}/open`, { clientSeed })).openings[0];

function forged(opening: Json, version: Json, change: { serverSeed?: string; nonce?: number }): Json {
  const { serverSeed, clientSeed, nonce } = { ...opening, ...change };
  const roll = rollOf({ serverSeed, clientSeed, nonce });
  const won = pickItem<Json>(version.items, roll);
  return {
    ...opening,
    serverSeed,
    nonce,
    serverSeedHash: seedHash(serverSeed),
    roll,
    chancePercent: percentOfRolls(widthOf(won)),
    item: { ...opening.item, id: won.itemId, name: won.name },
  };
}

const onOpenings = (change: (opening: Json) => Json): Front => ({
  answer: (path, body) =>
    path.endsWith('/open') && body.openings !== undefined ? { ...body, openings: body.openings.map(change) } : body,
});

const ignoredClientSeed: Fraud = {
  name: 'Ignored client seed',
  deed: 'It plays with a client seed of its own in place of the one that was sent',
  notices: [notValid('opening --client-seed', /WRONG: The client seed is the one that you sent/)],
  play: async (house, isDishonest) => {
    const [prepared, seed] = [await prepare(house), newSeed()];
    if (isDishonest) {
      house.setFront({
        request: (path, body) => (path.endsWith('/open') ? { ...body, clientSeed: newSeed() } : body),
      });
    }
    const opening = await open(house, prepared, seed);
    return [await argumentsOf(house, 'opening', { opening, version: prepared.version, 'client-seed': seed })];
  },
};

const swappedHash: Fraud = {
  name: 'Swapped hash',
  deed: 'It reveals another server seed than it had committed to, with a hash and a roll that suit it',
  notices: [
    notValid('opening --commitments', /WRONG: The same hash was shown to you before you played/),
    notValid('log --commitments --plays', /ALARM: nonce 1 was rolled with another hash than you were shown/),
  ],
  play: async (house, isDishonest) => {
    const prepared = await prepare(house);
    const { version, commitments } = prepared;
    if (isDishonest) house.setFront(onOpenings((opening) => forged(opening, version, { serverSeed: newSeed() })));
    const opening = await open(house, prepared, newSeed());
    await house.log();
    return [
      await argumentsOf(house, 'opening', { opening, version, commitments }),
      await committedArguments(house, commitments, [opening]),
    ];
  },
};

const discardedSeeds: Fraud = {
  name: 'Discarded server seeds',
  deed: 'It takes its commitments back once they were shown, and makes new ones until a seed suits it',
  notices: [
    notValid('opening --commitments', /WRONG: The same hash was shown to you before you played/),
    notValid('log --commitments', /ALARM: the log has another hash for nonce 1 than you were shown/),
  ],
  play: async (house, isDishonest) => {
    const prepared = await prepare(house);
    const { player, version, commitments } = prepared;
    await house.log();
    if (isDishonest) {
      await house.alter(sql`delete from commitment_runs where stream = ${userStream(player.userId)}`);
      await house.ask(player, '/provably-fair/commitments?count=5');
    }
    const opening = await open(house, prepared, newSeed());
    await house.log();
    return [
      await argumentsOf(house, 'opening', { opening, version, commitments }),
      await committedArguments(house, commitments, [opening]),
    ];
  },
};

const skippedNonce: Fraud = {
  name: 'Skipped nonce',
  deed: 'It lets a nonce out whose roll would have won, and plays the next one',
  notices: [
    notValid('opening --commitments --server', /ALARM: nonce 1 was skipped/),
    notValid('log --commitments --plays', /ALARM: nonce 1 was skipped/),
  ],
  play: async (house, isDishonest) => {
    const prepared = await prepare(house);
    const { player, commitments } = prepared;
    if (isDishonest) await house.alter(sql`update accounts set nonce = nonce + 1 where user_id = ${player.userId}`);
    const opening = await open(house, prepared, newSeed());
    await house.log();
    return [
      await argumentsOf(house, 'opening', { opening, server: house.url, commitments }),
      await committedArguments(house, commitments, [opening]),
    ];
  },
};

const unseenHash: Fraud = {
  name: 'Hash that nobody was shown',
  deed: 'It shows no hash for a nonce before that is played, so that it can choose the seed afterwards',
  notices: [
    {
      command: 'opening --commitments',
      verdict: 'NOT CHECKED',
      words: /the hash of nonce 1 is not among --commitments/,
    },
  ],
  play: async (house, isDishonest) => {
    const front: Front = {
      answer: (path, body) =>
        path.startsWith('/provably-fair/') ? { ...body, commitments: body.commitments.slice(1) } : body,
    };
    house.setFront(isDishonest ? front : null);
    const prepared = await prepare(house);
    const opening = await open(house, prepared, newSeed());
    return [
      await argumentsOf(house, 'opening', { opening, version: prepared.version, commitments: prepared.commitments }),
    ];
  },
};

const replayedResult: Fraud = {
  name: 'Replayed result',
  deed: 'It answers a new play with the result of an old one, and takes the money again',
  notices: [notValid('opening --client-seed', /WRONG: The client seed is the one that you sent/)],
  play: async (house, isDishonest) => {
    const [prepared, seed] = [await prepare(house), newSeed()];
    const old = await open(house, prepared, newSeed());
    if (isDishonest) house.setFront(onOpenings(() => old));
    const opening = await open(house, prepared, seed);
    return [await argumentsOf(house, 'opening', { opening, version: prepared.version, 'client-seed': seed })];
  },
};

const nonceUsedTwice: Fraud = {
  name: 'Nonce used twice',
  deed: 'It plays a nonce again whose server seed is known to it as a losing one',
  notices: [notValid('opening, with both plays', /ALARM: nonce 1 was used for two plays/)],
  play: async (house, isDishonest) => {
    const prepared = await prepare(house);
    const { version } = prepared;
    const first = await open(house, prepared, newSeed());
    const again = { serverSeed: first.serverSeed, nonce: first.nonce };
    if (isDishonest) house.setFront(onOpenings((opening) => forged(opening, version, again)));
    const second = await open(house, prepared, newSeed());
    return [await argumentsOf(house, 'opening', { opening: [first, second], version })];
  },
};

const otherRoll: Fraud = {
  name: 'Invented roll',
  deed: 'It answers with a roll that its seeds do not give',
  notices: [notValid('opening', /WRONG: The modulo plus 1 is the roll recorded/)],
  play: async (house, isDishonest) => {
    const prepared = await prepare(house);
    if (isDishonest) {
      house.setFront(onOpenings((opening) => ({ ...opening, roll: (opening.roll % 10_000_000) + 1 })));
    }
    const opening = await open(house, prepared, newSeed());
    return [await argumentsOf(house, 'opening', { opening, version: prepared.version })];
  },
};

const otherItem: Fraud = {
  name: 'Cheaper item',
  deed: 'It gives another item than the one whose range the roll lies in',
  notices: [notValid('opening', /WRONG: The range is that of/)],
  play: async (house, isDishonest) => {
    const prepared = await prepare(house);
    const other = (id: string) => prepared.box.itemIds.find((each) => each !== id);
    if (isDishonest) {
      house.setFront(onOpenings((opening) => ({ ...opening, item: { ...opening.item, id: other(opening.item.id) } })));
    }
    const opening = await open(house, prepared, newSeed());
    return [await argumentsOf(house, 'opening', { opening, version: prepared.version })];
  },
};

const shownTable = (house: House, { id }: TestCase): Promise<Json> => house.ask(null, `/cases/${id}/versions/1`);

const changedTable: Fraud = {
  name: 'Silent change of a pay table',
  deed: 'It makes the dearer item of a case that players open rarer, and shows and plays the new table',
  notices: [
    notValid('log --kind CASE_VERSIONS', /ALARM: CASE_VERSIONS \d+ is not in the log as you have it/),
    notValid('opening --version, as it was saved before', /WRONG: The range is that of/),
  ],
  play: async (house, isDishonest) => {
    const prepared = await prepare(house, { widths: [5_000_000, 5_000_000] });
    const { version: saved, box } = prepared;
    if (isDishonest) {
      await house.alter(moveBorder(box, 4_000_000));
      await transaction(house.app.db, (tx) => announce(tx, 'cases-changed', {}));
    }
    let opening = await open(house, prepared, newSeed());
    // Processes hear of a change a moment later.
    while (isDishonest && pickItem<Json>(saved.items, opening.roll).itemId === opening.item.id) {
      opening = await open(house, prepared, newSeed());
    }
    return [
      await checkedInLog(house, 'CASE_VERSIONS', await shownTable(house, box)),
      await argumentsOf(house, 'opening', { opening, version: saved }),
    ];
  },
};

/** The version changes before anybody has seen it since it was logged, so that everything the server says agrees. */
const changedVersion = (name: string, deed: string, change: (box: TestCase) => Sql): Fraud => ({
  name,
  deed,
  notices: [notValid('log --kind CASE_VERSIONS', /ALARM: CASE_VERSIONS \d+ is not in the log as you have it/)],
  play: async (house, isDishonest) => {
    const box = await createCase(house.app.db, { widths: [5_000_000, 5_000_000], flipThreshold: 5_000_001 });
    await house.log();
    if (isDishonest) await house.alter(change(box));
    return [await checkedInLog(house, 'CASE_VERSIONS', await shownTable(house, box))];
  },
});

const moveBorder = ({ id }: TestCase, rolls: number): Sql => sql`
  update case_version_items set hash_range_start = hash_range_start + (hash_range_start > 1)::int * ${rolls}::int,
    hash_range_end = hash_range_end + (hash_range_end < 10000000)::int * ${rolls}::int
  where version_id = (select id from case_versions where case_id = ${id})`;

const shiftedRange = changedVersion(
  'Range shifted by one',
  'It moves the border between two items of a case by one roll',
  (box) => moveBorder(box, 1),
);

const movedThreshold = changedVersion(
  'Flip threshold moved',
  'It lets the second wheel turn for fewer rolls than the version says that was published',
  ({ id }) => sql`update case_versions set flip_threshold = null where case_id = ${id}`,
);

export const OPENING_FRAUDS: readonly Fraud[] = [
  ignoredClientSeed,
  swappedHash,
  discardedSeeds,
  skippedNonce,
  unseenHash,
  replayedResult,
  nonceUsedTwice,
  otherRoll,
  otherItem,
  changedTable,
  shiftedRange,
  movedThreshold,
];
