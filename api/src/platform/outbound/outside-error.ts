/**
 * What became of a question to the outside world, by what a caller may conclude from it:
 *
 * - `NOT_SENT`: no connection came about, so the other side knows nothing of it.
 * - `UNKNOWN`: sent, and no whole answer came. The other side may have acted.
 * - `REFUSED`: answered with a 4xx, and why.
 * - `FAILED`: answered with a 5xx. The other side may have acted.
 * - `UNREADABLE`: answered in another way than was agreed. The other side may have acted, and probably has.
 */
type OutsideFault = 'NOT_SENT' | 'UNKNOWN' | 'REFUSED' | 'FAILED' | 'UNREADABLE';

interface OutsideErrorDetails {
  /** Null where no answer came. */
  status?: number | null;
  body?: unknown;
  cause?: unknown;
}

/** Says who was asked for what, and neither query nor headers nor bodies, which hold keys and people's data. */
export class OutsideError extends Error {
  readonly fault: OutsideFault;
  readonly status: number | null;
  /** Not a property that a log would print. */
  readonly #body: unknown;

  constructor(fault: OutsideFault, message: string, { status = null, body = null, cause }: OutsideErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'OutsideError';
    this.fault = fault;
    this.status = status;
    this.#body = body;
  }

  /** What the other side said to a refusal: a value where it is JSON, else the text; null where there is none. */
  get body(): unknown {
    return this.#body;
  }
}
