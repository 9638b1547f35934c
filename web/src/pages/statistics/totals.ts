export interface Totals {
  plays: number;
  wageredCents: bigint;
  wonCents: bigint;
}

export const totalsOf = ({
  days,
}: {
  days: readonly { plays: number; wageredCents: string; wonCents: string }[];
}): Totals => ({
  plays: days.reduce((sum, { plays }) => sum + plays, 0),
  wageredCents: days.reduce((sum, { wageredCents }) => sum + BigInt(wageredCents), 0n),
  wonCents: days.reduce((sum, { wonCents }) => sum + BigInt(wonCents), 0n),
});
