import { randomBytes } from 'node:crypto';

const ISPB = '99999999';
const ID_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Never seeded: the ids of payments never come again, also after a start. */
export const randomText = (length: number) =>
  [...randomBytes(length)].map((byte) => ID_ALPHABET[byte % ID_ALPHABET.length]).join('');

/** The Central Bank knows a payment (E) or its return (D) by this id. */
export const newPixId = (kind: 'E' | 'D', at: Date) =>
  `${kind}${ISPB}${at.toISOString().replaceAll(/\D/g, '').slice(0, 12)}${randomText(11)}`;
