import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TransferType } from '../../../data/generated/api.ts';
import { detailOf } from './detail-of.ts';

test('a line says what it is about by its name or number alone', () => {
  for (const [type, reason, detail] of [
    ['ITEM_SALE', 'Sold item: AK-47 | Redline (Field-Tested)', 'AK-47 | Redline (Field-Tested)'],
    ['ITEM_SALE', 'Sold 5 items', '5 itens'],
    ['ITEM_SALE', 'Sold all 12 items', '12 itens'],
    ['ITEM_SALE', 'Sold item: Sold 5 items', 'Sold 5 items'],
    ['CASE_OPEN', 'Caixa aberta: Maré Alta', 'Maré Alta'],
    ['CASE_OPEN', 'Caixa aberta: Maré Alta (2 vezes)', 'Maré Alta × 2'],
    ['BATTLE_WIN', 'Batalha 4417: parte do prêmio', '4417'],
    ['RAFFLE_TICKET', '3 bilhetes do sorteio Luva da Sorte', 'Luva da Sorte × 3'],
    ['RAFFLE_TICKET', '1 bilhete do sorteio do sorteio', 'do sorteio × 1'],
    ['EVENT_REWARD', 'Prêmio do evento Vento Sul, nível 3', 'Vento Sul · 3'],
    ['WITHDRAWAL', 'Saque 12', '12'],
    ['ADMIN_ADJUSTMENT', 'Por engano', 'Por engano'],
    ['DEPOSIT', 'Depósito por Pix', '7'],
    ['WELCOME_CREDIT', 'Something', null],
  ] satisfies [TransferType, string, string | null][]) {
    const found = detailOf({ type, reason, referenceId: '7' }, (items) => `${items} itens`);
    assert.equal(found, detail, reason);
  }
});
