import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { explainRead } from '../../../../test/support/explained-reads.ts';
import { createPerson, type Person } from '../../../../test/support/people.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { sql } from '../../../platform/database/sql.ts';
import { listPeopleByName } from './users.sql.ts';

const app = useApp(createTestApp);

async function named(username: string, status = 'ACTIVE'): Promise<Person> {
  const person = await createPerson(app.db);
  await app.db.query(sql`update users set username = ${username}, status = ${status} where id = ${person.userId}`);
  return person;
}

const search = (who: Person | null, name: string) =>
  app.http.inject({ url: '/api/users/search', query: { name }, ...(who === null ? {} : { headers: who.headers }) });

test('people are found by the beginning of their names, whatever characters it has', async () => {
  const [ana, joana] = [await named('Ana Beatriz'), await named('ANALU')];
  await named('Joana');
  await named('Anacleto', 'SUSPENDED');
  await named('100%_certo');
  const asker = await named('Ana que procura');
  const found = async (name: string) => {
    const answer = await search(asker, name);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json().people;
  };
  assert.deepEqual(await found('ana'), [
    { id: ana.userId, username: 'Ana Beatriz', avatarUrl: null },
    { id: joana.userId, username: 'ANALU', avatarUrl: null },
  ]);
  assert.deepEqual(await found('100%_'), [{ id: (await found('100'))[0].id, username: '100%_certo', avatarUrl: null }]);
  assert.deepEqual(await found('___'), []);
  assert.deepEqual(await found('%%%'), []);
});

test('at most ten are found, by the index', async () => {
  const asker = await named('Somebody');
  for (let number = 10; number < 22; number += 1) await named(`Zeta ${number}`);
  const { people } = (await search(asker, 'zeta')).json();
  assert.equal(people.length, 10);
  assert.equal(people[0].username, 'Zeta 10');
  await app.db.query(sql`
    insert into users (platform_id, username)
    select (76561199000000000 + each)::text, 'many ' || each from generate_series(1, 20000) each`);
  await app.db.query(sql`analyze users`);
  const plan = await explainRead(app.db, (db) => listPeopleByName(db, 'zeta', asker.userId, 10));
  assert.match(plan.join('\n'), /users_by_name/);
});

test('what is too short is refused by name, and visitors find nobody', async () => {
  const asker = await named('Somebody else');
  for (const name of ['', 'an', '   ana']) {
    const answer = await search(asker, name);
    assert.equal(answer.statusCode, 400);
    assert.equal(answer.json().errors[0].field, 'name');
  }
  assert.equal((await search(null, 'ana')).statusCode, 401);
});
