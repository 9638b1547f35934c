export interface SandboxContext {
  /** The origin is a function, because the port is known only once the server listens. */
  origin: () => string;
  now: () => Date;
  /** Aborted when the sandbox closes, so that nobody is kept waiting by a fault that delays. */
  closing: AbortSignal;
}

/** The registration function of a stand-in returns its entry on the index page. */
export interface StandIn {
  name: string;
  purpose: string;
  addresses: Address[];
  controls: Control[];
}

interface Address {
  method: 'GET' | 'POST';
  path: string;
  note: string;
  /** Tells whether the address answers a person who simply follows the link. */
  canBeOpened?: true;
}

interface Control {
  /** POST sets, GET answers the present state. */
  path: string;
  note: string;
  /** A body worth trying, shown as a command. */
  example: object;
}
