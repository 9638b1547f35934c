export const PIX_KEY_TYPES = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM'] as const;
export type PixKeyType = (typeof PIX_KEY_TYPES)[number];

/** The directory of the Central Bank takes no longer ones. */
const MAX_PIX_KEY_LENGTH = 77;

export const PIX_KEY_FAULTS: Readonly<Record<PixKeyType, string>> = {
  CPF: 'deve ser um CPF válido, com 11 dígitos',
  CNPJ: 'deve ser um CNPJ válido, com 14 letras ou dígitos',
  EMAIL: `deve ser um e-mail de até ${MAX_PIX_KEY_LENGTH} caracteres`,
  PHONE: 'deve ser um telefone do Brasil que comece com +55, com o DDD',
  RANDOM: 'deve ser uma chave aleatória, como 123e4567-e89b-12d3-a456-426614174000',
};

/** Returns the spelling of the directory, or null if the text is no key of this kind. */
export function readPixKey(type: PixKeyType, text: string): string | null {
  const trimmed = text.trim();
  switch (type) {
    case 'CPF':
      return fitting(trimmed.replaceAll(/[ .-]/g, ''), isCpf);
    case 'CNPJ':
      return fitting(trimmed.replaceAll(/[ ./-]/g, '').toUpperCase(), isCnpj);
    case 'EMAIL':
      return fitting(trimmed.toLowerCase(), isEmail);
    case 'PHONE':
      return fitting(trimmed.replaceAll(/[ ().-]/g, ''), isPhone);
    case 'RANDOM':
      return fitting(trimmed.toLowerCase(), isRandomKey);
  }
}

/** Removes a key however it is written, with separators or without the country code. */
export function withoutPixKey(text: string, key: string): string {
  const pattern = key.includes('@') ? RegExp.escape(key) : spelledAnyhow(key);
  return text.replaceAll(new RegExp(pattern, 'giu'), '…');
}

function spelledAnyhow(key: string): string {
  const between = '[^\\p{L}\\p{N}]{0,3}';
  const spelled = (part: string) => [...part.replaceAll(/[^0-9A-Z]/gi, '')].join(between);
  const isPhone = key.startsWith('+55');
  return isPhone ? `(?:\\+?${spelled('55')}${between})?${spelled(key.slice(3))}` : spelled(key);
}

const fitting = (key: string, isKey: (key: string) => boolean) => (isKey(key) ? key : null);

/** Eleven equal digits pass the check but belong to nobody. */
const isCpf = (key: string) => /^(?!(.)\1{10}$)[0-9]{11}$/.test(key) && hasCheckDigits(key, 9, 12);

/** Since July 2026 the first twelve may be letters, too. */
const isCnpj = (key: string) => /^(?!(.)\1{13}$)[0-9A-Z]{12}[0-9]{2}$/.test(key) && hasCheckDigits(key, 12, 9);

/**
 * Each check digit is the weighted sum of all before it. Weights run from the right: 2, 3 up to the highest, then 2
 * again. A letter counts as its distance from 0 in ASCII.
 */
function hasCheckDigits(key: string, body: number, highestWeight: number): boolean {
  return [body, body + 1].every((length) => {
    const values = [...key.slice(0, length)].map((character) => character.charCodeAt(0) - 48).reverse();
    const sum = values.reduce((total, value, index) => total + value * ((index % (highestWeight - 1)) + 2), 0);
    const rest = sum % 11;
    return Number(key[length]) === (rest < 2 ? 0 : 11 - rest);
  });
}

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const EMAIL = new RegExp(`^[a-z0-9!#$&'*+/=?^_\`{|}~-]+(?:\\.[a-z0-9!#$&'*+/=?^_\`{|}~-]+)*@(?:${LABEL}\\.)+${LABEL}$`);
const isEmail = (key: string) => key.length <= MAX_PIX_KEY_LENGTH && EMAIL.test(key);

/** A mobile number has nine digits and begins with 9. */
const isPhone = (key: string) => /^\+55[1-9]{2}(?:9[0-9]{8}|[2-8][0-9]{7})$/.test(key);

const isRandomKey = (key: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key);
