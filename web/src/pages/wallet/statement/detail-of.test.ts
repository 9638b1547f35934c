import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TransferType } from '../../../data/generated/api.ts';
import { detailOf } from './detail-of.ts';

test('a line says what it is about by its name or number alone', () => {
  for (const [type, reason, detail] of [
    ['ITEM_SALE', 'Sold item: AK-47 | Redline (Field-Tested)', 'AK-47 | Redline (Field-Tested)'],
    ['CASE_OPEN', 'Caixa aberta: Maré Alta', 'Maré Alta'],
    ['CASE_OPEN', 'Caixa aberta: Maré Alta (2 vezes)', 'Maré Alta × 2'],
    ['BATTLE_WIN', 'Batalha 4417: parte do prêmio', '4417'],
    ['RAFFLE_TICKET', '3 bilhetes do sorteio Luva da Sorte', 'Luva da Sorte'],
    ['EVENT_REWARD', 'Prêmio do evento Vento Sul, nível 3', 'Vento Sul · 3'],
    ['WITHDRAWAL', 'Saque 12', '12'],
    ['ADMIN_ADJUSTMENT', 'Por engano', 'Por engano'],
    ['DEPOSIT', 'Depósito por Pix', '7'],
    ['WELCOME_CREDIT', 'Something', null],
  ] satisfies [TransferType, string, string | null][]) {
    assert.equal(detailOf({ type, reason, referenceId: '7' }), detail, reason);
  }
});
