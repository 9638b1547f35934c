import { HASH_MAX } from '@lisura/fairness';
import type { App } from './app.ts';
import { createCase } from './modules/games/cases/index.ts';
import { createEvent, publishEvent, TICKET_PRICES } from './modules/games/events/index.ts';
import { createRaffle } from './modules/games/raffles/index.ts';
import { systemClock } from './platform/clock.ts';
import type { DatabaseAddress, Db } from './platform/database/db.ts';
import { asOneProcess, FIRST_FILL_LOCK } from './platform/database/one-process.ts';
import { sql } from './platform/database/sql.ts';
import type { Id } from './platform/ids.ts';
import { divideCeil } from './platform/money.ts';
import type { Seal } from './platform/sealing.ts';

/** Twelve cases in four categories; each takes its items from around the price it is named for, two have a flip. */
const DEMO_CASES: { name: string; category: string; aroundCents: number; flip?: boolean }[] = [
  { name: 'Primeira Sorte', category: 'Iniciante', aroundCents: 200 },
  { name: 'Bolso Leve', category: 'Iniciante', aroundCents: 500 },
  { name: 'Café com Skin', category: 'Iniciante', aroundCents: 1_000 },
  { name: 'Neon', category: 'Clássicas', aroundCents: 2_000 },
  { name: 'Calçadão', category: 'Clássicas', aroundCents: 3_500 },
  { name: 'Maré Alta', category: 'Clássicas', aroundCents: 5_000, flip: true },
  { name: 'Rifle de Ouro', category: 'Armas', aroundCents: 8_000 },
  { name: 'Mira Fina', category: 'Armas', aroundCents: 12_000 },
  { name: 'Arsenal', category: 'Armas', aroundCents: 20_000 },
  { name: 'Lâmina', category: 'Premium', aroundCents: 40_000 },
  { name: 'Luvas & Facas', category: 'Premium', aroundCents: 80_000, flip: true },
  { name: 'Coroa', category: 'Premium', aroundCents: 150_000 },
];
/** Of an item's worth to the case's: many cheap ones, few dear ones; and how many of the ten million rolls give it. */
const WHEEL: { worth: number; rolls: number }[] = [
  { worth: 0.1, rolls: 3_000_000 },
  { worth: 0.25, rolls: 2_400_000 },
  { worth: 0.5, rolls: 1_800_000 },
  { worth: 0.8, rolls: 1_200_000 },
  { worth: 1.5, rolls: 800_000 },
  { worth: 2.5, rolls: 500_000 },
  { worth: 5, rolls: 200_000 },
  { worth: 10, rolls: 90_000 },
  { worth: 25, rolls: 10_000 },
];
/** Peers pay back about nine tenths. */
const RETURN_PERCENT = 90;
/** The last three of the wheel are behind the second wheel of a case with a flip. */
const FLIP_THRESHOLD = 9_700_001;

const EVENT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
/** An item of so many cents is about what a ticket shoots at: well below what the wagers behind it leave to the house. */
const CENTS_PER_TICKET = 0.25;
const TIERS = [
  { pointsRequired: 100n, reward: { type: 'TICKETS', tickets: 250n } },
  { pointsRequired: 500n, reward: { type: 'BALANCE', balanceCents: 500n } },
  { pointsRequired: 2_000n, reward: { type: 'TICKETS', tickets: 2_500n } },
  { pointsRequired: 5_000n, reward: { type: 'BALANCE', balanceCents: 5_000n } },
] as const;
/** Where the last tier finds its item. */
const LAST_TIER = { pointsRequired: 20_000n, aroundCents: 50_000 };

/** A raffle of which all tickets together bring a little more than its prizes are worth. */
const RAFFLE = { days: 7, ticketPriceCents: 500n, maxTicketsPerUser: 200, prizesAroundCents: [150_000, 40_000, 8_000] };

const byNobody = { actorId: null, ip: null };

interface FirstFill {
  address: DatabaseAddress;
  db: Db;
  /** Under which the seeds of the raffle's prizes are stored. */
  seedSeal: Seal;
  app: App;
  say: (line: string) => void;
}

/**
 * Fills an empty database on the first start of an unconfigured server, through what an administrator would use. Of
 * processes that start together one does it, and the others find it done.
 */
export async function fillEmptyDatabase({ address, ...fill }: FirstFill): Promise<void> {
  await asOneProcess(address, FIRST_FILL_LOCK, () => fillWhereEmpty(fill));
}

async function fillWhereEmpty({ db, seedSeal, app, say }: Omit<FirstFill, 'address'>): Promise<void> {
  const [catalogue] = await db.query<{ isEmpty: boolean }>(sql`select not exists (select from items) as "isEmpty"`);
  if (catalogue?.isEmpty !== true) return;
  say('Filling the catalogue with items, cases, an event and a raffle…');
  const { status, message } = await app.items.syncNow();
  if (status !== 'DONE') {
    say(`The catalogue could not be filled: ${message ?? status}`);
    return;
  }
  for (const demoCase of DEMO_CASES) await createDemoCase(db, demoCase);
  await createDemoEvent(db);
  await createDemoRaffle(db, seedSeal);
}

