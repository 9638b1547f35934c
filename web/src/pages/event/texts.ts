import type { ErrorTexts } from '../../shared/errors/error-texts.ts';
import { defineTexts } from '../../shared/texts/index.ts';

export const texts = defineTexts(
  {
    title: 'Eventos',
    none: 'Nenhum evento agora',
    noneHint: 'Quando um começar, ele aparece aqui, com níveis e estande de tiro.',
    endsIn: 'Termina em',
    earn: (points: string, tickets: string) =>
      `Cada real jogado vale ${points} e ${tickets}. Suba de nível e atire nas caixas.`,
    pointWords: { one: 'ponto', other: 'pontos' },
    tokenWords: { one: 'ficha', other: 'fichas' },
    yourPoints: 'Seus pontos',
    yourTokens: 'Suas fichas',
    toNext: (points: string, tier: string) => `faltam ${points} para o nível ${tier}`,
    allReached: 'todos os níveis alcançados',
    shotsLeft: (shots: string) => `dá para ${shots}`,
    shotWords: { one: 'tiro', other: 'tiros' },
    logIn: 'Entrar para participar',
    tiers: {
      title: 'Níveis',
      claim: (reward: string) => `Resgatar ${reward}`,
      claimed: 'Resgatado',
      level: (number: string) => `Nível ${number}`,
    },
    range: {
      title: 'Estande de tiro',
      lead: 'escolha a caixa, mire, atire',
      next: 'Próximo tiro',
      upTo: (sum: string) => `até ${sum}`,
      target: (price: string) => `Caixa de ${price} fichas`,
      shoot: (price: string) => `Atirar · ${price} fichas`,
      skip: 'Pular',
      paused: 'Este tiro está pausado até os preços mudarem.',
      tooFew: 'Faltam fichas para este tiro: elas vêm do que você joga.',
    },
    table: {
      title: (price: string) => `Prêmios do tiro de ${price}`,
      average: (sum: string) => `média ${sum}`,
      item: 'Item',
      value: 'Valor',
      chance: 'Chance',
      roll: 'Rolagem',
    },
    past: {
      title: 'Seus últimos tiros',
      none: 'Seus tiros aparecem aqui, cada um com a conta para conferir.',
      roll: (roll: string) => `rolagem ${roll}`,
    },
    inventory: 'Ver no inventário',
    claimable: (name: string, until: string) =>
      `${name} acabou, mas os prêmios dos níveis podem ser resgatados até ${until}.`,
    gamesOnly: 'Este item serve para jogar e vender; não pode ser retirado.',
  },
  {
    title: 'Events',
    none: 'No event right now',
    noneHint: 'Once one begins, it shows up here, with tiers and a shooting range.',
    endsIn: 'Ends in',
    earn: (points, tickets) =>
      `Every real played earns ${points} and ${tickets}. Climb the tiers and shoot at the cases.`,
    pointWords: { one: 'point', other: 'points' },
    tokenWords: { one: 'token', other: 'tokens' },
    yourPoints: 'Your points',
    yourTokens: 'Your tokens',
    toNext: (points, tier) => `${points} to tier ${tier}`,
    allReached: 'all tiers reached',
    shotsLeft: (shots) => `enough for ${shots}`,
    shotWords: { one: 'shot', other: 'shots' },
    logIn: 'Log in to take part',
    tiers: {
      title: 'Tiers',
      claim: (reward) => `Claim ${reward}`,
      claimed: 'Claimed',
      level: (number) => `Tier ${number}`,
    },
    range: {
      title: 'Shooting range',
      lead: 'choose a case, aim, shoot',
      next: 'Next shot',
      upTo: (sum) => `up to ${sum}`,
      target: (price) => `Case of ${price} tokens`,
      shoot: (price) => `Shoot · ${price} tokens`,
      skip: 'Skip',
      paused: 'This shot is paused until prices change.',
      tooFew: 'You have too few tokens for this shot: what you play earns them.',
    },
    table: {
      title: (price) => `Prizes of the shot of ${price}`,
      average: (sum) => `average ${sum}`,
      item: 'Item',
      value: 'Value',
      chance: 'Chance',
      roll: 'Roll',
    },
    past: {
      title: 'Your latest shots',
      none: 'Your shots show up here, each with its calculation to verify.',
      roll: (roll) => `roll ${roll}`,
    },
    inventory: 'See it in the inventory',
    claimable: (name, until) => `${name} is over, but the rewards of its tiers can be claimed until ${until}.`,
    gamesOnly: 'This item is for playing and selling; it cannot be withdrawn.',
  },
);

const ptBR: ErrorTexts = {};
const en: ErrorTexts = {
  NOT_ENOUGH_TICKETS: 'You have too few tokens for this shot: what you play earns them.',
  NOT_ENOUGH_POINTS: 'You have too few points for this tier.',
  SHOTS_PAUSED: 'This shot is paused until prices change. No token was taken.',
  EVENT_BUDGET_SPENT: 'The rewards of this event are used up. Your points and tokens stay yours.',
  TIER_ALREADY_CLAIMED: 'You have claimed this tier already.',
  EVENT_NOT_RUNNING: 'The event has not begun, or is over.',
  NO_EVENT_RUNS: 'No event runs right now.',
};
export const eventErrors = defineTexts(ptBR, en);
