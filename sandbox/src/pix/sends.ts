import { requestError } from '../request-error.ts';
import { newPixId } from './pix-ids.ts';

export const SEND_STATUSES = ['EM_PROCESSAMENTO', 'REALIZADO', 'NAO_REALIZADO'] as const;
type SendStatus = (typeof SEND_STATUSES)[number];

export interface Send {
  idEnvio: string;
  endToEndId: string;
  amount: string;
  fromKey: string;
  toKey: string;
  status: SendStatus;
  reason: string | null;
  requestedAt: Date;
  settledAt: Date | null;
}

export interface Sends {
  sends(): readonly Send[];
  findSend(idEnvio: string): Send | undefined;
  addSend(send: Pick<Send, 'idEnvio' | 'amount' | 'fromKey' | 'toKey'>): Send;
  settleSend(idEnvio: string, status: SendStatus, reason?: string): void;
  /** Tells whether sends are done when they are next asked for, or wait for a hand. */
  setSendMode(mode: 'automatic' | 'manual'): void;
}

export function createSends(now: () => Date): Sends {
  const sends = new Map<string, Send>();
  let sendMode: 'automatic' | 'manual' = 'automatic';

  function settle(send: Send, status: SendStatus, reason: string | null): void {
    Object.assign(send, { status, reason, settledAt: status === 'EM_PROCESSAMENTO' ? null : now() });
  }

  return {
    sends: () => [...sends.values()],
    findSend(idEnvio) {
      const send = sends.get(idEnvio);
      if (send?.status === 'EM_PROCESSAMENTO' && sendMode === 'automatic') settle(send, 'REALIZADO', null);
      return send;
    },
    addSend(given) {
      const send: Send = {
        ...given,
        endToEndId: newPixId('E', now()),
        status: 'EM_PROCESSAMENTO',
        reason: null,
        requestedAt: now(),
        settledAt: null,
      };
      sends.set(send.idEnvio, send);
      return send;
    },
    settleSend(idEnvio, status, reason) {
      const send = sends.get(idEnvio);
      if (!send) throw requestError(`Nothing was sent under "${idEnvio}".`);
      if (send.status !== 'EM_PROCESSAMENTO') throw requestError(`What was sent under "${idEnvio}" is settled.`);
      settle(send, status, reason ?? null);
    },
    setSendMode(mode) {
      sendMode = mode;
    },
  };
}
