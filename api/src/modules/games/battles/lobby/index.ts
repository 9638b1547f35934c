export type { LobbyDeps } from './create-battle.ts';
export { lobbyPlayerRoutes, lobbyPublicRoutes } from './lobby.routes.ts';
export { BattleListQuery, BattleParams, battleFilterOf } from './lobby.schemas.ts';
