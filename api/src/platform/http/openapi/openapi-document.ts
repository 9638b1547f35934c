import { strict as assert } from 'node:assert';

/**
 * Makes the document short: titled schemas, bodies and answers become components, shared errors appear once. Validation
 * uses the schemas as written.
 */

interface Schema {
  [keyword: string]: unknown;
  title?: string;
  description?: string;
  examples?: unknown[];
  'x-documented-as'?: { propertyName: string | null; variants: readonly Schema[] };
}
interface Content {
  [mediaType: string]: { schema?: Schema; [field: string]: unknown };
}
interface Answer {
  content?: Content;
  headers?: object;
  [field: string]: unknown;
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
  example?: unknown;
}
interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, Answer>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas?: Record<string, Schema>; [kind: string]: object | undefined };
}

export interface SharedAnswer {
  name: string;
  description: string;
}

interface Parts {
  names: Names;
  sharedAnswers: Readonly<Record<string, SharedAnswer>>;
  given: Map<string, Answer>;
}

interface Completion {
  general: readonly object[];
  sharedAnswers: Readonly<Record<string, SharedAnswer>>;
  tagGroups: readonly object[];
}

export function completeDocument(written: object, { general, sharedAnswers, tagGroups }: Completion): object {
  const { paths, components, ...rest } = JSON.parse(
    JSON.stringify((written as { openapiObject: object }).openapiObject),
  ) as Document;
  const parts: Parts = { names: createNames(general as readonly Schema[]), sharedAnswers, given: new Map() };
  for (const [title, schema] of Object.entries(components.schemas ?? {})) parts.names.lift({ ...schema, title });
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    completeOperation(operation, parts);
  }
  const schemas = parts.names.all();
  const responses = Object.fromEntries(parts.given);
  return {
    ...rest,
    'x-tagGroups': tagGroups,
    paths,
    components: { ...components, schemas, responses, headers: HEADERS },
  };
}

function completeOperation(operation: Operation, parts: Parts): void {
  const { names } = parts;
  const { operationId, parameters = [], requestBody, responses } = operation;
  for (const parameter of parameters) {
    // The reference would send every field with an example.
    if (parameter.required !== true) delete parameter.example;
    delete parameter.schema?.title;
  }
  const isRepeatable = parameters.some(({ in: place, name }) => place === 'header' && name === 'idempotency-key');
  const title = capitalised(operationId);
  if (requestBody !== undefined) requestBody.content = liftedContent(requestBody.content, names, `${title}Body`);
  for (const [status, answer] of Object.entries(responses)) {
    const shared = parts.sharedAnswers[status];
    const isShared = shared !== undefined && shared.description === answer.description;
    if (answer.description === UNDESCRIBED) answer.description = 'Success';
    const lifted = liftedAnswer(
      withHeaders(answer, Number(status), isRepeatable && !isShared),
      names,
      `${title}Answer`,
    );
    if (isShared && !parts.given.has(shared.name)) parts.given.set(shared.name, lifted);
    responses[status] = isShared ? { $ref: `#/components/responses/${shared.name}` } : lifted;
  }
}

/** The plugin's description of an undescribed answer. */
const UNDESCRIBED = 'Default Response';

const liftedAnswer = (answer: Answer, names: Names, title: string): Answer =>
  answer.content === undefined ? answer : { ...answer, content: liftedContent(answer.content, names, title) };

function liftedContent(content: Content, names: Names, title: string): Content {
  return Object.fromEntries(
    Object.entries(content).map(([type, media]) => {
      const { schema } = media;
      if (schema === undefined || type !== 'application/json') return [type, media];
      const isNamed = schema.title !== undefined || schema.$ref !== undefined;
      return [type, { ...media, schema: names.lift(isNamed ? schema : { title, ...schema }) }];
    }),
  );
}

interface Names {
  lift(schema: Schema): Schema;
  all(): Record<string, Schema>;
}

