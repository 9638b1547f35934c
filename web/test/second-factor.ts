import type { Page } from 'playwright-core';
import { codeOfStep, stepAt } from '../../api/src/modules/people/two-factor/totp.ts';
import { fromBase32 } from '../../api/test/support/second-factors.ts';

/** Types the code into its six fields. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel(/^(Dígito|Digit) 1 /).click();
  await page.keyboard.type(code);
}

/** Turns the second factor on; gives what the app shows now, and the recovery codes. */
export async function enrol(page: Page, words: { begin: string; turnOn: string; saved: string }) {
  await page.getByRole('button', { name: words.begin }).click();
  const key = (await page.locator('form code').textContent()) ?? '';
  const secret = fromBase32(key.replaceAll(/\s/g, ''));
  // The step before, so that the code of now is still good.
  await typeCode(page, codeOfStep(secret, stepAt(new Date()) - 1));
  await page.getByRole('button', { name: words.turnOn, exact: true }).click();
  const saved = page.getByRole('button', { name: words.saved });
  await saved.waitFor();
  const recoveryCodes = await page.getByText(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/).allTextContents();
  await saved.click();
  return { code: () => codeOfStep(secret, stepAt(new Date())), recoveryCodes };
}
