import { type Static, Type } from 'typebox';
import { listOf } from '../../../platform/lists.ts';
import { centsOf, IdText, idOf, orNull, timeOf } from '../../../platform/schemas.ts';
import {
  SETTING_TYPES,
  SETTING_UNITS,
  type SettingType,
  type SettingUnit,
} from '../../../platform/settings/setting-form.ts';
import { type SettingState, WEAKENINGS, type Weakening } from '../../../platform/settings/settings.ts';
import type { LastChange } from './operations.sql.ts';
import type { SettingsPreview } from './preview-settings.ts';

const AnyValue = (description: string) => Type.Unsafe<unknown>({ description });

const SettingView = Type.Object(
  {
    key: Type.String({ description: 'Names the setting' }),
    value: AnyValue('Value in force'),
    default: AnyValue('Value in force until an administrator changes it'),
    description: Type.String({ description: 'Effect of the setting, and its allowed values' }),
    type: Type.Unsafe<SettingType>({
      title: 'SettingType',
      type: 'string',
      enum: [...SETTING_TYPES],
      description: 'Which values it takes; DECIMAL is a number as text',
    }),
    unit: orNull(
      Type.Unsafe<SettingUnit>({ title: 'SettingUnit', type: 'string', enum: [...SETTING_UNITS] }),
      'Unit of the value; null if it has none',
    ),
    minimum: orNull(Type.Number(), 'The least that it may be; null where there is no such bound'),
    maximum: orNull(Type.Number(), 'The most that it may be; null where there is no such bound'),
    weakenedBy: orNull(
      Type.Unsafe<Weakening>({ title: 'SettingWeakening', type: 'string', enum: [...WEAKENINGS] }),
      'Which changes widen a limit or weaken a guard, and take a fresh second factor and a second administrator; ' +
        'null where none does by itself',
    ),
    lastChange: orNull(
      Type.Object(
        {
          at: timeOf('When'),
          actorId: orNull(IdText, 'Who; null is the platform itself'),
          actorName: orNull(Type.String(), 'Name of that administrator'),
          reason: orNull(Type.String(), 'The reason, if one was given'),
        },
        { title: 'SettingChangedBy', description: 'The last change of a setting' },
      ),
      'Null if it was never changed',
    ),
  },
  { title: 'Setting', description: 'The settings that administrators change while the platform runs' },
);
const exampleSetting = {
  key: 'priceMargin',
  value: '1.25',
  default: '1.2',
  description: 'What the marketplace price of an item is multiplied by: a decimal from 1 to 10.',
  type: 'DECIMAL',
  unit: null,
  minimum: 1,
  maximum: 10,
  weakenedBy: null,
  lastChange: { at: '2026-11-15T12:00:00.000Z', actorId: '1', actorName: 'Ana', reason: 'The market has moved' },
};

export const SettingList = listOf(SettingView, {
  examples: [{ data: [exampleSetting], meta: { page: 1, limit: 20, total: 1 } }],
});

export const ChangedSettings = Type.Object(
  { data: Type.Array(SettingView, { description: 'The settings named, as they are now' }) },
  { title: 'ChangedSettings', examples: [{ data: [exampleSetting] }] },
);

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

const PlayView = Type.Object(
  {
    field: Type.String({ description: '`cases.<id>`, or `events.<id>.shoots.<price>`' }),
    message: Type.String({ description: 'The resulting return, for people to read' }),
    name: Type.String({ description: 'Name of the case or the event' }),
    theoreticalRtpPercent: orNull(Type.String(), 'Resulting return of the case, in percent; null for shots'),
  },
  { title: 'ConcernedPlay', description: 'A case or a shot that a change of settings concerns' },
);
const PricesView = Type.Object(
  {
    changed: Type.Integer({ description: 'Items whose price would be another' }),
    ownedFromCents: centsOf('Present worth of the items of all users, in BRL cents'),
    ownedToCents: centsOf('Their worth after the change'),
    examples: Type.Array(
      Type.Object(
        {
          id: idOf('Id of the item'),
          name: Type.String({ description: 'Display name' }),
          fromCents: centsOf('Present price, in BRL cents'),
          toCents: centsOf('Price after the change'),
        },
        { title: 'ConcernedPrice', description: 'An item whose price would be another' },
      ),
      { description: 'The items with the highest worth' },
    ),
  },
  { title: 'ConcernedPrices', description: 'The effect on prices' },
);

export const PreviewedSettings = Type.Object(
  {
    changes: Type.Array(
      Type.Object(
        {
          key: Type.String({ description: 'Key of the setting' }),
          from: AnyValue('Value in force'),
          to: AnyValue('Value after the change'),
          isWeaker: Type.Boolean({
            description: 'Whether it widens a limit or weakens a guard, so that a second administrator may be needed',
          }),
        },
        { title: 'PreviewedChange', description: 'A setting that would differ' },
      ),
      { description: 'The values that would differ; a value that is in force is left out' },
    ),
    paused: Type.Array(PlayView, { description: 'Cases and shots that would be paused' }),
    resumed: Type.Array(PlayView, { description: 'Cases and shots that could be played again' }),
    prices: orNull(PricesView, 'Null where no price depends on what would change'),
  },
  {
    title: 'PreviewedSettings',
    description: 'The effect of a change',
    examples: [
      {
        changes: [{ key: 'priceMargin', from: '1.2', to: '1.25', isWeaker: false }],
        paused: [
          {
            field: 'cases.1',
            message: 'First would pay back 97.4000 percent',
            name: 'First',
            theoreticalRtpPercent: '97.4000',
          },
        ],
        resumed: [],
        prices: {
          changed: 1,
          ownedFromCents: '120000',
          ownedToCents: '125000',
          examples: [{ id: '1', name: 'AK-47 | Redline (Field-Tested)', fromCents: '12000', toCents: '12500' }],
        },
      },
    ],
  },
);

export function previewView({ changes, paused, resumed, prices }: SettingsPreview): Static<typeof PreviewedSettings> {
  return {
    changes: changes.map(({ key, previous, value, isWeaker }) => ({ key, from: previous, to: value, isWeaker })),
    paused: [...paused],
    resumed: [...resumed],
    prices: prices && {
      changed: prices.changed,
      ownedFromCents: prices.ownedFromCents.toString(),
      ownedToCents: prices.ownedToCents.toString(),
      examples: prices.examples.map(({ id, name, fromCents, toCents }) => ({
        id,
        name,
        fromCents: fromCents.toString(),
        toCents: toCents.toString(),
      })),
    },
  };
}

export function settingView(state: SettingState, change: LastChange | null): Static<typeof SettingView> {
  const { key, value, default: byDefault, description, form, weakenedBy } = state;
  const { type, unit, minimum, maximum } = form;
  return {
    key,
    value,
    default: byDefault,
    description,
    type,
    unit,
    minimum,
    maximum,
    weakenedBy,
    lastChange: change && {
      at: change.at.toISOString(),
      actorId: change.actorId,
      actorName: change.actorName,
      reason: change.reason,
    },
  };
}
