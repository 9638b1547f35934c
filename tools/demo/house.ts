import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '../../api/src/platform/durations.ts';
import { setBank, setStandIn } from './cashier.ts';
import { happens, pick, pickWeighted } from './chance.ts';
import type { Person } from './person.ts';
import type { World } from './world.ts';

const DECISIONS: readonly (readonly ['approve' | 'reject' | 'later', number])[] = [
  ['approve', 83],
  ['reject', 10],
  ['later', 7],
];
const REFUSED_BY_BANK = 0.08;
const DEALT_WITH = 0.4;
const LOOK_EVERY_MS = 5;
const MOST_LOOKS = 1_000;
const RAFFLE_DAYS = 6;
const RAFFLE = { ticketPriceCents: '500', maxTickets: 100_000, maxTicketsPerUser: null, randomness: 'server' };
const PRIZES_CENTS = [20_000, 8_000, 3_000];
const EVENT = {
  name: 'Pré-temporada',
  description: 'Aposte e some pontos.',
  pointsPerReal: 1,
  ticketsPerReal: 10,
  budgetCents: '999999999999',
};
const TIERS = [
  { pointsRequired: 100, reward: { type: 'TICKETS', tickets: 250 } },
  { pointsRequired: 500, reward: { type: 'BALANCE', balanceCents: '500' } },
  { pointsRequired: 2_000, reward: { type: 'TICKETS', tickets: 2_500 } },
];

const NEWS = {
  type: 'PROMOTION',
  title: 'Sorteio novo no ar',
  message: 'Três prêmios, bilhetes a R$ 5,00. O hash da semente já está na página.',
  titleEn: 'A new raffle is on',
  messageEn: 'Three prizes, tickets for R$ 5.00. The hash of the seed is on its page already.',
  reason: 'Campanha da semana',
};

interface StoredEvent {
  imageUrl: string;
  startsAt: string;
  shoots: { ticketPrice: number; prizes: { item: { id: string }; hashRangeStart: number; hashRangeEnd: number }[] }[];
}

/** It ends shortly before that of the present begins, and gives the same prizes; where there is none, there is none. */
export async function publishEvent(world: World, administrator: Person): Promise<void> {
  const list = await administrator.ask<{ data: { id: string }[] }>('GET', '/admin/events?status=PUBLISHED&limit=1');
  const running = await administrator.ask<StoredEvent>('GET', `/admin/events/${list?.data[0]?.id ?? '0'}`);
  if (running === null) return;
  const made = await administrator.ask<{ id: string }>('POST', '/admin/events', {
    ...EVENT,
    imageUrl: running.imageUrl,
    startsAt: world.clock.now().toISOString(),
    endsAt: new Date(Date.parse(running.startsAt) - HOUR_MS).toISOString(),
    tiers: TIERS,
    shoots: running.shoots.map(({ ticketPrice, prizes }) => ({
      ticketPrice,
      prizes: prizes.map(({ item, hashRangeStart, hashRangeEnd }) => ({
        itemId: item.id,
        hashRangeStart,
        hashRangeEnd,
      })),
    })),
  });
  if (made === null) return;
  await administrator.ask('POST', `/admin/events/${made.id}/publish`);
  world.eventId = made.id;
}

export async function runRaffles(world: World, administrator: Person): Promise<void> {
  if (world.raffleId !== null && (await administrator.ask('POST', `/raffle/${world.raffleId}/draw`)) === null) return;
  const closesAt = new Date(world.clock.now().getTime() + RAFFLE_DAYS * DAY_MS).toISOString();
  const prizes = PRIZES_CENTS.map((cents) => world.targets.find((target) => target.cents >= cents));
  const made = await administrator.ask<{ id: string }>('POST', '/admin/raffles', {
    ...RAFFLE,
    name: `Sorteio de ${closesAt.slice(8, 10)}/${closesAt.slice(5, 7)}`,
    description: 'Três prêmios. Quanto mais bilhetes, maior a chance.',
    imageUrl: world.sandbox.scenePicture('raffle'),
    closesAt,
    prizes: prizes.flatMap((prize, displayOrder) => (prize === undefined ? [] : [{ displayOrder, itemId: prize.id }])),
  });
  world.raffleId = made?.id ?? null;
  if (made !== null) await administrator.ask('POST', '/admin/notifications', NEWS);
}

