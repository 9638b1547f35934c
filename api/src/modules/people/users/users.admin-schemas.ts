import { type Static, Type } from 'typebox';
import { listOf, pageQuery } from '../../../platform/lists.ts';
import { formatBrl } from '../../../platform/money.ts';
import { centsOf, idOf, moneyText, orNull } from '../../../platform/schemas.ts';
import type { ListedUser, UserFigures } from './users.admin.sql.ts';
import { exampleUser, UserView, userView } from './users.schemas.ts';
import type { BarredAs } from './users.types.ts';

const { role, status } = UserView.properties;

export const UserListQuery = pageQuery({
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'Part of the name, or exactly an id or an account id' }),
  ),
  status: Type.Optional({ ...status, description: 'Only those of this status' }),
  role: Type.Optional({ ...role, description: 'Only administrators, or only others' }),
});

const balance = {
  balanceCents: centsOf('Balance of the user, in BRL cents'),
  balanceFormatted: moneyText('The balance, for a person'),
  debtCents: centsOf('Debt of the user for deposits that were given back, in BRL cents'),
};
const exampleBalance = { balanceCents: '123456', balanceFormatted: 'R$ 1.234,56', debtCents: '0' };

const bar = {
  barredAs: orNull(
    Type.Unsafe<BarredAs>({ type: 'string', enum: ['SUSPENDED', 'BANNED'] }),
    'For a CLOSED account: status that an administrator has set since, so that the person may not come back; null: ' +
      'they may',
  ),
};

const ListedUserView = Type.Object(
  { ...UserView.properties, ...bar, ...balance },
  { title: 'ListedUser', description: 'A user with their balance' },
);

export const UserList = listOf(ListedUserView, {
  examples: [{ data: [{ ...exampleUser, barredAs: null, ...exampleBalance }], meta: { page: 1, limit: 20, total: 1 } }],
});

export function listedUserView(user: ListedUser): Static<typeof ListedUserView> {
  const { barredAs, balanceCents, debtCents } = user;
  return {
    ...userView(user),
    barredAs,
    balanceCents: balanceCents.toString(),
    balanceFormatted: formatBrl(balanceCents),
    debtCents: debtCents.toString(),
  };
}

export const UserParams = Type.Object({ id: idOf('Id of the user') });

export const UserFiguresView = Type.Object(
  {
    ...ListedUserView.properties,
    figures: Type.Object(
      {
        transfers: Type.Integer({ description: 'Lines on the statement' }),
        rolls: Type.Integer({ description: 'Rolls of cases, upgrades and battles so far: the last nonce' }),
        activeSessions: Type.Integer({ description: 'Sessions that are valid now' }),
        itemsAvailable: Type.Integer({ description: 'AVAILABLE items of the inventory' }),
        itemsValueCents: centsOf('Worth of those items, in BRL cents'),
        itemsValueFormatted: moneyText('The same, for a person'),
      },
      { description: 'A user with their figures' },
    ),
  },
  {
    title: 'UserDetail',
    description: 'A user with balance and figures',
    examples: [
      {
        ...exampleUser,
        barredAs: null,
        ...exampleBalance,
        figures: {
          transfers: 37,
          rolls: 21,
          activeSessions: 2,
          itemsAvailable: 8,
          itemsValueCents: '98765',
          itemsValueFormatted: 'R$ 987,65',
        },
      },
    ],
  },
);

export function userFiguresView(user: UserFigures): Static<typeof UserFiguresView> {
  return {
    ...listedUserView(user),
    figures: {
      transfers: Number(user.transferCount),
      rolls: Number(user.nonce),
      activeSessions: user.activeSessions,
      itemsAvailable: Number(user.itemsAvailable),
      itemsValueCents: user.itemsValueCents.toString(),
      itemsValueFormatted: formatBrl(user.itemsValueCents),
    },
  };
}
