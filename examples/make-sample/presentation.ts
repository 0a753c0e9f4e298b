// How the sample is shown: names and labels in five languages where inference has only the English words of a path, and the
// choices that inference would make otherwise.

/** One text in the languages of the sample. */
export const texts = (ja: string, en: string, traditional: string, simplified: string, ko: string) => ({
  ...{ ja, en, 'zh-TW': traditional, 'zh-CN': simplified },
  ko,
});

export const PRESENTATION = {
  songs: {
    order: 1,
    badges: [],
    facets: ['bandIds', 'charts.expert.rating'],
    sort: ['publishedAt', 'charts.expert.rating', 'musicId'],
    labels: {
      name: texts('楽曲', 'Songs', '歌曲', '歌曲', '곡'),
      fields: {
        bandIds: texts('バンド', 'Band', '樂團', '乐队', '밴드'),
        'charts.expert.rating': texts('EXPERTのレベル', 'Expert level', 'EXPERT 等級', 'EXPERT 等级', 'EXPERT 레벨'),
        musicTitle: texts('曲名', 'Title', '歌名', '歌名', '곡명'),
        jacketThumb: texts('ジャケット（小）', 'Small cover', '封面（小）', '封面（小）', '재킷(소)'),
        'charts.easy.format': texts(
          'EASYの譜面形式',
          'Chart format (easy)',
          'EASY 譜面格式',
          'EASY 谱面格式',
          'EASY 채보 형식',
        ),
        'charts.normal.format': texts(
          'NORMALの譜面形式',
          'Chart format (normal)',
          'NORMAL 譜面格式',
          'NORMAL 谱面格式',
          'NORMAL 채보 형식',
        ),
        'charts.expert.format': texts(
          'EXPERTの譜面形式',
          'Chart format (expert)',
          'EXPERT 譜面格式',
          'EXPERT 谱面格式',
          'EXPERT 채보 형식',
        ),
      },
    },
  },
  cards: {
    order: 2,
    facets: ['rarity', 'cardType', 'bandId', 'type'],
    badges: ['rarity', 'cardType'],
    labels: {
      name: texts('カード', 'Cards', '卡片', '卡片', '카드'),
      fields: {
        cardType: texts('色', 'Colour', '顏色', '颜色', '색상'),
        type: texts('種類', 'Kind', '種類', '种类', '종류'),
        prefix: texts('カード名', 'Card title', '卡片名稱', '卡片名称', '카드 이름'),
      },
    },
  },
  bands: { labels: { fields: { bandName: texts('バンド名', 'Band name', '樂團名稱', '乐队名称', '밴드 이름') } } },
  characters: {
    cover: 'portrait',
    labels: {
      fields: {
        characterKey: texts('キャラクターキー', 'Character key', '角色鍵', '角色键', '캐릭터 키'),
        characterType: texts('キャラクターの種類', 'Kind of character', '角色種類', '角色种类', '캐릭터 종류'),
        characterName: texts('キャラクター名', 'Character name', '角色名稱', '角色名称', '캐릭터 이름'),
        faceImage: texts('顔の画像', 'Face', '臉部圖片', '脸部图片', '얼굴 이미지'),
        portrait: texts('立ち絵', 'Portrait', '立繪', '立绘', '초상화'),
      },
    },
  },
  events: {
    order: 3,
    labels: {
      fields: {
        eventName: texts('イベント名', 'Event name', '活動名稱', '活动名称', '이벤트 이름'),
        bonusPercent: texts('ボーナス', 'Bonus', '加成', '加成', '보너스'),
        songIds: texts('楽曲', 'Songs', '歌曲', '歌曲', '곡'),
        rewardCards: texts('報酬カード', 'Reward cards', '獎勵卡片', '奖励卡片', '보상 카드'),
      },
    },
  },
  'feature-status': {
    labels: {
      name: texts('機能の状態', 'Feature status', '功能狀態', '功能状态', '기능 상태'),
      fields: {
        feature: texts('機能', 'Feature', '功能', '功能', '기능'),
        sourceTables: texts('元のテーブル', 'Source tables', '來源資料表', '来源数据表', '원본 테이블'),
        reason: texts('理由', 'Reason', '原因', '原因', '이유'),
      },
    },
  },
  progression: {
    labels: {
      name: texts('プレイヤーランク', 'Player ranks', '玩家等級', '玩家等级', '플레이어 랭크'),
      fields: { friendMax: texts('フレンドの上限', 'Most friends', '好友上限', '好友上限', '친구 최대 수') },
    },
  },
  scenes: {
    labels: {
      fields: {
        parent: texts('上位のシーン', 'Scene above', '上層場景', '上层场景', '상위 장면'),
        lights: texts('照明', 'Lights', '燈光', '灯光', '조명'),
      },
    },
  },
  skills: { labels: { fields: { skillName: texts('スキル名', 'Skill name', '技能名稱', '技能名称', '스킬 이름') } } },
  'song-meta': {
    labels: {
      name: texts('譜面データ', 'Chart facts', '譜面資料', '谱面数据', '채보 데이터'),
      fields: {
        '0.n': texts('EASYのノーツ数', 'Notes (easy)', 'EASY 音符數', 'EASY 音符数', 'EASY 노트 수'),
        '0.firstBpm': texts('EASYの最初のBPM', 'First BPM (easy)', 'EASY 起始 BPM', 'EASY 起始 BPM', 'EASY 시작 BPM'),
        '0.nps': texts(
          'EASYの秒間ノーツ数',
          'Notes a second (easy)',
          'EASY 每秒音符數',
          'EASY 每秒音符数',
          'EASY 초당 노트 수',
        ),
        '1.n': texts('NORMALのノーツ数', 'Notes (normal)', 'NORMAL 音符數', 'NORMAL 音符数', 'NORMAL 노트 수'),
        '1.firstBpm': texts(
          'NORMALの最初のBPM',
          'First BPM (normal)',
          'NORMAL 起始 BPM',
          'NORMAL 起始 BPM',
          'NORMAL 시작 BPM',
        ),
        '1.nps': texts(
          'NORMALの秒間ノーツ数',
          'Notes a second (normal)',
          'NORMAL 每秒音符數',
          'NORMAL 每秒音符数',
          'NORMAL 초당 노트 수',
        ),
        '2.n': texts('EXPERTのノーツ数', 'Notes (expert)', 'EXPERT 音符數', 'EXPERT 音符数', 'EXPERT 노트 수'),
        '2.firstBpm': texts(
          'EXPERTの最初のBPM',
          'First BPM (expert)',
          'EXPERT 起始 BPM',
          'EXPERT 起始 BPM',
          'EXPERT 시작 BPM',
        ),
        '2.nps': texts(
          'EXPERTの秒間ノーツ数',
          'Notes a second (expert)',
          'EXPERT 每秒音符數',
          'EXPERT 每秒音符数',
          'EXPERT 초당 노트 수',
        ),
      },
    },
  },
  stories: { labels: { fields: { commands: texts('台本', 'Script', '對白', '台词', '대사') } } },
  venues: {
    group: 'item',
    title: 'venueName',
    subtitle: 'address',
    badges: [],
    facets: ['bandId'],
    sort: ['capacity', 'opened'],
    labels: {
      name: texts('会場', 'Venues', '場館', '场馆', '공연장'),
      fields: {
        venueId: texts('会場ID', 'Venue ID', '場館 ID', '场馆 ID', '공연장 ID'),
        venueName: texts('会場名', 'Venue', '場館名稱', '场馆名称', '공연장 이름'),
        address: texts('所在地', 'Address', '地址', '地址', '주소'),
        capacity: texts('収容人数', 'Capacity', '容納人數', '容纳人数', '수용 인원'),
        opened: texts('開館日', 'Opened', '啟用日', '启用日', '개관일'),
        picture: texts('写真', 'Picture', '照片', '照片', '사진'),
      },
    },
  },
  shows: {
    group: 'table',
    title: 'showName',
    badges: ['playedOn', 'attendance', 'weather'],
    facets: ['bandId', 'venueId', 'weather'],
    sort: ['playedOn', 'attendance', 'score', 'songs'],
    columns: ['playedOn', 'venueId', 'bandId', 'attendance', 'score', 'songs', 'weather'],
    labels: {
      name: texts('ライブ記録', 'Shows', '演出紀錄', '演出记录', '공연 기록'),
      fields: {
        showId: texts('公演ID', 'Show ID', '演出 ID', '演出 ID', '공연 ID'),
        showName: texts('公演', 'Show', '演出', '演出', '공연'),
        playedOn: texts('公演日', 'Played on', '演出日', '演出日', '공연일'),
        venueId: texts('会場', 'Venue', '場館', '场馆', '공연장'),
        attendance: texts('来場者数', 'Attendance', '觀眾人數', '观众人数', '관객 수'),
        score: texts('満足度', 'Score', '滿意度', '满意度', '만족도'),
        songs: texts('曲数', 'Songs played', '曲數', '曲数', '곡 수'),
        weather: texts('天気', 'Weather', '天氣', '天气', '날씨'),
      },
    },
  },
  voices: {
    labels: {
      fields: {
        sound: texts('音声', 'Sound', '聲音', '声音', '소리'),
        voiceKey: texts('ボイスキー', 'Voice key', '語音鍵', '语音键', '보이스 키'),
        masterType: texts('マスター種別', 'Kind of master data', '主資料類型', '主数据类型', '마스터 종류'),
      },
    },
  },
  provenance: { hidden: true, labels: { name: texts('出典', 'Provenance', '來源', '来源', '출처') } },
  'story-runtime': {
    hidden: true,
    labels: {
      name: texts('ストーリーの再生データ', 'Story runtime', '劇情播放資料', '剧情播放数据', '스토리 재생 데이터'),
    },
  },
};
