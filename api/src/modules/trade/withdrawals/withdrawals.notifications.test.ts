import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toId } from '../../../platform/ids.ts';
import { progressNotification } from './tracking/tracking.notifications.ts';
import { itemNotBought } from './withdrawals.notifications.ts';
import type { Withdrawal } from './withdrawals.types.ts';

const withdrawal = { id: toId('7'), itemName: 'AWP | Asiimov', failureReason: 'Gone' } as Withdrawal;

test('a withdrawal that failed is told without metadata, in the words from which pages in English take item and reason', () => {
  // web/src/shared/texts/notification-words.ts reads these sentences.
  const shared = { type: 'WITHDRAWAL_FAILED', title: 'Falha no saque', en: null, metadata: null };
  assert.deepEqual(itemNotBought(withdrawal, 'Gone'), {
    ...shared,
    message: 'Não foi possível retirar AWP | Asiimov, que está disponível de novo no seu inventário. Motivo: Gone',
  });
  assert.deepEqual(progressNotification({ ...withdrawal, status: 'FAILED' }), {
    ...shared,
    message: 'AWP | Asiimov não foi entregue e está disponível de novo no seu inventário. Motivo: Gone',
  });
});

test('what comes along is told in both languages', () => {
  const { message, en } = progressNotification({ ...withdrawal, status: 'COMPLETED' }) ?? assert.fail();
  assert.equal(message, 'AWP | Asiimov foi entregue na sua conta do Steam.');
  assert.deepEqual(en, {
    title: 'Your item was delivered',
    message: 'AWP | Asiimov was delivered to your Steam account.',
  });
});
