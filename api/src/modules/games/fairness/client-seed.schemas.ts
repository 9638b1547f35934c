import { Type } from 'typebox';

/** A client seed that a request brings along for its own rolls. */
export const ClientSeedText = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: '^[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S} ]+$',
  description: 'For this request alone, instead of the one of your account',
  'x-fault': 'must have 1 to 128 printable characters',
});
