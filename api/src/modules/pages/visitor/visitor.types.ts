/** What a page may offer to who is looking at it. */
export const PERMISSIONS = ['PLAY', 'DEPOSIT', 'WITHDRAW', 'ADMINISTER'] as const;
export type Permission = (typeof PERMISSIONS)[number];
