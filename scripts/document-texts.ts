/**
 * The product's documents give these texts, which stay to the letter in whatever language; every other text for players
 * is Portuguese. Values in angle brackets differ from answer to answer.
 */
export const DOCUMENT_TEXTS: Readonly<Record<string, readonly string[]>> = {
  'document 1': ['Not your session', 'Unauthorized', 'Bad Request'],
  'document 2': [
    'Insufficient balance',
    'Total value must be greater than zero',
    'Total value must be less than target item value',
    'Upgrade chance is too low',
    'Inventory item not found',
    'Item details not found',
    'Item does not belong to user',
    'Item is not available (status: <status>)',
    'Item <id> is not available (status: <status>)',
    'No items selected',
    'Maximum 100 items per batch',
    'No items available to sell',
    'Item not found in inventory',
    'Usuario nao encontrado',
    'Item does not belong to this user',
    'Item is not available for withdrawal. Current status: <status>',
    'This item already has a pending withdrawal. Status: <status>',
    'Cadastre seu Trade URL do Steam no perfil antes de retirar itens.',
    'Trade URL invalido. Atualize no perfil.',
    'Este item ja esta sendo processado. Por favor, aguarde.',
    'Withdrawal not found',
    'Withdrawal has no market id',
    'Failed to check trade status',
    'Only the creator can cancel this swap',
    'Can only cancel/decline pending swaps',
    'Item indisponivel para saque. Voce pode trocar no SWAP.',
    'Item indisponivel para saque no momento.',
    'Erro desconhecido ao processar compra',
    'Sold item: <name>',
    'Sold <n> items',
    'Sold all <n> items',
    'Caixa - <case name>',
    'Upgrade',
    'Batalha',
    'Swap',
    'Sorteio',
    'Evento',
    'Evento - Atire na Caixa',
  ],
  'conventions of the API': [
    'Validation failed',
    'Malformed JSON',
    'Too many requests',
    'Device mismatch',
    'Item restrito aos jogos da plataforma.',
  ],
};

const patterns = Object.entries(DOCUMENT_TEXTS).flatMap(([document, texts]) =>
  texts.map((text) => ({ document, text, pattern: patternOf(text) })),
);

function patternOf(text: string): RegExp {
  const parts = text.split(/<[^>]+>/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`);
}

/** Names the document that gives the text; null where the text is ours. */
export const documentOf = (text: string): string | null =>
  patterns.find(({ pattern }) => pattern.test(text))?.document ?? null;
