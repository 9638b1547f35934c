import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../../platform/http/edge/access.ts';
import type { AuditEntry } from './record-audit.ts';

/** Who changes something, from where and why. A null actor is the system itself. */
export type Editor = Required<Pick<AuditEntry, 'actorId' | 'ip'>> & Pick<AuditEntry, 'reason'>;

/** The administrator who asks, with the reason that they give. */
export const editorOf = (request: FastifyRequest, reason: string | null = null): Editor => ({
  actorId: callerOf(request).userId,
  ip: request.ip,
  reason,
});
