import type { FastifyInstance } from 'fastify';
import { createSeededRandom } from '../seeded-random.ts';
import type { SandboxContext, StandIn } from '../stand-in.ts';
import type { BankCertificates } from './bank-connection.ts';
import { registerPixApi } from './pix-api.ts';
import { createPixBank } from './pix-bank.ts';
import { registerPixControl } from './pix-control.ts';
import { createPixFaults } from './pix-faults.ts';
import { registerPixPage } from './pix-page.ts';
import { createWebhooks } from './webhooks.ts';

/** A client gets these when its account at the provider is opened. */
export const PIX_ACCOUNT = {
  clientId: 'sandbox',
  clientSecret: 'sandbox-secret',
  key: 'pix@sandbox.example',
  webhookSecret: 'sandbox-webhook-secret',
} as const;

export interface PixOptions {
  seed: string;
  certificates: BankCertificates | null;
}

/** The payment provider has the Central Bank's Pix API and a page where its charges are paid. */
export function registerPix(server: FastifyInstance, context: SandboxContext, options: PixOptions): StandIn {
  const webhooks = createWebhooks({
    secret: PIX_ACCOUNT.webhookSecret,
    random: createSeededRandom(`${options.seed}:pix-webhooks`),
    context,
    certificates: options.certificates,
  });
  const bank = createPixBank({ origin: context.origin, now: context.now, onPayment: webhooks.tell });
  const faults = createPixFaults(createSeededRandom(`${options.seed}:pix-faults`));
  registerPixApi(server, {
    ...PIX_ACCOUNT,
    bank,
    faults,
    webhooks,
    context,
    asksForCertificates: options.certificates !== null,
  });
  registerPixControl(server, { bank, faults, webhooks });
  registerPixPage(server, bank);
  server.addHook('preClose', async () => webhooks.close());
  return presentation;
}

const presentation: StandIn = {
  name: 'Pix',
  purpose:
    'Charges, payments and transfers by Pix, as the Central Bank’s Pix API has them, and signed messages to whoever is ' +
    'to be paid.',
  addresses: [
    { method: 'GET', path: '/pix', note: 'Its charges, with a button that pays each.', canBeOpened: true },
    { method: 'POST', path: '/pix/oauth/token', note: 'A token for client credentials, good for an hour.' },
    { method: 'GET', path: '/pix/v2/cob/{txid}', note: 'A charge and what was paid of it; made by PUT, a txid once.' },
    {
      method: 'GET',
      path: '/pix/v2/gn/pix/enviados/id-envio/{idEnvio}',
      note: 'What was sent; sent by PUT /pix/v2/gn/pix/{idEnvio}, which sends once for each id.',
    },
  ],
  controls: [
    {
      path: '/control/pix',
      example: { webhooks: { copies: 3 } },
      note:
        'Pays charges (also late, twice or of another amount), sets faults of answers, and how payments are reported: ' +
        'repeated, held, reordered, delayed, lost, altered or forged. sandbox/README.md has everything.',
    },
  ],
};
