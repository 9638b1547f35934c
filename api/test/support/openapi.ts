import type { FastifyInstance } from 'fastify';

export interface OpenApi {
  openapi: string;
  info: { version: string; description: string; license: { identifier: string } };
  tags: { name: string; description: string }[];
  'x-tagGroups': { name: string; tags: string[] }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Answer>;
    headers: Record<string, { description: string; schema: Schema }>;
  };
}

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: object[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer & Reference>;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  example?: unknown;
  schema: Schema;
}

interface Answer {
  description: string;
  content?: Record<string, Media>;
  headers?: Record<string, object>;
}

export interface Media {
  schema: Schema;
  example?: unknown;
  examples?: object;
}

export interface Schema extends Reference {
  type?: string | string[];
  title?: string;
  description?: string;
  examples?: unknown[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
}

interface Reference {
  $ref?: string;
}

export async function readOpenApi(http: FastifyInstance): Promise<OpenApi> {
  return (await http.inject({ url: '/api/docs-json' })).json();
}

/** Follows a reference within the document; anything else is itself. */
export function resolved<Value extends object>(document: OpenApi, value: Value & Reference): Value {
  if (value.$ref === undefined) return value;
  const steps = value.$ref.replace('#/', '').split('/');
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document) as Value;
}

export interface NamedOperation {
  /** As `GET /api/cases`. */
  name: string;
  method: string;
  path: string;
  operation: Operation;
}

export const operationsOf = ({ paths }: OpenApi): NamedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method,
      path,
      operation,
    })),
  );
