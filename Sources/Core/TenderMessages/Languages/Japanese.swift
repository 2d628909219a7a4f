import TenderModel

extension CashierMessage {
    var japanese: String {
        switch self {
        case .canceled: "キャンセルされました。"
        case .programFault: "レジが許可されていない操作を要求しました。サポートに連絡してください。"
        case .tillBusy: "レジは処理中です。少し待ってからもう一度お試しください。"
        case .wrongState: "この支払いでは現在この操作はできません。先に支払いを確認してください。"
        case .amountRefused: "この金額はカードで支払えません。金額を確認してください。"
        case .currencyRefused: "この通貨はここでは使えません。"
        case .setupFault: "レジの設定が正しくありません。サポートに連絡してください。"
        case .featureMissing: "この機能はここでは利用できません。"
        case .noReader: "カードリーダーが接続されていません。ケーブルと電源を確認してください。"
        case .readerAlreadyConnected: "カードリーダーはすでに接続されています。先に切断してください。"
        case .readerNotFound: "カードリーダーが見つかりません。電源を入れてもう一度お試しください。"
        case .readerInUse: "カードリーダーは使用中です。少し待ってからもう一度お試しください。"
        case .readerElsewhere: "別のプログラムがカードリーダーを使用しています。先に終了してください。"
        case .readerForbidden: "レジにカードリーダーの使用権限がありません。サポートに連絡してください。"
        case .readerUnsupported: "このカードリーダーは使用できません。別のものを使ってください。"
        case .readerSilent: "カードリーダーが応答しません。電源を入れ直してください。"
        case .readerUnplugged: "カードリーダーが取り外されました。もう一度接続してください。"
        case .readerBattery: "カードリーダーの電池が切れました。充電してください。"
        case .noCard: "時間内にカードが提示されませんでした。もう一度お試しください。"
        case .chipNotRead: "ICチップを読み取れませんでした。もう一度お試しください。"
        case .stripeNotRead: "磁気ストライプを読み取れませんでした。もう一度カードを通してください。"
        case .cardRemoved: "カードが早く抜かれました。もう一度お試しください。"
        case .cardNotAccepted: "このカードは使えません。別のカードをお願いしてください。"
        case .cardRefusedByReader: "リーダーがこのカードを拒否しました。別のカードをお願いしてください。"
        case .serviceTrouble: "決済サービスに問題があります。後でもう一度お試しください。"
        case .noNetwork: "決済サービスに接続できません。ネットワークを確認してください。"
        case .noAnswer: "明確な応答がありません。再試行の前に支払いを確認してください。"
        case .keyRefused: "決済サービスがこのレジを拒否しました。サポートに連絡してください。"
        case .notFound: "支払いが見つかりません。レシートを確認してください。"
        case .declined: "カードが承認されませんでした。別のカードをお願いしてください。"
        case .refundRefused: "返金が拒否されました。別の方法で返金してください。"
        case .recordsFailed: "レジが記録を書き込めません。サポートに連絡してください。"
        case .notOffline: "ネットワークなしではできません。"
        case .goOnline: "送信待ちの支払いがあります。レジをネットワークに接続してください。"
        case .offlineAmount: "ネットワークなしではこの金額は高すぎます。"
        case .cardNotOffline: "このカードはネットワークなしでは使えません。別のカードをお願いしてください。"
        case .cardExpired: "カードの有効期限が切れています。別のカードをお願いしてください。"
        case .storedCardLost: "保存された支払いのカードデータを読み取れません。サポートに連絡してください。"
        case .printerUnavailable: "プリンターが印刷しません。確認してもう一度印刷してください。"
        case .printerPaper: "プリンターの用紙がありません。新しいロールを入れてください。"
        case .printerCover: "プリンターのカバーが開いています。閉めてください。"
        case .surchargeDeclined: "お客様が追加料金に同意されませんでした。請求は行われていません。"
        case .surchargeNotAnswered: "追加料金についてお客様の回答がありません。もう一度お尋ねください。"
        case .readerFault: "カードリーダーで障害が発生しました。電源を入れ直してください。"
        case .readerUpdateFailed: "カードリーダーのソフトウェアを更新できませんでした。後でもう一度お試しください。"
        case .readerUpdateBattery: "更新にはカードリーダーの電池が足りません。充電してください。"
        case .readerUpdateExpired: "カードリーダーの更新は終了しました。リーダーを接続し直してください。"
        case .formNotAnswered: "時間内にお客様がフォームに入力されませんでした。もう一度お尋ねください。"
        case .laneBlocked: "本部がこのレジを停止しました。別のレジで販売し、本部に連絡してください。"
        case .recordsMissing: "本部にある記録がこのレジにありません。販売の前に復元を依頼してください。"
        case .outcomeUnknown: "実行されたかまだ不明です。再度請求する前に確認してください。"
        }
    }
}

extension ReaderDisplayMessage {
    var japanese: String {
        switch self {
        case .retryCard: "もう一度カードを提示してください"
        case .insertCard: "カードを挿入してください"
        case .insertOrSwipeCard: "カードを挿入するか通してください"
        case .swipeCard: "カードを通してください"
        case .removeCard: "カードを抜いてください"
        case .multipleContactlessCardsDetected: "複数のカードを検出しました。1枚だけ提示してください"
        case .tryAnotherReadMethod: "別の方法でカードをお試しください"
        case .tryAnotherCard: "別のカードをお試しください"
        case .cardRemovedTooEarly: "カードが早く抜かれました。もう一度お試しください"
        case .checkMobileDevice: "スマートフォンを確認してください"
        case .doNotRemoveCard: "カードを抜かないでください"
        case .enterPIN: "リーダーで暗証番号を入力してください"
        case .wrongPIN: "暗証番号が違います。リーダーでもう一度入力してください"
        case .lastPINTry: "最後の入力です。リーダーで暗証番号を入力してください"
        }
    }
}

extension ReaderPrompt {
    var japanese: String {
        switch self {
        case .tap: "タッチ"
        case .insert: "挿入"
        case .swipe: "スワイプ"
        case .wait: "お待ちください"
        }
    }
}
