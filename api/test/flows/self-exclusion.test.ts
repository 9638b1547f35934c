import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { insertHeld } from '../../src/modules/assets/inventory/test-support.ts';
import { type BattlesWorld, worldOf } from '../../src/modules/games/battles/test-support.ts';
import { startEvent, tableOf, tierAt, wager } from '../../src/modules/games/events/test-support.ts';
import { createRaffleCalls, type RaffleCalls } from '../../src/modules/games/raffles/test-support.ts';
import {
  allowTradesTo,
  PRICE_COINS as COINS,
  insertNamed,
  NAME,
} from '../../src/modules/trade/item-withdrawals/test-support.ts';
import {
  createSiteApp,
  PRICE_CENTS,
  PRICE_COINS,
  type SiteApp,
} from '../../src/modules/trade/swaps/site/test-support.ts';
import { transaction } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { until } from '../../src/platform/hot-store/test-support.ts';
import { type Call, createCall, type Reply } from '../support/calls.ts';
import { createItem } from '../support/items.ts';
import type { Person } from '../support/people.ts';
import { enableSecondFactor } from '../support/second-factors.ts';
import { use } from '../support/use-app.ts';

/** Excluded users can no longer play, and keep what is theirs. */

const site = use(createSiteApp, ({ end }) => end());
let app: SiteApp & BattlesWorld;
let call: Call;
let calls: RaffleCalls;
before(async () => {
  app = await worldOf(site);
  call = createCall(app.http);
  calls = await createRaffleCalls(app);
});

const exclude = async (who: Person, kind: 'PAUSE' | 'EXCLUSION') => {
  const asked = { kind, ...(kind === 'PAUSE' ? { days: 2 } : { months: 1 }), confirm: true };
  const { status, text } = await call(who, 'POST', '/user/self-exclusion', asked);
  assert.equal(status, 200, text);
};
const codeOf = ({ status, body }: Reply) => [status, body.code];
const balanceOf = async (who: Person) => BigInt((await call(who, 'GET', '/user/balance')).body.balanceCents);

interface Player {
  person: Person;
  battleId: string;
  event: { id: string; tierId: string };
  ids: readonly string[];
  raffleId: string;
}

async function createPlayer(): Promise<Player> {
  const person = await app.player();
  const { body: battle } = await app.create(person);
  const { id, tiers } = await startEvent(app, {
    tiers: [tierAt(100, { type: 'BALANCE', balanceCents: 1n })],
    shoots: [tableOf(250, [[await createItem(app.db, 0), 10_000_000]])],
  });
  await wager(app.db, person, 100);
  const ids = await insertHeld(app.db, person.userId, await createItem(app.db, PRICE_CENTS));
  const raffle = await calls.create();
  return { person, battleId: battle.id, event: { id, tierId: String(tiers[0]?.id) }, ids, raffleId: raffle.id };
}

const steps: Readonly<Record<string, (who: Player) => Promise<Reply>>> = {
  'bots in an own battle': ({ person, battleId }) => app.addBots(person, battleId, 1),
  'the claim of a tier': ({ person, event }) =>
    call(person, 'POST', `/event/${event.id}/claim`, { tierId: event.tierId }),
  'a ticket of a raffle': ({ person, raffleId }) => calls.buy(person, raffleId),
  'a swap with the site': ({ person, ids }) => site.swap(person, ids),
};

for (const [name, step] of Object.entries(steps)) {
  test(`${name} is refused during an exclusion and during a pause, and open to others`, async () => {
    await site.stock(PRICE_COINS);
    for (const [kind, code] of [
      ['EXCLUSION', 'SELF_EXCLUDED'],
      ['PAUSE', 'PLAY_PAUSED'],
    ] as const) {
      const barred = await createPlayer();
      await exclude(barred.person, kind);
      const before = await balanceOf(barred.person);
      assert.deepEqual(codeOf(await step(barred)), [403, code]);
      assert.equal(await balanceOf(barred.person), before);
    }
    const { status, text } = await step(await createPlayer());
    assert.equal(status, 200, text);
  });

  test(`${name} at the moment of the exclusion is refused`, async () => {
    await site.stock(PRICE_COINS);
    const player = await createPlayer();
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const { acting } = await transaction(app.db, async (tx) => {
      const { userId } = player.person;
      await tx.query(sql`
        update accounts set play_bar = 'EXCLUSION', play_barred_until = now() + interval '1 day' where user_id = ${userId}`);
      await tx.query(sql`
        insert into exclusions (user_id, kind, starts_at, ends_at, is_brought)
        values (${userId}, 'EXCLUSION', now(), now() + interval '1 day', true)`);
      const begun = step(player);
      await until(async () => (await app.db.query(waiting)).length === 1);
      return { acting: begun };
    });
    assert.deepEqual(codeOf(await acting), [403, 'SELF_EXCLUDED']);
  });
}

test('an excluded player sells, withdraws items and money, and is paid back', async () => {
  const { person, battleId, ids, raffleId } = await createPlayer();
  assert.equal((await calls.buy(person, raffleId)).status, 200);
  const factor = await enableSecondFactor(call, person, site.clock);
  await exclude(person, 'EXCLUSION');
  const before = await balanceOf(person);
  assert.equal((await calls.act(raffleId, 'cancel')).status, 200);
  assert.equal(await balanceOf(person), before + 100n);
  assert.equal((await call(calls.admin, 'POST', `/admin/battles/${battleId}/cancel`, { reason: 'x' })).status, 200);
  assert.equal(await balanceOf(person), before + 200n);

  const money = { amountCents: 5_000, pixKeyType: 'EMAIL', pixKey: 'ana@example.com' };
  const asked = await call(person, 'POST', '/payment/withdraw/request', money);
  assert.equal(asked.status, 201, asked.text);
  const confirmed = { code: factor.recoveryCodes[0], amountCents: 5_000 };
  assert.equal((await call(person, 'POST', `/payment/withdraw/${asked.body.id}/confirm`, confirmed)).status, 200);

  await allowTradesTo({ app: site }, person);
  await site.market({ faults: [], stock: { name: NAME, prices: [COINS] } });
  const [target] = await insertHeld(app.db, person.userId, await insertNamed(app.db, NAME));
  const withdrawn = await call(person, 'POST', `/inventory/${target}/withdraw`);
  assert.deepEqual([withdrawn.status, withdrawn.body.canWithdraw], [200, true], withdrawn.text);
  assert.equal((await call(person, 'DELETE', `/inventory/${ids[0]}/sell`)).status, 200);
});
