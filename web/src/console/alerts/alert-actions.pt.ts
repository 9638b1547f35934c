import type { AlertKind } from '../../data/generated/alert-actions.ts';

/** The Portuguese words of docs/operations for each alert. A new kind does not compile until it stands here. */
export const ALERT_ACTIONS_PT: Readonly<Record<AlertKind, { title: string; meaning: string; action: string }>> = {
  BANK_CERTIFICATE_ENDS: {
    title: 'Certificado do banco perto do fim',
    meaning: 'Um certificado da conexão com o banco termina em até 30 dias ou não pode ser lido.',
    action: 'Troque o arquivo; não é preciso reiniciar, e o alerta termina em até uma hora.',
  },
  BEACON_LATE: {
    title: 'Rodada pública atrasada',
    meaning: 'Uma rodada de aleatoriedade pública está atrasada; os jogos que dependem dela esperam.',
    action:
      'Veja se o servidor de BEACON_URL responde em /public/latest; outro da mesma cadeia pode ser configurado a qualquer momento.',
  },
  BEACON_SILENT: {
    title: 'Jogos cancelados sem o sorteio público',
    meaning: 'Batalhas ou sorteios foram cancelados e devolvidos, porque a rodada não pôde ser lida por um dia.',
    action:
      'Veja se a cadeia publicou a rodada (outro servidor, /public/<rodada>). Se publicou, este servidor não a alcançava: corrija isso, pois os jogadores também podem ver. Resolva o alerta.',
  },
  BEACON_WRONG: {
    title: 'Rodada pública sem assinatura válida',
    meaning: 'O servidor devolveu uma rodada que a cadeia não assinou.',
    action: 'Use outro servidor; se ele responder o mesmo, a chave ou a cadeia está configurada errado.',
  },
  DEPOSIT_AFTER_PROTECTION: {
    title: 'Depósito depois de uma proteção',
    meaning:
      'Uma cobrança foi paga embora a pessoa tenha, depois de criá-la, baixado um limite, feito uma pausa ou se excluído; o valor foi creditado.',
    action: 'Pergunte se a pessoa quer o dinheiro de volta (ela pode sacá-lo); depois resolva o alerta.',
  },
  DEPOSIT_NEEDS_DECISION: {
    title: 'Depósito espera decisão',
    meaning: 'Chegou dinheiro para um depósito, mas algo não bate: o valor, o estado, ou é um segundo pagamento.',
    action:
      'Confirme ou rejeite o depósito; num segundo pagamento, ajuste o saldo ou devolva o dinheiro, e depois rejeite.',
  },
  DEPOSIT_NOT_CHECKED: {
    title: 'Depósito sem conferência',
    meaning:
      'Não se sabe se uma cobrança foi paga: até seis horas depois do seu fim não se pôde ler as respostas do provedor, ou até três dias depois ele não pôde ser alcançado; não se pergunta mais.',
    action:
      'Procure a cobrança no provedor pelo txid do alerta; se foi paga, confirme o depósito, senão rejeite-o, o que termina o alerta. Um webhook que chega tarde é aplicado mesmo assim; depois resolva o alerta.',
  },
  DEPOSIT_RETURNED: {
    title: 'Depósito devolvido',
    meaning: 'O dinheiro de um depósito foi devolvido, pelo banco de quem pagou ou por você.',
    action:
      'Ele é retirado do saldo ou vira dívida sozinho; veja o que a pessoa já sacou e se cabe um banimento. É crítico se algo fica em dívida. O alerta de uma devolução que falhou termina sozinho; resolva os outros.',
  },
  LOG_INTERRUPTED: {
    title: 'O registro público está interrompido',
    meaning:
      'O registro público não continua a última assinatura desta máquina: um backup restaurado, outra SECRETS_KEY ou um arquivo log-head editado. Nada é assinado, e o público é avisado.',
    action:
      'Traga de volta o banco de dados ou a chave. Se não for possível, POST /api/admin/log/resume com um motivo que todos podem ler; o alerta termina com a próxima assinatura.',
  },
  LOG_STANDS_STILL: {
    title: 'O registro público está parado',
    meaning:
      'Nada pôde ser acrescentado ao registro público por um minuto. As jogadas continuam e entram depois, mas ninguém pode provar os resultados mais novos.',
    action:
      'Leia a causa no alerta e a linha "The public log could not be continued" no log do processo; o alerta termina com a próxima assinatura.',
  },
  MARKET_FEED_STOPPED: {
    title: 'Feed do marketplace parado',
    meaning:
      'Um processo falhou onze vezes seguidas ao ligar-se ao feed e parou de tentar; a consulta periódica continua.',
    action: 'Confira a chave e o endereço e reinicie o processo; o alerta termina com a próxima ligação.',
  },
  MARKET_WALLET_LOW: {
    title: 'Carteira do marketplace baixa',
    meaning:
      'A carteira no marketplace não cobre um pedido: retiradas de itens esperam revisão e trocas com o site são recusadas.',
    action:
      'Recarregue a carteira e aprove o que espera; o alerta termina com a próxima compra em que ela cubra a que faltou.',
  },
  ORDER_CONTRADICTED: {
    title: 'Ordem contradita',
    meaning:
      'Foi encerrada como recusada e agora o outro lado diz comprada ou aceita (ou o contrário); nada mudou aqui.',
    action:
      'Procure lá o project id: o item foi comprado ou o dinheiro pago, e a pessoa já foi reembolsada. Peça o cancelamento ou corrija o saldo com um ajuste.',
  },
  ORDER_NOT_CHECKED: {
    title: 'Ordem sem conferência',
    meaning:
      'Foi dada como recusada e por seis horas não se pôde perguntar ao outro lado se ele afinal a conhece; não se pergunta mais.',
    action:
      'Procure lá o project id. Se foi comprada ou paga, faça como em ORDER_CONTRADICTED; depois resolva o alerta.',
  },
  ORDER_STUCK: {
    title: 'Ordem presa',
    meaning: 'Está aberta há mais de 10 minutos, ou é de um tipo que a versão em execução não conhece.',
    action:
      'Veja se o marketplace responde a check-many-project-id para o project id; num pagamento, se o provedor conhece o pagamento com este id. O alerta termina quando isso acontecer. Se nunca acontecer, encerre a ordem à mão. Nunca a encerre no banco de dados.',
  },
  PAYMENT_OF_NO_DEPOSIT: {
    title: 'Pix sem cobrança',
    meaning: 'Chegou dinheiro por Pix que não é de nenhuma cobrança nossa.',
    action: 'Encontre quem pagou no provedor; ajuste o saldo ou devolva o dinheiro; resolva o alerta.',
  },
  PAYOUTS_WAITING: {
    title: 'Saques esperam há muito',
    meaning: 'Há saques em dinheiro que esperam há mais de withdrawReviewHours.',
    action: 'Aprove ou rejeite; o alerta termina com o último.',
  },
  PAYOUT_REFUSED: {
    title: 'Pagamento recusado',
    meaning: 'O provedor recusou um pagamento; a pessoa tem o dinheiro de volta no saldo.',
    action: 'Leia o motivo do provedor no alerta; se a causa é sua, como uma conta vazia, corrija-a. Resolva o alerta.',
  },
  PAYMENT_NOT_CONFIRMED: {
    title: 'Pagamento não confirmado pelo banco',
    meaning: 'O banco relatou um pagamento e, perguntado seis vezes, não responde sobre ele.',
    action: 'Procure o pagamento no banco. Nada é creditado antes da resposta; quando ela vier, o alerta termina.',
  },
  PRICES_HELD_BACK: {
    title: 'Preços retidos',
    meaning: 'Uma sincronização do catálogo trouxe preços longe demais dos atuais, que continuam valendo.',
    action: 'Veja os preços retidos, a maior diferença primeiro, e confirme os que estão certos.',
  },
  PROVIDER_EVENT_CONTRADICTED: {
    title: 'Pagamento relatado de novo, diferente',
    meaning: 'Um pagamento foi relatado outra vez com outro conteúdo; vale o primeiro relato.',
    action: 'Confira o pagamento no provedor.',
  },
  PROVIDER_EVENT_NOT_APPLIED: {
    title: 'Mensagem do provedor não aplicada',
    meaning: 'Uma mensagem guardada não pode ser aplicada.',
    action: 'O registro (log) tem o motivo; há nova tentativa a cada minuto, e o alerta termina quando der certo.',
  },
  PROVIDER_EVENT_NOT_TAKEN: {
    title: 'Mensagem do provedor não entendida',
    meaning: 'Uma mensagem assinada que nada no sistema entende.',
    action: 'Leia-a no alerta; se for sobre dinheiro, aja no provedor; resolva o alerta.',
  },
  RAFFLE_LIST_LATE: {
    title: 'Lista de bilhetes fechada tarde',
    meaning:
      'A lista de uma rifa só foi fechada depois da hora da rodada. A rodada decide assim mesmo, e os conferidores dizem que não foi possível conferir.',
    action:
      'Descubra por que nenhuma tarefa rodou quando as vendas terminaram (nenhum processo, fila cheia). Resolva o alerta.',
  },
  RATE_HELD_BACK: {
    title: 'Cotação retida',
    meaning: 'A cotação da fonte saltou; a cotação atual continua valendo.',
    action:
      'Compare com outra fonte. Se estiver certa, confirme a cotação. Se estiver errada, conserte a fonte e, se a atual estiver longe demais da verdadeira, defina-a à mão. O alerta diz se o tempo sozinho a aceitaria.',
  },
  RATE_HELD_BY_HAND: {
    title: 'Cotação definida à mão',
    meaning: 'Alguém da administração definiu a cotação com holdHours, e a fonte não é consultada até lá.',
    action:
      'Veja se a fonte já está certa; então defina a cotação sem holdHours. O alerta termina com a próxima cotação.',
  },
  RATE_OUTDATED: {
    title: 'Cotação sem atualização',
    meaning:
      'A fonte está calada há dez minutos (aviso) ou há rateKeepHours (crítico: vale 5, ou a última cotação onde 5 seria um salto).',
    action: 'Veja se RATES_URL responde; o alerta termina com a próxima cotação.',
  },
  RETURN_CONTRADICTED: {
    title: 'Devolução contradita',
    meaning: 'Um provedor diz que uma devolução concluída falhou, ou que era de outro depósito.',
    action: 'Confira no provedor; corrija o saldo com um ajuste; resolva o alerta.',
  },
  RETURN_OF_NO_DEPOSIT: {
    title: 'Devolução sem cobrança',
    meaning: 'Foi devolvido dinheiro que tinha chegado sem cobrança nossa.',
    action: 'Se alguém foi creditado por ele, decida se o crédito é retirado; resolva o alerta.',
  },
  EVENT_BUDGET_NEARLY_SPENT: {
    title: 'Orçamento de evento no fim',
    meaning: 'Oitenta por cento do orçamento de um evento foram dados, ou uma recompensa já não cabe nele.',
    action: 'Em Eventos, aumente o orçamento ou encerre o evento; o que passa do orçamento é recusado aos jogadores.',
  },
  SITE_SWAP_NOT_DELIVERED: {
    title: 'Troca com o site sem entrega',
    meaning:
      'Falhou a troca que traria à casa o que ela comprou, e a pessoa já não tem o item ou ele não está disponível; ou a troca não tem fim há oito dias (outcome nos detalhes).',
    action:
      'Em Trocas não entregues estão todas as que esperam. Veja no marketplace se chegou ou foi reembolsada, e por quê; uma oferta que ninguém aceitou a tempo é falha nossa. Depois decida: TAKEN_BACK toma o item que está lá e credita o seu custo; LEFT não muda nada. As duas encerram o alerta.',
  },
  SITE_SWAP_OTHER_ITEM: {
    title: 'Troca com o site: outro item',
    meaning: 'O marketplace diz que vendeu um item diferente do pedido; a pessoa tem o que pediu.',
    action: 'Veja o que chega e peça a diferença ao marketplace. Resolva à mão.',
  },
  SITE_SWAP_OVERPAID: {
    title: 'Troca com o site paga a mais',
    meaning: 'O marketplace cobrou mais do que tinha cotado; crítico: mais do que o nosso teto.',
    action: 'Nada, se for raro; se for crítico, pergunte ao marketplace. Resolva à mão.',
  },
  SITE_SWAP_OVER_CATALOGUE: {
    title: 'Trocas acima do catálogo',
    meaning:
      'As compras de um dia podem passar dos valores do catálogo em mais de siteSwapOverAlertCents no total; crítico: siteSwapOverCapCents foi atingido e trocas acima do catálogo são recusadas até amanhã.',
    action:
      'Compare os preços do catálogo com os do marketplace e sincronize-os; veja quem vende o que foi comprado. Resolva à mão.',
  },
  WITHDRAWAL_CONTRADICTION: {
    title: 'Retirada contradita',
    meaning: 'Uma retirada encerrada é agora relatada com outro fim, ou em andamento; nada mudou aqui.',
    action:
      'CANCELLED ou FAILED, mas relatada como entregue: a pessoa tem o item lá e aqui; bana ou suspenda enquanto apura. COMPLETED, mas relatada como falha depois de sete dias: veja quem foi reembolsado. Corrija o saldo com um ajuste e resolva o alerta.',
  },
  WITHDRAWAL_FEED_DOUBTED: {
    title: 'Feed desmentido pelo marketplace',
    meaning:
      'O feed diz que uma retirada falhou, ou que um item entregue foi tomado de volta, e a API do marketplace diz outra coisa; nada mudou: o item continua bloqueado e ninguém é suspenso.',
    action:
      'A consulta continua, e o alerta termina se a API confirmar depois. Se não, veja se o endereço do feed está certo e quem escreve nele; troque a chave; depois resolva o alerta.',
  },
  WITHDRAWAL_OTHER_ITEM: {
    title: 'Retirada: outro item',
    meaning: 'O marketplace diz que vendeu um item diferente do pedido, e quem o vende o envia à pessoa.',
    action:
      'Peça ao marketplace que cancele a compra, o que libera o item sozinho; se for entregue, acerte com a pessoa e resolva o alerta.',
  },
  WITHDRAWAL_OVERPRICED: {
    title: 'Retirada paga a mais',
    meaning: 'O marketplace cobrou mais do que o teto que enviamos.',
    action:
      'Compare a compra (projectId nos detalhes) com o extrato e peça a diferença; depois resolva o alerta. À pessoa não se deve nada.',
  },
  WITHDRAWAL_REVERSED: {
    title: 'Item entregue foi tomado de volta',
    meaning:
      'Um item entregue foi tomado de volta em menos de sete dias; aqui ele não é devolvido e, com suspendWithdrawalsOnReversal ligado, a pessoa não pode retirar nem trocar.',
    action:
      'Veja no marketplace quem o tomou e o que foi reembolsado. Se foi quem vendeu: ajuste o saldo da pessoa pelo valor do item e levante a suspensão. Se foi a pessoa: ela vendeu um item que tínhamos pago; mantenha a suspensão ou bana.',
  },
  WITHDRAWAL_STUCK: {
    title: 'Retirada presa',
    meaning:
      'Nada muda há 30 minutos, ou o prazo de quem vende passou há 10 minutos e o marketplace não relata um fim; o item está bloqueado.',
    action:
      'Procure o market id ou o project id no marketplace. Se ele responder, a próxima consulta encerra a retirada e o alerta; se não conhecer a troca, fale com o suporte dele. Uma PENDING espera pela sua ordem: veja ORDER_STUCK.',
  },
};
