import { type NotificationContent, securityNotice } from '../../notifications/index.ts';

export const loggedInFromElsewhere = (ip: string): NotificationContent =>
  securityNotice(
    'LOGIN_FROM_NEW_ADDRESS',
    {
      title: 'Novo acesso à sua conta',
      message: `Alguém entrou na sua conta a partir do endereço ${ip}.`,
      en: {
        title: 'A new login to your account',
        message: `Somebody has logged in to your account from the address ${ip}.`,
      },
    },
    { ip },
  );

export const sessionSeenElsewhere = (ip: string): NotificationContent =>
  securityNotice(
    'SESSION_FROM_NEW_ADDRESS',
    {
      title: 'Sessão usada em outro lugar',
      message: `Uma sessão sua foi usada a partir do endereço ${ip}.`,
      en: {
        title: 'A session was used elsewhere',
        message: `A session of yours was used from the address ${ip}.`,
      },
    },
    { ip },
  );

export const sessionRevoked = (): NotificationContent =>
  securityNotice('SESSION_REVOKED', {
    title: 'Sessão encerrada',
    message: 'Uma sessão da sua conta foi encerrada a partir de outra.',
    en: { title: 'A session was ended', message: 'A session of your account was ended from another one.' },
  });

export const allSessionsEnded = (): NotificationContent =>
  securityNotice('LOGOUT_ALL', {
    title: 'Todas as sessões encerradas',
    message: 'Todas as sessões da sua conta foram encerradas.',
    en: { title: 'All sessions were ended', message: 'All sessions of your account were ended.' },
  });
