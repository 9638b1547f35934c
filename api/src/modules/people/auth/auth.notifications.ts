import type { NotificationContent } from '../notifications/index.ts';

const NOT_YOU = 'Se não foi você, encerre todas as sessões e fale com o suporte agora.';

const notice = (title: string, message: string, metadata: { event: string; ip?: string }): NotificationContent => ({
  type: 'SYSTEM',
  title,
  message: `${message} ${NOT_YOU}`,
  metadata,
});

export const loggedInFromElsewhere = (ip: string): NotificationContent =>
  notice('Novo acesso à sua conta', `Alguém entrou na sua conta a partir do endereço ${ip}.`, {
    event: 'LOGIN_FROM_NEW_ADDRESS',
    ip,
  });

export const sessionSeenElsewhere = (ip: string): NotificationContent =>
  notice('Sessão usada em outro lugar', `Uma sessão sua foi usada a partir do endereço ${ip}.`, {
    event: 'SESSION_FROM_NEW_ADDRESS',
    ip,
  });

export const sessionRevoked = (): NotificationContent =>
  notice('Sessão encerrada', 'Uma sessão da sua conta foi encerrada a partir de outra.', { event: 'SESSION_REVOKED' });

export const allSessionsEnded = (): NotificationContent =>
  notice('Todas as sessões encerradas', 'Todas as sessões da sua conta foram encerradas.', { event: 'LOGOUT_ALL' });
