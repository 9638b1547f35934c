import { defineError } from '../../../platform/errors.ts';

export const notificationNotFound = defineError(
  'NOTIFICATION_NOT_FOUND',
  404,
  'Notification not found',
  'No notification has this id.',
);

export const notificationOfAnotherUser = defineError(
  'NOTIFICATION_OF_ANOTHER_USER',
  400,
  'Notification belongs to another user',
  'Only your own notifications can be marked as read.',
);
