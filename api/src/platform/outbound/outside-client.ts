import assert from 'node:assert/strict';
import type { Logger } from '../observability/logger.ts';
import { exchange, type Reply } from './exchange.ts';
import { OutsideError } from './outside-error.ts';

export interface OutsideClientOptions {
  /** Names the other side in errors and logs. */
  name: string;
  /** The address is a setting, never taken from a request. */
  baseUrl: string;
  /** The time for the whole exchange, from the connection to the last byte. */
  timeoutMs: number;
  maxReplyBytes: number;
  /** Headers of every request, such as a key. */
  headers?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  logger: Logger;
}

/** A parameter with several values is repeated. */
type OutsideQuery = Readonly<Record<string, string | readonly string[]>>;

export interface Question<Result> {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below the base. It is logged, so keys belong in headers or the query. */
  path: string;
  query?: OutsideQuery;
  headers?: Readonly<Record<string, string>>;
  /** A form, or a value that is sent as JSON. */
  body?: URLSearchParams | object;
  /** JSON by default; an answer of 204 is null. */
  replyAs?: 'json' | 'text';
  /** Returns null or throws if the answer is not as agreed. */
  read: (reply: unknown) => Result | null;
}

export interface OutsideClient {
  /** Sends the request once, because only the caller knows whether it may be repeated. Throws `OutsideError`. */
  ask<Result>(question: Question<Result>): Promise<Result>;
}

/** Makes the only client for the outside world: bounded in time and length, and it follows no redirects. */
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
          url: addressOf(base, path, { ...options.query, ...question.query }),
          method,
          headers: { ...headersFor(body, replyAs), ...options.headers, ...question.headers },
          body: body === undefined ? null : bodyText(body),
          timeoutMs,
          maxReplyBytes,
        });
        return readResult(what, wholeText(what, reply), reply.status, question);
      } catch (error) {
        const tookMs = Math.round(performance.now() - startedMs);
        // A refusal may be normal, so the caller decides whether to log it.
        const level = error instanceof OutsideError && error.fault === 'REFUSED' ? 'info' : 'warn';
        logger[level]({ outside: name, method, path, tookMs, err: error }, 'The outside world gave no usable answer');
        throw error;
      }
    },
  };
}

const DOT_SEGMENT = /(^|\/)(\.|%2e){1,2}(\/|$)/i;

function addressOf(base: URL, path: string, query: OutsideQuery): URL {
  // A part of a path from outside must not lead to another path.
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

/** Returns the text of a successful and complete answer. */
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
    // The parser's words are left out, because they repeat a part of the text.
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
