import type { TSchema } from 'typebox';

/** Describes a field for a setting: its allowed values and their unit. */
export interface SettingForm {
  type: SettingType;
  unit: SettingUnit | null;
  /** Null without a bound. */
  minimum: number | null;
  maximum: number | null;
}

/** DECIMAL is a number as text, whose digits are kept as they are. */
export const SETTING_TYPES = ['INTEGER', 'NUMBER', 'DECIMAL', 'BOOLEAN', 'TEXT', 'LIST'] as const;
export type SettingType = (typeof SETTING_TYPES)[number];

export const SETTING_UNITS = ['BRL_CENTS', 'USD_CENTS', 'PERCENT', 'MINUTES', 'HOURS'] as const;
export type SettingUnit = (typeof SETTING_UNITS)[number];

/** The parts of a definition beyond its schema. */
export interface FormHints {
  readonly unit?: SettingUnit;
  /** The bounds of a decimal, whose schema has none. */
  readonly bounds?: { readonly minimum: number; readonly maximum: number };
}

/** Units stand last in the names of settings. */
const UNITS_BY_NAME: readonly [RegExp, SettingUnit][] = [
  [/Cents$/, 'BRL_CENTS'],
  [/Percent$/, 'PERCENT'],
  [/Minutes$/, 'MINUTES'],
  [/Hours$/, 'HOURS'],
];

export function formOf({ key, schema, unit, bounds }: FormHints & { key: string; schema: TSchema }): SettingForm {
  const { minimum, maximum } = bounds ?? (schema as { minimum?: number; maximum?: number });
  return {
    type: typeOf(schema),
    unit: unit ?? UNITS_BY_NAME.find(([ending]) => ending.test(key))?.[1] ?? null,
    minimum: minimum ?? null,
    maximum: maximum ?? null,
  };
}

const TYPES: Readonly<Record<string, SettingType>> = {
  integer: 'INTEGER',
  number: 'NUMBER',
  boolean: 'BOOLEAN',
  string: 'TEXT',
  array: 'LIST',
};

/** All other settings take numbers and texts alike. */
const typeOf = (schema: TSchema): SettingType => TYPES[(schema as { type?: string }).type ?? ''] ?? 'DECIMAL';
