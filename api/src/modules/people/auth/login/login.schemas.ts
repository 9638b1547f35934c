import { Type } from 'typebox';

/** The provider's parameters are checked by the login itself, which has to see doubled and unknown ones too. */
export const CallbackQuery = Type.Object({
  state: Type.Optional(Type.Unsafe<unknown>({ type: 'string', description: 'What the login was begun with' })),
});

export const RedirectView = Type.Object(
  { redirectTo: Type.String({ description: 'The address to open next' }) },
  {
    title: 'Redirect',
    examples: [{ redirectTo: 'https://steamcommunity.com/openid/login?openid.mode=checkid_setup' }],
  },
);
