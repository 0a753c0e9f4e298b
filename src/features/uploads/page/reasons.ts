// Explanations why an upload waits, failed or was rejected, and why sign-in failed: code → sentence, in five languages.
// Codes with the same meaning for the reader share a sentence.
import type { Locale } from '../../../kernel/names.ts';

interface Sentences {
  readonly connection: string;
  readonly busy: string;
  readonly storage: string;
  readonly broken: string;
  readonly container: string;
  readonly kind: string;
  readonly noVideo: string;
  readonly empty: string;
  readonly large: string;
  readonly name: string;
  readonly extension: string;
  readonly quota: string;
  readonly pixels: string;
  readonly long: string;
  readonly processing: string;
  readonly moderation: string;
  readonly integrity: string;
  readonly unreadable: string;
  readonly verify: string;
  readonly suspended: string;
  readonly restricted: string;
  readonly changed: string;
  readonly password: string;
}

const SENTENCES: Readonly<Record<Locale, Sentences>> = {
  ja: {
    connection: '接続できません。',
    busy: 'サービスが混み合っています。',
    storage: 'ファイルの保管場所が今は使えません。',
    broken: 'サービスで問題が起きました。',
    container: 'ファイルが壊れているか、中身が拡張子の種類と違います。',
    kind: 'この種類のファイルは受け付けていません。',
    noVideo: 'このサービスでは動画を受け付けていません (運営者が有効にできます)。',
    empty: 'ファイルが空です。',
    large: 'ファイルが大きすぎます。',
    name: 'このファイル名は使えません。名前を変えてください。',
    extension: '拡張子がファイルの種類と合っていません。',
    quota: 'あなたのファイルの保管枠がいっぱいです。',
    pixels: '画像の画素数が多すぎます。',
    long: '動画が長すぎます。',
    processing: '変換できませんでした。ファイルのせいではないかもしれません。',
    moderation: '利用規約に合わない内容と判断されました。',
    integrity: '届いた内容が元のファイルと一致しません。もう一度アップロードしてください。',
    unreadable: 'ファイルを読めません。移動または変更された可能性があります。',
    verify: '先にメールアドレスを確認してください。',
    suspended: 'このアカウントは停止されています。',
    restricted: 'このアカウントは現在アップロードできません。',
    changed: '途中で状態が変わりました。',
    password: 'メールアドレスかパスワードが違います。',
  },
  en: {
    connection: 'There is no connection.',
    busy: 'The service is busy.',
    storage: 'The service has no room for files now, or cannot reach it.',
    broken: 'Something went wrong in the service.',
    container: 'The file is damaged, or is not what its name says.',
    kind: 'Files of this kind are not accepted here.',
    noVideo: 'Videos are not accepted here; the operator of the service can turn them on.',
    empty: 'The file is empty.',
    large: 'The file is too large.',
    name: 'This file name cannot be used; please rename the file.',
    extension: 'The extension does not fit the kind of file.',
    quota: 'There is no room left for your files.',
    pixels: 'The picture has too many pixels.',
    long: 'The video is too long.',
    processing: 'It could not be converted, perhaps by no fault of its own.',
    moderation: 'Its content is not allowed here.',
    integrity: 'What arrived is not what was sent; please upload it again.',
    unreadable: 'The file cannot be read; it may have been moved or changed.',
    verify: 'Please confirm your e-mail address first.',
    suspended: 'This account is suspended.',
    restricted: 'This account may not upload now.',
    changed: 'It changed meanwhile.',
    password: 'The address or the password is wrong.',
  },
  'zh-TW': {
    connection: '無法連線。',
    busy: '服務忙碌中。',
    storage: '檔案儲存空間目前無法使用。',
    broken: '服務發生問題。',
    container: '檔案已損壞，或內容與副檔名不符。',
    kind: '不接受此類檔案。',
    noVideo: '此服務不接受影片（管理者可以啟用）。',
    empty: '檔案是空的。',
    large: '檔案太大。',
    name: '無法使用此檔名，請重新命名。',
    extension: '副檔名與檔案類型不符。',
    quota: '您的檔案空間已滿。',
    pixels: '圖片的像素過多。',
    long: '影片太長。',
    processing: '無法轉換，可能不是檔案的問題。',
    moderation: '內容不符合規定。',
    integrity: '收到的內容與原檔不一致，請重新上傳。',
    unreadable: '無法讀取檔案，可能已被移動或更改。',
    verify: '請先驗證您的電子郵件地址。',
    suspended: '此帳號已被停用。',
    restricted: '此帳號目前無法上傳。',
    changed: '狀態在途中改變了。',
    password: '電子郵件地址或密碼錯誤。',
  },
  'zh-CN': {
    connection: '无法连接。',
    busy: '服务繁忙。',
    storage: '文件存储空间目前无法使用。',
    broken: '服务出现问题。',
    container: '文件已损坏，或内容与扩展名不符。',
    kind: '不接受此类文件。',
    noVideo: '此服务不接受视频（管理员可以启用）。',
    empty: '文件是空的。',
    large: '文件太大。',
    name: '无法使用此文件名，请重命名。',
    extension: '扩展名与文件类型不符。',
    quota: '您的文件空间已满。',
    pixels: '图片的像素过多。',
    long: '视频太长。',
    processing: '无法转换，可能不是文件的问题。',
    moderation: '内容不符合规定。',
    integrity: '收到的内容与原文件不一致，请重新上传。',
    unreadable: '无法读取文件，可能已被移动或更改。',
    verify: '请先验证您的电子邮件地址。',
    suspended: '此账号已被停用。',
    restricted: '此账号目前无法上传。',
    changed: '状态在途中改变了。',
    password: '电子邮件地址或密码错误。',
  },
  ko: {
    connection: '연결할 수 없습니다.',
    busy: '서비스가 혼잡합니다.',
    storage: '지금은 파일 저장소를 사용할 수 없습니다.',
    broken: '서비스에 문제가 생겼습니다.',
    container: '파일이 손상되었거나 내용이 확장자와 다릅니다.',
    kind: '이 종류의 파일은 받지 않습니다.',
    noVideo: '이 서비스는 동영상을 받지 않습니다(운영자가 켤 수 있습니다).',
    empty: '파일이 비어 있습니다.',
    large: '파일이 너무 큽니다.',
    name: '이 파일 이름은 쓸 수 없습니다. 이름을 바꿔 주세요.',
    extension: '확장자가 파일 종류와 맞지 않습니다.',
    quota: '파일을 저장할 공간이 남아 있지 않습니다.',
    pixels: '그림의 픽셀이 너무 많습니다.',
    long: '동영상이 너무 깁니다.',
    processing: '변환하지 못했습니다. 파일 탓이 아닐 수 있습니다.',
    moderation: '허용되지 않는 내용입니다.',
    integrity: '도착한 내용이 원본과 다릅니다. 다시 올려 주세요.',
    unreadable: '파일을 읽을 수 없습니다. 옮겨졌거나 바뀌었을 수 있습니다.',
    verify: '먼저 이메일 주소를 확인해 주세요.',
    suspended: '정지된 계정입니다.',
    restricted: '이 계정은 지금 업로드할 수 없습니다.',
    changed: '도중에 상태가 바뀌었습니다.',
    password: '이메일 주소 또는 비밀번호가 틀렸습니다.',
  },
};

