import type { TrailEntry } from '../../../data/generated/api.ts';

type Metadata = TrailEntry['metadata'];

export function reasonOf(metadata: Metadata): string | null {
  const found = ['reason', 'note'].map((name) => metadata[name]).find((value) => typeof value === 'string');
  return typeof found === 'string' && found !== '' ? found : null;
}

export const detailsOf = (metadata: Metadata): [name: string, value: string][] =>
  Object.entries(metadata).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);

export function toneOf(action: string): 'red' | 'amber' | 'accent' | 'blue' | 'plain' {
  if (/BANNED|SUSPEND|REJECT|ENDED|CANCEL|LOCKED|MISMATCH|SUSPICIOUS|DISABLED|RESET/.test(action)) return 'red';
  if (/BALANCE|WITHDRAWAL|DEPOSIT|ORDER|REFUND/.test(action)) {
    return /APPROVED|CONFIRMED|COMPLETED/.test(action) ? 'accent' : 'amber';
  }
  if (/SETTING|CASE|ITEM|RATE|PRICE|EVENT|RAFFLE|PROPOSED|BROADCAST/.test(action)) return 'blue';
  return 'plain';
}
