import type { RecordKind } from '../../data/generated/api.ts';
import { defineTexts } from '../../shared/texts/index.ts';

interface SearchTexts {
  label: string;
  users: string;
  records: string;
  cases: string;
  items: string;
  kinds: Record<RecordKind, string>;
}

export const searchTexts = defineTexts<SearchTexts>(
  {
    label: 'Usuário, saque, ordem, caixa, item…',
    users: 'Usuários',
    records: 'Registros',
    cases: 'Caixas',
    items: 'Itens',
    kinds: {
      DEPOSIT: 'Depósito',
      MONEY_WITHDRAWAL: 'Saque',
      ITEM_WITHDRAWAL: 'Retirada',
      ORDER: 'Ordem',
      SITE_SWAP: 'Troca',
      BATTLE: 'Batalha',
      RAFFLE: 'Rifa',
    },
  },
  {
    label: 'User, withdrawal, order, case, item…',
    users: 'Users',
    records: 'Records',
    cases: 'Cases',
    items: 'Items',
    kinds: {
      DEPOSIT: 'Deposit',
      MONEY_WITHDRAWAL: 'Withdrawal',
      ITEM_WITHDRAWAL: 'Item withdrawal',
      ORDER: 'Order',
      SITE_SWAP: 'Swap',
      BATTLE: 'Battle',
      RAFFLE: 'Raffle',
    },
  },
);
