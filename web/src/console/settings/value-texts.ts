import { defineTexts } from '../../shared/texts/index.ts';

/** Values that are no numbers have names, and the others units. */
export const valueTexts = defineTexts(
  {
    on: 'Ligado',
    off: 'Desligado',
    empty: 'Vazio',
    units: { BRL_CENTS: 'R$', USD_CENTS: 'US$', PERCENT: '%', MINUTES: 'minutos', HOURS: 'horas' },
  },
  {
    on: 'On',
    off: 'Off',
    empty: 'Empty',
    units: { BRL_CENTS: 'R$', USD_CENTS: 'US$', PERCENT: '%', MINUTES: 'minutes', HOURS: 'hours' },
  },
);
