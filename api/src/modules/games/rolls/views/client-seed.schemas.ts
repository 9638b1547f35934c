import { Type } from 'typebox';

/** A client seed that a request brings along for its own rolls. */
export const ClientSeedText = Type.String({
  maxLength: 128,
  pattern: '^[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S} ]*$',
  description:
    'Client seed for this request alone, instead of the one of your account; empty means none. Draw a new one for ' +
    'each play, after the hash was shown: that proves the most. Without any the server draws one, which proves less',
  'x-fault': 'must have at most 128 printable characters',
  'x-drawn-by-caller': true,
});

/** An empty one is none. */
export const givenSeed = (clientSeed: string | undefined): string | null => clientSeed || null;
