import { defineTexts } from '../texts/index.ts';

export const logTexts = defineTexts(
  {
    leaf: (name: string) => `Registro público: ${name}`,
    check: 'Conferir no registro público',
    proven: (index: string, size: string, when: string) =>
      `Está no registro como você vê: folha ${index} de ${size}, na assinatura de ${when}.`,
    notYet: 'Ainda não entrou no registro. Novos resultados entram em poucos segundos: confira de novo.',
    wrong: 'Não confere com o registro público. Guarde esta página e reclame.',
    failed: 'O registro não respondeu agora.',
  },
  {
    leaf: (name) => `Public log: ${name}`,
    check: 'Check in the public log',
    proven: (index, size, when) => `It is in the log as you see it: leaf ${index} of ${size}, in the head of ${when}.`,
    notYet: 'It is not in the log yet. New results enter within seconds: check again.',
    wrong: 'It is not what the public log has. Keep this page and complain.',
    failed: 'The log did not answer now.',
  },
);