/** Codes of the service, and a few of the page's own, by sentence. */
const CODES: Readonly<Record<keyof Sentences, readonly string[]>> = {
  connection: ['no_connection'],
  busy: [
    'busy',
    'rate_limit_exceeded',
    'sign_in_busy',
    'database_unavailable',
    'upload_interrupted',
    'request_timeout',
  ],
  storage: ['storage_unavailable'],
  broken: ['internal_error'],
  container: [
    'forbidden_container',
    'invalid_jpeg_container',
    'invalid_png_container',
    'invalid_webp_container',
    'invalid_gif_container',
    'invalid_heic_container',
    'invalid_video_container',
    'invalid_webm_container',
    'invalid_image_dimensions',
  ],
  kind: ['unsupported_file'],
  noVideo: ['no_video'],
  empty: ['invalid_size'],
  large: ['file_too_large'],
  name: ['invalid_file_name'],
  extension: ['extension_mismatch'],
  quota: ['storage_quota_exceeded'],
  pixels: ['image_dimensions_exceeded'],
  long: ['video_too_long'],
  processing: ['processing_failed'],
  moderation: ['moderation_block'],
  integrity: ['completed_object_integrity_mismatch'],
  unreadable: ['file_unreadable'],
  verify: ['email_verification_required', 'email_not_verified'],
  suspended: ['account_suspended', 'account_restricted'],
  restricted: ['community_upload_restricted'],
  changed: ['upload_state_conflict', 'upload_not_completable', 'attachment_not_found'],
  password: ['invalid_email_or_password', 'invalid_email'],
};

/** Code → sentence, by language. */
export const PAGE_REASONS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  ja: spread(SENTENCES.ja),
  en: spread(SENTENCES.en),
  'zh-TW': spread(SENTENCES['zh-TW']),
  'zh-CN': spread(SENTENCES['zh-CN']),
  ko: spread(SENTENCES.ko),
};

function spread(sentences: Sentences): Readonly<Record<string, string>> {
  const kinds = Object.entries(CODES).flatMap(([kind, codes]) => codes.map((code) => ({ kind, code })));
  const texts = new Map<string, string>(Object.entries(sentences));
  return Object.fromEntries(kinds.map(({ kind, code }) => [code, texts.get(kind) ?? '']));
}
