/** A test compares it with the shipped proxies and with the routes of the server. */
export const ADDRESSES = {
  public: [
    '/',
    '/:page',
    '/:page/*',
    '/assets/:file',
    '/favicon.ico',
    '/socket.io/*',
    '/api',
    '/api/',
    '/api/asyncapi.json',
    '/api/audit/head',
    '/api/audit/my-logs',
    '/api/auth/*',
    '/api/battles/*',
    '/api/cases',
    '/api/cases/*',
    '/api/config',
    '/api/docs',
    '/api/docs/*',
    '/api/docs-json',
    '/api/event/*',
    '/api/event-shoot/*',
    '/api/events',
    '/api/inventory',
    '/api/inventory/*',
    '/api/items',
    '/api/items/*',
    '/api/live-drops/*',
    '/api/log/*',
    '/api/notifications',
    '/api/notifications/*',
    '/api/payment/*',
    '/api/provably-fair/*',
    '/api/raffle/*',
    '/api/swap',
    '/api/swap/*',
    '/api/upgrade/*',
    '/api/user/*',
    '/api/users/*',
    '/api/verify',
    '/api/verify/*',
  ],
  /** A proxy may narrow them to networks. */
  operators: [
    '/admin',
    '/admin/*',
    '/api/admin/*',
    '/api/audit/verify-chain',
    '/api/audit/entity/*',
    '/api/items/sync',
    '/api/raffle/:id/draw',
  ],
  /** They are asked past the proxy. */
  inside: ['/metrics', '/api/health', '/api/health/*'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type AddressClass = keyof typeof ADDRESSES;

/** More than one is a fault of the table; without any nobody has decided. */
export function classesOf(path: string): AddressClass[] {
  const found = (Object.keys(ADDRESSES) as AddressClass[]).flatMap((name) =>
    ADDRESSES[name]
      .filter((pattern) => matches(pattern, path))
      .map((pattern) => ({ name, narrow: narrownessOf(pattern) })),
  );
  const narrowest = Math.max(...found.map(({ narrow }) => narrow));
  return [...new Set(found.filter(({ narrow }) => narrow === narrowest).map(({ name }) => name))];
}

function matches(pattern: string, path: string): boolean {
  const source = pattern.replaceAll('.', '\\.').replace(/\*$/, '.*').replaceAll(/:\w+/g, '[^/]+');
  return new RegExp(`^${source}$`).test(path) && !(pattern.startsWith('/:') && path.startsWith('/api/'));
}

const narrownessOf = (pattern: string) =>
  pattern.split('/').filter((part) => part !== '' && !/^[:*]/.test(part)).length;
