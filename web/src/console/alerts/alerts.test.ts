import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALERT_ACTIONS } from '../../data/generated/alert-actions.ts';
import { placeOfAlert } from './alert-places.ts';
import { alertWords } from './alert-words.ts';

test('an alert has its words in the language of the page, those of the documents in English', () => {
  const alert = { kind: 'PRICES_HELD_BACK', title: 'Prices are held back' };
  assert.deepEqual(alertWords(alert, 'en'), { title: alert.title, ...ALERT_ACTIONS.PRICES_HELD_BACK });
  assert.equal(alertWords(alert, 'pt-BR').title, 'Preços retidos');
  assert.deepEqual(alertWords({ kind: 'NEW', title: 'New' }, 'pt-BR'), { title: 'New', meaning: null, action: null });
});

test('an alert leads to where it is dealt with', () => {
  assert.equal(placeOfAlert('DEPOSIT_NEEDS_DECISION')?.to, '/admin/depositos');
  assert.equal(placeOfAlert('PRICES_HELD_BACK')?.to, '/admin/itens?aba=retidos');
  assert.equal(placeOfAlert('BEACON_LATE'), null);
});
