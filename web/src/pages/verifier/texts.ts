import type { NoteName } from '@lisura/fairness';
import { defineTexts } from '../../shared/texts/index.ts';

const ptNotes: Record<NoteName, string> = {
  serverSeed:
    'O servidor também escolheu a semente do cliente, quando já conhecia a dele. A conta prova que nada mudou depois, mas não que o resultado ficou ao acaso. Para provar mais, veja o hash antes e jogue com uma semente sua.',
  accountSeed:
    'A semente do cliente é a da conta, que o servidor conhecia antes. Ela prova tanto quanto uma enviada com a jogada só se foi definida depois de o hash ser mostrado.',
  derivedSeed:
    'A semente do cliente é calculada do que todos os jogadores fizeram; ninguém a escolheu. Quem agiu por último podia conhecer o resto: só o farol público exclui isso.',
  beaconSeed:
    'A semente do cliente é a aleatoriedade de um farol público. Que tudo estava fechado antes da rodada é o que diz a hora de uma assinatura do registro público, que é da plataforma. Guarde assinaturas suas, e não será preciso confiar em ninguém.',
  unknownSeed: 'Não ficou registrado quem escolheu a semente do cliente. Se não foi você, esta conta prova menos.',
  uncommitted:
    'Nenhum hash mostrado antes da jogada foi comparado. Sem ele, o servidor pode ter feito a semente quando já sabia o resto. Guarde os hashes antes de jogar.',
  notSaved:
    'Nada que foi guardado antes do resultado foi comparado: os hashes são os que o servidor diz agora. Para provar mais, guarde a resposta de antes.',
  oldBattle: 'Esta batalha é de antes de os valores serem públicos desde a criação.',
  oldBots:
    'Jogaram bots, e esta batalha é de antes de os hashes deles serem públicos: nada prova que as sementes não foram escolhidas depois.',
  unsavedBots: 'Jogaram bots, e nada que foi guardado antes foi comparado com os hashes deles.',
  knownBots:
    'Jogaram bots, e ninguém deu uma semente depois de os hashes deles serem públicos: o servidor podia tê-los escolhido.',
  noChain: 'A resposta não diz qual é o farol público, então a publicação não foi conferida.',
  otherChain: 'O farol não é o público em que confiamos aqui (no ambiente de testes é um próprio).',
  noSignatureCheck: 'A assinatura do farol não foi conferida, porque a parte que confere não foi carregada.',
  earlierRound:
    'As regras deste jogo não têm um intervalo, como as de antes de a rodada ser calculada: o servidor a escolheu, e podia ter esperado por uma que lhe conviesse.',
  logNotAsked:
    'O registro público não foi consultado para saber se tudo estava fechado antes de a rodada ser conhecida. Um servidor que vê a rodada antes poderia escolher o que ela decide.',
  logKeyUnknown: 'A chave do registro público veio do servidor agora mesmo. Compare-a com a que está publicada.',
  loggedLate:
    'O registro público não tem assinatura anterior à rodada com tudo o que estava fechado: quem já conhecia a rodada poderia ter escolhido o que ela decide.',
  noCode: 'A batalha é privada e o código dela não está na resposta, então as folhas dela não podem ser calculadas.',
  silenceNotProven:
    'O jogo foi cancelado porque o sorteio público não respondeu por um dia. Se a rodada foi publicada, qualquer um pode ver em api.drand.sh: nesse caso a plataforma não podia cancelar. O comando confere isso com --round.',
};

