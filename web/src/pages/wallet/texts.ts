import { defineTexts } from '../../shared/texts/index.ts';

export const texts = defineTexts(
  {
    title: 'Carteira',
    why: 'Entre para depositar por Pix, sacar, ver o extrato e cuidar dos seus limites.',
    tabs: 'Partes da carteira',
    depositar: 'Depositar',
    sacar: 'Sacar',
    extrato: 'Extrato',
    limites: 'Limites',
  },
  {
    title: 'Wallet',
    why: 'Log in to deposit by Pix, withdraw, read your statement and set your limits.',
    tabs: 'Parts of the wallet',
    depositar: 'Deposit',
    sacar: 'Withdraw',
    extrato: 'Statement',
    limites: 'Limits',
  },
);
