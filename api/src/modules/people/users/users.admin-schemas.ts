import { type Static, Type } from 'typebox';
import { formatBrl } from '../../../platform/money.ts';
import { CentsText, IdText, listOf, pageQuery } from '../../../platform/schemas.ts';
import type { ListedUser, UserFigures } from './users.admin.sql.ts';
import { exampleUser, UserView, userView } from './users.schemas.ts';

const { role, status } = UserView.properties;

export const UserListQuery = pageQuery({
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'Part of the name, or exactly an id or an account id' }),
  ),
  status: Type.Optional(status),
  role: Type.Optional(role),
});

const balance = { balanceCents: CentsText, balanceFormatted: Type.String() };
const exampleBalance = { balanceCents: '123456', balanceFormatted: 'R$ 1.234,56' };

const ListedUserView = Type.Object({ ...UserView.properties, ...balance });

export const UserList = Type.Object(listOf(ListedUserView).properties, {
  examples: [{ data: [{ ...exampleUser, ...exampleBalance }], meta: { page: 1, limit: 20, total: 1 } }],
});

export function listedUserView(user: ListedUser): Static<typeof ListedUserView> {
  const { balanceCents } = user;
  return { ...userView(user), balanceCents, balanceFormatted: formatBrl(BigInt(balanceCents)) };
}

export const UserParams = Type.Object({ id: IdText });

export const UserFiguresView = Type.Object(
  {
    ...ListedUserView.properties,
    figures: Type.Object({
      transfers: Type.Integer({ description: 'Lines on the statement' }),
      rolls: Type.Integer({ description: 'Rolls of cases, upgrades and battles so far: the last nonce' }),
      activeSessions: Type.Integer(),
      itemsAvailable: Type.Integer(),
      itemsValueCents: CentsText,
      itemsValueFormatted: Type.String(),
    }),
  },
  {
    examples: [
      {
        ...exampleUser,
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
      itemsValueCents: user.itemsValueCents,
      itemsValueFormatted: formatBrl(BigInt(user.itemsValueCents)),
    },
  };
}
