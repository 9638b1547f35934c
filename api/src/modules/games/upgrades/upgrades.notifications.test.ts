import assert from 'node:assert/strict';
import { test } from 'node:test';
import { upgradePerformed } from './upgrades.notifications.ts';

test('an upgrade is told with its end', () => {
  assert.deepEqual(upgradePerformed('7', 'WON', 'AWP | Asiimov'), {
    type: 'UPGRADE_SUCCESS',
    title: 'Upgrade bem-sucedido',
    message: 'Seu upgrade deu certo e você ganhou AWP | Asiimov.',
    en: { title: 'Your upgrade succeeded', message: 'Your upgrade succeeded and you have won AWP | Asiimov.' },
    metadata: { targetItemName: 'AWP | Asiimov', upgradeId: '7' },
  });
  assert.deepEqual(upgradePerformed('7', 'LOST', 'AWP | Asiimov'), {
    type: 'UPGRADE_FAIL',
    title: 'Upgrade sem sucesso',
    message: 'Seu upgrade para AWP | Asiimov não deu certo desta vez.',
    en: { title: 'Your upgrade failed', message: 'Your upgrade to AWP | Asiimov did not succeed this time.' },
    metadata: { targetItemName: 'AWP | Asiimov', upgradeId: '7' },
  });
});
