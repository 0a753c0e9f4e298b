// Generated from the OpenAPI document by `npm run gen`. Do not edit.

/** Method, path, the kind of answer unless it is JSON, and whether an API token opens it. `{+name}` keeps its slashes. */
export const OPERATIONS = {
  releaseList: 'GET /api/v1/releases',
  releaseRead: 'GET /api/v1/servers/{server}/release',
  releaseOrigin: 'GET /api/v1/servers/{server}/release/origin',
  releaseEntryRead: 'GET /api/v1/servers/{server}/release/entry bytes',
  releaseHistory: 'GET /api/v1/servers/{server}/release/history',
  releaseChanges: 'GET /api/v1/servers/{server}/release/changes',
  catalogEntityHistory: 'GET /api/v1/servers/{server}/catalog/history/{resource}/{id}',
  releaseFeed: 'GET /api/v1/servers/{server}/release/feed.atom text',
  catalogRead: 'GET /api/v1/servers/{server}/catalog',
  catalogSummary: 'GET /api/v1/servers/{server}/catalog/summary',
  marksRead: 'GET /api/v1/servers/{server}/ui-marks',
  sourceTree: 'GET /api/v1/servers/{server}/sources/tree',
  sourceAssetRead: 'GET /api/v1/servers/{server}/sources/Assets/{+path}',
  sourcePackageRead: 'GET /api/v1/servers/{server}/sources/Packages/{+path}',
  resourceRead: 'GET /api/v1/servers/{server}/{resource}',
  entityRead: 'GET /api/v1/servers/{server}/{resource}/{id}',
  viewRead: 'GET /api/v1/servers/{server}/{resource}/views/{view}',
  viewEntityRead: 'GET /api/v1/servers/{server}/{resource}/views/{view}/{id}',
  relationRead: 'GET /api/v1/servers/{server}/{resource}/relations/{relation}/{key}',
  catalogPresentation: 'GET /api/v1/servers/{server}/catalog/presentation',
  catalogSchema: 'GET /api/v1/servers/{server}/catalog/schema/{resource}',
  catalogTypes: 'GET /api/v1/servers/{server}/catalog/types.d.ts text',
  catalogQuery: 'GET /api/v1/servers/{server}/catalog/query/{resource}',
  catalogQueryPost: 'POST /api/v1/servers/{server}/catalog/query/{resource}',
  catalogFields: 'GET /api/v1/servers/{server}/catalog/query/{resource}/fields',
  catalogSearch: 'GET /api/v1/servers/{server}/catalog/search',
  catalogExportLines: 'GET /api/v1/servers/{server}/catalog/export/{resource}.ndjson bytes',
  catalogExportTable: 'GET /api/v1/servers/{server}/catalog/export/{resource}.csv bytes',
  catalogExportParquet: 'GET /api/v1/servers/{server}/catalog/export/{resource}.parquet bytes',
  catalogDatabase: 'GET /api/v1/servers/{server}/catalog/database.sqlite bytes',
  publicationCreate: 'POST /api/v1/publications token',
  publicationRead: 'GET /api/v1/publications/{id} token',
  publicationDelete: 'DELETE /api/v1/publications/{id} token',
  publicationObjectRead: 'GET /api/v1/publications/{id}/objects/{digest} token',
  publicationObjectWrite: 'PUT /api/v1/publications/{id}/objects/{digest} token',
  publicationPackWrite: 'POST /api/v1/publications/{id}/objects token',
  publicationCommit: 'POST /api/v1/publications/{id}/commit token',
  releaseFileList: 'GET /api/v1/servers/{server}/release/files',
  assetRead: 'GET /assets/{server}/{+path} bytes',
  runtimeRead: 'GET /runtime/{server}/{+path} bytes',
  objectRead: 'GET /objects/{server}/{+path} bytes',
  artifactRead: 'GET /artifacts/{server}/{sourceId}/android/bundles/{fileName} bytes',
  clientManifest: 'GET /game-client/{server}/manifest.json',
  clientIndex: 'GET /game-client/{server}/bundles/index/{shard}',
  clientMaster: 'GET /game-client/{server}/master/{fileName} bytes',
  clientAsset: 'GET /game-client/{server}/asset/{platform}/{fileName} bytes',
  pictureRead: 'GET /pictures/{server}/{width}/{+path} bytes',
  bandList: 'GET /api/v1/game/provider/{region}/bands',
  songList: 'GET /api/v1/game/provider/{region}/songs',
  songMetaList: 'GET /api/v1/game/provider/{region}/song-meta',
  characterList: 'GET /api/v1/game/provider/{region}/characters',
  cardList: 'GET /api/v1/game/provider/{region}/cards',
  songRead: 'GET /api/v1/game/provider/{region}/songs/{musicId}',
  songMetaRead: 'GET /api/v1/game/provider/{region}/song-meta/{musicId}',
  cardRead: 'GET /api/v1/game/provider/{region}/cards/{cardId}',
  eventStoryList: 'GET /api/v1/game/provider/{region}/stories/event',
  bandStoryList: 'GET /api/v1/game/provider/{region}/stories/band',
  mainStoryList: 'GET /api/v1/game/provider/{region}/stories/main',
  afterliveStoryList: 'GET /api/v1/game/provider/{region}/stories/afterlive',
  storyRead: 'GET /api/v1/game/provider/{region}/stories/{storyId}',
  editorTree: 'GET /api/v1/game/provider/{region}/editor-assets',
  editorBundle: 'GET /api/v1/game/provider/{region}/editor-assets/{+bundlePath}',
  chartRead: 'GET /api/v1/game/provider/{region}/charts/{musicId}/{difficulty} text',
  jacketRead: 'GET /api/v1/game/provider/{region}/media/jacket/{package}/{image} bytes',
  jacketThumbRead: 'GET /api/v1/game/provider/{region}/media/jacket-thumb/{package}/{image} bytes',
  soundRead: 'GET /api/v1/game/provider/{region}/media/sound/{soundId} bytes',
  musicVideoRead: 'GET /api/v1/game/provider/{region}/media/mv/{fileName} bytes',
  stageChallengeRead: 'GET /api/v1/game/provider/{region}/media/stage-challenge/{assetId} bytes',
  rawRead: 'GET /api/v1/game/provider/{region}/raw/{+providerPath} bytes',
  live2dBatch: 'GET /api/v1/game/provider/{region}/live2d',
  levelServerRoot: 'GET /levelserver',
  levelServerHome: 'GET /levelserver/',
  levelServerInfo: 'GET /levelserver/info',
  levelInfo: 'GET /levelserver/levels/info',
  levelList: 'GET /levelserver/levels/list',
  levelResultInfo: 'GET /levelserver/levels/result/info',
  levelRead: 'GET /levelserver/levels/{levelName}',
  levelDataRead: 'GET /levelserver/levels/{levelName}/data/{digest} bytes',
  playlistInfo: 'GET /levelserver/playlists/info',
  playlistList: 'GET /levelserver/playlists/list',
  playlistRead: 'GET /levelserver/playlists/{playlistName}',
  levelItemInfo: 'GET /levelserver/{itemType}/info',
  levelItemList: 'GET /levelserver/{itemType}/list',
  levelItemRead: 'GET /levelserver/{itemType}/{itemName}',
  levelFileRead: 'GET /levelserver/repository/{digest} bytes',
  levelChartRead: 'GET /api/v1/charts/{server}/{song}/{difficulty}',
  accountConfigRead: 'GET /api/v1/account/config',
  captchaChallengeRead: 'GET /api/v1/account/captcha',
  accountRegister: 'POST /api/v1/account/register',
  sessionRead: 'GET /api/auth/get-session',
  signInEmail: 'POST /api/auth/sign-in/email',
  signInSocial: 'POST /api/auth/sign-in/social',
  signInCallback: 'GET /api/auth/callback/{provider}',
  signOut: 'POST /api/auth/sign-out',
  verificationSend: 'POST /api/auth/send-verification-email',
  emailVerify: 'GET /api/auth/verify-email',
  passwordResetRequest: 'POST /api/auth/request-password-reset',
  passwordResetOpen: 'GET /api/auth/reset-password/{token}',
  passwordReset: 'POST /api/auth/reset-password',
  emailChange: 'POST /api/auth/change-email',
  passwordChange: 'POST /api/auth/change-password',
  loginMethodList: 'GET /api/auth/list-accounts',
  loginMethodLink: 'POST /api/auth/link-social',
  loginMethodUnlink: 'POST /api/auth/unlink-account',
  sessionList: 'GET /api/auth/list-sessions',
  sessionRevoke: 'POST /api/auth/revoke-session',
  sessionRevokeAll: 'POST /api/auth/revoke-sessions',
  sessionRevokeOthers: 'POST /api/auth/revoke-other-sessions',
  authProbe: 'GET /api/auth/ok',
  twoFactorEnable: 'POST /api/auth/two-factor/enable',
  totpVerify: 'POST /api/auth/two-factor/verify-totp',
  backupCodeVerify: 'POST /api/auth/two-factor/verify-backup-code',
  twoFactorDisable: 'POST /api/auth/two-factor/disable',
  backupCodesRenew: 'POST /api/auth/two-factor/generate-backup-codes',
  passkeyCreateOptions: 'GET /api/auth/passkey/generate-register-options',
  passkeyCreate: 'POST /api/auth/passkey/verify-registration',
  passkeyUseOptions: 'GET /api/auth/passkey/generate-authenticate-options',
  passkeySignIn: 'POST /api/auth/passkey/verify-authentication',
  passkeyList: 'GET /api/auth/passkey/list-user-passkeys',
  passkeyRename: 'POST /api/auth/passkey/update-passkey',
  passkeyDelete: 'POST /api/auth/passkey/delete-passkey',
  accountConfirm: 'POST /api/v1/account/confirm',
  preferencesRead: 'GET /api/v1/me/preferences token',
  preferencesWrite: 'PUT /api/v1/me/preferences token',
  profileRead: 'GET /api/v1/account/profile token',
  profilePatch: 'PATCH /api/v1/account/profile token',
  profileDelete: 'DELETE /api/v1/account/profile',
  avatarWrite: 'PUT /api/v1/account/avatar token',
  avatarDelete: 'DELETE /api/v1/account/avatar token',
  avatarRead: 'GET /api/v1/account/avatar/{userId} bytes',
  gameAccountList: 'GET /api/v1/account/game-accounts token',
  gameAccountCreate: 'POST /api/v1/account/game-accounts token',
  gameAccountEdit: 'PATCH /api/v1/account/game-accounts/{id} token',
  gameAccountDelete: 'DELETE /api/v1/account/game-accounts/{id} token',
  tokenList: 'GET /api/v1/account/tokens',
  tokenCreate: 'POST /api/v1/account/tokens',
  tokenDelete: 'DELETE /api/v1/account/tokens/{id}',
  accountExport: 'GET /api/v1/account/export bytes',
  adminDoorsRead: 'GET /api/v1/admin/doors',
  adminDoorsWrite: 'PUT /api/v1/admin/doors',
  caseList: 'GET /api/v1/moderation/cases',
  caseRead: 'GET /api/v1/moderation/cases/{id}',
  caseContent: 'GET /api/v1/moderation/cases/{id}/content bytes',
  caseDecide: 'POST /api/v1/moderation/cases/{id}/decision',
  reportList: 'GET /api/v1/moderation/reports',
  reportClose: 'POST /api/v1/moderation/reports/{id}/status',
  userSearch: 'GET /api/v1/moderation/users',
  restrictionIssue: 'POST /api/v1/moderation/users/{uid}/restrictions',
  restrictionLift: 'DELETE /api/v1/moderation/users/{uid}/restrictions/{id}',
  auditList: 'GET /api/v1/moderation/audit',
  appealList: 'GET /api/v1/moderation/appeals',
  appealDecide: 'POST /api/v1/moderation/appeals/{id}/decision',
  queueList: 'GET /api/v1/moderation/queue',
  ownDecisionList: 'GET /api/v1/moderation/decisions',
  caseContextRead: 'GET /api/v1/moderation/cases/{id}/context',
  reportContextRead: 'GET /api/v1/moderation/reports/{id}/context',
  caseClaim: 'POST /api/v1/moderation/cases/{id}/claim',
  caseNote: 'POST /api/v1/moderation/cases/{id}/notes',
  caseDecideSeveral: 'POST /api/v1/moderation/cases/decisions',
  caseRejectAlike: 'POST /api/v1/moderation/cases/{id}/reject-alike',
  reportCloseSeveral: 'POST /api/v1/moderation/reports/decisions',
  userHistoryRead: 'GET /api/v1/moderation/users/{uid}',
  userNote: 'POST /api/v1/moderation/users/{uid}/notes',
  moderationFigures: 'GET /api/v1/moderation/figures',
  standingRead: 'GET /api/v1/account/standing token',
  appealFile: 'POST /api/v1/account/appeals',
  adminRulesRead: 'GET /api/v1/admin/rules',
  adminRulesWrite: 'PUT /api/v1/admin/rules',
  adminRulesReset: 'DELETE /api/v1/admin/rules',
  adminRulesTry: 'POST /api/v1/admin/rules/try',
  uploadPolicyRead: 'GET /api/v1/community/uploads/policy',
  uploadIntentCreate: 'POST /api/v1/community/uploads/intents token',
  uploadContentWrite: 'PUT /api/v1/community/uploads/{attachmentId}/content token',
  uploadPartWrite: 'PUT /api/v1/community/uploads/{attachmentId}/parts/{partNumber} token',
  uploadComplete: 'POST /api/v1/community/uploads/{attachmentId}/complete token',
  uploadCancel: 'DELETE /api/v1/community/uploads/{attachmentId}/multipart token',
  attachmentRead: 'GET /api/v1/community/attachments/{attachmentId} token',
  attachmentDescribe: 'PATCH /api/v1/community/attachments/{attachmentId} token',
  attachmentDelete: 'DELETE /api/v1/community/attachments/{attachmentId} token',
  attachmentRetry: 'POST /api/v1/community/attachments/{attachmentId}/retry token',
  attachmentContentRead: 'GET /api/v1/community/attachments/{attachmentId}/content bytes token',
  postList: 'GET /api/v1/community/posts token',
  postCreate: 'POST /api/v1/community/posts token',
  postRead: 'GET /api/v1/community/posts/{postId} token',
  postEdit: 'PATCH /api/v1/community/posts/{postId} token',
  postDelete: 'DELETE /api/v1/community/posts/{postId} token',
  postPin: 'PUT /api/v1/community/posts/{postId}/pin token',
  postArchive: 'POST /api/v1/community/posts/{postId}/archive token',
  postRestore: 'POST /api/v1/community/posts/{postId}/restore token',
  postRevisionList: 'GET /api/v1/community/posts/{postId}/revisions token',
  postLike: 'PUT /api/v1/community/posts/{postId}/reaction token',
  postBookmark: 'PUT /api/v1/community/posts/{postId}/bookmark token',
  postFeedback: 'PUT /api/v1/community/posts/{postId}/feedback token',
  feedbackClear: 'DELETE /api/v1/community/me/post-feedback token',
  postAttachmentLink: 'POST /api/v1/community/posts/{postId}/attachments token',
  postAttachmentUnlink: 'DELETE /api/v1/community/posts/{postId}/attachments/{attachmentId} token',
  commentCreate: 'POST /api/v1/community/posts/{postId}/comments token',
  commentEdit: 'PATCH /api/v1/community/comments/{commentId} token',
  commentDelete: 'DELETE /api/v1/community/comments/{commentId} token',
  commentLike: 'PUT /api/v1/community/comments/{commentId}/reaction token',
  commentRevisionList: 'GET /api/v1/community/comments/{commentId}/revisions token',
  ownCommentList: 'GET /api/v1/community/me/comments token',
  markdownPreview: 'POST /api/v1/community/markdown token',
  ownAttachmentList: 'GET /api/v1/community/me/attachments token',
  entityBookmark: 'PUT /api/v1/me/entities token',
  entityBookmarkList: 'GET /api/v1/me/entities token',
  ownListList: 'GET /api/v1/me/lists token',
  listCreate: 'POST /api/v1/me/lists token',
  listCompare: 'GET /api/v1/me/lists/compare token',
  ownListRead: 'GET /api/v1/me/lists/{listId} token',
  listEdit: 'PATCH /api/v1/me/lists/{listId} token',
  listDelete: 'DELETE /api/v1/me/lists/{listId} token',
  listMark: 'PUT /api/v1/me/lists/{listId}/entries token',
  listEntryEdit: 'PATCH /api/v1/me/lists/{listId}/entries token',
  listOrder: 'PUT /api/v1/me/lists/{listId}/order token',
  listExportCsv: 'GET /api/v1/me/lists/{listId}/export.csv bytes token',
  listExportJson: 'GET /api/v1/me/lists/{listId}/export.json token',
  listImport: 'POST /api/v1/me/lists/{listId}/import token',
  userListList: 'GET /api/v1/community/users/{uid}/lists token',
  listRead: 'GET /api/v1/community/lists/{listId} token',
  listMarks: 'GET /api/v1/community/lists/marks token',
  listStateChange: 'POST /api/v1/moderation/lists/{listId}/state',
  tagList: 'GET /api/v1/community/tags token',
  tagPreferenceList: 'GET /api/v1/community/tags/preferences token',
  tagPrefer: 'PUT /api/v1/community/tags/{tag}/preference token',
  userRead: 'GET /api/v1/community/users/{uid} token',
  userFind: 'GET /api/v1/community/users token',
  userFollowers: 'GET /api/v1/community/users/{uid}/followers token',
  userFollowing: 'GET /api/v1/community/users/{uid}/following token',
  ownBlockList: 'GET /api/v1/community/me/blocks token',
  ownMuteList: 'GET /api/v1/community/me/mutes token',
  userFollow: 'PUT /api/v1/community/users/{uid}/follow token',
  userBlock: 'PUT /api/v1/community/users/{uid}/block token',
  userMute: 'PUT /api/v1/community/users/{uid}/mute token',
  ownAboutRead: 'GET /api/v1/me/about token',
  ownAboutWrite: 'PUT /api/v1/me/about token',
  userAboutRead: 'GET /api/v1/community/users/{uid}/about token',
  firstStepsRead: 'GET /api/v1/me/first-steps token',
  firstStepsDismiss: 'PUT /api/v1/me/first-steps token',
  userLinksRead: 'GET /api/v1/moderation/users/{uid}/links',
  userLinksRemove: 'DELETE /api/v1/moderation/users/{uid}/links',
  reportCreate: 'POST /api/v1/community/reports token',
  notificationList: 'GET /api/v1/community/notifications token',
  notificationStream: 'GET /api/v1/community/notifications/stream bytes token',
  notificationMark: 'PUT /api/v1/community/notifications/{notificationId}/read token',
  notificationMarkAll: 'PUT /api/v1/community/notifications/read-all token',
  notificationSettingsRead: 'GET /api/v1/me/notification-settings',
  notificationSettingsWrite: 'PUT /api/v1/me/notification-settings',
  commentNews: 'GET /api/v1/community/posts/{postId}/comments/news bytes',
  postSubscribe: 'PUT /api/v1/community/posts/{postId}/subscription token',
  userPostsSubscribe: 'PUT /api/v1/community/users/{uid}/posts-subscription token',
  draftList: 'GET /api/v1/me/drafts token',
  draftRead: 'GET /api/v1/me/drafts/{id} token',
  draftWrite: 'PUT /api/v1/me/drafts/{id} token',
  draftDelete: 'DELETE /api/v1/me/drafts/{id} token',
  postFeed: 'GET /api/v1/community/feed.atom text',
  userFeed: 'GET /api/v1/community/users/{uid}/feed.atom text',
  embedRead: 'GET /oembed token',
  postStateChange: 'POST /api/v1/moderation/posts/{postId}/state',
  commentStateChange: 'POST /api/v1/moderation/comments/{commentId}/state',
  userContentList: 'GET /api/v1/moderation/users/{uid}/content',
  userRemovalList: 'GET /api/v1/moderation/users/{uid}/removals',
  removalCreate: 'POST /api/v1/moderation/users/{uid}/removals',
  removalRead: 'GET /api/v1/moderation/removals/{id}',
  removalUndo: 'POST /api/v1/moderation/removals/{id}/undo',
  postStaffDelete: 'DELETE /api/v1/moderation/posts/{id}',
  commentStaffDelete: 'DELETE /api/v1/moderation/comments/{id}',
  attachmentStaffDelete: 'DELETE /api/v1/moderation/attachments/{id}',
  deletionRead: 'GET /api/v1/moderation/deletions/{kind}/{id}',
  deletionRestore: 'POST /api/v1/moderation/deletions/{kind}/{id}/restore',
  erasureCreate: 'POST /api/v1/admin/erasures',
  listStaffDelete: 'DELETE /api/v1/moderation/lists/{id}',
  searchRead: 'GET /api/v1/search token',
  webhookList: 'GET /api/v1/admin/webhooks token',
  webhookCreate: 'POST /api/v1/admin/webhooks token',
  webhookRead: 'GET /api/v1/admin/webhooks/{id} token',
  webhookChange: 'PATCH /api/v1/admin/webhooks/{id} token',
  webhookDelete: 'DELETE /api/v1/admin/webhooks/{id} token',
  webhookTest: 'POST /api/v1/admin/webhooks/{id}/test token',
  deliveryRedeliver: 'POST /api/v1/admin/webhooks/{id}/deliveries/{deliveryId}/redeliver token',
  webhookSecretRenew: 'POST /api/v1/admin/webhooks/{id}/secret token',
  instanceRead: 'GET /api/v1/instance',
  instanceReasons: 'GET /api/v1/instance/reasons',
  instanceFaviconRead: 'GET /api/v1/instance/favicon bytes',
  instanceHeroRead: 'GET /api/v1/instance/hero bytes',
  instanceLogoRead: 'GET /api/v1/instance/logo bytes',
  adminSettingsRead: 'GET /api/v1/admin/settings',
  adminSettingsPatch: 'PATCH /api/v1/admin/settings',
  adminLogoWrite: 'PUT /api/v1/admin/settings/logo',
  adminFaviconWrite: 'PUT /api/v1/admin/settings/favicon',
  adminHeroWrite: 'PUT /api/v1/admin/settings/hero',
  adminMailTest: 'POST /api/v1/admin/mail/test',
  adminInviteCreate: 'POST /api/v1/admin/invites',
  adminInviteList: 'GET /api/v1/admin/invites',
  adminInviteDelete: 'DELETE /api/v1/admin/invites/{id}',
  adminChecklistRead: 'GET /api/v1/admin/checklist',
  adminChecklistWrite: 'PUT /api/v1/admin/checklist',
  adminAccountList: 'GET /api/v1/admin/accounts',
  adminTokenList: 'GET /api/v1/admin/tokens',
  adminFailedSignInList: 'GET /api/v1/admin/failed-sign-ins',
  adminAccountRead: 'GET /api/v1/admin/accounts/{uid}',
  adminAccountRole: 'PUT /api/v1/admin/accounts/{uid}/role',
  adminAccountSuspend: 'POST /api/v1/admin/accounts/{uid}/suspension',
  adminAccountReinstate: 'DELETE /api/v1/admin/accounts/{uid}/suspension',
  adminAccountSessionsEnd: 'DELETE /api/v1/admin/accounts/{uid}/sessions',
  adminAccountPasswordLink: 'POST /api/v1/admin/accounts/{uid}/password-link',
  adminAccountFactorsReset: 'DELETE /api/v1/admin/accounts/{uid}/factors',
  adminServerList: 'GET /api/v1/admin/servers token',
  adminReleasePromote: 'POST /api/v1/admin/servers/{server}/promote token',
  adminReleaseRollback: 'POST /api/v1/admin/servers/{server}/rollback token',
  adminReleaseDelete: 'DELETE /api/v1/admin/servers/{server}/releases/{releaseId} token',
  adminServerRetire: 'POST /api/v1/admin/servers/{server}/retire token',
  adminJobList: 'GET /api/v1/admin/jobs',
  adminJobRetry: 'POST /api/v1/admin/jobs/{id}/retry',
  adminJobDelete: 'DELETE /api/v1/admin/jobs/{id}',
  adminAuditList: 'GET /api/v1/admin/audit',
  adminOverviewRead: 'GET /api/v1/admin/overview',
  adminHealthRead: 'GET /api/v1/admin/health',
  adminRegistrationList: 'GET /api/v1/admin/registrations',
  adminRegistrationDecide: 'POST /api/v1/admin/registrations/{id}/decision',
  adminBackupList: 'GET /api/v1/admin/backups',
  adminBackupCreate: 'POST /api/v1/admin/backups',
  adminBackupDownload: 'GET /api/v1/admin/backups/{id}/download bytes',
  adminMaintenanceRead: 'GET /api/v1/admin/maintenance',
  adminMaintenanceWrite: 'PUT /api/v1/admin/maintenance',
  openapiRead: 'GET /openapi.json',
  apiCatalogRead: 'GET /.well-known/api-catalog',
  llmsRead: 'GET /llms.txt text',
  healthRead: 'GET /healthz',
  readinessRead: 'GET /readyz',
  catalogCalendarFile: 'GET /catalog/{server}/~calendar.ics text',
  uploadLead: 'GET /upload',
  sitemapIndex: 'GET /sitemap.xml text',
  sitemapPart: 'GET /sitemap-{part}.xml text',
  instanceCardRead: 'GET /share/instance.png bytes',
  postCardRead: 'GET /share/posts/{postId}.png bytes',
  personCardRead: 'GET /share/people/{uid}.png bytes',
  entityCardRead: 'GET /share/entities/{server}/{resource}/{id}.png bytes',
  releaseCardRead: 'GET /share/releases/{server}/{releaseId}.png bytes',
  webAsset: 'GET /web/{file} bytes',
  tintRead: 'GET /web/tint/{colour}.css text',
  robotsRead: 'GET /robots.txt text',
  webManifestRead: 'GET /site.webmanifest',
} as const;

