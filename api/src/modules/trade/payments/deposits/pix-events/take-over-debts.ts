import type { TakeOver } from '../../../../../platform/personal-data/person-facts.ts';
import { changeDebts, type DebtChange } from '../../../../assets/wallet/index.ts';
import { raiseAlert } from '../../../../people/alerts/index.ts';
import { depositReturned } from '../deposits.alerts.ts';
import { nameOfReturn, RETURN_REFERENCE } from '../deposits.types.ts';
import { type ClosedDebt, moveDebts } from './change-returns.sql.ts';

/**
 * What was given back of deposits of closed accounts is owed by who has come back. It leaves the books of the closed account as
 * it came on them, so that each return is on the books of one user.
 */
export const takeOverDebts: TakeOver = async (tx, userId, closedIds) => {
  const moved = await moveDebts(tx, userId, closedIds);
  const { debts } = await changeDebts(tx, moved.flatMap(changesOf(userId)));
  for (const { depositId, closedId, owedCents, ...returned } of moved) {
    const debt = { takenCents: owedCents, owerId: userId, debtCents: debts.get(userId) ?? 0n };
    await raiseAlert(tx, depositReturned({ id: depositId, userId: closedId }, returned, debt));
  }
};

const changesOf =
  (userId: DebtChange['userId']) =>
  ({ closedId, owedCents, ...returned }: ClosedDebt): DebtChange[] => {
    const reference = { type: RETURN_REFERENCE, id: nameOfReturn(returned) };
    const reason = 'Depósito de uma conta encerrada, devolvido ao pagador';
    return [
      { userId: closedId, changeCents: -owedCents, reason, reference },
      { userId, changeCents: owedCents, reason, reference },
    ];
  };
