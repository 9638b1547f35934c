export { addBots } from './add-bots.ts';
export { createBattle, type LobbyDeps } from './create-battle.ts';
export { joinBattle } from './join-battle.ts';
export { lobbyPlayerRoutes, lobbyPublicRoutes } from './lobby.routes.ts';
export { BattleListQuery, BattleParams, battleFilterOf } from './lobby.schemas.ts';
