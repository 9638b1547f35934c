import type { FastifyRequest } from 'fastify';
import type { Tx } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import { defineError } from '../../../platform/errors.ts';
import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { PersonFacts } from '../../../platform/personal-data/person-facts.ts';
import { type Editor, editorOf } from '../audit/index.ts';
import { type DecisionDeps, requireMayDecide } from './require-may-decide.ts';

/** Something by which everybody may win, with the most that it can cost the house. */
export interface Publication {
  costCents: Cents;
  action: string;
  entity: { type: string; id: string };
  /** What exactly is published: a second administrator has to ask for the same. */
  content: string;
}

/** Who publishes: an administrator, or the platform itself when it fills an empty database. */
export interface Publisher extends Editor {
  /** Lets the administrator on and returns who had proposed the same, if anybody; null for the platform itself. */
  authorise: ((tx: Tx, publication: Publication) => Promise<Id<'user'> | null>) | null;
}

/** The administrator who asks, with the reason that they give. */
export function publisherOf(deps: DecisionDeps, request: FastifyRequest, reason: string | null = null): Publisher {
  const editor = editorOf(request, reason);
  const { userId: actorId, sessionId } = callerOf(request);
  const decider = { actorId, sessionId, ip: request.ip, reason };
  return {
    ...editor,
    authorise: (tx, { costCents, ...publication }) =>
      requireMayDecide(deps, tx, decider, { ...publication, ownerId: null, amountCents: costCents }),
  };
}

export const byPlatform: Publisher = { actorId: null, ip: null, authorise: null };

/** Lets a publisher on, as `requireMayDecide`, and returns the administrators behind the publication. */
export async function requireMayPublish(
  tx: Tx,
  { actorId, authorise }: Publisher,
  publication: Publication,
): Promise<Id<'user'>[]> {
  if (authorise === null) return [];
  const secondId = await authorise(tx, publication);
  return [actorId, secondId].filter((id) => id !== null);
}

/** Keeps who has made or published something: they may not gain from it. Each is kept once. */
export async function recordPublishers(
  tx: Tx,
  entity: { type: string; id: string },
  userIds: readonly Id<'user'>[],
): Promise<void> {
  if (userIds.length === 0) return;
  await tx.query(sql`
    insert into publishers (entity_type, entity_id, user_id)
    select ${entity.type}, ${entity.id}, user_id from unnest(${userIds}::bigint[]) user_id
    on conflict do nothing`);
}

const PUBLISHED = 'published';

/** Whether a user, or an account that the same person closed, has published something; a part of a statement, so that it costs none. */
export const isPublisherSql = (userId: Id<'user'>, { type, id }: { type: string; id: string }): Sql => sql`
  (exists (
    select from publishers
    where publishers.entity_type = ${type} and publishers.entity_id = ${id} and publishers.user_id = ${userId})
  or exists (
    select from brought_facts
    where brought_facts.user_id = ${userId} and name = ${PUBLISHED} and value ? ${`${type}:${id}`}))`;

/** What an administrator has published is theirs, too, when they come back with another account. */
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

export const ownPublication = defineError(
  'OWN_PUBLICATION',
  403,
  'Você publicou isto como administrador, e por isso não pode participar.',
  'Nobody gains from what they have published: another account of the same person does not either.',
);
