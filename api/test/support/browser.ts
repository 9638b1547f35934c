import type { FastifyInstance } from 'fastify';

/** A cookie jar walks through a login like a browser: from our site to the provider and back. */
export interface Browser {
  cookies: Map<string, string>;
  get(url: string, headers?: Record<string, string>): Promise<Answer>;
  /** To the provider and back to our callback's address, which is not opened yet. */
  signIn(platformId: string, begin?: Begin): Promise<URL>;
  logIn(platformId: string, begin?: Begin): Promise<string>;
}

interface Begin {
  query?: string;
  headers?: Record<string, string>;
}

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

export function createBrowser(http: FastifyInstance, host = 'localhost:80'): Browser {
  const cookies = new Map<string, string>();
  const get: Browser['get'] = async (url, headers = {}) => {
    const { pathname, search } = new URL(url, 'http://localhost');
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await http.inject({
      url: pathname + search,
      headers: { host, ...headers, ...(cookie ? { cookie } : {}) },
    });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) keep(cookies, line);
    return { status: response.statusCode, headers: response.headers, body: response.body };
  };
  const signIn: Browser['signIn'] = async (platformId, { query = '', headers = {} } = {}) => {
    const begun = await get(`/api/auth/steam/login${query}`, headers);
    const provider = new URL(String(begun.headers.location));
    provider.searchParams.set('account', platformId);
    const signedIn = await fetch(provider, { redirect: 'manual' });
    return new URL(signedIn.headers.get('location') ?? '');
  };
  const logIn: Browser['logIn'] = async (platformId, begin) => {
    const answer = await get((await signIn(platformId, begin)).href);
    if (answer.status !== 302) throw new Error(`The login was refused: ${answer.status} ${answer.body}`);
    return cookies.get('sessionId') ?? '';
  };
  return { cookies, get, signIn, logIn };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ');
  const [name = '', value = ''] = pair.split('=', 2);
  if (attributes.includes('Max-Age=0')) cookies.delete(name);
  else cookies.set(name, value);
}
