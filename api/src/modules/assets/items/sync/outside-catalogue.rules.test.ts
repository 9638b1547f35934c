import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { listedItem } from '../test-support.ts';
import {
  categoryNamed,
  exteriorNamed,
  rarityNamed,
  readOutsideCollections,
  readOutsideItems,
  readOutsidePrices,
} from './outside-catalogue.rules.ts';

test('an item of the outside database in our words', () => {
  assert.deepEqual(readOutsideItems([listedItem('AK-47 | Redline', { stattrak: true })]), {
    entries: [
      {
        id: 'skin-AK-47 | Redline',
        name: 'AK-47 | Redline',
        marketHashName: 'AK-47 | Redline',
        imageUrl: 'https://items.example/1.png',
        rarity: 'COVERT',
        weaponCategory: 'RIFLE',
        exterior: 'FIELD_TESTED',
        isStatTrak: true,
        collection: 'The Test Collection',
      },
    ],
    skipped: 0,
  });
});

test('names of rarities, wears and categories in the spellings of different sources', () => {
  assert.deepEqual(
    ['Mil-Spec Grade', 'Mil-Spec', 'mil spec', 'Master', 'Extraordinary', 'Base Grade'].map(rarityNamed),
    ['MIL_SPEC', 'MIL_SPEC', 'MIL_SPEC', 'COVERT', 'EXTRAORDINARY', 'BASE_GRADE'],
  );
  assert.equal(rarityNamed('Mythic'), null);
  assert.equal(exteriorNamed('Battle-Scarred'), 'BATTLE_SCARRED');
  const categories: [string, string, string][] = [
    ['Rifles', 'AK-47', 'RIFLE'],
    ['Rifles', 'AWP', 'SNIPER_RIFLE'],
    ['Sniper Rifles', '', 'SNIPER_RIFLE'],
    ['Heavy', 'Negev', 'MACHINE_GUN'],
    ['Heavy', 'Sawed-Off', 'SHOTGUN'],
    ['Knives', 'Karambit', 'KNIFE'],
    ['Gloves', '', 'GLOVES'],
    ['SMGs', 'MP9', 'SMG'],
    ['Music Kits', '', 'MUSIC_KIT'],
    ['Containers', '', 'CASE'],
    ['Hats', '', 'OTHER'],
  ];
  for (const [category, weapon, expected] of categories) assert.equal(categoryNamed(category, weapon), expected);
});

test('entries that are no items are left out and counted, and of two with one name the first stays', () => {
  const list = [
    listedItem('A'),
    listedItem('A', { rarity: { name: 'Restricted' } }),
    listedItem('B', { rarity: { name: 'Mythic' } }),
    listedItem('C', { market_hash_name: 'x'.repeat(201) }),
    listedItem('D\u0000'),
    listedItem('E', { image: 'javascript:alert(1)', category: null, weapon: undefined, wear: 7, collections: 'no' }),
    null,
    7,
  ];
  const read = readOutsideItems(list);
  assert.deepEqual([read?.entries.length, read?.skipped], [2, 6]);
  const [first, last] = read?.entries ?? [];
  assert.equal(first?.rarity, 'COVERT');
  assert.deepEqual([last?.imageUrl, last?.weaponCategory, last?.exterior, last?.collection], ['', 'OTHER', null, null]);
});

test('prices are whole cents within bounds; others are left out and counted', () => {
  const told = {
    a: { price_cents: 1234 },
    b: { price_cents: '77' },
    c: { price_cents: 1.5 },
    d: { price_cents: -1 },
    e: {},
    f: null,
    g: { price_cents: 1e15 },
    h: { price_cents: 0 },
  };
  const read = readOutsidePrices(told);
  assert.deepEqual(read, {
    prices: new Map([
      ['a', 1234n],
      ['b', 77n],
      ['h', 0n],
    ]),
    skipped: 5,
  });
});

test('whatever is told, reading it never throws', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (told) => {
      for (const read of [readOutsideItems, readOutsideCollections, readOutsidePrices]) {
        read(told);
        read([told]);
        read({ name: told });
      }
    }),
  );
});
