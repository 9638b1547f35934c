import { type Static, Type } from 'typebox';
import { listOf, walkQuery } from '../../../../platform/lists.ts';
import { type Cents, formatBrl, parseCents } from '../../../../platform/money.ts';
import { qrPicture } from '../../../../platform/qr-pictures.ts';
import { CentsText, centsOf, idOf, moneyText, orNull, Timestamp, timeOf } from '../../../../platform/schemas.ts';
import { notAnAmount } from './deposits.errors.ts';
import { DEPOSIT_STATUSES, type Deposit, type DepositStatus } from './deposits.types.ts';

export const oneOf = <Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], description });

export const DepositParams = Type.Object({ id: idOf('Id of the deposit') });

export const InitiateBody = Type.Object(
  {
    amountCents: Type.Union([CentsText, Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })], {
      description: 'Amount of the deposit, in cents of BRL',
      'x-fault': 'must be whole cents: an integer, or a decimal string of up to 19 digits',
    }),
  },
  { examples: [{ amountCents: '5000' }] },
);

export function amountOf({ amountCents }: Static<typeof InitiateBody>): Cents {
  let cents: Cents;
  try {
    cents = parseCents(String(amountCents));
  } catch {
    throw notAnAmount();
  }
  if (cents <= 0n) throw notAnAmount();
  return cents;
}

export const OwnDepositsQuery = walkQuery('Only deposits that were made before this one', {
  status: Type.Optional(oneOf<DepositStatus>(DEPOSIT_STATUSES, 'Only those; all when omitted')),
});

export const depositFields = {
  id: idOf('Id of the deposit'),
  status: oneOf<DepositStatus>(
    DEPOSIT_STATUSES,
    'PENDING until it is paid (CONFIRMED), its time is over (EXPIRED) or an administrator refuses it (REJECTED). Money ' +
      'that arrives for an expired one confirms it all the same',
  ),
  amountCents: centsOf('Requested amount, in cents of BRL'),
  amountFormatted: moneyText('The amount, for a person'),
  creditedCents: orNull(CentsText, 'Amount that was credited, in cents of BRL; null before it is CONFIRMED'),
  pixCode: orNull(
    Type.String(),
    'Code to paste into the app of a bank (Pix Copia e Cola); null if no charge could be made',
  ),
  createdAt: timeOf('When it was begun'),
  expiresAt: timeOf('Until when it can be paid'),
  endedAt: orNull(Timestamp, 'When it was confirmed, rejected or expired; null before'),
};

export const exampleDeposit = {
  id: '1',
  status: 'PENDING',
  amountCents: '5000',
  amountFormatted: 'R$ 50,00',
  creditedCents: null,
  pixCode: '00020101021226580014br.gov.bcb.pix2536pix.example.com/qr/v2/9d36b84fc70b47855204000053039865405',
  createdAt: '2026-11-15T12:00:00.000Z',
  expiresAt: '2026-11-15T12:30:00.000Z',
  endedAt: null,
};

export const DepositView = Type.Object(depositFields, {
  title: 'Deposit',
  description: 'Money that you add to your balance by Pix',
  examples: [exampleDeposit],
});

export const Deposits = listOf(DepositView, {
  examples: [{ data: [exampleDeposit], meta: { page: 1, limit: 20, total: 1 } }],
});

export const PayableDepositView = Type.Object(
  {
    ...depositFields,
    qrCode: orNull(
      Type.String(),
      'The same code as a picture: a PNG in a `data:` address; null where there is no code',
    ),
  },
  {
    title: 'PayableDeposit',
    description: 'A deposit, and how it is paid',
    examples: [{ ...exampleDeposit, qrCode: 'data:image/png;base64,iVBORw0KGgo=' }],
  },
);

export function depositView(deposit: Deposit): Static<typeof DepositView> {
  return {
    id: deposit.id,
    status: deposit.status,
    amountCents: deposit.amountCents.toString(),
    amountFormatted: formatBrl(deposit.amountCents),
    creditedCents: deposit.creditedCents?.toString() ?? null,
    pixCode: deposit.code,
    createdAt: deposit.createdAt.toISOString(),
    expiresAt: deposit.expiresAt.toISOString(),
    endedAt: deposit.endedAt?.toISOString() ?? null,
  };
}

export const payableDepositView = (deposit: Deposit): Static<typeof PayableDepositView> => ({
  ...depositView(deposit),
  qrCode: deposit.code === null ? null : qrPicture(deposit.code),
});
