/** Keys of Pix: what each kind looks like, and its one spelling as the directory of the Central Bank has it. */

export const PIX_KEY_TYPES = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM'] as const;
export type PixKeyType = (typeof PIX_KEY_TYPES)[number];

/** The longest that the directory takes. */
const MAX_PIX_KEY_LENGTH = 77;

/** What a key that does not fit its kind must be, for a person. */
export const PIX_KEY_FAULTS: Readonly<Record<PixKeyType, string>> = {
  CPF: 'deve ser um CPF válido, com 11 dígitos',
  CNPJ: 'deve ser um CNPJ válido, com 14 letras ou dígitos',
  EMAIL: `deve ser um e-mail de até ${MAX_PIX_KEY_LENGTH} caracteres`,
  PHONE: 'deve ser um telefone do Brasil que comece com +55, com o DDD',
  RANDOM: 'deve ser uma chave aleatória, como 123e4567-e89b-12d3-a456-426614174000',
};

/** The one spelling of a key, from the ways in which people write it; null where it is none of its kind. */
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

/** A text without a key, in whichever way it is written there: with signs between its digits, or a phone without its country. */
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

/** Eleven equal digits have right check digits and are nobody's. */
const isCpf = (key: string) => /^(?!(.)\1{10}$)[0-9]{11}$/.test(key) && hasCheckDigits(key, 9, 12);

/** Since July 2026 the first twelve may be letters, too; with digits alone the check digits are what they always were. */
const isCnpj = (key: string) => /^(?!(.)\1{13}$)[0-9A-Z]{12}[0-9]{2}$/.test(key) && hasCheckDigits(key, 12, 9);

/**
 * Both documents end with two digits, each the sum of all before it by weights from the right: 2, 3 and so on up to the
 * highest, then 2 again. A letter counts as its place in ASCII after the digit 0.
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

/** An area code without a zero, and eight digits, or nine where the first is a 9: a mobile phone. */
const isPhone = (key: string) => /^\+55[1-9]{2}(?:9[0-9]{8}|[2-8][0-9]{7})$/.test(key);

const isRandomKey = (key: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key);
