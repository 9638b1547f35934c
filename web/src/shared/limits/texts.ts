import { defineTexts } from '../texts/index.ts';

export const limitTexts = defineTexts(
  {
    title: 'Seus limites',
    change: 'Mudar',
    set: 'Definir limites',
    none: 'Você não definiu nenhum limite. Um limite baixado vale na hora; aumentar demora.',
    names: {
      deposit: { day: 'Depósitos hoje', week: 'Depósitos na semana', month: 'Depósitos no mês' },
      loss: { day: 'Perdas hoje', week: 'Perdas na semana', month: 'Perdas no mês' },
      wager: { day: 'Apostas hoje', week: 'Apostas na semana', month: 'Apostas no mês' },
    },
    of: 'de',
    raise: (limit: string, from: string) => `Passa para ${limit} em ${from}.`,
    removal: (from: string) => `Deixa de existir em ${from}.`,
    rule: (hours: string) => `Baixar vale na hora. Aumentar vale depois de ${hours} horas.`,
  },
  {
    title: 'Your limits',
    change: 'Change',
    set: 'Set limits',
    none: 'You have set no limit. A lower limit counts at once; a higher one takes a while.',
    names: {
      deposit: { day: 'Deposits today', week: 'Deposits this week', month: 'Deposits this month' },
      loss: { day: 'Losses today', week: 'Losses this week', month: 'Losses this month' },
      wager: { day: 'Stakes today', week: 'Stakes this week', month: 'Stakes this month' },
    },
    of: 'of',
    raise: (limit, from) => `Becomes ${limit} on ${from}.`,
    removal: (from) => `Is removed on ${from}.`,
    rule: (hours) => `Lower counts at once. Higher counts after ${hours} hours.`,
  },
);
