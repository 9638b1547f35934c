import {
  battleFrom,
  eventFrom,
  openingFrom,
  QUICKNET,
  raffleFrom,
  savedBattleFrom,
  shotFrom,
  shotTable,
  upgradeFrom,
  verifyBattle,
  verifyCommand,
  verifyOpening,
  verifyRaffle,
  verifyShot,
  verifyUpgrade,
  versionFrom,
} from '@lisura/fairness';
import { call } from '../../data/api.ts';
import { rememberedBattle } from '../../shared/battles/seen-battles.ts';
import { gameLink, playLink } from '../../shared/fairness/verify-link.ts';
import { ofGame, ofRoll, type Verified } from './verified.ts';

/** Checks plays as the API answers them. What everybody may see of a game is asked for; the play itself stays here. */
export type PlayGame = 'opening' | 'upgrade' | 'shot';

export async function verifyPlay(game: PlayGame, text: string, typedHash: string): Promise<Verified> {
  const json: unknown = JSON.parse(text);
  const hash = typedHash === '' ? null : typedHash;
  const command = verifyCommand(game, json as object, game === 'upgrade' ? null : location.origin);
  const ways = { command, link: playLink(game, json as object, hash) };
  switch (game) {
    case 'opening': {
      const opening = openingFrom(json);
      const params = { id: opening.caseId, number: opening.versionNumber };
      const version = versionFrom(await call('GET /cases/{id}/versions/{number}', { params }));
      return ofRoll(verifyOpening(opening, version, hash), opening, ways);
    }
    case 'upgrade': {
      const upgrade = upgradeFrom(json);
      return ofRoll(verifyUpgrade(upgrade, hash), upgrade, ways);
    }
    case 'shot': {
      const shot = shotFrom(json);
      const event = eventFrom(await call('GET /event/{id}', { params: { id: shot.eventId } }));
      return ofRoll(verifyShot(shot, shotTable(event, shot), hash), shot, ways);
    }
  }
}

/** A battle or a raffle that is over, by its number; a private battle by its code, too. */
export async function verifyGame(game: 'battle' | 'raffle', id: string, code: string | null): Promise<Verified> {
  // The library of curves is large, and only public randomness needs it.
  const trust = { isSigned: (await import('@lisura/fairness/beacon')).isSigned, chain: QUICKNET };
  const link = gameLink(game, id, code);
  const ask = `curl -s ${location.origin}/api`;
  if (game === 'battle') {
    const query = code === null ? {} : { code };
    const battle = battleFrom(await call('GET /battles/{id}', { params: { id }, query }));
    const seen = rememberedBattle(id);
    const before = seen === null ? null : savedBattleFrom(JSON.parse(seen));
    const address = `${ask}/battles/${id}${code === null ? '' : `?code=${encodeURIComponent(code)}`}`;
    const command = `${address} | npx @lisura/fairness battle -`;
    return ofGame(verifyBattle(battle, before, trust), { command, link });
  }
  const raffle = raffleFrom(await call('GET /raffle/{id}', { params: { id } }));
  const tickets = await call('GET /raffle/{id}/tickets', { params: { id } });
  const files = `${ask}/raffle/${id} > raffle.json; ${ask}/raffle/${id}/tickets > tickets.txt`;
  const command = `${files}; npx @lisura/fairness raffle raffle.json tickets.txt`;
  return ofGame(verifyRaffle(raffle, tickets, null, trust), { command, link });
}
