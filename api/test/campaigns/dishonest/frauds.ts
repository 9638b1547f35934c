import { DRAW_FRAUDS, LAST_FRAUDS } from './draws.ts';
import type { Fraud } from './fraud.ts';
import { GAME_FRAUDS } from './games.ts';
import { OPENING_FRAUDS } from './openings.ts';
import { PAGE_NOTICES } from './page-notices.ts';
import { RECORD_FRAUDS } from './records.ts';
import { REFUSAL_FRAUDS } from './refused.ts';
import { STAKE_FRAUDS } from './stakes.ts';

/** Whatever a dishonest house has been tried with. */
export const FRAUDS: readonly Fraud[] = [
  ...OPENING_FRAUDS,
  ...STAKE_FRAUDS,
  ...REFUSAL_FRAUDS,
  ...GAME_FRAUDS,
  ...DRAW_FRAUDS,
  ...RECORD_FRAUDS,
  ...LAST_FRAUDS,
];

const BEGIN = '| Fraud | Noticed by |\n| --- | --- |\n';

const fraudsTable = (): string =>
  BEGIN +
  FRAUDS.map(({ name, notices }) => {
    const commands = notices.map(
      ({ command, verdict }) => command.replace(/^[^,]+/, (words) => `\`${words}\``) + unlessUsual(verdict),
    );
    const onPage = ON_PAGE.get(name);
    const places = onPage === undefined ? commands : [...commands, `page${unlessUsual(onPage)}`];
    return `| ${name} | ${places.join('; ')} |\n`;
  }).join('');

const unlessUsual = (verdict: string) => (verdict === 'NOT VALID' ? '' : ` (${verdict})`);
const ON_PAGE = new Map<string, string>(Object.entries(PAGE_NOTICES));

export function withFraudsTable(page: string): string {
  const start = page.indexOf(BEGIN);
  if (start < 0) throw new Error('docs/fairness.md has no table of frauds');
  const end = page.indexOf('\n\n', start) + 1;
  return page.slice(0, start) + fraudsTable() + page.slice(end);
}
