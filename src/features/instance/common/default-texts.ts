// Texts that ship with the service, in five languages: what this is, how people treat each other here, and which data is
// kept. An operator replaces them with their own; a notice has no default.
import type { InstanceTexts } from './settings.ts';

export const DEFAULT_TEXTS: InstanceTexts = {
  about: {
    ja: `{name} は、ゲームのデータとコミュニティのためのサイトです。カタログは誰でも読めます。アカウントを作ると、投稿、コメント、ブックマークができます。

このサイトは [Livehouse](/docs) で動いています。ゲームの内容の権利は、それぞれの制作者にあります。`,
    en: `{name} is a place for the data of a game and its community. Everybody can read the catalog. With an account you can write posts and comments, and keep bookmarks.

It runs on [Livehouse](/docs). The content of the game belongs to its makers.`,
    'zh-TW': `{name} 是遊戲資料與社群的網站。任何人都能瀏覽圖鑑。註冊帳號後可以發文、留言和收藏。

本站使用 [Livehouse](/docs) 架設。遊戲內容的權利屬於各製作者。`,
    'zh-CN': `{name} 是游戏数据与社区的网站。任何人都能浏览图鉴。注册账号后可以发帖、评论和收藏。

本站使用 [Livehouse](/docs) 搭建。游戏内容的权利属于各制作者。`,
    ko: `{name}은(는) 게임 데이터와 커뮤니티를 위한 사이트입니다. 카탈로그는 누구나 볼 수 있습니다. 계정을 만들면 글과 댓글을 쓰고 북마크할 수 있습니다.

이 사이트는 [Livehouse](/docs)로 운영됩니다. 게임 콘텐츠의 권리는 각 제작자에게 있습니다.`,
  },
  rules: {
    ja: `1. 相手を尊重してください。嫌がらせ、差別、脅しは認めません。
2. 自分や他人の個人情報を公開しないでください。
3. 自分のものではない作品を、自分のものとして投稿しないでください。
4. 物語の結末などを書くときは、ネタバレとして印を付けてください。
5. 宣伝や同じ内容の繰り返しはやめてください。
6. 性的な内容や、法律に反する内容は投稿できません。

守られない投稿は非表示になることがあり、アカウントが制限されることがあります。問題のある投稿は報告してください。`,
    en: `1. Treat each other with respect. Harassment, discrimination and threats have no place here.
2. Do not publish personal data, neither yours nor that of others.
3. Do not post the work of others as your own.
4. Mark what gives away a story as a spoiler.
5. No advertising, and nothing again and again.
6. No sexual content, and nothing that is against the law.

Posts that break these rules can be hidden, and accounts restricted. Please report what does not belong here.`,
    'zh-TW': `1. 請互相尊重。禁止騷擾、歧視與威脅。
2. 請勿公開自己或他人的個人資料。
3. 請勿將他人的作品當成自己的發表。
4. 內容涉及劇情時，請標示為劇透。
5. 禁止廣告與重複洗版。
6. 禁止色情與違法內容。

違反規則的貼文可能會被隱藏，帳號也可能受到限制。看到不當內容請檢舉。`,
    'zh-CN': `1. 请互相尊重。禁止骚扰、歧视与威胁。
2. 请勿公开自己或他人的个人信息。
3. 请勿把他人的作品当作自己的发布。
4. 内容涉及剧情时，请标记为剧透。
5. 禁止广告与重复刷屏。
6. 禁止色情与违法内容。

违反规则的帖子可能会被隐藏，账号也可能受到限制。看到不当内容请举报。`,
    ko: `1. 서로 존중해 주세요. 괴롭힘, 차별, 협박은 허용되지 않습니다.
2. 자신이나 다른 사람의 개인 정보를 공개하지 마세요.
3. 다른 사람의 작품을 자신의 것처럼 올리지 마세요.
4. 이야기의 내용을 밝힐 때는 스포일러로 표시해 주세요.
5. 광고와 도배는 하지 마세요.
6. 성적인 내용과 법에 어긋나는 내용은 올릴 수 없습니다.

규칙을 어긴 글은 숨겨질 수 있고 계정이 제한될 수 있습니다. 문제가 있는 글은 신고해 주세요.`,
  },
  privacy: {
    ja: `**読むだけの場合。** アカウントがなければ、このサイトはあなたについて何も保存しません。アクセスの記録に IP アドレスは残しません。

**アカウント。** メールアドレス、パスワードのハッシュ値、プロフィール、投稿、いいね、ブックマーク、アップロードしたファイルを保存します。メールアドレスは公開されません。

**Cookie。** ログインを保つためだけに使います。広告や分析のための Cookie はありません。

**メール。** 登録、パスワード、アドレスの変更など、アカウントについてのお知らせだけを送ります。

**あなたの権利。** 設定から、いつでも自分のデータをダウンロードし、アカウントを削除できます。`,
    en: `**If you only read.** Without an account, this site keeps nothing about you. Its logs hold no IP addresses.

**Accounts.** We keep your e-mail address, a hash of your password, your profile, posts, likes, bookmarks and uploaded files. Your address is never shown.

**Cookies.** They keep you signed in, and nothing else. There are none for advertising or analysis.

**Mail.** You get mail about your account only: registration, password, changes of your address, and decisions about your content.

**Your rights.** In the settings you can download your data and delete your account at any time.`,
    'zh-TW': `**僅瀏覽。** 沒有帳號時，本站不會保存任何關於您的資料。存取紀錄不含 IP 位址。

**帳號。** 我們會保存您的電子郵件地址、密碼的雜湊值、個人檔案、貼文、按讚、書籤與上傳的檔案。電子郵件地址不會公開。

**Cookie。** 僅用於維持登入狀態，沒有廣告或分析用的 Cookie。

**郵件。** 只會寄送與帳號有關的通知，例如註冊、密碼與地址變更。

**您的權利。** 您可以隨時在設定中下載自己的資料並刪除帳號。`,
    'zh-CN': `**仅浏览。** 没有账号时，本站不会保存任何关于您的数据。访问日志不含 IP 地址。

**账号。** 我们会保存您的电子邮件地址、密码的哈希值、个人资料、帖子、点赞、书签与上传的文件。电子邮件地址不会公开。

**Cookie。** 仅用于保持登录状态，没有广告或分析用的 Cookie。

**邮件。** 只会发送与账号有关的通知，例如注册、密码与地址变更。

**您的权利。** 您可以随时在设置中下载自己的数据并删除账号。`,
    ko: `**읽기만 할 때.** 계정이 없으면 이 사이트는 당신에 대해 아무것도 저장하지 않습니다. 접속 기록에 IP 주소를 남기지 않습니다.

**계정.** 이메일 주소, 비밀번호의 해시 값, 프로필, 글, 좋아요, 북마크, 올린 파일을 저장합니다. 이메일 주소는 공개되지 않습니다.

**쿠키.** 로그인을 유지하는 데에만 씁니다. 광고나 분석을 위한 쿠키는 없습니다.

**메일.** 가입, 비밀번호, 주소 변경 등 계정에 관한 알림만 보냅니다.

**당신의 권리.** 설정에서 언제든지 자신의 데이터를 내려받고 계정을 삭제할 수 있습니다.`,
  },
};
