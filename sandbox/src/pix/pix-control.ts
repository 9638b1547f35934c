import type { FastifyInstance } from 'fastify';
import { type Payer, RETURN_STATUSES } from './charges.ts';
import { FORGERIES, type Forgery } from './forgeries.ts';
import type { PixBank } from './pix-bank.ts';
import { type PixFault, type PixFaults, pixFaultSchema } from './pix-faults.ts';
import { SEND_STATUSES, type Send } from './sends.ts';
import type { WebhookSetting, Webhooks } from './webhooks.ts';

export interface PixControlDeps {
  bank: PixBank;
  faults: PixFaults;
  webhooks: Webhooks;
}

interface PixSetting {
  faults?: PixFault[];
  webhooks?: WebhookSetting;
  pay?: { txid: string; amount?: string; force?: boolean; payer?: Payer };
  record?: object[];
  giveBack?: { txid: string; endToEndId?: string; amount?: string; status?: (typeof RETURN_STATUSES)[number] };
  send?: { body: object; forge?: Forgery };
  sends?: 'automatic' | 'manual';
  settle?: { idEnvio: string; status: Send['status']; reason?: string };
}

const section = (properties: object, more: object = {}) => ({
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties,
  ...more,
});
const forgery = { type: 'string', enum: FORGERIES };

const amount = { type: 'string', pattern: '^[0-9]{1,10}\\.[0-9]{2}$' };

const settingSchema = section({
  faults: { type: 'array', maxItems: 20, items: pixFaultSchema },
  webhooks: section({
    url: { type: ['string', 'null'], maxLength: 1000 },
    hold: { type: 'boolean' },
    release: { type: 'string', enum: ['in-order', 'reversed', 'shuffled'] },
    copies: { type: 'integer', minimum: 1, maximum: 50 },
    delayMs: { type: 'integer', minimum: 0, maximum: 600_000 },
    lose: { type: 'boolean' },
    forge: { enum: [...FORGERIES, null] },
    resend: { type: 'boolean', const: true },
  }),
  pay: section(
    {
      txid: { type: 'string' },
      amount,
      force: { type: 'boolean' },
      payer: section({ cpf: { type: 'string' }, cnpj: { type: 'string' }, nome: { type: 'string' } }),
    },
    { required: ['txid'] },
  ),
  record: { type: 'array', maxItems: 1_000, items: { type: 'object', required: ['endToEndId'] } },
  giveBack: section(
    {
      txid: { type: 'string' },
      endToEndId: { type: 'string' },
      amount,
      status: { type: 'string', enum: RETURN_STATUSES },
    },
    { required: ['txid'] },
  ),
  send: section({ body: { type: 'object' }, forge: forgery }, { required: ['body'] }),
  sends: { type: 'string', enum: ['automatic', 'manual'] },
  settle: section(
    {
      idEnvio: { type: 'string' },
      status: { type: 'string', enum: SEND_STATUSES },
      reason: { type: 'string', maxLength: 200 },
    },
    { required: ['idEnvio', 'status'] },
  ),
});

/**
 * Sets the behaviour of the provider and reads its records. It answers once the messages of a payment have arrived, so
 * that no test guesses; messages that are held, delayed or lost are not waited for.
 */
export function registerPixControl(server: FastifyInstance, deps: PixControlDeps): void {
  server.get('/control/pix', async () => stateOf(deps));
  server.post<{ Body: PixSetting }>('/control/pix', { schema: { body: settingSchema } }, async (request) => {
    const { bank, faults, webhooks } = deps;
    const { pay, giveBack, send, settle, sends, record } = request.body;
    if (request.body.faults) faults.set(request.body.faults);
    if (request.body.webhooks) await webhooks.set(request.body.webhooks);
    if (record) bank.record(record);
    if (sends) bank.setSendMode(sends);
    if (settle) bank.settleSend(settle.idEnvio, settle.status, settle.reason);
    const payment = pay ? bank.pay(pay.txid, pay) : giveBack && bank.giveBack(giveBack.txid, giveBack);
    const answered = send && (await webhooks.send(send.body, send.forge ?? null));
    if (request.body.webhooks?.delayMs === undefined) await webhooks.settled();
    return { ...stateOf(deps), ...(payment && { payment }), ...(send && { answered }) };
  });
}

const stateOf = ({ bank, faults, webhooks }: PixControlDeps): object => ({
  charges: bank.charges().map((charge) => ({
    txid: charge.txid,
    amount: charge.amount,
    key: charge.key,
    status: bank.statusOf(charge),
    isExpired: bank.isExpired(charge),
    code: bank.codeOf(charge),
    payments: charge.payments,
  })),
  sends: bank.sends(),
  webhooks: webhooks.state(),
  ...faults.state(),
});
