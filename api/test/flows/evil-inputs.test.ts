import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createCase } from '../../src/modules/games/cases/openings/test-support.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { createTestApp } from '../support/app.ts';
import { createItem } from '../support/items.ts';
import { createAdmin, createPerson, createPlayer, type Person } from '../support/people.ts';
import { useApp } from '../support/use-app.ts';

/**
 * Every field of every route's path, query and body gets values that machines send and people do not, as the server's
 * own description lists them. No value may cause a fault of ours, and a 400 names its field.
 */
interface Shape {
  $ref?: string;
  type?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
}

interface Operation {
  parameters?: { name: string; in: 'path' | 'query' | 'header'; schema: Shape }[];
  requestBody?: { content: { 'application/json': { schema: Shape; example?: unknown } } };
}

interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  body?: string;
  field: string;
  /** The field can be no such thing, whatever else it takes. */
  mustFail: boolean;
}

const NOT_NUMBERS = ['1e400', '-1e400', 'Infinity', '-Infinity', 'NaN', '0x10', '0b1', '1e1', ' 5', '5 ', '5.0', ''];
const WITH_NUL = ['\u0000', 'a\u0000b'];
const HALVES = ['\ud800', 'a\udfff'];
const ODD = [
  '-1',
  '007',
  '9'.repeat(400),
  '__proto__',
  'constructor',
  "'; drop table users; --",
  '%',
  '💥'.repeat(200),
];
const NO_UTF8 = ['%FF', '%ED%A0%80'];
/** Written as it stands, since no number of ours is so large. */
const HUGE = '1e400 as a number';
const ODD_JSON = [HUGE, -1e308, 1.5, -0, null, [], {}, true, [['\u0000']], { '\ud800': { '\u0000': '\ud800' } }];

const app = useApp(createTestApp);
let player: Person;
let admin: Person;
let paths: Record<string, Record<string, Operation>>;
let shapes: Record<string, Shape>;
before(async () => {
  // The ids of examples lead to these records, so that no caller is judged or paid.
  for (let id = 1; id <= 50; id += 1) {
    await createPerson(app.db);
    await createItem(app.db);
  }
  for (let id = 1; id <= 5; id += 1) await createCase(app.db);
  // The account has money, because a request could close an empty one.
  player = await createPlayer(app.db, 1_000_000_000);
  admin = await createAdmin(app.db);
  const document = (await app.http.inject({ url: '/api/docs-json' })).json();
  paths = document.paths;
  shapes = document.components.schemas;
});

const resolved = (shape: Shape): Shape =>
  shape.$ref === undefined ? shape : resolved(shapes[shape.$ref.split('/').at(-1) ?? ''] ?? {});

function isNumber(shape: Shape): boolean {
  return (shape.anyOf ?? [shape]).every((each) => ['integer', 'number'].includes(resolved(each).type ?? ''));
}

const filled = (path: string) => path.replaceAll(/\{[^}]+\}/g, '1');

function* urlCalls(method: Call['method'], path: string, { parameters = [], requestBody }: Operation): Generator<Call> {
  const example = requestBody?.content['application/json'].example;
  const body = requestBody === undefined ? {} : { body: JSON.stringify(example ?? {}) };
  for (const { name, in: place, schema } of parameters) {
    if (place === 'header') continue;
    const spelt = [...NOT_NUMBERS, ...WITH_NUL, ...ODD].map((value) => [value, encodeURIComponent(value)] as const);
    for (const [value, text] of [...spelt, ...NO_UTF8.map((each) => [each, each] as const)]) {
      // A path that is not UTF-8, or has an empty part, belongs to no route.
      if (place === 'path' && (text === '' || NO_UTF8.includes(text))) continue;
      const url = place === 'query' ? `${filled(path)}?${name}=${text}` : filled(path.replace(`{${name}}`, text));
      const cannotBe = isNumber(resolved(schema)) && NOT_NUMBERS.includes(value);
      yield { ...body, method, url, field: name, mustFail: cannotBe || WITH_NUL.includes(value) };
    }
  }
}

