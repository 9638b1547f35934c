import { createHash, randomBytes } from 'node:crypto';
import type { Id } from '../../../platform/ids.ts';
import { base32 } from './base32.ts';

const COUNT = 10;
/** 80 bits, 16 characters: too many to be searched for, so that a hash without a key or a delay keeps them. */
const BYTES = 10;

export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, () => base32(randomBytes(BYTES)));

/** With the user, so that equal codes of two users would not show. */
export const recoveryCodeHash = (userId: Id<'user'>, code: string): Buffer =>
  createHash('sha256').update(`recovery code of user ${userId}: ${code}`).digest();
