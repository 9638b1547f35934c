import { Type } from 'typebox';
import type { Db } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { idOf, orNull } from '../../../../platform/schemas.ts';
import { listPeopleByName } from './search.sql.ts';

const MOST_FOUND = 10;

const SearchQuery = Type.Object({
  name: Type.String({
    minLength: 3,
    maxLength: 64,
    pattern: '^\\S',
    'x-fault': 'must have 3 to 64 characters and begin with none that is blank',
    description: 'The beginning of the name, in capitals or not',
    examples: ['Bia'],
  }),
});

const FoundPeople = Type.Object(
  {
    people: Type.Array(
      Type.Object(
        {
          id: idOf('Names the user'),
          username: Type.String({ description: 'As it is shown' }),
          avatarUrl: orNull(Type.String(), 'The picture; null where there is none'),
        },
        { title: 'FoundPerson', description: 'Somebody whose name begins so' },
      ),
      { description: `At most ${MOST_FOUND}, by name` },
    ),
  },
  { title: 'FoundPeople', examples: [{ people: [{ id: '7', username: 'Bia', avatarUrl: null }] }] },
);

export function searchPlayerRoutes(routes: Routes, { db }: { db: Db }): void {
  routes.get(
    '/users/search',
    {
      schema: {
        operationId: 'searchPeople',
        summary: 'Search users by name',
        description:
          'People whose names begin as given, to offer them a swap. You yourself and accounts that cannot come in are ' +
          `left out. Where there are more than ${MOST_FOUND}, give more of the name.`,
        querystring: SearchQuery,
        response: { 200: FoundPeople },
      },
    },
    async (request) => ({
      people: await listPeopleByName(db, request.query.name.trimEnd(), callerOf(request).userId, MOST_FOUND),
    }),
  );
}
