import type { Setting } from '../../data/generated/api.ts';
import type { Format } from '../../shared/format/index.ts';
import { parseMoney } from '../../shared/format/parse-money.ts';
import type { valueTexts } from './value-texts.ts';

type Texts = (typeof valueTexts)['en'];
type Form = Pick<Setting, 'type' | 'unit'>;

const isMoney = (unit: Setting['unit']) => unit === 'BRL_CENTS' || unit === 'USD_CENTS';

export function shownValue({ type, unit }: Form, value: unknown, format: Format, texts: Texts): string {
  if (type === 'BOOLEAN') return value === true ? texts.on : texts.off;
  if (type === 'LIST') return (value as string[]).length === 0 ? texts.empty : format.list(value as string[]);
  if (unit === 'BRL_CENTS') return format.money(Number(value));
  if (unit === 'USD_CENTS') return format.dollars(Number(value));
  if (unit === 'PERCENT') return format.percent(String(value));
  const number = type === 'TEXT' ? String(value) : format.number(Number(value));
  return unit === null ? number : `${number} ${texts.units[unit]}`;
}

export function typedValue({ type, unit }: Form, value: unknown, { decimal }: Format): string {
  if (type === 'LIST') return (value as string[]).join('\n');
  return isMoney(unit) ? decimal(Number(value)) : String(value);
}

/** Converts typed text as the API takes it; undefined where it is no such value. The API checks bounds. */
export function readValue({ type, unit }: Form, typed: string): unknown {
  const text = typed.trim();
  if (type === 'BOOLEAN') return text === 'true';
  if (type === 'LIST') return text === '' ? [] : text.split('\n').flatMap((line) => line.trim() || []);
  if (type === 'TEXT') return text === '' ? undefined : text;
  if (isMoney(unit)) {
    const cents = parseMoney(text);
    return cents === null ? undefined : Number(cents);
  }
  const plain = text.replace(',', '.');
  if (!/^\d+(\.\d+)?$/.test(plain)) return undefined;
  if (type === 'DECIMAL') return plain;
  return type === 'INTEGER' && plain.includes('.') ? undefined : Number(plain);
}
