// Texts of the upload page in five languages: `page` is part of its markup, the rest is passed to its script, which
// replaces placeholders in braces. Explanations of failures are in reasons.ts.
import type { Locale } from '../../../kernel/names.ts';

export interface UploadPageText {
  readonly page: {
    readonly title: string;
    readonly lead: string;
    readonly noScript: string;
    readonly signInTitle: string;
    readonly email: string;
    readonly password: string;
    readonly signIn: string;
    readonly signOut: string;
    /** Markup: `<b>` marks the part that looks like a link. */
    readonly choose: string;
    readonly files: string;
    readonly hurry: string;
    readonly open: string;
  };
  readonly kinds: Readonly<Record<string, string>>;
  readonly limits: string;
  readonly signedOut: string;
  readonly signInLater: string;
  readonly progressOf: string;
  readonly thumbnailOf: string;
  readonly pause: string;
  readonly resume: string;
  readonly cancel: string;
  readonly remove: string;
  readonly again: string;
  readonly choose: string;
  readonly queued: string;
  readonly sending: string;
  readonly waiting: string;
  readonly paused: string;
  readonly unfinished: string;
  readonly finishing: string;
  readonly examining: string;
  readonly ready: string;
  readonly review: string;
  readonly rejected: string;
  readonly failed: string;
  readonly cancelled: string;
  readonly amount: string;
  readonly rate: string;
  readonly left: string;
  readonly reasonOther: string;
}

const KINDS = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
  'image/heic': 'HEIC',
  'image/heif': 'HEIF',
  'video/mp4': 'MP4',
  'video/quicktime': 'MOV',
  'video/webm': 'WebM',
};

