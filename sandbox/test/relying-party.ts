import assert from 'node:assert/strict';
import type { Sandbox } from '../src/index.ts';

/** A site that lets people sign in asks, reads the answer, and has it confirmed. */
export const RETURN_TO = 'http://localhost:3000/auth/callback?state=a%20b%2Bc&next=%2Finventory';

const NAMESPACE = 'http://specs.openid.net/auth/2.0';

export function signInAddress(sandbox: Sandbox, changes: Record<string, string | undefined> = {}): string {
  const parameters: Record<string, string | undefined> = {
    'openid.ns': NAMESPACE,
    'openid.mode': 'checkid_setup',
    'openid.identity': `${NAMESPACE}/identifier_select`,
    'openid.claimed_id': `${NAMESPACE}/identifier_select`,
    'openid.return_to': RETURN_TO,
    'openid.realm': 'http://localhost:3000',
    ...changes,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  return `${sandbox.identityUrl}/openid/login?${query}`;
}

/** Follows a sign-in address and gives the address to which the visitor is sent back. */
export async function landingOf(address: string): Promise<URL> {
  const response = await fetch(address, { redirect: 'manual' });
  assert.equal(response.status, 302);
  return new URL(response.headers.get('location') ?? '');
}

/** The site sends the openid parameters of an assertion on to have them confirmed. */
export async function signIn(sandbox: Sandbox, account = '76561198000000002'): Promise<URLSearchParams> {
  const landing = await landingOf(signInAddress(sandbox, { account }));
  const fields = [...landing.searchParams].filter(([name]) => name.startsWith('openid.'));
  return new URLSearchParams(fields);
}

export function checkAuthentication(sandbox: Sandbox, assertion: URLSearchParams): Promise<Response> {
  const body = new URLSearchParams(assertion);
  body.set('openid.mode', 'check_authentication');
  return fetch(`${sandbox.identityUrl}/openid/login`, {
    method: 'POST',
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(5000),
  });
}

export async function isConfirmed(sandbox: Sandbox, assertion: URLSearchParams): Promise<boolean> {
  const answer = await (await checkAuthentication(sandbox, assertion)).text();
  assert.match(answer, /^ns:http:\/\/specs\.openid\.net\/auth\/2\.0\nis_valid:(true|false)\n$/);
  return answer.includes('is_valid:true');
}
