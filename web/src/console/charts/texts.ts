import { defineTexts } from '../../shared/texts/index.ts';

export const chartTexts = defineTexts(
  {
    now: 'Este período',
    before: 'Período anterior',
    shortBefore: 'Antes',
    difference: 'Diferença',
    theoretical: 'Teórico',
    real: 'Real',
    outside: 'Teórico fora do intervalo',
    interval: 'intervalo de 95 %',
    unknown: '—',
    chartOf: (name: string, from: string, to: string) => `${name}, de ${from} a ${to}`,
    rtpOf: (name: string, real: string, low: string, high: string, theoretical: string) =>
      `${name}: real ${real}, intervalo de ${low} a ${high}, teórico ${theoretical}`,
    plays: (count: string) => `${count} aberturas`,
    housesLoss: 'casa perde',
    deposits: 'Depósitos',
    withdrawals: 'Saques',
  },
  {
    now: 'This range',
    before: 'Range before',
    shortBefore: 'Before',
    difference: 'Difference',
    theoretical: 'Theoretical',
    real: 'Real',
    outside: 'Theoretical outside the interval',
    interval: '95 % interval',
    unknown: '—',
    chartOf: (name, from, to) => `${name}, ${from} to ${to}`,
    rtpOf: (name, real, low, high, theoretical) =>
      `${name}: real ${real}, interval from ${low} to ${high}, theoretical ${theoretical}`,
    plays: (count) => `${count} openings`,
    housesLoss: 'house loses',
    deposits: 'Deposits',
    withdrawals: 'Withdrawals',
  },
);
