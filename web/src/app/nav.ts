import type { IconName } from '../shared/icons/index.tsx';
import type { shellTexts } from './shell/texts.ts';

/**
 * All entries of the navigation stand here. A new page adds its line here, its route in router.tsx and its address in
 * web/served.ts.
 */
export interface NavEntry {
  to:
    | '/'
    | '/upgrade'
    | '/rifas'
    | '/evento'
    | '/trocas'
    | '/batalhas'
    | '/inventario'
    | '/carteira'
    | '/historico'
    | '/perfil'
    | '/estatisticas'
    | '/verificar';
  icon: IconName;
  text: keyof (typeof shellTexts)['en']['nav'];
  /** Addresses that begin so belong to the entry, as the arena belongs to battles. */
  within?: string;
  /**
   * An entry stands in the header, in the bottom bar of telephones or behind its last entry, or in the menu of the
   * account.
   */
  places: readonly ('header' | 'bottom' | 'more' | 'account')[];
}

const NAV_ENTRIES: readonly NavEntry[] = [
  { to: '/', icon: 'box', text: 'cases', within: '/caixa/', places: ['header', 'bottom'] },
  { to: '/batalhas', icon: 'swords', text: 'battles', within: '/batalha', places: ['header', 'bottom'] },
  { to: '/upgrade', icon: 'arrowUp', text: 'upgrade', places: ['header', 'bottom'] },
  { to: '/rifas', icon: 'ticket', text: 'raffles', within: '/rifa', places: ['header', 'more', 'account'] },
  { to: '/evento', icon: 'star', text: 'event', places: ['header', 'more', 'account'] },
  { to: '/trocas', icon: 'swap', text: 'swaps', places: ['header', 'more', 'account'] },
  { to: '/inventario', icon: 'bag', text: 'inventory', places: ['bottom', 'account'] },
  { to: '/carteira', icon: 'wallet', text: 'wallet', places: ['bottom', 'account'] },
  { to: '/historico', icon: 'history', text: 'history', places: ['more', 'account'] },
  { to: '/estatisticas', icon: 'chart', text: 'statistics', places: ['account'] },
  { to: '/perfil', icon: 'user', text: 'profile', places: ['more', 'account'] },
  { to: '/verificar', icon: 'shieldCheck', text: 'verify', places: ['header', 'more'] },
];

export const entriesOf = (place: NavEntry['places'][number]): readonly NavEntry[] =>
  NAV_ENTRIES.filter(({ places }) => places.includes(place));

/** Tells whether a page belongs to an entry without being its own page. */
export const isWithin = ({ within }: NavEntry, path: string): boolean =>
  within !== undefined && path.startsWith(within);

/** The first page and the games show the ticker of live drops; calm pages have none. */
export const hasTicker = (path: string): boolean =>
  path === '/' ||
  ['/caixa/', '/batalha', '/upgrade', '/rifa', '/evento', '/trocas'].some((start) => path.startsWith(start));
