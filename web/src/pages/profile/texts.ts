import { defineTexts } from '../../shared/texts/index.ts';

export const texts = defineTexts({ title: 'Perfil' }, { title: 'Profile' });
