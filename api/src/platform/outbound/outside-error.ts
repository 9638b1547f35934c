/**
 * The outcome of a failed request to the outside world. `NOT_SENT`: no connection came about, so the other side knows
 * nothing of it. `UNKNOWN`: sent, but no whole answer came; the other side may have acted. `REFUSED`: answered with a
 * 4xx. `FAILED`: answered with a 5xx; the other side may have acted. `UNREADABLE`: the answer was not as agreed; the
 * other side has probably acted.
 */
type OutsideFault = 'NOT_SENT' | 'UNKNOWN' | 'REFUSED' | 'FAILED' | 'UNREADABLE';

interface OutsideErrorDetails {
  /** Null without an answer. */
  status?: number | null;
  body?: unknown;
  cause?: unknown;
}

/**
 * The message names the other side and the path, but neither query nor headers nor bodies, which hold keys and personal
 * data.
 */
export class OutsideError extends Error {
  readonly fault: OutsideFault;
  readonly status: number | null;
  /** It is not a property that a log would print. */
  readonly #body: unknown;

  constructor(fault: OutsideFault, message: string, { status = null, body = null, cause }: OutsideErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'OutsideError';
    this.fault = fault;
    this.status = status;
    this.#body = body;
  }

  /** The body of a refusal: a value if it is JSON, else the text; null without one. */
  get body(): unknown {
    return this.#body;
  }
}
