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
    'x-fault': 'must have 3 to 64 characters and must not begin with a blank',
    description: 'The beginning of the name, in capitals or not',
    examples: ['Bia'],
  }),
});

const FoundPeople = Type.Object(
  {
    people: Type.Array(
      Type.Object(
        {
          id: idOf('Id of the user'),
          username: Type.String({ description: 'Name of the user' }),
          avatarUrl: orNull(Type.String(), 'Picture of the user; null if they have none'),
        },
        { title: 'FoundPerson', description: 'A user whose name begins with the text' },
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
          'Finds users by the beginning of their name, to offer them a swap. You yourself and accounts that cannot ' +
          `log in are left out. If there are more than ${MOST_FOUND}, send more of the name.`,
        querystring: SearchQuery,
        response: { 200: FoundPeople },
      },
    },
    async (request) => ({
      people: await listPeopleByName(db, request.query.name.trimEnd(), callerOf(request).userId, MOST_FOUND),
    }),
  );
}
