import { defineTexts } from '../shared/texts/index.ts';

/** Games, as figures of the API name them. */
export const gameWords = defineTexts<Readonly<Record<string, string>>>(
  { CASES: 'Caixas', BATTLES: 'Batalhas', UPGRADES: 'Upgrades', RAFFLES: 'Rifas', SHOTS: 'Tiros de eventos' },
  { CASES: 'Cases', BATTLES: 'Battles', UPGRADES: 'Upgrades', RAFFLES: 'Raffles', SHOTS: 'Event shots' },
);
