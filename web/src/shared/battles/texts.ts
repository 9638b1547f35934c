import { defineTexts } from '../texts/index.ts';

export const battleTexts = defineTexts(
  {
    modes: { NORMAL: 'Normal', CRAZY: 'Crazy', TERMINAL: 'Terminal', SHARED: 'Shared' },
    rules: {
      NORMAL: 'Maior total vence',
      CRAZY: 'Menor total vence',
      TERMINAL: 'Só a última rodada conta',
      SHARED: 'Todos dividem o pote',
    },
    rounds: { one: 'rodada', other: 'rodadas' },
    freeSeat: 'Vaga livre',
    teams: 'duplas',
    against: 'contra',
    publicRandomness: 'drand',
    winner: 'Vencedor',
  },
  {
    modes: { NORMAL: 'Normal', CRAZY: 'Crazy', TERMINAL: 'Terminal', SHARED: 'Shared' },
    rules: {
      NORMAL: 'The highest total wins',
      CRAZY: 'The lowest total wins',
      TERMINAL: 'Only the last round counts',
      SHARED: 'Everybody shares the pot',
    },
    rounds: { one: 'round', other: 'rounds' },
    freeSeat: 'Free seat',
    teams: 'teams',
    against: 'against',
    publicRandomness: 'drand',
    winner: 'Winner',
  },
);
