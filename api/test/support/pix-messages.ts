import { createHmac } from 'node:crypto';
import { sql } from '../../src/platform/database/sql.ts';

/** How a provider of Pix signs: in a way of the tests' own, so that the product is not checked by itself. */
export function signedHeaders(secret: string, body: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  return { 'x-pix-timestamp': timestamp, 'x-pix-signature': signature };
}

let payments = 0;

export function paid(txid: string, valor: string) {
  payments += 1;
  const endToEndId = `E99999999${String(payments).padStart(23, '0')}`;
  return { endToEndId, txid, valor, horario: '2026-11-16T12:00:00.000Z' };
}

export const givenBack = (valor: string, more: object = {}) => ({
  id: 'return1',
  rtrId: `D${'0'.repeat(31)}`,
  valor,
  status: 'DEVOLVIDO',
  horario: { solicitacao: '2026-11-16T12:30:00.000Z', liquidacao: '2026-11-16T12:31:00.000Z' },
  ...more,
});

type Said = Readonly<Record<string, unknown>>;

const isPayment = ({ endToEndId, valor, horario }: Said): boolean =>
  /^[A-Za-z0-9]{32}$/.test(String(endToEndId)) &&
  /^[0-9]+\.[0-9]{2}$/.test(String(valor)) &&
  Number(valor) > 0 &&
  /^20\d\d-/.test(String(horario));

/** The bank alone is believed, so it gets the payments of a message first. */
export async function makeTrue({ url }: { url: string }, message: unknown): Promise<void> {
  const { pix, moeda } = (message ?? {}) as { pix?: unknown; moeda?: unknown };
  const entries = (Array.isArray(pix) ? pix : []).filter((said) => typeof said === 'object' && said !== null);
  const record = entries.filter(isPayment).map((entry) => (moeda === undefined ? entry : { moeda, ...entry }));
  if (record.length === 0) return;
  const headers = { 'content-type': 'application/json' };
  const { ok } = await fetch(`${url}/control/pix`, { method: 'POST', headers, body: JSON.stringify({ record }) });
  if (!ok) throw new Error('The sandbox does not take the payments');
}

/** The bank is still to be asked, or its answer to be applied. */
export const isWaitingForBank = sql`
  select from provider_events where outcome is null union all
  select from pix_hints where ask_at <= (select coalesce(max(hinted_at), now()) from pix_hints)`;
