import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The documents have one text for each alert, which the console shows beside it. */
export interface AlertAction {
  kind: string;
  meaning: string;
  action: string;
}

export const ALERT_ACTIONS_FILE = path.resolve(import.meta.dirname, '../web/src/data/generated/alert-actions.ts');
const DOCUMENTS = ['operations.md', 'operations/watching.md'];
const HEADER = '| Alert | Meaning | Action |';

/** Only the product's alerts are read; those of Prometheus have names of another shape. */
export async function readAlertActions(): Promise<AlertAction[]> {
  const pages = await Promise.all(
    DOCUMENTS.map((name) => readFile(path.resolve(import.meta.dirname, '../docs', name), 'utf8')),
  );
  return pages.flatMap(alertActions).sort((one, other) => (one.kind < other.kind ? -1 : 1));
}

export function alertActions(page: string): AlertAction[] {
  const [, ...tables] = page.split(`${HEADER}\n`);
  return tables.flatMap((table) => {
    const end = table.indexOf('\n\n');
    const rows = (end < 0 ? table : table.slice(0, end)).split('\n');
    return rows.flatMap((row) => {
      const [, kind, meaning = '', action = ''] = /^\| `([A-Z_]+)` \| (.+) \| (.+) \|$/.exec(row) ?? [];
      return kind === undefined ? [] : [{ kind, meaning: plainOf(meaning), action: plainOf(action) }];
    });
  });
}

function plainOf(cell: string): string {
  const plain = cell.replaceAll('`', '').replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}${/[.?]$/.test(plain) ? '' : '.'}`;
}

export function alertActionsFile(actions: readonly AlertAction[]): string {
  const entries = actions.map(
    ({ kind, meaning, action }) =>
      `  ${kind}: {\n    meaning: ${JSON.stringify(meaning)},\n    action: ${JSON.stringify(action)},\n  },`,
  );
  return `// Made by \`npm run docs\` from the tables of docs/operations.md and docs/operations/watching.md. Do not edit it by hand.

export const ALERT_ACTIONS = {
${entries.join('\n')}
} as const;

export type AlertKind = keyof typeof ALERT_ACTIONS;
`;
}
