import assert from 'node:assert/strict';
import type { Sandbox } from '@lisura/sandbox';
import { games, rollUps, running } from '../../src/app/modules.ts';
import { createLogKeeper } from '../../src/modules/games/log/keep-log.ts';
import { sourcesOf } from '../../src/modules/games/log/sources.ts';
import { userStream } from '../../src/modules/games/rolls/index.ts';
import { insertPlays } from '../../src/modules/games/statistics/test-support.ts';
import { createAuditLinker } from '../../src/modules/people/audit/chain/link-entries.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { type Db, transaction } from '../../src/platform/database/db.ts';
import { raw, sql } from '../../src/platform/database/sql.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import type { Id } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/observability/logger.ts';
import { addRunningPart, rollUpDays } from '../../src/platform/roll-ups/roll-up-days.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTestBeacon, type TestBeacon } from '../support/beacon.ts';
import { createCall } from '../support/calls.ts';
import { readCommittedSeeds } from '../support/committed-seeds.ts';
import { expectedRoll } from '../support/independent-rolls.ts';
import { createAdmin, createPerson, type Person } from '../support/people.ts';
import { enableSecondFactor } from '../support/second-factors.ts';
import { playBattles } from './sound-battles.ts';
import { type Admins, decideByTwo, propose, SECOND_ADMIN_PLATFORM_ID, TWO_ADMINS } from './sound-decisions.ts';
import { makeDeposits, startSoundProvider } from './sound-deposits.ts';
import { withdrawMoney } from './sound-payouts.ts';
import { playRaffles } from './sound-raffles.ts';
import { swapWithSite } from './sound-site-swaps.ts';
import { withdrawItems } from './sound-withdrawals.ts';

/** The product has done everything at least once in this database, so that every question finds something. */

const IMAGE = 'https://images.example/1.png';

export async function createSoundDatabase(): Promise<TestApp> {
  const beacon = createTestBeacon();
  const provider = await startSoundProvider();
  const app = await createTestApp({ beacon, ...provider.given, environment: TWO_ADMINS });
  try {
    await fill(app, beacon, provider.sandbox);
    return app;
  } catch (error) {
    await app.close();
    throw error;
  } finally {
    await provider.sandbox.close();
  }
}

async function fill(app: TestApp, beacon: TestBeacon, sandbox: Sandbox): Promise<void> {
  const { db } = app;
  const ask = createAsk(app);
  const [admin, player, other] = [await createAdmin(db), await createPerson(db), await createPerson(db)];
  const admins: Admins = [admin, await createPerson(db, { platformId: SECOND_ADMIN_PLATFORM_ID })];
  const stage = await setStage(ask, admin);
  await playOnPastDays(db, other, stage.caseId);
  for (const { userId } of [player, other]) {
    await ask(admin, 'POST', `/admin/users/${userId}/balance`, { amountCents: '1000000', reason: 'To play' });
  }
  const earlier = await startEvent(ask, admin, stage, { name: 'Earlier event' });
  await playInEvent(ask, player, stage.caseId, earlier.id);
  const { endsAt } = await ask(admin, 'POST', `/admin/events/${earlier.id}/end`);
  const startsAt = new Date(Date.parse(endsAt) + 1).toISOString();
  const event = await startEvent(ask, admin, stage, { startsAt });
  await draftEvent(ask, admin, stage, { name: 'Draft', pointsPerReal: 0, ticketsPerReal: 0 });
  await playInEvent(ask, other, stage.caseId, event.id);
  await playBattles({ app, beacon, ask }, { admin, player, other }, stage);
  await playToday({ db, ask }, player, stage, event);
  await refusePlay(app, player, stage.caseId);
  await swapItems(ask, player, other);
  await playRaffles({ jobSets: app.jobSets, ask, admin, player, other, itemId: stage.fine });
  await withdrawItems(app, admins);
  await swapWithSite(app, admins);
  await orderOutside(app, admins, player);
  await makeDeposits({ app, ask, admins, player, sandbox });
  await adjustByTwo(app, admins, other);
  await keepHouse(app, ask, admin, player);
  const recoveryCodes = await protect(app, ask, [player, other, admin]);
  await withdrawMoney({ app, ask, admins, player, recoveryCodes });
  await setLimits(ask, player, stage.caseId, db);
  await addRunningPart({ db, running, behindSeconds: 0 });
  const log = createLogKeeper({
    db,
    clock: systemClock,
    logger: silentLogger,
    sources: sourcesOf(games),
    ...app.deps.log,
  });
  await log.growNow();
}

