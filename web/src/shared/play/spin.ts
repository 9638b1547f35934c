export type ReelSpeed = 'normal' | 'fast';

export const SPIN_MS: Readonly<Record<ReelSpeed, number>> = { normal: 5_200, fast: 1_400 };
