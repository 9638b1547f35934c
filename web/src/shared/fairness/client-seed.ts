const BYTES = 16;

/** A seed that this browser draws, once the hash is known: the server cannot have chosen its own to suit it. */
export const newClientSeed = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** What a play is sent with: nothing where the account has a seed that its player has set, else one that this browser draws. */
export const sentSeedOf = (
  user: { clientSeed: string | null } | null,
  drawn: string = newClientSeed(),
): { clientSeed?: string } => ((user?.clientSeed ?? null) === null ? { clientSeed: drawn } : {});
