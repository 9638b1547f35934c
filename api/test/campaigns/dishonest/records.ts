import { generateKeyPairSync, sign } from 'node:crypto';
import { headText } from '@lisura/fairness';
import { games } from '../../../src/app/modules.ts';
import { createCase } from '../../../src/modules/games/cases/openings/test-support.ts';
import { sourcesOf } from '../../../src/modules/games/log/sources.ts';
import { raw, sql } from '../../../src/platform/database/sql.ts';
import { createPlayer } from '../../support/people.ts';
import { argumentsOf, checkedInLog, type Json, keptHead, notValid } from './evidence.ts';
import type { Fraud } from './fraud.ts';
import type { House } from './house.ts';

async function openOne(house: House) {
  const { db } = house.app;
  const [player, box] = [await createPlayer(db, 1_000), await createCase(db)];
  const { openings } = await house.ask(player, `/cases/${box.id}/open`, {});
  return { player, opening: openings[0] as Json };
}

const headOf = (house: House): Promise<Json> => house.ask(null, '/log/head');
const heads = (house: House, ...given: Json[]): Promise<string> =>
  house.save('heads.jsonl', given.map((head) => `${JSON.stringify(head)}\n`).join(''));
const extending = async (house: House, file: string): Promise<string[]> => [
  ...(await argumentsOf(house, 'log', { server: house.url })),
  `--heads=${file}`,
];

const alteredResult: Fraud = {
  name: 'Past rewritten',
  deed: 'It changes the item of an opening that is long over, in its database',
  notices: [notValid('log --kind CASES', /ALARM: CASES \d+ is not in the log as you have it/)],
  play: async (house, isDishonest) => {
    const { player, opening } = await openOne(house);
    await house.log();
    if (isDishonest) {
      await house.alter(sql`
        update case_openings set item_id = (select min(id) from items where id <> item_id) where id = ${opening.id}`);
    }
    const { data } = await house.ask(player, '/cases/openings');
    return [await checkedInLog(house, 'CASES', data)];
  },
};

const LOG_TABLES = ['log_sources', 'log_waiting', 'log_spans', 'log_tiles', 'log_heads'];

/** Writes the whole log anew after a change of the past, until the end. */
async function rewriteLog(house: House, openingId: string, end: AsyncDisposableStack): Promise<void> {
  for (const table of LOG_TABLES) {
    await house.app.db.query(sql`create table ${raw(`honest_${table}`)} as table ${raw(table)}`);
    await house.alter(sql`delete from ${raw(table)}`);
  }
  end.defer(async () => {
    for (const table of LOG_TABLES.toReversed()) await house.alter(sql`delete from ${raw(table)}`);
    for (const table of LOG_TABLES) {
      await house.alter(sql`insert into ${raw(table)} table ${raw(`honest_${table}`)}`);
      await house.app.db.query(sql`drop table ${raw(`honest_${table}`)}`);
    }
  });
  await house.alter(sql`update case_openings set roll = roll % 9999999 + 1 where id = ${openingId}`);
  end.defer(() => house.alter(sql`delete from case_openings where id = ${openingId}`));
  await house.log({ isForgetful: true });
}

const rewrittenLog: Fraud = {
  name: 'Past rewritten with its log',
  deed: 'It changes the past and writes and signs the whole log anew, so that all agrees',
  notices: [notValid('log --heads', /ALARM: (two heads of \d+ leaves differ|it does not extend the head)/)],
  play: async (house, isDishonest, end) => {
    const { opening } = await openOne(house);
    await house.log();
    const file = await heads(house, await headOf(house));
    await openOne(house);
    if (isDishonest) await rewriteLog(house, opening.id, end);
    else await house.log();
    return [await extending(house, file)];
  },
};

const twoLogs: Fraud = {
  name: 'Two logs',
  deed: 'It shows one history to some people, and another one to others, both signed',
  notices: [notValid('log --heads, with heads of two people', /ALARM: (two heads of|the head of|it does not extend)/)],
  play: async (house, isDishonest, end) => {
    const { opening } = await openOne(house);
    await house.log();
    const ofAna = await headOf(house);
    await openOne(house);
    if (isDishonest) await rewriteLog(house, opening.id, end);
    else await house.log();
    const ofBia = await headOf(house);
    return [await extending(house, await heads(house, ofAna, ofBia))];
  },
};

