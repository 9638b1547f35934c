import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../seeded-random.ts';
import type { SandboxContext } from '../stand-in.ts';
import type { Payment } from './pix-bank.ts';

/** What a message can have wrong with it, so that whoever believes it is deceived. */
export const FORGERIES = [
  // The bytes were signed, and changed afterwards.
  ...(['altered', 'reformatted'] as const),
  ...(['wrong-secret', 'unsigned', 'no-timestamp', 'garbled', 'truncated'] as const),
  // Signed rightly, five minutes and a bit ago, or as far ahead.
  ...(['old', 'future'] as const),
  // Signed rightly, under another time than the one that is told.
  'other-timestamp',
] as const;
export type Forgery = (typeof FORGERIES)[number];

export interface WebhookSetting {
  url?: string | null;
  /** Messages wait until they are released. */
  hold?: boolean;
  release?: 'in-order' | 'reversed' | 'shuffled';
  /** How often each is sent. */
  copies?: number;
  delayMs?: number;
  /** Messages are never sent. */
  lose?: boolean;
  forge?: Forgery | null;
  /** Everything that was told before is told again. */
  resend?: true;
}

interface Delivery {
  body: string;
  forgery: Forgery | null;
  /** Null: nobody answered. */
  status: number | null;
}

export interface Webhooks {
  /** What calls are told of. */
  set(setting: WebhookSetting): Promise<void>;
  tell(payment: Payment): void;
  /** Any message, signed like the others. Gives the status that it was answered with. */
  send(body: object, forgery: Forgery | null): Promise<number | null>;
  /** Everything that is on its way has arrived, or will not. */
  settled(): Promise<void>;
  state(): object;
  close(): void;
}

interface WebhooksDeps {
  secret: string;
  random: Random;
  context: SandboxContext;
}

const ANSWER_WITHIN_MS = 10_000;
const RETRY_EVERY_MS = 5_000;
const KEPT_DELIVERIES = 1_000;
const BEYOND_WINDOW_SECONDS = 310;

/** Tells a receiver of payments: at least once, until a 2xx. */
export function createWebhooks({ secret, random, context }: WebhooksDeps): Webhooks {
  const { now, closing } = context;
  let setting = {
    url: null as string | null,
    hold: false,
    copies: 1,
    delayMs: 0,
    lose: false,
    forge: null as Forgery | null,
  };
  let held: string[] = [];
  let lost = 0;
  const told: string[] = [];
  const undelivered = new Set<string>();
  const deliveries: Delivery[] = [];
  const underWay = new Set<Promise<unknown>>();
  const timer = setInterval(retry, RETRY_EVERY_MS);
  timer.unref();

  async function deliver(body: string, forgery: Forgery | null): Promise<number | null> {
    if (setting.url === null) return null;
    const { text, headers } = messageOf(body, secret, now(), forgery);
    const status = await fetch(setting.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: text,
      signal: AbortSignal.any([closing, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => null,
    );
    deliveries.push({ body, forgery, status });
    if (deliveries.length > KEPT_DELIVERIES) deliveries.shift();
    return status;
  }

  async function deliverCopies(body: string): Promise<void> {
    const { copies, delayMs, forge } = setting;
    if (delayMs > 0) await sleep(delayMs, undefined, { signal: closing }).catch(() => undefined);
    const statuses = await Promise.all(Array.from({ length: copies }, () => deliver(body, forge)));
    if (statuses.some((status) => status !== null && status < 300)) undelivered.delete(body);
    else undelivered.add(body);
  }

  function start(work: Promise<unknown>): void {
    underWay.add(work);
    work.finally(() => underWay.delete(work));
  }

  function retry(): void {
    if (setting.hold || setting.lose || setting.forge !== null) return;
    for (const body of undelivered) start(deliverCopies(body));
  }

  function release(order: NonNullable<WebhookSetting['release']>): void {
    const bodies = held;
    held = [];
    for (const body of inOrder(bodies, order, random)) start(deliverCopies(body));
  }

  return {
    async set({ release: order, resend, ...changes }) {
      setting = { ...setting, ...changes };
      if (order !== undefined) release(order);
      if (resend) for (const body of told) start(deliverCopies(body));
    },
    tell(payment) {
      const body = JSON.stringify({ pix: [payment] });
      if (setting.lose) {
        lost += 1;
        return;
      }
      told.push(body);
      if (setting.hold) held.push(body);
      else start(deliverCopies(body));
    },
    send: (body, forgery) => deliver(JSON.stringify(body), forgery),
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    state: () => ({ ...setting, held: held.length, lost, undelivered: undelivered.size, deliveries }),
    close: () => clearInterval(timer),
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

/** The signature is the HMAC-SHA256 of the time, a point and the bytes of the body. */
function signatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}

/** What is sent for a body, and what is wrong with it. */
function messageOf(
  body: string,
  secret: string,
  now: Date,
  forgery: Forgery | null,
): { text: string; headers: Record<string, string> } {
  const seconds = Math.floor(now.getTime() / 1000);
  const shift = { old: -BEYOND_WINDOW_SECONDS, future: BEYOND_WINDOW_SECONDS }[forgery as string] ?? 0;
  const timestamp = String(seconds + shift);
  const signature = signatureOf(forgery === 'wrong-secret' ? `${secret}?` : secret, timestamp, body);
  const text = forgedText(body, forgery);
  switch (forgery) {
    case 'unsigned':
      return { text, headers: { 'x-pix-timestamp': timestamp } };
    case 'no-timestamp':
      return { text, headers: { 'x-pix-signature': signature } };
    case 'other-timestamp':
      return { text, headers: { 'x-pix-timestamp': String(seconds + 1), 'x-pix-signature': signature } };
    case 'garbled':
      return { text, headers: { 'x-pix-timestamp': timestamp, 'x-pix-signature': `${'z'.repeat(64)}` } };
    case 'truncated':
      return { text, headers: { 'x-pix-timestamp': timestamp, 'x-pix-signature': signature.slice(0, 32) } };
    default:
      return { text, headers: { 'x-pix-timestamp': timestamp, 'x-pix-signature': signature } };
  }
}

function forgedText(body: string, forgery: Forgery | null): string {
  if (forgery === 'altered') return body.replace(/"valor":"(\d+)/, '"valor":"9$1');
  if (forgery === 'reformatted') return body.replace('{', '{ ');
  return body;
}
