/**
 * A client seed comes from the player (with the request or from the account), from the server at the play, from all
 * players together, or from a public beacon whose round was named in advance.
 */
export const CLIENT_SEED_SOURCES = ['REQUEST', 'ACCOUNT', 'SERVER', 'DERIVED', 'BEACON'] as const;
export type ClientSeedSource = (typeof CLIENT_SEED_SOURCES)[number];

const TO_PROVE_MORE =
  'To prove more, ask for the hash of the server seed first, and then play with a clientSeed of your own making.';

export const SERVER_NOTE =
  'The server chose the client seed, too, when it played and knew its own seed. So this roll proves less: that nothing ' +
  `was changed afterwards, but not that the server left the outcome to chance. ${TO_PROVE_MORE}`;

export const ACCOUNT_NOTE =
  'The client seed is that of the account, which the server knew before the play. It proves as much as one that is sent ' +
  `with the play only if it was set after the hash of the server seed had been shown. ${TO_PROVE_MORE}`;

export const DERIVED_NOTE =
  'The client seed is computed from what all players did, and nobody chose it. But whoever did the last of it may have ' +
  'known the rest, and if that was the platform itself, its own seeds too: only a public beacon rules that out.';

export const BEACON_NOTE =
  'The client seed is the randomness of a public beacon. That everything else was fixed before it was published rests on the ' +
  'time in a head of the public log, which the platform signs: keep heads of your own, and it rests on nobody.';

export const UNKNOWN_NOTE =
  'Who chose the client seed was not recorded when this was played. If you did, it proves what it proves today. If not, ' +
  'the server did, and this roll proves less: that nothing was changed afterwards, but not that the server left the ' +
  `outcome to chance. ${TO_PROVE_MORE}`;

export const UNCOMMITTED_NOTE =
  'No hash that was shown before the play is compared here. Without one the server may have made its seed when it knew ' +
  'everything else. To prove more, ask for the hashes of your next rolls before you play, and keep them.';

/** Says in plain words what a roll does not prove although every step is right, and how to prove more. */
export function notesOn(clientSeedSource: ClientSeedSource | null, committedHash: string | null): string[] {
  return [...seedNotes(clientSeedSource), ...(committedHash === null ? [UNCOMMITTED_NOTE] : [])];
}

/** Says what the origin of the client seed leaves to trust. */
export function seedNotes(source: ClientSeedSource | null): string[] {
  switch (source) {
    case 'REQUEST':
      return [];
    case 'DERIVED':
      return [DERIVED_NOTE];
    case 'BEACON':
      return [BEACON_NOTE];
    case 'ACCOUNT':
      return [ACCOUNT_NOTE];
    case 'SERVER':
      return [SERVER_NOTE];
    case null:
      return [UNKNOWN_NOTE];
  }
}
