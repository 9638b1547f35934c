import assert from 'node:assert/strict';
import { io, type Socket } from 'socket.io-client';
import type { Sandbox } from '../src/index.ts';
import { control, controlState } from './control.ts';

export const REDLINE = 'AK-47 | Redline (Field-Tested)';
export const PARTNER = '39734274';
export const TOKEN = 'AbCdEf12';

type Parameters = Record<string, string | number | readonly string[] | undefined>;
// biome-ignore lint/suspicious/noExplicitAny: answers are what is tested, in every shape that they may have.
export type Body = any;

interface Purchase {
  id: number;
  projectId: string | null;
  name: string;
  price: number;
  step: string;
  status: number;
  reason: string | null;
  tradeId: string | null;
  isReleased: boolean;
  releaseDate: string | null;
  refunded: number;
  history: { at: string; step: string; status: number }[];
}

export interface MarketState {
  now: string;
  wallet: number;
  purchases: Purchase[];
  refusals: { name?: string; projectId: string | null; msg: string }[];
  faults: { fault: string; times?: number }[];
  requests: { asked: Record<string, number>; disturbed: number };
  feed: { accepts: boolean; connections: number; sent: number; held: number };
  sellers: { mode: string };
}

/** Calls have the key unless another one is given. An undefined parameter is left out. */
export async function ask(sandbox: Sandbox, path: string, parameters: Parameters = {}, init: RequestInit = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ api: sandbox.marketApiKey, ...parameters })) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) query.append(name, String(one));
  }
  const response = await fetch(`${sandbox.marketUrl}/v1/${path}?${query}`, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: jsonOf(text) };
}

function jsonOf(text: string): Body {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Nothing stands in the way of this purchase but the given changes. */
export function buy(sandbox: Sandbox, changes: Parameters = {}, init: RequestInit = {}) {
  const order = {
    name: REDLINE,
    price: 10_000_000,
    partner: PARTNER,
    token: TOKEN,
    game: 'csgo',
    project_id: 'wd_1_1',
  };
  return ask(sandbox, 'buy-one-p2p-name', { ...order, ...changes }, init);
}

export const state = (sandbox: Sandbox) => controlState<MarketState>(sandbox, 'market');

export async function set(sandbox: Sandbox, setting: object): Promise<MarketState> {
  const response = await control(sandbox, 'market', setting);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text) as MarketState;
}

/** Buys, and moves the purchase through these steps. Its id. */
export async function buyAndMove(sandbox: Sandbox, projectId: string, ...steps: string[]): Promise<number> {
  const { body } = await buy(sandbox, { project_id: projectId });
  assert.equal(body.success, true, JSON.stringify(body));
  for (const to of steps) await set(sandbox, { move: { projectId, to } });
  return body.id;
}

export interface Listener {
  socket: Socket;
  next(): Promise<Body>;
  /** Messages that came and were not taken. */
  waiting(): number;
}

/** Connects as the product does; rejects with what the marketplace says. */
export async function listen(sandbox: Sandbox, options: object = {}): Promise<Listener> {
  const socket = io(sandbox.marketFeedUrl, {
    path: '/socket.io/',
    transports: ['websocket'],
    extraHeaders: { authorization: sandbox.marketApiKey },
    reconnection: false,
    forceNew: true,
    ...options,
  });
  const messages: Body[] = [];
  const takers: ((message: Body) => void)[] = [];
  socket.on('steamTrade', (message: Body) => {
    const taker = takers.shift();
    if (taker) taker(message);
    else messages.push(message);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('connect_error', (error) => {
      socket.disconnect();
      reject(error);
    });
  });
  return {
    socket,
    next: () =>
      messages.length > 0 ? Promise.resolve(messages.shift()) : new Promise((resolve) => takers.push(resolve)),
    waiting: () => messages.length,
  };
}
