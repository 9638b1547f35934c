import { type Static, Type } from 'typebox';
import { listOf } from '../../../platform/lists.ts';
import type { SettingState } from '../../../platform/settings/settings.ts';

const AnyValue = (description: string) => Type.Unsafe<unknown>({ description });

const SettingView = Type.Object(
  {
    key: Type.String({ description: 'Names the setting' }),
    value: AnyValue('In force now'),
    default: AnyValue('In force where nobody has changed it'),
    description: Type.String({ description: 'What it does and which values it takes' }),
  },
  { title: 'Setting', description: 'What administrators change while the platform runs' },
);
const exampleSetting = {
  key: 'priceMargin',
  value: '1.25',
  default: '1.2',
  description: 'What the marketplace price of an item is multiplied by: a decimal from 1 to 10.',
};

export const SettingList = listOf(SettingView, {
  examples: [{ data: [exampleSetting], meta: { page: 1, limit: 20, total: 1 } }],
});

export const ChangedSettings = Type.Object(
  { data: Type.Array(SettingView, { description: 'The settings named, as they are now' }) },
  { title: 'ChangedSettings', examples: [{ data: [exampleSetting] }] },
);

export const SettingValues = Type.Unsafe<Record<string, unknown> & { confirm?: boolean }>({
  title: 'SettingValues',
  type: 'object',
  properties: {
    confirm: { type: 'boolean', default: false, description: 'Also where it pauses cases or shots that can be played' },
  },
  additionalProperties: true,
  minProperties: 1,
  'x-fault': 'must name at least one setting',
  description: 'New values by the keys of the settings',
  examples: [{ priceMargin: '1.25' }],
});

export function settingView({ key, value, default: byDefault, description }: SettingState): Static<typeof SettingView> {
  return { key, value, default: byDefault, description };
}