const enNotes: Record<NoteName, string> = {
  serverSeed:
    'The server chose the client seed, too, when it knew its own. This proves that nothing was changed afterwards, but not that the outcome was left to chance. To prove more, see the hash first and play with a seed of your own.',
  accountSeed:
    'The client seed is that of the account, which the server knew before. It proves as much as one sent with the play only if it was set after the hash had been shown.',
  derivedSeed:
    'The client seed is computed from what all players did, and nobody chose it. Whoever acted last may have known the rest: only a public beacon rules that out.',
  beaconSeed:
    'The client seed is the randomness of a public beacon. That everything was fixed before the round is what the time in a head of the public log says, and the platform signs it. Keep heads of your own, and you need to trust nobody.',
  unknownSeed: 'Who chose the client seed was not recorded. If it was not you, this proves less.',
  uncommitted:
    'No hash that was shown before the play is compared. Without one the server may have made its seed when it knew the rest. Keep the hashes before you play.',
  notSaved:
    'Nothing that was saved before the outcome is compared: the hashes are those that the server tells now. To prove more, save its answer before.',
  oldBattle: 'This battle is from before values were public at the creation.',
  oldBots:
    'Bots played, and this battle is from before their hashes were public: nothing proves that their seeds were not chosen later.',
  unsavedBots: 'Bots played, and nothing that was saved before is compared with their hashes.',
  knownBots: 'Bots played, and nobody gave a seed after their hashes were public: the server could have chosen them.',
  noChain: 'The answer does not name its beacon, so its publication is not checked.',
  otherChain: 'The beacon is not the public one that is believed here (the test environment has its own).',
  noSignatureCheck: 'The signature of the beacon was not checked, since the part that checks it is not loaded.',
  earlierRound:
    'The terms of this game have no delay, as those from before the round was computed: the server named it, and could have waited for one that suits it.',
  logNotAsked:
    'The public log was not asked whether everything was fixed before the round was known. A server that looks at the round first could choose what it decides.',
  logKeyUnknown: 'The key of the public log came from the server just now. Compare it with the one that is published.',
  loggedLate:
    'The public log has no head that is older than the round and has everything that was fixed: whoever knew the round could have chosen what it decides.',
  noCode: 'The battle is private and its code is not in the answer, so that its leaves cannot be computed.',
  silenceNotProven:
    'The game was cancelled because the public draw was silent for a day. Whether its round was published anybody can see at api.drand.sh: if it was, the platform had no right to cancel. The command checks that with --round.',
};

