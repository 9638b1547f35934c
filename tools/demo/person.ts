import { createHmac } from 'node:crypto';
import type { Sandbox } from '@lisura/sandbox';
import type { App } from '../../api/src/app/app.ts';

/** A person has an account and does what the API lets anybody do. */
export interface Person {
  readonly platformId: string;
  userId(): Promise<string>;
  /** It is null where it is refused. */
  ask<Body>(method: Method, path: string, payload?: object): Promise<Body | null>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';

interface Session {
  id: string;
  userId: string;
}

const UNAUTHENTICATED = 401;
/** A product that is busy, or waits for the outside, counts as a refusal. */
const UNAVAILABLE = 503;

export function createPerson(
  { http }: Pick<App, 'http'>,
  { signIn }: Pick<Sandbox, 'signIn'>,
  { platformId, address }: { platformId: string; address: string },
): Person {
  let session: Session | null = null;

  const send = (method: Method, url: string, headers: object, payload?: object) =>
    http.inject({
      method,
      url,
      remoteAddress: address,
      headers: { 'user-agent': 'Lisura demo history', ...headers },
      ...(payload === undefined ? {} : { payload }),
    });

  async function logIn(): Promise<Session> {
    const begun = await send('GET', '/api/auth/steam/login', {});
    const landing = new URL(await signIn(String(begun.headers.location), platformId));
    const cookie = begun.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const landed = await send('GET', `${landing.pathname}${landing.search}`, { cookie });
    const id = landed.cookies.find(({ name }) => name === 'sessionId')?.value;
    if (id === undefined) throw new Error(`${platformId} cannot log in: ${landed.statusCode} ${landed.body}`);
    const me = await send('GET', '/api/auth/me', { authorization: `Bearer ${id}` });
    return { id, userId: me.json<{ id: string }>().id };
  }

  async function sendInSession(method: Method, path: string, payload?: object) {
    session ??= await logIn();
    return send(method, `/api${path}`, { authorization: `Bearer ${session.id}` }, payload);
  }

  return {
    platformId,
    userId: async () => {
      session ??= await logIn();
      return session.userId;
    },
    ask: async (method, path, payload) => {
      let answer = await sendInSession(method, path, payload);
      if (answer.statusCode === UNAUTHENTICATED) {
        session = null;
        answer = await sendInSession(method, path, payload);
      }
      if (answer.statusCode >= 500 && answer.statusCode !== UNAVAILABLE) {
        throw new Error(`${method} ${path} answers ${answer.statusCode} ${answer.body}`);
      }
      return answer.statusCode < 300 ? answer.json() : null;
    },
  };
}

const STEP_MS = 30_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function codeAt(secret: string, moment: Date): string {
  const bits = [...secret].map((character) => BASE32.indexOf(character).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(moment.getTime() / STEP_MS)));
  const digest = createHmac('sha1', key).update(step).digest();
  const number = digest.readUInt32BE((digest.at(-1) as number) & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
