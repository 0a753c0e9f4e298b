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
