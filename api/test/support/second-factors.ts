import assert from 'node:assert/strict';
import { codeOfStep, stepAt } from '../../src/modules/people/two-factor/two-factor.records.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Call } from './calls.ts';
import type { Person } from './people.ts';

export interface AuthenticatorApp {
  secret: string;
  /** Returns the present code, or that of so many steps of 30 seconds from now. */
  code(stepsFromNow?: number): string;
}

export interface EnabledSecondFactor extends AuthenticatorApp {
  recoveryCodes: string[];
}

/** Reads the secret as an app would. */
export async function setUpApp(call: Call, who: Person, clock: Clock): Promise<AuthenticatorApp> {
  const { status, body, text } = await call(who, 'POST', '/payment/2fa/setup');
  assert.equal(status, 200, text);
  const secret = fromBase32(body.secret);
  return {
    secret: body.secret,
    code: (stepsFromNow = 0) => codeOfStep(secret, stepAt(clock.now()) + stepsFromNow),
  };
}

/**
 * With the code of the step before, so that the one of now is still good. Where the clock runs, a step may end meanwhile:
 * then with the code of now, which is good for one step more.
 */
export async function enableSecondFactor(
  call: Call,
  who: Person,
  clock: Clock,
  stepsFromNow = -1,
): Promise<EnabledSecondFactor> {
  const app = await setUpApp(call, who, clock);
  const { status, body, text } = await call(who, 'POST', '/payment/2fa/enable', { code: app.code(stepsFromNow) });
  assert.equal(status, 200, text);
  return { ...app, recoveryCodes: body.recoveryCodes };
}

export function fromBase32(text: string): Buffer {
  const bits = [...text].map((character) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character).toString(2));
  const bytes =
    bits
      .map((five) => five.padStart(5, '0'))
      .join('')
      .match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
