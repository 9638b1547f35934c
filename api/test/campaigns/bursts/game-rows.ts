import type { World } from '../simulation/world.ts';
import { type Burst, done, firstCase, itemOf, person } from './ground.ts';

const RAFFLE = {
  name: 'Raffle',
  description: '',
  imageUrl: 'https://images.example/1.png',
  ticketPriceCents: '300',
  maxTicketsPerUser: 5,
};

const battleOf = async (world: World, seatCount: number) => {
  const creator = await person(world, 10_000);
  const asked = { mode: 'NORMAL', caseIds: [firstCase(world).id], seatCount };
  const { id } = await done(world, creator, ['POST', '/battles/create', asked]);
  return { creator, id: id as string };
};

const raffleOf = async (world: World, maxTickets: number): Promise<string> => {
  const prizes = [{ displayOrder: 0, itemId: world.catalogue.prize }];
  return (await done(world, world.admin, ['POST', '/admin/raffles', { ...RAFFLE, maxTickets, prizes }])).id;
};

const soldOut = async (world: World): Promise<string> => {
  const id = await raffleOf(world, 5);
  await done(world, await person(world, 5_000), ['POST', `/raffle/${id}/buy`, { quantity: 5 }]);
  return id;
};

export const GAME_ROWS: Readonly<Record<string, (world: World) => Promise<Burst>>> = {
  'POST /api/cases/{id}/open': async (world) => {
    const { id, cents } = firstCase(world);
    return { who: await person(world, cents * 3 + 1), path: `/cases/${id}/open`, body: { quantity: 1 }, most: 3 };
  },
  'POST /api/upgrade/perform': async (world) => {
    const who = await person(world, 0);
    const body = { inventoryItemIds: [await itemOf(world, who)], targetItemId: world.catalogue.targets[1] };
    return { who, path: '/upgrade/perform', body, most: 1 };
  },
  'POST /api/battles/create': async (world) => {
    const { id, cents } = firstCase(world);
    const body = { mode: 'NORMAL', caseIds: [id] };
    return { who: await person(world, cents * 2), path: '/battles/create', body, most: 2 };
  },
  'POST /api/battles/{id}/join': async (world) => {
    const { id } = await battleOf(world, 3);
    return { who: await person(world, 10_000), path: `/battles/${id}/join`, body: {}, most: 1 };
  },
  'POST /api/battles/{id}/add-bots': async (world) => {
    const { id, creator } = await battleOf(world, 4);
    return { who: creator, path: `/battles/${id}/add-bots`, body: { count: 1 }, most: 3 };
  },
  'POST /api/admin/battles/{id}/cancel': async (world) => {
    const { id } = await battleOf(world, 3);
    return { who: world.admin, path: `/admin/battles/${id}/cancel`, body: { reason: 'A burst' }, most: 1 };
  },
  'POST /api/raffle/{id}/buy': async (world) => {
    const path = `/raffle/${await raffleOf(world, 100)}/buy`;
    return { who: await person(world, 100_000), path, body: { quantity: 1 }, most: RAFFLE.maxTicketsPerUser };
  },
  'POST /api/raffle/{id}/draw': async (world) => ({
    who: world.admin,
    path: `/raffle/${await soldOut(world)}/draw`,
    most: 1,
  }),
  'POST /api/admin/raffles/{id}/cancel': async (world) => {
    const id = await raffleOf(world, 100);
    await done(world, await person(world, 5_000), ['POST', `/raffle/${id}/buy`, { quantity: 2 }]);
    return { who: world.admin, path: `/admin/raffles/${id}/cancel`, most: 1 };
  },
  'POST /api/admin/raffles/{id}/close': async (world) => ({
    who: world.admin,
    path: `/admin/raffles/${await raffleOf(world, 100)}/close`,
    most: 1,
  }),
  'POST /api/event/{id}/claim': async (world) => {
    const { eventId, tiers } = world.catalogue;
    const { id, cents } = firstCase(world);
    const who = await person(world, cents * 2);
    await done(world, who, ['POST', `/cases/${id}/open`, { quantity: 2 }]);
    return { who, path: `/event/${eventId}/claim`, body: { tierId: tiers[0]?.id }, most: 1 };
  },
  'POST /api/event-shoot/shoot': async (world) => {
    const { id, cents } = firstCase(world);
    const who = await person(world, cents);
    await done(world, who, ['POST', `/cases/${id}/open`, { quantity: 1 }]);
    return { who, path: '/event-shoot/shoot', body: { ticketPrice: 250 }, most: Math.floor(cents / 250) };
  },
};
