import path from 'node:path';

/** What the server must know of the web app: where its build is, and which addresses are its pages. */

/** Where the build is written: `index.html`, and files in `assets/` whose names end with a hash of their content. */
export const BUILD_FOLDER = path.join(import.meta.dirname, 'dist');

/** Stands in the built page wherever the nonce of an answer belongs. */
export const NONCE_PLACEHOLDER = 'NONCE_OF_THIS_ANSWER';

/**
 * The addresses of pages, one by one: a pattern for everything would answer unknown addresses of the API with a page.
 * `web/src/app/router.tsx` has a page for each, and `web/src/console/console-routes.tsx` those of the console.
 */
export const PAGE_PATHS = [
  '/',
  '/caixa/:slug',
  '/batalhas',
  '/batalhas/nova',
  '/batalha/:id',
  '/upgrade',
  '/rifas',
  '/rifa/:id',
  '/evento',
  '/trocas',
  '/inventario',
  '/historico',
  '/carteira',
  '/perfil',
  '/jogador/:id',
  '/estatisticas',
  '/verificar',
  '/verify',
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
  '/admin/usuarios',
  '/admin/usuarios/:id',
  '/admin/ordens',
  '/admin/avisos',
  '/admin/configuracoes',
  '/admin/auditoria',
] as const;