export const texts = defineTexts(
  {
    title: 'Confira um resultado',
    lead: 'A conta roda no seu navegador e nada é enviado. As rolagens vão de 1 a 10.000.000.',
    games: {
      roll: 'Rolagem',
      opening: 'Caixa',
      upgrade: 'Upgrade',
      battle: 'Batalha',
      raffle: 'Rifa',
      shot: 'Tiro',
      refusals: 'Recusadas',
      checker: 'Conferir o conferidor',
    },
    chooseGame: 'O que conferir',
    serverSeed: 'Semente do servidor',
    serverSeedHint: 'Revelada depois da jogada: 64 caracteres.',
    hash: 'Hash publicado antes',
    hashHint: 'O que a página mostrou antes de você jogar. Sem ele a conta prova menos.',
    clientSeed: 'Semente do cliente',
    sentSeed: 'Semente que você mandou',
    sentSeedHint: 'A que o seu navegador mandou com a jogada. Sem ela, o servidor pode ter usado outra.',
    nonce: 'Nonce',
    roll: 'Rolagem registrada',
    verify: 'Conferir',
    play: 'Os dados da jogada',
    playHint:
      'Em “Histórico”, cada jogada tem o botão “Conferir”, que preenche isto sozinho. Também dá para colar a resposta da API.',
    id: 'Número do jogo',
    idHint: 'Batalhas e rifas terminadas são públicas: basta o número.',
    orPaste: 'Ou cole aqui a resposta guardada',
    hashAsSeed:
      'Isto é o hash, não a semente. O hash é mostrado antes da jogada; a semente só é revelada depois, e é dela que o hash é calculado.',
    seedAsHash: 'E isto é a semente: troque os dois campos.',
    maybeHash:
      'Confira se isto é a semente, e não o hash que foi mostrado antes da jogada: os dois têm 64 caracteres. Com o hash no campo ao lado, dá para saber.',
    notASeed: 'Uma semente do servidor tem 64 caracteres de 0 a 9 e de a a f.',
    missing: 'Preencha este campo.',
    notANumber: 'Use só números.',
    unreadable: (why: string) => `Não dá para ler isto: ${why}`,
    notFound: 'Não achamos este jogo, ou ele ainda não terminou.',
    failed: 'Não foi possível buscar os dados públicos deste jogo. Tente de novo.',
    valid: 'Confere',
    validLead: 'Cada passo dá o que foi registrado.',
    notChecked: 'Nada está errado, mas nem tudo pôde ser conferido',
    notCheckedLead: 'O que falta está escrito abaixo.',
    notValid: 'Não confere',
    notValidLead: 'Um passo dá outra coisa. Os passos em vermelho mostram o quê.',
    runYourself: 'Rode você mesmo, no seu computador',
    limits: 'O que isto não prova',
    steps: 'A conta, passo a passo',
    parts: (count: number, wrong: number) =>
      wrong === 0 ? `${count} comparações, nenhuma diferente` : `${count} comparações, ${wrong} diferentes`,
    offline: 'Baixar o conferidor',
    offlineLead:
      'Um único arquivo, que funciona sem internet e não fala com ninguém. Guarde-o e confira por conta própria.',
    checkerTitle: 'Quem confere o conferidor?',
    checkerLead:
      'Estes casos foram calculados por outros programas (OpenSSL e Python). A página faz as mesmas contas e compara: com o código que joga e com a criptografia do navegador.',
    runVectors: 'Rodar os casos',
    vectorsRun: (right: string, all: string) => `${right} de ${all} casos conferem`,
    vectorsOfRolls: 'Rolagens',
    vectorsOfHmac: 'HMAC-SHA256 (RFC 4231)',
    vectorsOfBrowser: 'As mesmas rolagens, pela criptografia do navegador',
    refused: {
      title: 'Jogadas recusadas',
      lead: 'Quando uma jogada falha depois de a sua semente ser mandada, ela fica guardada aqui, neste navegador, e a próxima vai com a mesma semente: recusar não dá ao servidor outra chance. Revelada a semente dele, a página calcula o que teria saído.',
      none: 'Nenhuma jogada sua foi recusada neste navegador.',
      logIn: 'Entrar',
      logInLead: 'Entre para ver as jogadas recusadas que este navegador guardou da sua conta.',
      more: 'Ver mais',
      games: { CASES: 'Caixa', UPGRADES: 'Upgrade', SHOTS: 'Tiro', BATTLES: 'Batalha' },
      times: (count: string) => `${count} vezes`,
      nonce: 'Nonce',
      nonces: (first: string, last: string) => `${first} a ${last}`,
      clientSeed: 'Semente mandada',
      log: 'Registro público',
      notLogged: 'a plataforma não anotou esta recusa',
      waits: (nonce: string) => `Nonce ${nonce}: espera a jogada que revela a semente do servidor.`,
      waitAll: (first: string, last: string) =>
        `Nonces ${first} a ${last}: esperam as jogadas que revelam as sementes do servidor.`,
      rolled: (nonce: string, roll: string) => `Nonce ${nonce}: teria rolado ${roll}.`,
      check: 'Conferir',
      won: 'Teria ganhado.',
      lost: 'Teria perdido.',
      item: (name: string) => `Teria saído ${name}.`,
      ofBattle: (nonce: string) => `Nonce ${nonce}: revelada. A semente dos bots se calcula de todas as mandadas.`,
      wrong: (nonce: string) =>
        `Nonce ${nonce}: a semente revelada não dá o hash que foi mostrado. O servidor trocou um dos dois.`,
    },
    log: 'Registro público',
    logLead:
      'Cada compromisso e cada resultado entra em um registro assinado em que nada se apaga. Guarde esta chave: com ela, ninguém mostra a você outro registro.',
    logKey: 'Chave que assina o registro (Ed25519)',
    how: 'Como funciona',
    howSteps: [
      'Antes da jogada, o servidor mostra o hash da semente dele: não pode mais trocá-la.',
      'O seu navegador escolhe a semente do cliente, que o servidor não podia prever.',
      'Depois da jogada, a semente do servidor é revelada. Qualquer um refaz a conta.',
    ],
    notes: ptNotes,
  },
  {
    title: 'Verify a result',
    lead: 'The calculation runs in your browser and nothing is sent. Rolls go from 1 to 10,000,000.',
    games: {
      roll: 'Roll',
      opening: 'Case',
      upgrade: 'Upgrade',
      battle: 'Battle',
      raffle: 'Raffle',
      shot: 'Shot',
      refusals: 'Refused',
      checker: 'Check the checker',
    },
    chooseGame: 'What to verify',
    serverSeed: 'Server seed',
    serverSeedHint: 'Revealed after the play: 64 characters.',
    hash: 'Hash shown before',
    hashHint: 'What the page showed before you played. Without it this proves less.',
    clientSeed: 'Client seed',
    sentSeed: 'Seed that you sent',
    sentSeedHint: 'What your browser sent with the play. Without it the server may have used another.',
    nonce: 'Nonce',
    roll: 'Roll recorded',
    verify: 'Verify',
    play: 'The data of the play',
    playHint:
      'In “History” every play has a button “Verify”, which fills this in. An answer of the API can be pasted, too.',
    id: 'Number of the game',
    idHint: 'Battles and raffles that are over are public: the number is enough.',
    orPaste: 'Or paste an answer that you saved',
    hashAsSeed:
      'This is the hash, not the seed. The hash is shown before the play; the seed is revealed only afterwards, and the hash is computed from it.',
    seedAsHash: 'And this is the seed: exchange the two fields.',
    maybeHash:
      'See whether this is the seed, and not the hash that was shown before the play: both have 64 characters. With the hash in the other field it can be told.',
    notASeed: 'A server seed has 64 characters from 0 to 9 and from a to f.',
    missing: 'Fill in this field.',
    notANumber: 'Use digits alone.',
    unreadable: (why: string) => `This cannot be read: ${why}`,
    notFound: 'We did not find this game, or it is not over yet.',
    failed: 'The public data of this game could not be loaded. Try again.',
    valid: 'It is right',
    validLead: 'Every step gives what was recorded.',
    notChecked: 'Nothing is wrong, but not everything could be checked',
    notCheckedLead: 'What is missing is written below.',
    notValid: 'It is not right',
    notValidLead: 'A step gives something else. The steps in red show what.',
    runYourself: 'Run it yourself, on your computer',
    limits: 'What this does not prove',
    steps: 'The calculation, step by step',
    parts: (count: number, wrong: number) =>
      wrong === 0 ? `${count} comparisons, none differs` : `${count} comparisons, ${wrong} differ`,
    offline: 'Download the verifier',
    offlineLead: 'A single file that works without a network and talks to nobody. Keep it, and verify on your own.',
    checkerTitle: 'Who checks the checker?',
    checkerLead:
      'These cases were computed by other programs (OpenSSL and Python). The page does the same calculations and compares: with the code that plays and with the browser’s own cryptography.',
    runVectors: 'Run the cases',
    vectorsRun: (right: string, all: string) => `${right} of ${all} cases are right`,
    vectorsOfRolls: 'Rolls',
    vectorsOfHmac: 'HMAC-SHA256 (RFC 4231)',
    vectorsOfBrowser: 'The same rolls, by the browser’s own cryptography',
    refused: {
      title: 'Refused plays',
      lead: 'Where a play fails after your seed was sent, it is kept here, in this browser, and the next one goes with the same seed: a refusal gives the server no other chance. Once its seed is revealed, the page computes what would have come out.',
      none: 'None of your plays was refused in this browser.',
      logIn: 'Log in',
      logInLead: 'Log in to see the refused plays that this browser has kept of your account.',
      more: 'Show more',
      games: { CASES: 'Case', UPGRADES: 'Upgrade', SHOTS: 'Shot', BATTLES: 'Battle' },
      times: (count) => `${count} times`,
      nonce: 'Nonce',
      nonces: (first, last) => `${first} to ${last}`,
      clientSeed: 'Seed that was sent',
      log: 'Public log',
      notLogged: 'the platform has not written this refusal down',
      waits: (nonce) => `Nonce ${nonce}: waits for the play that reveals the server seed.`,
      waitAll: (first, last) => `Nonces ${first} to ${last}: wait for the plays that reveal the server seeds.`,
      rolled: (nonce, roll) => `Nonce ${nonce}: would have rolled ${roll}.`,
      check: 'Check it',
      won: 'It would have won.',
      lost: 'It would have lost.',
      item: (name) => `It would have given ${name}.`,
      ofBattle: (nonce) => `Nonce ${nonce}: revealed. The seed of bots is computed from all that were sent.`,
      wrong: (nonce) =>
        `Nonce ${nonce}: the revealed seed does not give the hash that was shown. The server has exchanged one of the two.`,
    },
    log: 'Public log',
    logLead:
      'Every commitment and every result enters a signed log from which nothing is removed. Keep this key: with it nobody can show you another log.',
    logKey: 'Key that signs the log (Ed25519)',
    how: 'How it works',
    howSteps: [
      'Before the play the server shows the hash of its seed: it can no longer change it.',
      'Your browser chooses the client seed, which the server could not foresee.',
      'After the play the server seed is revealed. Anybody can redo the calculation.',
    ],
    notes: enNotes,
  },
);
