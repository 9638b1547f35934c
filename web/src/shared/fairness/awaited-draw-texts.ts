import { defineTexts } from '../texts/index.ts';

export const awaitedDrawTexts = defineTexts(
  {
    title: 'Sorteio público (drand)',
    awaited: (round: string) => `Rodada ${round} do drand`,
    left: 'faltam',
    closed: {
      BATTLES: (time: string) => `Lugares fechados às ${time}`,
      RAFFLES: (time: string) => `Vendas fechadas às ${time}`,
    },
    closedMeans: (seconds: string) =>
      `A rodada é a primeira que sai pelo menos ${seconds} segundos depois: uma conta, e não uma escolha.`,
    logged: (time: string) => `No registro público desde ${time}`,
    logging: 'Entrando no registro público…',
    loggedMeans: {
      BATTLES: 'Quem ocupa cada lugar, todos os hashes e os valores, assinados antes de alguém conhecer a rodada.',
      RAFFLES: 'De quem é cada bilhete, os prêmios e os hashes, assinados antes de alguém conhecer a rodada.',
    },
    arriving: 'A rodada está chegando',
    arrivingMeans: 'Ela decide assim que sair. Nenhuma outra toma o lugar dela.',
    comes: (time: string) => `Sai às ${time}. Até lá ninguém sabe o resultado.`,
  },
  {
    title: 'Public draw (drand)',
    awaited: (round) => `Round ${round} of drand`,
    left: 'left',
    closed: {
      BATTLES: (time) => `Seats closed at ${time}`,
      RAFFLES: (time) => `Sales closed at ${time}`,
    },
    closedMeans: (seconds) =>
      `The round is the first that comes at least ${seconds} seconds later: a computation, and no choice.`,
    logged: (time) => `In the public log since ${time}`,
    logging: 'Going into the public log…',
    loggedMeans: {
      BATTLES: 'Who sits where, every hash and every value, signed before anybody knows the round.',
      RAFFLES: 'Whose ticket is whose, the prizes and the hashes, signed before anybody knows the round.',
    },
    arriving: 'The round is coming',
    arrivingMeans: 'It decides as soon as it is out. No other takes its place.',
    comes: (time) => `It comes at ${time}. Until then nobody knows the result.`,
  },
);
