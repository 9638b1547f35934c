import { ApiError, errorOf, isApiError } from './api-error.ts';
import type { Operations } from './generated/api.ts';
import { noteStanding } from './rate-limits.ts';

/**
 * The client is typed by the OpenAPI document: `call('POST /cases/{id}/open', { params: { id }, body: { quantity: 1 }
 * })`. The session is a cookie of our own site, so no token is needed.
 */
export type OperationName = keyof Operations;
export type AnswerOf<Name extends OperationName> = Operations[Name]['answer'];
export type BodyOf<Name extends OperationName> = Operations[Name]['body'];
export type QueryOf<Name extends OperationName> = Operations[Name]['query'];
type ParamsOf<Name extends OperationName> = Operations[Name]['params'];

type Part<Key extends string, Value> = keyof Value extends never ? { [key in Key]?: never } : { [key in Key]: Value };
/** A query may be left out as a whole: none of its fields is needed. */
type QueryPart<Value> = keyof Value extends never ? { query?: never } : { query?: Value };
export type CallOptions<Name extends OperationName> = Part<'params', ParamsOf<Name>> &
  QueryPart<QueryOf<Name>> &
  (BodyOf<Name> extends undefined ? { body?: never } : { body: BodyOf<Name> }) & {
    /** A repeatable operation may be given a key, to continue an act after a reload. */
    idempotencyKey?: string;
    /** A request is tried this often while no answer comes; callers that repeat by themselves pass 1. */
    attempts?: number;
    signal?: AbortSignal;
  };
type OptionArguments<Options> = Partial<Options> extends Options ? [options?: Options] : [options: Options];

const ATTEMPTS = 4;
const pause = (attempt: number) => new Promise((resolve) => setTimeout(resolve, 400 * 2 ** attempt));

/** An act that is repeated with the same key is done once. */
export const newIdempotencyKey = (): string => crypto.randomUUID();

/**
 * Throws an ApiError for every other answer, and where none comes. Writes carry an Idempotency-Key, so a request whose
 * connection was lost is tried again with the same key: the act is done once, and its answer comes back.
 */
export function call<Name extends OperationName>(
  name: Name,
  ...[options]: OptionArguments<CallOptions<Name>>
): Promise<AnswerOf<Name>> {
  return send(name, (options ?? {}) as LooseOptions) as Promise<AnswerOf<Name>>;
}

/** Recent acts without an answer stand here by what they ask for. */
const underWay = new Map<string, Promise<unknown>>();
/** A button is disabled long before that, so a later press is meant. */
const SHARED_MS = 2_000;

/**
 * Callers have checked the types themselves. Two presses on a button that the page could not disable in time are one
 * act, and both get its answer. A request that may be aborted is never shared.
 */
export function send(name: OperationName, options: LooseOptions): Promise<unknown> {
  const { params, query, body, idempotencyKey, signal } = options;
  if (name.startsWith('GET ') || signal !== undefined) return ask(name, options);
  const act = JSON.stringify([name, params, query, body, idempotencyKey]);
  const pressedBefore = underWay.get(act);
  if (pressedBefore !== undefined) return pressedBefore;
  const asked = ask(name, options).finally(forget);
  function forget() {
    if (underWay.get(act) === asked) underWay.delete(act);
  }
  underWay.set(act, asked);
  setTimeout(forget, SHARED_MS);
  return asked;
}

async function ask(name: OperationName, options: LooseOptions): Promise<unknown> {
  const [method = 'GET', path = ''] = name.split(' ');
  const { signal, attempts = ATTEMPTS } = options;
  const request = requestOf(method, options);
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await fetch(addressOf(path, options), request);
      if (method !== 'GET') noteStanding(name, response.headers);
      return await answerOf(response);
    } catch (error) {
      if (isApiError(error)) throw error;
      signal?.throwIfAborted();
      if (attempt + 1 >= attempts) throw new ApiError({ code: 'OFFLINE', status: 0, message: 'Sem conexão.' });
    }
    await pause(attempt);
  }
}

export interface LooseOptions {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  idempotencyKey?: string;
  attempts?: number;
  signal?: AbortSignal;
}

function requestOf(method: string, { body, idempotencyKey, signal }: LooseOptions): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  // Operations without keys ignore it.
  if (method !== 'GET') headers['idempotency-key'] = idempotencyKey ?? newIdempotencyKey();
  return {
    method,
    headers,
    credentials: 'same-origin',
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  };
}

function addressOf(path: string, { params = {}, query = {} }: LooseOptions): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return `/api${filled}${search.size === 0 ? '' : `?${search}`}`;
}

/** Headers come before the rest: an answer that breaks off throws here, or is no JSON, and is as good as none. */
async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw errorOf(response, text);
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return isJson ? JSON.parse(text) : text;
}
