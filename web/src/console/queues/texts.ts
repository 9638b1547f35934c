import { defineTexts } from '../../shared/texts/index.ts';

export const queueTexts = defineTexts(
  {
    history: 'Histórico recente',
    all: 'Todos',
    user: 'Usuário',
    sum: 'Valor',
    risk: 'Risco',
    since: 'Desde',
    status: 'Estado',
    number: 'Nº',
    account: (id: string, age: string) => `Conta nº ${id} · ${age}`,
    days: { one: 'dia', other: 'dias' },
    secondPerson: '1 de 2',
    waiting: (count: string) => `${count} aguardam decisão`,
    oldest: (when: string) => `o mais antigo, ${when}`,
  },
  {
    history: 'Recent history',
    all: 'All',
    user: 'User',
    sum: 'Amount',
    risk: 'Risk',
    since: 'Since',
    status: 'State',
    number: 'No.',
    account: (id, age) => `Account no. ${id} · ${age}`,
    days: { one: 'day', other: 'days' },
    secondPerson: '1 of 2',
    waiting: (count) => `${count} wait for a decision`,
    oldest: (when) => `the oldest, ${when}`,
  },
);
