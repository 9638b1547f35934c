import { type Static, Type } from 'typebox';
import { validationFailed } from '../../../../platform/errors.ts';
import { HOME_PATH, isOwnPath, MAX_PATH_LENGTH } from '../own-paths.rules.ts';

const NOT_A_PATH = 'must be a path of this site, such as /caixas/aurora';

export const LoginQuery = Type.Object({
  returnTo: Type.Optional(
    Type.String({
      maxLength: MAX_PATH_LENGTH,
      description:
        'The page to land on after the login: a path of this site with its query, such as `/caixas/aurora?x=1`. Nothing ' +
        'else is taken: no other host, scheme or backslash. Without it, the first page',
      'x-fault': NOT_A_PATH,
      examples: ['/caixas/aurora'],
    }),
  ),
});

export function returnToOf({ returnTo = HOME_PATH }: Static<typeof LoginQuery>): string {
  if (!isOwnPath(returnTo)) throw validationFailed([{ field: 'returnTo', message: NOT_A_PATH }]);
  return returnTo;
}

/** The provider's parameters are checked by the login itself, which has to see doubled and unknown ones too. */
export const CallbackQuery = Type.Object({
  state: Type.Optional(Type.Unsafe<unknown>({ type: 'string', description: 'The state that the login began with' })),
});
