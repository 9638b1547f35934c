import path from 'node:path';
import { type Setting, type Weakening, weakeningOf } from '../api/src/platform/settings/settings.ts';

export const SETTINGS_FILE = path.resolve(import.meta.dirname, '../docs/settings.md');

const BEGIN = '<!-- The table below is made by `npm run docs`. Do not edit it by hand. -->';

export function withSettingsTable(page: string, settings: readonly Setting<unknown>[]): string {
  const start = page.indexOf(BEGIN);
  if (start === -1) throw new Error(`docs/settings.md must have the line ${BEGIN}`);
  const rows = settings
    .toSorted((one, other) => one.key.localeCompare(other.key))
    .map((setting) => `| \`${setting.key}\` | ${defaultOf(setting)} | ${forTwo(setting)} | ${setting.description} |`);
  return `${page.slice(0, start)}${BEGIN}

| Setting | Default | Takes two | Meaning |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

function defaultOf({ default: value, sandboxDefault }: Setting<unknown>): string {
  const inSandbox = sandboxDefault === undefined ? '' : ` (sandbox: ${JSON.stringify(sandboxDefault)})`;
  return `${JSON.stringify(value)}${inSandbox}`;
}

const FOR_TWO: Readonly<Record<Weakening, string>> = {
  RAISED: 'to raise',
  LOWERED: 'to lower',
  RAISED_OR_ZERO: 'to raise, or 0',
  SWITCHED_OFF: 'to switch off',
};

function forTwo(setting: Setting<unknown>): string {
  const weakening = weakeningOf(setting);
  return weakening === null ? '' : FOR_TWO[weakening];
}
