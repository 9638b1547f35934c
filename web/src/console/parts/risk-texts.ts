import { defineTexts } from '../../shared/texts/index.ts';
import type { RiskLevel, RiskReason } from './risk.ts';

interface RiskTexts {
  levels: Record<RiskLevel, string>;
  title: Record<RiskLevel, string>;
  reasons: Record<RiskReason, string>;
  none: string;
  user: string;
  played: (percent: string) => string;
  shared: (users: string, names: string) => string;
  owes: (sum: string) => string;
  returned: (sum: string) => string;
  luck: (score: string) => string;
  figures: Record<
    'deposited' | 'withdrawn' | 'items' | 'wagered' | 'balance' | 'held' | 'inventory' | 'luck' | 'net',
    string
  >;
  noPlays: string;
  noDay: string;
}

export const riskTexts = defineTexts<RiskTexts>(
  {
    levels: { low: 'baixo', medium: 'médio', high: 'alto' },
    title: { low: 'Risco baixo', medium: 'Risco médio', high: 'Risco alto' },
    reasons: {
      BARRED: 'A conta não está ativa',
      WITHDRAWALS_SUSPENDED: 'Retiradas suspensas',
      OWES: 'Deve à casa',
      DEPOSIT_WITHDRAW_WITHOUT_PLAY: 'Dinheiro de passagem',
      SHARED_ADDRESS: 'Endereço em comum',
      GAINS_NEAR_ADMINISTRATOR: 'Ganha perto de quem dá',
      WINS_BEYOND_ODDS: 'Ganhos além das chances',
      RETURNED_DEPOSITS: 'Depósitos devolvidos',
      NEW_ACCOUNT: 'Conta de menos de um dia',
    },
    none: 'Nada que fale contra.',
    user: 'Ver o usuário',
    played: (percent) => `jogou ${percent} do que depositou`,
    shared: (users, names) => `com ${users}: ${names}`,
    owes: (sum) => `${sum} em aberto`,
    returned: (sum) => `${sum} ao todo`,
    luck: (score) => `z cauto ${score}`,
    figures: {
      deposited: 'Depositou',
      withdrawn: 'Sacou',
      items: 'Itens retirados',
      wagered: 'Apostou',
      balance: 'Saldo livre',
      held: 'Retido',
      inventory: 'Inventário',
      luck: 'Sorte (z cauto)',
      net: 'Resultado da casa',
    },
    noPlays: 'sem jogadas',
    noDay: 'ainda sem dia fechado',
  },
  {
    levels: { low: 'low', medium: 'medium', high: 'high' },
    title: { low: 'Low risk', medium: 'Medium risk', high: 'High risk' },
    reasons: {
      BARRED: 'The account is not active',
      WITHDRAWALS_SUSPENDED: 'Withdrawals suspended',
      OWES: 'Owes the house',
      DEPOSIT_WITHDRAW_WITHOUT_PLAY: 'Money passing through',
      SHARED_ADDRESS: 'Shared address',
      GAINS_NEAR_ADMINISTRATOR: 'Gains near an administrator',
      WINS_BEYOND_ODDS: 'Wins beyond the odds',
      RETURNED_DEPOSITS: 'Returned deposits',
      NEW_ACCOUNT: 'Account of less than a day',
    },
    none: 'Nothing speaks against it.',
    user: 'See the user',
    played: (percent) => `played ${percent} of what was deposited`,
    shared: (users, names) => `with ${users}: ${names}`,
    owes: (sum) => `${sum} open`,
    returned: (sum) => `${sum} in all`,
    luck: (score) => `cautious z ${score}`,
    figures: {
      deposited: 'Deposited',
      withdrawn: 'Withdrawn',
      items: 'Items withdrawn',
      wagered: 'Staked',
      balance: 'Free balance',
      held: 'Held',
      inventory: 'Inventory',
      luck: 'Luck (cautious z)',
      net: 'Result of the house',
    },
    noPlays: 'no plays',
    noDay: 'no closed day yet',
  },
);
