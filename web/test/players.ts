import type { Page } from 'playwright-core';
import { until } from '../../api/test/support/until.ts';
import type { WebServer } from './server.ts';
import type { Visit } from './visits.ts';

/** Players act through the API before a page is tried, whether a page is loaded yet or not. */

/** Sends a request with the session of the page, and throws where it is refused. */
export async function ask<Answer>(page: Page, method: string, path: string, body?: unknown): Promise<Answer> {
  const headers = { accept: 'application/json' };
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    headers,
    ...(body !== undefined && { data: body }),
  });
  const text = await answer.text();
  if (!answer.ok()) throw new Error(`${method} ${path}: ${text}`);
  return JSON.parse(text) as Answer;
}

/** Money by Pix, paid on the page of the sandbox's bank. */
export async function fund(page: Page, server: WebServer, amountCents = 100_000): Promise<void> {
  await ask(page, 'PUT', '/user/age-confirmation', { isAdult: true });
  const balance = async () => Number((await ask<{ balanceCents: string }>(page, 'GET', '/user/balance')).balanceCents);
  const before = await balance();
  const { pixCode } = await ask<{ pixCode: string }>(page, 'POST', '/payment/deposit/initiate', { amountCents });
  await payPix(server, pixCode);
  await until(async () => (await balance()) >= before + amountCents);
}

export async function payPix({ sandboxAddress }: WebServer, code: string): Promise<void> {
  const paid = await fetch(`${sandboxAddress}/pix`, { method: 'POST', body: new URLSearchParams({ code }) });
  if (!paid.ok) throw new Error(`the bank of the sandbox: ${paid.status} ${await paid.text()}`);
}

/** Changes how a stand-in of the sandbox behaves: `control(server, 'market', { faults: [] })`. */
export async function control({ sandboxAddress }: WebServer, standIn: string, change: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${sandboxAddress}/control/${standIn}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(change),
  });
  if (!answer.ok) throw new Error(`the control of the ${standIn}: ${answer.status} ${await answer.text()}`);
}

/** Opens a case as often as wanted, and gives what was won. */
export async function openCase(page: Page, name: string, quantity: number): Promise<OpenedCases> {
  const { data } = await ask<{ data: { id: string; name: string }[] }>(page, 'GET', '/cases?limit=100');
  const found = data.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no case ${name}`);
  return ask<OpenedCases>(page, 'POST', `/cases/${found.id}/open`, { quantity });
}

/** Steam's account numbers are larger by this than those of trade URLs. */
const PARTNER_BASE = 76561197960265728n;

export const tradeUrlOf = (account: string): string =>
  `https://steamcommunity.com/tradeoffer/new/?partner=${BigInt(account) - PARTNER_BASE}&token=abcDEF12`;

export async function fillInventory({ page, account }: Visit, server: WebServer): Promise<void> {
  const { withdrawals } = await ask<{ withdrawals: unknown[] }>(page, 'GET', '/inventory/withdrawals/active');
  if (withdrawals.length > 0) return;
  await fund(page, server, 400_000);
  for (const name of ['Maré Alta', 'Neon', 'Primeira Sorte']) await openCase(page, name, 8);
  const best = await ask<{ items: { id: string }[] }>(page, 'GET', '/inventory?sortBy=value&limit=2');
  await ask(page, 'PATCH', '/user/trade-url', { tradeUrl: tradeUrlOf(account) });
  await ask(page, 'POST', `/inventory/${best.items[1]?.id}/withdraw`);
}

interface OpenedCases {
  openings: { id: string; caseId: string; inventoryItemId: string; item: { name: string } }[];
  totalWonCents: string;
}
