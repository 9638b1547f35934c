import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsOf } from './notification-words.ts';

const inPortuguese = { title: 'Manutenção', message: 'Das 3h às 4h.', lang: 'pt-BR' };
const inEnglish = { title: 'Maintenance', message: 'From 3 to 4.', lang: 'en' };

test('a notification is read in the language that is chosen', () => {
  const both = { ...inPortuguese, type: 'SYSTEM', metadata: { broadcastId: '1', en: inEnglish } };
  assert.deepEqual(wordsOf(both, 'en'), inEnglish);
  assert.deepEqual(wordsOf(both, 'pt-BR'), inPortuguese);
});

test('what was written in Portuguese alone stays so', () => {
  for (const metadata of [null, {}, { amountCents: '5' }, { en: { title: 'x' } }, { en: null }]) {
    assert.deepEqual(
      wordsOf({ ...inPortuguese, type: 'SYSTEM', metadata }, 'en'),
      inPortuguese,
      JSON.stringify(metadata),
    );
  }
});

test('a failed withdrawal, which has no metadata, is said in English with its item and its reason', () => {
  const failed = (message: string) => ({ type: 'WITHDRAWAL_FAILED', title: 'Falha no saque', message, metadata: null });
  const told = [
    'AWP | Asiimov não foi entregue e está disponível de novo no seu inventário. Motivo: A compra foi cancelada no mercado.',
    'Não foi possível retirar AWP | Asiimov, que está disponível de novo no seu inventário. Motivo: Item is gone',
    'Não foi possível concluir seu saque. Motivo: o Pix foi recusado pelo banco',
  ];
  const item = 'AWP | Asiimov was not delivered and is available again in your inventory.';
  assert.deepEqual(
    told.map((message) => wordsOf(failed(message), 'en').message),
    [
      `${item} Reason: The purchase was cancelled on the marketplace.`,
      `${item} Reason: Item is gone`,
      'Your withdrawal could not be paid: the sum is back on your balance. Reason: The bank refused the Pix.',
    ],
  );
  const [first = ''] = told;
  assert.deepEqual(wordsOf(failed(first), 'en').title, 'The withdrawal failed');
  assert.deepEqual(wordsOf(failed(first), 'pt-BR'), { title: 'Falha no saque', message: first, lang: 'pt-BR' });
});
