import type { Page } from 'playwright-core';
import { codeOfStep, stepAt } from '../../api/src/modules/people/two-factor/two-factor.records.ts';
import { fromBase32 } from '../../api/test/support/second-factors.ts';
import { ask } from './players.ts';

export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel(/^(Dígito|Digit) 1 /).click();
  await page.keyboard.type(code);
}

/** Turns the second factor on, and returns an unused code and the recovery codes. */
export async function enrol(page: Page, words: { begin: string; turnOn: string; saved: string }) {
  await page.getByRole('button', { name: words.begin }).click();
  const key = (await page.locator('form code').textContent()) ?? '';
  const secret = fromBase32(key.replaceAll(/\s/g, ''));
  const enrolledIn = stepAt(new Date());
  await typeCode(page, codeOfStep(secret, enrolledIn));
  await page.getByRole('button', { name: words.turnOn, exact: true }).click();
  const saved = page.getByRole('button', { name: words.saved });
  await saved.waitFor();
  const recoveryCodes = await page.getByText(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/).allTextContents();
  await saved.click();
  // A code is good once, in the step before it and in the one after it, too.
  const code = () => codeOfStep(secret, Math.max(enrolledIn + 1, stepAt(new Date())));
  return { code, recoveryCodes };
}

/** Turns it on without its page. The code is that of the next step, which is good from now on and for a minute more. */
export async function enrolByRequests(page: Page): Promise<{ code: string; recoveryCodes: string[] }> {
  const setUp = await ask<{ secret: string }>(page, 'POST', '/payment/2fa/setup');
  const secret = fromBase32(setUp.secret);
  const step = stepAt(new Date());
  const { recoveryCodes } = await ask<{ recoveryCodes: string[] }>(page, 'POST', '/payment/2fa/enable', {
    code: codeOfStep(secret, step),
  });
  return { code: codeOfStep(secret, step + 1), recoveryCodes };
}
