import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../seeded-random.ts';
import type { SandboxContext } from '../stand-in.ts';
import { type BankCertificates, callOverTls } from './bank-connection.ts';
import type { Payment } from './charges.ts';
import { type Forgery, messageOf } from './forgeries.ts';

export interface WebhookSetting {
  url?: string | null;
  /** Messages wait until they are released. */
  hold?: boolean;
  release?: 'in-order' | 'reversed' | 'shuffled';
  copies?: number;
  delayMs?: number;
  /** Messages are never sent. */
  lose?: boolean;
  forge?: Forgery | null;
  resend?: true;
}

interface Delivery {
  body: string;
  forgery: Forgery | null;
  /** Null: nobody answered. */
  status: number | null;
}

export interface Webhooks {
  set(setting: WebhookSetting): Promise<void>;
  tell(payment: Payment): void;
  /** Gives the reason of a refusal, or null. Banks put `/pix` behind the address that was registered. */
  register(url: string, how: { skipsTls: boolean }): Promise<string | null>;
  registered(): { webhookUrl: string; criacao: string } | null;
  /** Any message, signed like the others. Gives the status that it was answered with. */
  send(body: object, forgery: Forgery | null): Promise<number | null>;
  settled(): Promise<void>;
  state(): object;
  close(): void;
}

interface WebhooksDeps {
  secret: string;
  random: Random;
  context: SandboxContext;
  certificates: BankCertificates | null;
}

const ANSWER_WITHIN_MS = 10_000;
const RETRY_EVERY_MS = 5_000;
const KEPT_DELIVERIES = 1_000;

export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const setting: DeliverySetting = { url: null, hold: false, copies: 1, delayMs: 0, lose: false, forge: null };
  let held: string[] = [];
  let lost = 0;
  let registered: { webhookUrl: string; criacao: string } | null = null;
  const sent: string[] = [];
  const deliveries = createDeliveries(deps, setting);
  const timer = setInterval(retry, RETRY_EVERY_MS);
  timer.unref();

  function retry(): void {
    if (setting.hold || setting.lose || setting.forge !== null) return;
    deliveries.start(deliveries.undelivered);
  }

  function release(order: NonNullable<WebhookSetting['release']>): void {
    const bodies = held;
    held = [];
    deliveries.start(inOrder(bodies, order, deps.random));
  }

  return {
    async set({ release: order, resend, ...changes }) {
      Object.assign(setting, changes);
      if (order !== undefined) release(order);
      if (resend) deliveries.start(sent);
    },
    async register(webhookUrl, { skipsTls }) {
      if (!URL.canParse(webhookUrl)) return 'No address.';
      const refusal = skipsTls ? null : await deliveries.tryOut(webhookUrl);
      if (refusal !== null) return refusal;
      registered = { webhookUrl, criacao: deps.context.now().toISOString() };
      setting.url = `${webhookUrl}/pix`;
      return null;
    },
    registered: () => registered,
    tell({ pagador: _, ...payment }) {
      const body = JSON.stringify({ pix: [payment] });
      if (setting.lose) {
        lost += 1;
        return;
      }
      sent.push(body);
      if (setting.hold) held.push(body);
      else deliveries.start([body]);
    },
    send: (body, forgery) => deliveries.deliver(JSON.stringify(body), forgery),
    settled: deliveries.settled,
    state: () => ({
      ...setting,
      held: held.length,
      lost,
      undelivered: deliveries.undelivered.size,
      deliveries: deliveries.newest,
    }),
    close: () => clearInterval(timer),
  };
}

interface DeliverySetting {
  url: string | null;
  hold: boolean;
  copies: number;
  delayMs: number;
  lose: boolean;
  forge: Forgery | null;
}

interface Deliveries {
  /** Gives the status that it was answered with. */
  deliver(body: string, forgery: Forgery | null): Promise<number | null>;
  /** Delivers each as the setting says, without waiting for it. */
  start(bodies: Iterable<string>): void;
  /** Efí calls without its certificate, which must be refused, and then with it. */
  tryOut(url: string): Promise<string | null>;
  settled(): Promise<void>;
  readonly undelivered: ReadonlySet<string>;
  readonly newest: readonly Delivery[];
}

function createDeliveries({ secret, context, certificates }: WebhooksDeps, setting: DeliverySetting): Deliveries {
  const { now, closing } = context;
  const undelivered = new Set<string>();
  const newest: Delivery[] = [];
  const underWay = new Set<Promise<unknown>>();

  async function post(
    url: string,
    body: string,
    more: Record<string, string>,
    own: BankCertificates['client'] | null,
  ): Promise<number | null> {
    const headers = { 'content-type': 'application/json', ...more };
    const signal = AbortSignal.any([closing, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
    if (url.startsWith('https:')) return callOverTls({ url, headers, body, signal, certificates: own });
    return fetch(url, { method: 'POST', headers, body, signal }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => null,
    );
  }

  async function deliver(body: string, forgery: Forgery | null): Promise<number | null> {
    if (setting.url === null) return null;
    const { text, headers } = messageOf(body, secret, now(), forgery);
    const status = await post(setting.url, text, headers, certificates?.client ?? null);
    newest.push({ body, forgery, status });
    if (newest.length > KEPT_DELIVERIES) newest.shift();
    return status;
  }

  async function deliverCopies(body: string): Promise<void> {
    const { copies, delayMs, forge } = setting;
    if (delayMs > 0) await sleep(delayMs, undefined, { signal: closing }).catch(() => undefined);
    const statuses = await Promise.all(Array.from({ length: copies }, () => deliver(body, forge)));
    if (statuses.some((status) => status !== null && status < 300)) undelivered.delete(body);
    else undelivered.add(body);
  }

  return {
    deliver,
    tryOut: async (url) => {
      if (certificates === null) return null;
      const { ca } = certificates.client;
      const bare = await callOverTls({ url, headers: {}, body: '{}', signal: closing, certificates: { ca } });
      if (bare !== null) return 'A call without a certificate was answered.';
      const trial = JSON.stringify({ evento: 'teste_webhook' });
      const status = await post(url, trial, {}, certificates.client);
      return status === 200 ? null : `The trial was answered with ${status}.`;
    },
    start: (bodies) => {
      for (const body of bodies) {
        const work = deliverCopies(body);
        underWay.add(work);
        work.finally(() => underWay.delete(work));
      }
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    undelivered,
    newest,
  };
}

function inOrder(bodies: string[], order: NonNullable<WebhookSetting['release']>, random: Random): string[] {
  if (order === 'in-order') return bodies;
  if (order === 'reversed') return bodies.toReversed();
  return bodies
    .map((body) => ({ body, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ body }) => body);
}
