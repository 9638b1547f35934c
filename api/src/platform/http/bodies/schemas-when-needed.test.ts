import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { Type } from 'typebox';
import { orNull } from '../../schemas.ts';
import { serializersWhenNeeded } from './schemas-when-needed.ts';

test('what may be null is written as it is or as null, and without what no schema names', async () => {
  const Part = Type.Object({
    text: orNull(Type.String(), 'A text'),
    numbers: orNull(Type.Array(Type.Integer()), 'Some'),
  });
  const Answer = Type.Object({
    part: orNull(Part, 'A part'),
    choice: Type.Union([Type.String(), Type.Integer(), Type.Null()]),
    parts: Type.Array(orNull(Part, 'A part')),
    either: Type.Union([
      Type.Object({ is: Type.Literal('A'), grade: orNull(Type.String({ enum: ['LOW', 'HIGH'] }), 'A grade') }),
      Type.Object({ is: Type.Literal('B'), size: Type.Integer() }),
    ]),
  });
  const part = { text: 'a', numbers: [1, 2] };
  const answers = [
    { part, choice: 'a', parts: [part, null], either: { is: 'A', grade: null } },
    { part: null, choice: 7, parts: [], either: { is: 'A', grade: 'LOW' } },
    { part: { text: null, numbers: null }, choice: null, parts: [null], either: { is: 'B', size: 1 } },
  ];
  const app = Fastify(serializersWhenNeeded);
  app.get('/:number', { schema: { response: { 200: Answer } } }, async ({ params }) => {
    const answer = answers[Number((params as { number: string }).number)];
    return {
      ...answer,
      secret: 'no schema names it',
      part: answer?.part && { ...answer.part, secret: 'neither this' },
    };
  });
  for (const [number, answer] of answers.entries()) {
    assert.deepEqual((await app.inject(`/${number}`)).json(), answer);
  }
  await app.close();
});
