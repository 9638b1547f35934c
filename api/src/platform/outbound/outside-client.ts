import assert from 'node:assert/strict';
import { type IncomingMessage, request as requestOverTcp } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import type { SecureContext } from 'node:tls';
import { createGunzip } from 'node:zlib';
import { Ajv, type ValidateFunction } from 'ajv';
import type { Static, TSchema } from 'typebox';
import type { Logger } from '../observability/logger.ts';
import { afterLimit } from '../time-limits.ts';
import { OutsideError } from './outside-error.ts';

interface Exchange {
  /** Errors name it. */
  what: string;
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  timeoutMs: number;
  maxReplyBytes: number;
  /** It has our certificate; null without one. */
  secureContext: SecureContext | null;
}

interface Reply {
  status: number;
  text: string;
  flaw: 'CUT' | 'TOO_LONG' | 'GARBLED' | null;
}

/**
 * The usual quarter of a second is too short for another continent, and a second address may be unreachable. At most
 * half of the request's time leaves room for the next address.
 */
const ADDRESS_TIMEOUT_MS = 2_000;

/**
 * `fetch` repeats requests after a 421 and hides whether a connection came about. The other side may close a reused
 * connection at the moment of a request, whose outcome would be unknown.
 */
async function exchange(asked: Exchange): Promise<Reply> {
  const { what, url, method, headers, body, timeoutMs, maxReplyBytes, secureContext } = asked;
  const isSecure = url.protocol === 'https:';
  const connecting = {
    agent: false,
    autoSelectFamilyAttemptTimeout: Math.min(ADDRESS_TIMEOUT_MS, Math.ceil(timeoutMs / 2)),
    ...(secureContext === null ? {} : { secureContext }),
  };
  const request = (isSecure ? requestOverTls : requestOverTcp)(url, { method, headers, ...connecting });
  let isConnected = false;
  request.once('socket', (socket) => {
    // Nothing leaves this process before this event.
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      isConnected = true;
    });
  });
  const cancel = afterLimit(timeoutMs, () => request.destroy(new Error(`nothing whole within ${timeoutMs} ms`)));
  try {
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).on('error', reject);
      request.once('close', () => reject(new Error('closed without an answer')));
    });
    request.end(body);
    const response = await answered;
    return { status: response.statusCode ?? 0, ...(await readText(response, maxReplyBytes)) };
  } catch (cause) {
    if (!isConnected) throw new OutsideError('NOT_SENT', `${what} could not be sent`, { cause });
    if (isNoHttp(cause)) throw new OutsideError('UNREADABLE', `${what} was not answered in HTTP`, { cause });
    throw new OutsideError('UNKNOWN', `${what} was not answered`, { cause });
  } finally {
    cancel();
    request.destroy();
  }
}

async function readText(response: IncomingMessage, maxBytes: number): Promise<Pick<Reply, 'text' | 'flaw'>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const ended = (flaw: Reply['flaw']) => ({ text: Buffer.concat(chunks).toString('utf8'), flaw });
  try {
    for await (const chunk of unpacked(response)) {
      bytes += chunk.length;
      if (bytes > maxBytes) return ended('TOO_LONG');
      chunks.push(chunk);
    }
    return ended(null);
  } catch (error) {
    return ended(isGarbled(error) ? 'GARBLED' : 'CUT');
  }
}

/** A few packed bytes can fill the memory. */
function unpacked(response: IncomingMessage): Readable {
  if (response.headers['content-encoding'] !== 'gzip') return response;
  // A failure of either side ends both.
  return pipeline(response, createGunzip(), () => undefined);
}

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code);
const isNoHttp = (error: unknown) => codeOf(error).startsWith('HPE_');
const isGarbled = (error: unknown) => codeOf(error) === 'Z_DATA_ERROR';

export interface OutsideClientOptions {
  name: string;
  /** It is a setting and never comes from a request. */
  baseUrl: string;
  /** From the connection to the last byte. */
  timeoutMs: number;
  maxReplyBytes: number;
  headers?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  /** It is asked each time, because a certificate is replaced while the process runs. */
  secureContext?: () => Promise<SecureContext>;
  logger: Logger;
}

type OutsideQuery = Readonly<Record<string, string | readonly string[]>>;

export interface Question<Result> {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** It is logged, so keys belong in headers or the query. */
  path: string;
  /** Without it, that of the client. */
  baseUrl?: string;
  query?: OutsideQuery;
  headers?: Readonly<Record<string, string>>;
  body?: URLSearchParams | object;
  /** An answer of 204 is null. */
  replyAs?: 'json' | 'text';
  /** Returns null or throws if the answer is unusable. */
  read: (reply: unknown) => Result | null;
}

export interface OutsideClient {
  /** Never repeats a request, because only the caller may. Throws `OutsideError`. */
  ask<Result>(question: Question<Result>): Promise<Result>;
}