/** Once in a history somebody takes back on Steam what was delivered: they hand nothing on until an administrator has looked. */
async function reverseDelivery(world: World, administrator: Person): Promise<void> {
  if (world.hasReversed) return;
  const path = '/admin/skin-withdrawals?status=COMPLETED&limit=1';
  const delivered = await administrator.ask<{ data: { projectId: string }[] }>('GET', path);
  const projectId = delivered?.data[0]?.projectId;
  if (projectId === undefined) return;
  world.hasReversed = await setStandIn(world, 'market', { move: { projectId, to: 'reversed' } });
}

export async function decide(world: World, administrator: Person): Promise<void> {
  for (const [path, status] of [
    ['/admin/withdrawals', 'PENDING'],
    ['/admin/skin-withdrawals', 'PENDING_APPROVAL'],
  ]) {
    const list = await administrator.ask<{ data: { id: string }[] }>('GET', `${path}?status=${status}&limit=100`);
    for (const { id } of list?.data ?? []) {
      const decision = pickWeighted(DECISIONS);
      if (decision === 'reject') {
        await administrator.ask('POST', `${path}/${id}/reject`, { reason: 'Os dados não conferem' });
      } else if (decision === 'approve' && path === '/admin/withdrawals' && happens(REFUSED_BY_BANK)) {
        await approveInVain(world, administrator, id);
      } else if (decision === 'approve') await administrator.ask('POST', `${path}/${id}/approve`);
    }
  }
}

/** The bank takes the payment, and then does not make it. */
async function approveInVain(world: World, administrator: Person, id: string): Promise<void> {
  await setBank(world, { sends: 'manual' });
  const approved = await administrator.ask<{ sendId: string | null }>('POST', `/admin/withdrawals/${id}/approve`);
  const settle = { idEnvio: approved?.sendId ?? '', status: 'NAO_REALIZADO', reason: 'Chave inexistente' };
  // It is sent after the answer.
  for (let looks = 0; looks < MOST_LOOKS && !(await setBank(world, { settle })); looks += 1) await sleep(LOOK_EVERY_MS);
  await setBank(world, { sends: 'automatic' });
}

const ENDED = new Set(['COMPLETED', 'CANCELLED', 'FAILED']);

export async function followDeliveries({ deliveries }: World): Promise<void> {
  for (const delivery of [...deliveries]) {
    const path = `/inventory/withdrawals/${delivery.id}/refresh`;
    const seen = await delivery.owner.person.ask<{ status: string }>('POST', path);
    if (seen !== null && ENDED.has(seen.status)) deliveries.splice(deliveries.indexOf(delivery), 1);
  }
}

/** Some suspicions are looked at and some alerts are dealt with; the others are there to be seen. */
export async function lookAround(world: World, administrator: Person): Promise<void> {
  await reverseDelivery(world, administrator);
  const suspects = await administrator.ask<{ data: { id: string }[] }>('GET', '/admin/fraud/suspects?state=OPEN');
  const suspect = pick(suspects?.data ?? []);
  if (suspect !== undefined && happens(DEALT_WITH)) {
    await administrator.ask('POST', `/admin/fraud/suspects/${suspect.id}/review`, { note: 'Mora com os outros' });
  }
  type Alert = { id: string; kind: string; details: { depositId?: string } };
  const list = await administrator.ask<{ alerts: Alert[] }>('GET', '/admin/dashboard/alerts?isResolved=false');
  for (const { id, kind, details } of (list?.alerts ?? []).filter(() => happens(DEALT_WITH))) {
    if (kind === 'DEPOSIT_NEEDS_DECISION') {
      const decision = happens(0.5) ? 'confirm' : 'reject';
      await administrator.ask('POST', `/admin/deposits/${details.depositId}/${decision}`, { reason: 'Falou conosco' });
    } else await administrator.ask('POST', `/admin/dashboard/alerts/${id}/resolve`);
  }
}
