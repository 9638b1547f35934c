import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { createBrowser } from './browser.ts';
import type { Person } from './people.ts';

/** The whole way of a browser through the sandbox's identity provider; gives the id of the session. */
export async function logInThroughSandbox(address: string, platformId: string): Promise<string> {
  const begun = await fetch(`${address}/api/auth/steam/login`, { redirect: 'manual' });
  const cookie = String(begun.headers.get('set-cookie')).split(';', 1)[0] ?? '';
  const provider = `${begun.headers.get('location')}&account=${platformId}`;
  const signedIn = await fetch(provider, { redirect: 'manual' });
  const callback = new URL(String(signedIn.headers.get('location')));
  const landed = await fetch(`${address}${callback.pathname}${callback.search}`, {
    redirect: 'manual',
    headers: { cookie },
  });
  const sessionId = /sessionId=([0-9a-f]{64})/.exec(String(landed.headers.get('set-cookie')))?.[1];
  if (sessionId === undefined) throw new Error(`No session: ${landed.status} ${await landed.text()}`);
  return sessionId;
}

export async function logInAs(http: FastifyInstance, platformId: string): Promise<Person> {
  const browser = createBrowser(http);
  const sessionId = await browser.logIn(platformId);
  const user = JSON.parse((await browser.get('/api/auth/me')).body);
  const headers = { authorization: `Bearer ${sessionId}` };
  return { userId: user.id, platformId, sessionId, sessionHash: hash('sha256', sessionId, 'hex'), headers };
}
