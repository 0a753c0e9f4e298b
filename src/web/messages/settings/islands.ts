// Words of the islands of the settings.
import { FAULTS } from '../islands-community.ts';
import { defineMessages } from '../say.ts';

export const AVATAR_UPLOAD_MESSAGES = defineMessages({
  en: {
    ...FAULTS.en,
    choose: 'Choose a picture',
    sending: 'Sending',
    sent: 'The picture is here. It shows as soon as it is prepared.',
    unfit: 'This picture does not fit: JPEG, PNG or WebP, still, up to 2 MiB and 4096 pixels a side.',
  },
  ja: {
    ...FAULTS.ja,
    choose: '画像を選ぶ',
    sending: '送信中',
    sent: '画像を受け取りました。準備ができると表示されます。',
    unfit: 'この画像は使えません。JPEG、PNG、WebP の静止画で、2 MiB、1 辺 4096 ピクセルまでです。',
  },
  'zh-TW': {
    ...FAULTS['zh-TW'],
    choose: '選擇圖片',
    sending: '傳送中',
    sent: '已收到圖片，處理完成後就會顯示。',
    unfit: '無法使用這張圖片：需為 JPEG、PNG 或 WebP 靜態圖，最大 2 MiB，邊長 4096 像素以內。',
  },
  'zh-CN': {
    ...FAULTS['zh-CN'],
    choose: '选择图片',
    sending: '发送中',
    sent: '已收到图片，处理完成后就会显示。',
    unfit: '无法使用这张图片：需为 JPEG、PNG 或 WebP 静态图，最大 2 MiB，边长 4096 像素以内。',
  },
  ko: {
    ...FAULTS.ko,
    choose: '사진 고르기',
    sending: '보내는 중',
    sent: '사진을 받았습니다. 준비되면 보입니다.',
    unfit: '이 사진은 쓸 수 없습니다. JPEG, PNG, WebP 정지 화상, 2 MiB, 한 변 4096픽셀까지입니다.',
  },
});

export const PASSKEY_ADD_MESSAGES = defineMessages({
  en: {
    add: 'Add a passkey',
    name: 'Name of the passkey',
    nameHint: 'For example the device that it is on',
    failed: 'The passkey was not added. Try again.',
    exists: 'This passkey is there already.',
    limit: 'You have as many passkeys as there may be. Remove one first.',
    noBrowser: 'This browser has no passkeys here.',
  },
  ja: {
    add: 'パスキーを追加する',
    name: 'パスキーの名前',
    nameHint: '使っている端末など',
    failed: 'パスキーを追加できませんでした。もう一度お試しください。',
    exists: 'このパスキーは登録済みです。',
    limit: 'パスキーの上限に達しています。先に 1 つ削除してください。',
    noBrowser: 'このブラウザーではパスキーを使えません。',
  },
  'zh-TW': {
    add: '新增通行金鑰',
    name: '通行金鑰名稱',
    nameHint: '例如所在的裝置',
    failed: '無法新增通行金鑰，請再試一次。',
    exists: '這個通行金鑰已經存在。',
    limit: '通行金鑰已達上限，請先移除一個。',
    noBrowser: '這個瀏覽器無法在此使用通行金鑰。',
  },
  'zh-CN': {
    add: '添加通行密钥',
    name: '通行密钥名称',
    nameHint: '例如所在的设备',
    failed: '无法添加通行密钥，请再试一次。',
    exists: '这个通行密钥已经存在。',
    limit: '通行密钥已达上限，请先移除一个。',
    noBrowser: '这个浏览器无法在此使用通行密钥。',
  },
  ko: {
    add: '패스키 추가',
    name: '패스키 이름',
    nameHint: '패스키가 있는 기기 등',
    failed: '패스키를 추가하지 못했습니다. 다시 시도해 주세요.',
    exists: '이미 있는 패스키입니다.',
    limit: '패스키가 최대 개수입니다. 먼저 하나를 삭제하세요.',
    noBrowser: '이 브라우저에서는 패스키를 쓸 수 없습니다.',
  },
});
