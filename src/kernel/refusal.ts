// The catalogue of refusals (code → status and public text), and the error class that carries one. A refusal is an
// answer that the contract foresees: missing, invalid, forbidden, conflict, rate limit, damaged storage. Any other
// thrown error is a bug and is answered with `internal_error`. http/answer/dialect.ts writes refusals to the wire.

/** code → [status, public text]. A text never contains input, ids of other people, or internal names. */
export const REFUSALS = {
  // Any route
  route_not_found: [404, 'There is no such route'],
  method_not_allowed: [405, 'This method is not allowed here'],
  duplicate_query_parameter: [400, 'A query parameter may be given once only'],
  unknown_parameter: [400, 'The route has no such query parameter'],
  invalid_query: [400, 'The query is malformed'],
  invalid_limit: [400, 'The limit is malformed or out of range'],
  invalid_cursor: [400, 'The cursor is malformed or belongs to another list'],
  invalid_json: [400, 'The body is not valid JSON'],
  invalid_body: [422, 'The body does not have the expected form'],
  content_type_required: [415, 'The content type must be application/json'],
  content_length_required: [411, 'A content length is required'],
  request_too_large: [413, 'The request body is too large'],
  request_aborted: [400, 'The request was interrupted'],
  request_timeout: [408, 'The body of the request did not arrive in time'],
  internal_error: [500, 'Something went wrong on our side'],
  storage_unavailable: [503, 'The object storage cannot be reached now'],
  database_unavailable: [503, 'The database cannot be reached now'],
  service_starting: [503, 'The service is starting'],
  password_sign_in_off: [403, 'Nobody signs in with a password here; use a provider'],
  maintenance: [503, 'The service is in maintenance and can be read only; try again later'],
  page_too_large: [503, 'This page is too large to be shown; the interface has its content'],

  // Publications from elsewhere
  publication_not_found: [404, 'There is no such publication'],
  publication_closed: [409, 'The publication is being committed, or has ended'],
  publication_limit: [409, 'The account has the maximum number of unfinished publications; cancel one first'],
  publication_too_large: [413, 'The publication has more bytes than this server takes (PUBLISH_BYTES)'],
  too_many_files: [413, 'A publication has at most 500,000 files'],
  server_not_in_scope: [403, 'The token does not name this server'],
  invalid_publication: [
    422,
    'The body needs a descriptor with a server id, and a list of files with path, sha256 and bytes',
  ],
  invalid_file_path: [422, 'A path leaves the trees of a snapshot, has a forbidden character, or is listed twice'],
  mounts_not_allowed: [422, 'A publication from elsewhere has no mounts; send the files instead'],
  object_not_expected: [404, 'The publication did not ask for this object'],
  objects_missing: [409, 'Not all objects have arrived'],
  object_busy: [409, 'Another request is sending this object'],
  offset_conflict: [409, 'The bytes do not continue what is held'],
  invalid_content_range: [400, 'Content-Range must be: bytes first-last/all'],
  digest_mismatch: [422, 'The bytes do not have the announced SHA-256'],
  invalid_pack: [422, 'The row of objects is malformed'],
  storage_full: [507, 'There is not enough free disk space'],

  // The guard and limits
  cross_origin_request: [403, 'The request comes from another site'],
  invalid_callback_url: [403, 'callbackURL must be a URL of this service'],
  invalid_redirect_url: [403, 'redirectTo must be the page of this service that sets a password'],
  authentication_required: [401, 'Sign in first'],
  invalid_token: [401, 'The Authorization header has no valid API token: it is unknown, has ended, or is malformed'],
  email_verification_required: [403, 'Verify your email address first'],
  account_suspended: [403, 'This account is suspended'],
  account_deleted: [403, 'This account is deleted'],
  account_unavailable: [403, 'This account may not participate now'],
  account_restricted: [403, 'This account is restricted'],
  insufficient_scope: [403, 'The token does not have the required scope'],
  token_required: [403, 'This needs an API token, not a session'],
  community_write_restricted: [403, 'This account may not write now'],
  community_action_restricted: [403, 'This account may not do this now'],
  community_upload_restricted: [403, 'This account may not upload now'],
  profile_write_restricted: [403, 'This account may not change its profile now'],
  staff_required: [403, 'Only staff may do this'],
  second_factor_required: [403, 'Staff accounts need a second factor here: set one up, then sign in with it'],
  reauthentication_required: [403, 'Confirm your identity first, with POST /api/v1/account/confirm'],
  too_many_reads: [429, 'Too many concurrent reads from this address; try again in a moment'],
  rate_limit_exceeded: [429, 'Too many requests; wait a moment'],

  // Accounts: sign-in and registration
  auth_route_not_found: [404, 'There is no such sign-in route'],
  sign_in_busy: [503, 'Too many sign-ins at once; try again in a moment'],
  social_provider_unavailable: [503, 'The sign-in provider cannot be reached now'],
  registration_closed: [403, 'This instance takes no new accounts'],
  registration_not_found: [404, 'There is no such registration'],
  registration_already_decided: [409, 'This registration is already decided'],
  invite_invalid: [403, 'This invite is unknown, used up or over'],
  invite_required: [403, 'A new account needs an invite'],
  registration_unavailable: [503, 'Registration is not possible now'],
  invalid_email: [400, 'This is not a valid email address'],
  captcha_response_missing: [400, 'A captcha response is required'],
  captcha_verification_failed: [403, 'The captcha response is not valid'],
  captcha_unavailable: [503, 'The captcha service cannot be reached now'],
  password_too_common: [400, 'This password is too common; choose another one'],
  password_too_personal: [400, 'A password must not contain your name or email address'],
  password_required: [422, 'Confirm with the password of the account, a code of its second factor, or a passkey'],
  confirmation_failed: [403, 'The password, code or passkey is wrong or has expired'],
  passkeys_unavailable: [409, 'Passkeys need a public address with https and a host name'],
  passkey_limit: [409, 'An account has at most 20 passkeys'],
  passkey_exists: [409, 'This passkey is already registered'],
  profile_unavailable: [503, 'The profile cannot be read now'],
  account_exists: [409, 'An account with this address already exists'],
  account_not_found: [404, 'There is no such account'],
  restriction_not_found: [404, 'There is no such restriction'],
  last_administrator_required: [409, 'The last administrator cannot lose this role'],

  // Accounts: profile, preferences, avatar, game accounts, tokens
  profile_conflict: [409, 'The profile has changed; read it again'],
  handle_unavailable: [409, 'This name is taken or reserved'],
  invalid_profile: [422, 'The change contains an unknown field, or nothing to change'],
  invalid_version: [422, 'The version must be a positive integer'],
  invalid_display_name: [422, 'A display name has 1 to 80 visible characters'],
  invalid_handle: [422, 'A handle has 3 to 32 lowercase letters, digits, underscores or hyphens, and not only digits'],
  invalid_bio: [422, 'A bio has at most 500 characters'],
  unsafe_bio: [422, 'This bio is not allowed'],
  invalid_confirmation: [422, 'The confirmation must be the email address of the account'],
  invalid_locale: [422, 'There is no such locale'],
  invalid_release_server: [422, 'This is not a server name'],
  invalid_settings: [422, 'Settings must be an object or null'],
  settings_too_large: [422, 'Settings must not exceed 16,384 bytes'],
  unsupported_avatar: [415, 'An avatar must be a JPEG, PNG or WebP picture'],
  invalid_avatar_size: [413, 'An avatar must have 1 byte to 2 MiB'],
  avatar_not_found: [404, 'There is no such avatar'],
  invalid_game_account: [422, 'The game account does not have the expected form'],
  game_account_limit: [409, 'The account has the maximum number of game accounts'],
  game_account_exists: [409, 'This game account is already listed'],
  game_account_not_found: [404, 'There is no such game account'],
  invalid_token_name: [422, 'The name of a token has 1 to 80 visible characters'],
  invalid_scopes: [422, 'A token has one or more known scopes, each once'],
  invalid_expiry: [422, 'A token expires a minute to 366 days from now, or not at all'],
  invalid_token_servers: [
    422,
    'The scopes publish and releases need 1 to 50 ids of release servers; other scopes take none',
  ],
  api_token_limit: [409, 'The account has the maximum number of tokens'],
  api_token_not_found: [404, 'There is no such token'],

  // The instance
  invalid_instance_name: [422, 'A name has 1 to 60 characters on one line'],
  invalid_instance_description: [422, 'A description has at most 300 characters on one line'],
  invalid_instance_contact: [422, 'A contact is an email address or a web address of at most 200 characters'],
  invalid_instance_logo: [422, 'A logo is an https address, or a path of this instance that begins with one slash'],
  invalid_instance_text: [422, 'A text has at most 50,000 characters in each of the five languages'],
  invalid_reason_text: [422, 'What a reason says has at most 200 characters on one line, in the five languages'],
  unsupported_logo: [415, 'A logo must be a JPEG, PNG or WebP picture'],
  invalid_logo_size: [413, 'A logo must have 1 byte to 2 MiB'],
  invalid_accent: [422, 'An accent is a colour of six hexadecimal digits, such as #9a2350'],
  invalid_hero_text: [422, 'The text of the home page has at most 300 characters on one line, by language'],
  unsupported_picture: [415, 'The picture must be a JPEG, PNG or WebP'],
  invalid_picture_size: [413, 'The picture is empty or too large'],
  picture_not_uploaded: [404, 'There is no uploaded picture'],
  logo_not_found: [404, 'There is no uploaded logo'],
  mail_not_sent: [502, 'The mail server did not accept the mail'],
  invalid_invite: [
    422,
    'An invite has 1 to 10,000 uses, an end in the future or none, and a note of at most 200 characters',
  ],
  invalid_mail_domain: [422, 'A mail domain is a name such as spam.example, or *.spam.example; at most 2,000'],
  invalid_network: [422, 'A network is CIDR with /8 to /32 for IPv4, /16 to /64 for IPv6; at most 2,000'],
  own_address_blocked: [409, 'This would block your own address or network; repeat it with evenOwn'],
  invite_not_found: [404, 'There is no such invite'],

  // Structure of pictures and files
  forbidden_container: [415, 'This type of file is not accepted'],
  invalid_jpeg_container: [415, 'This is not a well-formed JPEG file'],
  invalid_png_container: [415, 'This is not a well-formed PNG file'],
  invalid_webp_container: [415, 'This is not a well-formed WebP file'],
  invalid_image_dimensions: [415, 'The picture has no dimensions'],
  image_dimensions_exceeded: [415, 'The picture has too many pixels'],
  animated_images_not_allowed: [415, 'The picture must not be animated'],
  invalid_gif_container: [415, 'This is not a well-formed GIF file'],
  invalid_heic_container: [415, 'This is not a well-formed HEIC or HEIF file'],
  invalid_video_container: [415, 'This is not a well-formed MP4 or MOV file'],
  invalid_webm_container: [415, 'This is not a well-formed WebM file'],

  // Uploads and attachments
  invalid_idempotency_key: [
    422,
    'Idempotency-Key must have 16 to 128 letters, digits, dots, underscores, colons or hyphens',
  ],
  invalid_file_name: [422, 'A file name has 1 to 160 visible characters'],
  invalid_alt: [422, 'A description of a file has at most 500 characters'],
  invalid_size: [422, 'The size must be a positive integer of bytes'],
  extension_mismatch: [422, 'The extension of the file name does not match its media type'],
  unsupported_file: [
    415,
    'This type of file is not accepted here; the upload policy lists the accepted ones. Video is an option of the service',
  ],
  file_too_large: [413, 'The file is too large'],
  storage_quota_exceeded: [413, 'Your storage quota is exceeded; delete some files first'],
  idempotency_conflict: [409, 'This key was used for another request'],
  idempotency_in_progress: [409, 'The first request with this key is still running'],
  attachment_not_found: [404, 'There is no such attachment'],
  upload_intent_expired: [410, 'This upload has expired; start a new one'],
  upload_cancelled: [409, 'This upload was cancelled'],
  upload_interrupted: [400, 'The body ended before it was complete'],
  multipart_required: [413, 'A file of this size must be uploaded in parts'],
  size_mismatch: [400, 'The length differs from the announced size'],
  media_type_mismatch: [415, 'The content type must be application/octet-stream'],
  invalid_part_media_type: [415, 'The content type of a part must be application/octet-stream'],
  invalid_part_number: [422, 'There is no part of this number'],
  invalid_part_size: [422, 'The length of this part differs from the plan'],
  invalid_parts: [422, 'Parts must be listed in order, each once, with number and etag'],
  parts_incomplete: [409, 'Not all parts have arrived'],
  part_conflict: [409, 'A part differs from what was received'],
  upload_not_completable: [409, 'This upload cannot be completed'],
  upload_state_conflict: [409, 'The upload has changed; read it again'],
  attachment_in_use: [409, 'This attachment is in use or is no longer being uploaded'],
  attachment_not_ready: [409, 'An attachment is not ready or does not belong to you'],
  attachment_not_readable: [403, 'You may not read this attachment'],
  media_not_retryable: [409, 'The examination of this attachment cannot be retried'],
  invalid_media_variant: [400, 'There is no such variant'],
  media_variant_missing: [404, 'This attachment has no such variant'],
  attachment_object_missing: [404, 'The file no longer exists'],

  // Webhooks
  webhook_not_found: [404, 'There is no such webhook'],
  webhook_disabled: [409, 'The webhook is disabled; enable it first'],
  delivery_not_found: [404, 'The webhook has no such delivery'],
  delivery_waiting: [409, 'This delivery still waits to be sent'],
  webhook_limit: [409, 'An instance has at most 50 webhooks'],
  invalid_webhook_url: [422, 'The address of a webhook begins with https://, has no user name, and is a public one'],
  invalid_webhook: [
    422,
    'A webhook has one or more known events, each once, and a description of at most 500 characters',
  ],

  // Moderation
  removal_not_found: [404, 'There is no such act'],
  invalid_removal: [422, 'An act has a scope, a reason code, and if it restricts, a kind and an end'],
  removal_too_large: [403, 'More than 500 entries are for administrators'],
  removal_in_progress: [409, 'An act about this person is still in progress'],
  removal_expired: [409, 'An act can be undone within a day'],
  already_undone: [409, 'This act was undone already'],
  already_deleted: [409, 'Staff has deleted this already'],
  deletion_not_found: [404, 'Staff has not deleted this, or it is erased'],
  forbidden: [403, 'You may not do this'],
  version_conflict: [409, 'It has changed; read it again'],
  self_modification_forbidden: [409, 'You cannot do this to your own account'],
  user_not_found: [404, 'There is no such user'],
  invalid_status: [400, 'There is no such status'],
  case_without_text: [409, 'The case is about a file, or its text is gone'],
  invalid_rules: [422, 'The rules have mistakes, or more than 200,000 characters'],
  rules_too_slow: [422, 'The rules need more than 2 seconds for the last 500 public posts'],
  rules_version_not_found: [404, 'There is no such version of the rules'],
  rules_not_stored: [409, 'The rules of the configuration apply already'],
  case_not_found: [404, 'There is no such case'],
  appeal_not_found: [404, 'There is no such appeal'],
  appeal_exists: [409, 'This was appealed before'],
  appeal_expired: [409, 'This can no longer be appealed'],
  appeal_already_decided: [409, 'The appeal is decided'],
  invalid_appeal: [422, 'An appeal names a case or a restriction, and says why in 1 to 2,000 characters'],
  case_content_not_found: [404, 'The case has no file'],
  case_superseded: [409, 'The content of the case has been changed or removed'],
  case_already_decided: [409, 'The case already has this decision'],
  invalid_decision: [422, 'The decision does not have the expected form'],
  report_not_found: [404, 'There is no such report'],
  report_already_resolved: [409, 'The report is already closed'],
  invalid_report_status: [422, 'The new status does not have the expected form'],
  restriction_already_active: [409, 'The account already has this restriction'],
  restriction_already_revoked: [409, 'The restriction has ended already'],
  invalid_restriction: [422, 'The restriction does not have the expected form'],

  // Administration
  job_not_found: [404, 'There is no such job'],
  job_running: [409, 'The job is running'],
  job_not_retryable: [409, 'The job cannot start again: one like it waits already, or its kind is gone'],

  backups_off: [404, 'This instance makes no backups: BACKUP_TO is not set'],
  backup_not_found: [404, 'There is no such backup'],
  backup_running: [409, 'A backup is being made, or waits to be made'],
  backup_target_unavailable: [503, 'The place of the backups cannot be reached now'],

  // Community
  post_not_found: [404, 'There is no such post'],
  comment_not_found: [404, 'There is no such comment'],
  profile_not_found: [404, 'There is no such profile'],
  invalid_notification_settings: [
    422,
    'Each kind says `bell` and `mail`; quiet hours have two times of day and a time zone; `digest` is never, daily or weekly',
  ],
  notification_not_found: [404, 'There is no such notification'],
  report_target_not_found: [404, 'The target of the report does not exist'],
  attachment_link_not_found: [404, 'This file is not on the post'],
  invalid_tag: [400, 'This is not a valid tag'],
  invalid_scope: [400, 'There is no such feed'],
  invalid_period: [400, 'The period must be day, week, month, year or all, with scope top'],
  invalid_state: [400, 'There is no such state'],
  invalid_state_scope: [400, 'Only your own posts can be read in another state'],
  invalid_seed: [400, 'The seed must be an integer from 0 to 2147483647'],
  invalid_refresh: [400, 'refresh must be 1'],
  invalid_refresh_cursor: [400, 'refresh cannot be combined with a cursor'],
  recommendation_seed_required: [400, 'A cursor needs the seed of its first page'],
  recommendation_seed_mismatch: [400, 'The seed differs from that of the first page'],
  invalid_include_comments: [400, 'includeComments must be false'],
  invalid_comments_only: [400, 'commentsOnly must be true'],
  conflicting_post_query: [
    400,
    'includeComments and commentsOnly exclude each other, and commentsAfter goes with commentsOnly alone',
  ],
  invalid_comment_sort: [400, 'commentsSort must be hot or latest'],
  invalid_comments_root: [400, 'This is not a comment id'],
  invalid_comment_id: [400, 'This is not a comment id'],
  invalid_tree: [400, 'tree must be 1'],
  invalid_unread: [400, 'unread must be true or false'],
  invalid_count_only: [400, 'countOnly must be true'],
  invalid_last_event_id: [400, 'Last-Event-ID must be the id of an event'],
  invalid_markdown: [422, 'The text of a preview must have at most 20,000 characters'],
  embed_not_found: [404, 'There is nothing to embed at this address'],
  embed_format_unsupported: [501, 'Embeds are JSON'],
  invalid_post: [422, 'A post has a body of 1 to 20,000 characters and a title of at most 120'],
  invalid_visibility: [422, 'The visibility must be public, protected or private'],
  invalid_tags: [422, 'A post has at most 10 tags of 1 to 32 letters, digits, underscores or hyphens'],
  list_not_found: [404, 'There is no such list'],
  list_entry_not_found: [404, 'The list has no such entry'],
  invalid_banner: [422, 'The current release has no such entity with a picture'],
  invalid_favourite: [422, 'The current release has no such entity'],
  invalid_links: [422, 'At most five links, each with a label of 1 to 40 characters and an https address'],
  links_not_found: [404, 'This person has no public links'],
  invalid_list: [422, 'A list or its entries are invalid'],
  list_limit: [409, 'There are already 100 lists'],
  list_full: [409, 'A list has at most 5,000 entries'],
  list_state_unchanged: [409, 'The list is in this state already'],
  invalid_subject: [422, 'The current release has no such entity'],
  invalid_spoiler: [422, 'spoiler must be true or false'],
  invalid_attachment_ids: [422, 'At most 16 distinct file ids are allowed'],
  invalid_edit_reason: [422, 'A reason has at most 500 characters'],
  invalid_post_delete: [422, 'A deletion needs the version'],
  invalid_pin: [422, 'A pin needs active and the version; its place is profile or feed'],
  invalid_archive: [422, 'Archiving needs the version'],
  invalid_comment: [422, 'A comment has 1 to 5,000 characters'],
  invalid_parent: [422, 'This post has no such comment to reply to'],
  invalid_comment_edit: [422, 'A change of a comment needs a text of 1 to 5,000 characters and the version'],
  invalid_comment_delete: [422, 'A deletion needs the version'],
  invalid_reaction: [422, 'active must be true or false'],
  invalid_subscription: [422, 'active must be true or false'],
  invalid_draft: [422, 'A draft is an object of at most 64 KiB with the version that it changes; 0 for a new one'],
  draft_not_found: [404, 'There is no such draft'],
  invalid_comments_after: [400, 'commentsAfter must be the number of a comment'],
  invalid_bookmark: [422, 'active must be true or false'],
  invalid_feedback: [422, 'The feedback must be not_interested, hide or null'],
  invalid_feedback_reason: [422, 'The reason code is malformed or has no feedback'],
  invalid_report_target: [422, 'The target of a report must be a post, a comment or a user'],
  invalid_report_reason: [422, 'There is no such reason'],
  invalid_report_detail: [422, 'Details have at most 2,000 characters and are required for the reason other'],
  invalid_relationship: [422, 'active must be true or false'],
  self_relationship_forbidden: [422, 'You cannot do this to your own account'],
  invalid_state_change: [422, 'The change of state does not have the expected form'],
  post_unchanged: [422, 'The edit changes nothing'],
  tag_not_found: [404, 'There is no such tag'],
  invalid_tag_preference: [422, 'The preference must be follow, mute or null'],
  comment_unchanged: [422, 'The edit changes nothing'],
  too_many_attachments: [422, 'A post has at most 16 files'],
  post_hidden: [409, 'The post is hidden'],
  post_archived: [409, 'The post is archived'],
  post_locked: [409, 'Comments on this post are closed'],
  post_not_ready: [409, 'The post is waiting for moderation'],
  post_state_unchanged: [409, 'The post is already in that state'],
  comment_deleted: [409, 'The comment is deleted'],
  comment_hidden: [409, 'The comment is hidden'],
  comment_not_ready: [409, 'The comment is waiting for moderation'],
  comment_state_unchanged: [409, 'The comment is already in that state'],
  relationship_blocked: [409, 'One of you has blocked the other'],
  post_quota_exceeded: [429, 'Too many posts; wait a while'],
  comment_quota_exceeded: [429, 'Too many comments; wait a while'],
  too_many_streams: [429, 'Too many streams are open'],

  // Registry, releases, pins
  server_not_found: [404, 'There is no such server'],
  release_not_found: [404, 'There is no such release'],
  release_entry_not_found: [404, 'The release has no entry at this path'],
  release_unavailable: [503, 'The server has no current release'],
  release_invalid: [502, 'The stored release is damaged'],
  current_release_changed: [409, 'Another release is current now; read the list again'],
  release_in_use: [409, 'The release is the current one, or its server is being published to'],
  release_unusable: [409, 'The stored release is damaged or incomplete'],
  nothing_to_roll_back: [409, 'There is no release before the current one'],
  collection_running: [503, 'Old releases are being removed; try again in a moment'],
  release_identity_invalid: [502, 'The stored release identity is damaged'],
  invalid_projection: [400, 'There is no such projection'],
  invalid_release: [400, 'The release id is malformed'],

  // Catalog
  invalid_batch: [400, 'A batch must have 1 to 100 well-formed ids'],
  pagination_unavailable: [400, 'This resource cannot be read by pages'],
  resource_not_found: [404, 'There is no such resource'],
  entity_not_found: [404, 'Catalog entity not found'],
  view_not_found: [404, 'There is no such view'],
  relation_not_found: [404, 'There is no such relation or key'],
  source_not_found: [404, 'There is no such source record'],
  catalog_manifest_missing: [502, 'The catalog manifest is missing or damaged'],
  catalog_missing: [502, 'A catalog document is missing or damaged'],
  unknown_field: [400, 'There is no such field'],
  query_too_expensive: [400, 'The query would read too much text; ask for less of it'],
  comparison_not_ready: [503, 'The releases are being compared; try again in a moment'],
  query_not_ready: [503, 'The release is being prepared for queries; try again in a moment'],
  query_busy: [503, 'Too many queries are waiting; try again in a moment'],
  query_timeout: [503, 'The query took too long and was cancelled'],
  source_index_missing: [502, 'The source tree is missing or damaged'],

  // Files (plain dialect)
  not_found: [404, 'not found'],
  range_not_satisfiable: [416, 'The byte range cannot be satisfied'],
  object_corrupt: [502, 'The stored object is missing or damaged'],
  game_client_manifest_missing: [502, 'The game-client manifest is missing or damaged'],
  game_client_index_invalid: [502, 'The game-client index is missing or damaged'],

  // Level server
  level_document_not_found: [404, 'Not found'],
  level_catalog_unavailable: [503, 'Service unavailable'],
  chart_not_found: [404, 'There is no such chart'],

  // Provider projections
  region_not_found: [404, 'There is no such provider region'],
  provider_not_found: [404, 'The provider does not have this in the region'],
  invalid_path: [400, 'The path is malformed or not allowed'],
  provider_upstream: [502, 'The provider is unreachable or does not answer correctly'],
} as const satisfies Record<string, readonly [status: number, text: string]>;

