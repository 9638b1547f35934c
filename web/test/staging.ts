import { seedHash } from '@lisura/fairness';
import { userStream } from '../../api/src/modules/games/rolls/index.ts';
import { type Db, openDatabase, transaction } from '../../api/src/platform/database/db.ts';
import { sql } from '../../api/src/platform/database/sql.ts';
import { toId } from '../../api/src/platform/ids.ts';
import { addJob } from '../../api/src/platform/jobs/jobs.ts';
import { silentLogger } from '../../api/src/platform/observability/logger.ts';
import { commitTo } from '../../api/test/support/committed-seeds.ts';
import { seedThatRolls } from '../../api/test/support/independent-rolls.ts';
import type { KeptSeed } from '../src/shared/fairness/kept-seeds.ts';
import { USER_STREAM } from '../src/shared/fairness/refused-plays.ts';
import { ask } from './players.ts';
import type { WebServer } from './server.ts';
import type { Visit } from './visits.ts';

/** The test decides these behind the server's back: rolls, and that time has passed. */

const DECIDED_SEED = 'decidida';

/** Lets the player of a visit roll what is wanted, from a nonce on that nothing was committed to yet. Comes before a page of theirs. */
export async function decideRolls(
  server: WebServer,
  { page }: Visit,
  firstNonce: number,
  wanted: readonly ((roll: number) => boolean)[],
): Promise<void> {
  const { user } = await ask<{ user: { id: string } }>(page, 'GET', '/auth/session');
  const seeds = wanted.map(
    (isWanted, index) => seedThatRolls(isWanted, { clientSeed: DECIDED_SEED, nonce: firstNonce + index }).serverSeed,
  );
  await inDatabase(server, async (db) => {
    for (const [index, serverSeed] of seeds.entries()) {
      await commitTo(db, { stream: userStream(toId(user.id)), nonce: firstNonce + index, serverSeed });
    }
  });
  // The browser seems to have sent the seed for these hashes, and keeps it until the last of them is revealed.
  const lastNonce = firstNonce + wanted.length - 1;
  const kept: KeptSeed = { seed: DECIDED_SEED, firstNonce, hashes: seeds.map(seedHash), lastNonce, unplaced: 0 };
  const [name, text] = [`lisura:seeds:${user.id}`, JSON.stringify({ [USER_STREAM]: kept })];
  await page.addInitScript(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(text)})`);
}

export async function letBattleExpire(server: WebServer, id: string): Promise<void> {
  await inDatabase(server, async (db) => {
    await db.query(sql`update battles set expires_at = now() where id = ${id}`);
    await db.query(sql`
      select graphile_worker.reschedule_jobs(array_agg(id), run_at := now()) from graphile_worker.jobs
      where key = ${`expire-battle:${id}`}`);
  });
}

/** Games that are created from now on wait for the public draw as shortly as they may. */
export const letDrawsComeSoon = (server: WebServer): Promise<void> =>
  inDatabase(server, async (db) => {
    await db.query(sql`
      insert into settings (key, value) values ('beaconDelaySeconds', '15')
      on conflict (key) do update set value = excluded.value`);
  });

/** The minute is over after which the other side is asked what became of orders that it has not answered. */
export const letOrdersBeLookedFor = (server: WebServer): Promise<void> =>
  inDatabase(server, async (db) => {
    await db.query(sql`update orders set lease_until = now() where status = 'UNKNOWN'`);
    await transaction(db, (tx) => addJob(tx, 'settle-orders', {}));
  });

/** One administrator decides without a second factor, as at the first start: another journey may have asked for more. */
export const letOneDecide = (server: WebServer): Promise<void> =>
  inDatabase(server, async (db) => {
    await db.query(sql`delete from settings where key in ('decisionFactorMinutes', 'twoPersonCents')`);
  });

/** An order outside was sent two hours ago. */
export const letOrderAge = (server: WebServer, id: string): Promise<void> =>
  inDatabase(server, async (db) => {
    await db.query(sql`
      update orders set requested_at = now() - interval '2 hours', sent_at = now() - interval '2 hours' where id = ${id}`);
  });

/** One event runs at a time: what is published is put off by so many years, or was that long ago. */
export const moveEvents = (server: WebServer, years: number): Promise<void> =>
  inDatabase(server, async (db) => {
    for (const isOver of [true, false]) {
      await db.query(sql`
        update events set starts_at = starts_at + make_interval(years => ${years}),
          ends_at = ends_at + make_interval(years => ${years})
        where status = 'PUBLISHED' and (ends_at < now()) = ${isOver}`);
    }
  });

export const nameUser = (server: WebServer, userId: string, name: string): Promise<void> =>
  inDatabase(server, async (db) => {
    await db.query(sql`update users set username = ${name} where id = ${userId}`);
  });

async function inDatabase({ databaseUrl }: WebServer, work: (db: Db) => Promise<void>): Promise<void> {
  if (databaseUrl === null) throw new Error('only a server of tests has a database that they know');
  const db = openDatabase({ address: databaseUrl, logger: silentLogger, poolSize: 1 });
  try {
    await work(db);
  } finally {
    await db.close();
  }
}

/**
 * Makes what only time or a thief brings about: a suspect, who may hand nothing on after a reversed delivery. The watch
 * over suspects does not end it before tomorrow.
 */
export const raiseSuspicions = (server: WebServer, userId: string): Promise<void> =>
  inDatabase(server, async (db) => {
    await db.query(sql`
      insert into suspicions (user_id, reason, state, weight, figures, opened_at, last_found_at)
      values (${userId}, 'SHARED_ADDRESS', 'OPEN', 4, '{"otherUsers": 4}', now(), now() + interval '1 day')`);
    await db.query(sql`
      insert into withdrawal_suspensions (user_id, since, reason, withdrawal_id)
      select user_id, now(), 'The delivery was reversed', id from market_withdrawals where user_id = ${userId}
      order by id limit 1`);
  });

/** Another administrator has proposed what takes two of them. */
export const proposeDecision = (
  server: WebServer,
  proposed: { entityType: string; entityId: string; action: string; content: string; ownerId: string },
  proposedBy: string,
): Promise<void> =>
  inDatabase(server, async (db) => {
    const { entityType, entityId, action, content, ownerId } = proposed;
    await db.query(sql`
      insert into decision_proposals (entity_type, entity_id, action, content, owner_id, proposed_by, proposed_at)
      values (${entityType}, ${entityId}, ${action}, ${content}, ${ownerId}, ${proposedBy}, now())`);
  });

/** The item that the platform bought for a swap never came, and the marketplace does not say why. */
export const loseDelivery = (server: WebServer, siteSwapId: string): Promise<void> =>
  inDatabase(server, async (db) => {
    await db.query(sql`
      update site_swap_trades set outcome = 'NEVER_ENDED', ended_at = now() where site_swap_id = ${siteSwapId}`);
  });

/** The source of the exchange rate is asked again, as if the rate in force were a day old. */
export const letRateBeRenewed = (server: WebServer): Promise<void> =>
  inDatabase(server, async (db) => {
    await transaction(db, async (tx) => {
      await tx.query(sql`update exchange_rate set updated_at = updated_at - interval '1 day'`);
      await addJob(tx, 'refresh-exchange-rate', {});
    });
  });
