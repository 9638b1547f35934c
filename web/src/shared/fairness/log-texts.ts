import { defineTexts } from '../texts/index.ts';

export const logTexts = defineTexts(
  {
    leaf: (name: string) => `Registro público: ${name}`,
    check: 'Conferir no registro público',
    proven: (index: string, size: string, when: string) =>
      `Está no registro como você vê: folha ${index} de ${size}, na assinatura de ${when}.`,
    extends: (when: string) => `Ela continua a de ${when}, que este navegador guardou.`,
    firstHead: 'Este navegador ainda não tinha outra assinatura para comparar.',
    notYet:
      'Ainda não entrou no registro. Novos resultados entram em poucos segundos: confira de novo e, se continuar faltando, guarde esta página e reclame.',
    wrong: 'Não confere com o registro público. Guarde esta página e reclame.',
    rewritten: (size: string, when: string) =>
      `Atenção: o registro não continua a assinatura de ${when}, com ${size} folhas, que este navegador guardou. O passado foi alterado ou perdido. Guarde esta página e reclame.`,
    otherKey: (size: string, when: string) =>
      `Atenção: o registro está assinado com outra chave que a assinatura de ${when}, com ${size} folhas, que este navegador guardou. Guarde esta página e reclame.`,
    interrupted:
      'Atenção: a plataforma diz que o registro está interrompido, porque não continua o que ela já assinou. Nada novo é assinado.',
    acceptNewHead: 'Já sei o motivo: esquecer a assinatura guardada',
    failed: 'O registro não respondeu agora.',
  },
  {
    leaf: (name) => `Public log: ${name}`,
    check: 'Check in the public log',
    proven: (index, size, when) => `It is in the log as you see it: leaf ${index} of ${size}, in the head of ${when}.`,
    extends: (when) => `It extends the head of ${when} that this browser has kept.`,
    firstHead: 'This browser had no other head to compare it with yet.',
    notYet:
      'It is not in the log yet. New results enter within seconds: check again, and where it is still missing keep this page and complain.',
    wrong: 'It is not what the public log has. Keep this page and complain.',
    rewritten: (size, when) =>
      `Warning: the log does not extend the head of ${when}, with ${size} leaves, that this browser has kept. The past was altered or lost. Keep this page and complain.`,
    otherKey: (size, when) =>
      `Warning: the log is signed with another key than the head of ${when}, with ${size} leaves, that this browser has kept. Keep this page and complain.`,
    interrupted:
      'Warning: the platform says that its log is interrupted, because it does not go on from what was signed before. Nothing new is signed.',
    acceptNewHead: 'I know why: forget the head that was kept',
    failed: 'The log did not answer now.',
  },
);
