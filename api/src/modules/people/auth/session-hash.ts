import { hash } from 'node:crypto';

/**
 * What a session is called everywhere but in its cookie: in the database, the hot store, rooms of sockets, announcements
 * and answers. Who reads one of these cannot log in with it. An id has 256 random bits, so a plain hash keeps it.
 */
export const sessionHashOf = (sessionId: string): string => hash('sha256', sessionId, 'hex');
