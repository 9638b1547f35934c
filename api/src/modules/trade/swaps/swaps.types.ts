/** What an item says it came from when a swap brought it. */
export const SWAP_ORIGIN = 'Swap';
