/** Each has a tab of the verifier. */
export const VERIFIED_GAMES = ['roll', 'opening', 'upgrade', 'battle', 'raffle', 'shot'] as const;
export type VerifiedGame = (typeof VERIFIED_GAMES)[number];

/** Makes the target of a link to the verifier: `<Link {...verifyOpening(opening, hash)}>`. */
export interface VerifyLink {
  to: '/verificar';
  hash: string;
}

/** Browsers send nothing that stands behind the #, so the seeds reach no server. */
const linkTo = (game: VerifiedGame, fields: Readonly<Record<string, string | null>>): VerifyLink => {
  const params = new URLSearchParams({ game });
  for (const [name, value] of Object.entries(fields)) if (value !== null) params.set(name, value);
  return { to: '/verificar', hash: params.toString() };
};

/** The player had these before the play: the shown hash and the client seed that was sent, or null. */
export interface HadBefore {
  committedHash: string | null;
  sentSeed: string | null;
}

export const playLink = (
  game: 'opening' | 'upgrade' | 'shot',
  play: object,
  { committedHash, sentSeed }: HadBefore = { committedHash: null, sentSeed: null },
): VerifyLink => linkTo(game, { play: JSON.stringify(play), hash: committedHash, seed: sentSeed });

export const rollLink = (roll: {
  serverSeed: string;
  hash: string;
  clientSeed: string;
  nonce: number;
  roll: number;
}): VerifyLink => linkTo('roll', { ...roll, nonce: String(roll.nonce), roll: String(roll.roll) });

/** The game is public once it is over, so the verifier asks for it by its id, and with the code of a private battle. */
export const gameLink = (game: 'battle' | 'raffle', id: string, code: string | null = null): VerifyLink =>
  linkTo(game, { id, code });
