import TenderModel

extension CashierMessage {
    var spanish: String {
        switch self {
        case .canceled: "Cancelado."
        case .programFault: "La caja ha pedido algo no permitido. Llame al soporte."
        case .tillBusy: "La caja sigue ocupada. Espere un momento y vuelva a intentarlo."
        case .wrongState: "El pago no lo permite ahora. Consulte primero el pago."
        case .amountRefused: "Este importe no se puede pagar con tarjeta. Compruebe el importe."
        case .currencyRefused: "Esta moneda no se acepta aquí."
        case .setupFault: "La caja no está bien configurada. Llame al soporte."
        case .featureMissing: "Esto no está disponible aquí."
        case .noReader: "No hay ningún lector conectado. Compruebe el cable y la alimentación."
        case .readerAlreadyConnected: "Ya hay un lector conectado. Desconéctelo primero."
        case .readerNotFound: "No se encontró ningún lector. Enciéndalo y vuelva a intentarlo."
        case .readerInUse: "El lector está ocupado. Espere un momento y vuelva a intentarlo."
        case .readerElsewhere: "Otro programa está usando el lector. Ciérrelo primero."
        case .readerForbidden: "La caja no tiene permiso para usar el lector. Llame al soporte."
        case .readerUnsupported: "Este lector no se puede usar aquí. Use otro."
        case .readerSilent: "El lector no responde. Apáguelo y vuelva a encenderlo."
        case .readerUnplugged: "Se ha desenchufado el lector. Vuelva a enchufarlo."
        case .readerBattery: "La batería del lector está agotada. Cárguela."
        case .noCard: "No se presentó ninguna tarjeta a tiempo. Inténtelo de nuevo."
        case .chipNotRead: "No se pudo leer el chip. Inténtelo de nuevo."
        case .stripeNotRead: "No se pudo leer la banda. Deslice la tarjeta otra vez."
        case .cardRemoved: "La tarjeta se retiró demasiado pronto. Inténtelo de nuevo."
        case .cardNotAccepted: "Esta tarjeta no se acepta aquí. Pida otra."
        case .cardRefusedByReader: "El lector rechaza esta tarjeta. Pida otra."
        case .serviceTrouble: "El servicio de pago tiene un problema. Inténtelo más tarde."
        case .noNetwork: "No se puede acceder al servicio de pago. Compruebe la red."
        case .noAnswer: "No hay una respuesta clara. Compruebe el pago antes de reintentar."
        case .keyRefused: "El servicio de pago rechaza esta caja. Llame al soporte."
        case .notFound: "No se encontró el pago. Compruebe el recibo."
        case .declined: "La tarjeta fue rechazada. Pida otra tarjeta."
        case .refundRefused: "El reembolso fue rechazado. Reembolse de otra forma."
        case .recordsFailed: "La caja no puede guardar sus registros. Llame al soporte."
        case .notOffline: "Esto no es posible sin red."
        case .goOnline: "Hay pagos pendientes de envío. Conecte la caja a la red."
        case .offlineAmount: "Este importe es demasiado alto sin red."
        case .cardNotOffline: "Esta tarjeta no se acepta sin red. Pida otra."
        case .cardExpired: "La tarjeta ha caducado. Pida otra."
        case .storedCardLost: "No se pueden leer los datos de tarjeta de un pago guardado. Llame al soporte."
        case .printerUnavailable: "La impresora no imprime. Compruébela y vuelva a imprimir."
        case .printerPaper: "La impresora no tiene papel. Ponga un rollo nuevo."
        case .printerCover: "La tapa de la impresora está abierta. Ciérrela."
        case .surchargeDeclined: "El cliente no acepta el recargo. No se ha cobrado nada."
        case .surchargeNotAnswered: "El cliente no respondió sobre el recargo. Pregunte de nuevo."
        case .readerFault: "El lector indica un fallo. Apáguelo y vuelva a encenderlo."
        case .readerUpdateFailed: "El software del lector no se ha actualizado. Inténtelo más tarde."
        case .readerUpdateBattery: "La batería del lector no basta para la actualización. Cárguela."
        case .readerUpdateExpired: "La actualización del lector ya no está disponible. Vuelva a conectar el lector."
        case .formNotAnswered: "El cliente no rellenó el formulario a tiempo. Pregunte de nuevo."
        case .laneBlocked: "La central ha bloqueado esta caja. Venda en otra y llame a la central."
        case .recordsMissing: "Aquí faltan registros que la central tiene. Haga que los restauren antes de vender."
        case .outcomeUnknown: "Aún no se sabe si se hizo. Compruébelo antes de volver a cobrar."
        }
    }
}

extension ReaderDisplayMessage {
    var spanish: String {
        switch self {
        case .retryCard: "Presente la tarjeta otra vez"
        case .insertCard: "Inserte la tarjeta"
        case .insertOrSwipeCard: "Inserte o deslice la tarjeta"
        case .swipeCard: "Deslice la tarjeta"
        case .removeCard: "Retire la tarjeta"
        case .multipleContactlessCardsDetected: "Varias tarjetas detectadas: presente solo una"
        case .tryAnotherReadMethod: "Pruebe la tarjeta de otra forma"
        case .tryAnotherCard: "Pruebe otra tarjeta"
        case .cardRemovedTooEarly: "Tarjeta retirada demasiado pronto: inténtelo de nuevo"
        case .checkMobileDevice: "Mire su teléfono"
        case .doNotRemoveCard: "No retire la tarjeta"
        case .enterPIN: "Introduzca el PIN en el lector"
        case .wrongPIN: "PIN incorrecto: introdúzcalo otra vez en el lector"
        case .lastPINTry: "Último intento: introduzca el PIN en el lector"
        }
    }
}

extension ReaderPrompt {
    var spanish: String {
        switch self {
        case .tap: "Acercar"
        case .insert: "Insertar"
        case .swipe: "Deslizar"
        case .wait: "Espere, por favor"
        }
    }
}
