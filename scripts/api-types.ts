import path from 'node:path';
import { fieldOf, type Schema, typeOf } from './schema-types.ts';

/**
 * Writes TypeScript of the OpenAPI document for the web app: one interface for each named schema, and the operations by
 * path and method. A change of the API that breaks a page then breaks the type check.
 */
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

export function apiTypes(
  { paths, components }: ApiDocument,
  errors: readonly { code: string; reader: string }[],
): string {
  const schemas = Object.entries(components.schemas)
    .filter(([name]) => name !== 'ErrorCode')
    .sort(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method];
      return operation === undefined ? [] : [operationOf(method, path, operation)];
    }),
  );
  return [
    '// Made by `npm run docs` from the OpenAPI document of the API. Do not edit it by hand.\n\n',
    `/** Every code that an error can have. */\nexport type ErrorCode = AdminErrorCode | PlayerErrorCode;\n\n`,
    codesType('AdminErrorCode', 'Of what is answered to administrators alone, in English.', errors, 'administrator'),
    codesType('PlayerErrorCode', 'Of what is answered in Portuguese.', errors, 'player'),
    ...schemas,
    `\n/** By method and path. Ids and sums of money are decimal strings. */\nexport interface Operations {\n${operations.join('')}}\n`,
  ].join('');
}

function codesType(
  name: string,
  meaning: string,
  errors: readonly { code: string; reader: string }[],
  wanted: string,
): string {
  const codes = errors.flatMap(({ code, reader }) => (reader === wanted ? [code] : [])).sort();
  return `/** ${meaning} */\nexport type ${name} =\n${codes
    .map((code) => `  | '${code}'\n`)
    .join('')
    .trimEnd()};\n\n`;
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
