import type { ErrorTexts } from '../../shared/errors/error-texts.ts';
import { defineTexts } from '../../shared/texts/index.ts';

export const texts = defineTexts(
  {
    title: 'Upgrade',
    lead: 'Troque o que você tem por uma chance clara de algo melhor.',
    hashForPlayers: 'Entre para ver o hash da sua próxima rolagem.',
    stake: {
      title: 'Você arrisca',
      count: (count: string, most: string) => `${count} de ${most}`,
      add: 'Escolher itens',
      addOne: 'Adicionar um item',
      remove: (name: string) => `Tirar ${name}`,
      balance: 'Completar com saldo',
      upTo: (sum: string) => `até ${sum}`,
      total: 'Total',
      items: { one: 'item', other: 'itens' },
    },
    target: {
      title: 'Você quer',
      search: 'Buscar item',
      multiple: (times: string) => `×${times}`,
      none: 'Escolha um item abaixo',
      nothing: 'Nenhum item vale isso',
      nothingHint: 'Mude a busca, ou arrisque outra coisa.',
      remove: 'Escolher outro',
    },
    dial: {
      chance: 'Sua chance',
      multiple: (times: string) => `×${times} no valor`,
      roll: 'Rolagem',
      won: 'Ganhou',
      lost: 'Perdeu',
      turning: 'Girando',
    },
    play: {
      button: 'Fazer upgrade',
      logIn: 'Entrar para jogar',
      skip: 'Pular',
      again: 'Fazer outro',
      exact: (chance: string, edge: string) => `Chance exata ${chance} · margem da casa ${edge}, já descontada`,
      wins: (threshold: string, all: string) => `Ganha com rolagem ≥ ${threshold} de ${all}`,
      edge: (edge: string) => `A margem da casa é de ${edge} e já está descontada da chance.`,
      ifLost: 'Se perder, os itens e o saldo arriscados são da casa.',
      waitingForHash: 'Esperando o hash da rolagem…',
    },
    problems: {
      noItems: 'Escolha de 1 a 6 itens para arriscar.',
      noTarget: 'Escolha o item que você quer.',
      targetTooCheap: 'O item precisa valer mais do que você arrisca.',
      chanceTooLow: 'A chance seria baixa demais: arrisque mais, ou queira menos.',
    },
    outcome: {
      lost: 'Não foi desta vez',
      lostHint: (roll: string, threshold: string) => `A rolagem ${roll} ficou abaixo de ${threshold}.`,
      gone: (sum: string) => `Você arriscou ${sum}.`,
      inventory: 'Ver no inventário',
    },
    history: {
      title: 'Seus últimos upgrades',
      all: 'Ver tudo',
      none: 'Seus upgrades aparecem aqui, cada um com a conta para conferir.',
      won: 'Ganhou',
      lost: 'Perdeu',
    },
  },
  {
    title: 'Upgrade',
    lead: 'Swap what you have for a clear chance of something better.',
    hashForPlayers: 'Log in to see the hash of your next roll.',
    stake: {
      title: 'You stake',
      count: (count, most) => `${count} of ${most}`,
      add: 'Choose items',
      addOne: 'Add an item',
      remove: (name) => `Remove ${name}`,
      balance: 'Add from your balance',
      upTo: (sum) => `up to ${sum}`,
      total: 'Total',
      items: { one: 'item', other: 'items' },
    },
    target: {
      title: 'You want',
      search: 'Search items',
      multiple: (times) => `×${times}`,
      none: 'Choose an item below',
      nothing: 'No item is worth that',
      nothingHint: 'Change the search, or stake something else.',
      remove: 'Choose another',
    },
    dial: {
      chance: 'Your chance',
      multiple: (times) => `×${times} in value`,
      roll: 'Roll',
      won: 'Won',
      lost: 'Lost',
      turning: 'Turning',
    },
    play: {
      button: 'Upgrade',
      logIn: 'Log in to play',
      skip: 'Skip',
      again: 'Make another',
      exact: (chance, edge) => `Exact chance ${chance} · house edge ${edge}, already taken off`,
      wins: (threshold, all) => `Rolls ≥ ${threshold} of ${all} win`,
      edge: (edge) => `The house edge is ${edge}, already taken off the chance.`,
      ifLost: 'If you lose, the house keeps the items and the balance that you staked.',
      waitingForHash: 'Waiting for the hash of the roll…',
    },
    problems: {
      noItems: 'Choose 1 to 6 items to stake.',
      noTarget: 'Choose the item that you want.',
      targetTooCheap: 'The item has to be worth more than you stake.',
      chanceTooLow: 'The chance would be too low: stake more, or want less.',
    },
    outcome: {
      lost: 'Not this time',
      lostHint: (roll, threshold) => `The roll ${roll} is below ${threshold}.`,
      gone: (sum) => `You staked ${sum}.`,
      inventory: 'See it in the inventory',
    },
    history: {
      title: 'Your latest upgrades',
      all: 'See all',
      none: 'Your upgrades show up here, each with its calculation to verify.',
      won: 'Won',
      lost: 'Lost',
    },
  },
);

const ptBR: ErrorTexts = {
  CHANCE_HAS_FALLEN: ({ chancePercent = '' }, { percent }) =>
    `O valor mudou e a chance agora seria de ${percent(chancePercent, 4)}. Nada foi apostado: confira e tente de novo.`,
};
const en: ErrorTexts = {
  CHANCE_HAS_FALLEN: ({ chancePercent = '' }, { percent }) =>
    `The value has changed: the chance would now be ${percent(chancePercent, 4)}. Nothing was staked: look and try again.`,
  ITEM_NOT_AVAILABLE: 'One of the items is not available any more. Choose again.',
  INVENTORY_ITEM_NOT_FOUND: 'One of the items is not yours any more. Choose again.',
  ITEM_OF_ANOTHER_USER: 'One of the items is not yours any more. Choose again.',
  ITEM_HELD: 'One of the items waits in something else. Choose again.',
  TARGET_ITEM_NOT_FOUND: 'The item that you want is not in the catalogue any more.',
  STAKE_NOT_BELOW_TARGET: 'The item has to be worth more than you stake.',
  CHANCE_TOO_LOW: 'The chance would be too low: stake more, or want less.',
};
export const upgradeErrors = defineTexts(ptBR, en);