export type RefusalCode = keyof typeof REFUSALS;

export interface RefusalOptions {
  /** Written to the log; never sent. */
  readonly cause?: unknown;
  /** Replaces the public text of the catalogue. Must not contain input. */
  readonly message?: string;
  /** Replaces the status, where the contract gives one code two statuses (`invalid_body` is 400 at registration). */
  readonly status?: number;
  /** Seconds for `Retry-After`; 503 and 429 always carry one (default 5). */
  readonly retryAfterSeconds?: number;
  /** Additional response headers (`Content-Range`, `Allow`, release headers). */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An expected failure. `code` is public and stable. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: RefusalCode, options: RefusalOptions = {}) {
    super(options.message ?? REFUSALS[code][1], options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = options.status ?? REFUSALS[code][0];
    this.retryAfterSeconds = options.retryAfterSeconds ?? (this.status === 503 || this.status === 429 ? 5 : undefined);
    this.headers = options.headers ?? {};
  }
}

/** Whether `error` is a refusal, and has this code if one is given. */
export function isRefusal(error: unknown, code?: RefusalCode): error is Refusal {
  return error instanceof Refusal && (code === undefined || error.code === code);
}

/** The value, or a refusal with this code where there is none. */
export function required<T>(value: T | undefined, code: RefusalCode): T {
  if (value === undefined) throw new Refusal(code);
  return value;
}

/** The first of what was found, or a refusal with this code where nothing was. */
export const requireFirst = <T>([first]: readonly T[], code: RefusalCode): T => required(first, code);
