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
    value: AnyValue('In force now'),
    default: AnyValue('In force where nobody has changed it'),
    description: Type.String({ description: 'What it does and which values it takes' }),
    type: Type.Unsafe<SettingType>({
      title: 'SettingType',
      type: 'string',
      enum: [...SETTING_TYPES],
      description: 'Which values it takes; DECIMAL is a number as text',
    }),
    unit: orNull(
      Type.Unsafe<SettingUnit>({ title: 'SettingUnit', type: 'string', enum: [...SETTING_UNITS] }),
      'What it is counted in; null where that is nothing',
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
          actorName: orNull(Type.String(), 'As that administrator is called'),
          reason: orNull(Type.String(), 'Why, where it was said'),
        },
        { title: 'SettingChangedBy', description: 'Who changed a setting last' },
      ),
      'Null where nobody has changed it',
    ),
  },
  { title: 'Setting', description: 'What administrators change while the platform runs' },
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
    message: Type.String({ description: 'What it would pay back, for a person' }),
    name: Type.String({ description: 'Of the case or the event' }),
    theoreticalRtpPercent: orNull(Type.String(), 'What the case would pay back, in percent; null of shots'),
  },
  { title: 'ConcernedPlay', description: 'A case or a shot that a change of settings concerns' },
);
const PricesView = Type.Object(
  {
    changed: Type.Integer({ description: 'Items whose price would be another' }),
    ownedFromCents: centsOf('What all that users own is worth now, in BRL cents'),
    ownedToCents: centsOf('What it would be worth'),
    examples: Type.Array(
      Type.Object(
        {
          id: idOf('Of the item'),
          name: Type.String({ description: 'As it is shown' }),
          fromCents: centsOf('What it costs now, in BRL cents'),
          toCents: centsOf('What it would cost'),
        },
        { title: 'ConcernedPrice', description: 'An item whose price would be another' },
      ),
      { description: 'Those that are worth most' },
    ),
  },
  { title: 'ConcernedPrices', description: 'What would become of prices' },
);

export const PreviewedSettings = Type.Object(
  {
    changes: Type.Array(
      Type.Object(
        {
          key: Type.String({ description: 'Of the setting' }),
          from: AnyValue('In force now'),
          to: AnyValue('What it would be'),
          isWeaker: Type.Boolean({
            description: 'Whether it widens a limit or weakens a guard, so that a second administrator may be needed',
          }),
        },
        { title: 'PreviewedChange', description: 'A setting that would differ' },
      ),
      { description: 'Those that would differ; a value that is in force is not among them' },
    ),
    paused: Type.Array(PlayView, { description: 'What could not be played any more' }),
    resumed: Type.Array(PlayView, { description: 'What could be played again' }),
    prices: orNull(PricesView, 'Null where no price depends on what would change'),
  },
  {
    title: 'PreviewedSettings',
    description: 'What a change would do',
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