/** All requests to the outside are bounded in time and length and follow no redirects. */
export function createOutsideClient(options: OutsideClientOptions): OutsideClient {
  const { name, baseUrl, timeoutMs, maxReplyBytes, logger } = options;
  const base = new URL(baseUrl);
  return {
    ask: async (question) => {
      const { method = 'GET', path, body, replyAs = 'json' } = question;
      const startedMs = performance.now();
      const what = `${name}: ${method} ${path}`;
      try {
        const reply = await exchange({
          what,
          url: addressOf(question.baseUrl === undefined ? base : new URL(question.baseUrl), path, {
            ...options.query,
            ...question.query,
          }),
          method,
          headers: { ...headersFor(body, replyAs), ...options.headers, ...question.headers },
          body: body === undefined ? null : bodyText(body),
          timeoutMs,
          maxReplyBytes,
          secureContext: await contextOf(what, options),
        });
        return readResult(what, wholeText(what, reply), reply.status, question);
      } catch (error) {
        const tookMs = Math.round(performance.now() - startedMs);
        // A refusal may be normal, so the caller logs it.
        const level = error instanceof OutsideError && error.fault === 'REFUSED' ? 'info' : 'warn';
        logger[level]({ outside: name, method, path, tookMs, err: error }, 'The outside world gave no usable answer');
        throw error;
      }
    },
  };
}

async function contextOf(what: string, { secureContext }: OutsideClientOptions): Promise<SecureContext | null> {
  try {
    return (await secureContext?.()) ?? null;
  } catch (cause) {
    throw new OutsideError('NOT_SENT', `${what} has no certificate that can be used`, { cause });
  }
}

const DOT_SEGMENT = /(^|\/)(\.|%2e){1,2}(\/|$)/i;

function addressOf(base: URL, path: string, query: OutsideQuery): URL {
  // A part from outside must not lead to another path.
  assert(path.startsWith('/') && !DOT_SEGMENT.test(path), 'a path begins with a slash and never climbs');
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/\/$/, '')}${path}`;
  const pairs = Object.entries(query).flatMap(([name, values]) => [values].flat().map((value) => [name, value]));
  url.search = new URLSearchParams(pairs).toString();
  return url;
}

function headersFor(body: URLSearchParams | object | undefined, replyAs: 'json' | 'text'): Record<string, string> {
  const headers = {
    accept: replyAs === 'json' ? 'application/json' : '*/*',
    'accept-encoding': 'gzip',
    'user-agent': 'lisura',
  };
  if (body === undefined) return headers;
  const isForm = body instanceof URLSearchParams;
  return { ...headers, 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' };
}

const bodyText = (body: URLSearchParams | object) =>
  body instanceof URLSearchParams ? body.toString() : JSON.stringify(body);

function wholeText(what: string, { status, text, flaw }: Reply): string {
  if (status >= 500) throw new OutsideError('FAILED', `${what} was answered with ${status}`, { status });
  if (status >= 400) {
    throw new OutsideError('REFUSED', `${what} was answered with ${status}`, { status, body: valueOrText(text) });
  }
  if (flaw === 'CUT') throw new OutsideError('UNKNOWN', `${what} was answered in part`, { status });
  if (status >= 300) throw new OutsideError('UNREADABLE', `${what} was answered with ${status}`, { status });
  if (flaw === 'TOO_LONG') throw new OutsideError('UNREADABLE', `${what} was answered at too great length`, { status });
  if (flaw === 'GARBLED') throw new OutsideError('UNREADABLE', `${what} was answered with garbled bytes`, { status });
  return text;
}

function readResult<Result>(what: string, text: string, status: number, question: Question<Result>): Result {
  const reply = question.replyAs === 'text' ? text : parsed(what, text, status);
  const unagreed = `${what} was answered in another shape than was agreed`;
  let result: Result | null;
  try {
    result = question.read(reply);
  } catch (cause) {
    throw new OutsideError('UNREADABLE', unagreed, { status, cause });
  }
  if (result === null) throw new OutsideError('UNREADABLE', unagreed, { status });
  return result;
}

function parsed(what: string, text: string, status: number): unknown {
  if (status === 204) return null;
  try {
    return JSON.parse(text);
  } catch {
    // The parser's words repeat a part of the text.
    throw new OutsideError('UNREADABLE', `${what} was not answered in JSON`, { status });
  }
}

function valueOrText(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const ajv = new Ajv({ strictTypes: false });

/** Further fields are allowed. */
export function shaped<Shape extends TSchema>(shape: Shape): (reply: unknown) => Static<Shape> | null {
  let matches: ValidateFunction | null = null;
  return (reply) => {
    matches ??= ajv.compile(shape);
    return matches(reply) ? (reply as Static<Shape>) : null;
  };
}
