import { createHash } from 'node:crypto';
import type { ChainHash } from './audit.rules.ts';

export const chainHash: ChainHash = (previousHash, text) =>
  createHash('sha256').update(previousHash, 'hex').update(text, 'utf8').digest('hex');
