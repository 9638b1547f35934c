/** What the verifier checks, each in a tab of its own. */
export const VERIFIED_GAMES = ['roll', 'opening', 'upgrade', 'battle', 'raffle', 'shot'] as const;
type VerifiedGame = (typeof VERIFIED_GAMES)[number];

/** Where a link to the verifier leads: `<Link {...verifyOpening(opening, hash)}>`. */
export interface VerifyLink {
  to: '/verificar';
  hash: string;
}

/** What stands behind the # is sent to nobody, not even to our own server: the seeds stay in the browser. */
const linkTo = (game: VerifiedGame, fields: Readonly<Record<string, string | null>>): VerifyLink => {
  const params = new URLSearchParams({ game });
  for (const [name, value] of Object.entries(fields)) if (value !== null) params.set(name, value);
  return { to: '/verificar', hash: params.toString() };
};

/** What a player had before the play: the hash that was shown, and the client seed that was sent; null where it is not known. */
export interface HadBefore {
  committedHash: string | null;
  sentSeed: string | null;
}

/** A play of one roll, as the API answers it. */
export const playLink = (
  game: 'opening' | 'upgrade' | 'shot',
  play: object,
  { committedHash, sentSeed }: HadBefore = { committedHash: null, sentSeed: null },
): VerifyLink => linkTo(game, { play: JSON.stringify(play), hash: committedHash, seed: sentSeed });

/** A single roll by its seeds. */
export const rollLink = (roll: {
  serverSeed: string;
  hash: string;
  clientSeed: string;
  nonce: number;
  roll: number;
}): VerifyLink => linkTo('roll', { ...roll, nonce: String(roll.nonce), roll: String(roll.roll) });

/** A game that everybody may see once it is over: the verifier asks for it by its id; a private battle takes its code, too. */
export const gameLink = (game: 'battle' | 'raffle', id: string, code: string | null = null): VerifyLink =>
  linkTo(game, { id, code });
