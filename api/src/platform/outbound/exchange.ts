import { type IncomingMessage, request as requestOverTcp } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { afterLimit } from '../time-limits.ts';
import { OutsideError } from './outside-error.ts';

export interface Exchange {
  /** Who is asked for what, for the words of an error. */
  what: string;
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  timeoutMs: number;
  maxReplyBytes: number;
}

export interface Reply {
  status: number;
  text: string;
  /** Says why the text is incomplete. */
  flaw: 'CUT' | 'TOO_LONG' | 'GARBLED' | null;
}

/**
 * Limits the time to connect to one address of a host before the next is tried. The usual quarter of a second is over
 * before a host on another continent has answered, and if the next address is in an unreachable network, every request
 * would fail. It is at most half of a request's own time, so that there is a next one.
 */
const ADDRESS_TIMEOUT_MS = 2_000;

/**
 * Sends one request over a connection of its own. `fetch` repeats a request by itself after a 421, and does not tell
 * whether a connection came about. A reused connection would save a handshake, but the other side might close it at the
 * moment of our request, whose outcome would then be unknown.
 */
export async function exchange({
  what,
  url,
  method,
  headers,
  body,
  timeoutMs,
  maxReplyBytes,
}: Exchange): Promise<Reply> {
  const isSecure = url.protocol === 'https:';
  const connecting = {
    agent: false,
    autoSelectFamilyAttemptTimeout: Math.min(ADDRESS_TIMEOUT_MS, Math.ceil(timeoutMs / 2)),
  };
  const request = (isSecure ? requestOverTls : requestOverTcp)(url, { method, headers, ...connecting });
  let isConnected = false;
  request.once('socket', (socket) => {
    // Before this event, nothing of the request leaves this process.
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      isConnected = true;
    });
  });
  const cancel = afterLimit(timeoutMs, () => request.destroy(new Error(`nothing whole within ${timeoutMs} ms`)));
  try {
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).on('error', reject);
      // A connection that switches to another protocol is closed.
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

/** The limit counts unpacked bytes, because a few packed bytes can fill the memory. */
function unpacked(response: IncomingMessage): Readable {
  if (response.headers['content-encoding'] !== 'gzip') return response;
  // A failure of either side ends the other, and reaches the reader.
  return pipeline(response, createGunzip(), () => undefined);
}

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code);
/** The code of a fault of the HTTP parser. */
const isNoHttp = (error: unknown) => codeOf(error).startsWith('HPE_');
const isGarbled = (error: unknown) => codeOf(error) === 'Z_DATA_ERROR';
