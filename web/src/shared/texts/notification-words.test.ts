import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsOf } from './notification-words.ts';

const inPortuguese = { title: 'Manutenção', message: 'Das 3h às 4h.', lang: 'pt-BR' };
const inEnglish = { title: 'Maintenance', message: 'From 3 to 4.', lang: 'en' };

test('a notification to all is read in the language that is chosen', () => {
  const both = { ...inPortuguese, metadata: { broadcastId: '1', en: inEnglish } };
  assert.deepEqual(wordsOf(both, 'en'), inEnglish);
  assert.deepEqual(wordsOf(both, 'pt-BR'), inPortuguese);
});

test('what was written in Portuguese alone stays so', () => {
  for (const metadata of [null, {}, { amountCents: '5' }, { en: { title: 'x' } }, { en: null }]) {
    assert.deepEqual(wordsOf({ ...inPortuguese, metadata }, 'en'), inPortuguese, JSON.stringify(metadata));
  }
});
