import {
  type BeaconTrust,
  battleFrom,
  eventFrom,
  openingFrom,
  raffleFrom,
  savedBattleFrom,
  shotFrom,
  shotTable,
  silencedFrom,
  upgradeFrom,
  verifyBattle,
  verifyCommand,
  verifyOpening,
  verifyRaffle,
  verifyShot,
  verifySilence,
  verifyUpgrade,
  versionFrom,
} from '@lisura/fairness';
import { call } from '../../data/api.ts';
import { rememberedBattle } from '../../shared/battles/seen-battles.ts';
import { publicDrawTrust } from '../../shared/fairness/public-draw-trust.ts';
import { gameLink, type HadBefore, playLink } from '../../shared/fairness/verify-link.ts';
import { ofGame, ofRoll, quoted, type Verified } from './verified.ts';

/** Checks plays as the API answers them. It asks for public parts of a game; the play itself stays here. */
export type PlayGame = 'opening' | 'upgrade' | 'shot';

export async function verifyPlay(game: PlayGame, text: string, before: HadBefore): Promise<Verified> {
  const json: unknown = JSON.parse(text);
  const { committedHash: hash, sentSeed } = before;
  const line = verifyCommand(game, json as object, game === 'upgrade' ? null : location.origin);
  const command = sentSeed === null ? line : `${line} --client-seed=${quoted(sentSeed)}`;
  const ways = { command, link: playLink(game, json as object, before) };
  switch (game) {
    case 'opening': {
      const opening = openingFrom(json);
      const params = { id: opening.caseId, number: opening.versionNumber };
      const version = versionFrom(await call('GET /cases/{id}/versions/{number}', { params }));
      return ofRoll(verifyOpening(opening, version, hash), opening, ways, sentSeed);
    }
    case 'upgrade': {
      const upgrade = upgradeFrom(json);
      return ofRoll(verifyUpgrade(upgrade, hash), upgrade, ways, sentSeed);
    }
    case 'shot': {
      const shot = shotFrom(json);
      const event = eventFrom(await call('GET /event/{id}', { params: { id: shot.eventId } }));
      return ofRoll(verifyShot(shot, shotTable(event, shot), hash), shot, ways, sentSeed);
    }
  }
}

/** A finished battle or raffle is found by its number, a private battle by its code, too. */
export async function verifyGame(game: 'battle' | 'raffle', id: string, code: string | null): Promise<Verified> {
  return game === 'battle' ? verifyBattleOf(id, code) : verifyRaffleOf(id);
}

const ask = () => `curl -s ${location.origin}/api`;

async function verifyBattleOf(id: string, code: string | null): Promise<Verified> {
  const answer = await call('GET /battles/{id}', { params: { id }, query: code === null ? {} : { code } });
  const trust = await publicDrawTrust('BATTLES', answer);
  const address = `${ask()}/battles/${id}${code === null ? '' : `?code=${encodeURIComponent(code)}`}`;
  const command = `${address} | npx @lisura/fairness battle -${logOptions(trust)}`;
  const ways = { command, link: gameLink('battle', id, code) };
  const silenced = silencedFrom('battle', answer);
  if (silenced !== null) return ofGame(verifySilence(silenced, null, trust), ways);
  const seen = rememberedBattle(id);
  const before = seen === null ? null : savedBattleFrom(JSON.parse(seen));
  return ofGame(verifyBattle(battleFrom(answer), before, trust), ways);
}

async function verifyRaffleOf(id: string): Promise<Verified> {
  const answer = await call('GET /raffle/{id}', { params: { id } });
  const trust = await publicDrawTrust('RAFFLES', answer);
  const files = `${ask()}/raffle/${id} > raffle.json; ${ask()}/raffle/${id}/tickets > tickets.txt`;
  const command = `${files}; npx @lisura/fairness raffle raffle.json tickets.txt${logOptions(trust)}`;
  const ways = { command, link: gameLink('raffle', id, null) };
  const silenced = silencedFrom('raffle', answer);
  if (silenced !== null) return ofGame(verifySilence(silenced, null, trust), ways);
  const tickets = await call('GET /raffle/{id}/tickets', { params: { id } });
  return ofGame(verifyRaffle(raffleFrom(answer), tickets, null, trust), ways);
}

/** Where the public draw decides, the command asks the log of this platform. */
const logOptions = ({ log }: BeaconTrust): string =>
  log == null ? '' : ` --server ${location.origin} --key ${log.key ?? ''}`;
