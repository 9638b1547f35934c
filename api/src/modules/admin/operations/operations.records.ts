import { Type } from 'typebox';
import { defineAdminError, validationFailed } from '../../../platform/errors.ts';
import { listOf as pageOfRows } from '../../../platform/lists.ts';
import {
  cents,
  flag,
  id,
  integer,
  listOf,
  oneOf,
  orNull,
  part,
  record,
  type Static,
  string,
  time,
} from '../../../platform/record.ts';
import { SETTING_TYPES, SETTING_UNITS } from '../../../platform/settings/setting-form.ts';
import { type SettingState, WEAKENINGS } from '../../../platform/settings/settings.ts';

const anyValue = (description: string, example: string) => Type.Unsafe<unknown>({ description, examples: [example] });
const numberOrNull = (description: string, example: number) =>
  Type.Union([Type.Number(), Type.Null()], { description, examples: [example] });

const LastChange = record('SettingChangedBy', 'The last change of a setting', {
  at: time('When'),
  actorId: orNull(id<'user'>('Who'), 'Who; null is the platform itself'),
  actorName: orNull(string('Name', 'Ana'), 'Name of that administrator'),
  reason: orNull(string('Reason', 'The market has moved'), 'The reason, if one was given'),
});
export type LastChange = Static<typeof LastChange> & { key: string };

const Setting = record('Setting', 'The settings that administrators change while the platform runs', {
  key: string('Names the setting', 'priceMargin'),
  value: anyValue('Value in force', '1.25'),
  default: anyValue('Value in force until an administrator changes it', '1.2'),
  description: string(
    'Effect of the setting, and its allowed values',
    'What the marketplace price of an item is multiplied by: a decimal from 1 to 10.',
  ),
  type: Type.Unsafe<(typeof SETTING_TYPES)[number]>({
    ...oneOf(SETTING_TYPES, 'SettingType', 'Which values it takes; DECIMAL is a number as text'),
    examples: ['DECIMAL'],
  }),
  unit: orNull(oneOf(SETTING_UNITS, 'SettingUnit', 'Unit'), 'Unit of the value; null if it has none', null),
  minimum: numberOrNull('The least that it may be; null where there is no such bound', 1),
  maximum: numberOrNull('The most that it may be; null where there is no such bound', 10),
  weakenedBy: orNull(
    oneOf(WEAKENINGS, 'SettingWeakening', 'Way'),
    'Which changes widen a limit or weaken a guard, and take a fresh second factor and a second administrator; ' +
      'null where none does by itself',
    null,
  ),
  lastChange: orNull(part(LastChange, 'The last change'), 'Null if it was never changed'),
});

export const SettingList = pageOfRows(Setting, {
  examples: [{ data: Setting.examples, meta: { page: 1, limit: 20, total: 1 } }],
});

export const ChangedSettings = record('ChangedSettings', 'Settings after a change', {
  data: listOf(Setting, 'The settings named, as they are now'),
});

export const settingView = (
  { form, ...state }: SettingState,
  lastChange: LastChange | null,
): Static<typeof Setting> => ({
  ...state,
  ...form,
  lastChange,
});

export const SettingValues = Type.Unsafe<Record<string, unknown> & { confirm?: boolean; reason?: string }>({
  title: 'SettingValues',
  type: 'object',
  properties: {
    confirm: { type: 'boolean', default: false, description: 'Also where it pauses cases or shots that can be played' },
    reason: {
      type: 'string',
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      'x-fault': 'must have 1 to 500 characters that are not all blank',
      description: 'Why, for the audit trail',
    },
  },
  additionalProperties: true,
  minProperties: 1,
  'x-fault': 'must name at least one setting',
  description: 'New values by the keys of the settings',
  examples: [{ priceMargin: '1.25' }],
});

export const SettingValuesOnly = Type.Unsafe<Record<string, unknown>>({
  title: 'SettingValuesToTry',
  type: 'object',
  additionalProperties: true,
  minProperties: 1,
  'x-fault': 'must name at least one setting',
  description: 'New values by the keys of the settings',
  examples: [{ priceMargin: '1.25' }],
});

const PausedPlay = record('ConcernedPlay', 'A case or a shot that a change of settings concerns', {
  field: string('`cases.<id>`, or `events.<id>.shoots.<price>`', 'cases.1'),
  message: string('The resulting return, for people to read', 'First would pay back 97.4000 percent'),
  name: string('Name of the case or the event', 'First'),
  theoreticalRtpPercent: orNull(
    string('Return', '97.4000'),
    'Resulting return of the case, in percent; null for shots',
  ),
});
export type PausedPlay = Static<typeof PausedPlay>;

const ConcernedPrice = record('ConcernedPrice', 'An item whose price would be another', {
  id: id<'item'>('Id of the item'),
  name: string('Display name', 'AK-47 | Redline (Field-Tested)'),
  fromCents: cents('Present price, in BRL cents', '12000'),
  toCents: cents('Price after the change', '12500'),
});
const ConcernedPrices = record('ConcernedPrices', 'The effect on prices', {
  changed: integer('Items whose price would be another', 1),
  ownedFromCents: cents('Present worth of the items of all users, in BRL cents', '120000'),
  ownedToCents: cents('Their worth after the change', '125000'),
  examples: listOf(ConcernedPrice, 'The items with the highest worth'),
});

const PreviewedChange = record('PreviewedChange', 'A setting that would differ', {
  key: string('Key of the setting', 'priceMargin'),
  from: anyValue('Value in force', '1.2'),
  to: anyValue('Value after the change', '1.25'),
  isWeaker: flag('Whether it widens a limit or weakens a guard, so that a second administrator may be needed', false),
});
export const PreviewedSettings = record('PreviewedSettings', 'The effect of a change', {
  changes: listOf(PreviewedChange, 'The values that would differ; a value that is in force is left out'),
  paused: listOf(PausedPlay, 'Cases and shots that would be paused'),
  resumed: listOf(PausedPlay, 'Cases and shots that could be played again', []),
  prices: orNull(part(ConcernedPrices, 'The prices'), 'Null where no price depends on what would change'),
});
export type PreviewedSettings = Static<typeof PreviewedSettings>;

export interface ItemValue extends Pick<Static<typeof ConcernedPrice>, 'id' | 'name'> {
  valueCents: bigint;
}

interface Worth {
  items: readonly ItemValue[];
  ownedCents: bigint;
}

const EXAMPLES = 5;

export function priceChanges(before: Worth, after: Worth): Static<typeof ConcernedPrices> {
  const valuesBefore = new Map(before.items.map((item) => [item.id, item.valueCents]));
  const changed = after.items.flatMap(({ id: itemId, name, valueCents: toCents }) => {
    const fromCents = valuesBefore.get(itemId);
    return fromCents === undefined || fromCents === toCents ? [] : [{ id: itemId, name, fromCents, toCents }];
  });
  const examples = changed.toSorted((one, other) => Number(other.toCents - one.toCents)).slice(0, EXAMPLES);
  return { changed: changed.length, ownedFromCents: before.ownedCents, ownedToCents: after.ownedCents, examples };
}

export const noSettingNamed = () => validationFailed([{ field: 'body', message: 'must name at least one setting' }]);

export const wouldPause = defineAdminError(
  'SETTING_WOULD_PAUSE',
  409,
  'This would pause games that can be played now: repeat it with `confirm: true` if that is intended',
  'The new value would pause the cases and shots that `errors` lists: repeat the request with `confirm: true` if ' +
    'that is intended.',
  (plays: readonly PausedPlay[]) => ({ errors: plays.map(({ field, message }) => ({ field, message })) }),
);
