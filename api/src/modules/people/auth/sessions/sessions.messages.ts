import type { NotificationContent, OwnWords } from '../../notifications/index.ts';

const NOT_YOU = {
  pt: 'Se não foi você, encerre todas as sessões e fale com o suporte agora.',
  en: 'If it was not you, end all sessions and talk to support now.',
};

const notice = ({ title, message, en }: OwnWords, metadata: { event: string; ip?: string }): NotificationContent => ({
  type: 'SYSTEM',
  title,
  message: `${message} ${NOT_YOU.pt}`,
  en: { title: en.title, message: `${en.message} ${NOT_YOU.en}` },
  metadata,
});

export const loggedInFromElsewhere = (ip: string): NotificationContent =>
  notice(
    {
      title: 'Novo acesso à sua conta',
      message: `Alguém entrou na sua conta a partir do endereço ${ip}.`,
      en: {
        title: 'A new login to your account',
        message: `Somebody has logged in to your account from the address ${ip}.`,
      },
    },
    { event: 'LOGIN_FROM_NEW_ADDRESS', ip },
  );

export const sessionSeenElsewhere = (ip: string): NotificationContent =>
  notice(
    {
      title: 'Sessão usada em outro lugar',
      message: `Uma sessão sua foi usada a partir do endereço ${ip}.`,
      en: {
        title: 'A session was used elsewhere',
        message: `A session of yours was used from the address ${ip}.`,
      },
    },
    { event: 'SESSION_FROM_NEW_ADDRESS', ip },
  );

export const sessionRevoked = (): NotificationContent =>
  notice(
    {
      title: 'Sessão encerrada',
      message: 'Uma sessão da sua conta foi encerrada a partir de outra.',
      en: { title: 'A session was ended', message: 'A session of your account was ended from another one.' },
    },
    { event: 'SESSION_REVOKED' },
  );

export const allSessionsEnded = (): NotificationContent =>
  notice(
    {
      title: 'Todas as sessões encerradas',
      message: 'Todas as sessões da sua conta foram encerradas.',
      en: { title: 'All sessions were ended', message: 'All sessions of your account were ended.' },
    },
    { event: 'LOGOUT_ALL' },
  );
