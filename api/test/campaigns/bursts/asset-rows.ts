import { stockMarket, type World } from '../simulation/world.ts';
import { type Burst, done, guarded, itemOf, person } from './ground.ts';

const AMOUNT = { amountCents: '2400' };
const OPEN_DEPOSITS = 5;
const REASON = { reason: 'A burst' };
const KEY = { pixKeyType: 'EMAIL', pixKey: 'burst@example.com' };

async function offer(world: World) {
  const [creator, acceptor] = [await person(world, 0), await person(world, 0)];
  const body = { inventoryItemIds: [await itemOf(world, creator)], acceptorId: acceptor.userId };
  const { id } = await done(world, creator, ['POST', '/swap', body]);
  return { creator, acceptor, id: id as string };
}

async function deposit(world: World): Promise<string> {
  const who = await person(world, 0);
  return (await done(world, who, ['POST', '/payment/deposit/initiate', { amountCents: '5000' }])).id;
}

async function payout(world: World, isConfirmed: boolean) {
  const { who, code } = await guarded(world, 10_000);
  const { id } = await done(world, who, ['POST', '/payment/withdraw/request', { ...AMOUNT, ...KEY }]);
  if (isConfirmed) await done(world, who, ['POST', `/payment/withdraw/${id}/confirm`, { ...AMOUNT, code: code() }]);
  return { who, code, id: id as string };
}

async function itemForReview(world: World): Promise<string> {
  const who = await person(world, 0);
  const id = await itemOf(world, who);
  await stockMarket(world.sandbox);
  const limited = (cents: number) =>
    done(world, world.admin, ['PATCH', '/admin/settings', { autoApprovalDailyLimitCents: cents }]);
  await limited(0);
  const { withdrawalId } = await done(world, who, ['POST', `/inventory/${id}/withdraw`]);
  await limited(10_000);
  return withdrawalId;
}

const decision = ({ admin }: World, path: string): Burst => ({ who: admin, path, body: REASON, most: 1 });

export const ASSET_ROWS: Readonly<Record<string, (world: World) => Promise<Burst>>> = {
  'DELETE /api/inventory/{id}/sell': async (world) => {
    const who = await person(world, 0);
    return { who, path: `/inventory/${await itemOf(world, who)}/sell`, most: 1 };
  },
  'POST /api/inventory/sell-multiple': async (world) => {
    const who = await person(world, 0);
    const inventoryItemIds = [await itemOf(world, who), await itemOf(world, who)];
    return { who, path: '/inventory/sell-multiple', body: { inventoryItemIds }, most: 1 };
  },
  'POST /api/inventory/sell-all': async (world) => {
    const who = await person(world, 0);
    await itemOf(world, who);
    return { who, path: '/inventory/sell-all', most: 1 };
  },
  'POST /api/swap': async (world) => {
    const who = await person(world, 0);
    return { who, path: '/swap', body: { inventoryItemIds: [await itemOf(world, who)] }, most: 1 };
  },
  'PUT /api/swap/{id}/accept': async (world) => {
    const { acceptor, id } = await offer(world);
    return { who: acceptor, path: `/swap/${id}/accept`, body: {}, most: 1 };
  },
  'PUT /api/swap/{id}/cancel': async (world) => {
    const { creator, id } = await offer(world);
    return { who: creator, path: `/swap/${id}/cancel`, most: 1 };
  },
  'PUT /api/swap/{id}/decline': async (world) => {
    const { acceptor, id } = await offer(world);
    return { who: acceptor, path: `/swap/${id}/decline`, most: 1 };
  },
  'POST /api/swap/site': async (world) => {
    const who = await person(world, 0);
    await stockMarket(world.sandbox);
    const [, name] = world.catalogue.byMarketName.keys();
    const body = { inventoryItemIds: [await itemOf(world, who)], targetMarketHashName: name };
    return { who, path: '/swap/site', body, most: 1 };
  },
  'POST /api/inventory/{id}/withdraw': async (world) => {
    const who = await person(world, 0);
    await stockMarket(world.sandbox);
    return { who, path: `/inventory/${await itemOf(world, who)}/withdraw`, most: 1 };
  },
  'POST /api/admin/skin-withdrawals/{id}/reject': async (world) =>
    decision(world, `/admin/skin-withdrawals/${await itemForReview(world)}/reject`),
  'POST /api/admin/skin-withdrawals/{id}/approve': async (world) => ({
    who: world.admin,
    path: `/admin/skin-withdrawals/${await itemForReview(world)}/approve`,
    most: 1,
  }),
  'POST /api/payment/deposit/initiate': async (world) => {
    await done(world, world.admin, ['PATCH', '/admin/settings', { openDeposits: OPEN_DEPOSITS }]);
    const body = { amountCents: '5000' };
    return { who: await person(world, 0), path: '/payment/deposit/initiate', body, most: OPEN_DEPOSITS };
  },
  'POST /api/admin/deposits/{id}/confirm': async (world) =>
    decision(world, `/admin/deposits/${await deposit(world)}/confirm`),
  'POST /api/admin/deposits/{id}/reject': async (world) =>
    decision(world, `/admin/deposits/${await deposit(world)}/reject`),
  'POST /api/payment/withdraw/request': async (world) => {
    const { who } = await guarded(world, 2_400 * 2 + 1);
    return { who, path: '/payment/withdraw/request', body: { ...AMOUNT, ...KEY }, most: 2 };
  },
  'POST /api/payment/withdraw/{id}/confirm': async (world) => {
    const { who, code, id } = await payout(world, false);
    return { who, path: `/payment/withdraw/${id}/confirm`, body: { ...AMOUNT, code: code() }, most: 1 };
  },
  'POST /api/payment/withdraw/{id}/cancel': async (world) => {
    const { who, id } = await payout(world, true);
    return { who, path: `/payment/withdraw/${id}/cancel`, most: 1 };
  },
  'POST /api/admin/withdrawals/{id}/approve': async (world) => ({
    who: world.admin,
    path: `/admin/withdrawals/${(await payout(world, true)).id}/approve`,
    most: 1,
  }),
  'POST /api/admin/withdrawals/{id}/reject': async (world) =>
    decision(world, `/admin/withdrawals/${(await payout(world, true)).id}/reject`),
};
