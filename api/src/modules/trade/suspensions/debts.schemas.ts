import { centsOf } from '../../../platform/schemas.ts';
import type { Owing } from './debts.sql.ts';

/** On every row that administrators decide on where something is to leave. */
export const owingFields = {
  debtCents: centsOf('What the user owes now for deposits that were given back, in cents of BRL'),
  openReturnCents: centsOf(
    'What of their deposits is on its way back to the payer and may still fail, in cents of BRL',
  ),
};

export const exampleOwing = { debtCents: '0', openReturnCents: '0' };

export const owingView = ({ debtCents, openReturnCents }: Owing) => ({
  debtCents: debtCents.toString(),
  openReturnCents: openReturnCents.toString(),
});
