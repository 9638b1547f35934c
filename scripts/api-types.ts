import path from 'node:path';

/**
 * TypeScript of the OpenAPI document, for the web app: one interface for each named schema, and the operations by path
 * and method with their parameters, body and answer. A change of the API that breaks a page then breaks the type check.
 */
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  description?: string;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}
interface Content {
  content?: Record<string, { schema?: Schema }>;
}
interface Operation {
  operationId: string;
  summary: string;
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export const API_TYPES_FILE = path.resolve(import.meta.dirname, '../web/src/data/generated/api.ts');

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

export function apiTypes({ paths, components }: ApiDocument, errorCodes: readonly string[]): string {
  const schemas = Object.entries(components.schemas)
    .sort(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method];
      return operation === undefined ? [] : [operationOf(method, path, operation)];
    }),
  );
  const codes = [...errorCodes].sort().map((code) => `  | '${code}'\n`);
  return [
    '// Made by `npm run docs` from the OpenAPI document of the API. Do not edit it by hand.\n\n',
    `/** Every code that an error can have. */\nexport type ErrorCode =\n${codes.join('').trimEnd()};\n\n`,
    ...schemas,
    `\n/** By method and path. Ids and sums of money are decimal strings. */\nexport interface Operations {\n${operations.join('')}}\n`,
  ].join('');
}

function operationOf(method: string, path: string, operation: Operation): string {
  const { parameters = [], requestBody, responses } = operation;
  const place = (where: string) => {
    const fields = parameters.filter((parameter) => parameter.in === where);
    return fields.map(({ name, required, schema }) => fieldOf(name, schema ?? {}, required === true)).join(' ');
  };
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const isRepeatable = parameters.some(({ name }) => name === 'idempotency-key');
  const lines = [
    `params: { ${place('path')} };`,
    `query: { ${place('query')} };`,
    `body: ${requestBody === undefined ? 'undefined' : contentOf(requestBody)};`,
    `answer: ${success === undefined ? 'undefined' : contentOf(success)};`,
    `repeatable: ${isRepeatable};`,
  ];
  return `  /** ${operation.summary} */\n  '${method.toUpperCase()} ${path.replace(/^\/api/, '')}': {\n    ${lines.join('\n    ')}\n  };\n`;
}

function contentOf({ content = {} }: Content): string {
  const json = content['application/json']?.schema;
  if (json !== undefined) return typeOf(json);
  return Object.keys(content).length === 0 ? 'undefined' : 'string';
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'unknown';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return `(${[...new Set(choices.map(typeOf))].join(' | ')})`;
  if (schema.allOf !== undefined) return `(${schema.allOf.map(typeOf).join(' & ')})`;
  if (Array.isArray(schema.type)) {
    return `(${schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')})`;
  }
  return plainTypeOf(schema);
}

function plainTypeOf(schema: Schema): string {
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return `${wrapped(typeOf(schema.items ?? {}))}[]`;
    case 'object':
      return objectOf(schema);
    default:
      return schema.properties === undefined ? 'unknown' : objectOf(schema);
  }
}

const wrapped = (type: string) => (/^[A-Za-z]+$/.test(type) || type.startsWith('(') ? type : `(${type})`);

function objectOf({ properties = {}, required = [], patternProperties, additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(([name, schema]) => fieldOf(name, schema, required.includes(name)));
  const [others] = Object.values(patternProperties ?? {});
  const rest = others ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
  if (fields.length === 0) return `Record<string, ${rest === undefined ? 'unknown' : typeOf(rest)}>`;
  return `{ ${fields.join(' ')} }`;
}

const fieldOf = (name: string, schema: Schema, required: boolean): string =>
  `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`}${required ? '' : '?'}: ${typeOf(schema)};`;
