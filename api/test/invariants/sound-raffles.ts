import type { Id } from '../../src/platform/ids.ts';
import type { TestApp } from '../support/app.ts';
import type { Method } from '../support/calls.ts';
import type { Person } from '../support/people.ts';

interface Raffles {
  jobSets: TestApp['jobSets'];
  // biome-ignore lint/suspicious/noExplicitAny: what is found in an answer is what is asked of it.
  ask: (who: Person, method: Method, path: string, payload?: object) => Promise<any>;
  admin: Person;
  player: Person;
  other: Person;
  itemId: Id<'item'>;
}

/**
 * There is a raffle in each state: drawn with a prize that nobody could win, drawn with a beacon, called off, on sale.
 */
export async function playRaffles(given: Raffles): Promise<void> {
  const { ask, admin, player, other } = given;
  const drawn = await create(given, { maxTickets: 6, maxTicketsPerUser: 4, randomness: 'server' }, [0, 1, 5]);
  await ask(player, 'POST', `/raffle/${drawn}/buy`, { quantity: 3 });
  await ask(other, 'POST', `/raffle/${drawn}/buy`, { quantity: 2 });
  await ask(player, 'POST', `/raffle/${drawn}/buy`, { quantity: 1 });
  await ask(admin, 'POST', `/raffle/${drawn}/draw`);
  await countStakes(given, drawn);

  const withBeacon = await create(given, { maxTickets: 2 }, [0]);
  await ask(player, 'POST', `/raffle/${withBeacon}/buy`, { quantity: 2 });
  await ask(admin, 'POST', `/raffle/${withBeacon}/draw`);

  const cancelled = await create(given, {}, [0, 1]);
  for (const buyer of [player, other]) await ask(buyer, 'POST', `/raffle/${cancelled}/buy`, { quantity: 2 });
  await ask(admin, 'POST', `/admin/raffles/${cancelled}/cancel`);

  const onSale = await create(given, {}, [0, 1]);
  await ask(admin, 'PUT', `/admin/raffles/${onSale}`, describe(given, { maxTicketsPerUser: 5 }, [0, 2]));
  await ask(other, 'POST', `/raffle/${onSale}/buy`, { quantity: 5 });
}

const describe = ({ itemId }: Raffles, more: object, places: number[]) => ({
  name: 'Raffle',
  description: '',
  imageUrl: 'https://images.example/1.png',
  ticketPriceCents: '1000',
  maxTickets: 100,
  prizes: places.map((displayOrder) => ({ displayOrder, itemId })),
  ...more,
});

const create = async (given: Raffles, more: object, places: number[]): Promise<string> =>
  (await given.ask(given.admin, 'POST', '/admin/raffles', describe(given, more, places))).id;

async function countStakes({ jobSets }: Raffles, raffleId: string): Promise<void> {
  for (const { tasks } of jobSets) await tasks['count-raffle-stakes']?.({ raffleId });
}
