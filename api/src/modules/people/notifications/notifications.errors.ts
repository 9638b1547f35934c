import { AppError } from '../../../platform/errors.ts';

export const notificationNotFound = () => new AppError(404, 'Notification not found');

export const notificationOfAnotherUser = () => new AppError(400, 'Notification belongs to another user');
