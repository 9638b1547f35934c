import type { Page } from 'playwright-core';

/** Opens the cheapest case as often as asked, as who is logged in, by the API alone: the inventory has something then. */
export const openCases = (page: Page, quantity: number): Promise<unknown> =>
  page.evaluate(`(async () => {
    const { data } = await (await fetch('/api/cases?limit=100')).json();
    const [cheapest] = data.toSorted((one, other) => one.priceCents - other.priceCents);
    const response = await fetch('/api/cases/' + cheapest.id + '/open', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({ quantity: ${quantity} }),
    });
    if (!response.ok) throw new Error(await response.text());
  })()`);