interface DemoItem {
  id: Id<'item'>;
  imageUrl: string;
  valueCents: number;
}

async function createDemoCase(
  db: Db,
  { name, category, aroundCents, flip }: (typeof DEMO_CASES)[number],
): Promise<void> {
  const contents = await findWheel(db, aroundCents);
  // What an opening gives on average decides the price, so that the return is the one meant.
  const averageCents = contents.reduce((sum, { valueCents, rolls }) => sum + (valueCents * rolls) / HASH_MAX, 0);
  const priceCents = BigInt(Math.max(Math.round((averageCents * 100) / RETURN_PERCENT), 1));
  await createCase(
    { db },
    {
      fields: { name, imageUrl: contents.at(-1)?.imageUrl ?? '', category, priceCents },
      given: { style: 'PROBABILITIES', normalize: false, items: oddsOf(contents) },
      flipThreshold: flip === true ? FLIP_THRESHOLD : null,
      activate: true,
    },
    byNobody,
  );
}

async function createDemoRaffle(db: Db, seedSeal: Seal): Promise<void> {
  const prizes: DemoItem[] = [];
  for (const aroundCents of RAFFLE.prizesAroundCents) {
    const item = await findItemAround(db, aroundCents, prizes);
    if (item !== undefined) prizes.push(item);
  }
  const worthCents = prizes.reduce((sum, { valueCents }) => sum + valueCents, 0);
  const { days, ticketPriceCents, maxTicketsPerUser } = RAFFLE;
  await createRaffle(
    { db, seedSeal, clock: systemClock, beacon: null },
    {
      fields: {
        name: 'Sorteio da Semana',
        description: 'Três prêmios. Quanto mais bilhetes, maior a chance; cada um ganha no máximo uma vez.',
        imageUrl: prizes[0]?.imageUrl ?? '',
        ticketPriceCents,
        maxTickets: Number(divideCeil(BigInt(worthCents) * 100n, ticketPriceCents * BigInt(RETURN_PERCENT))),
        maxTicketsPerUser,
        closesAt: new Date(Date.now() + days * DAY_MS),
        randomness: 'server',
      },
      prizes: prizes.map(({ id }, displayOrder) => ({ displayOrder, itemId: id })),
    },
    byNobody,
  );
}

/** The items of a wheel: each about as much worth as its place asks, and none twice. */
async function findWheel(db: Db, aroundCents: number): Promise<(DemoItem & { rolls: number })[]> {
  const contents: (DemoItem & { rolls: number })[] = [];
  for (const { worth, rolls } of WHEEL) {
    const item = await findItemAround(db, Math.round(aroundCents * worth), contents);
    if (item !== undefined) contents.push({ ...item, rolls });
  }
  return contents;
}

async function findItemAround(db: Db, cents: number, chosen: readonly DemoItem[]): Promise<DemoItem | undefined> {
  const [item] = await db.query<DemoItem>(sql`
    select id, image_url as "imageUrl", value_cents_brl::int as "valueCents" from items
    where archived_at is null and value_cents_brl > 0 and id <> all(${chosen.map(({ id }) => id)}::bigint[])
    order by abs(value_cents_brl - ${cents}::bigint), id limit 1`);
  return item;
}

const oddsOf = (wheel: readonly { id: Id<'item'>; rolls: number }[]) =>
  wheel.map(({ id, rolls }) => ({ itemId: id, units: BigInt(rolls) }));

async function createDemoEvent(db: Db): Promise<void> {
  const shoots = [];
  for (const ticketPrice of TICKET_PRICES) {
    const prizes = oddsOf(await findWheel(db, ticketPrice * CENTS_PER_TICKET));
    shoots.push({ ticketPrice, prizes, normalize: false });
  }
  const [grandPrize] = (await findWheel(db, LAST_TIER.aroundCents)).slice(4);
  const lastTier =
    grandPrize === undefined
      ? []
      : [{ pointsRequired: LAST_TIER.pointsRequired, reward: { type: 'ITEM', item: grandPrize.id } as const }];
  const { id } = await createEvent(
    { db },
    {
      fields: {
        name: 'Temporada de Abertura',
        description: 'Aposte, some pontos para subir de nível e junte fichas para atirar nas caixas.',
        imageUrl: grandPrize?.imageUrl ?? '',
        startsAt: new Date(),
        endsAt: new Date(Date.now() + EVENT_DAYS * DAY_MS),
        pointsPerReal: 1,
        ticketsPerReal: 10,
      },
      tiers: [...TIERS, ...lastTier],
      shoots,
    },
    byNobody,
  );
  await publishEvent({ db }, id, byNobody);
}
