import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Account } from './accounts.ts';
import { OPENID_NAMESPACE } from './sign-in-request.ts';

export const NONCE_LIFETIME_MS = 10 * 60 * 1000;
const MAX_OPEN_NONCES = 10_000;
const SIGNED_FIELDS = 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle';

/** Issues signed statements of who someone is, and confirms each of them once. */
export interface Assertions {
  /** The address to send the visitor to: the return address with the assertion added to its own parameters. */
  issue(account: Account, returnTo: string): string;
  /** Tells whether this assertion was issued here, is untouched and fresh, and is asked about for the first time. */
  confirm(fields: URLSearchParams): boolean;
}

export function createAssertions({ origin, now }: { origin: () => string; now: () => Date }): Assertions {
  const key = randomBytes(32);
  /** Issued and not yet confirmed, oldest first, each with the time at which it lapses. */
  const openNonces = new Map<string, number>();

  function openNonce(): string {
    const time = now();
    forgetOldNonces(time.getTime());
    // The real provider uses Base64, too, so a relying party that loses a "+" is found out.
    const nonce = `${time.toISOString().slice(0, 19)}Z${randomBytes(20).toString('base64')}`;
    openNonces.set(nonce, time.getTime() + NONCE_LIFETIME_MS);
    return nonce;
  }

  function forgetOldNonces(nowMs: number): void {
    for (const [nonce, lapsesAtMs] of openNonces) {
      if (lapsesAtMs > nowMs && openNonces.size < MAX_OPEN_NONCES) return;
      openNonces.delete(nonce);
    }
  }

  function closeNonce(nonce: string): boolean {
    const lapsesAtMs = openNonces.get(nonce);
    return openNonces.delete(nonce) && lapsesAtMs !== undefined && lapsesAtMs > now().getTime();
  }

  function issue(account: Account, returnTo: string): string {
    const identity = `${origin()}/openid/id/${account.platformId}`;
    const fields = new URLSearchParams({
      'openid.ns': OPENID_NAMESPACE,
      'openid.mode': 'id_res',
      'openid.op_endpoint': `${origin()}/openid/login`,
      'openid.claimed_id': identity,
      'openid.identity': identity,
      'openid.return_to': returnTo,
      'openid.response_nonce': openNonce(),
      'openid.assoc_handle': '1234567890',
      'openid.signed': SIGNED_FIELDS,
    });
    fields.set('openid.sig', sign(key, fields));
    const landing = new URL(returnTo);
    // Added as text: writing through searchParams would spell the site's own parameters anew.
    landing.search = landing.search === '' ? `?${fields}` : `${landing.search}&${fields}`;
    return landing.href;
  }

  function confirm(fields: URLSearchParams): boolean {
    if (new Set(fields.keys()).size !== fields.size) return false;
    if (fields.get('openid.ns') !== OPENID_NAMESPACE || fields.get('openid.signed') !== SIGNED_FIELDS) return false;
    // Compared as text: decoding base64 would overlook stray characters.
    const expected = Buffer.from(sign(key, fields));
    const given = Buffer.from(fields.get('openid.sig') ?? '');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
    // Only a genuine assertion uses up its nonce: a forged one must not spoil the visitor's own sign-in.
    return closeNonce(fields.get('openid.response_nonce') ?? '');
  }

  return { issue, confirm };
}

/** OpenID 2.0, section 6.1, has HMAC-SHA1: signatures of the real provider have its length. */
function sign(key: Buffer, fields: URLSearchParams): string {
  const keyValueForm = SIGNED_FIELDS.split(',').map((name) => `${name}:${fields.get(`openid.${name}`) ?? ''}\n`);
  return createHmac('sha1', key).update(keyValueForm.join('')).digest('base64');
}