type Ask = ReturnType<typeof createAsk>;

function createAsk({ http }: TestApp) {
  const call = createCall(http);
  return async (...args: Parameters<typeof call>) => {
    const { status, body, text } = await call(...args);
    assert.ok(status < 300, text);
    return body;
  };
}

type Stage = Awaited<ReturnType<typeof setStage>>;

/** Three cases, one of them with a flip and one without chance, and something to upgrade to. */
async function setStage(ask: Ask, admin: Person) {
  const item = async (name: string, originalPriceCents: string) => {
    const described = { imageUrl: IMAGE, rarity: 'COVERT', weaponCategory: 'RIFLE', originalPriceCents };
    return (await ask(admin, 'POST', '/admin/items', { name, marketHashName: name, ...described })).id as Id<'item'>;
  };
  const [plain, fine, target] = [await item('Plain', '100'), await item('Fine', '150'), await item('Target', '300')];
  const [prize, other] = [await item('Prize', '1'), await item('Other prize', '1')];
  const halvesOf = (one: Id<'item'>, second: Id<'item'>) => [
    { itemId: one, hashRangeStart: 1, hashRangeEnd: 5_000_000 },
    { itemId: second, hashRangeStart: 5_000_001, hashRangeEnd: 10_000_000 },
  ];
  const createCase = async (name: string, more: object = {}) => {
    const fields = {
      name,
      imageUrl: IMAGE,
      category: 'Test',
      priceCents: '1000',
      items: halvesOf(plain, fine),
      activate: true,
    };
    return (await ask(admin, 'POST', '/admin/cases', { ...fields, ...more })).id as Id<'case'>;
  };
  const caseId = await createCase('Case');
  const flippingCaseId = await createCase('Flip', { flipThreshold: 5_000_001 });
  const evenCaseId = await createCase('Even', {
    items: [{ itemId: plain, hashRangeStart: 1, hashRangeEnd: 10_000_000 }],
  });
  return { caseId, flippingCaseId, evenCaseId, fine, target, prizes: halvesOf(prize, other) };
}

interface StartedEvent {
  id: string;
  tiers: { id: string }[];
}

/** A cent is a point and a ticket. A heavy player reaches the third tier, and nobody the last. */
const draftEvent = (ask: Ask, admin: Person, { fine, prizes }: Stage, more: object): Promise<StartedEvent> =>
  ask(admin, 'POST', '/admin/events', {
    name: 'Event',
    description: '',
    imageUrl: IMAGE,
    pointsPerReal: 100,
    ticketsPerReal: 100,
    budgetCents: '999999999999',
    startsAt: new Date().toISOString(),
    endsAt: new Date(Date.now() + DAY_MS).toISOString(),
    tiers: [
      { pointsRequired: 10, reward: { type: 'BALANCE', balanceCents: 150 } },
      { pointsRequired: 20, reward: { type: 'TICKETS', tickets: 250 } },
      { pointsRequired: 2_000, reward: { type: 'ITEM', itemId: fine } },
      { pointsRequired: 1_000_000_000, reward: { type: 'ITEM', itemId: fine } },
    ],
    shoots: [{ ticketPrice: 250, prizes }],
    ...more,
  });

