import type { Sandbox } from '@lisura/sandbox';
import type { FastifyInstance } from 'fastify';
import type { Id } from '../../platform/ids.ts';

interface ClientDeps {
  http: FastifyInstance;
  signIn: Sandbox['signIn'];
}

interface Account {
  platformId: string;
  /** A separate address keeps robots out of other players' rate limits. */
  address: string;
}

interface Session {
  id: string;
  userId: Id<'user'>;
}

/** A robot knows the platform only by its API. */
export interface PlayerClient {
  userId(): Promise<Id<'user'>>;
  read<Body>(path: string): Promise<Body>;
  act(path: string, payload: object): Promise<string | null>;
}

export function createPlayerClient({ http, signIn }: ClientDeps, { platformId, address }: Account): PlayerClient {
  let session: Session | null = null;

  const send = (method: 'GET' | 'POST', url: string, headers: object, payload?: object) =>
    http.inject({
      method,
      url,
      remoteAddress: address,
      headers: { 'user-agent': 'Lisura demo player', ...headers },
      ...(payload === undefined ? {} : { payload }),
    });

  async function logIn(): Promise<Session> {
    const begun = await send('GET', '/api/auth/steam/login', {});
    const landing = new URL(await signIn(String(begun.headers.location), platformId));
    const cookie = begun.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const landed = await send('GET', `${landing.pathname}${landing.search}`, { cookie });
    const id = landed.cookies.find(({ name }) => name === 'sessionId')?.value;
    if (id === undefined) throw new Error(`A demo player cannot log in: ${landed.statusCode} ${landed.body}`);
    const me = await send('GET', '/api/auth/me', { authorization: `Bearer ${id}` });
    return { id, userId: me.json<{ id: Id<'user'> }>().id };
  }

  async function ask(method: 'GET' | 'POST', path: string, payload?: object) {
    session ??= await logIn();
    const answer = await send(method, `/api${path}`, { authorization: `Bearer ${session.id}` }, payload);
    // The next request logs in again.
    if (answer.statusCode === 401) session = null;
    return answer;
  }

  return {
    userId: async () => {
      session ??= await logIn();
      return session.userId;
    },
    read: async (path) => {
      const answer = await ask('GET', path);
      if (answer.statusCode !== 200) throw new Error(`${path} answers ${answer.statusCode} ${answer.body}`);
      return answer.json();
    },
    act: async (path, payload) => {
      const answer = await ask('POST', path, payload);
      if (answer.statusCode >= 500) throw new Error(`${path} answers ${answer.statusCode} ${answer.body}`);
      return answer.statusCode < 300 ? null : `${path} answers ${answer.statusCode} ${answer.body}`;
    },
  };
}
