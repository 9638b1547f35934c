import type { Language } from '../texts/language.tsx';

/** Money, dates, percentages and counts in the language that is chosen. Money is cents of BRL, as the API's strings. */
export interface Format {
  /** `R$ 1.234,56`. */
  money: (cents: string | number | bigint) => string;
  /** Covers leave out cents that matter little: `R$ 1.235`. */
  wholeMoney: (cents: string | number | bigint) => string;
  /** Fields show no currency: `1234,56`. */
  decimal: (cents: string | number | bigint) => string;
  /** Fields put these before and between the digits of a sum: `R$ `, `.` and `,`. */
  marks: () => { currency: string; thousand: string; decimal: string };
  /** Income has a `+`, and expenses a real minus sign. */
  signedMoney: (cents: string | number | bigint) => string;
  /** Marketplaces use cents of US dollars: `US$ 12,34`. */
  dollars: (cents: string | number) => string;
  /** The API's percentages are decimal strings: `45,89 %`. */
  percent: (percent: string | number, digits?: number) => string;
  number: (value: string | number | bigint) => string;
  /** `12,4 mil`. */
  compact: (value: number) => string;
  date: (time: string | Date) => string;
  dateTime: (time: string | Date) => string;
  /** `novembro de 2026`. */
  month: (time: string | Date) => string;
  time: (time: string | Date) => string;
  /** `há 3 horas`. */
  ago: (time: string | Date, now?: number) => string;
  /** `04:59`, `1:04:59`, `2 d 04:18:52`. */
  countdown: (milliseconds: number) => string;
  seconds: (seconds: number) => string;
  /** `plural(3, { one: 'item', other: 'itens' })` writes the word with its number. */
  plural: (count: number, words: { one: string; other: string }) => string;
  list: (words: readonly string[]) => string;
}

const SAO_PAULO = 'America/Sao_Paulo';
const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];
const made = new Map<Language, Format>();

export function formatOf(language: Language): Format {
  const known = made.get(language) ?? makeFormat(language);
  made.set(language, known);
  return known;
}

/** Each takes a telephone milliseconds to make, and a page needs few of them. */
function lazily<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function makeFormat(language: Language): Format {
  const currency = { style: 'currency', currency: 'BRL' } as const;
  const brl = lazily(() => new Intl.NumberFormat(language, currency));
  const whole = lazily(() => new Intl.NumberFormat(language, { ...currency, maximumFractionDigits: 0 }));
  const usd = lazily(() => new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }));
  const decimals = lazily(
    () =>
      new Intl.NumberFormat(language, {
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
        useGrouping: false,
      }),
  );
  const plain = lazily(() => new Intl.NumberFormat(language));
  const short = lazily(() => new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }));
  const plurals = lazily(() => new Intl.PluralRules(language));
  const relative = lazily(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
  const dates = lazily(() => new Intl.DateTimeFormat(language, { dateStyle: 'short', timeZone: SAO_PAULO }));
  const months = lazily(
    () => new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: SAO_PAULO }),
  );
  const times = lazily(() => new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: SAO_PAULO }));
  const both = lazily(
    () => new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short', timeZone: SAO_PAULO }),
  );
  const unit = lazily(() => new Intl.NumberFormat(language, { style: 'unit', unit: 'second', unitDisplay: 'long' }));
  const lists = lazily(() => new Intl.ListFormat(language));
  const percentsOf = new Map<number, Intl.NumberFormat>();
  const percents = (digits: number) => {
    const known = percentsOf.get(digits) ?? new Intl.NumberFormat(language, { maximumFractionDigits: digits });
    percentsOf.set(digits, known);
    return known;
  };
  const money = (cents: string | number | bigint) => withMinus(brl().format(Number(cents) / 100));
  return {
    money,
    wholeMoney: (cents) => withMinus(whole().format(Number(cents) / 100)),
    decimal: (cents) => decimals().format(Number(cents) / 100),
    marks: lazily(() => marksOf(brl())),
    signedMoney: (cents) => (Number(cents) > 0 ? `+${money(cents)}` : money(cents)),
    dollars: (cents) => withMinus(usd().format(Number(cents) / 100)),
    percent: (percent, digits = 2) => `${withMinus(percents(digits).format(Number(percent)))} %`,
    number: (value) => withMinus(plain().format(typeof value === 'string' ? BigInt(value) : value)),
    compact: (value) => withMinus(short().format(value)),
    date: (time) => dates().format(new Date(time)),
    month: (time) => months().format(new Date(time)),
    dateTime: (time) => both().format(new Date(time)),
    time: (time) => times().format(new Date(time)),
    ago: (time, now = Date.now()) => {
      const difference = new Date(time).getTime() - now;
      const [name, size] = UNITS.find(([, length]) => Math.abs(difference) >= length) ?? ['second', 1_000];
      return relative().format(Math.trunc(difference / size), name);
    },
    countdown,
    seconds: (seconds) => unit().format(seconds),
    plural: (count, words) => {
      // The rules of Portuguese have 0 in the singular, but readers take "0 item" for a fault.
      const isOne = count !== 0 && plurals().select(count) === 'one';
      return `${plain().format(count)} ${isOne ? words.one : words.other}`;
    },
    list: (words) => lists().format(words),
  };
}

/** Readers get a minus sign; fields and files keep the hyphen. */
const withMinus = (text: string) => text.replace('-', '−');

function marksOf(format: Intl.NumberFormat): { currency: string; thousand: string; decimal: string } {
  const parts = format.formatToParts(1_000.5);
  const first = parts.findIndex(({ type }) => type === 'integer');
  const ofType = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  const before = parts.slice(0, first).map(({ value }) => value);
  return { currency: before.join(''), thousand: ofType('group'), decimal: ofType('decimal') };
}

const two = (value: number) => String(value).padStart(2, '0');

function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3_600)];
  const [minutes, rest] = [Math.floor((seconds % 3_600) / 60), seconds % 60];
  if (days > 0) return `${days} d ${two(hours)}:${two(minutes)}:${two(rest)}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`;
}
