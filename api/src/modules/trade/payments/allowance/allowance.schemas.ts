import { type Static, Type } from 'typebox';
import { CentsText, centsOf, orNull, timeOf } from '../../../../platform/schemas.ts';
import {
  DEPOSIT_HINDRANCES,
  type DepositHindrance,
  WITHDRAWAL_HINDRANCES,
  type WithdrawalHindrance,
} from './allowance.types.ts';
import type { Allowance } from './read-allowance.ts';

export const AllowanceView = Type.Object(
  {
    deposit: Type.Object(
      {
        mostCents: centsOf('The most that a deposit begun now may be; 0 where none may be begun'),
        leftCents: orNull(
          CentsText,
          'Amount that your own limits of the day, the week and the month leave, the least of them; null: you have ' +
            'set none',
        ),
        openCharges: Type.Integer({ minimum: 0, description: 'Deposits that wait for their payment' }),
        openCents: centsOf('Amount of these charges; it counts as if it had come in'),
        hindrance: orNull(
          Type.Unsafe<DepositHindrance>({ type: 'string', enum: [...DEPOSIT_HINDRANCES] }),
          'Why none may be begun: there is no payment provider, a pause or exclusion runs, you have not confirmed your age, ' +
            'too many wait for their payment, or your limits leave less than the least deposit; null: nothing',
        ),
      },
      { title: 'DepositAllowance', description: 'The deposits that are still allowed' },
    ),
    withdrawal: Type.Object(
      {
        mostCents: centsOf('The most that a withdrawal asked for now may be; 0 where none may be'),
        askedTodayCents: centsOf('Amount of your requests of today that was not given back'),
        leftTodayCents: centsOf('Amount that the rule of the day leaves'),
        hindrance: orNull(
          Type.Unsafe<WithdrawalHindrance>({ type: 'string', enum: [...WITHDRAWAL_HINDRANCES] }),
          'Why none may be asked for: your withdrawals are suspended, you have no second factor, today or your balance ' +
            'leaves less than the least withdrawal; null: nothing',
        ),
      },
      { title: 'WithdrawalAllowance', description: 'The withdrawals that are still allowed' },
    ),
    dayEndsAt: timeOf('When the day of São Paulo ends and the next begins with nothing used'),
  },
  {
    title: 'PaymentAllowance',
    description: 'The deposits and withdrawals that are still allowed',
    examples: [
      {
        deposit: { mostCents: '40000', leftCents: '40000', openCharges: 1, openCents: '5000', hindrance: null },
        withdrawal: { mostCents: '123456', askedTodayCents: '0', leftTodayCents: '1000000', hindrance: null },
        dayEndsAt: '2026-11-16T03:00:00.000Z',
      },
    ],
  },
);

export const allowanceView = ({ deposit, withdrawal, dayEndsAt }: Allowance): Static<typeof AllowanceView> => ({
  deposit: {
    mostCents: deposit.mostCents.toString(),
    leftCents: deposit.leftCents?.toString() ?? null,
    openCharges: deposit.openCharges,
    openCents: deposit.openCents.toString(),
    hindrance: deposit.hindrance,
  },
  withdrawal: {
    mostCents: withdrawal.mostCents.toString(),
    askedTodayCents: withdrawal.askedTodayCents.toString(),
    leftTodayCents: withdrawal.leftTodayCents.toString(),
    hindrance: withdrawal.hindrance,
  },
  dayEndsAt: dayEndsAt.toISOString(),
});