function createNames(general: readonly Schema[]): Names {
  const components = new Map<string, Schema>();
  const places = new Map<string, Schema[]>();
  const lift = (schema: Schema): Schema => {
    const { description, examples, ...shape } = withParts(asDocumented(schema), lift);
    const { title } = shape;
    const words = {
      ...(description === undefined ? {} : { description }),
      ...(examples === undefined ? {} : { examples }),
    };
    if (title === undefined) return { ...shape, ...words };
    const first = components.get(title) ?? { ...shape, ...(examples === undefined ? {} : { examples }) };
    components.set(title, first);
    assert.deepEqual(plain(shape), plain(withoutWords(first)), `Two schemas of the API have the title ${title}`);
    if (isSame(examples, first.examples)) delete words.examples;
    const place = { $ref: `#/components/schemas/${title}`, ...words };
    places.set(title, [...(places.get(title) ?? []), place]);
    return place;
  };
  const ownWords = new Map(general.map(({ title, description }) => [title, description]));
  return {
    lift,
    all: () => {
      const named = [...components].sort(([one], [other]) => (one < other ? -1 : 1));
      return Object.fromEntries(
        named.map(([title, component]) => {
          const said = places.get(title) ?? [];
          const description = ownWords.get(title) ?? saidByMost(said);
          for (const place of said) if (place.description === description) delete place.description;
          return [title, description === undefined ? component : { ...component, description }];
        }),
      );
    },
  };
}

/** The named schema takes the words of most places. */
function saidByMost(places: readonly Schema[]): string | undefined {
  const words = places.flatMap(({ description }) => (description === undefined ? [] : [description]));
  return words.find((each) => words.filter((other) => other === each).length * 2 > words.length);
}

/** Places may have their own words and examples, but nothing else. */
const withoutWords = ({ description: _, examples: __, ...shape }: Schema) => shape;
const plain = (schema: object): object => JSON.parse(JSON.stringify(schema));

function asDocumented(schema: Schema): Schema {
  const { 'x-documented-as': documented, title, description, examples } = schema;
  if (documented === undefined) return schema;
  const { propertyName, variants } = documented;
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(examples === undefined ? {} : { examples }),
    oneOf: [...variants],
    ...(propertyName === null ? {} : { discriminator: { propertyName, mapping: mappingOf(propertyName, variants) } }),
  };
}

function mappingOf(propertyName: string, variants: readonly Schema[]): Record<string, string> {
  return Object.fromEntries(
    variants.map(({ title, properties }) => {
      const { const: value, enum: values } = (properties as Record<string, Schema>)[propertyName] ?? {};
      return [value ?? (values as string[])[0], `#/components/schemas/${title}`];
    }),
  );
}

function withParts(schema: Schema, change: (part: Schema) => Schema): Schema {
  const changed: Schema = { ...schema };
  const { properties, items, additionalProperties } = schema as Record<string, Record<string, Schema> | undefined>;
  if (properties !== undefined) {
    changed.properties = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, change(part)]));
  }
  if (items !== undefined) changed.items = change(items);
  if (typeof additionalProperties === 'object') changed.additionalProperties = change(additionalProperties);
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    if (schema[keyword] !== undefined) changed[keyword] = (schema[keyword] as Schema[]).map(change);
  }
  return changed;
}

const header = (description: string, schema: Schema) => ({ description, schema });
const HEADERS = {
  'X-Request-Id': header('Names the request in our logs: report it with a problem', {
    type: 'string',
    examples: ['5f3a9c01-46'],
  }),
  'Cache-Control': header(
    '`no-store` if the answer depends on a session; an answer that all callers share is `public`, and confirmed by its `ETag`',
    { type: 'string', examples: ['no-store'] },
  ),
  'X-RateLimit-Limit': header('Requests a minute that the tightest limit allows; absent where limits are off', {
    type: 'integer',
    examples: [100],
  }),
  'X-RateLimit-Remaining': header('Requests that are left of them', { type: 'integer', examples: [97] }),
  'X-RateLimit-Reset': header('When they are all there again, in Unix seconds', {
    type: 'integer',
    examples: [1_794_744_060],
  }),
  'Retry-After': header('Seconds to wait before the same is sent again', { type: 'integer', examples: [1] }),
  'Idempotent-Replayed': header('`true` where this is the answer that the first request with the key got', {
    type: 'string',
    enum: ['true'],
  }),
};

const EVERYWHERE = ['X-Request-Id', 'Cache-Control', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const WITH_A_WAIT = new Set([429, 503]);

function withHeaders(answer: Answer, status: number, isRepeatable: boolean): Answer {
  const names = [
    ...EVERYWHERE,
    ...(WITH_A_WAIT.has(status) ? ['Retry-After'] : []),
    ...(isRepeatable ? ['Idempotent-Replayed'] : []),
  ];
  const headers = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
  return { ...answer, headers: { ...headers, ...answer.headers } };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
