import { request } from 'node:https';
import { createServer } from 'node:net';

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Another address of this machine, as if another client asked. */
  from?: string;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** A request as it is told, on a connection of its own; nothing is followed, decoded or added. */
export function ask(url: string, { method = 'GET', headers = {}, body, from }: Asked = {}): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const { hostname, port } = new URL(url);
  // A parsed address has its dots and double slashes resolved.
  const path = url.slice(`https://${hostname}:${port}`.length) || '/';
  const sent = request(
    {
      host: hostname === 'localhost' ? '127.0.0.1' : hostname,
      servername: 'localhost',
      port,
      path,
      method,
      agent: false,
      headers: { host: `localhost:${port}`, ...headers },
      ...(from === undefined ? {} : { localAddress: from }),
    },
    (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    },
  );
  sent.on('error', reject);
  sent.end(body);
  return promise;
}

export const askJson = (url: string, method: string, value: unknown, asked: Asked = {}): Promise<Answer> =>
  ask(url, {
    ...asked,
    method,
    headers: { 'content-type': 'application/json', ...asked.headers },
    body: JSON.stringify(value),
  });

/** Gives the headers of the session. */
export async function logIn(site: string, account: string, from: string): Promise<{ authorization: string }> {
  const begun = await ask(`${site}/api/auth/steam/login`, { from });
  const provider = await ask(`${begun.headers.location}&account=${account}`);
  const { pathname, search } = new URL(String(provider.headers.location));
  const landed = await ask(`${site}${pathname}${search}`, { from, headers: { cookie: cookiesOf(begun) } });
  const sessionId = /sessionId=([0-9a-f]{64})/.exec(cookiesOf(landed))?.[1];
  if (sessionId === undefined) throw new Error(`no session: ${landed.status} ${landed.body}`);
  return { authorization: `Bearer ${sessionId}` };
}

const cookiesOf = ({ headers }: Answer) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';', 1)[0])
    .join('; ');

export function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const probe = createServer();
  probe.listen(0, '127.0.0.1', () => {
    const { port } = probe.address() as { port: number };
    probe.close(() => resolve(port));
  });
  return promise;
}
