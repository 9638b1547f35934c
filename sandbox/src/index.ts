import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { BeaconChain } from './beacon/beacon-chain.ts';
import { GENESIS, PERIOD } from './beacon/register-beacon.ts';
import { robotAccounts } from './identity/accounts.ts';
import type { EmblemName } from './item-database/picture/emblems.ts';
import type { SceneName } from './item-database/picture/scenes.ts';
import { cratePicture, scenePicture } from './item-database/register-item-database.ts';
import { MARKET_API_KEY, type MarketOptions } from './market/register-market.ts';
import { type BankCertificates, listenAsBank } from './pix/bank-connection.ts';
import { PIX_ACCOUNT } from './pix/register-pix.ts';
import { buildServer } from './server.ts';

export type { EmblemName } from './item-database/picture/emblems.ts';
export type { SceneName } from './item-database/picture/scenes.ts';
export type { BankCertificates } from './pix/bank-connection.ts';
export { createSeededRandom, type Random } from './seeded-random.ts';

export interface SandboxOptions {
  /** 0 takes any free port. */
  port: number;
  /** By default it is only this machine (127.0.0.1). */
  host?: string;
  /** Browsers and the product reach the sandbox under this origin. It defaults to http://localhost:<port>. */
  publicUrl?: string;
  now?: () => Date;
  /** The same one gives the beacon the same key; without it each start has a key of its own. */
  beaconSeed?: Uint8Array;
  /** Tells whether the sellers of the marketplace act by themselves. By default they are moved by hand. */
  sellers?: MarketOptions['sellers'];
  /** All chance of the marketplace comes from it: the same seed gives the same luck. */
  seed?: string;
  /** With them the bank of Pix answers over mutual TLS alone, at `bankUrl`, and calls with its own certificate. */
  bank?: BankCertificates;
}

export interface Sandbox {
  port: number;
  url: string;
  identityUrl: string;
  profileUrl: string;
  ratesUrl: string;
  itemDatabaseUrl: string;
  cratePicture(emblem: EmblemName): string;
  /** Where the picture of a raffle, an event or a category of crates is; the first two show the item that has this picture. */
  scenePicture(scene: SceneName, itemImage?: string): string;
  /** Programs may play as these accounts, and everybody sees that they are robots. */
  robots: readonly string[];
  /**
   * Signs an account in as its link on the page does: it takes the address of the sign-in and returns the address that
   * the browser is sent back to.
   */
  signIn(address: string, platformId: string): Promise<string>;
  beacon: {
    /** The first is in seconds since 1970, the second in seconds. */
    genesis: number;
    period: number;
    /** Where its rounds are, and the key that signs them, which is made when it is first asked for. */
    source(): Promise<{ url: string; publicKey: string }>;
  };
  marketUrl: string;
  /** Where the feed is, by Socket.IO at /socket.io/. */
  marketFeedUrl: string;
  marketApiKey: string;
  pixUrl: string;
  /** Null where the bank asks for no certificate. */
  bankUrl: string | null;
  pixAccount: typeof PIX_ACCOUNT;
  /** From now on payments are reported there; until then to nobody. */
  notifyPaymentsTo(url: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts every stand-in on one port, and answers once it listens. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const host = options.host ?? '127.0.0.1';
  const givenOrigin = options.publicUrl === undefined ? undefined : originOf(options.publicUrl);
  let url = givenOrigin ?? '';
  const openBeaconChain = beaconChainOf(options.beaconSeed ?? randomBytes(32));
  const server = buildServer({
    origin: () => url,
    now: options.now ?? (() => new Date()),
    openBeaconChain,
    market: { sellers: options.sellers ?? 'manual', seed: options.seed ?? 'sandbox' },
    pix: { seed: options.seed ?? 'sandbox', certificates: options.bank ?? null },
  });

  try {
    await server.listen({ port: options.port, host });
  } catch (error) {
    await server.close();
    throw explainListenFailure(error, options.port, host);
  }
  const { port } = server.server.address() as AddressInfo;
  const bank = options.bank === undefined ? null : await listenAsBank(server, options.bank, host);
  url = givenOrigin ?? `http://localhost:${port}`;

  return {
    ...addressesAt(url),
    bankUrl: bank?.url ?? null,
    beacon: {
      genesis: GENESIS,
      period: PERIOD,
      source: async () => {
        const { hash, publicKey } = await openBeaconChain();
        return { url: `${url}/beacon/${hash}`, publicKey };
      },
    },
    port,
    notifyPaymentsTo: async (address) => {
      await server.inject({ method: 'POST', url: '/control/pix', payload: { webhooks: { url: address } } });
    },
    close: async () => {
      bank?.close();
      await server.close();
    },
  };
}

/** Takes the address of one in another process of this machine, which that process closes. */
export function reachSandbox(url: string): Sandbox {
  return {
    ...addressesAt(url),
    beacon: { genesis: GENESIS, period: PERIOD, source: () => askForBeacon(`${url}/beacon`) },
    port: Number(new URL(url).port),
    notifyPaymentsTo: async (address) => {
      await fetch(`${url}/control/pix`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ webhooks: { url: address } }),
      });
    },
    close: async () => undefined,
  };
}