async function startEvent(...args: Parameters<typeof draftEvent>): Promise<StartedEvent> {
  const [ask, admin] = args;
  const { id } = await draftEvent(...args);
  return ask(admin, 'POST', `/admin/events/${id}/publish`);
}

/** The player earns a little, reads the commitment of the next shot, and shoots. */
async function playInEvent(ask: Ask, player: Person, caseId: Id<'case'>, eventId: string): Promise<void> {
  await ask(player, 'POST', `/cases/${caseId}/open`, { quantity: 1 });
  await ask(player, 'GET', `/event/${eventId}/progress`);
  await ask(player, 'POST', '/event-shoot/shoot', { ticketPrice: 250 });
}

async function playOnPastDays(db: Db, who: Person, caseId: Id<'case'>): Promise<void> {
  const on = (daysAgo: number) => ({ who, at: new Date(Date.now() - daysAgo * DAY_MS).toISOString() });
  const opening = { kind: 'opening', caseId, priceCents: 500, valueCents: 600 } as const;
  const upgrade = { kind: 'upgrade', itemsCents: 600, balanceCents: 100, targetCents: 1_800 } as const;
  await insertPlays(
    db,
    [4, 2].flatMap((days) => [
      { ...on(days), kind: 'deposit', cents: 10_000 } as const,
      { ...on(days), ...opening },
      { ...on(days), ...upgrade, won: true },
      { ...on(days), ...upgrade, won: false },
    ]),
  );
  await db.query(sql`
    insert into user_activity (day, user_id)
    select (now() at time zone 'America/Sao_Paulo')::date - days, ${who.userId} from unnest(array[4, 3]) days`);
  await rollUpDays({ db, clock: systemClock, rollUps });
}

/** The price of the play has changed after its hash was shown and its client seed has arrived. */
async function refusePlay(app: TestApp, player: Person, caseId: Id<'case'>): Promise<void> {
  const body = { clientSeed: 'refused', expectedPriceCents: '1' };
  const { status } = await createCall(app.http)(player, 'POST', `/cases/${caseId}/open`, body);
  assert.equal(status, 409);
}

/** Rolls have seeds with and without an earlier commitment, and at last the next of each is committed to. */
async function playToday(
  { db, ask }: { db: Db; ask: Ask },
  player: Person,
  { caseId, flippingCaseId, target }: Stage,
  event: StartedEvent,
): Promise<void> {
  const open = async (id: string): Promise<string[]> => {
    const { openings } = await ask(player, 'POST', `/cases/${id}/open`, { quantity: 5 });
    return openings.map(({ inventoryItemId }: { inventoryItemId: string }) => inventoryItemId);
  };
  const items = [...(await open(caseId)), ...(await open(flippingCaseId))];
  for (const isWon of [true, false]) {
    await ask(player, 'GET', '/provably-fair/commitments?count=1');
    const stake = { inventoryItemIds: [items.shift()], targetItemId: target, balanceAmountCents: '100' };
    const clientSeed = await clientSeedFor(db, player, isWon);
    const { status } = await ask(player, 'POST', '/upgrade/perform', { ...stake, clientSeed });
    assert.equal(status, isWon ? 'WON' : 'LOST');
  }
  await ask(player, 'GET', `/event/${event.id}/progress`);
  for (let shot = 0; shot < 2; shot += 1) await ask(player, 'POST', '/event-shoot/shoot', { ticketPrice: 250 });
  for (const { id: tierId } of event.tiers.slice(0, 3))
    await ask(player, 'POST', `/event/${event.id}/claim`, { tierId });
  await ask(player, 'DELETE', `/inventory/${items.shift()}/sell`);
  await ask(player, 'POST', '/inventory/sell-multiple', { inventoryItemIds: items.splice(0, 2) });
  await ask(player, 'GET', '/provably-fair/commitments?count=1');
  await ask(player, 'GET', `/event/${event.id}/progress`);
}

