export const MEANINGS_PT: Readonly<Record<string, string>> = {
  autoApprovalDailyLimitCents:
    'Valor dos itens que um usuário retira num dia de São Paulo sem revisão. Com 0, toda retirada é revista.',
  autoApprovalMinAccountHours: 'A partir desta idade uma conta retira itens sem revisão.',
  autoApprovalQuietHours:
    'Horas sem endereço ou aparelho inesperado nem mudança do segundo fator, depois das quais um usuário retira itens sem revisão.',
  battleWaitMinutes:
    'Por quanto tempo uma batalha espera pelo último lugar. Depois é cancelada e todas as entradas voltam.',
  beaconDelaySeconds:
    'Tempo mínimo entre o último lugar (ou o fim das vendas) e a rodada do sorteio público que decide. Vale para jogos criados depois da mudança.',
  caseCategoryOrder:
    'Nomes das categorias na ordem em que aparecem, um por linha. As outras seguem em ordem alfabética.',
  caseCategoryPictures:
    'Uma categoria por linha: o nome, um espaço e o endereço da imagem. As outras ficam sem imagem.',
  decisionFactorMinutes:
    'Quem decide sobre dinheiro precisa ter confirmado o segundo fator na mesma sessão há no máximo este tempo. Com 0, não é pedido.',
  depositMaxCents: 'Maior valor de um depósito.',
  depositMinCents: 'Menor valor de um depósito.',
  depositMinutes: 'Por quanto tempo uma cobrança pode ser paga. O que chega depois ainda é creditado.',
  freePriceGainCents: 'Alta do valor total dos itens dos usuários que as sincronizações de um dia sempre podem causar.',
  liveNotifications: 'Se depósitos, saques, aberturas e upgrades criam avisos na hora.',
  maxCaseRtpPercent:
    'Maior retorno teórico de uma caixa aos preços de agora. Acima disso ela é pausada até que conteúdo, preço ou itens mudem.',
  maxDailyPriceGainPercent:
    'Maior alta do valor total dos itens dos usuários num dia. O que passar espera por uma pessoa ou pelo dia seguinte.',
  maxDailyPriceStepPercent: 'Como a maior mudança de um preço, comparada com todos os preços do último dia.',
  maxDailyRateStepPercent: 'Maior diferença entre um câmbio novo e qualquer outro do último dia.',
  maxPriceStepPercent:
    'Maior mudança do preço de um item numa sincronização. Um preço mais alto espera por uma pessoa; quem o define à mão decide como sobre dinheiro.',
  maxRateStepPercent:
    'Maior diferença entre um câmbio novo e os dos últimos dez minutos. Um câmbio mais alto espera por uma pessoa.',
  openDeposits: 'Quantos depósitos sem pagamento um usuário pode ter ao mesmo tempo.',
  priceMargin: 'Fator que multiplica o preço do mercado. Uma mudança reajusta todos os itens na hora.',
  rateKeepHours: 'Por quanto tempo vale o último câmbio enquanto a fonte não responde.',
  siteSwapCeilingPercent: 'O máximo que a casa paga no mercado por uma troca, em relação ao valor de catálogo.',
  siteSwapOverAlertCents: 'Quanto as compras de um dia podem passar dos valores de catálogo antes de um alerta.',
  siteSwapOverCapCents:
    'O máximo que as compras de um dia podem passar dos valores de catálogo. Além disso as trocas são recusadas.',
  suspectMinCents: 'Menor valor a partir do qual ganhos, ou dinheiro que só passa, tornam um usuário suspeito.',
  suspectPlayPercent:
    'Quem apostou menos que esta parte do que depositou e sacou vai para revisão. Com 0, fica desligado.',
  suspectSharedUsers: 'Quantos outros usuários no mesmo endereço levam à revisão. Com 0, fica desligado.',
  suspectZScore:
    'Desvio da sorte a partir do qual um usuário vai para revisão. Pelo acaso, no máximo um em 270.000 chega a 5.',
  suspendWithdrawalsOnReversal: 'Se quem teve uma entrega revertida fica sem retirar nem trocar até uma decisão.',
  twoPersonCents: 'Acima deste valor uma decisão sobre dinheiro pede duas pessoas. Com 0, uma sempre basta.',
  upgradeEdgePercent: 'Margem da casa sobre a chance de um upgrade. Cada upgrade guarda a margem com que foi jogado.',
  withdrawalWaitHours:
    'Por quanto tempo saques e retiradas esperam depois de uma mudança do segundo fator ou da chave Pix. Com 0, não esperam.',
  withdrawConfirmMinutes: 'Prazo para confirmar um saque com o segundo fator.',
  withdrawDailyMaxCents: 'O máximo que um usuário saca num dia de São Paulo. O que foi devolvido não conta.',
  withdrawMaxCents: 'Maior valor de um saque.',
  withdrawMinCents: 'Menor valor de um saque.',
  withdrawReviewHours: 'Por quanto tempo um saque confirmado espera por uma pessoa antes de um alerta.',
};
