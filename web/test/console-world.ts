import { codeOfStep, stepAt } from '../../api/src/modules/people/two-factor/two-factor.records.ts';
import { until } from '../../api/src/platform/hot-store/test-support.ts';
import { fromBase32 } from '../../api/test/support/second-factors.ts';
import type { WebServer } from './server.ts';
import { letOrderAge } from './staging.ts';
import { ADMINISTRATOR } from './visits.ts';

/** Players act through the API, without a browser, before an administrator looks. */
export interface Somebody {
  userId: string;
  name: string;
  ask<Answer>(method: string, path: string, body?: object): Promise<Answer>;
}

const STEAM_BASE = 76_561_197_960_265_728n;
const tradeUrlOf = (platformId: string) =>
  `https://steamcommunity.com/tradeoffer/new/?partner=${BigInt(platformId) - STEAM_BASE}&token=abcDEF12`;

/** Logs in through the sandbox's Steam. */
export async function logInAs({ address }: WebServer, platformId: string): Promise<Somebody> {
  const begun = await fetch(`${address}/api/auth/steam/login`, { redirect: 'manual' });
  const provider = new URL(begun.headers.get('location') ?? '');
  provider.searchParams.set('account', platformId);
  const signedIn = await fetch(provider, { redirect: 'manual' });
  const cookie = begun.headers.getSetCookie().map((line) => line.split(';')[0]);
  const landed = await fetch(signedIn.headers.get('location') ?? '', {
    redirect: 'manual',
    headers: { cookie: cookie.join('; ') },
  });
  const session = /(?:^|\n)sessionId=([^;]+)/.exec(landed.headers.getSetCookie().join('\n'));
  if (session === null) throw new Error(`${platformId} cannot log in: ${landed.status}`);
  const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${address}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${session[1]}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as Answer;
  };
  const { id, username } = await ask<{ id: string; username: string }>('GET', '/auth/me');
  return { userId: id, name: username, ask };
}

