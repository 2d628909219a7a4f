import TenderModel

extension CashierMessage {
    var portuguese: String {
        switch self {
        case .canceled: "Cancelado."
        case .programFault: "A caixa pediu algo que não é permitido. Contacte o suporte."
        case .tillBusy: "A caixa ainda está ocupada. Aguarde um momento e tente de novo."
        case .wrongState: "O pagamento não permite isso agora. Consulte primeiro o pagamento."
        case .amountRefused: "Este valor não pode ser pago com cartão. Verifique o valor."
        case .currencyRefused: "Esta moeda não é aceite aqui."
        case .setupFault: "A caixa não está bem configurada. Contacte o suporte."
        case .featureMissing: "Isto não está disponível aqui."
        case .noReader: "Nenhum leitor de cartões está ligado. Verifique o cabo e a alimentação."
        case .readerAlreadyConnected: "Já há um leitor ligado. Desligue-o primeiro."
        case .readerNotFound: "Nenhum leitor encontrado. Ligue-o e tente de novo."
        case .readerInUse: "O leitor está ocupado. Aguarde um momento e tente de novo."
        case .readerElsewhere: "Outro programa está a usar o leitor. Feche-o primeiro."
        case .readerForbidden: "A caixa não tem permissão para usar o leitor. Contacte o suporte."
        case .readerUnsupported: "Este leitor não pode ser usado aqui. Use outro."
        case .readerSilent: "O leitor não responde. Desligue-o e volte a ligá-lo."
        case .readerUnplugged: "O leitor foi desligado do cabo. Volte a ligá-lo."
        case .readerBattery: "A bateria do leitor está descarregada. Carregue-a."
        case .noCard: "Nenhum cartão foi apresentado a tempo. Tente de novo."
        case .chipNotRead: "Não foi possível ler o chip. Tente de novo."
        case .stripeNotRead: "Não foi possível ler a banda. Passe o cartão de novo."
        case .cardRemoved: "O cartão foi retirado cedo demais. Tente de novo."
        case .cardNotAccepted: "Este cartão não é aceite aqui. Peça outro."
        case .cardRefusedByReader: "O leitor recusa este cartão. Peça outro."
        case .serviceTrouble: "O serviço de pagamento tem um problema. Tente mais tarde."
        case .noNetwork: "Não é possível contactar o serviço de pagamento. Verifique a rede."
        case .noAnswer: "Não há resposta clara. Verifique o pagamento antes de tentar de novo."
        case .keyRefused: "O serviço de pagamento recusa esta caixa. Contacte o suporte."
        case .notFound: "O pagamento não foi encontrado. Verifique o recibo."
        case .declined: "O cartão foi recusado. Peça outro cartão."
        case .refundRefused: "O reembolso foi recusado. Reembolse de outra forma."
        case .recordsFailed: "A caixa não consegue gravar os registos. Contacte o suporte."
        case .notOffline: "Isto não é possível sem rede."
        case .goOnline: "Há pagamentos por enviar. Ligue a caixa à rede."
        case .offlineAmount: "Este valor é demasiado alto sem rede."
        case .cardNotOffline: "Este cartão não é aceite sem rede. Peça outro."
        case .cardExpired: "O cartão expirou. Peça outro."
        case .storedCardLost: "Os dados do cartão de um pagamento guardado são ilegíveis. Contacte o suporte."
        case .printerUnavailable: "A impressora não imprime. Verifique-a e volte a imprimir."
        case .printerPaper: "A impressora não tem papel. Coloque um rolo novo."
        case .printerCover: "A tampa da impressora está aberta. Feche-a."
        case .surchargeDeclined: "O cliente não aceita a sobretaxa. Nada foi cobrado."
        case .surchargeNotAnswered: "O cliente não respondeu sobre a sobretaxa. Pergunte de novo."
        case .readerFault: "O leitor indica uma avaria. Desligue-o e volte a ligá-lo."
        case .readerUpdateFailed: "O software do leitor não foi atualizado. Tente mais tarde."
        case .readerUpdateBattery: "A bateria do leitor não chega para a atualização. Carregue-a."
        case .readerUpdateExpired: "A atualização do leitor já não está disponível. Volte a ligar o leitor."
        case .formNotAnswered: "O cliente não preencheu o formulário a tempo. Pergunte de novo."
        case .laneBlocked: "A sede bloqueou esta caixa. Venda noutra e contacte a sede."
        case .recordsMissing: "Faltam aqui registos que a sede tem. Mande-os restaurar antes de vender."
        case .outcomeUnknown: "Ainda não se sabe se foi feito. Verifique antes de cobrar de novo."
        }
    }
}

extension ReaderDisplayMessage {
    var portuguese: String {
        switch self {
        case .retryCard: "Apresente o cartão de novo"
        case .insertCard: "Insira o cartão"
        case .insertOrSwipeCard: "Insira ou passe o cartão"
        case .swipeCard: "Passe o cartão"
        case .removeCard: "Retire o cartão"
        case .multipleContactlessCardsDetected: "Vários cartões detetados: apresente só um"
        case .tryAnotherReadMethod: "Tente o cartão de outra forma"
        case .tryAnotherCard: "Tente outro cartão"
        case .cardRemovedTooEarly: "Cartão retirado cedo demais: tente de novo"
        case .checkMobileDevice: "Veja o seu telemóvel"
        case .doNotRemoveCard: "Não retire o cartão"
        case .enterPIN: "Introduza o PIN no leitor"
        case .wrongPIN: "PIN errado: introduza-o de novo no leitor"
        case .lastPINTry: "Última tentativa: introduza o PIN no leitor"
        }
    }
}

extension ReaderPrompt {
    var portuguese: String {
        switch self {
        case .tap: "Aproximar"
        case .insert: "Inserir"
        case .swipe: "Passar"
        case .wait: "Aguarde, por favor"
        }
    }
}
