import { rollsOfPercent } from '../percent.ts';
import { type RangedItem, type RecordedRoll, tableSteps, type Verification, verificationOf } from '../verification.ts';
import { readJson, UnreadableJson } from './read-json.ts';
import { recordedRollOf } from './recorded-roll.ts';

export interface PlayedShot extends RecordedRoll {
  eventId: string;
  ticketPrice: number;
  itemId: string;
  /** So many of 10000000 rolls give the item. */
  chanceWidth: number;
}

/** Reads the answer to a shot, or an entry of the history. */
export function shotFrom(answer: unknown): PlayedShot {
  const shot = readJson(answer);
  return {
    ...recordedRollOf(shot),
    eventId: shot.text('eventId'),
    ticketPrice: shot.integer('ticketPrice'),
    itemId: shot.fields('item').text('id'),
    chanceWidth: shot.percent('chancePercent', rollsOfPercent),
  };
}

/** Shots of an event can hit these. */
export interface PlayedEvent {
  eventId: string;
  /** The price of a shot is the key. */
  prizesAt: ReadonlyMap<number, readonly RangedItem[]>;
}

/** Reads an answer of `GET /api/event/<id>`. */
export function eventFrom(answer: unknown): PlayedEvent {
  const event = readJson(answer);
  const tables = event.list('shoots').map((table) => {
    const prizes = table.list('prizes').map((prize) => ({
      itemId: prize.fields('item').text('id'),
      name: prize.fields('item').text('name'),
      hashRangeStart: prize.integer('hashRangeStart'),
      hashRangeEnd: prize.integer('hashRangeEnd'),
    }));
    return [table.integer('ticketPrice'), prizes] as const;
  });
  return { eventId: event.text('id'), prizesAt: new Map(tables) };
}

export function shotTable(event: PlayedEvent, { ticketPrice }: PlayedShot): readonly RangedItem[] {
  const prizes = event.prizesAt.get(ticketPrice);
  if (prizes === undefined) throw new UnreadableJson(`the event has no shots at ${ticketPrice} tickets`);
  return prizes;
}

/** The player was shown `committedHash` before; null where there is none to compare. */
export const verifyShot = (
  shot: PlayedShot,
  prizes: readonly RangedItem[],
  committedHash: string | null,
): Verification =>
  verificationOf(shot, committedHash, (roll) =>
    tableSteps(`the shots at ${shot.ticketPrice} tickets`, prizes, roll, shot),
  );
