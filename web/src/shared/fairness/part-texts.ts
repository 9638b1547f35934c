import { defineTexts } from '../texts/index.ts';

type Title = (numbers: readonly string[]) => string;

/** The key is the English title of a part, with # for each number. */
export const partTexts = defineTexts(
  {
    steps: { one: 'passo', other: 'passos' },
    titles: {
      before: () => 'O que foi mostrado antes',
      'bound before': () => 'Publicado antes de alguém pagar',
      bots: () => 'Bots',
      entry: () => 'Entrada',
      'case #, version #': ([id, version]) => `Caixa ${id}, versão ${version}`,
      'round #, seat #': ([round, seat]) => `Rodada ${round}, assento ${seat}`,
      standing: () => 'Placar',
      tie: () => 'Desempate',
      result: () => 'Resultado',
      'prize of seat #': ([seat]) => `Prêmio do assento ${seat}`,
      beacon: () => 'Sorteio público',
      'public log': () => 'No registro antes da rodada',
      close: () => 'Fim das vendas',
      cancellation: () => 'Cancelamento',
      tickets: () => 'Bilhetes',
      'prize #': ([place]) => `Prêmio ${place}`,
    } satisfies Record<string, Title>,
  },
  {
    steps: { one: 'step', other: 'steps' },
    titles: {
      before: () => 'What was shown before',
      'bound before': () => 'Committed to before anybody paid',
      bots: () => 'Bots',
      entry: () => 'Entry',
      'case #, version #': ([id, version]) => `Case ${id}, version ${version}`,
      'round #, seat #': ([round, seat]) => `Round ${round}, seat ${seat}`,
      standing: () => 'Standing',
      tie: () => 'Tie-break',
      result: () => 'Result',
      'prize of seat #': ([seat]) => `Prize of seat ${seat}`,
      beacon: () => 'Public draw',
      'public log': () => 'In the log before the round',
      close: () => 'End of sales',
      cancellation: () => 'Cancellation',
      tickets: () => 'Tickets',
      'prize #': ([place]) => `Prize ${place}`,
    },
  },
);
