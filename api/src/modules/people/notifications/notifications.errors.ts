import { defineError } from '../../../platform/errors.ts';

export const notificationNotFound = defineError(
  'NOTIFICATION_NOT_FOUND',
  404,
  'Notificação não encontrada.',
  'No notification has this id.',
);

export const notificationOfAnotherUser = defineError(
  'NOTIFICATION_OF_ANOTHER_USER',
  400,
  'Esta notificação é de outra pessoa.',
  'Only your own notifications can be marked as read.',
);
