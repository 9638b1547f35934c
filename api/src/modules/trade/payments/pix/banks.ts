export const BANKS = ['efi', 'bb', 'itau', 'inter', 'sicoob', 'other'] as const;
export type BankName = (typeof BANKS)[number];

export interface BankAccount {
  clientId: string;
  clientSecret: string;
  /** Banco do Brasil gives one to each developer. */
  appKey: string | null;
}

/** The differences between banks, as data; decision 47 has the sources. Charges and payments are the Central Bank's. */
export interface Bank {
  /** Before /v2; null where the setting says it. */
  readonly url: string | null;
  /** Null: /oauth/token behind `url`. */
  readonly tokenUrl: string | null;
  /** Where the client says who it is when it asks for a token. */
  readonly clientIn: 'HEADER' | 'BODY';
  /** Null: all that the client was given. */
  readonly scope: string | null;
  readonly headers: (account: BankAccount, newId: () => string) => Record<string, string>;
  readonly query: (account: BankAccount) => Record<string, string>;
  /** Efí's way to pay; null where no payment can be found by an id of ours, so that people pay by hand. */
  readonly sendPath: string | null;
  /** It calls from these, where it may leave out its certificate. */
  readonly networks: readonly string[];
}

const SCOPE = 'cob.write cob.read pix.read pix.write webhook.read webhook.write';

const usual: Bank = {
  url: null,
  tokenUrl: null,
  clientIn: 'HEADER',
  scope: null,
  headers: () => ({}),
  query: () => ({}),
  sendPath: null,
  networks: [],
};

export const bankProfiles: Readonly<Record<BankName, Bank>> = {
  efi: {
    ...usual,
    url: 'https://pix.api.efipay.com.br',
    sendPath: '/v3/gn/pix',
    networks: ['34.193.116.226'],
  },
  bb: {
    ...usual,
    url: 'https://api-pix.bb.com.br/pix',
    tokenUrl: 'https://oauth.bb.com.br/oauth/token',
    scope: SCOPE,
    // Its versions read one or the other.
    headers: ({ appKey }) => ({ 'gw-dev-app-key': appKey ?? '' }),
    query: ({ appKey }) => ({ 'gw-dev-app-key': appKey ?? '' }),
  },
  itau: {
    ...usual,
    url: 'https://secure.api.itau/pix_recebimentos',
    tokenUrl: 'https://sts.itau.com.br/api/oauth/token',
    clientIn: 'BODY',
    headers: ({ clientId }, newId) => ({
      'x-itau-apikey': clientId,
      'x-itau-correlationid': newId(),
      'x-itau-flowid': newId(),
    }),
  },
  inter: {
    ...usual,
    url: 'https://cdpj.partners.bancointer.com.br/pix',
    tokenUrl: 'https://cdpj.partners.bancointer.com.br/oauth/v2/token',
    clientIn: 'BODY',
    scope: SCOPE,
  },
  sicoob: {
    ...usual,
    url: 'https://api.sicoob.com.br/pix/api',
    tokenUrl: 'https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token',
    clientIn: 'BODY',
    scope: SCOPE,
    headers: ({ clientId }) => ({ client_id: clientId, 'x-sicoob-clientid': clientId }),
  },
  other: { ...usual, sendPath: '/v2/gn/pix' },
};
