import type { QueueName } from '../data/generated/api.ts';
import type { IconName } from '../shared/icons/index.tsx';
import type { consoleTexts } from './texts.ts';

/** The sidebar lists the pages of the console so. A new page adds its line here and its route. */
export interface ConsoleEntry {
  to:
    | '/admin'
    | '/admin/alertas'
    | '/admin/analises'
    | '/admin/batalhas'
    | '/admin/rifas'
    | '/admin/eventos'
    | '/admin/depositos'
    | '/admin/saques'
    | '/admin/retiradas'
    | '/admin/trocas'
    | '/admin/suspeitas'
    | '/admin/suspensoes'
    | '/admin/propostas'
    | '/admin/usuarios'
    | '/admin/caixas'
    | '/admin/itens'
    | '/admin/ordens'
    | '/admin/avisos'
    | '/admin/configuracoes'
    | '/admin/auditoria';
  icon: IconName;
  text: keyof (typeof consoleTexts)['en']['nav'];
  group: ConsoleGroup;
  queue?: QueueName;
  /** Open alerts are counted beside it. */
  hasAlerts?: true;
  isExact?: true;
  /** Also in the bottom bar of telephones: queues and alerts. */
  isOnPhones?: true;
}

export const CONSOLE_GROUPS = ['overview', 'queues', 'platform', 'system'] as const;
type ConsoleGroup = (typeof CONSOLE_GROUPS)[number];

export const CONSOLE_ENTRIES: readonly ConsoleEntry[] = [
  { to: '/admin', icon: 'chart', text: 'dashboard', group: 'overview', isExact: true },
  { to: '/admin/alertas', icon: 'alert', text: 'alerts', group: 'overview', hasAlerts: true, isOnPhones: true },
  { to: '/admin/analises', icon: 'list', text: 'analytics', group: 'overview' },
  { to: '/admin/depositos', icon: 'download', text: 'deposits', group: 'queues', queue: 'DEPOSITS', isOnPhones: true },
  {
    to: '/admin/saques',
    icon: 'upload',
    text: 'moneyWithdrawals',
    group: 'queues',
    queue: 'MONEY_WITHDRAWALS',
    isOnPhones: true,
  },
  {
    to: '/admin/retiradas',
    icon: 'bag',
    text: 'itemWithdrawals',
    group: 'queues',
    queue: 'ITEM_WITHDRAWALS',
    isOnPhones: true,
  },
  { to: '/admin/trocas', icon: 'swap', text: 'siteSwaps', group: 'queues', queue: 'SITE_SWAPS' },
  { to: '/admin/suspeitas', icon: 'eye', text: 'suspects', group: 'queues', queue: 'SUSPECTS', isOnPhones: true },
  { to: '/admin/suspensoes', icon: 'pause', text: 'suspensions', group: 'queues' },
  { to: '/admin/propostas', icon: 'shield', text: 'proposals', group: 'queues', queue: 'PROPOSALS' },
  { to: '/admin/usuarios', icon: 'users', text: 'users', group: 'platform' },
  { to: '/admin/caixas', icon: 'box', text: 'cases', group: 'platform' },
  { to: '/admin/itens', icon: 'star', text: 'items', group: 'platform', queue: 'PRICES' },
  { to: '/admin/batalhas', icon: 'swords', text: 'battles', group: 'platform' },
  { to: '/admin/rifas', icon: 'ticket', text: 'raffles', group: 'platform' },
  { to: '/admin/eventos', icon: 'flame', text: 'events', group: 'platform' },
  { to: '/admin/ordens', icon: 'refresh', text: 'stuckOrders', group: 'system', queue: 'ORDERS' },
  { to: '/admin/avisos', icon: 'bell', text: 'notifications', group: 'system' },
  { to: '/admin/configuracoes', icon: 'filter', text: 'settings', group: 'system' },
  { to: '/admin/auditoria', icon: 'list', text: 'audit', group: 'system' },
];

export const entryAt = (path: string): ConsoleEntry | undefined =>
  CONSOLE_ENTRIES.filter(({ to }) => path === to || path.startsWith(`${to}/`)).toSorted(
    (a, b) => b.to.length - a.to.length,
  )[0];
