import type { NotificationContent } from '../../../people/notifications/index.ts';
import type { Offer } from './offers.types.ts';

/** In Portuguese, since the players are Brazilian. */

const said = (title: string, message: string, { id }: Offer): NotificationContent => ({
  type: 'SYSTEM',
  title,
  message,
  metadata: { swapId: id },
});

export const offerReceived = (offer: Offer): NotificationContent =>
  said('Nova proposta de troca', `${offer.creator.username} quer trocar itens com você.`, offer);

export const offerAccepted = (offer: Offer): NotificationContent =>
  said('Troca aceita', `${offer.acceptor?.username} aceitou a sua troca.`, offer);

export const offerCancelled = (offer: Offer): NotificationContent =>
  said('Troca cancelada', `${offer.creator.username} cancelou a troca que tinha proposto a você.`, offer);

export const offerDeclined = (offer: Offer): NotificationContent =>
  said('Troca recusada', `${offer.acceptor?.username} recusou a sua troca. Os itens estão disponíveis de novo.`, offer);
