/** Level 2 takes so many plays; each level after it takes more than the one before. */
const FIRST_STEP = 10;

/** By how often somebody has played, never by how much: 10 plays are level 2, 40 level 3, 90 level 4. */
export const levelOf = (plays: number): number => Math.floor(Math.sqrt(plays / FIRST_STEP)) + 1;

/** How many plays the level after it takes. */
export const playsOfNextLevel = (level: number): number => FIRST_STEP * level ** 2;
