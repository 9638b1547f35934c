import { Type } from 'typebox';
import { type Cents, formatBrl, formatBrlInEnglish } from '../../../platform/money.ts';
import { defineEvent } from '../../../platform/realtime/events.ts';
import { IdText } from '../../../platform/schemas.ts';
import {
  BroadcastNotification,
  type NotificationContent,
  type OwnWords,
  PushedNotification,
} from './notifications.records.ts';

interface AmountDetails {
  amountCents: Cents;
}
interface FailureDetails {
  reason: string;
}

export const withdrawalCompleted = ({ amountCents }: AmountDetails): NotificationContent => ({
  type: 'WITHDRAWAL_COMPLETED',
  title: 'Saque concluído',
  message: `Seu saque de ${formatBrl(amountCents)} foi concluído.`,
  en: {
    title: 'Your withdrawal was paid',
    message: `Your withdrawal of ${formatBrlInEnglish(amountCents)} was paid.`,
  },
  metadata: { amountCents: amountCents.toString() },
});

export const withdrawalFailed = ({ reason }: FailureDetails): NotificationContent => ({
  type: 'WITHDRAWAL_FAILED',
  title: 'Falha no saque',
  message: `Não foi possível concluir seu saque. Motivo: ${reason}`,
  en: null,
  metadata: null,
});

const NOT_YOU = {
  pt: 'Se não foi você, encerre todas as sessões e fale com o suporte agora.',
  en: 'If it was not you, end all sessions and talk to support now.',
};

/** A thief may have made such a change, so the text says what to do then. */
export const securityNotice = (
  event: string,
  { title, message, en }: OwnWords,
  more: { ip?: string } = {},
): NotificationContent => ({
  type: 'SYSTEM',
  title,
  message: `${message} ${NOT_YOU.pt}`,
  en: { title: en.title, message: `${en.message} ${NOT_YOU.en}` },
  metadata: { event, ...more },
});

export const notificationMade = defineEvent({
  name: 'notification',
  audience: 'user',
  description:
    'You have a new notification. It is stored: `GET /api/notifications` lists it too, as UNREAD. Sent while the ' +
    'setting `liveNotifications` is on.',
  payload: PushedNotification,
});

export const notificationBroadcast = defineEvent({
  name: 'notification:global',
  audience: 'everybody',
  description:
    'A message of the platform to all users. It is stored for each of them by then: `GET /api/notifications` lists it, as ' +
    'UNREAD. `metadata.en` has the words in English.',
  payload: BroadcastNotification,
});

export const notificationRead = defineEvent({
  name: 'notification:read',
  audience: 'user',
  description:
    'You have read one of your notifications, or all of them, perhaps in another tab: what is unread is what ' +
    '`GET /api/notifications/unread-count` says.',
  payload: Type.Object(
    {
      id: Type.Union([Type.String({ ...IdText, description: 'Id of the one that was read' }), Type.Null()], {
        description: 'Id of the notification that was read; null: all of them',
      }),
    },
    { examples: [{ id: '90210' }] },
  ),
});
