import { defineTexts } from '../../shared/texts/index.ts';

/** What values of settings are called that are no numbers, and the units of those that are. */
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