/** The committed seed wins or loses with it, whatever the chance: it lies at the ends of all rolls. */
async function clientSeedFor(db: Db, { userId }: Person, isWon: boolean): Promise<string> {
  const { seed, nonce } =
    (await readCommittedSeeds(db, userStream(userId))).at(-1) ?? assert.fail('nothing is committed to');
  for (let number = 1; ; number += 1) {
    const roll = expectedRoll(seed, `seed ${number}`, nonce);
    if (isWon ? roll > 9_000_000 : roll < 1_000_000) return `seed ${number}`;
  }
}

async function adjustByTwo({ http }: TestApp, admins: Admins, { userId }: Person): Promise<void> {
  const change = { amountCents: 100, reason: 'A test' };
  await decideByTwo(createCall(http), admins, `/admin/users/${userId}/balance`, change);
  await propose(createCall(http), admins, `/admin/users/${userId}/balance`, change);
}

async function orderOutside({ db, orders, http }: TestApp, admins: Admins, owner: Person): Promise<void> {
  const nothing = async () => undefined;
  const { place, send } = orders.handle<{ wish: string }, { number: number }>({
    kind: 'TEST',
    notFoundMs: DAY_MS,
    send: async ({ ask: { wish } }) => {
      if (wish === 'bought') return { bought: { number: 1 } };
      if (wish === 'refused') return { refused: 'Item sold' };
      throw new Error('no answer');
    },
    find: async () => null,
    recordOf: async () => ({ ownerId: owner.userId, amountCents: 100n }),
    bought: nothing,
    refused: nothing,
  });
  const ids: Id<'order'>[] = [];
  for (const wish of ['bought', 'refused', 'lost', 'ended']) {
    ids.push(await transaction(db, (tx) => place(tx, { projectId: `sound_${wish}`, ask: { wish } })));
    await send(ids.at(-1) ?? assert.fail());
  }
  const ended = ids.at(-1);
  await db.query(sql`
    update orders set requested_at = requested_at - interval '1 hour', sent_at = sent_at - interval '1 hour'
    where id = ${ended}`);
  await decideByTwo(createCall(http), admins, `/admin/orders/${ended}/end`, {
    outcome: 'NOT_BOUGHT',
    reason: 'A test',
  });
}

/** There is one swap of each status, private and public; one item goes to the other player and comes back. */
async function swapItems(ask: Ask, one: Person, other: Person): Promise<void> {
  const itemsOf = async (who: Person) => {
    const { items } = await ask(who, 'GET', '/inventory?status=AVAILABLE&limit=10');
    return items as { id: string; itemId: string }[];
  };
  const [theirs, ours] = [await itemsOf(other), await itemsOf(one)];
  const offer = async (who: Person, item: { id: string } | undefined, more: object = {}): Promise<string> =>
    (await ask(who, 'POST', '/swap', { inventoryItemIds: [item?.id], ...more })).id;
  const asks = { askedInventoryItemIds: [theirs[0]?.id], askedItemIds: [theirs[1]?.itemId] };
  const toOther = { acceptorId: other.userId };
  const accepted = await offer(one, ours[0], { ...toOther, ...asks });
  await ask(other, 'PUT', `/swap/${accepted}/accept`, { inventoryItemIds: [theirs[1]?.id] });
  await ask(one, 'PUT', `/swap/${await offer(other, ours[0])}/accept`, {});
  await ask(one, 'PUT', `/swap/${await offer(one, ours[1], toOther)}/cancel`);
  await ask(other, 'PUT', `/swap/${await offer(one, ours[1], toOther)}/decline`);
  await offer(one, ours[1], { ...toOther, askedItemIds: [theirs[0]?.itemId] });
  await offer(one, ours[2]);
}

