import { defineTexts } from '../../shared/texts/index.ts';

export const rangeTexts = defineTexts(
  {
    label: 'Período',
    presets: { hoje: 'Hoje', '7d': '7 dias', '30d': '30 dias', mes: 'Mês' },
    own: 'Período',
    from: 'De',
    to: 'Até',
    titles: { hoje: 'Hoje', '7d': 'Últimos 7 dias', '30d': 'Últimos 30 dias', mes: 'Este mês' },
    ownTitle: (from: string, to: string) => `${from} a ${to}`,
    compared: (from: string, to: string, before: string, beforeTo: string) =>
      `${from} a ${to}, dia de São Paulo · comparado a ${before} a ${beforeTo}`,
  },
  {
    label: 'Range',
    presets: { hoje: 'Today', '7d': '7 days', '30d': '30 days', mes: 'Month' },
    own: 'Range',
    from: 'From',
    to: 'To',
    titles: { hoje: 'Today', '7d': 'Last 7 days', '30d': 'Last 30 days', mes: 'This month' },
    ownTitle: (from, to) => `${from} to ${to}`,
    compared: (from, to, before, beforeTo) =>
      `${from} to ${to}, days of São Paulo · compared with ${before} to ${beforeTo}`,
  },
);
