import { createHmac } from 'node:crypto';

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
