import { defineTexts } from '../../shared/texts/index.ts';

export const texts = defineTexts({ title: 'Confira um resultado' }, { title: 'Verify a result' });
