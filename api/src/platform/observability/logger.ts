import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { maskKeys, maskText, maskValue, needsMasking } from './masking.ts';

export type Logger = PinoLogger;

export interface LoggerOptions {
  level: string;
  destination: DestinationStream;
}

/**
 * Every line passes two gates. `formatters.log` copies the logged values into bounded, plain ones without the named
 * secrets, so that errors, cycles and bigints are safe to print. `streamWrite` looks at the finished line, since the
 * message, child bindings and serializers never meet that formatter; only a line that looks suspicious is parsed and
 * masked text by text.
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
  // Requests and replies keep their class until their serializer has picked the few fields worth logging.
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
    // A line that cannot be read as JSON must not pass unmasked.
    return `${JSON.stringify({ level: 'error', msg: maskText(line) })}\n`;
  }
}

interface LoggedRequest {
  id?: unknown;
  method?: unknown;
  url?: unknown;
  ip?: unknown;
}

/** Headers and bodies stay out: they hold session ids and codes, and more people read a log than a database. */
function describeRequest(request: unknown): unknown {
  if (typeof request !== 'object' || request === null) return request;
  const { id, method, url, ip } = request as LoggedRequest;
  return maskKeys({ id, method, url, ip });
}

/** An error in a child's bindings comes here as it is; one in a record has been copied and must stay as copied. */
function describeError(error: unknown): unknown {
  return error instanceof Error ? maskKeys(error) : error;
}

function describeResponse(response: unknown): unknown {
  if (typeof response !== 'object' || response === null) return response;
  const { statusCode } = response as { statusCode?: unknown };
  return maskKeys({ statusCode });
}
