/** What every stand-in receives from the sandbox it lives in. */
export interface SandboxContext {
  /** The sandbox's public origin. A function, because the port is known only once the server listens. */
  origin: () => string;
  now: () => Date;
  /** Aborted when the sandbox closes, so that nobody is kept waiting by a fault that delays. */
  closing: AbortSignal;
}

/** How a stand-in presents itself on the index page. Its registration function returns this. */
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
  /** Whether the address answers a person who simply follows the link. */
  canBeOpened?: true;
}

interface Control {
  /** POST sets, GET answers the present state. */
  path: string;
  note: string;
  /** A body worth trying, shown as a command. */
  example: object;
}
