import { isDeepStrictEqual } from 'node:util';
import { type Static, type TSchema, Type } from 'typebox';
import { type Announcements, announce } from '../database/announcements.ts';
import type { Db, Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import { type FieldFault, validationFailed } from '../errors.ts';
import { faultsOf } from '../http/bodies/faults.ts';
import { compileValidator, validatorsWhenNeeded } from '../http/bodies/validation.ts';
import { type FormHints, formOf, type SettingForm } from './setting-form.ts';

/**
 * Administrators change settings at runtime. Each process keeps them in memory and reloads them after a change
 * anywhere.
 */
export interface Setting<Value> extends FormHints {
  readonly key: string;
  readonly description: string;
  readonly schema: TSchema;
  readonly default: Value;
  /** The sandbox has nothing real to lose. */
  readonly sandboxDefault?: Value;
  /** Returns the spelling to store. A RangeError's message names the fault. */
  normalise?(value: unknown): Value;
  /** Runs in the same transaction. */
  afterChange?(tx: Tx, value: Value): Promise<void>;
  /** These changes need more than one administrator. */
  readonly weakenedBy: WeakenedBy;
}

/** RAISED_OR_ZERO: 0 switches the guard off. */
export const WEAKENINGS = ['RAISED', 'LOWERED', 'RAISED_OR_ZERO', 'SWITCHED_OFF'] as const;
export type Weakening = (typeof WEAKENINGS)[number];
type WeakenedBy = Weakening | GuardsNothing;
interface GuardsNothing {
  readonly because: string;
}

export const guardsNothing = (because: string): GuardsNothing => ({ because });

export const weakeningOf = ({ weakenedBy }: Pick<Setting<unknown>, 'weakenedBy'>): Weakening | null =>
  typeof weakenedBy === 'string' ? weakenedBy : null;

const WEAKENS: Readonly<Record<Weakening, (from: unknown, to: unknown) => boolean>> = {
  RAISED: (from, to) => Number(to) > Number(from),
  LOWERED: (from, to) => Number(to) < Number(from),
  RAISED_OR_ZERO: (from, to) => Number(to) === 0 || (Number(from) !== 0 && Number(to) > Number(from)),
  SWITCHED_OFF: (_from, to) => to === false,
};

interface SettingOptions<Schema extends TSchema, Value> extends FormHints {
  key: string;
  description: string;
  schema: Schema;
  default: Value;
  sandboxDefault?: Value;
  normalise?: (value: Static<Schema>) => Value;
  afterChange?: (tx: Tx, value: Value) => Promise<void>;
  weakenedBy: WeakenedBy;
}

export const defineSetting = <Schema extends TSchema, Value = Static<Schema>>(
  options: SettingOptions<Schema, Value>,
): Setting<Value> => options as Setting<Value>;

export interface SettingState {
  key: string;
  value: unknown;
  default: unknown;
  description: string;
  form: SettingForm;
  /** Null: no change of it needs a second administrator. */
  weakenedBy: Weakening | null;
}

export interface SettingChange {
  key: string;
  previous: unknown;
  value: unknown;
  isWeaker: boolean;
}

export interface Settings {
  /** Defaults hold until then. */
  start(): Promise<void>;
  /** Reads from memory, at most a moment old. */
  get<Value>(setting: Setting<Value>): Value;
  /** A decision that must see concurrent changes reads in its transaction. */
  read<Value>(tx: Tx, setting: Setting<Value>): Promise<Value>;
  list(): SettingState[];
  /** Changes all or none. Returns those that differ; refuses with every fault. */
  change(tx: Tx, values: Readonly<Record<string, unknown>>): Promise<SettingChange[]>;
}

const SETTINGS_CHANGED = 'settings-changed';
const RETRY_MS = 1_000;
const CHANGE_LOCK = '7316871010';

interface SettingsDeps {
  db: Db;
  announcements: Announcements;
  definitions: readonly Setting<unknown>[];
  isSandbox?: boolean;
  otherDefaults?: Readonly<Record<string, unknown>>;
}

export function createSettings(deps: SettingsDeps): Settings {
  const { db, announcements, definitions, isSandbox = false, otherDefaults = {} } = deps;
  const defaultOf = <Value>(setting: Setting<Value>): Value => {
    if (setting.key in otherDefaults) return otherDefaults[setting.key] as Value;
    return isSandbox && setting.sandboxDefault !== undefined ? setting.sandboxDefault : setting.default;
  };
  const valueIn = <Value>(values: ReadonlyMap<string, unknown>, setting: Setting<Value>): Value =>
    values.has(setting.key) ? (values.get(setting.key) as Value) : defaultOf(setting);
  const known = new Map<string, KnownSetting>();
  // Changes are rare.
  const compile = validatorsWhenNeeded(compileValidator);
  for (const setting of definitions) known.set(setting.key, { setting, faults: faultFinder(compile, setting) });
  const stored = loadStoredValues(db, announcements);

  return {
    start: stored.load,
    get: (setting) => valueIn(stored.values, setting),
    read: async (tx, setting) => {
      const rows = await tx.query<StoredSetting>(sql`select key, value from settings where key = ${setting.key}`);
      return valueIn(new Map(rows.map(({ key, value }) => [key, value])), setting);
    },
    list: () =>
      definitions.map((setting) => ({
        key: setting.key,
        value: valueIn(stored.values, setting),
        default: defaultOf(setting),
        description: setting.description,
        form: formOf(setting),
        weakenedBy: weakeningOf(setting),
      })),
    change: async (tx, values) => {
      const checked = checkedValues(known, values);
      const changes = await storeChanges(tx, checked, valueIn);
      for (const { setting, value } of checked) {
        if (changes.some(({ key }) => key === setting.key)) await setting.afterChange?.(tx, value);
      }
      if (changes.length > 0) await announce(tx, SETTINGS_CHANGED, {});
      return changes;
    },
  };
}

interface StoredSetting {
  key: string;
  value: unknown;
}

interface StoredValues {
  readonly values: ReadonlyMap<string, unknown>;
  load(): Promise<void>;
}

function loadStoredValues(db: Db, announcements: Announcements): StoredValues {
  let values: ReadonlyMap<string, unknown> = new Map();
  let loads = 0;
  let newestLoaded = 0;

  /** A load that began before a change must not replace a later one. */
  async function load(): Promise<void> {
    loads += 1;
    const thisLoad = loads;
    const rows = await db.query<StoredSetting>(sql`select key, value from settings`);
    if (thisLoad < newestLoaded) return;
    newestLoaded = thisLoad;
    values = new Map(rows.map(({ key, value }) => [key, value]));
  }

  /** A former value must not stay in use. */
  async function reload(): Promise<void> {
    try {
      await load();
    } catch (error) {
      setTimeout(() => reload().catch(() => undefined), RETRY_MS).unref();
      throw error;
    }
  }
  announcements.on(SETTINGS_CHANGED, reload);
  announcements.onGap(reload);

  return {
    get values() {
      return values;
    },
    load,
  };
}

interface KnownSetting {
  setting: Setting<unknown>;
  faults(value: unknown): FieldFault[];
}

interface CheckedValue {
  setting: Setting<unknown>;
  value: unknown;
}

type ValueIn = (values: ReadonlyMap<string, unknown>, setting: Setting<unknown>) => unknown;

/** The validator's faults then name the key. */
function faultFinder(
  compile: typeof compileValidator,
  { key, schema, normalise }: Setting<unknown>,
): KnownSetting['faults'] {
  const validate = compile({
    schema: Type.Object({ [key]: schema }),
    httpPart: 'body',
    method: 'PATCH',
    url: key,
  }) as ReturnType<typeof compile> & { errors?: Parameters<typeof faultsOf>[1] | null };
  return (value) => {
    if (!validate({ [key]: value })) return faultsOf('body', validate.errors ?? []);
    try {
      normalise?.(value);
      return [];
    } catch (error) {
      if (error instanceof RangeError) return [{ field: key, message: error.message }];
      throw error;
    }
  };
}

function checkedValues(
  known: ReadonlyMap<string, KnownSetting>,
  values: Readonly<Record<string, unknown>>,
): CheckedValue[] {
  const faults: FieldFault[] = [];
  const checked: CheckedValue[] = [];
  for (const [key, value] of Object.entries(values)) {
    const found = known.get(key);
    if (found === undefined) {
      faults.push({ field: key.slice(0, 100), message: 'is not a setting' });
      continue;
    }
    const { setting } = found;
    const ownFaults = found.faults(value);
    faults.push(...ownFaults);
    if (ownFaults.length > 0) continue;
    checked.push({ setting, value: setting.normalise === undefined ? value : setting.normalise(value) });
  }
  if (faults.length > 0) throw validationFailed(faults);
  return checked;
}

/** One change at a time: former values are certain, and changes cannot block each other. */
async function storeChanges(tx: Tx, checked: readonly CheckedValue[], valueIn: ValueIn): Promise<SettingChange[]> {
  await tx.query(sql`select pg_advisory_xact_lock(${CHANGE_LOCK}::bigint)`);
  const rows = await tx.query<StoredSetting>(sql`select key, value from settings`);
  const before = new Map(rows.map(({ key, value }) => [key, value]));
  const changes = checked
    .map(({ setting, value }) => ({ setting, previous: valueIn(before, setting), value }))
    .filter(({ previous, value }) => !isDeepStrictEqual(previous, value))
    .map(({ setting, previous, value }) => {
      const weakening = weakeningOf(setting);
      const isWeaker = weakening !== null && WEAKENS[weakening](previous, value);
      return { key: setting.key, previous, value, isWeaker };
    });
  await tx.query(sql`
    insert into settings (key, value)
    select key, value::jsonb
    from unnest(${changes.map(({ key }) => key)}::text[],
      ${changes.map(({ value }) => JSON.stringify(value))}::text[]) as change (key, value)
    on conflict (key) do update set value = excluded.value, updated_at = now()`);
  return changes;
}