/** Paged lists: operation, the key of the list, and, unless they have the usual names, the parameter and the key of the cursor. */
export const PAGED = {
  /** Releases that are or were current, the last promoted first: each of `releases`, page after page */
  releaseHistory: 'releaseHistory releases',
  /** What changed between two releases: counts, entities by field, files: each of `items`, page after page */
  releaseChanges: 'releaseChanges items',
  /** The history of an entity: in which releases it changed, with the values of each field: each of `items`, page after page */
  catalogEntityHistory: 'catalogEntityHistory items',
  /** Index of a resource, a batch of its entities, or a page of them: each of `items`, page after page */
  resourceRead: 'resourceRead items',
  /** Index of a view, a batch of its entities, or a page of them: each of `items`, page after page */
  viewRead: 'viewRead items',
  /** Search, filter, sort and count the entities of a resource: each of `items`, page after page */
  catalogQuery: 'catalogQuery items',
  /** Search all collections at once: each of `items`, page after page */
  catalogSearch: 'catalogSearch items',
  /** The media, runtime and game-client files of a release, by path: each of `files`, page after page */
  releaseFileList: 'releaseFileList files',
  /** A page of levels: each of `items`, page after page */
  levelList: 'levelList items page pageCount',
  /** A page of playlists: one per song: each of `items`, page after page */
  playlistList: 'playlistList items page pageCount',
  /** A page of engines, skins, backgrounds, effects or particles: each of `items`, page after page */
  levelItemList: 'levelItemList items page pageCount',
  /** List cases by status and kind: each of `cases`, page after page */
  caseList: 'caseList cases',
  /** List reports by status: each of `reports`, page after page */
  reportList: 'reportList reports',
  /** List people with role, status and active restrictions: each of `users`, page after page */
  userSearch: 'userSearch users',
  /** The audit trail, newest first: each of `events`, page after page */
  auditList: 'auditList events',
  /** Appeals by status: each of `appeals`, page after page */
  appealList: 'appealList appeals',
  /** What waits for staff, oldest first: each of `entries`, page after page */
  queueList: 'queueList entries',
  /** What the reader has decided, newest first: each of `decisions`, page after page */
  ownDecisionList: 'ownDecisionList decisions',
  /** One’s active restrictions, and the decisions on one’s content, newest first: each of `restrictions`, page after page */
  standingReadRestrictions: 'standingRead restrictions restrictionsCursor restrictionsNextCursor',
  /** One’s active restrictions, and the decisions on one’s content, newest first: each of `decisions`, page after page */
  standingReadDecisions: 'standingRead decisions decisionsCursor decisionsNextCursor',
  /** A page of a feed: each of `posts`, page after page */
  postList: 'postList posts',
  /** A post with a page of its comments: each of `comments`, page after page */
  postRead: 'postRead comments commentsCursor commentsNextCursor',
  /** Revisions of a post, newest first; for its author and staff: each of `revisions`, page after page */
  postRevisionList: 'postRevisionList revisions',
  /** Revisions of a comment, newest first; for its author and staff: each of `revisions`, page after page */
  commentRevisionList: 'commentRevisionList revisions',
  /** List your comments with their moderation status, newest first: each of `comments`, page after page */
  ownCommentList: 'ownCommentList comments',
  /** List your files and the posts that use them, newest first: each of `attachments`, page after page */
  ownAttachmentList: 'ownAttachmentList attachments',
  /** List your bookmarked entities, newest first: each of `entities`, page after page */
  entityBookmarkList: 'entityBookmarkList entities',
  /** List your lists, newest first: each of `lists`, page after page */
  ownListList: 'ownListList lists',
  /** Compare two lists: what both have, and what only one has: each of `both`, page after page */
  listCompare: 'listCompare both',
  /** Read a list of your own with its entries: each of `entries`, page after page */
  ownListRead: 'ownListRead entries',
  /** List the public lists of a person, newest first: each of `lists`, page after page */
  userListList: 'userListList lists',
  /** Read a public list with its entries: each of `entries`, page after page */
  listRead: 'listRead entries',
  /** List tags of visible posts by name: each of `tags`, page after page */
  tagList: 'tagList tags',
  /** List your followed and muted tags, newest first: each of `preferences`, page after page */
  tagPreferenceList: 'tagPreferenceList preferences',
  /** A public profile with its posts, works and game accounts: each of `posts`, page after page */
  userRead: 'userRead posts cursor postsNextCursor',
  /** List the followers of a person, newest first: each of `people`, page after page */
  userFollowers: 'userFollowers people',
  /** List the people whom a person follows, newest first: each of `people`, page after page */
  userFollowing: 'userFollowing people',
  /** List the people whom you block, newest first: each of `people`, page after page */
  ownBlockList: 'ownBlockList people',
  /** List the people whom you mute, newest first: each of `people`, page after page */
  ownMuteList: 'ownMuteList people',
  /** List your notifications, newest first: each of `notifications`, page after page */
  notificationList: 'notificationList notifications',
  /** List your drafts, the last changed first: each of `drafts`, page after page */
  draftList: 'draftList drafts',
  /** What a person wrote and sent, newest first: each of `items`, page after page */
  userContentList: 'userContentList items',
  /** Invites, the newest first: each of `invites`, page after page */
  adminInviteList: 'adminInviteList invites',
  /** Accounts, newest first: each of `accounts`, page after page */
  adminAccountList: 'adminAccountList accounts',
  /** Jobs that wait, run, or failed for good, newest first: each of `jobs`, page after page */
  adminJobList: 'adminJobList jobs',
  /** The audit trail, newest first: each of `events`, page after page */
  adminAuditList: 'adminAuditList events',
  /** Registrations that wait for a decision, oldest first: each of `registrations`, page after page */
  adminRegistrationList: 'adminRegistrationList registrations',
} as const;

