import { type Deed, transfersOf } from './history.types.ts';

/** How much was written. */
export interface HistoryReport {
  users: number;
  transfers: number;
  openings: number;
  sales: number;
  upgrades: number;
  deposits: number;
  withdrawals: number;
  battles: number;
  /** Those that were drawn. */
  raffles: number;
}

export const emptyReport = (): HistoryReport => ({
  ...{ users: 0, transfers: 0, openings: 0, sales: 0, upgrades: 0, deposits: 0, withdrawals: 0, battles: 0 },
  raffles: 0,
});

export function countDeeds(report: HistoryReport, deeds: readonly Deed[]): void {
  for (const deed of deeds) {
    report.transfers += transfersOf(deed);
    if (deed.kind === 'OPENINGS') report.openings += deed.openings.length;
    if (deed.kind === 'SALE') report.sales += 1;
    if (deed.kind === 'UPGRADE') report.upgrades += 1;
    if (deed.kind === 'DEPOSIT') report.deposits += 1;
    if (deed.kind === 'PAYOUT') report.withdrawals += 1;
  }
}
