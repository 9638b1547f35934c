import { setUpApp } from '../../support/second-factors.ts';
import type { World } from '../simulation/world.ts';
import { type Burst, done, guarded, person } from './ground.ts';

const IMAGE = 'https://images.example/1.png';
const REASON = { reason: 'A burst' };
let named = 0;
const newName = () => {
  named += 1;
  return `Burst ${named}`;
};

async function draftEvent(world: World): Promise<string> {
  const [startsMs, lastsMs] = [Date.now() + 100 * 86_400_000 + named * 7_200_000, 3_600_000];
  const event = {
    name: newName(),
    description: '',
    imageUrl: IMAGE,
    pointsPerReal: 100,
    ticketsPerReal: 100,
    budgetCents: '999999999999',
    startsAt: new Date(startsMs).toISOString(),
    endsAt: new Date(startsMs + lastsMs).toISOString(),
    tiers: [{ pointsRequired: 10, reward: { type: 'BALANCE', balanceCents: 150 } }],
    shoots: [],
  };
  return (await done(world, world.admin, ['POST', '/admin/events', event])).id;
}

export const PEOPLE_ROWS: Readonly<Record<string, (world: World) => Promise<Burst>>> = {
  'POST /api/user/self-exclusion': async (world) => ({
    who: await person(world, 0),
    path: '/user/self-exclusion',
    body: { kind: 'PAUSE', confirm: true },
    most: 1,
  }),
  'POST /api/payment/2fa/enable': async (world) => {
    const who = await person(world, 0);
    const body = { code: (await setUpApp(world.call, who, world.clock)).code() };
    return { who, path: '/payment/2fa/enable', body, most: 1 };
  },
  'POST /api/payment/2fa/verify': async (world) => {
    const { who, code } = await guarded(world, 0);
    return { who, path: '/payment/2fa/verify', body: { code: code() }, most: 1 };
  },
  'POST /api/payment/2fa/disable': async (world) => {
    const { who, code } = await guarded(world, 0);
    return { who, path: '/payment/2fa/disable', body: { code: code() }, most: 1 };
  },
  'POST /api/admin/users/{id}/balance': async (world) => ({
    who: world.admin,
    path: `/admin/users/${(await person(world, 1_000)).userId}/balance`,
    body: { amountCents: '-300', ...REASON },
    most: 3,
  }),
  'POST /api/admin/items': async (world) => {
    const name = newName();
    const described = { imageUrl: IMAGE, rarity: 'COVERT', weaponCategory: 'RIFLE', originalPriceCents: '100' };
    return { who: world.admin, path: '/admin/items', body: { name, marketHashName: name, ...described }, most: 1 };
  },
  'POST /api/admin/cases': async (world) => {
    const items = [{ itemId: world.catalogue.prize, hashRangeStart: 1, hashRangeEnd: 10_000_000 }];
    const body = { name: newName(), imageUrl: IMAGE, category: 'Test', priceCents: '1000', items };
    return { who: world.admin, path: '/admin/cases', body, most: 1 };
  },
  'POST /api/admin/events/{id}/publish': async (world) => ({
    who: world.admin,
    path: `/admin/events/${await draftEvent(world)}/publish`,
    most: 1,
  }),
};
