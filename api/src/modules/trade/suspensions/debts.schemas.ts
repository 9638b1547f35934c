import { centsOf } from '../../../platform/schemas.ts';
import type { UserDebt } from './debts.sql.ts';

/** On every row that administrators decide on where something is to leave. */
export const debtFields = {
  debtCents: centsOf('Present debt of the user for deposits that were given back, in cents of BRL'),
  openReturnCents: centsOf(
    'Part of their deposits that is on its way back to the payer and may still fail, in cents of BRL',
  ),
};

export const exampleDebt = { debtCents: '0', openReturnCents: '0' };

export const debtView = ({ debtCents, openReturnCents }: UserDebt) => ({
  debtCents: debtCents.toString(),
  openReturnCents: openReturnCents.toString(),
});
