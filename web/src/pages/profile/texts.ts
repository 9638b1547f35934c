import { defineTexts } from '../../shared/texts/index.ts';

export const texts = defineTexts(
  {
    title: 'Perfil',
    why: 'Entre para ver a sua conta, onde você está conectado e o que guardamos sobre você.',
    tabs: 'Partes do perfil',
    since: (month: string) => `desde ${month}`,
    perfil: 'Perfil',
    seguranca: 'Segurança',
    registro: 'Meu registro',
    dados: 'Meus dados',
  },
  {
    title: 'Profile',
    why: 'Log in to see your account, where you are logged in and what we keep about you.',
    tabs: 'Parts of the profile',
    since: (month) => `since ${month}`,
    perfil: 'Profile',
    seguranca: 'Security',
    registro: 'My log',
    dados: 'My data',
  },
);