async function control({ sandboxAddress }: WebServer, stand: 'pix' | 'market', body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${sandboxAddress}/control/${stand}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${stand} of the sandbox: ${response.status} ${await response.text()}`);
}

async function deposit(server: WebServer, who: Somebody, cents: number, paidCents = cents): Promise<void> {
  await who.ask('POST', '/payment/deposit/initiate', { amountCents: cents });
  const record = await fetch(`${server.sandboxAddress}/control/pix`);
  const { charges } = (await record.json()) as { charges: { txid: string }[] };
  const amount = (paidCents / 100).toFixed(2);
  await control(server, 'pix', { pay: { txid: charges.at(-1)?.txid ?? '', amount, force: paidCents !== cents } });
}

export async function withMoney(server: WebServer, platformId: string, cents: number): Promise<Somebody> {
  const who = await logInAs(server, platformId);
  await who.ask('PUT', '/user/age-confirmation', { isAdult: true });
  const balance = async () => Number((await who.ask<{ balanceCents: string }>('GET', '/user/balance')).balanceCents);
  // Everybody has a welcome credit from the start.
  const before = await balance();
  await deposit(server, who, cents);
  await until(async () => (await balance()) >= before + cents);
  return who;
}

async function askForMoney(who: Somebody, amounts: readonly number[]): Promise<void> {
  const { secret } = await who.ask<{ secret: string }>('POST', '/payment/2fa/setup');
  const code = codeOfStep(fromBase32(secret), stepAt(new Date()));
  const { recoveryCodes } = await who.ask<{ recoveryCodes: string[] }>('POST', '/payment/2fa/enable', { code });
  for (const amountCents of amounts) {
    const { id } = await who.ask<{ id: string }>('POST', '/payment/withdraw/request', {
      amountCents,
      pixKeyType: 'EMAIL',
      pixKey: 'ana@example.com',
    });
    await who.ask('POST', `/payment/withdraw/${id}/confirm`, { code: recoveryCodes.pop(), amountCents });
  }
}

/** A person reviews item withdrawals of accounts that are a day old. */
export async function askForItems(who: Somebody, platformId: string, count: number): Promise<void> {
  const { data } = await who.ask<{ data: { id: string; name: string }[] }>('GET', '/cases?limit=100');
  const cheap = data.find(({ name }) => name === 'Primeira Sorte');
  await who.ask('POST', `/cases/${cheap?.id}/open`, { quantity: 6 });
  await who.ask('PATCH', '/user/trade-url', { tradeUrl: tradeUrlOf(platformId) });
  const { items } = await who.ask<{ items: { id: string }[] }>('GET', '/inventory?sortBy=value');
  let asked = 0;
  for (const { id } of items) {
    if (asked === count) return;
    // A few names always cost more than anybody should pay, so they are not asked for.
    const { withdrawalId } = await who.ask<{ withdrawalId?: string }>('POST', `/inventory/${id}/withdraw`);
    if (withdrawalId !== undefined) asked += 1;
  }
  throw new Error(`only ${asked} of the items can be withdrawn`);
}

/** Other sums arrive for two deposits: R$ 75 for R$ 50, then R$ 90 for R$ 30. */
export async function depositOtherSums(server: WebServer, who: Somebody): Promise<void> {
  await deposit(server, who, 5_000, 7_500);
  await deposit(server, who, 3_000, 9_000);
}

/** Gives the item of an opened case for one that the platform buys; returns the number of the swap. */
export async function swapWithSite(who: Somebody): Promise<string> {
  const { data } = await who.ask<{ data: { id: string; name: string }[] }>('GET', '/cases?limit=100');
  const opened = data.find(({ name }) => name === 'Calçadão');
  type Opened = { openings: { inventoryItemId: string }[] };
  const { openings } = await who.ask<Opened>('POST', `/cases/${opened?.id}/open`, { quantity: 1 });
  type Owned = { items: { id: string; itemValueCents: string }[] };
  const { items } = await who.ask<Owned>('GET', '/inventory?status=AVAILABLE&limit=100');
  const given = items.find(({ id }) => id === openings[0]?.inventoryItemId);
  // The marketplace may ask for a little more than the catalogue says.
  const mostCents = Math.floor(Number(given?.itemValueCents) * 0.8);
  const targets = await who.ask<{ data: { marketHashName: string }[] }>(
    'GET',
    `/swap/targets?maxValueCents=${mostCents}&sortOrder=desc&limit=1`,
  );
  const { swapId } = await who.ask<{ swapId: string }>('POST', '/swap/site', {
    inventoryItemIds: [given?.id],
    targetMarketHashName: targets.data[0]?.marketHashName,
  });
  return swapId;
}

export interface World {
  ana: Somebody;
  joao: Somebody;
  larissa: Somebody;
}

/** The bank never tells the end of an approved payment, whose order was sent two hours ago. */
export async function stickOrder(server: WebServer, account: string): Promise<{ owner: Somebody; orderId: string }> {
  const owner = await withMoney(server, account, 10_000);
  await askForMoney(owner, [6_000]);
  const administrator = await logInAs(server, ADMINISTRATOR);
  type Listed<Row> = { data: Row[] };
  const path = `/admin/withdrawals?userId=${owner.userId}`;
  const { data: waiting } = await administrator.ask<Listed<{ id: string }>>('GET', path);
  await control(server, 'pix', {
    faults: [
      { fault: 'cut-off', call: 'send' },
      { fault: 'cut-off', call: 'read-send' },
    ],
  });
  await administrator.ask('POST', `/admin/withdrawals/${waiting[0]?.id}/approve`, { reason: 'Conhecida' });
  let orderId = '';
  await until(async () => {
    const orders = await administrator.ask<Listed<{ id: string; userId: string; status: string }>>(
      'GET',
      '/admin/orders',
    );
    const own = orders.data.find(({ userId }) => userId === owner.userId);
    orderId = own?.id ?? '';
    return own?.status === 'UNKNOWN';
  });
  await letOrderAge(server, orderId);
  return { owner, orderId };
}

/** The bank answers again. */
export const calmBank = (server: WebServer): Promise<void> => control(server, 'pix', { faults: [] });

/** Each queue has an entry: one player wants money, one items, and the third paid another sum than was asked for. */
export async function fillQueues(
  server: WebServer,
  [forMoney, forItems, forDeposits]: readonly [string, string, string],
): Promise<World> {
  const [ana, joao] = [await withMoney(server, forMoney, 50_000), await withMoney(server, forItems, 20_000)];
  await askForMoney(ana, [24_000, 5_000]);
  await askForItems(joao, forItems, 2);
  const larissa = await withMoney(server, forDeposits, 10_000);
  await depositOtherSums(server, larissa);
  return { ana, joao, larissa };
}
