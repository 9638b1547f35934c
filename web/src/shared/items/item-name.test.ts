import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemNameOf } from './item-name.ts';

test('the name of an item is taken apart', () => {
  assert.deepEqual(itemNameOf('StatTrak™ AWP | Mortis (Field-Tested)'), {
    weapon: 'AWP',
    finish: 'Mortis',
    exterior: 'FT',
    isStar: false,
    isStatTrak: true,
    isSouvenir: false,
  });
  assert.deepEqual(itemNameOf('★ Karambit | Lore (Battle-Scarred)').isStar, true);
  assert.deepEqual(itemNameOf('★ Karambit').finish, 'Karambit');
  assert.deepEqual(itemNameOf('Sticker | Crown (Foil)').finish, 'Crown (Foil)');
});