/** Codes of refusals. */
export type RefusalCode =
  | 'account_deleted'
  | 'account_not_found'
  | 'account_restricted'
  | 'account_suspended'
  | 'account_unavailable'
  | 'already_deleted'
  | 'already_undone'
  | 'animated_images_not_allowed'
  | 'api_token_limit'
  | 'api_token_not_found'
  | 'appeal_already_decided'
  | 'appeal_exists'
  | 'appeal_expired'
  | 'appeal_not_found'
  | 'attachment_in_use'
  | 'attachment_link_not_found'
  | 'attachment_not_found'
  | 'attachment_not_ready'
  | 'attachment_object_missing'
  | 'auth_route_not_found'
  | 'authentication_required'
  | 'avatar_not_found'
  | 'backup_not_found'
  | 'backup_running'
  | 'backup_target_unavailable'
  | 'backups_off'
  | 'captcha_response_missing'
  | 'captcha_unavailable'
  | 'captcha_verification_failed'
  | 'case_already_decided'
  | 'case_content_not_found'
  | 'case_not_found'
  | 'case_superseded'
  | 'case_without_text'
  | 'catalog_manifest_missing'
  | 'catalog_missing'
  | 'chart_not_found'
  | 'collection_running'
  | 'comment_deleted'
  | 'comment_hidden'
  | 'comment_not_found'
  | 'comment_not_ready'
  | 'comment_quota_exceeded'
  | 'comment_state_unchanged'
  | 'comment_unchanged'
  | 'community_action_restricted'
  | 'community_upload_restricted'
  | 'community_write_restricted'
  | 'comparison_not_ready'
  | 'confirmation_failed'
  | 'conflicting_post_query'
  | 'content_length_required'
  | 'content_type_required'
  | 'cross_origin_request'
  | 'current_release_changed'
  | 'database_unavailable'
  | 'deletion_not_found'
  | 'delivery_not_found'
  | 'delivery_waiting'
  | 'digest_mismatch'
  | 'draft_not_found'
  | 'duplicate_query_parameter'
  | 'email_verification_required'
  | 'embed_format_unsupported'
  | 'embed_not_found'
  | 'entity_not_found'
  | 'extension_mismatch'
  | 'file_too_large'
  | 'forbidden'
  | 'forbidden_container'
  | 'game_account_exists'
  | 'game_account_limit'
  | 'game_account_not_found'
  | 'handle_unavailable'
  | 'idempotency_conflict'
  | 'idempotency_in_progress'
  | 'image_dimensions_exceeded'
  | 'insufficient_scope'
  | 'internal_error'
  | 'invalid_accent'
  | 'invalid_alt'
  | 'invalid_appeal'
  | 'invalid_archive'
  | 'invalid_attachment_ids'
  | 'invalid_avatar_size'
  | 'invalid_banner'
  | 'invalid_batch'
  | 'invalid_bio'
  | 'invalid_body'
  | 'invalid_bookmark'
  | 'invalid_callback_url'
  | 'invalid_comment'
  | 'invalid_comment_delete'
  | 'invalid_comment_edit'
  | 'invalid_comment_id'
  | 'invalid_comment_sort'
  | 'invalid_comments_after'
  | 'invalid_comments_only'
  | 'invalid_comments_root'
  | 'invalid_confirmation'
  | 'invalid_content_range'
  | 'invalid_count_only'
  | 'invalid_cursor'
  | 'invalid_decision'
  | 'invalid_display_name'
  | 'invalid_draft'
  | 'invalid_edit_reason'
  | 'invalid_email'
  | 'invalid_expiry'
  | 'invalid_favourite'
  | 'invalid_feedback'
  | 'invalid_feedback_reason'
  | 'invalid_file_name'
  | 'invalid_file_path'
  | 'invalid_game_account'
  | 'invalid_gif_container'
  | 'invalid_handle'
  | 'invalid_heic_container'
  | 'invalid_hero_text'
  | 'invalid_idempotency_key'
  | 'invalid_image_dimensions'
  | 'invalid_include_comments'
  | 'invalid_instance_contact'
  | 'invalid_instance_description'
  | 'invalid_instance_logo'
  | 'invalid_instance_name'
  | 'invalid_instance_text'
  | 'invalid_invite'
  | 'invalid_jpeg_container'
  | 'invalid_json'
  | 'invalid_last_event_id'
  | 'invalid_limit'
  | 'invalid_links'
  | 'invalid_list'
  | 'invalid_locale'
  | 'invalid_logo_size'
  | 'invalid_mail_domain'
  | 'invalid_markdown'
  | 'invalid_media_variant'
  | 'invalid_network'
  | 'invalid_notification_settings'
  | 'invalid_pack'
  | 'invalid_parent'
  | 'invalid_part_media_type'
  | 'invalid_part_number'
  | 'invalid_part_size'
  | 'invalid_parts'
  | 'invalid_path'
  | 'invalid_period'
  | 'invalid_picture_size'
  | 'invalid_pin'
  | 'invalid_png_container'
  | 'invalid_post'
  | 'invalid_post_delete'
  | 'invalid_profile'
  | 'invalid_projection'
  | 'invalid_publication'
  | 'invalid_query'
  | 'invalid_reaction'
  | 'invalid_reason_text'
  | 'invalid_redirect_url'
  | 'invalid_refresh'
  | 'invalid_refresh_cursor'
  | 'invalid_relationship'
  | 'invalid_release'
  | 'invalid_release_server'
  | 'invalid_removal'
  | 'invalid_report_detail'
  | 'invalid_report_reason'
  | 'invalid_report_status'
  | 'invalid_report_target'
  | 'invalid_restriction'
  | 'invalid_rules'
  | 'invalid_scope'
  | 'invalid_scopes'
  | 'invalid_seed'
  | 'invalid_settings'
  | 'invalid_size'
  | 'invalid_spoiler'
  | 'invalid_state'
  | 'invalid_state_change'
  | 'invalid_state_scope'
  | 'invalid_status'
  | 'invalid_subject'
  | 'invalid_subscription'
  | 'invalid_tag'
  | 'invalid_tag_preference'
  | 'invalid_tags'
  | 'invalid_token'
  | 'invalid_token_name'
  | 'invalid_token_servers'
  | 'invalid_tree'
  | 'invalid_unread'
  | 'invalid_version'
  | 'invalid_video_container'
  | 'invalid_visibility'
  | 'invalid_webhook'
  | 'invalid_webhook_url'
  | 'invalid_webm_container'
  | 'invalid_webp_container'
  | 'invite_invalid'
  | 'invite_not_found'
  | 'invite_required'
  | 'job_not_found'
  | 'job_not_retryable'
  | 'job_running'
  | 'last_administrator_required'
  | 'links_not_found'
  | 'list_entry_not_found'
  | 'list_full'
  | 'list_limit'
  | 'list_not_found'
  | 'list_state_unchanged'
  | 'logo_not_found'
  | 'mail_not_sent'
  | 'maintenance'
  | 'media_not_retryable'
  | 'media_type_mismatch'
  | 'media_variant_missing'
  | 'mounts_not_allowed'
  | 'multipart_required'
  | 'nothing_to_roll_back'
  | 'notification_not_found'
  | 'object_busy'
  | 'object_corrupt'
  | 'object_not_expected'
  | 'objects_missing'
  | 'offset_conflict'
  | 'own_address_blocked'
  | 'pagination_unavailable'
  | 'part_conflict'
  | 'parts_incomplete'
  | 'passkey_exists'
  | 'passkey_limit'
  | 'passkeys_unavailable'
  | 'password_required'
  | 'password_sign_in_off'
  | 'password_too_common'
  | 'password_too_personal'
  | 'picture_not_uploaded'
  | 'post_archived'
  | 'post_hidden'
  | 'post_locked'
  | 'post_not_found'
  | 'post_not_ready'
  | 'post_quota_exceeded'
  | 'post_state_unchanged'
  | 'post_unchanged'
  | 'profile_conflict'
  | 'profile_not_found'
  | 'profile_write_restricted'
  | 'provider_not_found'
  | 'provider_upstream'
  | 'publication_closed'
  | 'publication_limit'
  | 'publication_not_found'
  | 'publication_too_large'
  | 'query_busy'
  | 'query_not_ready'
  | 'query_timeout'
  | 'query_too_expensive'
  | 'rate_limit_exceeded'
  | 'reauthentication_required'
  | 'recommendation_seed_mismatch'
  | 'recommendation_seed_required'
  | 'region_not_found'
  | 'registration_already_decided'
  | 'registration_closed'
  | 'registration_not_found'
  | 'registration_unavailable'
  | 'relation_not_found'
  | 'relationship_blocked'
  | 'release_entry_not_found'
  | 'release_identity_invalid'
  | 'release_in_use'
  | 'release_invalid'
  | 'release_not_found'
  | 'release_unusable'
  | 'removal_expired'
  | 'removal_in_progress'
  | 'removal_not_found'
  | 'removal_too_large'
  | 'report_already_resolved'
  | 'report_not_found'
  | 'report_target_not_found'
  | 'request_timeout'
  | 'request_too_large'
  | 'resource_not_found'
  | 'restriction_already_active'
  | 'restriction_already_revoked'
  | 'restriction_not_found'
  | 'route_not_found'
  | 'rules_not_stored'
  | 'rules_too_slow'
  | 'rules_version_not_found'
  | 'second_factor_required'
  | 'self_modification_forbidden'
  | 'self_relationship_forbidden'
  | 'server_not_found'
  | 'server_not_in_scope'
  | 'settings_too_large'
  | 'sign_in_busy'
  | 'size_mismatch'
  | 'social_provider_unavailable'
  | 'source_index_missing'
  | 'source_not_found'
  | 'staff_required'
  | 'storage_full'
  | 'storage_quota_exceeded'
  | 'storage_unavailable'
  | 'tag_not_found'
  | 'token_required'
  | 'too_many_attachments'
  | 'too_many_files'
  | 'too_many_reads'
  | 'too_many_streams'
  | 'unknown_field'
  | 'unknown_parameter'
  | 'unsafe_bio'
  | 'unsupported_avatar'
  | 'unsupported_file'
  | 'unsupported_logo'
  | 'unsupported_picture'
  | 'upload_cancelled'
  | 'upload_intent_expired'
  | 'upload_interrupted'
  | 'upload_not_completable'
  | 'upload_state_conflict'
  | 'user_not_found'
  | 'version_conflict'
  | 'view_not_found'
  | 'webhook_disabled'
  | 'webhook_limit'
  | 'webhook_not_found'
;

/** Parameters that are headers. */
export const HEADERS: readonly string[] = ['Content-Range', 'Idempotency-Key', 'Last-Event-Id', 'X-Captcha-Response'];