const addressesAt = (url: string) => ({
  url,
  identityUrl: url,
  profileUrl: url,
  ratesUrl: `${url}/rates`,
  itemDatabaseUrl: `${url}/item-database`,
  cratePicture: (emblem: EmblemName) => cratePicture(url, emblem),
  scenePicture: (scene: SceneName, itemImage?: string) => scenePicture(url, scene, itemImage),
  robots: robotAccounts.map(({ platformId }) => platformId),
  signIn,
  marketUrl: `${url}/market`,
  marketFeedUrl: url,
  marketApiKey: MARKET_API_KEY,
  pixUrl: `${url}/pix`,
  bankUrl: null,
  pixAccount: PIX_ACCOUNT,
});

async function signIn(address: string, platformId: string): Promise<string> {
  const chosen = new URL(address);
  chosen.searchParams.set('account', platformId);
  const answer = await fetch(chosen, { redirect: 'manual' });
  const landing = answer.headers.get('location');
  if (landing === null) throw new Error(`The sandbox signs nobody in: ${answer.status}`);
  return landing;
}

async function askForBeacon(relayUrl: string): Promise<{ url: string; publicKey: string }> {
  const [hash] = (await (await fetch(`${relayUrl}/chains`)).json()) as [string];
  const url = `${relayUrl}/${hash}`;
  const info = (await (await fetch(`${url}/info`)).json()) as { public_key: string };
  return { url, publicKey: info.public_key };
}

/** Loaded and computed once, and not before it is needed: curves take longer to load than all else in the sandbox. */
function beaconChainOf(seed: Uint8Array): () => Promise<BeaconChain> {
  let chain: Promise<BeaconChain> | null = null;
  const open = async () => {
    const { createBeaconChain } = await import('./beacon/beacon-chain.ts');
    return createBeaconChain({ seed, genesis: GENESIS, period: PERIOD });
  };
  return () => {
    chain ??= open();
    return chain;
  };
}

/** The pages link from the root, so the sandbox can live at an origin but not below a path. */
function originOf(publicUrl: string): string {
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || `${url.origin}/` !== url.href) {
    throw new Error(`The sandbox's public address must be an http or https origin without a path, not "${publicUrl}".`);
  }
  return url.origin;
}

function explainListenFailure(error: unknown, port: number, host: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new Error(
      `The sandbox cannot start: port ${port} on ${host} is already in use. Set SANDBOX_PORT to a free port.`,
      { cause: error },
    );
  }
  if (code === 'EACCES') {
    return new Error(
      `The sandbox cannot start: port ${port} on ${host} is not allowed to this user. Set SANDBOX_PORT to another one.`,
      { cause: error },
    );
  }
  return error;
}
