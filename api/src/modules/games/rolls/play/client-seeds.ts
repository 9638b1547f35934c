import type { ChosenSeed } from '../roll.types.ts';

/** That of the request, else that of the account, else the server's. */
export function chooseSeed(ofRequest: string | null, ofAccount: string | null): ChosenSeed {
  if (ofRequest !== null) return { clientSeed: ofRequest, clientSeedSource: 'REQUEST' };
  if (ofAccount !== null) return { clientSeed: ofAccount, clientSeedSource: 'ACCOUNT' };
  return { clientSeed: null, clientSeedSource: 'SERVER' };
}
