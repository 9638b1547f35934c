import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { maskKeys, maskText, maskValue, needsMasking } from './masking.ts';

export type Logger = PinoLogger;

export interface LoggerOptions {
  level: string;
  destination: DestinationStream;
}

/**
 * Every line passes two gates: `formatters.log` copies values without named secrets, and `streamWrite` masks the
 * finished line if it looks suspicious, because messages, child bindings and serializers pass the first gate.
 */
export function createLogger({ level, destination }: LoggerOptions): Logger {
  const options = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: maskRecord,
    },
    serializers: { req: describeRequest, res: describeResponse, err: describeError },
    hooks: { streamWrite: maskLine },
  };
  return pino(options, destination);
}

export const silentLogger: Logger = createLogger({ level: 'silent', destination: { write: () => undefined } });

function maskRecord(record: Record<string, unknown>): Record<string, unknown> {
  const { req, res } = record;
  // Serializers pick the few fields of requests and replies later.
  if (req !== undefined || res !== undefined) {
    return { ...maskRecord({ ...record, req: undefined, res: undefined }), req, res };
  }
  const masked = maskKeys(record);
  return typeof masked === 'object' && masked !== null ? (masked as Record<string, unknown>) : { value: masked };
}

function maskLine(line: string): string {
  if (!needsMasking(line)) return line;
  try {
    return `${JSON.stringify(maskValue(JSON.parse(line)))}\n`;
  } catch {
    // A line that is no JSON must not pass unmasked.
    return `${JSON.stringify({ level: 'error', msg: maskText(line) })}\n`;
  }
}

interface LoggedRequest {
  id?: unknown;
  method?: unknown;
  url?: unknown;
  ip?: unknown;
}

/** Headers and bodies hold session ids and codes, and many people read logs. */
function describeRequest(request: unknown): unknown {
  if (typeof request !== 'object' || request === null) return request;
  const { id, method, url, ip } = request as LoggedRequest;
  return maskKeys({ id, method, url, ip });
}

/** An error in a record has been copied already. */
function describeError(error: unknown): unknown {
  return error instanceof Error ? maskKeys(error) : error;
}

function describeResponse(response: unknown): unknown {
  if (typeof response !== 'object' || response === null) return response;
  const { statusCode } = response as { statusCode?: unknown };
  return maskKeys({ statusCode });
}
