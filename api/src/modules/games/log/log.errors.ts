import { defineAdminError, defineError } from '../../../platform/errors.ts';

export const noHeadYet = defineError(
  'LOG_IS_EMPTY',
  404,
  'O registro público ainda não tem nenhuma assinatura.',
  'Nothing was logged yet: the first head is signed soon after the first play.',
);
export const headNotFound = defineError(
  'LOG_HEAD_NOT_FOUND',
  404,
  'O registro público não tem uma assinatura com esse tamanho.',
  'No head of this size was signed. Take sizes from heads that were answered before.',
);
export const leafNotFound = defineError(
  'LEAF_NOT_FOUND',
  404,
  'Esse resultado não está no registro público até esse tamanho. Resultados novos entram em poucos segundos.',
  'No such leaf lies within the size of the request. A result is logged some seconds after it was made.',
);
export const wrongSizes = defineError(
  'LOG_SIZES_REVERSED',
  400,
  'O tamanho anterior não pode ser maior que o posterior.',
  'The earlier size of a proof of consistency is above the later one.',
);
export const logIsInterrupted = defineError(
  'LOG_INTERRUPTED',
  503,
  'O registro público está interrompido: o banco de dados ou a chave não continua a última assinatura. Nada novo é assinado.',
  'After a restored backup or a changed key, the database does not continue the last signed head. The log signs ' +
    'nothing instead of signing another history. Administrators have an alert.',
);
export const logIsNotInterrupted = defineAdminError(
  'LOG_NOT_INTERRUPTED',
  409,
  'The log is not interrupted.',
  'The log is running, so there is nothing to resume.',
);
