import type { Sandbox } from '@lisura/sandbox';
import { createRaffle } from '../modules/games/raffles/index.ts';
import { byPlatform } from '../modules/people/decisions/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';
import { DAY_MS } from '../platform/durations.ts';
import { divideCeil } from '../platform/money.ts';
import type { Seal } from '../platform/secrets/sealing.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { RETURN_PERCENT } from './demo-cases.ts';
import { type DemoItem, itemAround } from './demo-items.ts';

/** All tickets together bring a little more than the prizes cost. */
const RAFFLE = { days: 7, ticketPriceCents: 500n, maxTicketsPerUser: 200, prizesAroundCents: [150_000, 40_000, 8_000] };

/** No setting has changed before the first start. */
const DEFAULTS: Pick<Settings, 'read'> = { read: async (_tx, setting) => setting.default };

interface RaffleDeps {
  db: Db;
  seedSeal: Seal;
  stock: readonly DemoItem[];
  scenePicture: Sandbox['scenePicture'];
}

export async function createDemoRaffle({ db, seedSeal, stock, scenePicture }: RaffleDeps): Promise<void> {
  if ((await db.query(sql`select from raffles limit 1`)).length > 0) return;
  const prizes: DemoItem[] = [];
  for (const aroundCents of RAFFLE.prizesAroundCents) {
    const item = itemAround(stock, aroundCents, prizes);
    if (item !== undefined) prizes.push(item);
  }
  const worthCents = prizes.reduce((sum, { valueCents }) => sum + valueCents, 0);
  const { days, ticketPriceCents, maxTicketsPerUser } = RAFFLE;
  await createRaffle(
    { db, seedSeal, clock: systemClock, beacon: null, settings: DEFAULTS },
    {
      fields: {
        name: 'Sorteio da Semana',
        description: 'Três prêmios. Quanto mais bilhetes, maior a chance; cada um ganha no máximo uma vez.',
        imageUrl: scenePicture('raffle', prizes[0]?.imageUrl),
        ticketPriceCents,
        maxTickets: Number(divideCeil(BigInt(worthCents) * 100n, ticketPriceCents * BigInt(RETURN_PERCENT))),
        maxTicketsPerUser,
        closesAt: new Date(Date.now() + days * DAY_MS),
        randomness: 'server',
      },
      prizes: prizes.map(({ id }, displayOrder) => ({ displayOrder, itemId: id })),
    },
    byPlatform,
  );
}
