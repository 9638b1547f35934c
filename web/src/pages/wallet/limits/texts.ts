import type { ErrorTexts } from '../../../shared/errors/error-texts.ts';
import { defineTexts } from '../../../shared/texts/index.ts';

export const texts = defineTexts(
  {
    lead: 'Limites são seus: você define, e nós seguramos. O dia, a semana (de segunda a domingo) e o mês são os de São Paulo.',
    kinds: {
      deposit: {
        title: 'Depósitos',
        means: 'Quanto você pode colocar na conta. Um Pix acima do limite nem é criado.',
      },
      loss: {
        title: 'Perdas',
        means:
          'O que você apostou menos o que ganhou, contando os itens pelo valor deles. Uma aposta que poderia passar do limite é recusada.',
      },
      wager: {
        title: 'Apostas',
        means: 'Tudo o que você coloca em jogo, ganhe ou perca: caixas, batalhas, upgrades e rifas.',
      },
    },
    periods: { day: 'Por dia', week: 'Por semana', month: 'Por mês' },
    unset: 'Sem limite',
    set: 'Definir',
    change: 'Mudar',
    dialog: {
      title: (kind: string, period: string) => `${kind} · ${period}`,
      label: 'Limite',
      now: (limit: string) => `Hoje: ${limit}`,
      rule: (hours: string) =>
        `Baixar ou criar um limite vale na hora. Aumentar ou tirar vale só depois de ${hours} horas, para você pensar com calma.`,
      save: 'Salvar limite',
      remove: 'Tirar o limite',
    },
    stop: {
      title: 'Parar por um tempo',
      means: 'Vender e sacar continuam. Jogar e depositar, não. Batalhas e rifas já pagas seguem até o fim.',
      pause: 'Pausa',
      pauseMeans: 'De um dia a um mês, para esfriar a cabeça.',
      exclusion: 'Autoexclusão',
      exclusionMeans: 'Seis meses ou mais. Vale também para uma conta nova sua.',
      days: { one: 'dia', other: 'dias' },
      months: { one: 'mês', other: 'meses' },
      years: { one: 'ano', other: 'anos' },
      until: (time: string) => `Até ${time}. Ninguém encurta, nem o suporte. Dá para alongar.`,
      choose: 'Escolha por quanto tempo.',
      pauseButton: (time: string) => `Pausar por ${time}…`,
      excludeButton: (time: string) => `Me excluir por ${time}…`,
      button: 'Parar…',
      confirmTitle: 'Tem certeza?',
      confirmHint: (time: string) =>
        `Até ${time} você não joga nem deposita. Isso não pode ser desfeito antes, por ninguém.`,
      understood: 'Entendi que ninguém pode encurtar esse prazo',
      confirm: 'Parar agora',
      help: 'Precisa conversar? O CVV atende no 188, de graça, a qualquer hora.',
    },
    running: {
      PAUSE: 'Você está em pausa',
      EXCLUSION: 'Você está em autoexclusão',
      until: (time: string) => `Jogar e depositar voltam em ${time}.`,
      lengthen: 'Dá para alongar abaixo; encurtar, não.',
    },
    errors: {} as ErrorTexts,
  },
  {
    lead: 'Limits are yours: you set them, and we hold them. Day, week (Monday to Sunday) and month are those of São Paulo.',
    kinds: {
      deposit: {
        title: 'Deposits',
        means: 'How much you may put into the account. A Pix above the limit is not even made.',
      },
      loss: {
        title: 'Losses',
        means:
          'What you have staked less what you have won, items by what they are worth. A stake that could pass the limit is refused.',
      },
      wager: {
        title: 'Stakes',
        means: 'All that you play with, won or lost: cases, battles, upgrades and raffles.',
      },
    },
    periods: { day: 'A day', week: 'A week', month: 'A month' },
    unset: 'No limit',
    set: 'Set',
    change: 'Change',
    dialog: {
      title: (kind, period) => `${kind} · ${period}`,
      label: 'Limit',
      now: (limit) => `Now: ${limit}`,
      rule: (hours) =>
        `A new or lower limit counts at once. A higher one, or none, counts only after ${hours} hours, so that you can think it over.`,
      save: 'Save the limit',
      remove: 'Remove the limit',
    },
    stop: {
      title: 'Stop for a while',
      means:
        'You can still sell and withdraw. You cannot play or deposit. Battles and raffles that are paid for go on.',
      pause: 'Pause',
      pauseMeans: 'From a day to a month, to cool down.',
      exclusion: 'Self-exclusion',
      exclusionMeans: 'Six months or more. It holds for a new account of yours, too.',
      days: { one: 'day', other: 'days' },
      months: { one: 'month', other: 'months' },
      years: { one: 'year', other: 'years' },
      until: (time) => `Until ${time}. Nobody makes it shorter, support neither. It can be made longer.`,
      choose: 'Choose for how long.',
      pauseButton: (time) => `Pause for ${time}…`,
      excludeButton: (time) => `Exclude me for ${time}…`,
      button: 'Stop…',
      confirmTitle: 'Are you sure?',
      confirmHint: (time) => `Until ${time} you neither play nor deposit. Nobody can undo that earlier.`,
      understood: 'I understand that nobody can make this shorter',
      confirm: 'Stop now',
      help: 'Need to talk? In Brazil, CVV answers at 188, free of charge, at any hour.',
    },
    running: {
      PAUSE: 'You are on a pause',
      EXCLUSION: 'You have excluded yourself',
      until: (time) => `Play and deposits are open again on ${time}.`,
      lengthen: 'You can make it longer below, never shorter.',
    },
    errors: {
      EXCLUSION_ONLY_LENGTHENS: ({ until = '' }, { dateTime }) =>
        `What runs ends as late or later (${dateTime(until)}): it can only be made longer.`,
    },
  },
);