export const PAGE_TEXTS: Readonly<Record<Locale, UploadPageText>> = {
  ja: {
    page: {
      title: 'ファイルのアップロード',
      lead: '途中で一時停止でき、接続が切れても、ページを閉じても、{minutes} 分以内に同じファイルを選べば続きから送れます。',
      noScript: 'このページには JavaScript が必要です。',
      signInTitle: 'ログインしてください',
      email: 'メールアドレス',
      password: 'パスワード',
      signIn: 'ログイン',
      signOut: 'ログアウト',
      choose: '<b>ファイルを選ぶ</b>か、ここにドロップ',
      files: 'ファイル',
      hurry: '今すぐ再試行',
      open: '開く',
    },
    kinds: KINDS,
    limits: '{kinds}、1 ファイル {size} まで',
    signedOut: 'ログインの期限が切れました。ログインすると続きから送ります。',
    signInLater: '試行回数が多すぎます。{seconds} 待ってください。',
    progressOf: '{name} の進み具合',
    thumbnailOf: '{name} のサムネイル',
    pause: '一時停止',
    resume: '再開',
    cancel: 'キャンセル',
    remove: '一覧から消す',
    again: 'もう一度',
    choose: 'ファイルを選ぶ…',
    queued: '順番を待っています',
    sending: '送信中 {share}',
    waiting: '{reason}{seconds}後に再試行します。',
    paused: '一時停止中 {share}',
    unfinished: '{share} は届いています。続けるには同じファイルを選んでください。',
    finishing: 'まとめています…',
    examining: '確認と変換をしています {share}',
    ready: '完了しました',
    review: '担当者の確認を待っています',
    rejected: '受け付けられませんでした。{reason}',
    failed: 'アップロードできませんでした。{reason}',
    cancelled: 'キャンセルしました',
    amount: '{sent} / {total}',
    rate: '毎秒 {rate}',
    left: '残り {time}',
    reasonOther: '理由コード: {code}',
  },
  en: {
    page: {
      title: 'Upload files',
      lead: 'Pause when you like. After a lost connection or a closed page, choose the same file again within {minutes} minutes and it goes on where it was.',
      noScript: 'This page needs JavaScript.',
      signInTitle: 'Please sign in',
      email: 'E-mail address',
      password: 'Password',
      signIn: 'Sign in',
      signOut: 'Sign out',
      choose: '<b>Choose files</b> or drop them here',
      files: 'Files',
      hurry: 'Try now',
      open: 'Open',
    },
    kinds: KINDS,
    limits: '{kinds}, up to {size} a file',
    signedOut: 'Your session is over. Sign in and the uploads go on.',
    signInLater: 'Too many tries: please wait {seconds}.',
    progressOf: 'Progress of {name}',
    thumbnailOf: 'Thumbnail of {name}',
    pause: 'Pause',
    resume: 'Resume',
    cancel: 'Cancel',
    remove: 'Remove from list',
    again: 'Try again',
    choose: 'Choose file…',
    queued: 'Waiting for its turn',
    sending: 'Uploading, {share}',
    waiting: '{reason} Trying again in {seconds}.',
    paused: 'Paused at {share}',
    unfinished: '{share} has arrived. Choose the same file again to go on.',
    finishing: 'Putting the parts together…',
    examining: 'Checking and converting, {share}',
    ready: 'Ready',
    review: 'Waiting for a person to look at it',
    rejected: 'Not accepted. {reason}',
    failed: 'Not uploaded. {reason}',
    cancelled: 'Cancelled',
    amount: '{sent} of {total}',
    rate: '{rate} a second',
    left: '{time} left',
    reasonOther: 'The service says: {code}.',
  },
  'zh-TW': {
    page: {
      title: '上傳檔案',
      lead: '隨時可以暫停。斷線或關閉頁面後，在 {minutes} 分鐘內重新選擇同一個檔案，即可從中斷處繼續。',
      noScript: '此頁面需要 JavaScript。',
      signInTitle: '請登入',
      email: '電子郵件地址',
      password: '密碼',
      signIn: '登入',
      signOut: '登出',
      choose: '<b>選擇檔案</b>，或拖放到這裡',
      files: '檔案',
      hurry: '立即重試',
      open: '開啟',
    },
    kinds: KINDS,
    limits: '{kinds}，每個檔案最大 {size}',
    signedOut: '登入已失效。重新登入後會繼續上傳。',
    signInLater: '嘗試次數過多，請等待 {seconds}。',
    progressOf: '{name} 的進度',
    thumbnailOf: '{name} 的縮圖',
    pause: '暫停',
    resume: '繼續',
    cancel: '取消',
    remove: '從清單移除',
    again: '再試一次',
    choose: '選擇檔案…',
    queued: '等待中',
    sending: '上傳中 {share}',
    waiting: '{reason}{seconds}後重試。',
    paused: '已暫停於 {share}',
    unfinished: '已收到 {share}。請再次選擇同一個檔案以繼續。',
    finishing: '正在合併…',
    examining: '檢查與轉換中 {share}',
    ready: '完成',
    review: '等待人工審查',
    rejected: '未被接受。{reason}',
    failed: '未能上傳。{reason}',
    cancelled: '已取消',
    amount: '{sent} / {total}',
    rate: '每秒 {rate}',
    left: '剩餘 {time}',
    reasonOther: '原因代碼：{code}',
  },
  'zh-CN': {
    page: {
      title: '上传文件',
      lead: '随时可以暂停。断线或关闭页面后，在 {minutes} 分钟内重新选择同一个文件，即可从中断处继续。',
      noScript: '此页面需要 JavaScript。',
      signInTitle: '请登录',
      email: '电子邮件地址',
      password: '密码',
      signIn: '登录',
      signOut: '退出登录',
      choose: '<b>选择文件</b>，或拖放到这里',
      files: '文件',
      hurry: '立即重试',
      open: '打开',
    },
    kinds: KINDS,
    limits: '{kinds}，每个文件最大 {size}',
    signedOut: '登录已失效。重新登录后会继续上传。',
    signInLater: '尝试次数过多，请等待 {seconds}。',
    progressOf: '{name} 的进度',
    thumbnailOf: '{name} 的缩略图',
    pause: '暂停',
    resume: '继续',
    cancel: '取消',
    remove: '从列表移除',
    again: '再试一次',
    choose: '选择文件…',
    queued: '等待中',
    sending: '上传中 {share}',
    waiting: '{reason}{seconds}后重试。',
    paused: '已暂停于 {share}',
    unfinished: '已收到 {share}。请再次选择同一个文件以继续。',
    finishing: '正在合并…',
    examining: '检查与转换中 {share}',
    ready: '完成',
    review: '等待人工审核',
    rejected: '未被接受。{reason}',
    failed: '未能上传。{reason}',
    cancelled: '已取消',
    amount: '{sent} / {total}',
    rate: '每秒 {rate}',
    left: '剩余 {time}',
    reasonOther: '原因代码：{code}',
  },
  ko: {
    page: {
      title: '파일 업로드',
      lead: '언제든 일시정지할 수 있습니다. 연결이 끊기거나 페이지를 닫아도 {minutes}분 안에 같은 파일을 다시 고르면 이어서 올립니다.',
      noScript: '이 페이지에는 JavaScript가 필요합니다.',
      signInTitle: '로그인해 주세요',
      email: '이메일 주소',
      password: '비밀번호',
      signIn: '로그인',
      signOut: '로그아웃',
      choose: '<b>파일 선택</b> 또는 여기에 끌어다 놓기',
      files: '파일',
      hurry: '지금 다시 시도',
      open: '열기',
    },
    kinds: KINDS,
    limits: '{kinds}, 파일당 최대 {size}',
    signedOut: '로그인이 만료되었습니다. 로그인하면 이어서 올립니다.',
    signInLater: '시도가 너무 많습니다. {seconds} 기다려 주세요.',
    progressOf: '{name} 진행률',
    thumbnailOf: '{name} 미리보기',
    pause: '일시정지',
    resume: '계속',
    cancel: '취소',
    remove: '목록에서 지우기',
    again: '다시 시도',
    choose: '파일 선택…',
    queued: '순서를 기다리는 중',
    sending: '업로드 중 {share}',
    waiting: '{reason} {seconds} 후 다시 시도합니다.',
    paused: '{share}에서 일시정지됨',
    unfinished: '{share}가 도착했습니다. 계속하려면 같은 파일을 다시 골라 주세요.',
    finishing: '합치는 중…',
    examining: '확인 및 변환 중 {share}',
    ready: '완료',
    review: '담당자의 확인을 기다리는 중',
    rejected: '받아들여지지 않았습니다. {reason}',
    failed: '올리지 못했습니다. {reason}',
    cancelled: '취소됨',
    amount: '{sent} / {total}',
    rate: '초당 {rate}',
    left: '{time} 남음',
    reasonOther: '사유 코드: {code}',
  },
};
