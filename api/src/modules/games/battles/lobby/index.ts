export type { LobbyDeps } from './create-lobby.ts';
export { lobbyPlayerRoutes, lobbyPublicRoutes } from './lobby.routes.ts';
export { BattleListQuery, BattleParams, battleFilterOf } from './lobby.schemas.ts';
