import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasPriceMoved, NOTHING_SOLD, withSale } from './sold.ts';

const opening = (inventoryItemId: string, valueCentsBrl: string) => ({ inventoryItemId, item: { valueCentsBrl } });

test('sales of a press add up by what their answers say was credited', () => {
  const one = withSale(NOTHING_SOLD, [opening('1', '500')], { totalValueCents: '500' });
  assert.deepEqual([...one.itemIds], ['1']);
  assert.deepEqual([one.broughtCents, hasPriceMoved(one)], [500n, false]);
  const all = withSale(one, [opening('2', '300'), opening('3', '200')], { totalValueCents: '480' });
  assert.deepEqual([...all.itemIds], ['1', '2', '3']);
  assert.deepEqual([all.saidCents, all.broughtCents, hasPriceMoved(all)], [1_000n, 980n, true]);
  assert.equal(hasPriceMoved(NOTHING_SOLD), false);
});
