import type { Sandbox } from '@lisura/sandbox';
import { createEvent, publishEvent, TICKET_PRICES } from '../modules/games/events/index.ts';
import { byPlatform } from '../modules/people/decisions/index.ts';
import type { Db } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';
import { DAY_MS } from '../platform/durations.ts';
import type { Id } from '../platform/ids.ts';
import { type DemoItem, fillWheel, itemAround, oddsOf, WORTHS, wheelOf } from './demo-items.ts';

const EVENT_DAYS = 30;
/** Demo players win far less in that time. */
const BUDGET_CENTS = 10_000_000_000n;
/** A ticket shoots at an item of about this value, well below the house's share of its wagers. */
const CENTS_PER_TICKET = 0.25;
const ROLLS = [3_000_000, 2_400_000, 1_800_000, 1_200_000, 800_000, 500_000, 200_000, 90_000, 10_000];
const TIERS = [
  { pointsRequired: 100n, reward: { type: 'TICKETS', tickets: 250n } },
  { pointsRequired: 500n, reward: { type: 'BALANCE', balanceCents: 500n } },
  { pointsRequired: 2_000n, reward: { type: 'TICKETS', tickets: 2_500n } },
  { pointsRequired: 5_000n, reward: { type: 'BALANCE', balanceCents: 5_000n } },
] as const;
const LAST_TIER = { pointsRequired: 20_000n, aroundCents: 75_000 };

interface EventDeps {
  db: Db;
  stock: readonly DemoItem[];
  scenePicture: Sandbox['scenePicture'];
}

/** An interrupted start may have created the event without publishing it. */
export async function createDemoEvent(deps: EventDeps): Promise<void> {
  const { db } = deps;
  const [there] = await db.query<{ id: Id<'event'>; isDraft: boolean }>(
    sql`select id, status = 'DRAFT' as is_draft from events order by id limit 1`,
  );
  if (there === undefined) return publish(db, await makeDemoEvent(deps));
  if (there.isDraft) await publish(db, there.id);
}

async function publish(db: Db, id: Id<'event'>): Promise<void> {
  await publishEvent({ db }, id, byPlatform);
}

async function makeDemoEvent({ db, stock, scenePicture }: EventDeps): Promise<Id<'event'>> {
  const shoots = TICKET_PRICES.map((ticketPrice) => ({
    ticketPrice,
    prizes: oddsOf(fillWheel(stock, wheelOf(WORTHS.classic, ROLLS), ticketPrice * CENTS_PER_TICKET)),
    normalize: false,
  }));
  const grandPrize = itemAround(stock, LAST_TIER.aroundCents, []);
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
        imageUrl: scenePicture('event', grandPrize?.imageUrl),
        startsAt: new Date(),
        endsAt: new Date(Date.now() + EVENT_DAYS * DAY_MS),
        pointsPerReal: 1,
        ticketsPerReal: 10,
        budgetCents: BUDGET_CENTS,
      },
      tiers: [...TIERS, ...lastTier],
      shoots,
    },
    byPlatform,
  );
  return id;
}
