import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHouse } from '../support/giving/house.ts';
import { SCHEMES } from '../support/giving/schemes.ts';
import { tryAll } from '../support/giving/try-all.ts';
import { use } from '../support/use-app.ts';

/** One administrator and friends take several steps, none of which gives anything by itself. */
const LIMIT_CENTS = 500;
const house = use(createHouse, ({ end }) => end());

for (const [name, scheme] of Object.entries(SCHEMES)) {
  test(`${name}: nothing without a fresh second factor, and with it at most what one may give`, async (t) => {
    const { ana, biasOtherSession } = house.world;
    const none = { administrators: [biasOtherSession], isFresh: false, limitCents: LIMIT_CENTS };
    const withoutFactor = await tryAll(house, [scheme], none);
    assert.ok(withoutFactor.gainedCents <= 0, `${withoutFactor.gainedCents}`);
    const { gainedCents } = await tryAll(house, [scheme], { ...none, administrators: [ana], isFresh: true });
    t.diagnostic(`friends gained ${gainedCents} cents of at most ${LIMIT_CENTS}`);
    assert.ok(gainedCents <= LIMIT_CENTS, `${gainedCents}`);
  });
}
