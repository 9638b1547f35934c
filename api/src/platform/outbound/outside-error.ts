/**
 * The other side knows nothing of `NOT_SENT` requests and has not acted after `REFUSED` (4xx). It may have acted after
 * `UNKNOWN` (no whole answer), `FAILED` (5xx) and `UNREADABLE`.
 */
type OutsideFault = 'NOT_SENT' | 'UNKNOWN' | 'REFUSED' | 'FAILED' | 'UNREADABLE';

interface OutsideErrorDetails {
  status?: number | null;
  body?: unknown;
  cause?: unknown;
}

/** Query, headers and bodies hold keys and personal data, so the message omits them. */
export class OutsideError extends Error {
  readonly fault: OutsideFault;
  readonly status: number | null;
  /** A log would print a property. */
  readonly #body: unknown;

  constructor(fault: OutsideFault, message: string, { status = null, body = null, cause }: OutsideErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'OutsideError';
    this.fault = fault;
    this.status = status;
    this.#body = body;
  }

  /** JSON is a value, anything else a text. */
  get body(): unknown {
    return this.#body;
  }
}
