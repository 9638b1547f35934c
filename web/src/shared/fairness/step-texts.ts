import { defineTexts } from '../texts/index.ts';

/** The steps of a calculation by their names: the fairness package explains them in English alone. */
export const stepTexts = defineTexts(
  {
    serverSeed: [
      'Semente do servidor',
      'São 64 caracteres hexadecimais minúsculos: só assim o hash tem uma única semente',
    ],
    serverSeedHash: [
      'Hash da semente',
      'HMAC-SHA256 com a semente do servidor como chave, sobre uma mensagem vazia: é o hash gravado com a jogada',
    ],
    commitment: ['Compromisso', 'É o mesmo hash que esta página mostrou antes da jogada'],
    clientSeed: ['Sua semente', 'A semente usada é a que este navegador mandou, depois de ver o hash'],
    message: ['Mensagem', 'A semente do cliente, dois-pontos e o nonce'],
    hash: ['Hash da jogada', 'HMAC-SHA256 com a semente do servidor como chave, sobre a mensagem'],
    prefix: ['Começo do hash', 'Os primeiros 8 caracteres do hash'],
    number: ['Número', 'O começo do hash lido como número hexadecimal'],
    bound: [
      'Limite',
      'A partir daqui o número seria sorteado de novo, para que todas as rolagens tenham a mesma chance',
    ],
    modulo: ['Resto', 'O resto da divisão do número por 10.000.000'],
    roll: ['Rolagem', 'O resto mais 1 é a rolagem gravada'],
    ranges: ['Faixas', 'As faixas da caixa cobrem as rolagens de 1 a 10.000.000, cada uma uma única vez'],
    range: ['Faixa sorteada', 'A faixa em que a rolagem caiu'],
    chance: ['Chance', 'A largura da faixa, em rolagens de 10.000.000'],
    item: ['Item', 'O item dessa faixa é o que você recebeu'],
    flip: ['Segunda roleta', 'Se a segunda roleta girou; ela usa a mesma rolagem e para no mesmo item'],
  } satisfies Record<string, readonly [string, string]>,
  {
    serverSeed: ['Server seed', 'It is 64 lower-case hexadecimal characters: only so does the hash have one seed'],
    serverSeedHash: [
      'Hash of the seed',
      'HMAC-SHA256 keyed with the server seed over an empty message is the hash recorded with the play',
    ],
    commitment: ['Commitment', 'It is the hash that this page showed before the play'],
    clientSeed: ['Your seed', 'The seed that was used is the one this browser sent after it had seen the hash'],
    message: ['Message', 'The client seed, a colon and the nonce'],
    hash: ['Hash of the play', 'HMAC-SHA256 keyed with the server seed over the message'],
    prefix: ['Beginning of the hash', 'The first 8 characters of the hash'],
    number: ['Number', 'The beginning of the hash read as a hexadecimal number'],
    bound: ['Bound', 'Numbers from here on would be drawn again, so that all rolls are equally likely'],
    modulo: ['Remainder', 'What is left of the number when it is divided by 10,000,000'],
    roll: ['Roll', 'The remainder plus 1 is the roll recorded'],
    ranges: ['Ranges', 'The ranges of the case cover the rolls from 1 to 10,000,000, each of them once'],
    range: ['Range drawn', 'The range that the roll lies in'],
    chance: ['Chance', 'The width of that range, in rolls of 10,000,000'],
    item: ['Item', 'The item of that range is the one you received'],
    flip: ['Second wheel', 'Whether the second wheel turned; it uses the same roll and stops at the same item'],
  },
);
