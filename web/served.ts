import path from 'node:path';

/** The server must know where the build of the web app is and which addresses are its pages. */

/** The build has `index.html`, and files in `assets/` whose names end with a hash of their content. */
export const BUILD_FOLDER = path.join(import.meta.dirname, 'dist');

/** Stands in the built page wherever the nonce of an answer belongs. */
export const NONCE_PLACEHOLDER = 'NONCE_OF_THIS_ANSWER';

interface PlayerPage {
  /** The file stands in `src/pages/`. */
  program: string;
  /** The page asks the API for these first, beside the session. `:name` is a part of its own address. */
  asks?: readonly string[];
  /** Tabs and previews of links show it. The server replaces `{{name}}` by words. */
  head?: { title: string; description: string };
}

/**
 * Every page has its address here: a pattern for everything would answer unknown addresses of the API with a page.
 * `web/src/app/router.tsx` and `web/src/console/console-routes.tsx` have the routes. A browser that learns of program
 * and data with the page asks for all at once.
 */
export const PLAYER_PAGES: Readonly<Record<string, PlayerPage>> = {
  '/': { program: 'home/HomePage.tsx', asks: ['/cases?limit=100'] },
  '/caixa/:slug': {
    program: 'case/CasePage.tsx',
    asks: ['/cases/:slug'],
    head: { title: '{{name}} · Lisura', description: '{{description}}' },
  },
  '/batalhas': { program: 'battles/BattlesPage.tsx' },
  '/batalhas/nova': { program: 'new-battle/NewBattlePage.tsx' },
  '/batalha/:id': { program: 'battle/BattlePage.tsx' },
  '/upgrade': { program: 'upgrade/UpgradePage.tsx' },
  '/rifas': { program: 'raffle/RafflesPage.tsx' },
  '/rifa/:id': { program: 'raffle/RafflePage.tsx' },
  '/evento': { program: 'event/EventPage.tsx' },
  '/trocas': { program: 'swap/SwapsPage.tsx' },
  '/inventario': { program: 'inventory/InventoryPage.tsx' },
  '/historico': { program: 'history/HistoryPage.tsx' },
  '/carteira': { program: 'wallet/WalletPage.tsx' },
  '/perfil': { program: 'profile/ProfilePage.tsx' },
  '/jogador/:id': { program: 'player/PlayerPage.tsx' },
  '/estatisticas': { program: 'statistics/StatisticsPage.tsx' },
  '/verificar': { program: 'verifier/VerifierPage.tsx' },
  '/verify': { program: 'verifier/VerifierPage.tsx' },
};

const CONSOLE_PATHS = [
  '/admin',
  '/admin/alertas',
  '/admin/analises',
  '/admin/caixas',
  '/admin/caixas/:id',
  '/admin/itens',
  '/admin/batalhas',
  '/admin/rifas',
  '/admin/eventos',
  '/admin/depositos',
  '/admin/saques',
  '/admin/retiradas',
  '/admin/trocas',
  '/admin/suspeitas',
  '/admin/suspensoes',
  '/admin/propostas',
  '/admin/usuarios',
  '/admin/usuarios/:id',
  '/admin/ordens',
  '/admin/avisos',
  '/admin/configuracoes',
  '/admin/auditoria',
];

export const PAGE_PATHS: readonly string[] = [...Object.keys(PLAYER_PAGES), ...CONSOLE_PATHS];

/** Pages are drawn ahead in these languages; the first is the product's own. */
export const LANGUAGES_OF_PAGES = ['pt-BR', 'en'] as const;
export type LanguageOfPages = (typeof LANGUAGES_OF_PAGES)[number];

/** The build keeps the drawn pages here, with the requests that a browser should make beside each. */
export const PRERENDERED_FILE = 'pages.json';
export type PrerenderedPages = Record<string, { links: string[]; documents: Record<string, string> }>;
