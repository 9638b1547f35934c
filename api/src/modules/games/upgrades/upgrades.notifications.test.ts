import assert from 'node:assert/strict';
import { test } from 'node:test';
import { upgradePerformed } from './upgrades.notifications.ts';

test('an upgrade is told with its end', () => {
  assert.deepEqual(upgradePerformed('7', 'WON', 'AWP | Asiimov'), {
    type: 'UPGRADE_SUCCESS',
    title: 'Upgrade bem-sucedido',
    message: 'Seu upgrade deu certo e você ganhou AWP | Asiimov.',
    metadata: { targetItemName: 'AWP | Asiimov', upgradeId: '7' },
  });
  assert.deepEqual(upgradePerformed('7', 'LOST', 'AWP | Asiimov'), {
    type: 'UPGRADE_FAIL',
    title: 'Upgrade sem sucesso',
    message: 'Seu upgrade para AWP | Asiimov não deu certo desta vez.',
    metadata: { targetItemName: 'AWP | Asiimov', upgradeId: '7' },
  });
});