type Step = string | number;

function* fieldsOf(given: Shape, at: readonly Step[] = []): Generator<[readonly Step[], Shape]> {
  const shape = resolved(given);
  if (at.length > 0) yield [at, shape];
  for (const [name, property] of Object.entries(shape.properties ?? {})) yield* fieldsOf(property, [...at, name]);
  if (shape.items !== undefined) yield* fieldsOf(shape.items, [...at, 0]);
  for (const each of [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])]) {
    for (const [name, property] of Object.entries(resolved(each).properties ?? {})) {
      yield* fieldsOf(property, [...at, name]);
    }
  }
}

function withValue(body: unknown, [step, ...others]: readonly Step[], value: unknown): unknown {
  if (step === undefined) return value;
  const copy = typeof step === 'number' ? [...((body as unknown[]) ?? [])] : { ...(body as object) };
  return Object.assign(copy, { [step]: withValue((copy as Record<Step, unknown>)[step], others, value) });
}

function* bodyCalls(method: Call['method'], path: string, { requestBody }: Operation): Generator<Call> {
  if (requestBody === undefined) return;
  const { schema, example = {} } = requestBody.content['application/json'];
  const broken: unknown[] = [...WITH_NUL, ...HALVES];
  for (const [at, shape] of fieldsOf(schema)) {
    for (const value of [...NOT_NUMBERS, ...broken, ...ODD, ...ODD_JSON]) {
      const body = JSON.stringify(withValue(example, at, value)).replaceAll(`"${HUGE}"`, '1e400');
      const cannotBe = isNumber(shape) && typeof value === 'string';
      yield { method, url: filled(path), body, field: at.join('.'), mustFail: cannotBe || broken.includes(value) };
    }
  }
}

/** These end the caller's session, or ask an outside service that is not there. */
const WITHOUT_ANSWER = /\/auth\/logout|\/steam-database\/|\/items\/sync|\/swap\/site$/;
const ADMINS = /^\/api\/((admin|audit\/(verify-chain|entity))\/|raffle\/\{id\}\/draw)/;

async function faultOf(call: Call, person: Person): Promise<string | null> {
  const { method, url, body, field, mustFail } = call;
  const headers = { ...person.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const answer = await app.http.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }) });
  const told = `${method} ${url.slice(0, 100)} ${body?.slice(0, 200) ?? ''} → ${answer.statusCode} ${answer.body}`;
  if (answer.statusCode >= 500 && !WITHOUT_ANSWER.test(url)) return told;
  if (answer.statusCode !== 400) return mustFail ? `${field} was taken: ${told}` : null;
  const { message, errors }: { message: string; errors?: { field: string; message: string }[] } = answer.json();
  const isNamed = errors?.some(
    (each) => `${each.field}.`.startsWith(`${field}.`) || `${field}.`.startsWith(`${each.field}.`),
  );
  // The value may be right, and an example without the fields beside it not; a rule has a sentence of its own.
  const isOthers =
    errors === undefined
      ? !/character|[Mm]alformed/.test(message)
      : errors.every((each) => each.message === 'is required');
  return isNamed || (isOthers && !mustFail) ? null : `${field} is not named: ${told}`;
}

for (const place of ['path and query', 'body'] as const) {
  test(`no value in a ${place} is a fault of ours, and one that is refused is named`, async () => {
    const faults: string[] = [];
    let calls = 0;
    for (const [path, operations] of Object.entries(paths)) {
      for (const [name, operation] of Object.entries(operations)) {
        const method = name.toUpperCase() as Call['method'];
        const callsOf = place === 'body' ? bodyCalls : urlCalls;
        for (const call of callsOf(method, path, operation)) {
          calls += 1;
          const fault = await faultOf(call, ADMINS.test(path) ? admin : player);
          if (fault !== null) faults.push(fault);
        }
      }
    }
    assert.deepEqual(faults, []);
    assert.ok(calls > 1_000, `${calls} calls are not every field`);
    assert.deepEqual(await findViolations(app.db), []);
  });
}
