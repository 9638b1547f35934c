import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { deriveKey } from '../platform/secrets/secrets.ts';
import type { Config } from './config.ts';

/** The sandbox stands in for what is not configured, and never in production, where everything has an address. */
export async function startOutsideWorld(
  config: Config,
  secretsKey: Buffer,
  services: AsyncDisposableStack,
): Promise<Sandbox | null> {
  if (config.production || !outsideOf(config).includes(null)) return null;
  // Rounds that were played on hold after the next start, too.
  const beaconSeed = deriveKey(secretsKey, 'beacon of the sandbox');
  const sandbox = await startSandbox({ port: config.sandboxPort, beaconSeed, sellers: 'automatic' });
  services.defer(() => sandbox.close());
  return sandbox;
}

/** Not beside anything real: what they do is of no use there. */
export const hasDemoPlayers = (config: Config) => config.demoPlayers && isAllSandbox(config);

/** Whether the sandbox stands in for everything outside. */
export const isAllSandbox = (config: Config) => outsideOf(config).every((address) => address === null);

/** Each part of the outside world that has an address; null for those that the sandbox stands in for. */
const outsideOf = ({ identityUrl, itemDatabaseUrl, ratesUrl, market, beacon, pix }: Config) => [
  identityUrl,
  itemDatabaseUrl,
  ratesUrl,
  market,
  beacon,
  pix,
];
