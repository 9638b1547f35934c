import { Type } from 'typebox';
import { id, listOf, oneOf, orNull, record, type Static, string } from '../../../platform/record.ts';
import { idOf } from '../../../platform/schemas.ts';

export const RECORD_KINDS = [
  'DEPOSIT',
  'MONEY_WITHDRAWAL',
  'ITEM_WITHDRAWAL',
  'ORDER',
  'SITE_SWAP',
  'BATTLE',
  'RAFFLE',
] as const;

export const FoundRecord = record('FoundRecord', 'A record with the id', {
  kind: oneOf(RECORD_KINDS, 'RecordKind', 'Kind of the record'),
  id: idOf('Id of the record'),
  status: string('Status of the record', 'PENDING'),
  userId: orNull(id<'user'>('Id'), 'Owner of the record; null if it has none'),
  username: orNull(string('Name', 'Ana'), 'Name of the owner'),
});
export type FoundRecord = Static<typeof FoundRecord>;

export const FoundThing = record('FoundThing', 'A case or an item whose name or id matches', {
  id: idOf('Id of the case or item'),
  name: string('Name of the case or item', 'First'),
  status: string('Whether it is in use', 'ACTIVE'),
});
export type FoundThing = Static<typeof FoundThing>;

export const SearchQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '^[^\\u0000]*\\S[^\\u0000]*$',
    'x-fault': 'must have 1 to 100 characters that are not all blank',
    description: 'A part of a name, an id, or a Steam id',
    examples: ['redline'],
  }),
});

const FoundUser = record('FoundUser', 'A user whose name, id or Steam id matches', {
  id: idOf('Id of the user'),
  username: string('Name of the user', 'Bia'),
  platformId: string('Steam id of the user', '76561198000000007'),
  avatarUrl: orNull(string('Address', ''), 'Picture of the user', null),
  status: string('Status of the user; only an ACTIVE user may log in', 'ACTIVE'),
});
export const Found = record('Found', 'Records that match a search', {
  users: listOf(FoundUser, 'At most 5, the newest first', FoundUser.examples),
  records: listOf(FoundRecord, 'At most one of each kind; empty unless an id was searched for', FoundRecord.examples),
  cases: listOf(FoundThing, 'At most 5, by name', FoundThing.examples),
  items: listOf(FoundThing, 'At most 5, by name', FoundThing.examples),
});
