import type { TSchema } from 'typebox';

export interface SettingForm {
  type: SettingType;
  unit: SettingUnit | null;
  minimum: number | null;
  maximum: number | null;
}

/** DECIMAL is a text that keeps its digits. */
export const SETTING_TYPES = ['INTEGER', 'NUMBER', 'DECIMAL', 'BOOLEAN', 'TEXT', 'LIST'] as const;
type SettingType = (typeof SETTING_TYPES)[number];

export const SETTING_UNITS = ['BRL_CENTS', 'USD_CENTS', 'PERCENT', 'MINUTES', 'HOURS'] as const;
type SettingUnit = (typeof SETTING_UNITS)[number];

export interface FormHints {
  readonly unit?: SettingUnit;
  /** The schema of a decimal has no bounds. */
  readonly bounds?: { readonly minimum: number; readonly maximum: number };
}

/** Names of settings end with their unit. */
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

const typeOf = (schema: TSchema): SettingType => TYPES[(schema as { type?: string }).type ?? ''] ?? 'DECIMAL';
