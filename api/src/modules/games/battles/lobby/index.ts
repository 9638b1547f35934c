export { lobbyPlayerRoutes, lobbyPublicRoutes } from './lobby.routes.ts';
export { BattleListQuery, BattleParams, battleFilterOf } from './lobby.schemas.ts';
export type { LobbyDeps } from './lobby.types.ts';