const backwards: Fraud = {
  name: 'Log that goes back',
  deed: 'It shows an older head again, as if what came since had never been',
  notices: [notValid('log --heads', /ALARM: the log has fewer leaves than the head of \d+ leaves that you kept/)],
  play: async (house, isDishonest) => {
    await openOne(house);
    await house.log();
    const old = await headOf(house);
    await openOne(house);
    await house.log();
    const file = await heads(house, old, await headOf(house));
    if (isDishonest) house.setFront({ answer: (path, body) => (path === '/log/head' ? old : body) });
    return [await extending(house, file)];
  },
};

const leftOut: Fraud = {
  name: 'Leaf left out',
  deed: 'It never logs one result, so that it can be changed later',
  notices: [notValid('log --kind CASES', /ALARM: CASES \d+ is not in the log; a result is logged/)],
  play: async (house, isDishonest) => {
    const { opening } = await openOne(house);
    await openOne(house);
    const sources = sourcesOf(games).map((source) =>
      source.kind === 'CASES'
        ? { ...source, leaves: sql`select * from (${source.leaves}) kept where id <> ${opening.id}` }
        : source,
    );
    await house.log(isDishonest ? { sources } : {});
    return [await checkedInLog(house, 'CASES', opening)];
  },
};

const doubledLeaf: Fraud = {
  name: 'Row with two leaves',
  deed: 'It logs another result under a name that was logged before, to show either of them',
  notices: [notValid('log --all', /ALARM: CASES \d+ has two leaves/)],
  play: async (house, isDishonest) => {
    await openOne(house);
    await openOne(house);
    await house.log();
    const file = await keptHead(house);
    const front = {
      answer: (path: string, body: Json) => {
        if (!path.startsWith('/log/leaves')) return body;
        const places = body.leaves.flatMap(({ kind }: Json, index: number) => (kind === 'CASES' ? [index] : []));
        const leaves = body.leaves.map((leaf: Json, index: number) =>
          index === places.at(-1) ? { ...leaf, id: body.leaves[places[0]].id } : leaf,
        );
        return { ...body, leaves };
      },
    };
    house.setFront(isDishonest ? front : null);
    return [[...(await extending(house, file)), '--all']];
  },
};

const otherKey: Fraud = {
  name: 'Other signing key',
  deed: 'It signs its log with another key, as somebody would who has taken over its address',
  notices: [notValid('log --key', /ALARM: the log is signed by another key than/)],
  play: async (house, isDishonest) => {
    await openOne(house);
    await house.log();
    const { publicKey } = await house.ask(null, '/log/key');
    const file = await keptHead(house);
    const keys = generateKeyPairSync('ed25519');
    const other = Buffer.from(keys.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');
    const signed = (head: Json) => ({
      ...head,
      publicKey: other,
      signature: sign(null, Buffer.from(headText(head)), keys.privateKey).toString('hex'),
    });
    if (isDishonest) house.setFront({ answer: (path, body) => (path === '/log/head' ? signed(body) : body) });
    return [[...(await extending(house, file)), `--key=${publicKey}`]];
  },
};

const standingLog: Fraud = {
  name: 'Standing log',
  deed: 'It shows an old head for as long as it likes, and hides what came since',
  notices: [notValid('log --max-age', /ALARM: the newest head is \d+ minutes old, more than the 60 minutes/)],
  play: async (house, isDishonest, end) => {
    await openOne(house);
    await house.log();
    if (isDishonest) end.defer(await signedEarlier(house));
    return [[...(await extending(house, await keptHead(house))), '--max-age=60']];
  },
};

/** As if the newest head had been signed 90 minutes ago, by the key of the house. */
async function signedEarlier(house: House): Promise<() => Promise<void>> {
  const head = await headOf(house);
  const at = new Date(Date.parse(head.at) - 90 * 60_000).toISOString();
  const signature = house.signText(headText({ ...head, at }));
  house.setFront({ answer: (path, body) => (path === '/log/head' ? { ...body, at, signature } : body) });
  return async () => house.setFront(null);
}

const otherPage: Fraud = {
  name: 'Verifier page exchanged',
  deed: 'It hands out a page that finds everything valid',
  notices: [notValid('page --server', /ALARM: the page is another one/)],
  play: async (house, isDishonest) => {
    house.setFront(
      isDishonest
        ? { text: (_, page) => page.replaceAll("'NOT VALID'", "'VALID'").replaceAll('"NOT VALID"', '"VALID"') }
        : null,
    );
    return [await argumentsOf(house, 'page', { server: house.url })];
  },
};

export const RECORD_FRAUDS: readonly Fraud[] = [
  alteredResult,
  rewrittenLog,
  twoLogs,
  backwards,
  leftOut,
  doubledLeaf,
  otherKey,
  standingLog,
  otherPage,
];
