import { type Db, transaction } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import type { Person } from './people.ts';

/** Writes past plays other than openings and upgrades straight into the tables. */

export async function insertWithdrawal(db: Db, who: Person, cents: number, askedAt: string, paidAt: string) {
  await transaction(db, async (tx) => {
    await tx.query(sql`
      insert into transfers (user_id, debit_account, credit_account, amount_cents, type, reason, created_at)
      values (${who.userId}, 'USER', 'HELD', ${cents}, 'WITHDRAWAL_HOLD', 'Withdrawal', ${askedAt}),
        (${who.userId}, 'HELD', 'SYSTEM', ${cents}, 'WITHDRAWAL', 'Withdrawal', ${paidAt})`);
    await tx.query(sql`
      insert into holds (user_id, amount_cents, status, ended_at) values (${who.userId}, ${cents}, 'SETTLED', now())`);
    await tx.query(sql`
      update accounts set balance_cents = balance_cents - ${cents}, transfer_count = transfer_count + 2
      where user_id = ${who.userId}`);
  });
}

export interface PastBattle {
  who: Person;
  mode: 'NORMAL' | 'SHARED';
  endedAt: string;
  entryCents: number;
  wonCents: number;
  botWonCents: number;
}

/** A person against a bot; the stakes and the drops are not there, so that it serves figures alone. */
export async function insertBattle(db: Db, battle: PastBattle): Promise<void> {
  const { who, mode, endedAt, entryCents, wonCents, botWonCents } = battle;
  await transaction(db, async (tx) => {
    const paid = await tx.query<{ id: string }>(sql`
      insert into transfers (user_id, debit_account, credit_account, amount_cents, type, reason, created_at)
      values (${who.userId}, 'USER', 'SYSTEM', ${entryCents}, 'BATTLE_ENTRY', 'Battle', ${endedAt}) returning id`);
    const battles = await tx.query<{ id: string }>(sql`
      insert into battles (creator_id, mode, is_teams, seat_count, seats_taken, round_count, entry_cents, randomness,
        status, created_at, expires_at, started_at, ended_at, tie_server_seed, tie_server_seed_hash, tie_committed_at,
        winning_team, pot_cents)
      values (${who.userId}, ${mode}, false, 2, 2, 1, ${entryCents}, 'server', 'COMPLETED', ${endedAt}, ${endedAt},
        ${endedAt}, ${endedAt}, 'seed', 'hash', ${endedAt}, ${mode === 'SHARED' ? null : 1}, ${wonCents + botWonCents})
      returning id`);
    await tx.query(sql`
      insert into battle_seats (battle_id, seat, user_id, bot_name, first_nonce, transfer_id, total_cents, is_winner,
        paid_cents, won_cents, ended_at)
      values (${battles[0]?.id}, 1, ${who.userId}, null, 1000000, ${paid[0]?.id}, 0, true, 0, ${wonCents}, ${endedAt}),
        (${battles[0]?.id}, 2, null, 'Bot', 1, null, 0, false, 0, ${botWonCents}, ${endedAt})`);
  });
}

export const insertActivity = (db: Db, day: string, who: readonly Person[]) =>
  db.query(sql`
    insert into user_activity (day, user_id)
    select ${day}::date, unnest(${who.map(({ userId }) => userId)}::bigint[]) on conflict do nothing`);
