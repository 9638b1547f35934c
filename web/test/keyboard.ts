import type { Locator, Page } from 'playwright-core';

/** Opens a dialog by the keyboard and closes it again: then what has opened it has the keyboard once more. */
export async function openAndClose(page: Page, opener: Locator): Promise<void> {
  const dialog = page.getByRole('dialog');
  await opener.press('Enter');
  await dialog.locator(':focus').first().waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await opener.and(page.locator(':focus')).waitFor();
}