async function keepHouse({ db, items, auth, deps }: TestApp, ask: Ask, admin: Person, player: Person): Promise<void> {
  const banned = await createPerson(db);
  await ask(admin, 'POST', `/admin/users/${banned.userId}/ban`, { reason: 'A test' });
  await ask(admin, 'PATCH', '/admin/settings', { upgradeEdgePercent: '5' });
  await db.query(sql`
    insert into sessions (id, user_id, platform_id, ip, user_agent, created_at, expires_at)
    select lpad(n::text, 64, '0'), user_id, platform_id, ip, user_agent, created_at - interval '8 days', expires_at - interval '8 days'
    from sessions, generate_series(1, 5) n where user_id = ${player.userId}`);
  await db.query(sql`update sessions set device_id = 'laptop' where user_id = ${admin.userId}`);
  const otherDevice = { ip: '127.0.0.1', deviceId: 'phone' };
  await auth.sessionStore.forget([admin.sessionHash]);
  await assert.rejects(auth.identify(admin.sessionId, otherDevice), { status: 401 });
  await createAuditLinker({ db, logger: silentLogger, ...deps.checkpoints }).stop();
  // Without an item database there is no sync; its result is written in its place.
  assert.equal((await items.syncNow()).status, 'FAILED');
  await db.query(sql`
    insert into item_syncs (kind, status, processed, total, message, finished_at)
    values ('ITEMS', 'DONE', 3, 3, '3 of 3 items written', now())`);
}

/** One second factor is on, one was switched off, and one is only set up. Returns unused codes of the first. */
async function protect(
  { http }: TestApp,
  ask: Ask,
  [player, other, admin]: [Person, Person, Person],
): Promise<string[]> {
  const call = createCall(http);
  const use = async (who: Person, action: 'verify' | 'disable') => {
    const { recoveryCodes } = await enableSecondFactor(call, who, systemClock, 0);
    await ask(who, 'POST', `/payment/2fa/${action}`, { code: recoveryCodes.shift() });
    return recoveryCodes;
  };
  await use(other, 'disable');
  await ask(admin, 'POST', '/payment/2fa/setup');
  return use(player, 'verify');
}

/** One player has limits and plays on, one pauses and then excludes themselves, and one leaves. */
async function setLimits(ask: Ask, player: Person, caseId: Id<'case'>, db: Db): Promise<void> {
  const wager = { dayCents: '6000000', weekCents: null, monthCents: '5000000' };
  await ask(player, 'PUT', '/user/limits', { wager, loss: { dayCents: '4000000' }, deposit: { dayCents: '1000' } });
  await ask(player, 'PUT', '/user/limits', { wager: { dayCents: null } });
  await ask(player, 'POST', `/cases/${caseId}/open`, { quantity: 1 });
  const [excluded, leaving] = [await createPerson(db), await createPerson(db)];
  await ask(excluded, 'POST', '/user/self-exclusion', { kind: 'PAUSE', days: 1, confirm: true });
  await ask(excluded, 'POST', '/user/self-exclusion', { kind: 'EXCLUSION', months: 1, confirm: true });
  await ask(leaving, 'POST', '/user/self-exclusion', { kind: 'PAUSE', days: 1, confirm: true });
  await ask(leaving, 'POST', '/user/close-account', { confirm: true });
}

/** The database itself refuses most of the planted faults, but the questions must not rely on that. */
export async function takeDownGuards(db: Db): Promise<void> {
  const guards = await db.query<{ statement: string }>(sql`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('f', 'c', 'u', 'x') order by contype <> 'f'`);
  const watched = await db.query<{ statement: string }>(sql`
    select distinct format('alter table %s disable trigger user', tgrelid::regclass) as statement from pg_trigger
    where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`);
  // After the constraints, whose own indexes are gone with them.
  const unique = sql`
    select format('drop index %s', indexrelid::regclass) as statement from pg_index
    where indisunique and not indisprimary and indrelid in (
      select oid from pg_class where relnamespace = 'public'::regnamespace)`;
  for (const { statement } of [...guards, ...watched]) await db.query(sql`${raw(statement)}`);
  for (const { statement } of await db.query<{ statement: string }>(unique)) await db.query(sql`${raw(statement)}`);
}
