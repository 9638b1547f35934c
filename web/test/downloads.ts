import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/** Reads the file of the list: each row has its cells by their headers. No cell may contain a semicolon. */
export async function downloadRows(page: Page): Promise<Record<string, string>[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /CSV/ }).click(),
  ]);
  const text = (await readFile(await download.path(), 'utf8')).replace('\uFEFF', '').trimEnd();
  const [headers = [], ...rows] = text.split('\r\n').map((line) => line.split(';'));
  return rows.map((cells) => Object.fromEntries(headers.map((header, place) => [header, cells[place] ?? ''])));
}

export const inReais = (cents: string): string => (Number(cents) / 100).toFixed(2).replace('.', ',');
