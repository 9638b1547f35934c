import assert from 'node:assert/strict';
import { sql } from '../../../src/platform/database/sql.ts';
import { dayAt, type EndStatus, type HeldItem, limitAt, type Player, ticketsOf, withStatus } from './model.ts';
import { type Actor, nowMs, type World } from './world.ts';

interface StoredPlayer {
  balance: number;
  held: number;
  items: Record<string, HeldItem>;
  ended: Partial<Record<EndStatus, number>>;
  wagered: number;
  given: number;
  spent: number;
  claimed: string[];
  tickets: Record<string, number>;
  day: string | null;
  dayWagered: number;
  dayLost: number;
}

export async function compare(world: World, actors: Iterable<Actor>): Promise<void> {
  for (const { model } of new Set(actors)) {
    const stored = await readPlayer(world, model);
    adoptArriving(model, stored);
    assert.deepEqual(
      {
        balance: stored.balance,
        held: stored.held,
        items: stored.items,
        ended: { SOLD: 0, USED_IN_UPGRADE: 0, WITHDRAWN: 0, ...stored.ended },
        event: [stored.wagered, stored.given, stored.spent, stored.claimed.toSorted()],
        tickets: stored.tickets,
        counted: countedOf(stored, model),
      },
      {
        balance: model.balance,
        held: model.held,
        items: Object.fromEntries(model.items),
        ended: model.ended,
        event: [model.wagered, model.ticketsGiven, model.ticketsSpent, [...model.claimed].toSorted()],
        tickets: Object.fromEntries(model.tickets),
        counted: model.counted.day === 0 ? null : { wagered: model.counted.wagered, lost: model.counted.lost },
      },
      `user ${model.id}: the database and the model disagree`,
    );
  }
}

function countedOf({ day, dayWagered, dayLost }: StoredPlayer, { counted }: Player) {
  if (counted.day === 0) return null;
  const isThatDay = day !== null && dayAt(Date.parse(`${day}T12:00:00Z`)) === counted.day;
  return isThatDay ? { wagered: dayWagered, lost: dayLost } : { wagered: 0, lost: 0 };
}

async function readPlayer({ app }: World, { id }: Player): Promise<StoredPlayer> {
  const [row] = await app.db.query<StoredPlayer>(sql`
    select accounts.balance_cents::int as balance,
      (select coalesce(sum(amount_cents), 0)::int from holds where user_id = ${id} and status = 'HELD') as held,
      (select coalesce(json_object_agg(id, json_build_object('itemId', item_id::text, 'status', status)), '{}')
        from inventory_items where user_id = ${id} and status in ('AVAILABLE', 'LOCKED', 'IN_SWAP')) as items,
      (select coalesce(json_object_agg(status, many), '{}') from (
        select status, count(*)::int as many from inventory_items
        where user_id = ${id} and status not in ('AVAILABLE', 'LOCKED', 'IN_SWAP') group by status) ended) as ended,
      coalesce(progress.wagered_cents, 0)::int as wagered, coalesce(tickets_given, 0)::int as given,
      coalesce(tickets_spent, 0)::int as spent,
      array(select tier_id::text from event_claims where user_id = ${id}) as claimed,
      (select coalesce(json_object_agg(raffle_id, tickets), '{}') from raffle_buyers where user_id = ${id}) as tickets,
      counters.day::text as day, coalesce(day_wagered_cents, 0)::int as day_wagered, coalesce(day_lost_cents, 0)::int as day_lost
    from accounts left join event_progress progress using (user_id) left join play_counters counters using (user_id)
    where accounts.user_id = ${id}`);
  assert.ok(row !== undefined, `user ${id} has no account`);
  return row;
}

/** Compares items that were given without numbers: so many new ones of these kinds, and nothing else. */
function adoptArriving(model: Player, { items }: StoredPlayer): void {
  const fresh = Object.entries(items).filter(([id]) => !model.items.has(id));
  const kinds = (list: readonly string[]) => list.toSorted();
  if (model.arriving.length === 0) return;
  assert.deepEqual(
    kinds(fresh.map(([, { itemId }]) => itemId)),
    kinds(model.arriving),
    `user ${model.id}: what arrived`,
  );
  for (const [id, item] of fresh) model.items.set(id, { ...item, status: 'AVAILABLE' });
  model.arriving = [];
}

export async function compareShown(world: World, { person, model }: Actor): Promise<void> {
  const show = async (path: string) => {
    const { status, body, text } = await world.call(person, 'GET', path);
    assert.equal(status, 200, `${path}: ${text}`);
    return body;
  };
  const [balance, inventory, progress, limits, payouts] = [
    await show('/user/balance'),
    await show('/inventory?status=AVAILABLE&limit=1'),
    await show(`/event/${world.catalogue.eventId}/progress`),
    await show('/user/limits'),
    await show('/payment/withdrawals?limit=1'),
  ];
  const wagerCents = limitAt(model, 'WAGER', nowMs(world));
  assert.deepEqual(
    {
      balance: Number(balance.balanceCents),
      available: inventory.pagination?.total ?? inventory.total,
      tickets: progress.tickets,
      wagerCents: limits.wager.day.limitCents,
      isListed: Array.isArray(payouts.data),
    },
    {
      balance: model.balance,
      available: withStatus(model, 'AVAILABLE').length,
      tickets: ticketsOf(model),
      wagerCents: wagerCents === null ? null : String(wagerCents),
      isListed: true,
    },
    `user ${model.id}: what is shown and the model disagree`,
  );
}
