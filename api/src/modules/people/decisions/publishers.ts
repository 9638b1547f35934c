import type { FastifyRequest } from 'fastify';
import type { Tx } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Id } from '../../../platform/ids.ts';
import type { PersonFacts } from '../../../platform/personal-data/person-facts.ts';
import { type Editor, editorOf } from '../audit/index.ts';
import {
  type Action,
  type DecisionDeps,
  type NearGain,
  ownRecord,
  type Publication,
  twoPersonCentsSetting,
} from './decisions.records.ts';
import { findNearGains } from './decisions.sql.ts';
import { requireMayDecide } from './require-may-decide.ts';

/** The platform itself publishes when it fills an empty database. */
export interface Publisher extends Editor {
  authorise: ((tx: Tx, publication: Publication) => Promise<Id<'user'> | null>) | null;
}

export function publisherOf(deps: DecisionDeps, request: FastifyRequest, reason: string | null = null): Publisher {
  const { userId: actorId, sessionId } = callerOf(request);
  const decider = { actorId, sessionId, ip: request.ip, reason };
  return {
    ...editorOf(request, reason),
    authorise: (tx, { costCents, ...publication }) =>
      requireMayDecide(deps, tx, decider, { ...publication, ownerId: null, amountCents: costCents }),
  };
}

export const byPlatform: Publisher = { actorId: null, ip: null, authorise: null };

export async function requireMayPublish(
  tx: Tx,
  { actorId, authorise }: Publisher,
  publication: Publication,
): Promise<Id<'user'>[]> {
  if (authorise === null) return [];
  const secondId = await authorise(tx, publication);
  return [actorId, secondId].filter((id) => id !== null);
}

export async function recordPublishers(
  tx: Tx,
  entity: Action['entity'],
  userIds: readonly Id<'user'>[],
): Promise<void> {
  if (userIds.length === 0) return;
  await tx.query(sql`
    insert into publishers (entity_type, entity_id, user_id)
    select ${entity.type}, ${entity.id}, user_id from unnest(${userIds}::bigint[]) user_id
    on conflict do nothing`);
}

const PUBLISHED = 'published';

/** It includes closed accounts of the same person. */
export const isPublisherSql = (userId: Id<'user'>, { type, id }: Action['entity']): Sql => sql`
  (exists (
    select from publishers
    where publishers.entity_type = ${type} and publishers.entity_id = ${id} and publishers.user_id = ${userId})
  or exists (
    select from brought_facts
    where brought_facts.user_id = ${userId} and name = ${PUBLISHED} and value ? ${`${type}:${id}`}))`;

export const publishersFollow: PersonFacts = {
  [PUBLISHED]: {
    keep: async (tx, userId) => {
      const rows = await tx.query<{ value: Record<string, true> | null }>(sql`
        select jsonb_object_agg(key, true) as value from (
          select entity_type || ':' || entity_id as key from publishers where user_id = ${userId}
          union
          select jsonb_object_keys(value) from brought_facts where user_id = ${userId} and name = ${PUBLISHED}) published`);
      const value = rows[0]?.value ?? null;
      return value === null ? null : { value, until: null };
    },
  },
};

/** Older gains hold back no withdrawal. */
const GAINS_MS = 30 * DAY_MS;

export const findGainsOf = (tx: Tx, userId: Id<'user'>, now: Date): Promise<NearGain[]> =>
  findNearGains(tx, new Date(now.getTime() - GAINS_MS), userId);

/**
 * An administrator whose gifts the owner gained from nearby approves nothing for that owner, unless one administrator
 * is always enough (`twoPersonCents` is 0): there may be no other.
 */
export async function requireNotNear(
  { settings, clock }: Pick<DecisionDeps, 'settings' | 'clock'>,
  tx: Tx,
  { actorId, ownerId }: { actorId: Id<'user'>; ownerId: Id<'user'> },
): Promise<void> {
  if ((await settings.read(tx, twoPersonCentsSetting)) === 0) return;
  const gains = await findGainsOf(tx, ownerId, clock.now());
  if (gains.some(({ administratorId }) => administratorId === actorId)) throw ownRecord();
}
