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
  /** Why the text is not the whole of what was, or should have been, said. */
  flaw: 'CUT' | 'TOO_LONG' | 'GARBLED' | null;
}

/**
 * How long one of the addresses of a host may take to connect before the next is tried. The quarter of a second that is usual
 * is over before a host on another continent has answered, and where the next one is of a network that is not there, every
 * question would fail. At most half of a question's own time, so that there is a next one.
 */
const ADDRESS_TIMEOUT_MS = 2_000;

/**
 * One question over a connection of its own, and what was answered to it. Not by `fetch`: that one asks again by itself
 * after a 421, and does not tell whether a connection came about. A connection that is used again would save a
 * handshake, and might be closed by the other side in the moment of our question, which then is in doubt for nothing.
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
    // Before it, nothing of the question leaves this process.
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      isConnected = true;
    });
  });
  const cancel = afterLimit(timeoutMs, () => request.destroy(new Error(`nothing whole within ${timeoutMs} ms`)));
  try {
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).on('error', reject);
      // A connection that was to become another protocol is closed without a word.
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

/** The limit counts what comes out: a few bytes can be packed so that they fill the memory. */
function unpacked(response: IncomingMessage): Readable {
  if (response.headers['content-encoding'] !== 'gzip') return response;
  // A failure of either side ends the other, and reaches whoever reads.
  return pipeline(response, createGunzip(), () => undefined);
}

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code);
/** The code of what no parser of HTTP could read. */
const isNoHttp = (error: unknown) => codeOf(error).startsWith('HPE_');
const isGarbled = (error: unknown) => codeOf(error) === 'Z_DATA_ERROR';
