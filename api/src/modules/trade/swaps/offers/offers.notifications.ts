import type { NotificationContent, OwnWords } from '../../../people/notifications/index.ts';
import type { Offer } from './offers.types.ts';

const said = ({ id }: Offer, { title, message, en }: OwnWords): NotificationContent => ({
  type: 'SYSTEM',
  title,
  message,
  en,
  metadata: { swapId: id },
});

export const offerReceived = (offer: Offer): NotificationContent =>
  said(offer, {
    title: 'Nova proposta de troca',
    message: `${offer.creator.username} quer trocar itens com você.`,
    en: { title: 'An offer to swap', message: `${offer.creator.username} wants to swap items with you.` },
  });

export const offerAccepted = (offer: Offer): NotificationContent =>
  said(offer, {
    title: 'Troca aceita',
    message: `${offer.acceptor?.username} aceitou a sua troca.`,
    en: { title: 'Your offer was accepted', message: `${offer.acceptor?.username} has accepted your swap.` },
  });

export const offerCancelled = (offer: Offer): NotificationContent =>
  said(offer, {
    title: 'Troca cancelada',
    message: `${offer.creator.username} cancelou a troca que tinha proposto a você.`,
    en: {
      title: 'The offer was cancelled',
      message: `${offer.creator.username} has cancelled the swap that was offered to you.`,
    },
  });

export const offerDeclined = (offer: Offer): NotificationContent =>
  said(offer, {
    title: 'Troca recusada',
    message: `${offer.acceptor?.username} recusou a sua troca. Os itens estão disponíveis de novo.`,
    en: {
      title: 'Your offer was declined',
      message: `${offer.acceptor?.username} has declined your swap. The items are available again.`,
    },
  });
