import { type Static, Type } from 'typebox';
import type { Db } from '../../../../platform/database/db.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { isId, toId } from '../../../../platform/ids.ts';
import { IdText, idOf, orNull } from '../../../../platform/schemas.ts';
import { type ListedUser, listUsers } from '../../../people/users/index.ts';
import { findCases, findItems, findRecords, RECORD_KINDS, type RecordKind } from './search.sql.ts';

const MOST_USERS = 5;

const SearchQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '^[^\\u0000]*\\S[^\\u0000]*$',
    'x-fault': 'must have 1 to 100 characters that are not all blank',
    description: 'A part of a name, an id, or a Steam id',
    examples: ['redline'],
  }),
});

const FoundUser = Type.Object(
  {
    id: idOf('Id of the user'),
    username: Type.String({ description: 'Name of the user' }),
    platformId: Type.String({ description: 'Steam id of the user' }),
    avatarUrl: orNull(Type.String(), 'Picture of the user'),
    status: Type.String({ description: 'Status of the user; only an ACTIVE user may log in' }),
  },
  { title: 'FoundUser', description: 'A user whose name, id or Steam id matches' },
);
const FoundRecordView = Type.Object(
  {
    kind: Type.Unsafe<RecordKind>({
      title: 'RecordKind',
      type: 'string',
      enum: [...RECORD_KINDS],
      description: 'Kind of the record',
    }),
    id: idOf('Id of the record'),
    status: Type.String({ description: 'Status of the record' }),
    userId: orNull(IdText, 'Owner of the record; null if it has none'),
    username: orNull(Type.String(), 'Name of the owner'),
  },
  { title: 'FoundRecord', description: 'A record with the id' },
);
const FoundThingView = Type.Object(
  {
    id: idOf('Id of the case or item'),
    name: Type.String({ description: 'Name of the case or item' }),
    status: Type.String({ description: 'Whether it is in use' }),
  },
  { title: 'FoundThing', description: 'A case or an item whose name or id matches' },
);

const Found = Type.Object(
  {
    users: Type.Array(FoundUser, { description: 'At most 5, the newest first' }),
    records: Type.Array(FoundRecordView, {
      description: 'At most one of each kind; empty unless an id was searched for',
    }),
    cases: Type.Array(FoundThingView, { description: 'At most 5, by name' }),
    items: Type.Array(FoundThingView, { description: 'At most 5, by name' }),
  },
  {
    title: 'Found',
    examples: [
      {
        users: [{ id: '7', username: 'Bia', platformId: '76561198000000007', avatarUrl: null, status: 'ACTIVE' }],
        records: [{ kind: 'DEPOSIT', id: '7', status: 'PENDING', userId: '17', username: 'Ana' }],
        cases: [{ id: '7', name: 'First', status: 'ACTIVE' }],
        items: [{ id: '7', name: 'AK-47 | Redline (Field-Tested)', status: 'ACTIVE' }],
      },
    ],
  },
);

const foundUserView = ({ id, username, platformId, avatarUrl, status }: ListedUser): Static<typeof FoundUser> => ({
  id,
  username,
  platformId,
  avatarUrl,
  status,
});

export function searchAdminRoutes(routes: Routes, { db }: { db: Db }): void {
  routes.get(
    '/admin/search',
    {
      schema: {
        operationId: 'adminSearch',
        summary: 'Search records',
        description:
          'Finds users by a part of their name, by id or Steam id; deposits, withdrawals, orders, site swaps, ' +
          'battles and raffles by id; cases and items by a part of their name or by id. The answer has a few of ' +
          'each.',
        querystring: SearchQuery,
        response: { 200: Found },
      },
    },
    async ({ query }) => {
      const text = query.q.trim();
      // One spelling of an id is one: `007` is no id.
      const id = isId(text) && toId(text) === text ? toId<string>(text) : null;
      const [users, records, cases, items] = await Promise.all([
        listUsers(db, { search: text }, { limit: MOST_USERS, offset: 0 }),
        id === null ? [] : findRecords(db, id),
        findCases(db, text, id),
        findItems(db, text, id),
      ]);
      return { users: users.map(foundUserView), records, cases, items };
    },
  );
}
