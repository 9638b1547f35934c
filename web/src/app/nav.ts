import type { IconName } from '../shared/icons/index.tsx';
import type { shellTexts } from './shell/texts.ts';

/**
 * The entries of the navigation, in one place. A page that does not exist yet has none: who writes it adds its line here,
 * its route in router.tsx and its address in web/served.ts.
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
    | '/verificar';
  icon: IconName;
  text: keyof (typeof shellTexts)['en']['nav'];
  /** Where it stands: in the header, in the bottom bar of telephones, in the menu of the account. */
  places: readonly ('header' | 'bottom' | 'account')[];
}

export const NAV_ENTRIES: readonly NavEntry[] = [
  { to: '/', icon: 'box', text: 'cases', places: ['header', 'bottom'] },
  { to: '/batalhas', icon: 'swords', text: 'battles', places: ['header', 'bottom'] },
  { to: '/upgrade', icon: 'arrowUp', text: 'upgrade', places: ['header', 'bottom'] },
  { to: '/rifas', icon: 'ticket', text: 'raffles', places: ['header', 'account'] },
  { to: '/evento', icon: 'star', text: 'event', places: ['header', 'account'] },
  { to: '/trocas', icon: 'swap', text: 'swaps', places: ['header', 'account'] },
  { to: '/inventario', icon: 'bag', text: 'inventory', places: ['bottom', 'account'] },
  { to: '/carteira', icon: 'wallet', text: 'wallet', places: ['bottom', 'account'] },
  { to: '/historico', icon: 'history', text: 'history', places: ['account'] },
  { to: '/perfil', icon: 'user', text: 'profile', places: ['account'] },
  { to: '/verificar', icon: 'shieldCheck', text: 'verify', places: ['header', 'bottom'] },
];

/** Where the ticker of live drops is shown: the first page and the games. Calm pages have none. */
export const hasTicker = (path: string): boolean =>
  path === '/' ||
  ['/caixa/', '/batalha', '/upgrade', '/rifa', '/evento', '/trocas'].some((start) => path.startsWith(start));
