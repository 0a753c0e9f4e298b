// Generated from the OpenAPI document by `npm run gen`. Do not edit.
export type AccountConfigReadResponse = {
    readonly available: boolean;
    readonly emailDeliveryEnabled: boolean;
    readonly emailSignUpEnabled: boolean;
    readonly providers: readonly string[];
    /** @description Whether passkeys work under the public address */
    readonly passkeys: boolean;
    readonly turnstileSiteKey: string | null;
    readonly captcha: {
        /** @enum {string} */
        readonly provider: "altcha" | "turnstile";
        readonly siteKey?: string;
        readonly challengeUrl?: string;
    } | null;
};
export type AccountConfirm202Response = {
    /** @constant */
    readonly codeSent: true;
};
export type AccountConfirmRequest = {
    /** @description Password of the account */
    readonly password?: string;
    /** @description Code of the authenticator app, a backup code, or the mailed code */
    readonly code?: string;
    /** @description Answer of a passkey to `passkey/generate-authenticate-options` */
    readonly passkey?: {
        readonly id: string;
        readonly rawId: string;
        /** @constant */
        readonly type: "public-key";
        readonly response: {
            readonly clientDataJSON: string;
            readonly authenticatorData: string;
            readonly signature: string;
        } & {
            readonly [key: string]: unknown;
        };
    } & {
        readonly [key: string]: unknown;
    };
};
export type AccountConfirmResponse = {
    /** @description Milliseconds since the epoch */
    readonly confirmedAt: number;
};
export type AccountProfile = {
    readonly accountName: string;
    /** @description 16 hex digits for a placeholder picture; stable, and not an id */
    readonly avatarSeed: string;
    readonly avatarUrl: string | null;
    /** @description Markdown source */
    readonly bio: string | null;
    /** @description A name that is pending or was rejected */
    readonly candidateDisplayName: string | null;
    readonly displayName: string;
    readonly displayNameRevision: number;
    /** @enum {string} */
    readonly displayNameStatus: "allow" | "pending" | "review" | "rejected";
    readonly handle: string | null;
    /** @enum {string} */
    readonly profileStatus: "active" | "suspended" | "deleted";
    readonly publicUid: number;
    /** @enum {string} */
    readonly role: "member" | "moderator" | "administrator";
    readonly version: number;
};
export type AccountRegisterRequest = {
    readonly email: string;
    /** @description Code of an invite, where one is required */
    readonly inviteCode?: string;
};
export type AccountRegisterResponse = {
    /** @constant */
    readonly accepted: true;
};
export type AccountRestriction = {
    readonly id: string;
    /** @enum {string} */
    readonly kind: "sign_in" | "write" | "upload";
    readonly reasonCode: string;
    /** @description What the person reads */
    readonly message: string | null;
    /** @description Milliseconds since the epoch */
    readonly issuedAt: number;
    readonly expiresAt: number | null;
    readonly version: number;
};
export type ActiveAnswer = {
    readonly active: boolean;
};
export type ActiveRequest = {
    readonly active: boolean;
};
export type AdminAccountListResponse = {
    readonly accounts: readonly AdministeredAccount[];
    readonly nextCursor: string | null;
};
export type AdminAccountPasswordLinkResponse = {
    /** @constant */
    readonly mailSent: true;
};
export type AdminAccountReadResponse = {
    readonly account: AdministeredAccountDetail;
};
export type AdminAccountReinstateRequest = {
    /** @description Only for the audit trail */
    readonly note?: string;
};
export type AdminAccountRoleRequest = {
    /** @enum {string} */
    readonly role: "member" | "moderator" | "administrator";
    /** @enum {string} */
    readonly from: "member" | "moderator" | "administrator";
};
export type AdminAccountSuspendRequest = {
    /** @enum {string} */
    readonly reasonCode: "spam" | "harassment" | "hate" | "sexual" | "violence" | "privacy" | "copyright" | "misinformation" | "other";
    /** @description What the person reads */
    readonly message?: string;
    /** @description Only for the audit trail */
    readonly note?: string;
};
export type AdminChecklistReadResponse = {
    /** @description An administrator does not want to see it any more */
    readonly isDismissed: boolean;
    readonly items: readonly {
        /** @enum {string} */
        readonly name: "mail" | "address" | "backup" | "second-factor";
        readonly isDone: boolean;
        /** @description When it was last done */
        readonly at: number | null;
    }[];
};
export type AdminChecklistWriteRequest = {
    readonly isDismissed: boolean;
};
export type AdminFailedSignInListResponse = {
    readonly failures: readonly {
        /** @enum {string} */
        readonly way: "password" | "second-factor" | "passkey";
        /** @description Null where the attempts named no account */
        readonly account: string | null;
        /** @description Of an IPv4 address or an IPv6 /64 */
        readonly network: string;
        readonly failures: number;
        /** @description Begin of the first hour */
        readonly firstAt: number;
        /** @description Milliseconds since the epoch */
        readonly lastAt: number;
    }[];
};
export type AdminHealthReadResponse = {
    /** @description Milliseconds since the epoch */
    readonly checkedAt: number;
    readonly checks: readonly {
        readonly name: string;
        /**
         * @description `warn`: an optional part does not work, or could be better. `folder`: mail goes to a folder, because no mail server is set. `running`: the check had not ended, and says neither
         * @enum {string}
         */
        readonly state: "ok" | "folder" | "running" | "warn" | "fail";
        /** @description One sentence, in English */
        readonly detail: string;
    }[];
    /** @description As `/readyz` has them */
    readonly engines: readonly {
        /** @enum {string} */
        readonly name: "objects" | "database" | "jobs";
        readonly isAvailable: boolean;
    }[];
};
export type AdminInviteCreateRequest = {
    readonly maxUses: number;
    readonly expiresAt?: number | null;
    /** @description For administrators; nobody else sees it */
    readonly note?: string | null;
};
export type AdminInviteCreateResponse = {
    readonly invite: Invite;
};
export type AdminInviteListResponse = {
    readonly invites: readonly Invite[];
    readonly nextCursor: string | null;
};
export type AdminJobListResponse = {
    readonly jobs: readonly AdministeredJob[];
    readonly counts: readonly {
        readonly kind: string;
        /** @enum {string} */
        readonly state: "waiting" | "active" | "failed";
        readonly count: number;
    }[];
    readonly nextCursor: string | null;
};
export type AdminMailTestRequest = Record<string, never>;
export type AdminMailTestResponse = {
    /** @description False: it was written to the outbox folder */
    readonly isDelivered: boolean;
};
export type AdminOverviewReadResponse = {
    /** @description Of the software */
    readonly version: string;
    /** @description When the process that answers started */
    readonly startedAt: number;
    readonly engines: readonly {
        /** @enum {string} */
        readonly name: "objects" | "database" | "jobs";
        readonly isAvailable: boolean;
    }[];
    readonly counts: {
        /** @description Deleted ones are not counted */
        readonly accounts: number;
        /** @description Of the last seven days */
        readonly newAccounts: number;
        readonly posts: number;
        readonly comments: number;
        readonly openCases: number;
        readonly openReports: number;
        readonly openAppeals: number;
    };
    readonly storage: readonly {
        /** @enum {string} */
        readonly kind: "releases" | "files" | "variants" | "avatars" | "database";
        readonly items: number | null;
        /** @description Bytes */
        readonly bytes: number;
    }[];
    readonly quotas: {
        /** @description `STORAGE_QUOTA`: uploaded files of one account; null: no limit */
        readonly account: number | null;
        /** @description `PUBLISH_BYTES`: one publication from elsewhere */
        readonly publication: number;
        /** @description `CACHE_BYTES`: the cache folder */
        readonly cache: number;
    };
    /** @description Where the data directory is; null: unknown */
    readonly disk: {
        /** @description Bytes */
        readonly freeBytes: number;
        /** @description Bytes */
        readonly totalBytes: number;
        /** @description Nothing can be written: writes are refused with `storage_full` */
        readonly isFull: boolean;
    } | null;
    /** @description A private address from which 90 % of the requests of a minute came while `TRUSTED_PROXIES` is empty: probably a proxy, behind which all strangers share the limits of one client */
    readonly sharedAddress: string | null;
    readonly jobs: {
        readonly waiting: number;
        readonly active: number;
        /** @description Failed for good: dead letters */
        readonly failed: number;
    };
};
export type AdminReleasePromoteRequest = {
    readonly from: string | null;
    readonly to: string;
};
export type AdminReleasePromoteResponse = {
    readonly server: string;
    readonly releaseId: string;
    /** @enum {string} */
    readonly status: "active" | "retired";
    readonly previous: string | null;
    readonly changed: boolean;
};
export type AdminReleaseRollbackRequest = {
    /** @description The release that the administrator saw as the current one */
    readonly from: string;
    readonly to?: string;
};
export type AdminServerListResponse = {
    readonly servers: readonly AdministeredServer[];
};
export type AdminServerRetireRequest = {
    /** @description The release that the administrator saw as the current one */
    readonly from?: string;
};
export type AdminSettingsPatchRequest = {
    readonly version: number;
    readonly name?: string;
    readonly description?: string | null;
    /** @enum {string} */
    readonly locale?: "ja" | "en" | "zh-TW" | "zh-CN" | "ko";
    readonly logoUrl?: string | null;
    readonly contact?: string | null;
    /** @enum {string} */
    readonly registration?: "open" | "invite" | "closed";
    readonly about?: {
        readonly ja?: string;
        readonly en?: string;
        readonly "zh-TW"?: string;
        readonly "zh-CN"?: string;
        readonly ko?: string;
    };
    readonly rules?: {
        readonly ja?: string;
        readonly en?: string;
        readonly "zh-TW"?: string;
        readonly "zh-CN"?: string;
        readonly ko?: string;
    };
    readonly privacy?: {
        readonly ja?: string;
        readonly en?: string;
        readonly "zh-TW"?: string;
        readonly "zh-CN"?: string;
        readonly ko?: string;
    };
    readonly notice?: {
        readonly ja?: string;
        readonly en?: string;
        readonly "zh-TW"?: string;
        readonly "zh-CN"?: string;
        readonly ko?: string;
    };
    readonly reasons?: {
        readonly spam?: {
            readonly ja?: string;
            readonly en?: string;
            readonly "zh-TW"?: string;
            readonly "zh-CN"?: string;
            readonly ko?: string;
        };
        readonly harassment?: {
            readonly ja?: string;
            readonly en?: string;
            readonly "zh-TW"?: string;
            readonly "zh-CN"?: string;
            readonly ko?: string;
        };
        readonly hate?: {
            readonly ja?: string;
            readonly en?: string;
            readonly "zh-TW"?: string;
            readonly "zh-CN"?: string;
            readonly ko?: string;
        };
        readonly sexual?: {
            readonly ja?: string;
            readonly en?: string;
            readonly "zh-TW"?: string;
            readonly "zh-CN"?: string;
            readonly ko?: string;
        };
        readonly violence?: {
            readonly ja?: string;
            readonly en?: string;
            readonly "zh-TW"?: string;
            readonly "zh-CN"?: string;
            readonly ko?: string;
        };
        readonly privacy?: {
            readonly ja?: string;
            readonly en?: string;
            readonly "zh-TW"?: string;
            readonly "zh-CN"?: string;
            readonly ko?: string;
        };
        readonly copyright?: {
            readonly ja?: string;
            readonly en?: string;
            readonly "zh-TW"?: string;
            readonly "zh-CN"?: string;
            readonly ko?: string;
        };
        readonly misinformation?: {
            readonly ja?: string;
            readonly en?: string;
            readonly "zh-TW"?: string;
            readonly "zh-CN"?: string;
            readonly ko?: string;
        };
        readonly other?: {
            readonly ja?: string;
            readonly en?: string;
            readonly "zh-TW"?: string;
            readonly "zh-CN"?: string;
            readonly ko?: string;
        };
    };
    readonly reset?: readonly ("name" | "description" | "locale" | "logoUrl" | "contact" | "registration" | "about" | "rules" | "privacy" | "notice" | "reasons")[];
};
export type AdminSettingsReadResponse = {
    /** @description Changes with every change */
    readonly version: number;
    /** @description What counts. Texts are as they are edited: `{name}` in them stands for the name of the instance */
    readonly settings: {
        readonly name: string;
        readonly description: string | null;
        /** @enum {string} */
        readonly locale: "ja" | "en" | "zh-TW" | "zh-CN" | "ko";
        readonly logoUrl: string | null;
        readonly contact: string | null;
        /** @enum {string} */
        readonly registration: "open" | "invite" | "closed";
        readonly about: {
            readonly ja?: string;
            readonly en?: string;
            readonly "zh-TW"?: string;
            readonly "zh-CN"?: string;
            readonly ko?: string;
        };
        readonly rules: {
            readonly ja?: string;
            readonly en?: string;
            readonly "zh-TW"?: string;
            readonly "zh-CN"?: string;
            readonly ko?: string;
        };
        readonly privacy: {
            readonly ja?: string;
            readonly en?: string;
            readonly "zh-TW"?: string;
            readonly "zh-CN"?: string;
            readonly ko?: string;
        };
        readonly notice: {
            readonly ja?: string;
            readonly en?: string;
            readonly "zh-TW"?: string;
            readonly "zh-CN"?: string;
            readonly ko?: string;
        };
        readonly reasons: {
            readonly spam?: {
                readonly ja?: string;
                readonly en?: string;
                readonly "zh-TW"?: string;
                readonly "zh-CN"?: string;
                readonly ko?: string;
            };
            readonly harassment?: {
                readonly ja?: string;
                readonly en?: string;
                readonly "zh-TW"?: string;
                readonly "zh-CN"?: string;
                readonly ko?: string;
            };
            readonly hate?: {
                readonly ja?: string;
                readonly en?: string;
                readonly "zh-TW"?: string;
                readonly "zh-CN"?: string;
                readonly ko?: string;
            };
            readonly sexual?: {
                readonly ja?: string;
                readonly en?: string;
                readonly "zh-TW"?: string;
                readonly "zh-CN"?: string;
                readonly ko?: string;
            };
            readonly violence?: {
                readonly ja?: string;
                readonly en?: string;
                readonly "zh-TW"?: string;
                readonly "zh-CN"?: string;
                readonly ko?: string;
            };
            readonly privacy?: {
                readonly ja?: string;
                readonly en?: string;
                readonly "zh-TW"?: string;
                readonly "zh-CN"?: string;
                readonly ko?: string;
            };
            readonly copyright?: {
                readonly ja?: string;
                readonly en?: string;
                readonly "zh-TW"?: string;
                readonly "zh-CN"?: string;
                readonly ko?: string;
            };
            readonly misinformation?: {
                readonly ja?: string;
                readonly en?: string;
                readonly "zh-TW"?: string;
                readonly "zh-CN"?: string;
                readonly ko?: string;
            };
            readonly other?: {
                readonly ja?: string;
                readonly en?: string;
                readonly "zh-TW"?: string;
                readonly "zh-CN"?: string;
                readonly ko?: string;
            };
        };
    };
    /** @description Settings that were changed here; the others follow the environment */
    readonly stored: readonly ("name" | "description" | "locale" | "logoUrl" | "contact" | "registration" | "about" | "rules" | "privacy" | "notice" | "reasons")[];
    /** @description Variables of the environment, which are changed there */
    readonly environment: readonly {
        readonly name: string;
        /** @description In English, as Markdown */
        readonly meaning: string;
        /** @description What counts when it is not set, in English, as Markdown */
        readonly fallback: string;
        readonly isSet: boolean;
        readonly isSecret: boolean;
        /** @description Null when it is not set, and for secrets. User and password of an address are left out */
        readonly value: string | null;
        /** @description Stored settings that count instead of it */
        readonly hiddenBy: readonly ("name" | "description" | "locale" | "logoUrl" | "contact" | "registration" | "about" | "rules" | "privacy" | "notice" | "reasons")[];
    }[];
};
export type AdministeredAccount = {
    readonly uid: number;
    readonly handle: string | null;
    readonly displayName: string;
    /** @enum {string} */
    readonly role: "member" | "moderator" | "administrator";
    /** @enum {string} */
    readonly status: "active" | "suspended" | "deleted";
    readonly emailVerified: boolean;
    /** @description Kinds that count now */
    readonly restrictions: readonly ("sign_in" | "write" | "upload")[];
    /** @description Milliseconds since the epoch */
    readonly createdAt: number;
};
export type AdministeredAccountDetail = {
    readonly uid: number;
    readonly handle: string | null;
    readonly displayName: string;
    /** @enum {string} */
    readonly role: "member" | "moderator" | "administrator";
    /** @enum {string} */
    readonly status: "active" | "suspended" | "deleted";
    readonly emailVerified: boolean;
    /** @description Kinds that count now */
    readonly restrictions: readonly ("sign_in" | "write" | "upload")[];
    /** @description Milliseconds since the epoch */
    readonly createdAt: number;
    /** @description Whether it is the account that asks */
    readonly isSelf: boolean;
    readonly hasPassword: boolean;
    /** @description Social providers that sign in */
    readonly providers: readonly string[];
    /** @description Whether an authenticator app is set up */
    readonly totp: boolean;
    readonly passkeys: number;
    readonly sessions: number;
    readonly apiTokens: number;
    /** @description Of the sessions that there are */
    readonly lastSignInAt: number | null;
    /** @description Of the last 30 days */
    readonly failedSignIns: number;
    /** @description Null where the account is not suspended, or was before suspensions had reasons */
    readonly suspension: {
        readonly reasonCode: string;
        /** @description What the person reads */
        readonly message: string | null;
        /** @description Milliseconds since the epoch */
        readonly issuedAt: number;
    } | null;
};
export type AdministeredJob = {
    readonly id: string;
    /** @description What it does, as `post.screen` */
    readonly kind: string;
    /**
     * @description `failed`: for good, all attempts are used up
     * @enum {string}
     */
    readonly state: "waiting" | "active" | "failed";
    /** @description Runs that began */
    readonly attempts: number;
    /** @description Milliseconds since the epoch */
    readonly createdAt: number;
    /** @description When a waiting job begins */
    readonly dueAt: number | null;
    /** @description When its last run began */
    readonly startedAt: number | null;
    /** @description Name of the last error */
    readonly error: string | null;
};
export type AdministeredServer = {
    readonly id: string;
    readonly displayName: string;
    readonly region: string;
    /**
     * @description `staged`: releases are stored and none was ever promoted. `damaged`: the pointer cannot be read
     * @enum {string}
     */
    readonly status: "active" | "retired" | "staged" | "damaged";
    readonly current: string | null;
    /** @description The release that a rollback leads to */
    readonly previous: string | null;
    /** @description Stored ones, newest first; numbers are null where a release is damaged */
    readonly releases: readonly {
        readonly releaseId: string;
        readonly sourceId: string | null;
        readonly publishedAt: number | null;
        readonly entries: number | null;
        readonly bytes: number | null;
    }[];
    /** @description What became current when, newest first, at most 50 */
    readonly history: readonly {
        /** @enum {string} */
        readonly kind: "promote" | "rollback" | "retire";
        readonly releaseId: string;
        /** @description Milliseconds since the epoch */
        readonly at: number;
        /** @description Null where a command did it, or a version that did not record it */
        readonly by: {
            readonly uid: number;
            readonly displayName: string;
            /** @description The API token of the program that did it */
            readonly token: {
                readonly id: string;
                /** @description Null once it is revoked */
                readonly name: string | null;
            } | null;
        } | null;
    }[];
    /** @description Publications, collections and preparations for queries that hold a lease now */
    readonly running: readonly {
        /** @enum {string} */
        readonly kind: "publish" | "collect" | "query" | "remote";
        readonly startedAt: number | null;
        /** @description Milliseconds since the epoch */
        readonly liveUntil: number;
    }[];
};
export type ApiToken = {
    readonly id: string;
    readonly name: string;
    readonly scopes: readonly ("read" | "community" | "upload" | "profile" | "publish")[];
    /** @description Release servers that the scope `publish` names */
    readonly servers: readonly string[];
    /** @description Milliseconds since the epoch */
    readonly createdAt: number;
    readonly lastUsedAt: number | null;
    readonly expiresAt: number | null;
};
export type Appeal = {
    readonly id: string;
    /** @enum {string} */
    readonly status: "open" | "granted" | "denied";
    /** @description One’s own */
    readonly message: string;
    /** @description What staff says to the outcome */
    readonly answer: string | null;
};
export type AppealDecideRequest = {
    /** @enum {string} */
    readonly verdict: "granted" | "denied";
    /** @description What the person reads */
    readonly message?: string;
    /** @description Only for the audit trail */
    readonly note?: string;
    /** @description Version that the decision is about */
    readonly version: number;
};
export type AppealDecideResponse = {
    readonly appeal: ModerationAppeal;
};
export type AppealFileRequest = {
    /** Format: uuid */
    readonly caseId?: string;
    /** Format: uuid */
    readonly restrictionId?: string;
    /** @description 1 to 2000 characters */
    readonly message: string;
};
export type AppealFileResponse = {
    readonly appeal: Appeal;
};
export type AppealListResponse = {
    readonly appeals: readonly ModerationAppeal[];
    readonly nextCursor: string | null;
};
export type Attachment = {
    readonly id: string;
    readonly fileName: string;
    readonly mediaType: string;
    readonly size: number;
    readonly width: number | null;
    readonly height: number | null;
    /** @description What it shows, at most 500 characters */
    readonly alt: string | null;
    /** @enum {string} */
    readonly status: "reserved" | "scanning" | "ready" | "review" | "rejected" | "deleted";
    /** @enum {string} */
    readonly moderationStatus: "pending" | "allow" | "review" | "rejected" | "deleted";
    /** @description Why it was rejected */
    readonly failureCode: string | null;
    /** @description Milliseconds since the epoch */
    readonly createdAt: number;
    /** @description Null once a post holds it */
    readonly expiresAt: number | null;
    /** @description While reserved, of a file of one part */
    readonly uploadUrl: string | null;
    /** @description While reserved */
    readonly multipart: {
        readonly partSize: number;
        readonly partCount: number;
        /** @description With `{partNumber}` to be substituted */
        readonly partUploadUrl: string;
        readonly completeUrl: string;
        readonly cancelUrl: string;
    } | null;
    /** @description Once ready */
    readonly downloadUrl: string | null;
    readonly processing: {
        /** @enum {string} */
        readonly state: "queued" | "processing" | "ready" | "failed";
        readonly progress: number;
        readonly error: string | null;
    } | null;
    readonly displayMediaType: string | null;
    readonly displayWidth: number | null;
    readonly displayHeight: number | null;
    readonly durationSeconds: number | null;
    /** @description Of images */
    readonly previewUrl: string | null;
    /** @description Of video */
    readonly playbackUrl: string | null;
    readonly posterUrl: string | null;
    readonly thumbnailUrl: string | null;
};
export type AttachmentAnswer = {
    readonly attachment: Attachment;
};
export type AttachmentDescribeRequest = {
    /** @description At most 500 characters; null or empty: none */
    readonly alt: string | null;
};
export type AttachmentPart = {
    readonly partNumber: number;
    readonly byteSize: number;
    readonly etag: string;
};
export type AttachmentReadResponse = {
    readonly attachment: Attachment;
    readonly parts: readonly AttachmentPart[];
};
export type AuditEvent = {
    readonly id: string;
    /** @description Milliseconds since the epoch */
    readonly at: number;
    readonly actorUid: number | null;
    /** @description Null: the service, the command line, or a deleted account */
    readonly actor: StaffPersonName | null;
    readonly action: string;
    readonly subjectKind: string;
    readonly subjectId: string;
    /** @description Whom it is about, if the subject is a person who is still there */
    readonly person: StaffPersonName | null;
    readonly reasonCode: string | null;
    readonly note: string | null;
    readonly before: unknown;
    readonly after: unknown;
};
export type AuditListResponse = {
    readonly events: readonly AuditEvent[];
    readonly nextCursor: string | null;
};
export type AuthProbeResponse = {
    readonly ok: boolean;
};
export type AvatarWriteResponse = {
    readonly avatar: {
        /** @constant */
        readonly status: "pending";
    };
};
export type BackupCodesRenewResponse = {
    readonly status: boolean;
    /** @description Shown only once. Each replaces a code of the app once */
    readonly backupCodes: readonly string[];
};
export type CardReadResponse = {
    readonly cardId: number;
    readonly characterId: number | null;
    /** @description Text in the slots jp, en, tw, cn, kr */
    readonly prefix: readonly (string | null)[];
    readonly rarity: number | null;
    readonly attribute: string | null;
    readonly cardType: string | null;
    /** @description Milliseconds since the epoch in the slots jp, en, tw, cn, kr */
    readonly releasedAt: readonly (number | null)[];
    readonly releaseAt: number | null;
    readonly hasStory: boolean;
    readonly resourceSetName: string;
    readonly cardImage: string;
    readonly cardImages: {
        readonly normal: string;
        readonly trained?: string;
    };
    readonly episodes: readonly ({
        readonly scenarioId: string;
        /** @description Text in the slots jp, en, tw, cn, kr */
        readonly title: readonly (string | null)[];
    } & {
        readonly [key: string]: unknown;
    })[];
} & {
    readonly [key: string]: unknown;
};
export type CaseClaimRequest = {
    readonly active: boolean;
};
export type CaseClaimResponse = {
    /** @description Who is at it now */
    readonly claims: readonly {
        readonly uid: number;
        readonly handle: string | null;
        readonly displayName: string;
        /** @description Milliseconds since the epoch */
        readonly endsAt: number;
    }[];
};
export type CaseContextReadResponse = {
    readonly context: ModerationContext;
};
export type CaseDecideRequest = {
    /** @enum {string} */
    readonly verdict: "allow" | "rejected";
    /** @enum {string} */
    readonly reasonCode: "spam" | "harassment" | "hate" | "sexual" | "violence" | "privacy" | "copyright" | "misinformation" | "other";
    /** @description What the person reads */
    readonly message?: string;
    /** @description Only for the audit trail */
    readonly note?: string;
    /** @description Version that the decision is about */
    readonly version: number;
};
export type CaseDecideSeveralRequest = {
    readonly ids: readonly string[];
    /** @description One for each id, in the same order */
    readonly versions: readonly number[];
    /** @enum {string} */
    readonly verdict: "allow" | "rejected";
    /** @enum {string} */
    readonly reasonCode: "spam" | "harassment" | "hate" | "sexual" | "violence" | "privacy" | "copyright" | "misinformation" | "other";
    /** @description What the person reads */
    readonly message?: string;
    /** @description Only for the audit trail */
    readonly note?: string;
};
export type CaseDecideSeveralResponse = {
    readonly results: readonly ({
        readonly id: string;
        /** @constant */
        readonly ok: true;
        readonly case: ModerationCaseDetail;
    } | {
        readonly id: string;
        /** @constant */
        readonly ok: false;
        readonly status: number;
        readonly code: string;
    })[];
};
export type CaseListResponse = {
    readonly cases: readonly ModerationCase[];
    readonly nextCursor: string | null;
};
export type CaseNoteRequest = {
    readonly body: string;
};
export type CaseNoteResponse = {
    readonly note: ModerationNote;
};
export type CaseReadResponse = {
    readonly case: ModerationCaseDetail;
};
export type CatalogBatch = {
    /** @description Entity id to entity */
    readonly items: {
        readonly [key: string]: CatalogEntity;
    };
    /** @description Ids that were not found */
    readonly missing: readonly string[];
};
export type CatalogEntity = {
    readonly [key: string]: JsonValue;
} | readonly JsonValue[] | string | number | boolean | null;
export type CatalogFields = {
    readonly fields: readonly {
        /** @description As in filters, sorting and `fields` */
        readonly path: string;
        /** @enum {string} */
        readonly type: "string" | "number" | "boolean" | "date" | "localized" | "reference" | "file" | "url" | "color" | "markdown" | "json";
        /** @description Whether some entity has a list here; the type is the one of its elements */
        readonly list: boolean;
        /** @description Whether some entity lacks it */
        readonly nullable: boolean;
        /** @description Different values, elements of lists one by one */
        readonly distinct: number;
        /** @description Of dates in milliseconds */
        readonly min: string | number | null;
        readonly max: string | number | null;
        /** @description Up to five values */
        readonly samples: readonly (string | number | boolean | null)[];
        /** @description The resource whose ids these are, or that they refer to by `key` */
        readonly references?: string;
        /** @description The field of that resource with these values; absent: its ids */
        readonly key?: string;
        /**
         * @description Of dates: how entities write them
         * @enum {string}
         */
        readonly format?: "s" | "ms" | "iso" | "yyyymmdd";
        /** @description Of objects with a text for each language: their keys. `name.en` is a stored text, `name@en` the text after fallback */
        readonly locales?: readonly string[];
        readonly unit?: string;
    }[];
};
export type CatalogIndex = {
    readonly [key: string]: JsonValue;
} | readonly JsonValue[] | string | number | boolean | null;
export type CatalogManifest = {
    /** @constant */
    readonly schema: "service-catalog-storage-v2";
    readonly server: string;
    readonly sourceId: string;
    /** @description Path of the summary document */
    readonly summary: string;
    readonly partition: {
        /** @constant */
        readonly algorithm: "fnv1a32-mod-256";
        /** @constant */
        readonly shards: 256;
    };
    readonly resources: {
        readonly [key: string]: ResourceEntry;
    };
};
export type CatalogPage = {
    readonly items: readonly {
        readonly id: string;
        readonly value: CatalogEntity;
    }[];
    /** @description Entities of the collection */
    readonly total: number;
    readonly limit: number;
    readonly nextCursor: string | null;
    readonly release: ReleaseIdentity;
};
export type CatalogPresentation = {
    /** @description Languages of slot arrays, in the order of the slots */
    readonly locales: readonly string[];
    /** @description By resource, in the order in which overviews list them */
    readonly resources: {
        readonly [key: string]: {
            /** @enum {string} */
            readonly kind: "collection" | "document";
            readonly count: number;
            /** @enum {string} */
            readonly group: "music" | "card" | "person" | "event" | "story" | "item" | "table";
            /** @description Position among the resources, from 0 */
            readonly order: number;
            /** @description Whether overviews omit the resource */
            readonly hidden: boolean;
            /** @description Paths of fields, as in queries; null: none */
            readonly title: string | null;
            readonly subtitle: string | null;
            /** @description Picture in lists */
            readonly image: string | null;
            /** @description Large picture of an entity */
            readonly cover: string | null;
            readonly audio: string | null;
            readonly start: string | null;
            readonly end: string | null;
            readonly badges: readonly string[];
            readonly facets: readonly string[];
            readonly sort: readonly string[];
            readonly columns: readonly string[];
            /** @description What `q` searches */
            readonly search: readonly string[];
            /** @description Fields whose values are ids of another resource */
            readonly references: {
                readonly [key: string]: string;
            };
            readonly labels: {
                readonly name: {
                    readonly ja?: string;
                    readonly en?: string;
                    readonly "zh-TW"?: string;
                    readonly "zh-CN"?: string;
                    readonly ko?: string;
                };
                readonly fields: {
                    readonly [key: string]: {
                        readonly ja?: string;
                        readonly en?: string;
                        readonly "zh-TW"?: string;
                        readonly "zh-CN"?: string;
                        readonly ko?: string;
                    };
                };
            };
            /** @description What values are, by path: of fields that are more than texts, numbers and lists of them */
            readonly fields?: {
                readonly [key: string]: {
                    /** @enum {string} */
                    readonly type?: "date" | "localized" | "url" | "color" | "markdown" | "file" | "number";
                    /**
                     * @description Of dates: how entities write them
                     * @enum {string}
                     */
                    readonly format?: "s" | "ms" | "iso" | "yyyymmdd";
                    /** @description Of objects with a text for each language: their keys */
                    readonly locales?: readonly string[];
                    readonly unit?: string;
                    /** @description Of files: the release path that values stand for */
                    readonly template?: string;
                    /** @description Of localized texts that stand elsewhere: where */
                    readonly path?: string;
                    /** @description Resources that values refer to, by their ids or by `key`, in order */
                    readonly references?: readonly {
                        readonly resource: string;
                        readonly key?: string;
                    }[];
                    /** @description Value → text, or texts by language */
                    readonly labels?: {
                        readonly [key: string]: string | {
                            readonly [key: string]: string;
                        };
                    };
                    /** @description Whether pages omit the field */
                    readonly hidden?: boolean;
                };
            };
            /**
             * @description Whether its entities are files of the release
             * @constant
             */
            readonly files?: true;
        };
    };
    /** @description Groups of resources in the order of overviews, where the snapshot declares them */
    readonly groups?: readonly {
        readonly title: string | {
            readonly [key: string]: string;
        };
        readonly resources: readonly string[];
    }[];
};
export type CatalogQuery = {
    readonly items: readonly {
        readonly id: string;
        readonly entity: JsonValue;
    }[];
    /** @description Entities that the query finds */
    readonly total: number;
    /** @description By path as in the query, the most frequent first; null counts absent values */
    readonly facets: {
        readonly [key: string]: readonly {
            readonly value: string | number | boolean | null;
            readonly count: number;
        }[];
    };
    readonly nextCursor: string | null;
    /** @description By path as in the query. A bin begins at `from` and ends before `to`; the last one contains it */
    readonly histograms?: {
        readonly [key: string]: {
            readonly bins: readonly {
                readonly from: number;
                readonly to: number;
                readonly count: number;
            }[];
            readonly min: number | null;
            readonly max: number | null;
            readonly mean: number | null;
            readonly median: number | null;
            /** @description Entities without a value */
            readonly absent: number;
        };
    };
    /** @description By resource and id: the fields of the index of the entities that the items refer to */
    readonly included?: {
        readonly [key: string]: {
            readonly [key: string]: JsonValue;
        };
    };
    /**
     * @description Present if more than 500 entities are referred to
     * @constant
     */
    readonly includedTruncated?: true;
    /** @description By path and value: what a value refers to, where it is not the id */
    readonly references?: {
        readonly [key: string]: {
            readonly [key: string]: {
                readonly resource: string;
                readonly id: string;
            };
        };
    };
};
export type CatalogQueryBody = {
    readonly q?: string;
    readonly filter?: readonly string[] | string;
    readonly where?: string;
    readonly sort?: string;
    readonly fields?: string;
    readonly facet?: readonly string[] | string;
    readonly facetq?: readonly string[] | string;
    readonly histogram?: readonly string[] | string;
    readonly include?: readonly string[] | string;
    readonly locale?: string;
    readonly limit?: number;
    readonly cursor?: string;
    readonly release?: string;
};
export type CatalogSummary = {
    /** @constant */
    readonly schema: "service-catalog-summary-v1";
    readonly server: string;
    readonly sourceId: string;
    readonly resources: {
        readonly [key: string]: {
            readonly count: number;
            /** @enum {string} */
            readonly kind: "collection" | "document";
        };
    };
    readonly features: {
        readonly [key: string]: JsonValue;
    };
};
export type ChangeCounts = {
    readonly added: number;
    readonly removed: number;
    readonly changed: number;
};
export type ChangedField = {
    /** @description As in `fields` of changes */
    readonly path: string;
    readonly before?: JsonValue;
    readonly after?: JsonValue;
    /**
     * @description A value has more than 1 KiB of JSON. A text is cut; a list or object is the beginning of its JSON, as a text
     * @constant
     */
    readonly truncated?: true;
};
export type Chart = {
    /** @description Number of lanes: 7, or 12 for `usc` and `sus` */
    readonly lanes: number;
    /** @description End of the last bar with a note */
    readonly seconds: number;
    /** @description Where bars of four beats begin */
    readonly bars: readonly number[];
    readonly bpm: readonly (readonly [
        number,
        number
    ])[];
    /** @description By time, then by lane */
    readonly notes: readonly (readonly [
        number,
        number,
        number,
        "tap" | "flick" | "left" | "right" | "trace" | "slide" | "tick"
    ])[];
    /** @description Ribbons of slides, by time: points that are joined by straight lines */
    readonly slides: readonly (readonly (readonly [
        number,
        number,
        number
    ])[])[];
    /** @description Notes by kind; kinds that do not occur are absent */
    readonly counts: {
        readonly tap?: number;
        readonly flick?: number;
        readonly left?: number;
        readonly right?: number;
        readonly trace?: number;
        readonly slide?: number;
        readonly tick?: number;
    };
    /** @description Notes in each second, from 0 */
    readonly density: readonly number[];
};
export type Comment = {
    readonly id: string;
    /** @description Markdown source */
    readonly body: string;
    /** @description With `tree=1` */
    readonly bodyTree?: readonly MarkdownNode[];
    readonly version: number;
    readonly likeCount: number;
    /** @enum {string} */
    readonly moderationStatus: "pending" | "allow" | "review" | "rejected";
    /** @description Null when what it answers is gone */
    readonly parentId: string | null;
    /** @description First comment of its thread; null for that one */
    readonly rootId: string | null;
    /** @description Number on the post, in the order of writing */
    readonly floor: number;
    readonly replyCount: number;
    /** @description Reads on below this root, with `commentsRoot` */
    readonly replyCursor: string | null;
    /** @description Milliseconds since the epoch */
    readonly createdAt: number;
    /** @description Milliseconds since the epoch */
    readonly updatedAt: number;
    readonly lastEditedAt: number | null;
    readonly authorUid: number;
    readonly authorName: string;
    readonly authorHandle: string | null;
    readonly authorImage: string | null;
    readonly avatarSeed: string;
    readonly viewer: {
        readonly liked: boolean;
        readonly canDelete: boolean;
        readonly canEdit: boolean;
    };
};
export type CommentCreateRequest = {
    /** @description 1 to 5,000 characters of Markdown */
    readonly body: string;
    readonly parentId?: string | null;
};
export type CommentDeleteResponse = {
    readonly comment: {
        readonly id: string;
        readonly version: number;
        /** @description Milliseconds since the epoch */
        readonly deletedAt: number;
    };
};
export type CommentEditRequest = {
    readonly body: string;
    /** @description Version that the change is about */
    readonly version: number;
    readonly editReason?: string | null;
};
export type CommentRevisionListResponse = {
    /** @description The version for changes of the comment, also while it is hidden */
    readonly version: number;
    readonly hiddenAt: number | null;
    readonly revisions: readonly {
        readonly revision: number;
        readonly body: string;
        readonly editReason: string | null;
        /** @description Milliseconds since the epoch */
        readonly createdAt: number;
    }[];
    readonly nextCursor: string | null;
};
export type CommentStateChangeRequest = {
    /** @enum {string} */
    readonly action: "hide" | "unhide";
    /** @enum {string} */
    readonly reasonCode: "spam" | "harassment" | "hate" | "sexual" | "violence" | "privacy" | "copyright" | "misinformation" | "other";
    /** @description What the author reads */
    readonly message?: string;
    /** @description Only for the audit trail */
    readonly note?: string;
    /** @description Version that the change is about */
    readonly version: number;
};
export type CommentStateChangeResponse = {
    readonly comment: {
        readonly id: string;
        readonly version: number;
        readonly hidden: boolean;
        /** @description Posts only */
        readonly locked?: boolean;
    };
};
export type EditorBundleResponse = {
    /** @enum {string} */
    readonly server: "jp" | "en" | "tw" | "cn" | "kr";
    readonly path: string;
    readonly files: readonly string[];
};
export type EditorTreeResponse = {
    /** @enum {string} */
    readonly server: "jp" | "en" | "tw" | "cn" | "kr";
    readonly tree: {
        readonly [key: string]: JsonValue;
    };
};
export type EmailChangeRequest = {
    /** @description The new address */
    readonly newEmail: string;
    /** @description Where to lead on: a path here, or an address at a trusted origin */
    readonly callbackURL?: string;
};
export type EmbedReadResponse = {
    /** @constant */
    readonly version: "1.0";
    /** @constant */
    readonly type: "rich";
    readonly title: string;
    readonly author_name?: string;
    readonly author_url?: string;
    readonly provider_name: string;
    readonly provider_url: string;
    /** @description Seconds */
    readonly cache_age: number;
    readonly thumbnail_url?: string;
    readonly thumbnail_width?: number;
    readonly thumbnail_height?: number;
    readonly html: string;
    readonly width: number;
    readonly height: number;
};
export type EmptyRequest = Record<string, never>;
export type EntityBookmarkListResponse = {
    readonly entities: readonly {
        readonly server: string;
        readonly resource: string;
        readonly id: string;
        readonly title: string;
        /** @description Milliseconds since the epoch */
        readonly createdAt: number;
    }[];
    readonly nextCursor: string | null;
};
export type EntityBookmarkRequest = {
    readonly server: string;
    readonly resource: string;
    readonly id: string;
    readonly active: boolean;
};
export type EntityHistory = {
    readonly items: readonly {
        /** @description `r-` and 20 hex digits */
        readonly releaseId: string;
        /** @description When the release became current, in milliseconds */
        readonly promotedAt: number;
        /**
         * @description Since the release that was current before; the first appearance is `added`
         * @enum {string}
         */
        readonly change: "added" | "removed" | "changed";
        /** @description For a changed entity: the fields that differ; at most 100 */
        readonly fields: readonly ChangedField[];
    }[];
    /** @description Also after a page with few items or none: older releases follow */
    readonly nextCursor: string | null;
};
export type FeedbackClearResponse = {
    readonly cleared: number;
};
export type FileChanges = {
    readonly items: readonly {
        /** @description Release path */
        readonly path: string;
        /** @enum {string} */
        readonly change: "added" | "removed" | "changed";
        readonly mediaType: string;
        /** @description Size; for a removed file the previous one */
        readonly bytes: number;
    }[];
    readonly nextCursor: string | null;
};
export type GameAccount = {
    readonly id: string;
    readonly provider: string;
    readonly region: string;
    readonly playerUid: string;
    readonly displayName: string | null;
    readonly public: boolean;
    /** @constant */
    readonly verificationStatus: "unverified";
    readonly lastSyncedAt: null;
    readonly latestSnapshot: null;
    /** @description Milliseconds since the epoch */
    readonly createdAt: number;
    /** @description Milliseconds since the epoch */
    readonly updatedAt: number;
};
export type GameAccountCreateRequest = {
    readonly provider: string;
    readonly region: string;
    readonly playerUid: string;
    /** @description 1 to 80 visible characters */
    readonly displayName?: string | null;
    readonly public?: boolean;
};
export type GameAccountCreateResponse = {
    readonly gameAccount: GameAccount;
};
export type GameAccountEditRequest = {
    readonly provider?: string;
    readonly region?: string;
    readonly playerUid?: string;
    /** @description 1 to 80 visible characters */
    readonly displayName?: string | null;
    readonly public?: boolean;
};
export type GameAccountListResponse = {
    readonly gameAccounts: readonly GameAccount[];
};
export type GameClientIndex = {
    /** @constant */
    readonly schema: "service-game-client-bundles-index-v1";
    readonly server: string;
    readonly sourceId: string;
    readonly platform: string;
    /** @constant */
    readonly algorithm: "fnv1a32-mod-256";
    readonly shard: string;
    readonly entries: {
        readonly [key: string]: readonly [
            string,
            number,
            "catalog" | "catalog-hash" | "embedded-catalog" | "unity-bundle"
        ];
    };
};
export type GameClientManifest = {
    /** @constant */
    readonly schema: "service-game-client-v1";
    readonly server: string;
    readonly sourceId: string;
    readonly master: {
        readonly systemVersion: string;
        /** @constant */
        readonly versionFile: "MasterDataSystemVersion.txt";
        readonly tableCount: number;
        /** @description Tables and the version file together */
        readonly totalBytes: number;
        readonly tables: readonly {
            readonly bytes: number;
            readonly file: string;
            readonly sha256: string;
        }[];
    };
    readonly bundles: {
        readonly platform: string;
        readonly catalogHash: string;
        readonly catalogFile: string;
        readonly catalogHashFile: string;
        readonly embeddedCatalogFile: string;
        readonly bundleCount: number;
        readonly fileCount: number;
        readonly totalBytes: number;
        readonly index: {
            /** @constant */
            readonly algorithm: "fnv1a32-mod-256";
            /** @constant */
            readonly shards: 256;
            /** @constant */
            readonly prefix: "bundles/index/";
        };
    };
    readonly routes: {
        readonly master: string;
        readonly bundles: string;
        readonly index: string;
    };
};
export type HealthReadResponse = {
    /** @constant */
    readonly status: "ok";
};
export type InstanceReadResponse = {
    readonly name: string;
    readonly description: string | null;
    /** @enum {string} */
    readonly locale: "ja" | "en" | "zh-TW" | "zh-CN" | "ko";
    readonly logoUrl: string | null;
    readonly contact: string | null;
    /** @enum {string} */
    readonly registration: "open" | "invite" | "closed";
    readonly about: {
        readonly ja?: string;
        readonly en?: string;
        readonly "zh-TW"?: string;
        readonly "zh-CN"?: string;
        readonly ko?: string;
    };
    readonly rules: {
        readonly ja?: string;
        readonly en?: string;
        readonly "zh-TW"?: string;
        readonly "zh-CN"?: string;
        readonly ko?: string;
    };
    readonly privacy: {
        readonly ja?: string;
        readonly en?: string;
        readonly "zh-TW"?: string;
        readonly "zh-CN"?: string;
        readonly ko?: string;
    };
    readonly notice: {
        readonly ja?: string;
        readonly en?: string;
        readonly "zh-TW"?: string;
        readonly "zh-CN"?: string;
        readonly ko?: string;
    };
    readonly version: string;
    readonly demo: boolean;
};
export type InstanceReasonsResponse = {
    readonly reasons: {
        readonly ja: {
            readonly spam: string;
            readonly harassment: string;
            readonly hate: string;
            readonly sexual: string;
            readonly violence: string;
            readonly privacy: string;
            readonly copyright: string;
            readonly misinformation: string;
            readonly other: string;
        };
        readonly en: {
            readonly spam: string;
            readonly harassment: string;
            readonly hate: string;
            readonly sexual: string;
            readonly violence: string;
            readonly privacy: string;
            readonly copyright: string;
            readonly misinformation: string;
            readonly other: string;
        };
        readonly "zh-TW": {
            readonly spam: string;
            readonly harassment: string;
            readonly hate: string;
            readonly sexual: string;
            readonly violence: string;
            readonly privacy: string;
            readonly copyright: string;
            readonly misinformation: string;
            readonly other: string;
        };
        readonly "zh-CN": {
            readonly spam: string;
            readonly harassment: string;
            readonly hate: string;
            readonly sexual: string;
            readonly violence: string;
            readonly privacy: string;
            readonly copyright: string;
            readonly misinformation: string;
            readonly other: string;
        };
        readonly ko: {
            readonly spam: string;
            readonly harassment: string;
            readonly hate: string;
            readonly sexual: string;
            readonly violence: string;
            readonly privacy: string;
            readonly copyright: string;
            readonly misinformation: string;
            readonly other: string;
        };
    };
};
export type Invite = {
    readonly id: string;
    /** @description The `inviteCode` of a registration */
    readonly code: string;
    /** @description The page of the registration with the code filled in */
    readonly url: string;
    readonly maxUses: number;
    readonly uses: number;
    readonly expiresAt: number | null;
    readonly note: string | null;
    /** @description Milliseconds since the epoch */
    readonly createdAt: number;
    readonly isUsable: boolean;
};
export type JsonValue = unknown;
export type LevelItemDetails = {
    readonly item: {
        readonly name: string;
    } & {
        readonly [key: string]: unknown;
    };
    readonly actions: readonly ({
        readonly type: string;
        readonly title: string;
        readonly requireConfirmation: boolean;
    } & {
        readonly [key: string]: unknown;
    })[];
    readonly hasCommunity: boolean;
    readonly leaderboards: readonly {
        readonly [key: string]: unknown;
    }[];
    readonly sections: readonly ({
        readonly title: string;
        readonly itemType: string;
        readonly items: readonly {
            readonly [key: string]: unknown;
        }[];
    } & {
        readonly [key: string]: unknown;
    })[];
} & {
    readonly [key: string]: unknown;
};
export type LevelItemInfo = {
    readonly searches?: readonly ({
        readonly type: string;
        readonly title: string;
        readonly requireConfirmation: boolean;
    } & {
        readonly [key: string]: unknown;
    })[];
    readonly sections: readonly ({
        readonly title: string;
        readonly itemType: string;
        readonly items: readonly {
            readonly [key: string]: unknown;
        }[];
    } & {
        readonly [key: string]: unknown;
    })[];
} & {
    readonly [key: string]: unknown;
};
export type LevelItemList = {
    readonly pageCount: number;
    readonly items: readonly ({
        readonly name: string;
    } & {
        readonly [key: string]: unknown;
    })[];
} & {
    readonly [key: string]: unknown;
};
export type LevelResultInfoResponse = {
    readonly [key: string]: unknown;
};
export type LevelServerInfo = {
    readonly title: string;
    readonly buttons: readonly ({
        readonly type: string;
    } & {
        readonly [key: string]: unknown;
    })[];
    readonly configuration: {
        readonly options: readonly {
            readonly [key: string]: unknown;
        }[];
    } & {
        readonly [key: string]: unknown;
    };
} & {
    readonly [key: string]: unknown;
};
export type LikeAnswer = {
    readonly active: boolean;
    readonly likeCount: number;
};
export type ListedPost = {
    readonly id: string;
    readonly title: string;
    /** @enum {string} */
    readonly visibility: "public" | "protected" | "private";
    /** @enum {string} */
    readonly moderationStatus: "pending" | "allow" | "review" | "rejected";
    /** @enum {string} */
    readonly state: "active" | "archived";
    /** @enum {string} */
    readonly status: "published" | "hidden";
    readonly version: number;
    /** @description Milliseconds since the epoch */
    readonly createdAt: number;
    /** @description Milliseconds since the epoch */
    readonly updatedAt: number;
    readonly lastEditedAt: number | null;
    /** @description Since when it stands first on the profile */
    readonly pinnedAt: number | null;
    /** @description Since when it stands first in the feed of all */
    readonly featuredAt: number | null;
    readonly archivedAt: number | null;
    readonly commentsLockedAt: number | null;
    /** @description The entity of a catalog that it is about */
    readonly subject: Subject | null;
    /** @description Whether it gives something away; shown folded */
    readonly spoiler: boolean;
    readonly likeCount: number;
    readonly commentCount: number;
    readonly authorUid: number;
    readonly authorName: string;
    readonly authorHandle: string | null;
    readonly authorImage: string | null;
    readonly avatarSeed: string;
    readonly tags: readonly string[];
    readonly attachments: readonly PostAttachment[];
    /** @description Plain text, at most 500 characters */
    readonly excerpt: string;
    /** @enum {string} */
    readonly recommendationReason?: "followed_author" | "followed_tag" | "popular" | "recent";
    readonly viewer: {
        readonly canGiveFeedback: boolean;
        readonly canEdit: boolean;
        readonly liked: boolean;
        readonly bookmarked: boolean;
        /** @description The viewer follows the author */
        readonly following: boolean;
        /** @description The viewer follows one of its tags */
        readonly followedTag: boolean;
    };
};
export type Live2dBatchResponse = {
    readonly items: {
        readonly [key: string]: {
            readonly id: string;
        } & {
            readonly [key: string]: unknown;
        };
    };
    readonly missing: readonly string[];
};
export type LoginMethodLinkRequest = {
    /** @description The provider */
    readonly provider: string;
    /** @description Where to lead on: a path here, or an address at a trusted origin */
    readonly callbackURL?: string;
    /** @description Where to lead on: a path here, or an address at a trusted origin */
    readonly errorCallbackURL?: string;
};
export type LoginMethodUnlinkRequest = {
    /** @description Id of the way, as listed */
    readonly accountId: string;
};
export type MarkdownNode = string | {
    /** @enum {string} */
    readonly type: "paragraph" | "heading" | "list" | "listItem" | "quote" | "code" | "codeBlock" | "emphasis" | "strong" | "strike" | "link" | "mention" | "tag" | "break" | "rule";
    /** @description Of a heading */
    readonly level?: number;
    /** @description Of a list */
    readonly ordered?: boolean;
    /** @description First number of an ordered list, where it is not 1 */
    readonly start?: number;
    /** @description Of a link: an absolute `http`, `https` or `mailto` address */
    readonly href?: string;
    /** @description Of a mention: handle or UID, without `@`, in lower case */
    readonly handle?: string;
    /** @description Of a tag: its normalised name */
    readonly tag?: string;
    /** @description Of a code block */
    readonly language?: string;
    /** @description Of code, code blocks, mentions and tags */
    readonly text?: string;
    readonly children?: readonly MarkdownNode[];
};
export type MarkdownPreviewRequest = {
    /** @description At most 20,000 characters */
    readonly body: string;
};
export type MarkdownPreviewResponse = {
    readonly tree: readonly MarkdownNode[];
};
export type ModerationAppeal = {
    readonly id: string;
    /** @enum {string} */
    readonly status: "open" | "granted" | "denied";
    /** @description Who appeals */
    readonly uid: number | null;
    readonly handle: string | null;
    readonly person: StaffPersonName | null;
    readonly message: string;
    /** @description What the person reads about the outcome */
    readonly answer: string | null;
    readonly case: {
        readonly id: string;
        /** @enum {string} */
        readonly kind: "post" | "comment" | "attachment" | "profile-name" | "avatar";
        readonly subjectId: string;
        /** @enum {string} */
        readonly verdict: "pending" | "allow" | "review" | "rejected";
        readonly reasonCode: string | null;
        readonly message: string | null;
        readonly excerpt: string;
        readonly decidedByUid: number | null;
        readonly decidedAt: number | null;
    } | null;
    readonly restriction: {
        readonly id: string;
        /**
         * @description `suspension`: of the whole account
         * @enum {string}
         */
        readonly kind: "sign_in" | "write" | "upload" | "suspension";
        readonly reasonCode: string;
        readonly message: string | null;
        readonly issuedByUid: number | null;
        /** @description Milliseconds since the epoch */
        readonly issuedAt: number;
        readonly expiresAt: number | null;
    } | null;
    readonly decidedByUid: number | null;
    readonly decidedAt: number | null;
    readonly version: number;
    /** @description Why the reader may not decide an open appeal: their own, an administrator’s, only administrators decide it, or they made the decision; null: they may, or it is decided */
    readonly blocked: ("own" | "administrator" | "reserved" | "decider") | null;
    /** @description Milliseconds since the epoch */
    readonly createdAt: number;
};
export type ModerationCase = {
    readonly id: string;
    /** @enum {string} */
    readonly kind: "post" | "comment" | "attachment" | "profile-name" | "avatar";
    /** @description Id of the post, comment, file or picture; of a name the UID of its owner */
    readonly subjectId: string;
    readonly authorUid: number;
    readonly authorHandle: string | null;
    /** @enum {string} */
    readonly status: "pending" | "review" | "decided" | "superseded";
    readonly version: number;
    /** @description `rule.…`, `classifier.…`, `policy.…`, `system.…`, `staff.…` */
    readonly reasons: readonly string[];
    readonly excerpt: string;
    /** @description Milliseconds since the epoch */
    readonly createdAt: number;
};
export type ModerationCaseDetail = {
    readonly id: string;
    /** @enum {string} */
    readonly kind: "post" | "comment" | "attachment" | "profile-name" | "avatar";
    /** @description Id of the post, comment, file or picture; of a name the UID of its owner */
    readonly subjectId: string;
    readonly authorUid: number;
    readonly authorHandle: string | null;
    /** @enum {string} */
    readonly status: "pending" | "review" | "decided" | "superseded";
    readonly version: number;
    /** @description `rule.…`, `classifier.…`, `policy.…`, `system.…`, `staff.…` */
    readonly reasons: readonly string[];
    readonly excerpt: string;
    /** @description Milliseconds since the epoch */
    readonly createdAt: number;
    readonly subjectRevision: number;
    /** @enum {string} */
    readonly verdict: "pending" | "allow" | "review" | "rejected";
    readonly text: string | null;
    readonly file: {
        readonly mediaType: string;
        readonly contentUrl: string;
    } | null;
    readonly decidedByUid: number | null;
    readonly decidedAt: number | null;
    readonly reasonCode: string | null;
    /** @description What the author reads */
    readonly message: string | null;
    /** @description Milliseconds since the epoch */
    readonly updatedAt: number;
};
export type ModerationContext = {
    readonly entry: ModerationQueueEntry;
    /** @description Null for reports */
    readonly case: ModerationCaseDetail | null;
    /** @description As it was submitted; of reports: as it is now */
    readonly text: string | null;
    /** @description Parts of the text that rules look for, in UTF-16 units */
    readonly marks: readonly {
        readonly start: number;
        readonly end: number;
        readonly rule: string;
    }[];
    /** @description Newest first */
    readonly revisions: readonly {
        readonly revision: number;
        readonly text: string;
        /** @description Milliseconds since the epoch */
        readonly createdAt: number;
    }[];
    readonly place: {
        readonly self: ModerationPlacedText | null;
        /** @description Around a comment or a file */
        readonly post: ModerationPlacedText | null;
        /** @description The comment that a comment answers */
        readonly parent: ModerationPlacedText | null;
        readonly files: readonly {
            readonly id: string;
            readonly fileName: string;
            readonly mediaType: string;
            readonly alt: string | null;
            readonly pictureUrl: string | null;
            readonly filmUrl: string | null;
        }[];
    };
    readonly person: ModerationPerson | null;
    /** @description All on the same thing, oldest first; none about the reader */
    readonly reports: readonly ModerationReport[];
    readonly notes: readonly ModerationNote[];
    readonly audit: readonly AuditEvent[];
};
export type ModerationFiguresResponse = {
    readonly open: {
        readonly cases: number;
        readonly reports: number;
        readonly appeals: number;
    };
    /** @description From the submission to the decision of a person */
    readonly medianSeconds: number | null;
    readonly days: readonly {
        readonly day: string;
        readonly opened: number;
        /** @description By people */
        readonly decided: number;
        /** @description At the end of the day */
        readonly open: number;
        readonly medianSeconds: number | null;
        readonly reports: number;
    }[];
    readonly reasons: readonly {
        readonly reasonCode: string;
        readonly rejected: number;
        readonly allowed: number;
        readonly reports: number;
    }[];
};
export type ModerationNote = {
    readonly id: string;
    /** @description Null: about the person */
    readonly caseId: string | null;
    readonly byUid: number | null;
    readonly byName: string | null;
    readonly body: string;
    /** @description Milliseconds since the epoch */
    readonly createdAt: number;
};
export type ModerationPerson = {
    readonly uid: number;
    readonly handle: string | null;
    readonly displayName: string;
    /** @enum {string} */
    readonly role: "member" | "moderator" | "administrator";
    /** @enum {string} */
    readonly status: "active" | "suspended" | "deleted";
    /** @description Why the reader may only look: their own, an administrator’s, what an administrator decided about staff, or only their own reports; null: they may decide */
    readonly blocked: ("own" | "administrator" | "reserved" | "reporter") | null;
    readonly rejected: number;
    readonly allowed: number;
    readonly openReports: number;
    /** @description The newest */
    readonly decisions: readonly {
        readonly caseId: string;
        /** @enum {string} */
        readonly kind: "post" | "comment" | "attachment" | "profile-name" | "avatar";
        readonly subjectId: string;
        /** @enum {string} */
        readonly verdict: "pending" | "allow" | "review" | "rejected";
        readonly reasonCode: string | null;
        readonly reasons: readonly string[];
        readonly excerpt: string;
        /** @description Null: a rule or the classifier */
        readonly byUid: number | null;
        /** @description Milliseconds since the epoch */
        readonly decidedAt: number;
    }[];
    /** @description The newest, ended ones too */
    readonly restrictions: readonly {
        readonly id: string;
        /** @enum {string} */
        readonly kind: "sign_in" | "write" | "upload" | "suspension";
        readonly reasonCode: string;
        readonly message: string | null;
        /** @description Milliseconds since the epoch */
        readonly issuedAt: number;
        readonly expiresAt: number | null;
        readonly liftedAt: number | null;
        readonly active: boolean;
        readonly byUid: number | null;
        /** @description Only administrators end it */
        readonly reserved: boolean;
        readonly version: number;
    }[];
    /** @description About the person and their cases, newest first; empty for oneself */
    readonly notes: readonly ModerationNote[];
};
export type ModerationPlacedText = {
    /** @enum {string} */
    readonly kind: "post" | "comment";
    readonly id: string;
    readonly authorUid: number;
    readonly authorHandle: string | null;
    readonly authorName: string;
    readonly title: string;
    readonly text: string;
    /** @enum {string} */
    readonly verdict: "pending" | "allow" | "review" | "rejected";
    readonly version: number;
    readonly revision: number;
    readonly hidden: boolean;
    /** @description Milliseconds since the epoch */
    readonly createdAt: number;
};
export type ModerationQueueEntry = {
    /**
     * @description A case that waits for a person, or the open reports on one thing
     * @enum {string}
     */
    readonly type: "case" | "reports";
    /** @description Of the case, or of the first report */
    readonly id: string;
    /** @enum {string} */
    readonly kind: "post" | "comment" | "attachment" | "profile-name" | "avatar" | "user";
    readonly subjectId: string;
    readonly authorUid: number | null;
    readonly authorHandle: string | null;
    readonly authorName: string | null;
    readonly excerpt: string;
    readonly reasons: readonly string[];
    /** @enum {string} */
    readonly status: "pending" | "review" | "decided" | "superseded" | "reviewing" | "resolved" | "dismissed";
    readonly verdict: ("pending" | "allow" | "review" | "rejected") | null;
    readonly version: number;
    /** @description Milliseconds since the epoch */
    readonly createdAt: number;
    readonly reports: {
        /** @description Open ones */
        readonly count: number;
        /** @description Of the newest */
        readonly excerpts: readonly {
            readonly reasonCode: string;
            readonly details: string | null;
        }[];
        /** @description Those that the reader may close */
        readonly items: readonly {
            readonly id: string;
            readonly version: number;
        }[];
    };
    /** @description Who is at it now */
    readonly claims: readonly {
        readonly uid: number;
        readonly handle: string | null;
        readonly displayName: string;
        /** @description Milliseconds since the epoch */
        readonly endsAt: number;
    }[];
    /** @description Why the reader may only look: their own, an administrator’s, what an administrator decided about staff, or only their own reports; null: they may decide */
    readonly blocked: ("own" | "administrator" | "reserved" | "reporter") | null;
};
export type ModerationReport = {
    readonly id: string;
    /** @enum {string} */
    readonly targetKind: "post" | "comment" | "user";
    readonly targetId: string;
    readonly targetRevision: number;
    readonly targetUid: number | null;
    /** @description Whose it is; null after the account is deleted */
    readonly target: StaffPersonName | null;
    readonly reporterUid: number | null;
    readonly reporter: StaffPersonName | null;
    /** @enum {string} */
    readonly reasonCode: "spam" | "harassment" | "hate" | "sexual" | "violence" | "privacy" | "copyright" | "misinformation" | "other";
    readonly details: string | null;
    /** @enum {string} */
    readonly status: "pending" | "reviewing" | "resolved" | "dismissed";
    readonly reviewerUid: number | null;
    readonly version: number;
    /** @description Milliseconds since the epoch */
    readonly createdAt: number;
    /** @description Milliseconds since the epoch */
    readonly updatedAt: number;
};
export type ModerationUser = {
    readonly uid: number;
    readonly handle: string | null;
    readonly displayName: string;
    /** @enum {string} */
    readonly role: "member" | "moderator" | "administrator";
    /** @enum {string} */
    readonly status: "active" | "suspended" | "deleted";
    /** @description Active ones, oldest first */
    readonly restrictions: readonly AccountRestriction[];
};
export type Notification = {
    readonly id: string;
    /** @enum {string} */
    readonly kind: "comment" | "reply" | "post_reaction" | "comment_reaction" | "follow" | "mention" | "moderation";
    readonly postId: string | null;
    /** @description Title of that post; empty where it has none */
    readonly postTitle: string | null;
    readonly commentId: string | null;
    /** @description Milliseconds since the epoch */
    readonly createdAt: number;
    readonly readAt: number | null;
    readonly actorUid: number | null;
    readonly actorName: string | null;
    readonly actorHandle: string | null;
    readonly actorImage: string | null;
    readonly actorAvatarSeed: string | null;
    /** @description Of a moderation notice: a verdict, or `restrict`, `hide`, `unhide`, `lock`, `unlock` */
    readonly verdict?: string | null;
    readonly reasonCode?: string | null;
    /** @description What staff says to the person */
    readonly message?: string | null;
    /** @description The kind of a case, or `restriction` */
    readonly subjectKind?: string | null;
    readonly subjectId?: string | null;
    readonly caseId?: string | null;
};
export type NotificationListResponse = {
    readonly notifications: readonly Notification[];
    readonly nextCursor: string | null;
    readonly unreadCount: number;
};
export type NotificationMarkAllResponse = {
    /** @description Milliseconds since the epoch */
    readonly readAt: number;
    readonly updatedCount: number;
};
export type NotificationMarkResponse = {
    readonly id: string;
    /** @description Milliseconds since the epoch */
    readonly readAt: number;
};
export type OwnAttachmentListResponse = {
    readonly attachments: readonly {
        readonly id: string;
        readonly fileName: string;
        readonly mediaType: string;
        readonly size: number;
        readonly width: number | null;
        readonly height: number | null;
        /** @description What it shows, at most 500 characters */
        readonly alt: string | null;
        /** @enum {string} */
        readonly status: "reserved" | "scanning" | "ready" | "review" | "rejected" | "deleted";
        /** @enum {string} */
        readonly moderationStatus: "pending" | "allow" | "review" | "rejected" | "deleted";
        /** @description Why it was rejected */
        readonly failureCode: string | null;
        /** @description Milliseconds since the epoch */
        readonly createdAt: number;
        /** @description Null once a post holds it */
        readonly expiresAt: number | null;
        /** @description While reserved, of a file of one part */
        readonly uploadUrl: string | null;
        /** @description While reserved */
        readonly multipart: {
            readonly partSize: number;
            readonly partCount: number;
            /** @description With `{partNumber}` to be substituted */
            readonly partUploadUrl: string;
            readonly completeUrl: string;
            readonly cancelUrl: string;
        } | null;
        /** @description Once ready */
        readonly downloadUrl: string | null;
        readonly processing: {
            /** @enum {string} */
            readonly state: "queued" | "processing" | "ready" | "failed";
            readonly progress: number;
            readonly error: string | null;
        } | null;
        readonly displayMediaType: string | null;
        readonly displayWidth: number | null;
        readonly displayHeight: number | null;
        readonly durationSeconds: number | null;
        /** @description Of images */
        readonly previewUrl: string | null;
        /** @description Of video */
        readonly playbackUrl: string | null;
        readonly posterUrl: string | null;
        readonly thumbnailUrl: string | null;
        /** @description The post that uses it */
        readonly postId: string | null;
        readonly postTitle: string | null;
    }[];
    readonly nextCursor: string | null;
};
export type OwnCommentListResponse = {
    readonly comments: readonly {
        readonly id: string;
        readonly postId: string;
        readonly postTitle: string | null;
        readonly postAccessible: boolean;
        readonly parentId: string | null;
        /** @description Markdown source */
        readonly body: string;
        /** @description With `tree=1` */
        readonly bodyTree?: readonly MarkdownNode[];
        /** @enum {string} */
        readonly moderationStatus: "pending" | "allow" | "review" | "rejected";
        /** @description Revision that the verdict is about */
        readonly moderationRevision: number;
        readonly version: number;
        readonly revisionCount: number;
        /** @description Milliseconds since the epoch */
        readonly createdAt: number;
        /** @description Milliseconds since the epoch */
        readonly updatedAt: number;
        readonly lastEditedAt: number | null;
        readonly deletedAt: number | null;
        readonly hiddenAt: number | null;
        readonly viewer: {
            readonly canDelete: boolean;
            readonly canEdit: boolean;
        };
    }[];
    readonly nextCursor: string | null;
};
export type Partition = {
    /** @constant */
    readonly algorithm: "fnv1a32-mod-256";
    /** @description How many there are */
    readonly count: number;
    readonly prefix: string;
    /** @description Names of the shards that exist, sorted */
    readonly shards: readonly string[];
};
export type PasskeyCreateOptionsResponse = {
    readonly challenge: string;
} & {
    readonly [key: string]: unknown;
};
export type PasskeyCreateRequest = {
    readonly response: {
        readonly id: string;
        readonly rawId: string;
        /** @constant */
        readonly type: "public-key";
        readonly response: {
            readonly clientDataJSON: string;
            readonly attestationObject: string;
            readonly transports?: readonly string[];
        } & {
            readonly [key: string]: unknown;
        };
    } & {
        readonly [key: string]: unknown;
    };
    readonly name?: string;
};
export type PasskeyCreateResponse = {
    readonly id: string;
    readonly name?: string | null;
    readonly createdAt?: string | null;
} & {
    readonly [key: string]: unknown;
};
export type PasskeyDeleteRequest = {
    /** Format: uuid */
    readonly id: string;
};
export type PasskeyRenameRequest = {
    /** Format: uuid */
    readonly id: string;
    readonly name: string;
};
export type PasskeyRenameResponse = {
    readonly passkey: {
        readonly id: string;
        readonly name?: string | null;
        readonly createdAt?: string | null;
    } & {
        readonly [key: string]: unknown;
    };
};
export type PasskeySignInRequest = {
    readonly response: {
        readonly id: string;
        readonly rawId: string;
        /** @constant */
        readonly type: "public-key";
        readonly response: {
            readonly clientDataJSON: string;
            readonly authenticatorData: string;
            readonly signature: string;
        } & {
            readonly [key: string]: unknown;
        };
    } & {
        readonly [key: string]: unknown;
    };
};
export type PasskeySignInResponse = ({
    readonly session: {
        readonly token: string;
    } & {
        readonly [key: string]: unknown;
    };
} & {
    readonly [key: string]: unknown;
}) | {
    /** @constant */
    readonly twoFactorRedirect: true;
    readonly twoFactorMethods: readonly string[];
};
export type PasswordChangeRequest = {
    /** @description The password of now */
    readonly currentPassword: string;
    /** @description 12 to 128 characters */
    readonly newPassword: string;
    /** @description Whether API tokens stay valid; default false */
    readonly keepApiTokens?: boolean;
};
export type PasswordChangeResponse = {
    readonly token: string | null;
} & {
    readonly [key: string]: unknown;
};
export type PasswordResetRequest = {
    /** @description The mailed token */
    readonly token: string;
    /** @description 12 to 128 characters */
    readonly newPassword: string;
};
export type PasswordResetRequestRequest = {
    /** @description The address */
    readonly email: string;
    /** @description The page that takes the token: `/account/password` here, as without it */
    readonly redirectTo?: string;
};
export type PasswordResetRequestResponse = {
    readonly status: boolean;
} & {
    readonly [key: string]: unknown;
};
export type Person = {
    readonly uid: number;
    readonly displayName: string;
    readonly handle: string | null;
    readonly avatarUrl: string | null;
    readonly avatarSeed: string;
    /** @enum {string} */
    readonly role: "member" | "moderator" | "administrator";
};
export type PersonList = {
    readonly people: readonly Person[];
    readonly nextCursor: string | null;
};
export type Post = {
    readonly id: string;
    readonly title: string;
    /** @enum {string} */
    readonly visibility: "public" | "protected" | "private";
    /** @enum {string} */
    readonly moderationStatus: "pending" | "allow" | "review" | "rejected";
    /** @enum {string} */
    readonly state: "active" | "archived";
    /** @enum {string} */
    readonly status: "published" | "hidden";
    readonly version: number;
    /** @description Milliseconds since the epoch */
    readonly createdAt: number;
    /** @description Milliseconds since the epoch */
    readonly updatedAt: number;
    readonly lastEditedAt: number | null;
    /** @description Since when it stands first on the profile */
    readonly pinnedAt: number | null;
    /** @description Since when it stands first in the feed of all */
    readonly featuredAt: number | null;
    readonly archivedAt: number | null;
    readonly commentsLockedAt: number | null;
    /** @description The entity of a catalog that it is about */
    readonly subject: Subject | null;
    /** @description Whether it gives something away; shown folded */
    readonly spoiler: boolean;
    readonly likeCount: number;
    readonly commentCount: number;
    readonly authorUid: number;
    readonly authorName: string;
    readonly authorHandle: string | null;
    readonly authorImage: string | null;
    readonly avatarSeed: string;
    readonly tags: readonly string[];
    readonly attachments: readonly PostAttachment[];
    /** @description Markdown source */
    readonly body: string;
    /** @description With `tree=1` */
    readonly bodyTree?: readonly MarkdownNode[];
};
export type PostAnswer = {
    readonly post: Post;
};
export type PostAttachment = {
    readonly id: string;
    readonly fileName: string;
    readonly mediaType: string;
    readonly size: number;
    readonly position: number;
    readonly width: number | null;
    readonly height: number | null;
    /** @description What it shows, in the words of the author */
    readonly alt: string | null;
    /** @constant */
    readonly status: "ready";
    /** @constant */
    readonly moderationStatus: "allow";
    readonly contentUrl: string;
    readonly displayMediaType: string | null;
    readonly displayWidth: number | null;
    readonly displayHeight: number | null;
    readonly durationSeconds: number | null;
    readonly previewUrl: string | null;
    readonly playbackUrl: string | null;
    readonly posterUrl: string | null;
    readonly thumbnailUrl: string | null;
};
export type PostAttachmentLinkRequest = {
    /** @description Ready files of one’s own, each once */
    readonly attachmentIds: readonly string[];
};
export type PostAttachmentLinkResponse = {
    readonly attachments: readonly ({
        readonly id: string;
    } & {
        readonly [key: string]: unknown;
    })[];
};
export type PostAttachmentUnlinkResponse = {
    readonly attachmentId: string;
    /** @constant */
    readonly detached: true;
    readonly postId: string;
};
export type PostCreateRequest = {
    /** @description 1 to 20,000 characters of Markdown */
    readonly body: string;
    /** @description 1 to 120 characters; default: the first line with text */
    readonly title?: string;
    /** @enum {string} */
    readonly visibility?: "public" | "protected" | "private";
    readonly tags?: readonly string[];
    /** @description Ready files of one’s own, each once */
    readonly attachmentIds?: readonly string[];
    readonly subject?: {
        readonly server: string;
        readonly resource: string;
        readonly id: string;
    } | null;
    /** @description Whether it contains spoilers */
    readonly spoiler?: boolean;
};
export type PostEditRequest = {
    /** @description 1 to 20,000 characters of Markdown */
    readonly body: string;
    /** @description Version that the change is about */
    readonly version: number;
    /** @description Absent: a title that was given stays, another one follows the text */
    readonly title?: string;
    /** @enum {string} */
    readonly visibility?: "public" | "protected" | "private";
    readonly tags?: readonly string[];
    /** @description Null: the subject no longer exists */
    readonly subject?: {
        readonly server: string;
        readonly resource: string;
        readonly id: string;
    } | null;
    /** @description Whether it contains spoilers */
    readonly spoiler?: boolean;
    /** @description At most 500 characters */
    readonly editReason?: string | null;
};
export type PostFeedbackRequest = {
    readonly feedback: ("not_interested" | "hide") | null;
    readonly reasonCode?: string | null;
};
export type PostFeedbackResponse = {
    readonly feedback: {
        /** @enum {string} */
        readonly kind: "not_interested" | "hide";
        readonly reasonCode: string | null;
        /** @description Milliseconds since the epoch */
        readonly createdAt: number;
    } | null;
};
export type PostListResponse = {
    readonly posts: readonly ListedPost[];
    readonly nextCursor: string | null;
    /** @description With `scope=recommended` */
    readonly seed?: number;
};
export type PostPinRequest = {
    readonly active: boolean;
    /** @description Version that the change is about */
    readonly version: number;
    /** @enum {string} */
    readonly place?: "profile" | "feed";
};
export type PostReadResponse = {
    /** @description Absent with `commentsOnly` */
    readonly post?: Post;
    readonly comments: readonly Comment[];
    readonly commentsNextCursor: string | null;
    /** @enum {string} */
    readonly commentsSort: "hot" | "latest";
    /** @description From the post; absent with `commentsOnly` */
    readonly commentCount?: number;
    /** @description Absent with `commentsOnly` */
    readonly viewer?: {
        readonly liked: boolean;
        readonly bookmarked: boolean;
        readonly following: boolean;
        readonly canEdit: boolean;
        readonly canDelete: boolean;
        readonly canComment: boolean;
        readonly canPin: boolean;
        readonly canLock: boolean;
        /** @description Of one’s own post: why it waits; empty: it does not */
        readonly moderationReasons: readonly ("links" | "link" | "repetition" | "new_account" | "words" | "policy" | "automatic")[];
    };
};
export type PostRevisionListResponse = {
    readonly revisions: readonly {
        readonly revision: number;
        readonly title: string;
        readonly body: string;
        /** @enum {string} */
        readonly visibility: "public" | "protected" | "private";
        readonly tags: readonly string[];
        readonly editReason: string | null;
        /** @description Milliseconds since the epoch */
        readonly createdAt: number;
    }[];
    readonly nextCursor: string | null;
};
export type PostStateChangeRequest = {
    /** @enum {string} */
    readonly action: "hide" | "unhide" | "lock" | "unlock";
    /** @enum {string} */
    readonly reasonCode: "spam" | "harassment" | "hate" | "sexual" | "violence" | "privacy" | "copyright" | "misinformation" | "other";
    /** @description What the author reads */
    readonly message?: string;
    /** @description Only for the audit trail */
    readonly note?: string;
    /** @description Version that the change is about */
    readonly version: number;
};
export type PostStateChangeResponse = {
    readonly post: {
        readonly id: string;
        readonly version: number;
        readonly hidden: boolean;
        /** @description Posts only */
        readonly locked?: boolean;
    };
};
export type PreferencesAnswer = {
    readonly preferences: {
        readonly locale: ("ja" | "en" | "zh-TW" | "zh-CN" | "ko") | null;
        readonly releaseServer: string | null;
        readonly settings: {
            readonly [key: string]: JsonValue;
        } | null;
        readonly version: number;
        /** @description Milliseconds since the epoch */
        readonly updatedAt: number;
    } | null;
};
export type PreferencesWriteRequest = {
    readonly locale?: ("ja" | "en" | "zh-TW" | "zh-CN" | "ko") | null;
    readonly releaseServer?: string | null;
    /** @description Any object of at most 16,384 bytes as JSON */
    readonly settings?: {
        readonly [key: string]: unknown;
    } | null;
};
export type ProfileAnswer = {
    readonly profile: AccountProfile;
};
export type ProfileDeleteRequest = {
    /** @description The e-mail address of the account */
    readonly confirmation: string;
};
export type ProfilePatchRequest = {
    /** @description 1 to 80 visible characters */
    readonly displayName?: string;
    /** @description 3 to 32 of a–z, 0–9, _ and -; null clears */
    readonly handle?: string | null;
    /** @description At most 500 characters of Markdown; null clears */
    readonly bio?: string | null;
    /** @description Of the profile that was read */
    readonly version: number;
};
export type Publication = {
    readonly id: string;
    readonly server: string;
    /** @enum {string} */
    readonly state: "open" | "committing" | "done" | "failed";
    readonly files: number;
    /** @description Bytes of all files, equal ones counted once */
    readonly bytes: number;
    /** @description Objects that have not arrived yet */
    readonly missing: number;
    /** @description Milliseconds since the epoch */
    readonly createdAt: number;
    /** @description An open publication ends a day after the last object, an ended one is kept a day */
    readonly expiresAt: number;
    readonly progress: {
        readonly step: string;
        readonly done: number;
        /** @description 0 when the step cannot be counted */
        readonly total: number;
    } | null;
    /** @description What `livehouse publish --json` prints; null before the end and after a failure */
    readonly result: {
        readonly server: string;
        readonly releaseId: string;
        readonly sourceId: string;
        readonly promoted: boolean;
        readonly unchanged: boolean;
        readonly entries: number;
        readonly bytes: number;
        readonly objects: {
            readonly written: number;
            readonly reused: number;
        };
        readonly warnings: readonly PublicationFinding[];
        /** @description What changed in the fields of collections; absent where nothing did */
        readonly schema?: {
            readonly [key: string]: {
                readonly added: readonly {
                    /** @description As in queries */
                    readonly path: string;
                    /** @description As the fields of queries have it; with `[]` for lists */
                    readonly type: string;
                }[];
                readonly removed: readonly {
                    /** @description As in queries */
                    readonly path: string;
                    /** @description As the fields of queries have it; with `[]` for lists */
                    readonly type: string;
                }[];
                readonly changed: readonly {
                    readonly path: string;
                    readonly before: string;
                    readonly after: string;
                }[];
            };
        };
        readonly milliseconds: number;
    } | null;
    /** @description Why nothing was published; empty unless `failed` */
    readonly errors: readonly PublicationFinding[];
};
export type PublicationCommitRequest = {
    readonly promote?: boolean;
    /** @description Whether warnings end the publication */
    readonly strict?: boolean;
    /** @description Whether a collection may lose more than half of its entities */
    readonly allowLoss?: boolean;
};
export type PublicationCreateRequest = {
    /** @description The value of `snapshot.json`, without `mounts` */
    readonly descriptor: {
        readonly [key: string]: JsonValue;
    };
    readonly files: readonly {
        readonly path: string;
        /** @description SHA-256, 64 lowercase hex digits */
        readonly sha256: string;
        readonly bytes: number;
    }[];
};
export type PublicationCreateResponse = {
    readonly id: string;
    readonly missing: readonly string[];
    /** @description Milliseconds since the epoch */
    readonly expiresAt: number;
};
export type PublicationFinding = {
    readonly file: string;
    readonly path: string;
    readonly code: string;
    readonly message: string;
};
export type PublicationObjectReadResponse = {
    /** @description SHA-256, 64 lowercase hex digits */
    readonly sha256: string;
    readonly bytes: number;
    /** @description Bytes that are held; the next request continues there */
    readonly received: number;
    readonly complete: boolean;
};
export type PublicationPackWriteResponse = {
    readonly received: number;
};
export type PublicationReadResponse = {
    readonly publication: Publication;
};
export type QueueListResponse = {
    readonly entries: readonly ModerationQueueEntry[];
    /** @description All that waits */
    readonly waiting: number;
    readonly nextCursor: string | null;
};
export type ReadinessReadResponse = {
    /** @enum {string} */
    readonly status: "ok" | "degraded";
    readonly checks: {
        readonly [key: string]: "ok" | "unavailable" | "storage_full";
    };
};
export type RelationAnswer = {
    readonly user: {
        readonly uid: number;
        readonly name: string;
        readonly image: string | null;
    };
    readonly relationship: {
        readonly following: boolean;
        readonly followedBy: boolean;
        readonly blocked: boolean;
        readonly blocking: boolean;
        readonly blockedBy: boolean;
        readonly muted: boolean;
        readonly muting: boolean;
        readonly canFollow: boolean;
    };
    readonly viewer: {
        readonly blocked: boolean;
        readonly followedBy: boolean;
        readonly following: boolean;
        readonly muted: boolean;
        readonly canInteract: boolean;
    };
};
export type RelationEntry = {
    /** @constant */
    readonly algorithm: "fnv1a32-mod-256";
    /** @description How many there are */
    readonly count: number;
    readonly prefix: string;
    /** @description Names of the shards that exist, sorted */
    readonly shards: readonly string[];
    /** @description Sum of the list or record lengths over all keys */
    readonly entityCount: number;
    /** @enum {string} */
    readonly valueMode: "ids" | "records";
};
export type ReleaseChanges = {
    /** @description `r-` and 20 hex digits */
    readonly from: string;
    /** @description `r-` and 20 hex digits */
    readonly to: string;
    /** @description By resource: those of both releases, unchanged ones too */
    readonly resources: {
        readonly [key: string]: ChangeCounts;
    };
    readonly files: ChangeCounts;
    /** @description Only where the snapshot declares another presentation of its data */
    readonly presentation?: {
        /** @enum {string} */
        readonly change: "added" | "removed" | "changed";
        /** @description Paths of the declaration that differ; at most 100 */
        readonly fields: readonly string[];
    };
};
export type ReleaseChangesResponse = ReleaseChanges | ResourceChanges | FileChanges | SchemaChanges;
export type ReleaseEntry = {
    readonly path: string;
    /** @enum {string} */
    readonly role: "assets" | "runtime" | "objects" | "api" | "metadata" | "game-client";
    readonly bytes: number;
    readonly sha256: string;
    readonly mediaType: string;
};
export type ReleaseFiles = {
    readonly files: readonly {
        /** @description Release path */
        readonly path: string;
        readonly mediaType: string;
        readonly bytes: number;
        /** @description SHA-256 of the bytes, 64 lowercase hex digits */
        readonly sha256: string;
    }[];
    readonly nextCursor: string | null;
};
export type ReleaseHistory = {
    readonly releases: readonly {
        /** @description `r-` and 20 hex digits */
        readonly releaseId: string;
        readonly sourceId: string;
        /** @description When it was stored, in milliseconds */
        readonly publishedAt: number;
        /** @description When it last became current, in milliseconds */
        readonly promotedAt: number;
        readonly current: boolean;
        /** @description Files of the release, without the documents of its catalog */
        readonly files: number;
        /** @description Size of these files */
        readonly bytes: number;
        /** @description Resources of its catalog */
        readonly resources: number;
    }[];
    readonly nextCursor: string | null;
};
export type ReleaseIdentity = {
    /** @constant */
    readonly schema: "service-resource-release-identity-v1";
    readonly server: string;
    readonly releaseId: string;
    readonly sourceId: string;
};
export type ReleaseManifest = {
    /** @constant */
    readonly schema: "service-resource-release-v1";
    readonly server: string;
    readonly sourceId: string;
    readonly releaseId: string;
    readonly entryCount: number;
    readonly totalBytes: number;
    readonly entries: readonly ReleaseEntry[];
};
export type ReleaseReadResponse = ReleaseManifest | ReleaseIdentity;
export type ReleaseRegistry = {
    readonly releases: readonly {
        /** @description Server identifier */
        readonly id: string;
        readonly displayName: string;
        /** @enum {string} */
        readonly region: "global" | "jp" | "kr" | "tw" | "cn" | "en";
    }[];
};
export type ReportCloseRequest = {
    /** @enum {string} */
    readonly status: "resolved" | "dismissed";
    /** @enum {string} */
    readonly reasonCode: "spam" | "harassment" | "hate" | "sexual" | "violence" | "privacy" | "copyright" | "misinformation" | "other";
    /** @description Only for the audit trail */
    readonly note?: string;
    /** @description Version that the decision is about */
    readonly version: number;
};
export type ReportCloseResponse = {
    readonly report: ModerationReport;
};
export type ReportCloseSeveralRequest = {
    readonly ids: readonly string[];
    /** @description One for each id, in the same order */
    readonly versions: readonly number[];
    /** @enum {string} */
    readonly status: "resolved" | "dismissed";
    /** @enum {string} */
    readonly reasonCode: "spam" | "harassment" | "hate" | "sexual" | "violence" | "privacy" | "copyright" | "misinformation" | "other";
    /** @description Only for the audit trail */
    readonly note?: string;
};
export type ReportCloseSeveralResponse = {
    readonly results: readonly ({
        readonly id: string;
        /** @constant */
        readonly ok: true;
        readonly report: ModerationReport;
    } | {
        readonly id: string;
        /** @constant */
        readonly ok: false;
        readonly status: number;
        readonly code: string;
    })[];
};
export type ReportCreateRequest = {
    /** @enum {string} */
    readonly targetKind: "post" | "comment" | "user";
    /** @description Id, or for a user the decimal UID */
    readonly targetId: string;
    /** @enum {string} */
    readonly reasonCode: "spam" | "harassment" | "hate" | "sexual" | "violence" | "privacy" | "copyright" | "misinformation" | "other";
    /** @description At most 2,000 characters; needed for `other` */
    readonly details?: string | null;
};
export type ReportCreateResponse = {
    readonly report: {
        readonly id: string;
        /** @enum {string} */
        readonly targetKind: "post" | "comment" | "user";
        readonly targetId: string;
        /** @enum {string} */
        readonly status: "pending" | "reviewing" | "resolved" | "dismissed";
        readonly version: number;
        /** @description Milliseconds since the epoch */
        readonly createdAt: number;
    };
};
export type ReportListResponse = {
    readonly reports: readonly ModerationReport[];
    readonly nextCursor: string | null;
};
export type ResourceChanges = {
    readonly items: readonly {
        readonly id: string;
        /** @enum {string} */
        readonly change: "added" | "removed" | "changed";
        /** @description For a changed entity: the paths that differ; at most 100. Elements of lists: `costs[id=7].count` */
        readonly fields: readonly string[];
        /** @description With `values=1`: the same fields with their values */
        readonly values?: readonly ChangedField[];
    }[];
    readonly nextCursor: string | null;
};
export type ResourceEntry = {
    /** @description How many there are */
    readonly count: number;
    /** @description Names of other resources, sorted */
    readonly dependencies: readonly string[];
    readonly entities?: Partition;
    /** @description Path of the index document */
    readonly index: string;
    /** @enum {string} */
    readonly kind: "collection" | "document";
    readonly relations?: {
        readonly [key: string]: RelationEntry;
    };
    readonly views?: {
        readonly [key: string]: ViewEntry;
    };
};
export type ResourceReadResponse = CatalogBatch | CatalogPage | CatalogIndex;
export type RestrictionIssueRequest = {
    /** @enum {string} */
    readonly kind: "sign_in" | "write" | "upload";
    /** @enum {string} */
    readonly reasonCode: "spam" | "harassment" | "hate" | "sexual" | "violence" | "privacy" | "copyright" | "misinformation" | "other";
    readonly expiresAt?: number | null;
    /** @description What the person reads */
    readonly message?: string;
    /** @description Only for the audit trail */
    readonly note?: string;
};
export type RestrictionIssueResponse = {
    readonly restriction: AccountRestriction;
};
export type RestrictionLiftRequest = {
    /** @enum {string} */
    readonly reasonCode?: "spam" | "harassment" | "hate" | "sexual" | "violence" | "privacy" | "copyright" | "misinformation" | "other";
    /** @description Only for the audit trail */
    readonly note?: string;
    /** @description Version that the decision is about */
    readonly version?: number;
};
export type SchemaChanges = {
    /** @description By resource: those whose fields differ */
    readonly schema: {
        readonly [key: string]: {
            readonly added: readonly {
                /** @description As in queries */
                readonly path: string;
                /** @description As the fields of queries have it; with `[]` for lists */
                readonly type: string;
            }[];
            readonly removed: readonly {
                /** @description As in queries */
                readonly path: string;
                /** @description As the fields of queries have it; with `[]` for lists */
                readonly type: string;
            }[];
            readonly changed: readonly {
                readonly path: string;
                readonly before: string;
                readonly after: string;
            }[];
        };
    };
};
export type SessionReadResponse = {
    readonly session: {
        readonly id: string;
        readonly token: string;
        readonly expiresAt: string;
        /** @description Time of the sign-in */
        readonly createdAt: string;
        /** @description When it was last extended: at most once a day */
        readonly updatedAt: string;
    } & {
        readonly [key: string]: unknown;
    };
    readonly user: {
        readonly id: string;
        readonly email: string;
        readonly emailVerified: boolean;
        /** @description Whether an authenticator app is on */
        readonly twoFactorEnabled?: boolean | null;
    } & {
        readonly [key: string]: unknown;
    };
} | null;
export type SessionRevokeRequest = {
    /** @description Token of the session, as listed */
    readonly token: string;
};
export type SignInEmailRequest = {
    /** @description Address of the account */
    readonly email: string;
    /** @description Its password */
    readonly password: string;
    /** @description Whether the cookie outlives the browser; default true */
    readonly rememberMe?: boolean;
    /** @description Where to lead on: a path here, or an address at a trusted origin */
    readonly callbackURL?: string;
};
export type SignInEmailResponse = ({
    readonly token: string;
    readonly user: {
        readonly id: string;
        readonly email: string;
        readonly emailVerified: boolean;
    } & {
        readonly [key: string]: unknown;
    };
} & {
    readonly [key: string]: unknown;
}) | {
    /** @constant */
    readonly twoFactorRedirect: true;
    readonly twoFactorMethods: readonly ("totp" | "passkey")[];
};
export type SignInSocialRequest = {
    /** @description The provider */
    readonly provider: string;
    /** @description Where to lead on: a path here, or an address at a trusted origin */
    readonly callbackURL?: string;
    /** @description Where to lead on: a path here, or an address at a trusted origin */
    readonly newUserCallbackURL?: string;
    /** @description Where to lead on: a path here, or an address at a trusted origin */
    readonly errorCallbackURL?: string;
    /** @description Answer with the address alone */
    readonly disableRedirect?: boolean;
    /** @description Code of an invite, for a first sign-in while registration is by invitation */
    readonly inviteCode?: string;
};
export type SignInSocialResponse = {
    readonly url: string;
    readonly redirect: boolean;
};
export type SignOutResponse = {
    readonly success: boolean;
};
export type SongReadResponse = {
    readonly musicId: number;
    /** @description Text in the slots jp, en, tw, cn, kr */
    readonly musicTitle: readonly (string | null)[];
    readonly bandId: number | null;
    readonly jacketUrl: string | null;
    readonly jacketThumbUrl: string | null;
    readonly musicUrl: string;
    readonly publishedAt: readonly (number | null)[] | null;
    readonly releaseAt: number | null;
    readonly difficulty: readonly ({
        /** @enum {string} */
        readonly difficulty: "easy" | "normal" | "hard" | "expert" | "special";
        readonly playLevel: number | null;
    } & {
        readonly [key: string]: unknown;
    })[];
    readonly musicCategories: readonly string[];
    /** @constant */
    readonly musicType: 0;
    readonly scoreRanks: readonly {
        readonly scoreRank: number;
        readonly requiredScore: number;
    }[];
    readonly scoreRewards: readonly ({
        readonly scoreRank: number;
    } & {
        readonly [key: string]: unknown;
    })[];
    readonly comboRewards: {
        readonly [key: string]: readonly ({
            readonly comboRateType: string;
        } & {
            readonly [key: string]: unknown;
        })[];
    };
} & {
    readonly [key: string]: unknown;
};
export type StaffPersonName = {
    readonly uid: number;
    readonly handle: string | null;
    readonly displayName: string;
};
export type StandingReadResponse = {
    readonly restrictions: readonly {
        readonly id: string;
        /**
         * @description `suspension`: of the whole account
         * @enum {string}
         */
        readonly kind: "sign_in" | "write" | "upload" | "suspension";
        readonly reasonCode: string;
        /** @description What staff says */
        readonly message: string | null;
        /** @description Milliseconds since the epoch */
        readonly createdAt: number;
        readonly expiresAt: number | null;
        readonly appeal: Appeal | null;
    }[];
    readonly restrictionsNextCursor: string | null;
    readonly decisions: readonly {
        readonly caseId: string;
        /** @enum {string} */
        readonly subjectKind: "post" | "comment" | "attachment" | "profile-name" | "avatar";
        readonly subjectId: string;
        /** @enum {string} */
        readonly verdict: "allow" | "rejected" | "review" | "pending";
        /** @description Null where a rule or the classifier decided */
        readonly reasonCode: string | null;
        /** @description What staff says */
        readonly message: string | null;
        /** @description Milliseconds since the epoch */
        readonly decidedAt: number;
        readonly appeal: Appeal | null;
    }[];
    readonly decisionsNextCursor: string | null;
};
export type StatusAnswer = {
    readonly status: boolean;
};
export type StoryReadResponse = {
    readonly storyId: string;
    readonly storyKey: string;
    /** @description Text in the slots jp, en, tw, cn, kr */
    readonly title: readonly (string | null)[];
    /** @enum {string} */
    readonly sourceServer: "jp" | "en" | "tw" | "cn" | "kr";
    readonly commands: readonly ({
        readonly index: number;
        readonly type: string;
    } & {
        readonly [key: string]: unknown;
    })[];
    readonly sourceDiagnostics: {
        readonly [key: string]: unknown;
    };
} & {
    readonly [key: string]: unknown;
};
export type Subject = {
    readonly server: string;
    readonly resource: string;
    readonly id: string;
    /** @description That of the entity when it was named */
    readonly title: string;
};
export type Tag = {
    readonly id: string;
    readonly normalizedName: string;
    readonly displayName: string;
    readonly description: null;
    /** @description Number of public posts with the tag */
    readonly postCount: number;
    readonly followerCount: number;
    /** @description Of the viewer */
    readonly preference: ("follow" | "mute") | null;
};
export type TagListResponse = {
    readonly tags: readonly Tag[];
    readonly nextCursor: string | null;
};
export type TagPreferRequest = {
    readonly preference: ("follow" | "mute") | null;
};
export type TagPreferResponse = {
    readonly preference: {
        /** @enum {string} */
        readonly kind: "follow" | "mute";
        /** @description Milliseconds since the epoch */
        readonly createdAt: number;
    } | null;
    readonly tag: {
        readonly id: string;
        readonly normalizedName: string;
        readonly displayName: string;
        readonly description: null;
        /** @description Number of public posts with the tag */
        readonly postCount: number;
        readonly followerCount: number;
        /** @description Of the viewer */
        readonly preference: ("follow" | "mute") | null;
        /** @constant */
        readonly status: "active";
    };
};
export type TagPreferenceListResponse = {
    readonly preferences: readonly {
        /** @enum {string} */
        readonly kind: "follow" | "mute";
        /** @description Milliseconds since the epoch */
        readonly createdAt: number;
        readonly tag: Tag;
    }[];
    readonly nextCursor: string | null;
};
export type TokenCreateRequest = {
    /** @description 1 to 80 visible characters */
    readonly name: string;
    readonly scopes: readonly ("read" | "community" | "upload" | "profile" | "publish")[];
    /** @description With the scope `publish`: 1 to 50 ids of release servers; otherwise absent */
    readonly servers?: readonly string[];
    /** @description Milliseconds since the epoch; a minute to 366 days ahead */
    readonly expiresAt?: number | null;
};
export type TokenCreateResponse = {
    readonly token: ApiToken;
    readonly secret: string;
};
export type TokenListResponse = {
    readonly tokens: readonly ApiToken[];
};
export type TotpVerifyRequest = {
    readonly code: string;
};
export type TotpVerifyResponse = {
    readonly token: string;
} & {
    readonly [key: string]: unknown;
};
export type TwoFactorEnableResponse = {
    /** @constant */
    readonly method: "totp";
    readonly totpURI: string;
    /** @description Shown only once. Each replaces a code of the app once */
    readonly backupCodes: readonly string[];
};
export type UploadCompleteRequest = {
    readonly parts?: readonly {
        readonly partNumber: number;
        readonly etag: string;
    }[];
};
export type UploadIntentCreateRequest = {
    readonly fileName: string;
    readonly mediaType: string;
    /** @description Bytes */
    readonly size: number;
};
export type UploadPartWriteResponse = {
    readonly attachment: Attachment;
    readonly part?: AttachmentPart;
    readonly parts?: readonly AttachmentPart[];
};
export type UploadPolicyReadResponse = {
    readonly limits: {
        readonly partBytes: number;
        readonly fileBytes: number;
        readonly attachmentsPerPost: number;
        readonly videoSeconds: number;
    };
    readonly mediaTypes: readonly ("image/jpeg" | "image/png" | "image/webp" | "image/gif" | "image/heic" | "image/heif" | "video/mp4" | "video/quicktime" | "video/webm")[];
};
export type UserFindResponse = {
    readonly people: readonly Person[];
};
export type UserHistoryReadResponse = {
    readonly user: ModerationPerson;
};
export type UserReadResponse = {
    readonly profile: {
        readonly uid: number;
        readonly displayName: string;
        readonly handle: string | null;
        /** @description Markdown source */
        readonly bio: string | null;
        /** @description With `tree=1` */
        readonly bioTree?: readonly MarkdownNode[] | null;
        readonly avatarSeed: string;
        readonly avatarUrl: string | null;
        /** @description Milliseconds since the epoch */
        readonly joinedAt: number;
        readonly owner: boolean;
        /** @enum {string} */
        readonly role: "member" | "moderator" | "administrator";
        readonly stats: {
            readonly followers: number;
            readonly following: number;
            readonly gameAccounts: number;
            readonly posts: number;
            readonly works: number;
        };
    };
    readonly viewer: {
        readonly blocked: boolean;
        readonly followedBy: boolean;
        readonly following: boolean;
        readonly muted: boolean;
        readonly canInteract: boolean;
    };
    readonly posts: readonly {
        readonly id: string;
        readonly title: string;
        readonly excerpt: string;
        readonly tags: readonly string[];
        readonly likeCount: number;
        readonly commentCount: number;
        /** @description Milliseconds since the epoch */
        readonly createdAt: number;
        /** @description Milliseconds since the epoch */
        readonly updatedAt: number;
        readonly pinnedAt: number | null;
        readonly subject: Subject | null;
        readonly spoiler: boolean;
        readonly coverUrl: string | null;
    }[];
    readonly postsNextCursor: string | null;
    readonly works: readonly {
        readonly id: string;
        /** @enum {string} */
        readonly kind: "image" | "video";
        readonly title: string;
        readonly summary: string | null;
        /** @description Milliseconds since the epoch */
        readonly updatedAt: number;
        /** @description Milliseconds since the epoch */
        readonly publishedAt: number;
        readonly spoiler: boolean;
        readonly coverUrl: string | null;
    }[];
    readonly gameAccounts: readonly {
        readonly provider: string;
        readonly region: string;
        readonly playerUid: string;
        readonly displayName: string | null;
        /** @constant */
        readonly verificationStatus: "unverified";
        readonly lastSyncedAt: null;
        /** @description Milliseconds since the epoch */
        readonly updatedAt: number;
        readonly latestSnapshot: null;
    }[];
};
export type UserSearchResponse = {
    readonly users: readonly ModerationUser[];
    readonly nextCursor: string | null;
};
export type VerificationSendRequest = {
    /** @description The address */
    readonly email: string;
    /** @description Where to lead on: a path here, or an address at a trusted origin */
    readonly callbackURL?: string;
};
export type VersionRequest = {
    /** @description Version that the change is about */
    readonly version: number;
};
export type ViewEntry = {
    /** @description How many there are */
    readonly count: number;
    readonly entities: Partition;
    /** @description Path of the view index document */
    readonly index: string;
    /** @description Property names that lead to the collection inside the source document */
    readonly path: readonly string[];
    /**
     * @description Container type of the collection
     * @enum {string}
     */
    readonly shape: "array" | "object";
};
export type Webhook = {
    readonly id: string;
    readonly url: string;
    readonly events: readonly string[];
    readonly description: string;
    readonly enabled: boolean;
    /** @description Why the service disabled it: nothing arrived for a day, or the receiver answered 410 */
    readonly disabledFor: ("failing" | "gone") | null;
    /** @description Until when the secret before signs too */
    readonly earlierSecretUntil: number | null;
    /** @description When a delivery last arrived */
    readonly arrivedAt: number | null;
    readonly version: number;
    /** @description Milliseconds since the epoch */
    readonly createdAt: number;
    /** @description Milliseconds since the epoch */
    readonly updatedAt: number;
};
export type WebhookChangeRequest = {
    readonly url?: string;
    readonly events?: readonly ("release.promoted" | "release.retired" | "post.created" | "report.created" | "appeal.created")[];
    readonly description?: string;
    readonly enabled?: boolean;
    readonly version: number;
};
export type WebhookChangeResponse = {
    readonly webhook: Webhook;
};
export type WebhookCreateRequest = {
    readonly url: string;
    readonly events: readonly ("release.promoted" | "release.retired" | "post.created" | "report.created" | "appeal.created")[];
    /** @default  */
    readonly description?: string;
};
export type WebhookCreateResponse = {
    readonly webhook: Webhook;
    /** @description `whsec_` and base64. It is shown this once */
    readonly secret: string;
};
export type WebhookDelivery = {
    readonly id: string;
    /** @description The `webhook-id` that the receiver gets; the same for every attempt */
    readonly eventId: string;
    readonly type: string;
    /**
     * @description `dropped`: the webhook was disabled before it arrived
     * @enum {string}
     */
    readonly status: "waiting" | "delivered" | "failed" | "dropped";
    readonly attempts: number;
    /** @description HTTP status of the last answer */
    readonly answerStatus: number | null;
    /** @description Why the last attempt failed: `status`, `redirected`, `address_refused`, `name_not_found`, `connection_failed`, `certificate_invalid`, `timed_out`, `no_answer`, `secret_unreadable` */
    readonly failure: string | null;
    /** @description How long the last attempt took */
    readonly milliseconds: number | null;
    readonly attemptedAt: number | null;
    /** @description When it is tried next */
    readonly dueAt: number | null;
    /** @description Milliseconds since the epoch */
    readonly createdAt: number;
};
export type WebhookListResponse = {
    readonly webhooks: readonly Webhook[];
};
export type WebhookReadResponse = {
    readonly webhook: Webhook;
    readonly deliveries: readonly WebhookDelivery[];
};
export type WebhookTestResponse = {
    readonly delivery: WebhookDelivery;
};
export type WrittenComment = {
    readonly comment: Comment;
    readonly moderationQueued: boolean;
    /** @description Why a verdict is still to come, as far as the author may know; empty: none is */
    readonly moderationReasons: readonly ("links" | "link" | "repetition" | "new_account" | "words" | "policy" | "automatic")[];
};
export type WrittenPost = {
    readonly post: Post;
    /** @description A verdict is still to come */
    readonly moderationQueued: boolean;
    /** @description Why a verdict is still to come, as far as the author may know; empty: none is */
    readonly moderationReasons: readonly ("links" | "link" | "repetition" | "new_account" | "words" | "policy" | "automatic")[];
};
export interface operations {
    /** Active release servers */
    readonly releaseList: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description The registry */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "releases": [
                     *         {
                     *           "id": "demo",
                     *           "displayName": "Livehouse Demo",
                     *           "region": "global"
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": ReleaseRegistry;
                };
            };
        };
    };
    /** The release of a server: its full manifest, or its identity */
    readonly releaseRead: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description `identity`: only the release identity
                 * @example identity
                 */
                readonly projection?: "identity";
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** @description Release manifest or identity */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "schema": "service-resource-release-identity-v1",
                     *       "server": "demo",
                     *       "releaseId": "r-4fc88fc96f5dc6b6eb7f",
                     *       "sourceId": "demo-1.4.0"
                     *     }
                     */
                    readonly "application/json": ReleaseReadResponse;
                };
            };
        };
    };
    /** Releases that are or were current, the last promoted first */
    readonly releaseHistory: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Page length, 1 to 100, default 20
                 * @example 2
                 */
                readonly limit?: number;
                /** @description Opaque `nextCursor` of the previous page */
                readonly cursor?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** @description A page of the history */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "releases": [
                     *         {
                     *           "releaseId": "r-4fc88fc96f5dc6b6eb7f",
                     *           "sourceId": "demo-1.4.0",
                     *           "publishedAt": 1767225600000,
                     *           "promotedAt": 1767225600000,
                     *           "current": true,
                     *           "files": 558,
                     *           "bytes": 3075046,
                     *           "resources": 16
                     *         },
                     *         {
                     *           "releaseId": "r-989d383ea12bb6a141d2",
                     *           "sourceId": "demo-1.3.0",
                     *           "publishedAt": 1767225600000,
                     *           "promotedAt": 1767225600000,
                     *           "current": false,
                     *           "files": 558,
                     *           "bytes": 3075046,
                     *           "resources": 16
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": ReleaseHistory;
                };
            };
        };
    };
    /** What changed between two releases: counts, entities by field, files */
    readonly releaseChanges: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The release before; default: the one that was current before `to`
                 * @example r-989d383ea12bb6a141d2
                 */
                readonly from?: string;
                /**
                 * @description The release after; default: the current one
                 * @example r-4fc88fc96f5dc6b6eb7f
                 */
                readonly to?: string;
                /**
                 * @description Lists the changed entities of this resource
                 * @example songs
                 */
                readonly resource?: string;
                /** @description With `resource`: lists this entity alone; nothing if it did not change */
                readonly id?: string;
                /**
                 * @description With `resource`, `1`: the values of changed fields, before and after, each cut at 1 KiB of JSON
                 * @example 1
                 */
                readonly values?: "1";
                /**
                 * @description `1`: lists the changed files
                 * @example 1
                 */
                readonly files?: "1";
                /** @description `1`: what changed in the fields of collections and their types, as queries have them */
                readonly schema?: "1";
                /**
                 * @description Page length, 1 to 100, default 100
                 * @example 2
                 */
                readonly limit?: number;
                /** @description Opaque `nextCursor` of the previous page; valid for its list and its two releases */
                readonly cursor?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** @description Counts, or a page of changes */
            readonly 200: {
                content: {
                    readonly "application/json": ReleaseChangesResponse;
                };
            };
        };
    };
    /** The history of an entity: in which releases it changed, with the values of each field */
    readonly catalogEntityHistory: {
        readonly parameters: {
            readonly query?: {
                /** @description Page length, 1 to 100, default 20 */
                readonly limit?: number;
                /** @description Opaque `nextCursor` of the previous page; valid for its entity */
                readonly cursor?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * @description Resource name of the manifest
                 * @example songs
                 */
                readonly resource: string;
                /**
                 * @description Entity id: 1 to 256 of A-Z a-z 0-9 . _ : ~ -
                 * @example 1001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** @description A page of the history */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "releaseId": "r-4fc88fc96f5dc6b6eb7f",
                     *           "promotedAt": 1767225600000,
                     *           "change": "changed",
                     *           "fields": [
                     *             {
                     *               "path": "musicTitle",
                     *               "before": [
                     *                 "灯台の約束",
                     *                 "Promise of a Lighthouse",
                     *                 "燈塔的約定",
                     *                 "灯塔的约定",
                     *                 "등대의 약속"
                     *               ],
                     *               "after": [
                     *                 "灯台の約束",
                     *                 "Promise of the Lighthouse",
                     *                 "燈塔的約定",
                     *                 "灯塔的约定",
                     *                 "등대의 약속"
                     *               ]
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "releaseId": "r-989d383ea12bb6a141d2",
                     *           "promotedAt": 1767225600000,
                     *           "change": "added",
                     *           "fields": []
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": EntityHistory;
                };
            };
        };
    };
    /** Atom feed of the last promotions, with what changed */
    readonly releaseFeed: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** @description The feed */
            readonly 200: {
                content: {
                    readonly "application/atom+xml": unknown;
                };
            };
        };
    };
    /** Catalog manifest */
    readonly catalogRead: {
        readonly parameters: {
            readonly query?: {
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** @description The manifest */
            readonly 200: {
                content: {
                    readonly "application/json": CatalogManifest;
                };
            };
        };
    };
    /** Catalog summary: counts and feature status */
    readonly catalogSummary: {
        readonly parameters: {
            readonly query?: {
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** @description The summary */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "features": {
                     *         "events": {
                     *           "feature": "events",
                     *           "status": "available",
                     *           "sourceTables": [
                     *             "Masterevents"
                     *           ]
                     *         },
                     *         "shop": {
                     *           "feature": "shop",
                     *           "status": "construction",
                     *           "reason": [
                     *             "準備中です",
                     *             "In preparation",
                     *             "準備中",
                     *             "准备中",
                     *             "준비 중입니다"
                     *           ],
                     *           "sourceTables": [
                     *             "Mastershop"
                     *           ]
                     *         },
                     *         "stories": {
                     *           "feature": "stories",
                     *           "status": "available",
                     *           "sourceTables": [
                     *             "Masterstories"
                     *           ]
                     *         }
                     *       },
                     *       "resources": {
                     *         "bands": {
                     *           "count": 3,
                     *           "kind": "collection"
                     *         },
                     *         "cards": {
                     *           "count": 24,
                     *           "kind": "collection"
                     *         },
                     *         "characters": {
                     *           "count": 12,
                     *           "kind": "collection"
                     *         },
                     *         "events": {
                     *           "count": 3,
                     *           "kind": "collection"
                     *         },
                     *         "feature-status": {
                     *           "count": 3,
                     *           "kind": "collection"
                     *         },
                     *         "items": {
                     *           "count": 4,
                     *           "kind": "collection"
                     *         },
                     *         "progression": {
                     *           "count": 30,
                     *           "kind": "collection"
                     *         },
                     *         "provenance": {
                     *           "count": 1,
                     *           "kind": "document"
                     *         },
                     *         "scenes": {
                     *           "count": 6,
                     *           "kind": "collection"
                     *         },
                     *         "skills": {
                     *           "count": 6,
                     *           "kind": "collection"
                     *         },
                     *         "song-meta": {
                     *           "count": 12,
                     *           "kind": "collection"
                     *         },
                     *         "songs": {
                     *           "count": 12,
                     *           "kind": "collection"
                     *         },
                     *         "stamps": {
                     *           "count": 6,
                     *           "kind": "collection"
                     *         },
                     *         "stories": {
                     *           "count": 6,
                     *           "kind": "collection"
                     *         },
                     *         "story-runtime": {
                     *           "count": 1,
                     *           "kind": "document"
                     *         },
                     *         "voices": {
                     *           "count": 12,
                     *           "kind": "collection"
                     *         }
                     *       },
                     *       "schema": "service-catalog-summary-v1",
                     *       "server": "demo",
                     *       "sourceId": "demo-1.4.0"
                     *     }
                     */
                    readonly "application/json": CatalogSummary;
                };
            };
        };
    };
    /** UI marks: mark name to release asset path */
    readonly marksRead: {
        readonly parameters: {
            readonly query?: {
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** @description The marks, possibly none */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "card-type-blue": "assets/Assets/Livehouse/Ui/card-type-blue.png",
                     *       "card-type-green": "assets/Assets/Livehouse/Ui/card-type-green.png",
                     *       "card-type-red": "assets/Assets/Livehouse/Ui/card-type-red.png",
                     *       "card-type-yellow": "assets/Assets/Livehouse/Ui/card-type-yellow.png",
                     *       "rarity-1": "assets/Assets/Livehouse/Ui/rarity-1.png",
                     *       "rarity-2": "assets/Assets/Livehouse/Ui/rarity-2.png",
                     *       "rarity-3": "assets/Assets/Livehouse/Ui/rarity-3.png",
                     *       "rarity-4": "assets/Assets/Livehouse/Ui/rarity-4.png"
                     *     }
                     */
                    readonly "application/json": {
                        readonly [key: string]: string;
                    };
                };
            };
        };
    };
    /** Tree of source records; a leaf is 1 */
    readonly sourceTree: {
        readonly parameters: {
            readonly query?: {
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** @description The tree */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "Assets": {
                     *         "Livehouse": {
                     *           "Bands": {
                     *             "1.png": 1,
                     *             "2.png": 1,
                     *             "3.png": 1
                     *           },
                     *           "Banners": {
                     *             "event_1(en).png": 1,
                     *             "event_1(ko).png": 1,
                     *             "event_1(zh-Hans).png": 1,
                     *             "event_1(zh-Hant).png": 1,
                     *             "event_1.png": 1,
                     *             "event_2(en).png": 1,
                     *             "event_2(zh-Hans).png": 1,
                     *             "event_2.png": 1,
                     *             "event_3.png": 1
                     *           },
                     *           "Cards": {
                     *             "10001.webp": 1,
                     *             "10002.webp": 1,
                     *             "1001.webp": 1,
                     *             "1002.webp": 1,
                     *             "11001.webp": 1,
                     *             "11002.webp": 1,
                     *             "12001.webp": 1,
                     *             "12002.webp": 1,
                     *             "2001.webp": 1,
                     *             "2002.webp": 1,
                     *             "3001.webp": 1,
                     *             "3002.webp": 1,
                     *             "4001.webp": 1,
                     *             "4002.webp": 1,
                     *             "5001.webp": 1,
                     *             "5002.webp": 1,
                     *             "6001.webp": 1,
                     *             "6002.webp": 1,
                     *             "7001.webp": 1,
                     *             "7002.webp": 1,
                     *             "8001.webp": 1,
                     *             "8002.webp": 1,
                     *             "9001.webp": 1,
                     *             "9002.webp": 1,
                     *             "Thumbs": {
                     *               "10001.png": 1,
                     *               "10002.png": 1,
                     *               "1001.png": 1,
                     *               "1002.png": 1,
                     *               "11001.png": 1,
                     *               "11002.png": 1,
                     *               "12001.png": 1,
                     *               "12002.png": 1,
                     *               "2001.png": 1,
                     *               "2002.png": 1,
                     *               "3001.png": 1,
                     *               "3002.png": 1,
                     *               "4001.png": 1,
                     *               "4002.png": 1,
                     *               "5001.png": 1,
                     *               "5002.png": 1,
                     *               "6001.png": 1,
                     *               "6002.png": 1,
                     *               "7001.png": 1,
                     *               "7002.png": 1,
                     *               "8001.png": 1,
                     *               "8002.png": 1,
                     *               "9001.png": 1,
                     *               "9002.png": 1
                     *             }
                     *           },
                     *           "Characters": {
                     *             "1.png": 1,
                     *             "10.png": 1,
                     *             "11.png": 1,
                     *             "12.png": 1,
                     *             "2.png": 1,
                     *             "3.png": 1,
                     *             "4.png": 1,
                     *             "5.png": 1,
                     *             "6.png": 1,
                     *             "7.png": 1,
                     *             "8.png": 1,
                     *             "9.png": 1
                     *           },
                     *           "Jackets": {
                     *             "1001.png": 1,
                     *             "1002.png": 1,
                     *             "1003.png": 1,
                     *             "1004.png": 1,
                     *             "2001.png": 1,
                     *             "2002.png": 1,
                     *             "2003.png": 1,
                     *             "2004.png": 1,
                     *             "3001.png": 1,
                     *             "3002.png": 1,
                     *             "3003.png": 1,
                     *             "3004.png": 1,
                     *             "Thumbs": {
                     *               "1001.png": 1,
                     *               "1002.png": 1,
                     *               "1003.png": 1,
                     *               "1004.png": 1,
                     *               "2001.png": 1,
                     *               "2002.png": 1,
                     *               "2003.png": 1,
                     *               "2004.png": 1,
                     *               "3001.png": 1,
                     *               "3002.png": 1,
                     *               "3003.png": 1,
                     *               "3004.png": 1
                     *             }
                     *           },
                     *           "Stamps": {
                     *             "stamp_1(en).png": 1,
                     *             "stamp_1(zh-Hant).png": 1,
                     *             "stamp_1.png": 1,
                     *             "stamp_2.png": 1,
                     *             "stamp_3.png": 1,
                     *             "stamp_4.png": 1,
                     *             "stamp_5.png": 1,
                     *             "stamp_6.png": 1
                     *           },
                     *           "Ui": {
                     *             "card-type-blue.png": 1,
                     *             "card-type-green.png": 1,
                     *             "card-type-red.png": 1,
                     *             "card-type-yellow.png": 1,
                     *             "rarity-1.png": 1,
                     *             "rarity-2.png": 1,
                     *             "rarity-3.png": 1,
                     *             "rarity-4.png": 1
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly [key: string]: JsonValue;
                    };
                };
            };
        };
    };
    /** Source record of a path below Assets/ */
    readonly sourceAssetRead: {
        readonly parameters: {
            readonly query?: {
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * @description Source path, several segments. The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself.
                 * @example Livehouse/Bands/1.png
                 */
                readonly path: string;
            };
        };
        readonly responses: {
            /** @description The record */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "schema": "service-unity-source-v1",
                     *       "sourcePath": "Assets/Livehouse/Bands/1.png",
                     *       "basePath": "Assets/Livehouse/Bands/1.png",
                     *       "serializedFile": "CAB-640a89de2dbe7b0fe70083860928ce12",
                     *       "contentSha256": "bd70de47fc7d0abf94ca1500601c51a50b948a1bb4efc10fb2ea3ae8fe04c3ef",
                     *       "selectedOrigin": "remote-catalog",
                     *       "selectedBundle": "4cb957f7e1202f89af527dcdf934c8f94cb15762b07d3f54d3d06afa95d39b7c",
                     *       "candidateBundles": [
                     *         {
                     *           "sha256": "4cb957f7e1202f89af527dcdf934c8f94cb15762b07d3f54d3d06afa95d39b7c",
                     *           "originalFilename": "bands_assets_11bbc121d9ce4091b828b160cb8937a0.bundle",
                     *           "origin": "remote-catalog"
                     *         }
                     *       ],
                     *       "rootTypes": [
                     *         "Texture2D"
                     *       ],
                     *       "rootObjects": [
                     *         1
                     *       ],
                     *       "preloadObjects": [],
                     *       "preloadObjectCount": 0,
                     *       "outputs": [
                     *         {
                     *           "path": "assets/Assets/Livehouse/Bands/1.png",
                     *           "role": "texture",
                     *           "type": "Texture2D",
                     *           "objectId": 1,
                     *           "bytes": 10992,
                     *           "sha256": "bd70de47fc7d0abf94ca1500601c51a50b948a1bb4efc10fb2ea3ae8fe04c3ef",
                     *           "bundleSha256": "4cb957f7e1202f89af527dcdf934c8f94cb15762b07d3f54d3d06afa95d39b7c"
                     *         }
                     *       ],
                     *       "objectArchive": {
                     *         "format": "service-unity-objects-jsonl-v1",
                     *         "path": "objects/unity/bands.jsonl.gz",
                     *         "objectCount": 3,
                     *         "failedObjectCount": 0
                     *       },
                     *       "descriptor": "metadata/sources/Assets/Livehouse/Bands/1.png.json"
                     *     }
                     */
                    readonly "application/json": {
                        readonly [key: string]: JsonValue;
                    };
                };
            };
        };
    };
    /** Source record of a path below Packages/ */
    readonly sourcePackageRead: {
        readonly parameters: {
            readonly query?: {
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /** @description Server identifier of the registry */
                readonly server: string;
                /** @description Source path, several segments. The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself. */
                readonly path: string;
            };
        };
        readonly responses: {
            /** @description The record */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: JsonValue;
                    };
                };
            };
        };
    };
    /** Index of a resource, a batch of its entities, or a page of them */
    readonly resourceRead: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Repeated: a batch of at most 100 ids; the answer is `{items, missing}`
                 * @example [
                 *       "1",
                 *       "9"
                 *     ]
                 */
                readonly id?: readonly string[];
                /**
                 * @description Page length, 1 to 100, default 50; asks for a page instead of the index
                 * @example 1
                 */
                readonly limit?: number;
                /** @description Opaque `nextCursor` of the previous page, whose release it stays on */
                readonly cursor?: string;
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * @description Resource name of the manifest
                 * @example items
                 */
                readonly resource: string;
            };
        };
        readonly responses: {
            /** @description Batch, page or index document */
            readonly 200: {
                content: {
                    readonly "application/json": ResourceReadResponse;
                };
            };
        };
    };
    /** An entity */
    readonly entityRead: {
        readonly parameters: {
            readonly query?: {
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * @description Resource name of the manifest
                 * @example songs
                 */
                readonly resource: string;
                /**
                 * @description Entity id: 1 to 256 of A-Z a-z 0-9 . _ : ~ -
                 * @example 1001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** @description The entity as published */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "musicId": 1001,
                     *       "musicTitle": [
                     *         "灯台の約束",
                     *         "Promise of the Lighthouse",
                     *         "燈塔的約定",
                     *         "灯塔的约定",
                     *         "등대의 약속"
                     *       ],
                     *       "bandId": 1,
                     *       "bandIds": [
                     *         1
                     *       ],
                     *       "artistName": [
                     *         "塩硝子ランタンズ",
                     *         "Saltglass Lanterns",
                     *         "鹽琉璃燈籠",
                     *         "盐琉璃灯笼",
                     *         "솔트글라스 랜턴즈"
                     *       ],
                     *       "bpm": [
                     *         {
                     *           "beat": 0,
                     *           "bpm": 128
                     *         }
                     *       ],
                     *       "seconds": 15,
                     *       "publishedAt": [
                     *         1783306800000,
                     *         1783306800000,
                     *         1783306800000,
                     *         1783306800000,
                     *         1783306800000
                     *       ],
                     *       "jacket": "assets/Assets/Livehouse/Jackets/1001.png",
                     *       "jacketThumb": "assets/Assets/Livehouse/Jackets/Thumbs/1001.png",
                     *       "sound": "runtime/sounds/song-1001.mp3",
                     *       "charts": {
                     *         "easy": {
                     *           "rating": 7,
                     *           "file": "runtime/charts/1001-easy.json",
                     *           "format": "bestdori"
                     *         },
                     *         "normal": {
                     *           "rating": 15,
                     *           "file": "runtime/charts/1001-normal.json",
                     *           "format": "bestdori"
                     *         },
                     *         "expert": {
                     *           "rating": 22,
                     *           "file": "runtime/charts/1001-expert.json",
                     *           "format": "bestdori"
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": CatalogEntity;
                };
            };
        };
    };
    /** Index of a view, a batch of its entities, or a page of them */
    readonly viewRead: {
        readonly parameters: {
            readonly query?: {
                /** @description Repeated: a batch of at most 100 ids; the answer is `{items, missing}` */
                readonly id?: readonly string[];
                /**
                 * @description Page length, 1 to 100, default 50; asks for a page instead of the index
                 * @example 2
                 */
                readonly limit?: number;
                /** @description Opaque `nextCursor` of the previous page, whose release it stays on */
                readonly cursor?: string;
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * @description Resource name of the manifest
                 * @example progression
                 */
                readonly resource: string;
                /**
                 * @description View name of the manifest
                 * @example card-levels
                 */
                readonly view: string;
            };
        };
        readonly responses: {
            /** @description A batch, a page, or the collection of the view */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "1",
                     *           "value": {
                     *             "levelId": 1,
                     *             "level": 1,
                     *             "exp": 0
                     *           }
                     *         },
                     *         {
                     *           "id": "2",
                     *           "value": {
                     *             "levelId": 2,
                     *             "level": 2,
                     *             "exp": 40
                     *           }
                     *         }
                     *       ],
                     *       "total": 60,
                     *       "limit": 2,
                     *       "nextCursor": "opaque",
                     *       "release": {
                     *         "schema": "service-resource-release-identity-v1",
                     *         "server": "demo",
                     *         "releaseId": "r-4fc88fc96f5dc6b6eb7f",
                     *         "sourceId": "demo-1.4.0"
                     *       }
                     *     }
                     */
                    readonly "application/json": ResourceReadResponse;
                };
            };
        };
    };
    /** An entity of a view */
    readonly viewEntityRead: {
        readonly parameters: {
            readonly query?: {
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * @description Resource name of the manifest
                 * @example progression
                 */
                readonly resource: string;
                /**
                 * @description View name of the manifest
                 * @example card-levels
                 */
                readonly view: string;
                /**
                 * @description Entity id: 1 to 256 of A-Z a-z 0-9 . _ : ~ -
                 * @example 1
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** @description The view entity */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "levelId": 1,
                     *       "level": 1,
                     *       "exp": 0
                     *     }
                     */
                    readonly "application/json": CatalogEntity;
                };
            };
        };
    };
    /** Entities or records related to a key */
    readonly relationRead: {
        readonly parameters: {
            readonly query?: {
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * @description Resource name of the manifest
                 * @example characters
                 */
                readonly resource: string;
                /**
                 * @description Relation name of the manifest
                 * @example band
                 */
                readonly relation: string;
                /**
                 * @description Relation key, as an entity id
                 * @example 1
                 */
                readonly key: string;
            };
        };
        readonly responses: {
            /** @description Entity id to entity or record */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "1": {
                     *         "characterId": 1,
                     *         "characterKey": "001",
                     *         "characterType": "unique",
                     *         "characterName": [
                     *           "汐見 灯",
                     *           "Akari Shiomi",
                     *           "汐見燈",
                     *           "汐见灯",
                     *           "시오미 아카리"
                     *         ],
                     *         "catchCopy": [
                     *           "灯りは、声で灯す。",
                     *           "I light lamps with my voice.",
                     *           "用歌聲點亮燈火。",
                     *           "用歌声点亮灯火。",
                     *           "불빛은 목소리로 켠다."
                     *         ],
                     *         "bandId": 1,
                     *         "bandPart": [
                     *           "ボーカル＆ギター",
                     *           "Vocals and guitar",
                     *           "主唱兼吉他",
                     *           "主唱兼吉他",
                     *           "보컬 & 기타"
                     *         ],
                     *         "birthday": {
                     *           "month": 7,
                     *           "day": 20
                     *         },
                     *         "colorCode": "#1f5f8b",
                     *         "faceImage": "assets/Assets/Livehouse/Characters/1.png"
                     *       },
                     *       "2": {
                     *         "characterId": 2,
                     *         "characterKey": "002",
                     *         "characterType": "unique",
                     *         "characterName": [
                     *           "波多野 凪",
                     *           "Nagi Hatano",
                     *           "波多野凪",
                     *           "波多野凪",
                     *           "하타노 나기"
                     *         ],
                     *         "catchCopy": [
                     *           "静かな波ほど深い。",
                     *           "Quiet waves run deep.",
                     *           "越平靜的浪越深沉。",
                     *           "越平静的浪越深沉。",
                     *           "고요한 물결일수록 깊다."
                     *         ],
                     *         "bandId": 1,
                     *         "bandPart": [
                     *           "ベース",
                     *           "Bass",
                     *           "貝斯",
                     *           "贝斯",
                     *           "베이스"
                     *         ],
                     *         "birthday": {
                     *           "month": 11,
                     *           "day": 3
                     *         },
                     *         "colorCode": "#7fd1d8",
                     *         "faceImage": "assets/Assets/Livehouse/Characters/2.png"
                     *       },
                     *       "3": {
                     *         "characterId": 3,
                     *         "characterKey": "003",
                     *         "characterType": "unique",
                     *         "characterName": [
                     *           "砂原 みつき",
                     *           "Mitsuki Sunahara",
                     *           "砂原美月",
                     *           "砂原美月",
                     *           "스나하라 미츠키"
                     *         ],
                     *         "catchCopy": [
                     *           "砂時計は待ってくれない。",
                     *           "The hourglass waits for no one.",
                     *           "沙漏不等人。",
                     *           "沙漏不等人。",
                     *           "모래시계는 기다려 주지 않아."
                     *         ],
                     *         "bandId": 1,
                     *         "bandPart": [
                     *           "キーボード",
                     *           "Keyboard",
                     *           "鍵盤",
                     *           "键盘",
                     *           "키보드"
                     *         ],
                     *         "birthday": {
                     *           "month": 2,
                     *           "day": 14
                     *         },
                     *         "colorCode": "#ffb454",
                     *         "faceImage": "assets/Assets/Livehouse/Characters/3.png"
                     *       },
                     *       "4": {
                     *         "characterId": 4,
                     *         "characterKey": "004",
                     *         "characterType": "unique",
                     *         "characterName": [
                     *           "沖 千帆",
                     *           "Chiho Oki",
                     *           "沖千帆",
                     *           "冲千帆",
                     *           "오키 치호"
                     *         ],
                     *         "catchCopy": [
                     *           "追い風は自分で叩く。",
                     *           "I drum up my own tailwind.",
                     *           "順風由我敲響。",
                     *           "顺风由我敲响。",
                     *           "순풍은 내가 두드려 만든다."
                     *         ],
                     *         "bandId": 1,
                     *         "bandPart": [
                     *           "ドラム",
                     *           "Drums",
                     *           "鼓",
                     *           "鼓",
                     *           "드럼"
                     *         ],
                     *         "birthday": {
                     *           "month": 5,
                     *           "day": 28
                     *         },
                     *         "colorCode": "#0b1f3a",
                     *         "faceImage": "assets/Assets/Livehouse/Characters/4.png"
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly [key: string]: CatalogEntity;
                    };
                };
            };
        };
    };
    /** How resources are shown: titles, pictures, facets, columns */
    readonly catalogPresentation: {
        readonly parameters: {
            readonly query?: {
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** @description The presentation */
            readonly 200: {
                content: {
                    readonly "application/json": CatalogPresentation;
                };
            };
        };
    };
    /** JSON Schema (2020-12) of the entities of a resource */
    readonly catalogSchema: {
        readonly parameters: {
            readonly query?: {
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * @description Resource name of the manifest
                 * @example items
                 */
                readonly resource: string;
            };
        };
        readonly responses: {
            /** @description The schema */
            readonly 200: {
                content: {
                    readonly "application/schema+json": unknown;
                };
            };
        };
    };
    /** TypeScript declarations of all resources */
    readonly catalogTypes: {
        readonly parameters: {
            readonly query?: {
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** @description The declarations */
            readonly 200: {
                content: {
                    readonly "application/typescript": unknown;
                };
            };
        };
    };
    /** Search, filter, sort and count the entities of a resource */
    readonly catalogQuery: {
        readonly parameters: {
            readonly query?: {
                /** @description Terms separated by spaces; each must occur in the searched texts of an entity, in any language. Width, case, accents and the kind of kana are ignored. Without `sort` the best come first: whole title, its beginning, a word of it, anything else; the terms as a phrase before each alone; ties in catalog order. */
                readonly q?: string;
                /**
                 * @description `path` `op` `value`, repeated at most 16 times; all must hold. Operators: `=` `!=` `>=` `<=` `>` `<` `~` (contains) `^=` (begins with). `=` and `!=` take a list (`cardType=red,blue`). `null` is absence, `\null` the word. A backslash escapes operators, commas, dots and backslashes. An array matches when one element does, also of objects (`costs.id=5`). `_id` is the id; `bandId.name=…` asks the entity that a reference leads to.
                 * @example [
                 *       "rarity>=4",
                 *       "cardType=red"
                 *     ]
                 */
                readonly filter?: readonly string[];
                /** @description Comparisons as in `filter`, joined by `&&`, `||`, `!` and parentheses: `rarity>=4 && (type="red" || !(skillId=null))`. Texts stand in double quotes, numbers, `true`, `false` and `null` bare; `in (1, 2)` takes up to 1,000 values. `costs[id=104111 && count>3]` holds when one object of the list meets all of it. Depth 16, 64 comparisons, 16 KiB. */
                readonly where?: string;
                /**
                 * @description Up to three paths, `-` before one for descending; absent values last, ties in catalog order
                 * @example -releasedAt.1
                 */
                readonly sort?: string;
                /** @description Comma-separated paths; default the fields of the index document, `*` the whole entity */
                readonly fields?: string;
                /**
                 * @description A path, repeated at most 8 times: its 50 most frequent values with counts, over what the filters of other paths leave. `path:N` counts 1 to 1,000 values.
                 * @example [
                 *       "rarity"
                 *     ]
                 */
                readonly facet?: readonly string[];
                /** @description `path:text`: the facet of this path has only values that contain the text, folded as `q` is */
                readonly facetq?: readonly string[];
                /** @description A path of numbers or dates, repeated at most 4 times: up to 40 bins with round edges, over what the filters of other paths leave */
                readonly histogram?: readonly string[];
                /** @description Paths of references, at most 8, comma-separated or repeated: the entities that the items refer to come with them */
                readonly include?: readonly string[];
                /** @description A language tag: localized values become one text in items, sorting and CSV, in this language where there is one */
                readonly locale?: string;
                /**
                 * @description Page length, 0 to 1000, default 20. With 0 the answer has only totals and facets. A page ends early before it has more than 8 MiB.
                 * @example 2
                 */
                readonly limit?: number;
                /** @description Opaque `nextCursor` of the previous page; valid for its query, and stays on its release */
                readonly cursor?: string;
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * @description A collection of the catalog manifest
                 * @example cards
                 */
                readonly resource: string;
            };
        };
        readonly responses: {
            /** @description A page of the entities found */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "8002",
                     *           "entity": {
                     *             "cardId": 8002,
                     *             "characterId": 8,
                     *             "prefix": [
                     *               "打ち上げの夜",
                     *               "Night of the Launch",
                     *               "升空之夜",
                     *               "升空之夜",
                     *               "발사의 밤"
                     *             ],
                     *             "rarity": 4,
                     *             "cardType": "red",
                     *             "skillId": 5,
                     *             "releasedAt": [
                     *               1789441200000,
                     *               1789441200000,
                     *               1789441200000,
                     *               1789441200000,
                     *               null
                     *             ],
                     *             "images": {
                     *               "thumbnail": "assets/Assets/Livehouse/Cards/Thumbs/8002.png",
                     *               "full": "assets/Assets/Livehouse/Cards/8002.webp"
                     *             }
                     *           }
                     *         },
                     *         {
                     *           "id": "6002",
                     *           "entity": {
                     *             "cardId": 6002,
                     *             "characterId": 6,
                     *             "prefix": [
                     *               "夜空の低音",
                     *               "Low Notes of the Night Sky",
                     *               "夜空的低音",
                     *               "夜空的低音",
                     *               "밤하늘의 저음"
                     *             ],
                     *             "rarity": 4,
                     *             "cardType": "red",
                     *             "skillId": 3,
                     *             "releasedAt": [
                     *               1784084400000,
                     *               1784084400000,
                     *               1784084400000,
                     *               1784084400000,
                     *               null
                     *             ],
                     *             "images": {
                     *               "thumbnail": "assets/Assets/Livehouse/Cards/Thumbs/6002.png",
                     *               "full": "assets/Assets/Livehouse/Cards/6002.webp"
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "total": 2,
                     *       "facets": {
                     *         "rarity": [
                     *           {
                     *             "value": 2,
                     *             "count": 2
                     *           },
                     *           {
                     *             "value": 3,
                     *             "count": 2
                     *           },
                     *           {
                     *             "value": 4,
                     *             "count": 2
                     *           }
                     *         ]
                     *       },
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": CatalogQuery;
                };
            };
        };
    };
    /** The same query with its parameters as JSON, where they are long */
    readonly catalogQueryPost: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * @description A collection of the catalog manifest
                 * @example cards
                 */
                readonly resource: string;
            };
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "where": "rarity>=4 && cardType=\"red\"",
                 *       "facet": [
                 *         "rarity"
                 *       ],
                 *       "limit": 2
                 *     }
                 */
                readonly "application/json": CatalogQueryBody;
            };
        };
        readonly responses: {
            /** @description A page of the entities found */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "6002",
                     *           "entity": {
                     *             "cardId": 6002,
                     *             "characterId": 6,
                     *             "prefix": [
                     *               "夜空の低音",
                     *               "Low Notes of the Night Sky",
                     *               "夜空的低音",
                     *               "夜空的低音",
                     *               "밤하늘의 저음"
                     *             ],
                     *             "rarity": 4,
                     *             "cardType": "red",
                     *             "skillId": 3,
                     *             "releasedAt": [
                     *               1784084400000,
                     *               1784084400000,
                     *               1784084400000,
                     *               1784084400000,
                     *               null
                     *             ],
                     *             "images": {
                     *               "thumbnail": "assets/Assets/Livehouse/Cards/Thumbs/6002.png",
                     *               "full": "assets/Assets/Livehouse/Cards/6002.webp"
                     *             }
                     *           }
                     *         },
                     *         {
                     *           "id": "8002",
                     *           "entity": {
                     *             "cardId": 8002,
                     *             "characterId": 8,
                     *             "prefix": [
                     *               "打ち上げの夜",
                     *               "Night of the Launch",
                     *               "升空之夜",
                     *               "升空之夜",
                     *               "발사의 밤"
                     *             ],
                     *             "rarity": 4,
                     *             "cardType": "red",
                     *             "skillId": 5,
                     *             "releasedAt": [
                     *               1789441200000,
                     *               1789441200000,
                     *               1789441200000,
                     *               1789441200000,
                     *               null
                     *             ],
                     *             "images": {
                     *               "thumbnail": "assets/Assets/Livehouse/Cards/Thumbs/8002.png",
                     *               "full": "assets/Assets/Livehouse/Cards/8002.webp"
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "total": 2,
                     *       "facets": {
                     *         "rarity": [
                     *           {
                     *             "value": 4,
                     *             "count": 2
                     *           }
                     *         ]
                     *       },
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": CatalogQuery;
                };
            };
        };
    };
    /** The fields of a resource: paths, types and statistics of their values */
    readonly catalogFields: {
        readonly parameters: {
            readonly query?: {
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * @description A collection of the catalog manifest
                 * @example items
                 */
                readonly resource: string;
            };
        };
        readonly responses: {
            /** @description The fields */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "fields": [
                     *         {
                     *           "path": "itemId",
                     *           "type": "number",
                     *           "list": false,
                     *           "nullable": false,
                     *           "distinct": 4,
                     *           "min": 1,
                     *           "max": 4,
                     *           "samples": [
                     *             1,
                     *             3,
                     *             4,
                     *             2
                     *           ]
                     *         },
                     *         {
                     *           "path": "name",
                     *           "type": "localized",
                     *           "list": false,
                     *           "nullable": false,
                     *           "distinct": 18,
                     *           "min": null,
                     *           "max": null,
                     *           "samples": [
                     *             "練習チケット",
                     *             "Practice Ticket",
                     *             "練習券",
                     *             "练习券",
                     *             "연습 티켓"
                     *           ]
                     *         },
                     *         {
                     *           "path": "order",
                     *           "type": "number",
                     *           "list": false,
                     *           "nullable": false,
                     *           "distinct": 4,
                     *           "min": 1,
                     *           "max": 4,
                     *           "samples": [
                     *             1,
                     *             3,
                     *             4,
                     *             2
                     *           ]
                     *         },
                     *         {
                     *           "path": "max",
                     *           "type": "number",
                     *           "list": false,
                     *           "nullable": false,
                     *           "distinct": 1,
                     *           "min": 9999,
                     *           "max": 9999,
                     *           "samples": [
                     *             9999
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": CatalogFields;
                };
            };
        };
    };
    /** All entities that a query finds, as NDJSON */
    readonly catalogExportLines: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Terms separated by spaces; each must occur in the searched texts of an entity, in any language. Width, case, accents and the kind of kana are ignored. Without `sort` the best come first: whole title, its beginning, a word of it, anything else; the terms as a phrase before each alone; ties in catalog order.
                 * @example light
                 */
                readonly q?: string;
                /** @description `path` `op` `value`, repeated at most 16 times; all must hold. Operators: `=` `!=` `>=` `<=` `>` `<` `~` (contains) `^=` (begins with). `=` and `!=` take a list (`cardType=red,blue`). `null` is absence, `\null` the word. A backslash escapes operators, commas, dots and backslashes. An array matches when one element does, also of objects (`costs.id=5`). `_id` is the id; `bandId.name=…` asks the entity that a reference leads to. */
                readonly filter?: readonly string[];
                /** @description Comparisons as in `filter`, joined by `&&`, `||`, `!` and parentheses: `rarity>=4 && (type="red" || !(skillId=null))`. Texts stand in double quotes, numbers, `true`, `false` and `null` bare; `in (1, 2)` takes up to 1,000 values. `costs[id=104111 && count>3]` holds when one object of the list meets all of it. Depth 16, 64 comparisons, 16 KiB. */
                readonly where?: string;
                /** @description Up to three paths, `-` before one for descending; absent values last, ties in catalog order */
                readonly sort?: string;
                /**
                 * @description Comma-separated paths; default the fields of the index document, `*` the whole entity
                 * @example cardId,rarity
                 */
                readonly fields?: string;
                /** @description A language tag: localized values become one text in items, sorting and CSV, in this language where there is one */
                readonly locale?: string;
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * @description A collection of the catalog manifest
                 * @example cards
                 */
                readonly resource: string;
            };
        };
        readonly responses: {
            /** @description Lines of `{id, entity}` */
            readonly 200: {
                content: {
                    readonly "application/x-ndjson": unknown;
                };
            };
        };
    };
    /** All entities that a query finds, as CSV (RFC 4180) */
    readonly catalogExportTable: {
        readonly parameters: {
            readonly query?: {
                /** @description Terms separated by spaces; each must occur in the searched texts of an entity, in any language. Width, case, accents and the kind of kana are ignored. Without `sort` the best come first: whole title, its beginning, a word of it, anything else; the terms as a phrase before each alone; ties in catalog order. */
                readonly q?: string;
                /** @description `path` `op` `value`, repeated at most 16 times; all must hold. Operators: `=` `!=` `>=` `<=` `>` `<` `~` (contains) `^=` (begins with). `=` and `!=` take a list (`cardType=red,blue`). `null` is absence, `\null` the word. A backslash escapes operators, commas, dots and backslashes. An array matches when one element does, also of objects (`costs.id=5`). `_id` is the id; `bandId.name=…` asks the entity that a reference leads to. */
                readonly filter?: readonly string[];
                /** @description Comparisons as in `filter`, joined by `&&`, `||`, `!` and parentheses: `rarity>=4 && (type="red" || !(skillId=null))`. Texts stand in double quotes, numbers, `true`, `false` and `null` bare; `in (1, 2)` takes up to 1,000 values. `costs[id=104111 && count>3]` holds when one object of the list meets all of it. Depth 16, 64 comparisons, 16 KiB. */
                readonly where?: string;
                /** @description Up to three paths, `-` before one for descending; absent values last, ties in catalog order */
                readonly sort?: string;
                /**
                 * @description Comma-separated paths; default the fields of the index document, `*` the whole entity
                 * @example cardId,rarity
                 */
                readonly fields?: string;
                /** @description A language tag: localized values become one text in items, sorting and CSV, in this language where there is one */
                readonly locale?: string;
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
                /** @description `1`: begins with a byte order mark, for spreadsheets that guess the encoding */
                readonly bom?: "0" | "1";
                /**
                 * @description `1`: cells that begin with `=`, `+`, `-`, `@`, tab or CR get a `'` before them
                 * @example 1
                 */
                readonly spreadsheet?: "0" | "1";
                /** @description `1`: a field whose values have labels gets a second column with them, `rarity@label` */
                readonly labels?: "0" | "1";
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * @description A collection of the catalog manifest
                 * @example cards
                 */
                readonly resource: string;
            };
        };
        readonly responses: {
            /** @description The table */
            readonly 200: {
                content: {
                    readonly "text/csv": string;
                };
            };
        };
    };
    /** All collections of the catalog as one SQLite file, for any SQLite tool */
    readonly catalogDatabase: {
        readonly parameters: {
            readonly query?: {
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** @description The file */
            readonly 200: {
                content: {
                    readonly "application/vnd.sqlite3": unknown;
                };
            };
        };
    };
    /** Begin a publication, or take one up again */
    readonly publicationCreate: {
        readonly parameters: {
        };
        /** @description The descriptor and the list of files */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "descriptor": {
                 *         "server": {
                 *           "id": "elsewhere",
                 *           "displayName": "Japan",
                 *           "region": "jp"
                 *         },
                 *         "resources": {
                 *           "songs": {
                 *             "file": "catalog/songs.json",
                 *             "id": "musicId"
                 *           }
                 *         },
                 *         "uiMarks": {
                 *           "logo": "assets/Assets/media-0.txt"
                 *         }
                 *       },
                 *       "files": [
                 *         {
                 *           "path": "artifacts/android/bundles/one.bundle",
                 *           "sha256": "7b4c45f8c3aedfaeb57abc19a2cea40a858465bd97c5a5bec5f72e2efb3598ca",
                 *           "bytes": 10
                 *         },
                 *         {
                 *           "path": "assets/Assets/media-0.txt",
                 *           "sha256": "ef38e313eb672ee95f34a3acde6a9e3391ab40d8a268f081106459b7186b4fcb",
                 *           "bytes": 7
                 *         },
                 *         {
                 *           "path": "assets/Assets/number.txt",
                 *           "sha256": "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b",
                 *           "bytes": 1
                 *         },
                 *         {
                 *           "path": "catalog/songs.json",
                 *           "sha256": "c48ce8c50338aab9749bd5af7b17c6d69c301c63044b8cb643b062a196c5744d",
                 *           "bytes": 903
                 *         },
                 *         {
                 *           "path": "objects/unity/model.bin",
                 *           "sha256": "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81",
                 *           "bytes": 3
                 *         },
                 *         {
                 *           "path": "runtime/charts/a.json",
                 *           "sha256": "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862",
                 *           "bytes": 7
                 *         },
                 *         {
                 *           "path": "sources/Assets/scene.json",
                 *           "sha256": "0e548b454f229d175c1af74647446e7893c97fda16e5ef116d6a03e5fdffbb96",
                 *           "bytes": 16
                 *         }
                 *       ]
                 *     }
                 */
                readonly "application/json": PublicationCreateRequest;
            };
        };
        readonly responses: {
            /** @description The publication that was open already */
            readonly 200: {
                content: {
                    readonly "application/json": PublicationCreateResponse;
                };
            };
            /** @description Begun */
            readonly 201: {
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "missing": [
                     *         "7b4c45f8c3aedfaeb57abc19a2cea40a858465bd97c5a5bec5f72e2efb3598ca",
                     *         "ef38e313eb672ee95f34a3acde6a9e3391ab40d8a268f081106459b7186b4fcb",
                     *         "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b",
                     *         "c48ce8c50338aab9749bd5af7b17c6d69c301c63044b8cb643b062a196c5744d",
                     *         "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81",
                     *         "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862",
                     *         "0e548b454f229d175c1af74647446e7893c97fda16e5ef116d6a03e5fdffbb96"
                     *       ],
                     *       "expiresAt": 1767225600000
                     *     }
                     */
                    readonly "application/json": PublicationCreateResponse;
                };
            };
        };
    };
    /** The state of a publication */
    readonly publicationRead: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** @description The publication */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "publication": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "server": "elsewhere",
                     *         "state": "open",
                     *         "files": 7,
                     *         "bytes": 947,
                     *         "missing": 7,
                     *         "createdAt": 1767225600000,
                     *         "expiresAt": 1767225600000,
                     *         "progress": null,
                     *         "result": null,
                     *         "errors": []
                     *       }
                     *     }
                     */
                    readonly "application/json": PublicationReadResponse;
                };
            };
        };
    };
    /** Cancel a publication, or forget an ended one */
    readonly publicationDelete: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** @description Removed */
            readonly 204: {
                content?: never;
            };
        };
    };
    /** How much of an object has arrived */
    readonly publicationObjectRead: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly id: string;
                /** @example 7b4c45f8c3aedfaeb57abc19a2cea40a858465bd97c5a5bec5f72e2efb3598ca */
                readonly digest: string;
            };
        };
        readonly responses: {
            /** @description What is held */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "sha256": "7b4c45f8c3aedfaeb57abc19a2cea40a858465bd97c5a5bec5f72e2efb3598ca",
                     *       "bytes": 10,
                     *       "received": 0,
                     *       "complete": false
                     *     }
                     */
                    readonly "application/json": PublicationObjectReadResponse;
                };
            };
        };
    };
    /** Send an object, or the rest of it */
    readonly publicationObjectWrite: {
        readonly parameters: {
            readonly header?: {
                /** @description `bytes {first}-{last}/{all}` */
                readonly "Content-Range"?: string;
            };
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly id: string;
                /** @example 7b4c45f8c3aedfaeb57abc19a2cea40a858465bd97c5a5bec5f72e2efb3598ca */
                readonly digest: string;
            };
        };
        /** @description The bytes, with their Content-Length */
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": unknown;
            };
        };
        readonly responses: {
            /** @description Held; `complete` says whether something is missing */
            readonly 200: {
                content: {
                    readonly "application/json": PublicationObjectReadResponse;
                };
            };
            /** @description Complete and verified */
            readonly 201: {
                content: {
                    /**
                     * @example {
                     *       "sha256": "7b4c45f8c3aedfaeb57abc19a2cea40a858465bd97c5a5bec5f72e2efb3598ca",
                     *       "bytes": 10,
                     *       "received": 10,
                     *       "complete": true
                     *     }
                     */
                    readonly "application/json": PublicationObjectReadResponse;
                };
            };
        };
    };
    /** Send many small objects in one request */
    readonly publicationPackWrite: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly id: string;
            };
        };
        /** @description A row of objects */
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": unknown;
            };
        };
        readonly responses: {
            /** @description How many objects were taken */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "received": 7
                     *     }
                     */
                    readonly "application/json": PublicationPackWriteResponse;
                };
            };
        };
    };
    /** Publish what was sent */
    readonly publicationCommit: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly id: string;
            };
        };
        /** @description At most 1024 bytes */
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "promote": false
                 *     }
                 */
                readonly "application/json": PublicationCommitRequest;
            };
        };
        readonly responses: {
            /** @description Ended: `done` or `failed` */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "publication": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "server": "elsewhere",
                     *         "state": "done",
                     *         "files": 7,
                     *         "bytes": 947,
                     *         "missing": 0,
                     *         "createdAt": 1767225600000,
                     *         "expiresAt": 1767225600000,
                     *         "progress": null,
                     *         "result": {
                     *           "server": "elsewhere",
                     *           "releaseId": "r-5d02e190747c9ef410ff",
                     *           "sourceId": "s-bebc44ba528374019fff",
                     *           "promoted": false,
                     *           "unchanged": false,
                     *           "entries": 30,
                     *           "bytes": 2690,
                     *           "objects": {
                     *             "written": 38,
                     *             "reused": 0
                     *           },
                     *           "warnings": [],
                     *           "milliseconds": 120
                     *         },
                     *         "errors": []
                     *       }
                     *     }
                     */
                    readonly "application/json": PublicationReadResponse;
                };
            };
            /** @description It is being published */
            readonly 202: {
                content: {
                    readonly "application/json": PublicationReadResponse;
                };
            };
        };
    };
    /** The media, runtime and game-client files of a release, by path */
    readonly releaseFileList: {
        readonly parameters: {
            readonly query?: {
                /** @description What paths begin with, such as `assets/Assets/icons/` */
                readonly prefix?: string;
                /** @description Page length, 1 to 1000, default 100 */
                readonly limit?: number;
                /** @description Opaque `nextCursor` of the previous page, of the same prefix */
                readonly cursor?: string;
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** @description A page of files */
            readonly 200: {
                content: {
                    readonly "application/json": ReleaseFiles;
                };
            };
        };
    };
    /** A media file below Assets/ or Packages/ */
    readonly assetRead: {
        readonly parameters: {
            readonly query?: {
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * @description Path inside the release, several segments. The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself.
                 * @example Assets/Livehouse/Bands/1.png
                 */
                readonly path: string;
            };
        };
        readonly responses: {
            /** @description The bytes */
            readonly 200: {
                content: {
                    readonly "*/*": unknown;
                };
            };
        };
    };
    /** A runtime file */
    readonly runtimeRead: {
        readonly parameters: {
            readonly query?: {
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * @description Path inside the release, several segments. The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself.
                 * @example charts/1001-easy.json
                 */
                readonly path: string;
            };
        };
        readonly responses: {
            /** @description The bytes */
            readonly 200: {
                content: {
                    readonly "*/*": unknown;
                };
            };
        };
    };
    /** An engine object below unity/ */
    readonly objectRead: {
        readonly parameters: {
            readonly query?: {
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * @description Path inside the release, several segments. The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself.
                 * @example unity/ui.jsonl.gz
                 */
                readonly path: string;
            };
        };
        readonly responses: {
            /** @description The bytes */
            readonly 200: {
                content: {
                    readonly "*/*": unknown;
                };
            };
        };
    };
    /** A bundle of a source, by its original file name */
    readonly artifactRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * @description Source id
                 * @example demo-1.4.0
                 */
                readonly sourceId: string;
                /**
                 * @description File name, one segment
                 * @example startup.bundle
                 */
                readonly fileName: string;
            };
        };
        readonly responses: {
            /** @description The bytes */
            readonly 200: {
                content: {
                    readonly "application/octet-stream": unknown;
                };
            };
        };
    };
    /** Game-client manifest */
    readonly clientManifest: {
        readonly parameters: {
            readonly query?: {
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** @description The manifest */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "bundles": {
                     *         "bundleCount": 7,
                     *         "catalogFile": "catalog_6647d9d3b78a9b7a0335d29fda936b38.bin",
                     *         "catalogHash": "6647d9d3b78a9b7a0335d29fda936b38",
                     *         "catalogHashFile": "catalog_main.hash",
                     *         "embeddedCatalogFile": "catalog_main.bin",
                     *         "fileCount": 10,
                     *         "index": {
                     *           "algorithm": "fnv1a32-mod-256",
                     *           "prefix": "bundles/index/",
                     *           "shards": 256
                     *         },
                     *         "platform": "Android",
                     *         "totalBytes": 6681
                     *       },
                     *       "master": {
                     *         "systemVersion": "1.4.0",
                     *         "tableCount": 5,
                     *         "tables": [
                     *           {
                     *             "bytes": 315,
                     *             "file": "MasterBand.bin",
                     *             "sha256": "27a5c0d1dc4a86e0061dcfef66ccea71c551d1d39f7ab3102dae4ef4a01163a5"
                     *           },
                     *           {
                     *             "bytes": 669,
                     *             "file": "MasterCharacter.bin",
                     *             "sha256": "ce61b9032bb24fbcdf54a80898831bd1f3e7d6f38f5b630189e83505fbb842f0"
                     *           },
                     *           {
                     *             "bytes": 283,
                     *             "file": "MasterItem.bin",
                     *             "sha256": "250659f0d8e1b6d0782b789dbd045971659a629c4b2f8ddcf68e868de722d03b"
                     *           },
                     *           {
                     *             "bytes": 900,
                     *             "file": "MasterMusic.bin",
                     *             "sha256": "94845c2aa85afaf85efd5212b573c58bbda2c744de88fe726fc8d27743f2431f"
                     *           },
                     *           {
                     *             "bytes": 381,
                     *             "file": "MasterSkill.bin",
                     *             "sha256": "b12b53b52cae693446d3996c6b6981722c670c73ad5d965830e15d9f4a1691cd"
                     *           }
                     *         ],
                     *         "totalBytes": 2554,
                     *         "versionFile": "MasterDataSystemVersion.txt"
                     *       },
                     *       "routes": {
                     *         "bundles": "/game-client/demo/asset/Android/{file}",
                     *         "index": "/game-client/demo/bundles/index/{shard}.json",
                     *         "master": "/game-client/demo/master/{file}"
                     *       },
                     *       "schema": "service-game-client-v1",
                     *       "server": "demo",
                     *       "sourceId": "demo-1.4.0"
                     *     }
                     */
                    readonly "application/json": GameClientManifest;
                };
            };
        };
    };
    /** A shard of the client file index */
    readonly clientIndex: {
        readonly parameters: {
            readonly query?: {
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * @description `{hh}.json`, hh two lowercase hex digits
                 * @example 3c.json
                 */
                readonly shard: string;
            };
        };
        readonly responses: {
            /** @description The shard */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "algorithm": "fnv1a32-mod-256",
                     *       "entries": {},
                     *       "platform": "Android",
                     *       "schema": "service-game-client-bundles-index-v1",
                     *       "server": "demo",
                     *       "shard": "3c",
                     *       "sourceId": "demo-1.4.0"
                     *     }
                     */
                    readonly "application/json": GameClientIndex;
                };
            };
        };
    };
    /** The version text or a master data file */
    readonly clientMaster: {
        readonly parameters: {
            readonly query?: {
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * @description File name, one segment
                 * @example MasterItem.bin
                 */
                readonly fileName: string;
            };
        };
        readonly responses: {
            /** @description The bytes */
            readonly 200: {
                content: {
                    readonly "*/*": unknown;
                };
            };
        };
    };
    /** A catalog or bundle file of the game client */
    readonly clientAsset: {
        readonly parameters: {
            readonly query?: {
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * @description `bundles.platform` of the manifest
                 * @example Android
                 */
                readonly platform: string;
                /**
                 * @description File name, one segment
                 * @example startup.bundle
                 */
                readonly fileName: string;
            };
        };
        readonly responses: {
            /** @description The bytes */
            readonly 200: {
                content: {
                    readonly "*/*": unknown;
                };
            };
        };
    };
    /** A picture of the release as WebP, at most this wide */
    readonly pictureRead: {
        readonly parameters: {
            readonly query?: {
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * @description Width in pixels that the picture has at most
                 * @example 192
                 */
                readonly width: 96 | 192 | 384 | 768;
                /**
                 * @description Release path: `assets/…`, `runtime/…` or `objects/…`, several segments. The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself.
                 * @example assets/Assets/Livehouse/Jackets/1001.png
                 */
                readonly path: string;
            };
        };
        readonly responses: {
            /** @description The picture */
            readonly 200: {
                content: {
                    readonly "image/webp": unknown;
                };
            };
        };
    };
    /** Bands and the credits that join several */
    readonly bandList: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
            };
        };
        readonly responses: {
            /** @description Keyed by id */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: {
                            readonly bandId: number;
                            readonly bandName: readonly (string | null)[] | null;
                            readonly official: boolean;
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    /** Songs released in any region */
    readonly songList: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
            };
        };
        readonly responses: {
            /** @description Keyed by id */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: {
                            readonly musicId: number;
                            /** @description Text in the slots jp, en, tw, cn, kr */
                            readonly musicTitle: readonly (string | null)[];
                            readonly bandId: number | null;
                            readonly jacketUrl: string | null;
                            readonly jacketThumbUrl: string | null;
                            readonly musicUrl: string;
                            readonly publishedAt: readonly (number | null)[] | null;
                            readonly releaseAt: number | null;
                            readonly difficulty: readonly ({
                                /** @enum {string} */
                                readonly difficulty: "easy" | "normal" | "hard" | "expert" | "special";
                                readonly playLevel: number | null;
                            } & {
                                readonly [key: string]: unknown;
                            })[];
                            readonly musicCategories: readonly string[];
                            /** @constant */
                            readonly musicType: 0;
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    /** Chart metrics of all songs */
    readonly songMetaList: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
            };
        };
        readonly responses: {
            /** @description Keyed by id */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: {
                            readonly [key: string]: {
                                readonly chart: {
                                    /** @description Notes */
                                    readonly n: number | null;
                                    /** @description Length in seconds */
                                    readonly time: number | null;
                                    /** @description Notes per second */
                                    readonly nps: number | null;
                                    readonly firstBpm: number | null;
                                    readonly minBpm: number | null;
                                    readonly maxBpm: number | null;
                                    readonly playLevel: number | null;
                                    /** @description `eff` as a fraction of the best chart of the collection */
                                    readonly r: number | null;
                                    /** @description 1.1 × (base + 2 × skill) of the 7-second fever weights */
                                    readonly score: number | null;
                                    /** @description score × 60 / (time + 30) */
                                    readonly eff: number | null;
                                    /** @description Share of `score` that comes from skills */
                                    readonly sr: number | null;
                                    /** @description Figure to the upstream document it was taken from */
                                    readonly metricSources: {
                                        readonly [key: string]: string;
                                    };
                                };
                            };
                        };
                    };
                };
            };
        };
    };
    /** Characters */
    readonly characterList: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
            };
        };
        readonly responses: {
            /** @description Keyed by id */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: {
                            readonly characterId: number;
                            /** @description Text in the slots jp, en, tw, cn, kr */
                            readonly characterName: readonly (string | null)[];
                            readonly bandId: number | null;
                            readonly colorCode: string | null;
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    /** Cards released in this region */
    readonly cardList: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
            };
        };
        readonly responses: {
            /** @description Keyed by id */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: {
                            readonly cardId: number;
                            readonly characterId: number | null;
                            /** @description Text in the slots jp, en, tw, cn, kr */
                            readonly prefix: readonly (string | null)[];
                            readonly rarity: number | null;
                            readonly attribute: string | null;
                            readonly cardType: string | null;
                            /** @description Milliseconds since the epoch in the slots jp, en, tw, cn, kr */
                            readonly releasedAt: readonly (number | null)[];
                            readonly releaseAt: number | null;
                            readonly hasStory: boolean;
                            readonly resourceSetName: string;
                            readonly cardImage: string;
                            readonly cardImages: {
                                readonly normal: string;
                                readonly trained?: string;
                            };
                            readonly episodes: readonly ({
                                readonly scenarioId: string;
                                /** @description Text in the slots jp, en, tw, cn, kr */
                                readonly title: readonly (string | null)[];
                            } & {
                                readonly [key: string]: unknown;
                            })[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    /** A song with score ranks and rewards */
    readonly songRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
                /**
                 * @description Song id of the collection
                 * @example 10
                 */
                readonly musicId: string;
            };
        };
        readonly responses: {
            /** @description The song */
            readonly 200: {
                content: {
                    readonly "application/json": SongReadResponse;
                };
            };
        };
    };
    /** Chart metrics of a song */
    readonly songMetaRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
                /**
                 * @description Song id of the collection
                 * @example 11
                 */
                readonly musicId: string;
            };
        };
        readonly responses: {
            /** @description The metrics */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: {
                            readonly chart: {
                                /** @description Notes */
                                readonly n: number | null;
                                /** @description Length in seconds */
                                readonly time: number | null;
                                /** @description Notes per second */
                                readonly nps: number | null;
                                readonly firstBpm: number | null;
                                readonly minBpm: number | null;
                                readonly maxBpm: number | null;
                                readonly playLevel: number | null;
                                /** @description `eff` as a fraction of the best chart of the collection */
                                readonly r: number | null;
                                /** @description 1.1 × (base + 2 × skill) of the 7-second fever weights */
                                readonly score: number | null;
                                /** @description score × 60 / (time + 30) */
                                readonly eff: number | null;
                                /** @description Share of `score` that comes from skills */
                                readonly sr: number | null;
                                /** @description Figure to the upstream document it was taken from */
                                readonly metricSources: {
                                    readonly [key: string]: string;
                                };
                            };
                        };
                    };
                };
            };
        };
    };
    /** A card with its episodes */
    readonly cardRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
                /**
                 * @description Card id of the collection
                 * @example 21
                 */
                readonly cardId: string;
            };
        };
        readonly responses: {
            /** @description The card */
            readonly 200: {
                content: {
                    readonly "application/json": CardReadResponse;
                };
            };
        };
    };
    /** Stories of events */
    readonly eventStoryList: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
            };
        };
        readonly responses: {
            /** @description Keyed by id */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: {
                            readonly storyId: string;
                            readonly storyKey: string;
                            /** @description Text in the slots jp, en, tw, cn, kr */
                            readonly title: readonly (string | null)[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    /** Stories of bands */
    readonly bandStoryList: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
            };
        };
        readonly responses: {
            /** @description Keyed by id */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: {
                            readonly storyId: string;
                            readonly storyKey: string;
                            /** @description Text in the slots jp, en, tw, cn, kr */
                            readonly title: readonly (string | null)[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    /** Main stories */
    readonly mainStoryList: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
            };
        };
        readonly responses: {
            /** @description Keyed by id */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: {
                            readonly storyId: string;
                            readonly storyKey: string;
                            /** @description Text in the slots jp, en, tw, cn, kr */
                            readonly title: readonly (string | null)[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    /** Talks after a live */
    readonly afterliveStoryList: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
            };
        };
        readonly responses: {
            /** @description Keyed by id */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: {
                            readonly storyId: string;
                            readonly storyKey: string;
                            /** @description Text in the slots jp, en, tw, cn, kr */
                            readonly title: readonly (string | null)[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    /** A story as commands that a player runs in order */
    readonly storyRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
                /**
                 * @description `event.{eventId}-{n}`, `band.{scenarioId}`, `main.{id}`, `afterlive.{id}`, `card.{resourceSet}.{scenarioId}`
                 * @example event.1-1
                 */
                readonly storyId: string;
            };
        };
        readonly responses: {
            /** @description The story */
            readonly 200: {
                content: {
                    readonly "application/json": StoryReadResponse;
                };
            };
        };
    };
    /** Tree of the region's bundles; leaves count files */
    readonly editorTree: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
            };
        };
        readonly responses: {
            /** @description The tree */
            readonly 200: {
                content: {
                    readonly "application/json": EditorTreeResponse;
                };
            };
        };
    };
    /** File names of a bundle */
    readonly editorBundle: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
                /**
                 * @description Path of a leaf of the tree. The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself.
                 * @example bg/scenario1
                 */
                readonly bundlePath: string;
            };
        };
        readonly responses: {
            /** @description The list */
            readonly 200: {
                content: {
                    readonly "application/json": EditorBundleResponse;
                };
            };
        };
    };
    /** A chart, unchanged as upstream has it */
    readonly chartRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
                /**
                 * @description Song id of the collection
                 * @example 10
                 */
                readonly musicId: string;
                /** @example easy */
                readonly difficulty: "easy" | "normal" | "hard" | "expert" | "special";
            };
        };
        readonly responses: {
            /** @description The bytes */
            readonly 200: {
                content: {
                    readonly "text/plain; charset=utf-8": string;
                };
            };
        };
    };
    /** A jacket */
    readonly jacketRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
                /**
                 * @description Jacket package: the song id rounded up to ten
                 * @example 50
                 */
                readonly package: string;
                /**
                 * @description Image name without a suffix, as in `jacketUrl` of songs
                 * @example 050_Upper_Case
                 */
                readonly image: string;
            };
        };
        readonly responses: {
            /** @description The bytes */
            readonly 200: {
                content: {
                    readonly "image/png": unknown;
                };
            };
        };
    };
    /** A small jacket */
    readonly jacketThumbRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
                /**
                 * @description Jacket package: the song id rounded up to ten
                 * @example 50
                 */
                readonly package: string;
                /**
                 * @description Image name without a suffix, as in `jacketUrl` of songs
                 * @example 050_Upper_Case
                 */
                readonly image: string;
            };
        };
        readonly responses: {
            /** @description The bytes */
            readonly 200: {
                content: {
                    readonly "image/png": unknown;
                };
            };
        };
    };
    /** A song */
    readonly soundRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
                /**
                 * @description Song id
                 * @example 10
                 */
                readonly soundId: string;
            };
        };
        readonly responses: {
            /** @description The bytes */
            readonly 200: {
                content: {
                    readonly "audio/mpeg": unknown;
                };
            };
        };
    };
    /** A music video */
    readonly musicVideoRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
                /**
                 * @description Bundle name with `.mp4`
                 * @example video.mp4
                 */
                readonly fileName: string;
            };
        };
        readonly responses: {
            /** @description The bytes */
            readonly 200: {
                content: {
                    readonly "video/mp4": unknown;
                };
            };
        };
    };
    /** Picture of a stage challenge, from the first region that has it */
    readonly stageChallengeRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
                /**
                 * @description Id with its leading zeros
                 * @example 101
                 */
                readonly assetId: string;
            };
        };
        readonly responses: {
            /** @description The bytes */
            readonly 200: {
                content: {
                    readonly "image/png": unknown;
                };
            };
        };
    };
    /** An unchanged file of the provider */
    readonly rawRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
                /**
                 * @description Path at the provider, several segments. The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself.
                 * @example assets/jp/bg/scenario1_rip/bg00001.png
                 */
                readonly providerPath: string;
            };
        };
        readonly responses: {
            /** @description The bytes */
            readonly 200: {
                content: {
                    readonly "*/*": unknown;
                };
            };
        };
    };
    /** Live2d models by id */
    readonly live2dBatch: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Repeated: at most 64 different ids of letters, digits, `_` and `-`
                 * @example [
                 *       "026_bili-1"
                 *     ]
                 */
                readonly id?: readonly string[];
                /** @description Region to look at first */
                readonly server?: "jp" | "en" | "tw" | "cn" | "kr";
            };
            readonly path: {
                /**
                 * @description Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
            };
        };
        readonly responses: {
            /** @description Models, and the ids that no region has */
            readonly 200: {
                content: {
                    readonly "application/json": Live2dBatchResponse;
                };
            };
        };
    };
    /** Redirect to the URL with a trailing slash */
    readonly levelServerRoot: {
        readonly parameters: {
        };
        readonly responses: never;
    };
    /** The server info document */
    readonly levelServerHome: {
        readonly parameters: {
            readonly query?: {
                /** @description Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language */
                readonly localization?: string;
            };
        };
        readonly responses: {
            /** @description Server info */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "title": "Livehouse",
                     *       "description": "このサーバーで公開されている楽曲をプレイできます。",
                     *       "buttons": [
                     *         {
                     *           "type": "playlist"
                     *         },
                     *         {
                     *           "type": "level"
                     *         },
                     *         {
                     *           "type": "playlist",
                     *           "title": "プロバイダー",
                     *           "infoType": "provider"
                     *         },
                     *         {
                     *           "type": "level",
                     *           "title": "プロバイダー",
                     *           "infoType": "provider"
                     *         },
                     *         {
                     *           "type": "skin"
                     *         },
                     *         {
                     *           "type": "background"
                     *         },
                     *         {
                     *           "type": "effect"
                     *         },
                     *         {
                     *           "type": "particle"
                     *         },
                     *         {
                     *           "type": "engine"
                     *         },
                     *         {
                     *           "type": "configuration"
                     *         }
                     *       ],
                     *       "configuration": {
                     *         "options": []
                     *       }
                     *     }
                     */
                    readonly "application/json": LevelServerInfo;
                };
            };
        };
    };
    /** The server info document */
    readonly levelServerInfo: {
        readonly parameters: {
            readonly query?: {
                /** @description Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language */
                readonly localization?: string;
            };
        };
        readonly responses: {
            /** @description Server info */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "title": "Livehouse",
                     *       "description": "このサーバーで公開されている楽曲をプレイできます。",
                     *       "buttons": [
                     *         {
                     *           "type": "playlist"
                     *         },
                     *         {
                     *           "type": "level"
                     *         },
                     *         {
                     *           "type": "playlist",
                     *           "title": "プロバイダー",
                     *           "infoType": "provider"
                     *         },
                     *         {
                     *           "type": "level",
                     *           "title": "プロバイダー",
                     *           "infoType": "provider"
                     *         },
                     *         {
                     *           "type": "skin"
                     *         },
                     *         {
                     *           "type": "background"
                     *         },
                     *         {
                     *           "type": "effect"
                     *         },
                     *         {
                     *           "type": "particle"
                     *         },
                     *         {
                     *           "type": "engine"
                     *         },
                     *         {
                     *           "type": "configuration"
                     *         }
                     *       ],
                     *       "configuration": {
                     *         "options": []
                     *       }
                     *     }
                     */
                    readonly "application/json": LevelServerInfo;
                };
            };
        };
    };
    /** Sections and search forms of levels */
    readonly levelInfo: {
        readonly parameters: {
            readonly query?: {
                /** @description Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language */
                readonly localization?: string;
                /** @description `random`, or `provider` for the provider songs */
                readonly type?: string;
                /** @description `provider` for the provider songs */
                readonly source?: string;
            };
        };
        readonly responses: {
            /** @description Item info */
            readonly 200: {
                content: {
                    readonly "application/json": LevelItemInfo;
                };
            };
        };
    };
    /** A page of levels */
    readonly levelList: {
        readonly parameters: {
            readonly query?: {
                /** @description Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language */
                readonly localization?: string;
                /** @description `random`, or `provider` for the provider songs */
                readonly type?: string;
                /** @description `provider` for the provider songs */
                readonly source?: string;
                /**
                 * @description Zero-based; anything else counts as 0
                 * @example 0
                 */
                readonly page?: number;
                /**
                 * @description Search: every term, in the text of any locale
                 * @example lighthouse
                 */
                readonly keywords?: string;
                /** @description Search: names of difficulties, joined by commas */
                readonly difficulties?: string;
                /** @description Search: lowest rating */
                readonly ratingMin?: number;
                /** @description Search: highest rating */
                readonly ratingMax?: number;
            };
        };
        readonly responses: {
            /** @description 20 levels at most */
            readonly 200: {
                content: {
                    readonly "application/json": LevelItemList;
                };
            };
        };
    };
    /** Submission of results, which is not supported */
    readonly levelResultInfo: {
        readonly parameters: {
            readonly query?: {
                /** @description Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language */
                readonly localization?: string;
            };
        };
        readonly responses: {
            /** @description An empty object */
            readonly 200: {
                content: {
                    /** @example {} */
                    readonly "application/json": LevelResultInfoResponse;
                };
            };
        };
    };
    /** A level */
    readonly levelRead: {
        readonly parameters: {
            readonly query?: {
                /** @description Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language */
                readonly localization?: string;
            };
            readonly path: {
                /**
                 * @description Name exactly as lists and infos give it
                 * @example lh.4.demo.1003.expert
                 */
                readonly levelName: string;
            };
        };
        readonly responses: {
            /** @description Item details */
            readonly 200: {
                content: {
                    readonly "application/json": LevelItemDetails;
                };
            };
        };
    };
    /** Data of a level, as its item names them */
    readonly levelDataRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Name of the level
                 * @example lh.4.demo.1003.expert
                 */
                readonly levelName: string;
                /**
                 * @description SHA-1, 40 lowercase hex digits
                 * @example 85289e63e7c257e35b190cc3ed0e049251781f12
                 */
                readonly digest: string;
            };
        };
        readonly responses: {
            /** @description The bytes, never with a content coding */
            readonly 200: {
                content: {
                    readonly "*/*": unknown;
                };
            };
        };
    };
    /** Sections and search forms of playlists */
    readonly playlistInfo: {
        readonly parameters: {
            readonly query?: {
                /** @description Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language */
                readonly localization?: string;
                /** @description `random`, or `provider` for the provider songs */
                readonly type?: string;
                /** @description `provider` for the provider songs */
                readonly source?: string;
            };
        };
        readonly responses: {
            /** @description Item info */
            readonly 200: {
                content: {
                    readonly "application/json": LevelItemInfo;
                };
            };
        };
    };
    /** A page of playlists: one per song */
    readonly playlistList: {
        readonly parameters: {
            readonly query?: {
                /** @description Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language */
                readonly localization?: string;
                /** @description `random`, or `provider` for the provider songs */
                readonly type?: string;
                /** @description `provider` for the provider songs */
                readonly source?: string;
                /** @description Zero-based; anything else counts as 0 */
                readonly page?: number;
                /** @description Search: every term, in the text of any locale */
                readonly keywords?: string;
                /** @description Search: names of difficulties, joined by commas */
                readonly difficulties?: string;
                /** @description Search: lowest rating */
                readonly ratingMin?: number;
                /** @description Search: highest rating */
                readonly ratingMax?: number;
            };
        };
        readonly responses: {
            /** @description 20 playlists at most */
            readonly 200: {
                content: {
                    readonly "application/json": LevelItemList;
                };
            };
        };
    };
    /** A playlist with its levels */
    readonly playlistRead: {
        readonly parameters: {
            readonly query?: {
                /** @description Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language */
                readonly localization?: string;
            };
            readonly path: {
                /**
                 * @description Name exactly as lists and infos give it
                 * @example playlist-1003
                 */
                readonly playlistName: string;
            };
        };
        readonly responses: {
            /** @description Item details */
            readonly 200: {
                content: {
                    readonly "application/json": LevelItemDetails;
                };
            };
        };
    };
    /** Sections of engines, skins, backgrounds, effects or particles */
    readonly levelItemInfo: {
        readonly parameters: {
            readonly query?: {
                /** @description Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language */
                readonly localization?: string;
            };
            readonly path: {
                /**
                 * @description Type of item
                 * @example skins
                 */
                readonly itemType: "engines" | "skins" | "backgrounds" | "effects" | "particles";
            };
        };
        readonly responses: {
            /** @description Item info */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "sections": [
                     *         {
                     *           "title": "#NEWEST",
                     *           "itemType": "skin",
                     *           "items": [
                     *             {
                     *               "name": "pixel",
                     *               "source": "https://livehouse.example",
                     *               "title": "Pixel",
                     *               "subtitle": "Sonolus",
                     *               "author": "Burrito#1000",
                     *               "tags": [],
                     *               "version": 4,
                     *               "thumbnail": {
                     *                 "hash": "b130ca64e3a9ee209b7466b1342a33c2f80abeae",
                     *                 "url": "/levelserver/repository/b130ca64e3a9ee209b7466b1342a33c2f80abeae"
                     *               },
                     *               "data": {
                     *                 "hash": "04b8d5ee33a2f630be853ba44f9c30c79a6a8528",
                     *                 "url": "/levelserver/repository/04b8d5ee33a2f630be853ba44f9c30c79a6a8528"
                     *               },
                     *               "texture": {
                     *                 "hash": "0fa7bd6d8905e861b080304f5d0f6278fb537688",
                     *                 "url": "/levelserver/repository/0fa7bd6d8905e861b080304f5d0f6278fb537688"
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": LevelItemInfo;
                };
            };
        };
    };
    /** A page of engines, skins, backgrounds, effects or particles */
    readonly levelItemList: {
        readonly parameters: {
            readonly query?: {
                /** @description Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language */
                readonly localization?: string;
                /** @description Zero-based; anything else counts as 0 */
                readonly page?: number;
            };
            readonly path: {
                /**
                 * @description Type of item
                 * @example skins
                 */
                readonly itemType: "engines" | "skins" | "backgrounds" | "effects" | "particles";
            };
        };
        readonly responses: {
            /** @description 20 items at most */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "pageCount": 1,
                     *       "items": [
                     *         {
                     *           "name": "pixel",
                     *           "source": "https://livehouse.example",
                     *           "title": "Pixel",
                     *           "subtitle": "Sonolus",
                     *           "author": "Burrito#1000",
                     *           "tags": [],
                     *           "version": 4,
                     *           "thumbnail": {
                     *             "hash": "b130ca64e3a9ee209b7466b1342a33c2f80abeae",
                     *             "url": "/levelserver/repository/b130ca64e3a9ee209b7466b1342a33c2f80abeae"
                     *           },
                     *           "data": {
                     *             "hash": "04b8d5ee33a2f630be853ba44f9c30c79a6a8528",
                     *             "url": "/levelserver/repository/04b8d5ee33a2f630be853ba44f9c30c79a6a8528"
                     *           },
                     *           "texture": {
                     *             "hash": "0fa7bd6d8905e861b080304f5d0f6278fb537688",
                     *             "url": "/levelserver/repository/0fa7bd6d8905e861b080304f5d0f6278fb537688"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": LevelItemList;
                };
            };
        };
    };
    /** An engine, skin, background, effect or particle */
    readonly levelItemRead: {
        readonly parameters: {
            readonly query?: {
                /** @description Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language */
                readonly localization?: string;
            };
            readonly path: {
                /**
                 * @description Type of item
                 * @example skins
                 */
                readonly itemType: "engines" | "skins" | "backgrounds" | "effects" | "particles";
                /**
                 * @description Name of the item
                 * @example pixel
                 */
                readonly itemName: string;
            };
        };
        readonly responses: {
            /** @description Item details */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "actions": [],
                     *       "hasCommunity": false,
                     *       "leaderboards": [],
                     *       "item": {
                     *         "name": "pixel",
                     *         "source": "https://livehouse.example",
                     *         "title": "Pixel",
                     *         "subtitle": "Sonolus",
                     *         "author": "Burrito#1000",
                     *         "tags": [],
                     *         "version": 4,
                     *         "thumbnail": {
                     *           "hash": "b130ca64e3a9ee209b7466b1342a33c2f80abeae",
                     *           "url": "/levelserver/repository/b130ca64e3a9ee209b7466b1342a33c2f80abeae"
                     *         },
                     *         "data": {
                     *           "hash": "04b8d5ee33a2f630be853ba44f9c30c79a6a8528",
                     *           "url": "/levelserver/repository/04b8d5ee33a2f630be853ba44f9c30c79a6a8528"
                     *         },
                     *         "texture": {
                     *           "hash": "0fa7bd6d8905e861b080304f5d0f6278fb537688",
                     *           "url": "/levelserver/repository/0fa7bd6d8905e861b080304f5d0f6278fb537688"
                     *         }
                     *       },
                     *       "sections": []
                     *     }
                     */
                    readonly "application/json": LevelItemDetails;
                };
            };
        };
    };
    /** A file that items name: cover, sound, engine data, texture and so on */
    readonly levelFileRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description SHA-1, 40 lowercase hex digits
                 * @example 04b8d5ee33a2f630be853ba44f9c30c79a6a8528
                 */
                readonly digest: string;
            };
        };
        readonly responses: {
            /** @description The bytes, never with a content coding */
            readonly 200: {
                content: {
                    readonly "*/*": unknown;
                };
            };
        };
    };
    /** The chart of a level, as something to draw */
    readonly levelChartRead: {
        readonly parameters: {
            readonly query?: {
                /** @description Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
                /** @description `provider`: a chart of the provider, `{server}` is then a region */
                readonly source?: "provider";
            };
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * @description Id of the song
                 * @example 1001
                 */
                readonly song: string;
                /**
                 * @description Difficulty, as the levels of the song name it
                 * @example easy
                 */
                readonly difficulty: string;
            };
        };
        readonly responses: {
            /** @description The chart */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "lanes": 7,
                     *       "seconds": 15,
                     *       "bars": [
                     *         0,
                     *         1.875,
                     *         3.75,
                     *         5.625,
                     *         7.5,
                     *         9.375,
                     *         11.25,
                     *         13.125
                     *       ],
                     *       "notes": [
                     *         [
                     *           1.875,
                     *           5,
                     *           1,
                     *           "tap"
                     *         ],
                     *         [
                     *           2.8125,
                     *           6,
                     *           1,
                     *           "slide"
                     *         ],
                     *         [
                     *           3.5156,
                     *           6,
                     *           1,
                     *           "slide"
                     *         ],
                     *         [
                     *           3.75,
                     *           3,
                     *           1,
                     *           "tap"
                     *         ],
                     *         [
                     *           4.6875,
                     *           5,
                     *           1,
                     *           "tap"
                     *         ],
                     *         [
                     *           5.625,
                     *           3,
                     *           1,
                     *           "tap"
                     *         ],
                     *         [
                     *           6.5625,
                     *           5,
                     *           1,
                     *           "slide"
                     *         ],
                     *         [
                     *           7.2656,
                     *           5,
                     *           1,
                     *           "slide"
                     *         ],
                     *         [
                     *           7.5,
                     *           3,
                     *           1,
                     *           "tap"
                     *         ],
                     *         [
                     *           8.4375,
                     *           5,
                     *           1,
                     *           "tap"
                     *         ],
                     *         [
                     *           9.375,
                     *           1,
                     *           1,
                     *           "tap"
                     *         ],
                     *         [
                     *           10.3125,
                     *           5,
                     *           1,
                     *           "slide"
                     *         ],
                     *         [
                     *           11.0156,
                     *           5,
                     *           1,
                     *           "slide"
                     *         ],
                     *         [
                     *           11.25,
                     *           6,
                     *           1,
                     *           "tap"
                     *         ],
                     *         [
                     *           12.1875,
                     *           1,
                     *           1,
                     *           "tap"
                     *         ],
                     *         [
                     *           13.125,
                     *           0,
                     *           1,
                     *           "tap"
                     *         ],
                     *         [
                     *           14.0625,
                     *           5,
                     *           1,
                     *           "slide"
                     *         ],
                     *         [
                     *           14.7656,
                     *           5,
                     *           1,
                     *           "slide"
                     *         ]
                     *       ],
                     *       "slides": [
                     *         [
                     *           [
                     *             2.8125,
                     *             6,
                     *             1
                     *           ],
                     *           [
                     *             3.5156,
                     *             6,
                     *             1
                     *           ]
                     *         ],
                     *         [
                     *           [
                     *             6.5625,
                     *             5,
                     *             1
                     *           ],
                     *           [
                     *             7.2656,
                     *             5,
                     *             1
                     *           ]
                     *         ],
                     *         [
                     *           [
                     *             10.3125,
                     *             5,
                     *             1
                     *           ],
                     *           [
                     *             11.0156,
                     *             5,
                     *             1
                     *           ]
                     *         ],
                     *         [
                     *           [
                     *             14.0625,
                     *             5,
                     *             1
                     *           ],
                     *           [
                     *             14.7656,
                     *             5,
                     *             1
                     *           ]
                     *         ]
                     *       ],
                     *       "bpm": [
                     *         [
                     *           0,
                     *           128
                     *         ]
                     *       ],
                     *       "counts": {
                     *         "tap": 10,
                     *         "slide": 8
                     *       },
                     *       "density": [
                     *         0,
                     *         1,
                     *         1,
                     *         2,
                     *         1,
                     *         1,
                     *         1,
                     *         2,
                     *         1,
                     *         1,
                     *         1,
                     *         2,
                     *         1,
                     *         1,
                     *         2
                     *       ]
                     *     }
                     */
                    readonly "application/json": Chart;
                };
            };
        };
    };
    /** Whether registration is open, and what it requires */
    readonly accountConfigRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description The configuration */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "available": true,
                     *       "emailDeliveryEnabled": true,
                     *       "emailSignUpEnabled": true,
                     *       "providers": [],
                     *       "passkeys": true,
                     *       "turnstileSiteKey": null,
                     *       "captcha": {
                     *         "provider": "altcha",
                     *         "challengeUrl": "/api/v1/account/captcha"
                     *       }
                     *     }
                     */
                    readonly "application/json": AccountConfigReadResponse;
                };
            };
        };
    };
    /** A new ALTCHA challenge, where that captcha is configured */
    readonly captchaChallengeRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description The challenge */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: JsonValue;
                    };
                };
            };
        };
    };
    /** Register an account; a link to set the password is mailed */
    readonly accountRegister: {
        readonly parameters: {
            readonly header?: {
                /**
                 * @description Response of the captcha, where the account configuration names one
                 * @example x-captcha-response-of-a-run
                 */
                readonly "X-Captcha-Response"?: string;
            };
        };
        /** @description At most 1024 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "email": "new@example.org"
                 *     }
                 */
                readonly "application/json": AccountRegisterRequest;
            };
        };
        readonly responses: {
            /** @description Accepted */
            readonly 202: {
                content: {
                    /**
                     * @example {
                     *       "accepted": true
                     *     }
                     */
                    readonly "application/json": AccountRegisterResponse;
                };
            };
        };
    };
    /** The session of the cookie and its account, or null; extends a session that is older than a day */
    readonly sessionRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description The session */
            readonly 200: {
                content: {
                    readonly "application/json": SessionReadResponse;
                };
            };
        };
    };
    /** Sign in with address and password */
    readonly signInEmail: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": SignInEmailRequest;
            };
        };
        readonly responses: {
            /** @description Signed in; or `twoFactorRedirect`: the second factor is missing (`two-factor/verify-totp`) */
            readonly 200: {
                content: {
                    readonly "application/json": SignInEmailResponse;
                };
            };
        };
    };
    /** Start signing in with a provider: `github`, `google`, `twitter`, `discord` or `oidc` */
    readonly signInSocial: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": SignInSocialRequest;
            };
        };
        readonly responses: {
            /** @description The URL to redirect to */
            readonly 200: {
                content: {
                    readonly "application/json": SignInSocialResponse;
                };
            };
        };
    };
    /** The callback of a sign-in provider */
    readonly signInCallback: {
        readonly parameters: {
            readonly query?: {
                /** @description State of the sign-in */
                readonly state?: string;
                /** @description Code of the provider */
                readonly code?: string;
                /** @description Its error */
                readonly error?: string;
            };
            readonly path: {
                readonly provider: "github" | "google" | "twitter" | "discord" | "oidc";
            };
        };
        readonly responses: never;
    };
    /** End the session of the cookie */
    readonly signOut: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": EmptyRequest;
            };
        };
        readonly responses: {
            /** @description Signed out */
            readonly 200: {
                content: {
                    readonly "application/json": SignOutResponse;
                };
            };
        };
    };
    /** Mail a link that verifies an address; the response is the same for every address */
    readonly verificationSend: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": VerificationSendRequest;
            };
        };
        readonly responses: {
            /** @description Accepted */
            readonly 200: {
                content: {
                    readonly "application/json": StatusAnswer;
                };
            };
        };
    };
    /** Redirect a token for an address to its page */
    readonly emailVerify: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The mailed token
                 * @example of-a-mail
                 */
                readonly token?: string;
                /** @description Ignored; an address elsewhere is refused */
                readonly callbackURL?: string;
            };
        };
        readonly responses: never;
    };
    /** Mail a link to set a new password; the response is the same for every address */
    readonly passwordResetRequest: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": PasswordResetRequestRequest;
            };
        };
        readonly responses: {
            /** @description Accepted */
            readonly 200: {
                content: {
                    readonly "application/json": PasswordResetRequestResponse;
                };
            };
        };
    };
    /** Redirect a password token to its page */
    readonly passwordResetOpen: {
        readonly parameters: {
            readonly query?: {
                /** @description That page, `/account/password`; another is refused */
                readonly callbackURL?: string;
            };
            readonly path: {
                /** @example of-a-mail */
                readonly token: string;
            };
        };
        readonly responses: never;
    };
    /** Set the password with a mailed token; ends all sessions and API tokens, verifies the address */
    readonly passwordReset: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": PasswordResetRequest;
            };
        };
        readonly responses: {
            /** @description Set */
            readonly 200: {
                content: {
                    readonly "application/json": StatusAnswer;
                };
            };
        };
    };
    /** Change the address; the old one confirms, then the new one is verified */
    readonly emailChange: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": EmailChangeRequest;
            };
        };
        readonly responses: {
            /** @description Accepted */
            readonly 200: {
                content: {
                    readonly "application/json": StatusAnswer;
                };
            };
        };
    };
    /** Change the password; ends all other sessions, API tokens and unused password links */
    readonly passwordChange: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": PasswordChangeRequest;
            };
        };
        readonly responses: {
            /** @description Changed */
            readonly 200: {
                content: {
                    readonly "application/json": PasswordChangeResponse;
                };
            };
        };
    };
    /** List the sign-in methods of this account */
    readonly loginMethodList: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description The ways */
            readonly 200: {
                content: {
                    readonly "application/json": readonly ({
                        readonly id: string;
                        readonly providerId: string;
                    } & {
                        readonly [key: string]: unknown;
                    })[];
                };
            };
        };
    };
    /** Start linking a provider account with the same address */
    readonly loginMethodLink: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": LoginMethodLinkRequest;
            };
        };
        readonly responses: {
            /** @description The URL to redirect to */
            readonly 200: {
                content: {
                    readonly "application/json": SignInSocialResponse;
                };
            };
        };
    };
    /** Remove a sign-in method; the last one cannot be removed */
    readonly loginMethodUnlink: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": LoginMethodUnlinkRequest;
            };
        };
        readonly responses: {
            /** @description Removed */
            readonly 200: {
                content: {
                    readonly "application/json": StatusAnswer;
                };
            };
        };
    };
    /** List the sessions of this account */
    readonly sessionList: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description The sessions */
            readonly 200: {
                content: {
                    readonly "application/json": readonly ({
                        readonly id: string;
                        readonly token: string;
                        readonly expiresAt: string;
                        /** @description Time of the sign-in */
                        readonly createdAt: string;
                        /** @description When it was last extended: at most once a day */
                        readonly updatedAt: string;
                    } & {
                        readonly [key: string]: unknown;
                    })[];
                };
            };
        };
    };
    /** End one session */
    readonly sessionRevoke: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": SessionRevokeRequest;
            };
        };
        readonly responses: {
            /** @description Ended */
            readonly 200: {
                content: {
                    readonly "application/json": StatusAnswer;
                };
            };
        };
    };
    /** End all sessions, including this one */
    readonly sessionRevokeAll: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": EmptyRequest;
            };
        };
        readonly responses: {
            /** @description Ended */
            readonly 200: {
                content: {
                    readonly "application/json": StatusAnswer;
                };
            };
        };
    };
    /** End all other sessions */
    readonly sessionRevokeOthers: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": EmptyRequest;
            };
        };
        readonly responses: {
            /** @description Ended */
            readonly 200: {
                content: {
                    readonly "application/json": StatusAnswer;
                };
            };
        };
    };
    /** Whether sign-in is available */
    readonly authProbe: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description It is */
            readonly 200: {
                content: {
                    readonly "application/json": AuthProbeResponse;
                };
            };
        };
    };
    /** Start setting up an authenticator app; `two-factor/verify-totp` with its first code enables it */
    readonly twoFactorEnable: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": EmptyRequest;
            };
        };
        readonly responses: {
            /** @description What the app needs */
            readonly 200: {
                content: {
                    readonly "application/json": TwoFactorEnableResponse;
                };
            };
        };
    };
    /** Complete a sign-in with a code of the authenticator app, or turn the app on with its first code */
    readonly totpVerify: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": TotpVerifyRequest;
            };
        };
        readonly responses: {
            /** @description Signed in, or turned on */
            readonly 200: {
                content: {
                    readonly "application/json": TotpVerifyResponse;
                };
            };
        };
    };
    /** Complete a sign-in with a backup code, which works once */
    readonly backupCodeVerify: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": TotpVerifyRequest;
            };
        };
        readonly responses: {
            /** @description Signed in */
            readonly 200: {
                content: {
                    readonly "application/json": TotpVerifyResponse;
                };
            };
        };
    };
    /** Disable the authenticator app and the backup codes */
    readonly twoFactorDisable: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": EmptyRequest;
            };
        };
        readonly responses: {
            /** @description Disabled */
            readonly 200: {
                content: {
                    readonly "application/json": StatusAnswer;
                };
            };
        };
    };
    /** Create new backup codes; the old ones become invalid */
    readonly backupCodesRenew: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": EmptyRequest;
            };
        };
        readonly responses: {
            /** @description The codes */
            readonly 200: {
                content: {
                    readonly "application/json": BackupCodesRenewResponse;
                };
            };
        };
    };
    /** Start adding a passkey; returns the options for `navigator.credentials.create` */
    readonly passkeyCreateOptions: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description The options */
            readonly 200: {
                content: {
                    readonly "application/json": PasskeyCreateOptionsResponse;
                };
            };
        };
    };
    /** Add the passkey that the browser has made */
    readonly passkeyCreate: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": PasskeyCreateRequest;
            };
        };
        readonly responses: {
            /** @description The passkey */
            readonly 200: {
                content: {
                    readonly "application/json": PasskeyCreateResponse;
                };
            };
        };
    };
    /** Start signing in or confirming with a passkey; returns the options for `navigator.credentials.get` */
    readonly passkeyUseOptions: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description The options, valid for five minutes */
            readonly 200: {
                content: {
                    readonly "application/json": PasskeyCreateOptionsResponse;
                };
            };
        };
    };
    /** Sign in with a passkey, or complete a sign-in with it */
    readonly passkeySignIn: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": PasskeySignInRequest;
            };
        };
        readonly responses: {
            /** @description Signed in, or one factor is missing */
            readonly 200: {
                content: {
                    readonly "application/json": PasskeySignInResponse;
                };
            };
        };
    };
    /** List your passkeys */
    readonly passkeyList: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description The passkeys */
            readonly 200: {
                content: {
                    readonly "application/json": readonly ({
                        readonly id: string;
                        readonly name?: string | null;
                        readonly createdAt?: string | null;
                    } & {
                        readonly [key: string]: unknown;
                    })[];
                };
            };
        };
    };
    /** Rename a passkey */
    readonly passkeyRename: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": PasskeyRenameRequest;
            };
        };
        readonly responses: {
            /** @description The passkey */
            readonly 200: {
                content: {
                    readonly "application/json": PasskeyRenameResponse;
                };
            };
        };
    };
    /** Remove a passkey */
    readonly passkeyDelete: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": PasskeyDeleteRequest;
            };
        };
        readonly responses: {
            /** @description Removed */
            readonly 200: {
                content: {
                    readonly "application/json": StatusAnswer;
                };
            };
        };
    };
    /** Confirm your identity with the password, a code or a passkey; with the cookie only */
    readonly accountConfirm: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "password": "correct horse battery"
                 *     }
                 */
                readonly "application/json": AccountConfirmRequest;
            };
        };
        readonly responses: {
            /** @description The session is confirmed */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "confirmedAt": 1767225600000
                     *     }
                     */
                    readonly "application/json": AccountConfirmResponse;
                };
            };
            /** @description A code is mailed */
            readonly 202: {
                content: {
                    readonly "application/json": AccountConfirm202Response;
                };
            };
        };
    };
    /** Your preferences; null before the first write */
    readonly preferencesRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description The preferences */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "preferences": null
                     *     }
                     */
                    readonly "application/json": PreferencesAnswer;
                };
            };
        };
    };
    /** Change preferences; omitted fields stay, null clears */
    readonly preferencesWrite: {
        readonly parameters: {
        };
        /** @description At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "locale": "ja",
                 *       "releaseServer": "demo",
                 *       "settings": {
                 *         "volume": 80
                 *       }
                 *     }
                 */
                readonly "application/json": PreferencesWriteRequest;
            };
        };
        readonly responses: {
            /** @description The preferences */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "preferences": {
                     *         "locale": "ja",
                     *         "releaseServer": "demo",
                     *         "settings": {
                     *           "volume": 80
                     *         },
                     *         "version": 1,
                     *         "updatedAt": 1767225600000
                     *       }
                     *     }
                     */
                    readonly "application/json": PreferencesAnswer;
                };
            };
        };
    };
    /** Your profile */
    readonly profileRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description The profile */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "profile": {
                     *         "accountName": "Person",
                     *         "avatarSeed": "0123456789abcdef",
                     *         "avatarUrl": null,
                     *         "bio": null,
                     *         "candidateDisplayName": null,
                     *         "displayName": "Mina",
                     *         "displayNameRevision": 1,
                     *         "displayNameStatus": "allow",
                     *         "handle": "mina",
                     *         "profileStatus": "active",
                     *         "publicUid": 100000001,
                     *         "role": "member",
                     *         "version": 1
                     *       }
                     *     }
                     */
                    readonly "application/json": ProfileAnswer;
                };
            };
        };
    };
    /** Delete the account permanently */
    readonly profileDelete: {
        readonly parameters: {
        };
        /** @description At most 2048 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "confirmation": "person@example.org"
                 *     }
                 */
                readonly "application/json": ProfileDeleteRequest;
            };
        };
        readonly responses: {
            /** @description The account is deleted */
            readonly 204: {
                content?: never;
            };
        };
    };
    /** Change display name, handle and bio */
    readonly profilePatch: {
        readonly parameters: {
        };
        /** @description At most 2048 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "bio": "Practises before breakfast.",
                 *       "version": 1
                 *     }
                 */
                readonly "application/json": ProfilePatchRequest;
            };
        };
        readonly responses: {
            /** @description The changed profile */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "profile": {
                     *         "accountName": "Person",
                     *         "avatarSeed": "0123456789abcdef",
                     *         "avatarUrl": null,
                     *         "bio": "Practises before breakfast.",
                     *         "candidateDisplayName": null,
                     *         "displayName": "Person",
                     *         "displayNameRevision": 1,
                     *         "displayNameStatus": "allow",
                     *         "handle": null,
                     *         "profileStatus": "active",
                     *         "publicUid": 100000001,
                     *         "role": "member",
                     *         "version": 2
                     *       }
                     *     }
                     */
                    readonly "application/json": ProfileAnswer;
                };
            };
            /** @description The changed profile, whose new display name waits for a verdict */
            readonly 202: {
                content: {
                    readonly "application/json": ProfileAnswer;
                };
            };
        };
    };
    /** Upload an avatar */
    readonly avatarWrite: {
        readonly parameters: {
        };
        /** @description The picture */
        readonly requestBody: {
            readonly content: {
                readonly "image/jpeg": unknown;
                readonly "image/png": unknown;
                readonly "image/webp": unknown;
            };
        };
        readonly responses: {
            /** @description The picture is being prepared */
            readonly 202: {
                content: {
                    /**
                     * @example {
                     *       "avatar": {
                     *         "status": "pending"
                     *       }
                     *     }
                     */
                    readonly "application/json": AvatarWriteResponse;
                };
            };
        };
    };
    /** Remove the avatar, including a pending one */
    readonly avatarDelete: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description Removed */
            readonly 204: {
                content?: never;
            };
        };
    };
    /** An avatar, by the opaque id in the URL that profiles contain */
    readonly avatarRead: {
        readonly parameters: {
            readonly path: {
                /** @example AAAAAAAAAAAAAAAAAAAAAA */
                readonly userId: string;
            };
        };
        readonly responses: {
            /** @description The picture */
            readonly 200: {
                content: {
                    readonly "image/webp": unknown;
                };
            };
        };
    };
    /** List your game accounts, newest first */
    readonly gameAccountList: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description The game accounts */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "gameAccounts": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "provider": "bandori",
                     *           "region": "jp",
                     *           "playerUid": "1234567",
                     *           "displayName": null,
                     *           "verificationStatus": "unverified",
                     *           "lastSyncedAt": null,
                     *           "updatedAt": 1767225600000,
                     *           "latestSnapshot": null,
                     *           "public": false,
                     *           "createdAt": 1767225600000
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": GameAccountListResponse;
                };
            };
        };
    };
    /** Add a game account; at most 16 */
    readonly gameAccountCreate: {
        readonly parameters: {
        };
        /** @description At most 16384 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "provider": "bandori",
                 *       "region": "jp",
                 *       "playerUid": "1234567"
                 *     }
                 */
                readonly "application/json": GameAccountCreateRequest;
            };
        };
        readonly responses: {
            /** @description The game account */
            readonly 201: {
                content: {
                    /**
                     * @example {
                     *       "gameAccount": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "provider": "bandori",
                     *         "region": "jp",
                     *         "playerUid": "1234567",
                     *         "displayName": null,
                     *         "verificationStatus": "unverified",
                     *         "lastSyncedAt": null,
                     *         "updatedAt": 1767225600000,
                     *         "latestSnapshot": null,
                     *         "public": false,
                     *         "createdAt": 1767225600000
                     *       }
                     *     }
                     */
                    readonly "application/json": GameAccountCreateResponse;
                };
            };
        };
    };
    /** Remove a game account */
    readonly gameAccountDelete: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** @description Deleted */
            readonly 204: {
                content?: never;
            };
        };
    };
    /** Change a game account; omitted fields stay */
    readonly gameAccountEdit: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly id: string;
            };
        };
        /** @description At most 16384 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "public": true
                 *     }
                 */
                readonly "application/json": GameAccountEditRequest;
            };
        };
        readonly responses: {
            /** @description The game account */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "gameAccount": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "provider": "bandori",
                     *         "region": "jp",
                     *         "playerUid": "1234567",
                     *         "displayName": null,
                     *         "verificationStatus": "unverified",
                     *         "lastSyncedAt": null,
                     *         "updatedAt": 1767225600000,
                     *         "latestSnapshot": null,
                     *         "public": true,
                     *         "createdAt": 1767225600000
                     *       }
                     *     }
                     */
                    readonly "application/json": GameAccountCreateResponse;
                };
            };
        };
    };
    /** List your API tokens, newest first; with the cookie only */
    readonly tokenList: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description The tokens */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "tokens": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "name": "My bot",
                     *           "scopes": [
                     *             "read",
                     *             "community"
                     *           ],
                     *           "servers": [],
                     *           "createdAt": 1767225600000,
                     *           "lastUsedAt": null,
                     *           "expiresAt": null
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": TokenListResponse;
                };
            };
        };
    };
    /** Create an API token; with the cookie only */
    readonly tokenCreate: {
        readonly parameters: {
        };
        /** @description At most 16384 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": TokenCreateRequest;
            };
        };
        readonly responses: {
            /** @description The token and its secret */
            readonly 201: {
                content: {
                    readonly "application/json": TokenCreateResponse;
                };
            };
        };
    };
    /** Revoke an API token; with the cookie only */
    readonly tokenDelete: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** @description Revoked */
            readonly 204: {
                content?: never;
            };
        };
    };
    /** Export the account as a zip file; with the cookie only, three a day */
    readonly accountExport: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description JSON documents and files, streamed */
            readonly 200: {
                content: {
                    readonly "application/zip": unknown;
                };
            };
        };
    };
    /** List cases by status and kind */
    readonly caseList: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Absent: all of them
                 * @example review
                 */
                readonly status?: "pending" | "review" | "decided";
                readonly kind?: "post" | "comment" | "attachment" | "profile-name" | "avatar";
                /**
                 * @description Page length, 1 to 100, default 50
                 * @example 1
                 */
                readonly limit?: number;
                /** @description Opaque `nextCursor` of the previous page, with the same filters */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** @description A page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "cases": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "kind": "post",
                     *           "subjectId": "00000000-0000-4000-8000-000000000002",
                     *           "authorUid": 100000001,
                     *           "authorHandle": null,
                     *           "status": "review",
                     *           "version": 1,
                     *           "reasons": [
                     *             "policy.review"
                     *           ],
                     *           "excerpt": "Buy followers here.",
                     *           "createdAt": 1767225600000
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": CaseListResponse;
                };
            };
        };
    };
    /** A case with its content */
    readonly caseRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Case
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** @description The case */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "case": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "kind": "post",
                     *         "subjectId": "00000000-0000-4000-8000-000000000002",
                     *         "authorUid": 100000001,
                     *         "authorHandle": null,
                     *         "status": "review",
                     *         "version": 1,
                     *         "reasons": [
                     *           "policy.review"
                     *         ],
                     *         "excerpt": "Buy followers here.",
                     *         "createdAt": 1767225600000,
                     *         "subjectRevision": 1,
                     *         "verdict": "review",
                     *         "text": "Buy followers here.\n",
                     *         "file": null,
                     *         "decidedByUid": null,
                     *         "decidedAt": null,
                     *         "reasonCode": null,
                     *         "message": null,
                     *         "updatedAt": 1767225600000
                     *       }
                     *     }
                     */
                    readonly "application/json": CaseReadResponse;
                };
            };
        };
    };
    /** The file that a case is about */
    readonly caseContent: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Case
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** @description The bytes */
            readonly 200: {
                content: {
                    readonly "*/*": unknown;
                };
            };
        };
    };
    /** Decide a case */
    readonly caseDecide: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Case
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        /** @description At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "verdict": "rejected",
                 *       "reasonCode": "spam",
                 *       "message": "No advertising, please.",
                 *       "version": 1
                 *     }
                 */
                readonly "application/json": CaseDecideRequest;
            };
        };
        readonly responses: {
            /** @description The changed case */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "case": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "kind": "post",
                     *         "subjectId": "00000000-0000-4000-8000-000000000002",
                     *         "authorUid": 100000001,
                     *         "authorHandle": null,
                     *         "status": "decided",
                     *         "version": 2,
                     *         "reasons": [
                     *           "policy.review",
                     *           "staff.spam"
                     *         ],
                     *         "excerpt": "Buy followers here.",
                     *         "createdAt": 1767225600000,
                     *         "subjectRevision": 1,
                     *         "verdict": "rejected",
                     *         "text": "Buy followers here.\n",
                     *         "file": null,
                     *         "decidedByUid": 100000002,
                     *         "decidedAt": 1767225600000,
                     *         "reasonCode": "spam",
                     *         "message": "No advertising, please.",
                     *         "updatedAt": 1767225600000
                     *       }
                     *     }
                     */
                    readonly "application/json": CaseReadResponse;
                };
            };
        };
    };
    /** List reports by status */
    readonly reportList: {
        readonly parameters: {
            readonly query?: {
                /** @description Absent: all of them */
                readonly status?: "pending" | "reviewing" | "resolved" | "dismissed";
                /**
                 * @description Page length, 1 to 100, default 50
                 * @example 1
                 */
                readonly limit?: number;
                /** @description Opaque `nextCursor` of the previous page, with the same filters */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** @description A page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "reports": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "targetKind": "user",
                     *           "targetId": "10007",
                     *           "targetRevision": 1,
                     *           "targetUid": 100000001,
                     *           "target": {
                     *             "uid": 100000001,
                     *             "handle": null,
                     *             "displayName": "Person"
                     *           },
                     *           "reporterUid": 100000002,
                     *           "reporter": {
                     *             "uid": 100000002,
                     *             "handle": null,
                     *             "displayName": "Person"
                     *           },
                     *           "reasonCode": "spam",
                     *           "details": null,
                     *           "status": "pending",
                     *           "reviewerUid": null,
                     *           "version": 1,
                     *           "createdAt": 1767225600000,
                     *           "updatedAt": 1767225600000
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": ReportListResponse;
                };
            };
        };
    };
    /** Close a report */
    readonly reportClose: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Report
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        /** @description At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "status": "dismissed",
                 *       "reasonCode": "other",
                 *       "note": "Nothing there.",
                 *       "version": 1
                 *     }
                 */
                readonly "application/json": ReportCloseRequest;
            };
        };
        readonly responses: {
            /** @description The changed report */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "report": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "targetKind": "user",
                     *         "targetId": "10009",
                     *         "targetRevision": 1,
                     *         "targetUid": 100000001,
                     *         "target": {
                     *           "uid": 100000001,
                     *           "handle": null,
                     *           "displayName": "Person"
                     *         },
                     *         "reporterUid": 100000002,
                     *         "reporter": {
                     *           "uid": 100000002,
                     *           "handle": null,
                     *           "displayName": "Person"
                     *         },
                     *         "reasonCode": "spam",
                     *         "details": null,
                     *         "status": "dismissed",
                     *         "reviewerUid": 100000003,
                     *         "version": 2,
                     *         "createdAt": 1767225600000,
                     *         "updatedAt": 1767225600000
                     *       }
                     *     }
                     */
                    readonly "application/json": ReportCloseResponse;
                };
            };
        };
    };
    /** List people with role, status and active restrictions */
    readonly userSearch: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Part of a handle or name, or a whole UID; absent: everybody, by UID
                 * @example person
                 */
                readonly q?: string;
                /**
                 * @description Page length, 1 to 100, default 50
                 * @example 1
                 */
                readonly limit?: number;
                /** @description Opaque `nextCursor` of the previous page, with the same filters */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** @description A page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "users": [
                     *         {
                     *           "uid": 100000001,
                     *           "handle": null,
                     *           "displayName": "Person",
                     *           "role": "moderator",
                     *           "status": "active",
                     *           "restrictions": []
                     *         }
                     *       ],
                     *       "nextCursor": "opaque"
                     *     }
                     */
                    readonly "application/json": UserSearchResponse;
                };
            };
        };
    };
    /** Restrict an account */
    readonly restrictionIssue: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        /** @description At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "kind": "write",
                 *       "reasonCode": "harassment",
                 *       "message": "Please read the rules."
                 *     }
                 */
                readonly "application/json": RestrictionIssueRequest;
            };
        };
        readonly responses: {
            /** @description The restriction */
            readonly 201: {
                content: {
                    /**
                     * @example {
                     *       "restriction": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "kind": "write",
                     *         "reasonCode": "harassment",
                     *         "message": "Please read the rules.",
                     *         "issuedAt": 1767225600000,
                     *         "expiresAt": null,
                     *         "version": 1
                     *       }
                     *     }
                     */
                    readonly "application/json": RestrictionIssueResponse;
                };
            };
        };
    };
    /** Lift a restriction */
    readonly restrictionLift: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
                /**
                 * @description Restriction
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        /** @description At most 262144 bytes */
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "reasonCode": "other",
                 *       "version": 1
                 *     }
                 */
                readonly "application/json": RestrictionLiftRequest;
            };
        };
        readonly responses: {
            /** @description Lifted */
            readonly 204: {
                content?: never;
            };
        };
    };
    /** The audit trail, newest first */
    readonly auditList: {
        readonly parameters: {
            readonly query?: {
                /** @description `user`, `report`, the kind of a case, or `account` */
                readonly subjectKind?: string;
                readonly subjectId?: string;
                /** @description What was done, such as `case.decide` */
                readonly action?: string;
                /** @description Who did it: public UID, or `@` and the handle */
                readonly actorUid?: string;
                /**
                 * @description Page length, 1 to 100, default 50
                 * @example 1
                 */
                readonly limit?: number;
                /** @description Opaque `nextCursor` of the previous page, with the same filters */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** @description A page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "at": 1767225600000,
                     *           "actorUid": 100000001,
                     *           "actor": {
                     *             "uid": 100000001,
                     *             "handle": null,
                     *             "displayName": "Person"
                     *           },
                     *           "action": "restriction.lift",
                     *           "subjectKind": "user",
                     *           "subjectId": "10012",
                     *           "person": {
                     *             "uid": 100000002,
                     *             "handle": null,
                     *             "displayName": "Person"
                     *           },
                     *           "reasonCode": "other",
                     *           "note": null,
                     *           "before": {
                     *             "id": "00000000-0000-4000-8000-000000000002",
                     *             "kind": "write",
                     *             "expiresAt": null
                     *           },
                     *           "after": null
                     *         }
                     *       ],
                     *       "nextCursor": "opaque"
                     *     }
                     */
                    readonly "application/json": AuditListResponse;
                };
            };
        };
    };
    /** Appeals by status */
    readonly appealList: {
        readonly parameters: {
            readonly query?: {
                /** @description Absent: all of them */
                readonly status?: "open" | "granted" | "denied";
                /**
                 * @description Page length, 1 to 100, default 50
                 * @example 1
                 */
                readonly limit?: number;
                /** @description Opaque `nextCursor` of the previous page, with the same filters */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** @description A page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "appeals": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "status": "open",
                     *           "uid": 100000001,
                     *           "handle": null,
                     *           "person": {
                     *             "uid": 100000001,
                     *             "handle": null,
                     *             "displayName": "Person"
                     *           },
                     *           "message": "It was a joke.",
                     *           "answer": null,
                     *           "case": null,
                     *           "restriction": {
                     *             "id": "00000000-0000-4000-8000-000000000002",
                     *             "kind": "write",
                     *             "reasonCode": "harassment",
                     *             "message": "Please read the rules.",
                     *             "issuedByUid": 100000002,
                     *             "issuedAt": 1767225600000,
                     *             "expiresAt": null
                     *           },
                     *           "decidedByUid": null,
                     *           "decidedAt": null,
                     *           "version": 1,
                     *           "blocked": "decider",
                     *           "createdAt": 1767225600000
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": AppealListResponse;
                };
            };
        };
    };
    /** Decide an appeal */
    readonly appealDecide: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Appeal
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        /** @description At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "verdict": "granted",
                 *       "message": "You are right.",
                 *       "version": 1
                 *     }
                 */
                readonly "application/json": AppealDecideRequest;
            };
        };
        readonly responses: {
            /** @description The appeal after it */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "appeal": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "status": "granted",
                     *         "uid": 100000001,
                     *         "handle": null,
                     *         "person": {
                     *           "uid": 100000001,
                     *           "handle": null,
                     *           "displayName": "Person"
                     *         },
                     *         "message": "It was a joke.",
                     *         "answer": "You are right.",
                     *         "case": null,
                     *         "restriction": {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "kind": "write",
                     *           "reasonCode": "harassment",
                     *           "message": "Please read the rules.",
                     *           "issuedByUid": 100000002,
                     *           "issuedAt": 1767225600000,
                     *           "expiresAt": null
                     *         },
                     *         "decidedByUid": 100000003,
                     *         "decidedAt": 1767225600000,
                     *         "version": 2,
                     *         "blocked": null,
                     *         "createdAt": 1767225600000
                     *       }
                     *     }
                     */
                    readonly "application/json": AppealDecideResponse;
                };
            };
        };
    };
    /** What waits for staff, oldest first */
    readonly queueList: {
        readonly parameters: {
            readonly query?: {
                readonly kind?: "post" | "comment" | "attachment" | "profile-name" | "avatar" | "user";
                /**
                 * @description Page length, 1 to 100, default 50
                 * @example 1
                 */
                readonly limit?: number;
                /** @description Opaque `nextCursor` of the previous page, with the same filters */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** @description A page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "type": "case",
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "kind": "post",
                     *           "subjectId": "00000000-0000-4000-8000-000000000002",
                     *           "authorUid": 100000001,
                     *           "authorHandle": null,
                     *           "authorName": "Person",
                     *           "excerpt": "Buy followers here.",
                     *           "reasons": [
                     *             "policy.review"
                     *           ],
                     *           "status": "review",
                     *           "verdict": "review",
                     *           "version": 1,
                     *           "createdAt": 1767225600000,
                     *           "reports": {
                     *             "count": 0,
                     *             "excerpts": [],
                     *             "items": []
                     *           },
                     *           "claims": [],
                     *           "blocked": null
                     *         }
                     *       ],
                     *       "waiting": 5,
                     *       "nextCursor": "opaque"
                     *     }
                     */
                    readonly "application/json": QueueListResponse;
                };
            };
        };
    };
    /** A case with all that belongs to it */
    readonly caseContextRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Case
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** @description The context */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "context": {
                     *         "entry": {
                     *           "type": "case",
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "kind": "post",
                     *           "subjectId": "00000000-0000-4000-8000-000000000002",
                     *           "authorUid": 100000001,
                     *           "authorHandle": null,
                     *           "authorName": "Person",
                     *           "excerpt": "Buy followers here.",
                     *           "reasons": [
                     *             "policy.review"
                     *           ],
                     *           "status": "review",
                     *           "verdict": "review",
                     *           "version": 1,
                     *           "createdAt": 1767225600000,
                     *           "reports": {
                     *             "count": 0,
                     *             "excerpts": [],
                     *             "items": []
                     *           },
                     *           "claims": [],
                     *           "blocked": null
                     *         },
                     *         "case": {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "kind": "post",
                     *           "subjectId": "00000000-0000-4000-8000-000000000002",
                     *           "authorUid": 100000001,
                     *           "authorHandle": null,
                     *           "status": "review",
                     *           "version": 1,
                     *           "reasons": [
                     *             "policy.review"
                     *           ],
                     *           "excerpt": "Buy followers here.",
                     *           "createdAt": 1767225600000,
                     *           "subjectRevision": 1,
                     *           "verdict": "review",
                     *           "text": "Buy followers here.\n",
                     *           "file": null,
                     *           "decidedByUid": null,
                     *           "decidedAt": null,
                     *           "reasonCode": null,
                     *           "message": null,
                     *           "updatedAt": 1767225600000
                     *         },
                     *         "text": "Buy followers here.\n",
                     *         "marks": [],
                     *         "revisions": [
                     *           {
                     *             "revision": 1,
                     *             "text": "Buy followers here.\nBuy followers here.",
                     *             "createdAt": 1767225600000
                     *           }
                     *         ],
                     *         "place": {
                     *           "self": {
                     *             "kind": "post",
                     *             "id": "00000000-0000-4000-8000-000000000002",
                     *             "authorUid": 100000001,
                     *             "authorHandle": null,
                     *             "authorName": "Person",
                     *             "title": "Buy followers here.",
                     *             "text": "Buy followers here.",
                     *             "verdict": "review",
                     *             "version": 1,
                     *             "revision": 1,
                     *             "hidden": false,
                     *             "createdAt": 1767225600000
                     *           },
                     *           "post": null,
                     *           "parent": null,
                     *           "files": []
                     *         },
                     *         "person": {
                     *           "uid": 100000001,
                     *           "handle": null,
                     *           "displayName": "Person",
                     *           "role": "member",
                     *           "status": "active",
                     *           "blocked": null,
                     *           "rejected": 0,
                     *           "allowed": 0,
                     *           "openReports": 0,
                     *           "decisions": [],
                     *           "restrictions": [],
                     *           "notes": []
                     *         },
                     *         "reports": [],
                     *         "notes": [],
                     *         "audit": []
                     *       }
                     *     }
                     */
                    readonly "application/json": CaseContextReadResponse;
                };
            };
        };
    };
    /** A report and the others on the same thing, with all that belongs to them */
    readonly reportContextRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Report
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** @description The context */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "context": {
                     *         "entry": {
                     *           "type": "reports",
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "kind": "user",
                     *           "subjectId": "10017",
                     *           "authorUid": 100000001,
                     *           "authorHandle": null,
                     *           "authorName": "Person",
                     *           "excerpt": "Person",
                     *           "reasons": [
                     *             "report.spam"
                     *           ],
                     *           "status": "pending",
                     *           "verdict": null,
                     *           "version": 1,
                     *           "createdAt": 1767225600000,
                     *           "reports": {
                     *             "count": 1,
                     *             "excerpts": [
                     *               {
                     *                 "reasonCode": "spam",
                     *                 "details": null
                     *               }
                     *             ],
                     *             "items": [
                     *               {
                     *                 "id": "00000000-0000-4000-8000-000000000001",
                     *                 "version": 1
                     *               }
                     *             ]
                     *           },
                     *           "claims": [],
                     *           "blocked": null
                     *         },
                     *         "case": null,
                     *         "text": null,
                     *         "marks": [],
                     *         "revisions": [],
                     *         "place": {
                     *           "self": null,
                     *           "post": null,
                     *           "parent": null,
                     *           "files": []
                     *         },
                     *         "person": {
                     *           "uid": 100000001,
                     *           "handle": null,
                     *           "displayName": "Person",
                     *           "role": "member",
                     *           "status": "active",
                     *           "blocked": null,
                     *           "rejected": 0,
                     *           "allowed": 0,
                     *           "openReports": 1,
                     *           "decisions": [],
                     *           "restrictions": [],
                     *           "notes": []
                     *         },
                     *         "reports": [
                     *           {
                     *             "id": "00000000-0000-4000-8000-000000000001",
                     *             "targetKind": "user",
                     *             "targetId": "10017",
                     *             "targetRevision": 1,
                     *             "targetUid": 100000001,
                     *             "target": {
                     *               "uid": 100000001,
                     *               "handle": null,
                     *               "displayName": "Person"
                     *             },
                     *             "reporterUid": 100000002,
                     *             "reporter": {
                     *               "uid": 100000002,
                     *               "handle": null,
                     *               "displayName": "Person"
                     *             },
                     *             "reasonCode": "spam",
                     *             "details": null,
                     *             "status": "pending",
                     *             "reviewerUid": null,
                     *             "version": 1,
                     *             "createdAt": 1767225600000,
                     *             "updatedAt": 1767225600000
                     *           }
                     *         ],
                     *         "notes": [],
                     *         "audit": []
                     *       }
                     *     }
                     */
                    readonly "application/json": CaseContextReadResponse;
                };
            };
        };
    };
    /** Show others that one is at a case */
    readonly caseClaim: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Case
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        /** @description At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "active": true
                 *     }
                 */
                readonly "application/json": CaseClaimRequest;
            };
        };
        readonly responses: {
            /** @description Who is at it */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "claims": [
                     *         {
                     *           "uid": 100000001,
                     *           "handle": null,
                     *           "displayName": "Person",
                     *           "endsAt": 1767225600000
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": CaseClaimResponse;
                };
            };
        };
    };
    /** Note something about a case, for staff */
    readonly caseNote: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Case
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        /** @description At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "body": "Seen before."
                 *     }
                 */
                readonly "application/json": CaseNoteRequest;
            };
        };
        readonly responses: {
            /** @description The note */
            readonly 201: {
                content: {
                    /**
                     * @example {
                     *       "note": {
                     *         "id": "00000000-0000-4000-8000-000000000002",
                     *         "caseId": "00000000-0000-4000-8000-000000000001",
                     *         "byUid": 100000001,
                     *         "byName": "Person",
                     *         "body": "Seen before.",
                     *         "createdAt": 1767225600000
                     *       }
                     *     }
                     */
                    readonly "application/json": CaseNoteResponse;
                };
            };
        };
    };
    /** The same decision about several cases */
    readonly caseDecideSeveral: {
        readonly parameters: {
        };
        /** @description At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "00000000-0000-4000-8000-000000000001"
                 *       ],
                 *       "versions": [
                 *         1
                 *       ],
                 *       "verdict": "allow",
                 *       "reasonCode": "other"
                 *     }
                 */
                readonly "application/json": CaseDecideSeveralRequest;
            };
        };
        readonly responses: {
            /** @description What became of each */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "ok": true,
                     *           "case": {
                     *             "id": "00000000-0000-4000-8000-000000000001",
                     *             "kind": "post",
                     *             "subjectId": "00000000-0000-4000-8000-000000000002",
                     *             "authorUid": 100000001,
                     *             "authorHandle": null,
                     *             "status": "decided",
                     *             "version": 2,
                     *             "reasons": [
                     *               "policy.review",
                     *               "staff.other"
                     *             ],
                     *             "excerpt": "Buy followers here.",
                     *             "createdAt": 1767225600000,
                     *             "subjectRevision": 1,
                     *             "verdict": "allow",
                     *             "text": "Buy followers here.\n",
                     *             "file": null,
                     *             "decidedByUid": 100000002,
                     *             "decidedAt": 1767225600000,
                     *             "reasonCode": "other",
                     *             "message": null,
                     *             "updatedAt": 1767225600000
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": CaseDecideSeveralResponse;
                };
            };
        };
    };
    /** Close several reports */
    readonly reportCloseSeveral: {
        readonly parameters: {
        };
        /** @description At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "00000000-0000-4000-8000-000000000001"
                 *       ],
                 *       "versions": [
                 *         1
                 *       ],
                 *       "status": "dismissed",
                 *       "reasonCode": "other"
                 *     }
                 */
                readonly "application/json": ReportCloseSeveralRequest;
            };
        };
        readonly responses: {
            /** @description What became of each */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "ok": true,
                     *           "report": {
                     *             "id": "00000000-0000-4000-8000-000000000001",
                     *             "targetKind": "user",
                     *             "targetId": "10022",
                     *             "targetRevision": 1,
                     *             "targetUid": 100000001,
                     *             "target": {
                     *               "uid": 100000001,
                     *               "handle": null,
                     *               "displayName": "Person"
                     *             },
                     *             "reporterUid": 100000002,
                     *             "reporter": {
                     *               "uid": 100000002,
                     *               "handle": null,
                     *               "displayName": "Person"
                     *             },
                     *             "reasonCode": "spam",
                     *             "details": null,
                     *             "status": "dismissed",
                     *             "reviewerUid": 100000003,
                     *             "version": 2,
                     *             "createdAt": 1767225600000,
                     *             "updatedAt": 1767225600000
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": ReportCloseSeveralResponse;
                };
            };
        };
    };
    /** A person with decisions, restrictions and notes */
    readonly userHistoryRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        readonly responses: {
            /** @description The person */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "uid": 100000001,
                     *         "handle": null,
                     *         "displayName": "Person",
                     *         "role": "member",
                     *         "status": "active",
                     *         "blocked": null,
                     *         "rejected": 0,
                     *         "allowed": 0,
                     *         "openReports": 0,
                     *         "decisions": [],
                     *         "restrictions": [
                     *           {
                     *             "id": "00000000-0000-4000-8000-000000000001",
                     *             "kind": "write",
                     *             "reasonCode": "harassment",
                     *             "message": "Please read the rules.",
                     *             "issuedAt": 1767225600000,
                     *             "expiresAt": null,
                     *             "liftedAt": null,
                     *             "active": true,
                     *             "byUid": 100000002,
                     *             "reserved": false,
                     *             "version": 1
                     *           }
                     *         ],
                     *         "notes": []
                     *       }
                     *     }
                     */
                    readonly "application/json": UserHistoryReadResponse;
                };
            };
        };
    };
    /** Note something about a person, for staff */
    readonly userNote: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        /** @description At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "body": "Asked for help by mail."
                 *     }
                 */
                readonly "application/json": CaseNoteRequest;
            };
        };
        readonly responses: {
            /** @description The note */
            readonly 201: {
                content: {
                    /**
                     * @example {
                     *       "note": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "caseId": null,
                     *         "byUid": 100000002,
                     *         "byName": "Person",
                     *         "body": "Asked for help by mail.",
                     *         "createdAt": 1767225600000
                     *       }
                     *     }
                     */
                    readonly "application/json": CaseNoteResponse;
                };
            };
        };
    };
    /** Moderation in figures */
    readonly moderationFigures: {
        readonly parameters: {
            readonly query?: {
                /** @description 1 to 90; absent: 30 */
                readonly days?: number;
            };
        };
        readonly responses: {
            /** @description The figures */
            readonly 200: {
                content: {
                    readonly "application/json": ModerationFiguresResponse;
                };
            };
        };
    };
    /** One’s active restrictions, and the decisions on one’s content, newest first */
    readonly standingRead: {
        readonly parameters: {
            readonly query?: {
                /** @description Page length, 1 to 100, default 50 */
                readonly limit?: number;
                /** @description Opaque `nextCursor` of the previous page, with the same filters */
                readonly restrictionsCursor?: string;
                /** @description Opaque `nextCursor` of the previous page, with the same filters */
                readonly decisionsCursor?: string;
            };
        };
        readonly responses: {
            /** @description How the account stands */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "restrictions": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "kind": "write",
                     *           "reasonCode": "harassment",
                     *           "message": "Please read the rules.",
                     *           "createdAt": 1767225600000,
                     *           "expiresAt": null,
                     *           "appeal": null
                     *         }
                     *       ],
                     *       "restrictionsNextCursor": null,
                     *       "decisions": [],
                     *       "decisionsNextCursor": null
                     *     }
                     */
                    readonly "application/json": StandingReadResponse;
                };
            };
        };
    };
    /** Appeals against a rejection or a restriction */
    readonly appealFile: {
        readonly parameters: {
        };
        /** @description At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "restrictionId": "00000000-0000-4000-8000-000000000001",
                 *       "message": "It was a joke."
                 *     }
                 */
                readonly "application/json": AppealFileRequest;
            };
        };
        readonly responses: {
            /** @description The appeal */
            readonly 201: {
                content: {
                    /**
                     * @example {
                     *       "appeal": {
                     *         "id": "00000000-0000-4000-8000-000000000002",
                     *         "status": "open",
                     *         "message": "It was a joke.",
                     *         "answer": null
                     *       }
                     *     }
                     */
                    readonly "application/json": AppealFileResponse;
                };
            };
        };
    };
    /** The upload policy: accepted types and sizes */
    readonly uploadPolicyRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description The policy; it is authoritative for this deployment */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "limits": {
                     *         "partBytes": 8388608,
                     *         "fileBytes": 134217728,
                     *         "attachmentsPerPost": 16,
                     *         "videoSeconds": 600
                     *       },
                     *       "mediaTypes": [
                     *         "image/jpeg",
                     *         "image/png",
                     *         "image/webp",
                     *         "image/gif",
                     *         "image/heic",
                     *         "image/heif",
                     *         "video/mp4",
                     *         "video/quicktime",
                     *         "video/webm"
                     *       ]
                     *     }
                     */
                    readonly "application/json": UploadPolicyReadResponse;
                };
            };
        };
    };
    /** Reserve an upload */
    readonly uploadIntentCreate: {
        readonly parameters: {
            readonly header: {
                /**
                 * @description 16 to 128 letters, digits, `.`, `_`, `:`, `-`; begins with a letter or digit
                 * @example idempotency-key-of-a-run
                 */
                readonly "Idempotency-Key": string;
            };
        };
        /** @description At most 16384 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "fileName": "result.png",
                 *       "mediaType": "image/png",
                 *       "size": 4000
                 *     }
                 */
                readonly "application/json": UploadIntentCreateRequest;
            };
        };
        readonly responses: {
            /** @description The existing reservation of this key */
            readonly 200: {
                content: {
                    readonly "application/json": AttachmentAnswer;
                };
            };
            /** @description Reserved; Location names its descriptor */
            readonly 201: {
                content: {
                    /**
                     * @example {
                     *       "attachment": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "fileName": "result.png",
                     *         "mediaType": "image/png",
                     *         "size": 4000,
                     *         "width": null,
                     *         "height": null,
                     *         "alt": null,
                     *         "status": "reserved",
                     *         "moderationStatus": "pending",
                     *         "failureCode": null,
                     *         "createdAt": 1767225600000,
                     *         "expiresAt": 1767225600000,
                     *         "uploadUrl": "/api/v1/community/uploads/00000000-0000-4000-8000-000000000001/content",
                     *         "multipart": {
                     *           "partSize": 8388608,
                     *           "partCount": 1,
                     *           "partUploadUrl": "/api/v1/community/uploads/00000000-0000-4000-8000-000000000001/parts/{partNumber}",
                     *           "completeUrl": "/api/v1/community/uploads/00000000-0000-4000-8000-000000000001/complete",
                     *           "cancelUrl": "/api/v1/community/uploads/00000000-0000-4000-8000-000000000001/multipart"
                     *         },
                     *         "downloadUrl": null,
                     *         "processing": null,
                     *         "displayMediaType": null,
                     *         "displayWidth": null,
                     *         "displayHeight": null,
                     *         "durationSeconds": null,
                     *         "previewUrl": null,
                     *         "playbackUrl": null,
                     *         "posterUrl": null,
                     *         "thumbnailUrl": null
                     *       }
                     *     }
                     */
                    readonly "application/json": AttachmentAnswer;
                };
            };
        };
    };
    /** Upload a file in one request; completes it */
    readonly uploadContentWrite: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly attachmentId: string;
            };
        };
        /** @description The whole file, with its Content-Length; as `application/octet-stream` or the announced type */
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": unknown;
            };
        };
        readonly responses: {
            /** @description Uploaded before */
            readonly 200: {
                content: {
                    readonly "application/json": AttachmentAnswer;
                };
            };
            /** @description Received; the file is being examined */
            readonly 202: {
                content: {
                    /**
                     * @example {
                     *       "attachment": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "fileName": "picture.png",
                     *         "mediaType": "image/png",
                     *         "size": 1091,
                     *         "width": null,
                     *         "height": null,
                     *         "alt": null,
                     *         "status": "scanning",
                     *         "moderationStatus": "pending",
                     *         "failureCode": null,
                     *         "createdAt": 1767225600000,
                     *         "expiresAt": 1767225600000,
                     *         "uploadUrl": null,
                     *         "multipart": null,
                     *         "downloadUrl": null,
                     *         "processing": {
                     *           "state": "queued",
                     *           "progress": 0,
                     *           "error": null
                     *         },
                     *         "displayMediaType": null,
                     *         "displayWidth": null,
                     *         "displayHeight": null,
                     *         "durationSeconds": null,
                     *         "previewUrl": null,
                     *         "playbackUrl": null,
                     *         "posterUrl": null,
                     *         "thumbnailUrl": null
                     *       }
                     *     }
                     */
                    readonly "application/json": AttachmentAnswer;
                };
            };
        };
    };
    /** Upload a part of a file; parts may be repeated and sent in any order */
    readonly uploadPartWrite: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly attachmentId: string;
                /**
                 * @description From 1
                 * @example 2
                 */
                readonly partNumber: number;
            };
        };
        /** @description Exactly the planned bytes of this part; the last part is the rest */
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": unknown;
            };
        };
        readonly responses: {
            /** @description Received. Without `part` if the file is no longer being uploaded */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "attachment": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "fileName": "picture.png",
                     *         "mediaType": "image/png",
                     *         "size": 9000000,
                     *         "width": null,
                     *         "height": null,
                     *         "alt": null,
                     *         "status": "reserved",
                     *         "moderationStatus": "pending",
                     *         "failureCode": null,
                     *         "createdAt": 1767225600000,
                     *         "expiresAt": 1767225600000,
                     *         "uploadUrl": null,
                     *         "multipart": {
                     *           "partSize": 8388608,
                     *           "partCount": 2,
                     *           "partUploadUrl": "/api/v1/community/uploads/00000000-0000-4000-8000-000000000001/parts/{partNumber}",
                     *           "completeUrl": "/api/v1/community/uploads/00000000-0000-4000-8000-000000000001/complete",
                     *           "cancelUrl": "/api/v1/community/uploads/00000000-0000-4000-8000-000000000001/multipart"
                     *         },
                     *         "downloadUrl": null,
                     *         "processing": null,
                     *         "displayMediaType": null,
                     *         "displayWidth": null,
                     *         "displayHeight": null,
                     *         "durationSeconds": null,
                     *         "previewUrl": null,
                     *         "playbackUrl": null,
                     *         "posterUrl": null,
                     *         "thumbnailUrl": null
                     *       },
                     *       "part": {
                     *         "partNumber": 2,
                     *         "byteSize": 611392,
                     *         "etag": "etag-of-a-run"
                     *       }
                     *     }
                     */
                    readonly "application/json": UploadPartWriteResponse;
                };
            };
        };
    };
    /** Complete an upload */
    readonly uploadComplete: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly attachmentId: string;
            };
        };
        /** @description At most 16384 bytes */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": UploadCompleteRequest;
            };
        };
        readonly responses: {
            /** @description Complete; the file is being or has been examined */
            readonly 202: {
                content: {
                    /**
                     * @example {
                     *       "attachment": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "fileName": "picture.png",
                     *         "mediaType": "image/png",
                     *         "size": 9000000,
                     *         "width": null,
                     *         "height": null,
                     *         "alt": null,
                     *         "status": "scanning",
                     *         "moderationStatus": "pending",
                     *         "failureCode": null,
                     *         "createdAt": 1767225600000,
                     *         "expiresAt": 1767225600000,
                     *         "uploadUrl": null,
                     *         "multipart": null,
                     *         "downloadUrl": null,
                     *         "processing": {
                     *           "state": "queued",
                     *           "progress": 0,
                     *           "error": null
                     *         },
                     *         "displayMediaType": null,
                     *         "displayWidth": null,
                     *         "displayHeight": null,
                     *         "durationSeconds": null,
                     *         "previewUrl": null,
                     *         "playbackUrl": null,
                     *         "posterUrl": null,
                     *         "thumbnailUrl": null
                     *       }
                     *     }
                     */
                    readonly "application/json": AttachmentAnswer;
                };
            };
        };
    };
    /** Cancel an incomplete upload */
    readonly uploadCancel: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly attachmentId: string;
            };
        };
        readonly responses: {
            /** @description Cancelled */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "attachment": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "fileName": "picture.png",
                     *         "mediaType": "image/png",
                     *         "size": 9000000,
                     *         "width": null,
                     *         "height": null,
                     *         "alt": null,
                     *         "status": "deleted",
                     *         "moderationStatus": "deleted",
                     *         "failureCode": null,
                     *         "createdAt": 1767225600000,
                     *         "expiresAt": 1767225600000,
                     *         "uploadUrl": null,
                     *         "multipart": null,
                     *         "downloadUrl": null,
                     *         "processing": null,
                     *         "displayMediaType": null,
                     *         "displayWidth": null,
                     *         "displayHeight": null,
                     *         "durationSeconds": null,
                     *         "previewUrl": null,
                     *         "playbackUrl": null,
                     *         "posterUrl": null,
                     *         "thumbnailUrl": null
                     *       }
                     *     }
                     */
                    readonly "application/json": AttachmentAnswer;
                };
            };
        };
    };
    /** The state of your attachment, with the received parts */
    readonly attachmentRead: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly attachmentId: string;
            };
        };
        readonly responses: {
            /** @description The current state */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "attachment": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "fileName": "picture.png",
                     *         "mediaType": "image/png",
                     *         "size": 1091,
                     *         "width": 64,
                     *         "height": 64,
                     *         "alt": null,
                     *         "status": "ready",
                     *         "moderationStatus": "allow",
                     *         "failureCode": null,
                     *         "createdAt": 1767225600000,
                     *         "expiresAt": 1767225600000,
                     *         "uploadUrl": null,
                     *         "multipart": null,
                     *         "downloadUrl": "/api/v1/community/attachments/00000000-0000-4000-8000-000000000001/content",
                     *         "processing": {
                     *           "state": "ready",
                     *           "progress": 1,
                     *           "error": null
                     *         },
                     *         "displayMediaType": "image/webp",
                     *         "displayWidth": 64,
                     *         "displayHeight": 64,
                     *         "durationSeconds": null,
                     *         "previewUrl": "/api/v1/community/attachments/00000000-0000-4000-8000-000000000001/content?variant=media",
                     *         "playbackUrl": null,
                     *         "posterUrl": null,
                     *         "thumbnailUrl": "/api/v1/community/attachments/00000000-0000-4000-8000-000000000001/content?variant=thumb"
                     *       },
                     *       "parts": []
                     *     }
                     */
                    readonly "application/json": AttachmentReadResponse;
                };
            };
            /** @description Still being examined; ask again */
            readonly 202: {
                content: {
                    readonly "application/json": AttachmentReadResponse;
                };
            };
        };
    };
    /** Delete an attachment that no post uses */
    readonly attachmentDelete: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly attachmentId: string;
            };
        };
        readonly responses: {
            /** @description Deleted */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "attachment": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "fileName": "picture.png",
                     *         "mediaType": "image/png",
                     *         "size": 1091,
                     *         "width": 64,
                     *         "height": 64,
                     *         "alt": null,
                     *         "status": "deleted",
                     *         "moderationStatus": "deleted",
                     *         "failureCode": null,
                     *         "createdAt": 1767225600000,
                     *         "expiresAt": 1767225600000,
                     *         "uploadUrl": null,
                     *         "multipart": null,
                     *         "downloadUrl": null,
                     *         "processing": {
                     *           "state": "ready",
                     *           "progress": 1,
                     *           "error": null
                     *         },
                     *         "displayMediaType": null,
                     *         "displayWidth": null,
                     *         "displayHeight": null,
                     *         "durationSeconds": null,
                     *         "previewUrl": null,
                     *         "playbackUrl": null,
                     *         "posterUrl": null,
                     *         "thumbnailUrl": null
                     *       }
                     *     }
                     */
                    readonly "application/json": AttachmentAnswer;
                };
            };
        };
    };
    /** Set the alternative text of an attachment */
    readonly attachmentDescribe: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly attachmentId: string;
            };
        };
        /** @description At most 16384 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "alt": "A result screen: full combo"
                 *     }
                 */
                readonly "application/json": AttachmentDescribeRequest;
            };
        };
        readonly responses: {
            /** @description The attachment */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "attachment": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "fileName": "picture.png",
                     *         "mediaType": "image/png",
                     *         "size": 1091,
                     *         "width": 64,
                     *         "height": 64,
                     *         "alt": "A result screen: full combo",
                     *         "status": "ready",
                     *         "moderationStatus": "allow",
                     *         "failureCode": null,
                     *         "createdAt": 1767225600000,
                     *         "expiresAt": 1767225600000,
                     *         "uploadUrl": null,
                     *         "multipart": null,
                     *         "downloadUrl": "/api/v1/community/attachments/00000000-0000-4000-8000-000000000001/content",
                     *         "processing": {
                     *           "state": "ready",
                     *           "progress": 1,
                     *           "error": null
                     *         },
                     *         "displayMediaType": "image/webp",
                     *         "displayWidth": 64,
                     *         "displayHeight": 64,
                     *         "durationSeconds": null,
                     *         "previewUrl": "/api/v1/community/attachments/00000000-0000-4000-8000-000000000001/content?variant=media",
                     *         "playbackUrl": null,
                     *         "posterUrl": null,
                     *         "thumbnailUrl": "/api/v1/community/attachments/00000000-0000-4000-8000-000000000001/content?variant=thumb"
                     *       }
                     *     }
                     */
                    readonly "application/json": AttachmentAnswer;
                };
            };
        };
    };
    /** Examine a file again whose examination failed */
    readonly attachmentRetry: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly attachmentId: string;
            };
        };
        readonly responses: {
            /** @description Examined again */
            readonly 202: {
                content: {
                    /**
                     * @example {
                     *       "attachment": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "fileName": "picture.png",
                     *         "mediaType": "image/png",
                     *         "size": 1091,
                     *         "width": 64,
                     *         "height": 64,
                     *         "alt": null,
                     *         "status": "scanning",
                     *         "moderationStatus": "pending",
                     *         "failureCode": null,
                     *         "createdAt": 1767225600000,
                     *         "expiresAt": 1767225600000,
                     *         "uploadUrl": null,
                     *         "multipart": null,
                     *         "downloadUrl": null,
                     *         "processing": {
                     *           "state": "queued",
                     *           "progress": 0,
                     *           "error": null
                     *         },
                     *         "displayMediaType": null,
                     *         "displayWidth": null,
                     *         "displayHeight": null,
                     *         "durationSeconds": null,
                     *         "previewUrl": null,
                     *         "playbackUrl": null,
                     *         "posterUrl": null,
                     *         "thumbnailUrl": null
                     *       }
                     *     }
                     */
                    readonly "application/json": AttachmentAnswer;
                };
            };
        };
    };
    /** The file as others see it, one of its variants, or for its owner the original */
    readonly attachmentContentRead: {
        readonly parameters: {
            readonly query?: {
                /** @description Default `media`; `original` is available to the owner for some days */
                readonly variant?: "media" | "poster" | "thumb" | "original";
            };
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly attachmentId: string;
            };
        };
        readonly responses: {
            /** @description The bytes */
            readonly 200: {
                content: {
                    readonly "*/*": unknown;
                };
            };
        };
    };
    /** A page of a feed */
    readonly postList: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description 1 to 50
                 * @example 1
                 */
                readonly limit?: number;
                /** @description From the previous page */
                readonly cursor?: string;
                /** @description 1 to 100 characters */
                readonly q?: string;
                /** @description A normalised tag */
                readonly tag?: string;
                /** @description An entity of a catalog, as `server/resource/id` */
                readonly subject?: string;
                /** @description Only with `top`; default `week` */
                readonly period?: "day" | "week" | "month" | "year" | "all";
                /**
                 * @description Default `all`
                 * @example latest
                 */
                readonly scope?: "all" | "latest" | "top" | "recommended" | "following" | "mine" | "bookmarked";
                /** @description Values other than `active` need the scope `mine` */
                readonly state?: "active" | "archived" | "all";
                /** @description 0 to 2147483647 */
                readonly seed?: number;
                /** @description Ignores which posts were shown before */
                readonly refresh?: "1";
            };
        };
        readonly responses: {
            /** @description The page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "posts": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "title": "Full combo at last",
                     *           "visibility": "public",
                     *           "moderationStatus": "allow",
                     *           "state": "active",
                     *           "status": "published",
                     *           "version": 1,
                     *           "createdAt": 1767225600000,
                     *           "updatedAt": 1767225600000,
                     *           "lastEditedAt": null,
                     *           "pinnedAt": null,
                     *           "featuredAt": null,
                     *           "archivedAt": null,
                     *           "commentsLockedAt": null,
                     *           "subject": {
                     *             "server": "demo",
                     *             "resource": "songs",
                     *             "id": "1001",
                     *             "title": "灯台の約束"
                     *           },
                     *           "spoiler": false,
                     *           "likeCount": 0,
                     *           "commentCount": 1,
                     *           "authorUid": 100000001,
                     *           "authorName": "Mina",
                     *           "authorHandle": "mina",
                     *           "authorImage": null,
                     *           "avatarSeed": "0123456789abcdef",
                     *           "tags": [
                     *             "fullcombo"
                     *           ],
                     *           "attachments": [],
                     *           "excerpt": "The stairs at the end of Promise of the Lighthouse took a week.",
                     *           "viewer": {
                     *             "canGiveFeedback": false,
                     *             "canEdit": true,
                     *             "liked": false,
                     *             "bookmarked": false,
                     *             "following": false,
                     *             "followedTag": false
                     *           }
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": PostListResponse;
                };
            };
        };
    };
    /** Create a post */
    readonly postCreate: {
        readonly parameters: {
        };
        /** @description At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "body": "The stairs at the end of *Promise of the Lighthouse* took a week.",
                 *       "title": "Full combo at last",
                 *       "tags": [
                 *         "fullcombo"
                 *       ],
                 *       "subject": {
                 *         "server": "demo",
                 *         "resource": "songs",
                 *         "id": "1001"
                 *       }
                 *     }
                 */
                readonly "application/json": PostCreateRequest;
            };
        };
        readonly responses: {
            /** @description The post */
            readonly 201: {
                content: {
                    /**
                     * @example {
                     *       "post": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "title": "Full combo at last",
                     *         "visibility": "public",
                     *         "moderationStatus": "allow",
                     *         "state": "active",
                     *         "status": "published",
                     *         "version": 1,
                     *         "createdAt": 1767225600000,
                     *         "updatedAt": 1767225600000,
                     *         "lastEditedAt": null,
                     *         "pinnedAt": null,
                     *         "featuredAt": null,
                     *         "archivedAt": null,
                     *         "commentsLockedAt": null,
                     *         "subject": {
                     *           "server": "demo",
                     *           "resource": "songs",
                     *           "id": "1001",
                     *           "title": "灯台の約束"
                     *         },
                     *         "spoiler": false,
                     *         "likeCount": 0,
                     *         "commentCount": 0,
                     *         "authorUid": 100000001,
                     *         "authorName": "Mina",
                     *         "authorHandle": "mina",
                     *         "authorImage": null,
                     *         "avatarSeed": "0123456789abcdef",
                     *         "tags": [
                     *           "fullcombo"
                     *         ],
                     *         "attachments": [],
                     *         "body": "The stairs at the end of *Promise of the Lighthouse* took a week."
                     *       },
                     *       "moderationQueued": false,
                     *       "moderationReasons": []
                     *     }
                     */
                    readonly "application/json": WrittenPost;
                };
            };
        };
    };
    /** A post with a page of its comments */
    readonly postRead: {
        readonly parameters: {
            readonly query?: {
                readonly includeComments?: "false";
                readonly commentsOnly?: "true";
                /**
                 * @description Default `hot`
                 * @example latest
                 */
                readonly commentsSort?: "hot" | "latest";
                /** @description From the previous page */
                readonly commentsCursor?: string;
                readonly commentsRoot?: string;
                /** @description `1`: with the tree of each Markdown text */
                readonly tree?: "1";
                readonly commentId?: string;
            };
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        readonly responses: {
            /** @description The post, its comments, or both */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "post": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "title": "Full combo at last",
                     *         "visibility": "public",
                     *         "moderationStatus": "allow",
                     *         "state": "active",
                     *         "status": "published",
                     *         "version": 1,
                     *         "createdAt": 1767225600000,
                     *         "updatedAt": 1767225600000,
                     *         "lastEditedAt": null,
                     *         "pinnedAt": null,
                     *         "featuredAt": null,
                     *         "archivedAt": null,
                     *         "commentsLockedAt": null,
                     *         "subject": {
                     *           "server": "demo",
                     *           "resource": "songs",
                     *           "id": "1001",
                     *           "title": "灯台の約束"
                     *         },
                     *         "spoiler": false,
                     *         "likeCount": 0,
                     *         "commentCount": 1,
                     *         "authorUid": 100000001,
                     *         "authorName": "Mina",
                     *         "authorHandle": "mina",
                     *         "authorImage": null,
                     *         "avatarSeed": "0123456789abcdef",
                     *         "tags": [
                     *           "fullcombo"
                     *         ],
                     *         "attachments": [],
                     *         "body": "The stairs at the end of *Promise of the Lighthouse* took a week."
                     *       },
                     *       "comments": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "body": "Well played.",
                     *           "version": 1,
                     *           "likeCount": 0,
                     *           "moderationStatus": "allow",
                     *           "parentId": null,
                     *           "rootId": null,
                     *           "floor": 1,
                     *           "replyCount": 0,
                     *           "replyCursor": null,
                     *           "createdAt": 1767225600000,
                     *           "updatedAt": 1767225600000,
                     *           "lastEditedAt": null,
                     *           "authorUid": 100000002,
                     *           "authorName": "Renzo",
                     *           "authorHandle": "renzo",
                     *           "authorImage": null,
                     *           "avatarSeed": "0123456789abcdef",
                     *           "viewer": {
                     *             "liked": false,
                     *             "canDelete": false,
                     *             "canEdit": false
                     *           }
                     *         }
                     *       ],
                     *       "commentsNextCursor": null,
                     *       "commentsSort": "latest",
                     *       "commentCount": 1,
                     *       "viewer": {
                     *         "liked": false,
                     *         "bookmarked": false,
                     *         "following": false,
                     *         "canEdit": true,
                     *         "canDelete": true,
                     *         "canComment": true,
                     *         "canPin": true,
                     *         "canLock": false,
                     *         "moderationReasons": []
                     *       }
                     *     }
                     */
                    readonly "application/json": PostReadResponse;
                };
            };
        };
    };
    /** Delete your post */
    readonly postDelete: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "version": 1
                 *     }
                 */
                readonly "application/json": VersionRequest;
            };
        };
        readonly responses: {
            /** @description Deleted */
            readonly 204: {
                content?: never;
            };
        };
    };
    /** Edit your post; omitted fields stay */
    readonly postEdit: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        /** @description At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "body": "It took nine days.",
                 *       "version": 1,
                 *       "editReason": "counted again"
                 *     }
                 */
                readonly "application/json": PostEditRequest;
            };
        };
        readonly responses: {
            /** @description The changed post */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "post": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "title": "Full combo at last",
                     *         "visibility": "public",
                     *         "moderationStatus": "allow",
                     *         "state": "active",
                     *         "status": "published",
                     *         "version": 2,
                     *         "createdAt": 1767225600000,
                     *         "updatedAt": 1767225600000,
                     *         "lastEditedAt": 1767225600000,
                     *         "pinnedAt": null,
                     *         "featuredAt": null,
                     *         "archivedAt": null,
                     *         "commentsLockedAt": null,
                     *         "subject": {
                     *           "server": "demo",
                     *           "resource": "songs",
                     *           "id": "1001",
                     *           "title": "灯台の約束"
                     *         },
                     *         "spoiler": false,
                     *         "likeCount": 0,
                     *         "commentCount": 0,
                     *         "authorUid": 100000001,
                     *         "authorName": "Mina",
                     *         "authorHandle": "mina",
                     *         "authorImage": null,
                     *         "avatarSeed": "0123456789abcdef",
                     *         "tags": [
                     *           "fullcombo"
                     *         ],
                     *         "attachments": [],
                     *         "body": "It took nine days."
                     *       },
                     *       "moderationQueued": false,
                     *       "moderationReasons": []
                     *     }
                     */
                    readonly "application/json": WrittenPost;
                };
            };
        };
    };
    /** Pin a post on the profile or, for staff, in the public feed */
    readonly postPin: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "active": true,
                 *       "version": 1
                 *     }
                 */
                readonly "application/json": PostPinRequest;
            };
        };
        readonly responses: {
            /** @description The post */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "post": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "title": "Full combo at last",
                     *         "visibility": "public",
                     *         "moderationStatus": "allow",
                     *         "state": "active",
                     *         "status": "published",
                     *         "version": 2,
                     *         "createdAt": 1767225600000,
                     *         "updatedAt": 1767225600000,
                     *         "lastEditedAt": null,
                     *         "pinnedAt": 1767225600000,
                     *         "featuredAt": null,
                     *         "archivedAt": null,
                     *         "commentsLockedAt": null,
                     *         "subject": {
                     *           "server": "demo",
                     *           "resource": "songs",
                     *           "id": "1001",
                     *           "title": "灯台の約束"
                     *         },
                     *         "spoiler": false,
                     *         "likeCount": 0,
                     *         "commentCount": 0,
                     *         "authorUid": 100000001,
                     *         "authorName": "Mina",
                     *         "authorHandle": "mina",
                     *         "authorImage": null,
                     *         "avatarSeed": "0123456789abcdef",
                     *         "tags": [
                     *           "fullcombo"
                     *         ],
                     *         "attachments": [],
                     *         "body": "The stairs at the end of *Promise of the Lighthouse* took a week."
                     *       }
                     *     }
                     */
                    readonly "application/json": PostAnswer;
                };
            };
        };
    };
    /** Archive your post, which removes it from all lists */
    readonly postArchive: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "version": 1
                 *     }
                 */
                readonly "application/json": VersionRequest;
            };
        };
        readonly responses: {
            /** @description The post */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "post": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "title": "Full combo at last",
                     *         "visibility": "public",
                     *         "moderationStatus": "review",
                     *         "state": "archived",
                     *         "status": "published",
                     *         "version": 2,
                     *         "createdAt": 1767225600000,
                     *         "updatedAt": 1767225600000,
                     *         "lastEditedAt": null,
                     *         "pinnedAt": null,
                     *         "featuredAt": null,
                     *         "archivedAt": 1767225600000,
                     *         "commentsLockedAt": null,
                     *         "subject": {
                     *           "server": "demo",
                     *           "resource": "songs",
                     *           "id": "1001",
                     *           "title": "灯台の約束"
                     *         },
                     *         "spoiler": false,
                     *         "likeCount": 0,
                     *         "commentCount": 0,
                     *         "authorUid": 100000001,
                     *         "authorName": "Mina",
                     *         "authorHandle": "mina",
                     *         "authorImage": null,
                     *         "avatarSeed": "0123456789abcdef",
                     *         "tags": [
                     *           "fullcombo"
                     *         ],
                     *         "attachments": [],
                     *         "body": "The stairs at the end of *Promise of the Lighthouse* took a week."
                     *       }
                     *     }
                     */
                    readonly "application/json": PostAnswer;
                };
            };
        };
    };
    /** Restore an archived post; an active one is not changed */
    readonly postRestore: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "version": 2
                 *     }
                 */
                readonly "application/json": VersionRequest;
            };
        };
        readonly responses: {
            /** @description The post */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "post": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "title": "Full combo at last",
                     *         "visibility": "public",
                     *         "moderationStatus": "review",
                     *         "state": "active",
                     *         "status": "published",
                     *         "version": 3,
                     *         "createdAt": 1767225600000,
                     *         "updatedAt": 1767225600000,
                     *         "lastEditedAt": null,
                     *         "pinnedAt": null,
                     *         "featuredAt": null,
                     *         "archivedAt": null,
                     *         "commentsLockedAt": null,
                     *         "subject": {
                     *           "server": "demo",
                     *           "resource": "songs",
                     *           "id": "1001",
                     *           "title": "灯台の約束"
                     *         },
                     *         "spoiler": false,
                     *         "likeCount": 0,
                     *         "commentCount": 0,
                     *         "authorUid": 100000001,
                     *         "authorName": "Mina",
                     *         "authorHandle": "mina",
                     *         "authorImage": null,
                     *         "avatarSeed": "0123456789abcdef",
                     *         "tags": [
                     *           "fullcombo"
                     *         ],
                     *         "attachments": [],
                     *         "body": "The stairs at the end of *Promise of the Lighthouse* took a week."
                     *       }
                     *     }
                     */
                    readonly "application/json": PostAnswer;
                };
            };
        };
    };
    /** Revisions of a post, newest first; for its author and staff */
    readonly postRevisionList: {
        readonly parameters: {
            readonly query?: {
                /** @description 1 to 50 */
                readonly limit?: number;
                /** @description From the previous page */
                readonly cursor?: string;
            };
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        readonly responses: {
            /** @description The revisions */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "revisions": [
                     *         {
                     *           "revision": 2,
                     *           "title": "Full combo at last",
                     *           "body": "It took nine days.",
                     *           "visibility": "public",
                     *           "tags": [
                     *             "fullcombo"
                     *           ],
                     *           "editReason": null,
                     *           "createdAt": 1767225600000
                     *         },
                     *         {
                     *           "revision": 1,
                     *           "title": "Full combo at last",
                     *           "body": "The stairs at the end of *Promise of the Lighthouse* took a week.",
                     *           "visibility": "public",
                     *           "tags": [
                     *             "fullcombo"
                     *           ],
                     *           "editReason": null,
                     *           "createdAt": 1767225600000
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": PostRevisionListResponse;
                };
            };
        };
    };
    /** Like a post, or remove the like */
    readonly postLike: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "active": true
                 *     }
                 */
                readonly "application/json": ActiveRequest;
            };
        };
        readonly responses: {
            /** @description The new state */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "active": true,
                     *       "likeCount": 1
                     *     }
                     */
                    readonly "application/json": LikeAnswer;
                };
            };
        };
    };
    /** Bookmark a post, or remove the bookmark */
    readonly postBookmark: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "active": true
                 *     }
                 */
                readonly "application/json": ActiveRequest;
            };
        };
        readonly responses: {
            /** @description The new state */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "active": true
                     *     }
                     */
                    readonly "application/json": ActiveAnswer;
                };
            };
        };
    };
    /** Give feedback that a post is of no interest, or remove it */
    readonly postFeedback: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "feedback": "not_interested",
                 *       "reasonCode": "seen"
                 *     }
                 */
                readonly "application/json": PostFeedbackRequest;
            };
        };
        readonly responses: {
            /** @description The current feedback */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "feedback": {
                     *         "kind": "not_interested",
                     *         "reasonCode": "seen",
                     *         "createdAt": 1767225600000
                     *       }
                     *     }
                     */
                    readonly "application/json": PostFeedbackResponse;
                };
            };
        };
    };
    /** Remove all your feedback */
    readonly feedbackClear: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description The number of removed entries */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "cleared": 0
                     *     }
                     */
                    readonly "application/json": FeedbackClearResponse;
                };
            };
        };
    };
    /** Append files to your post */
    readonly postAttachmentLink: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "attachmentIds": [
                 *         "00000000-0000-4000-8000-000000000002"
                 *       ]
                 *     }
                 */
                readonly "application/json": PostAttachmentLinkRequest;
            };
        };
        readonly responses: {
            /** @description All files of the post, in order */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "attachments": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "fileName": "picture.png",
                     *           "mediaType": "image/png",
                     *           "size": 1091,
                     *           "width": 64,
                     *           "height": 64,
                     *           "alt": null,
                     *           "status": "ready",
                     *           "moderationStatus": "allow",
                     *           "failureCode": null,
                     *           "createdAt": 1767225600000,
                     *           "expiresAt": null,
                     *           "uploadUrl": null,
                     *           "multipart": null,
                     *           "downloadUrl": "/api/v1/community/attachments/00000000-0000-4000-8000-000000000002/content",
                     *           "processing": {
                     *             "state": "ready",
                     *             "progress": 1,
                     *             "error": null
                     *           },
                     *           "displayMediaType": "image/webp",
                     *           "displayWidth": 64,
                     *           "displayHeight": 64,
                     *           "durationSeconds": null,
                     *           "previewUrl": "/api/v1/community/attachments/00000000-0000-4000-8000-000000000002/content?variant=media",
                     *           "playbackUrl": null,
                     *           "posterUrl": null,
                     *           "thumbnailUrl": "/api/v1/community/attachments/00000000-0000-4000-8000-000000000002/content?variant=thumb"
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": PostAttachmentLinkResponse;
                };
            };
        };
    };
    /** Remove a file from your post */
    readonly postAttachmentUnlink: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
                /** @example 00000000-0000-4000-8000-000000000002 */
                readonly attachmentId: string;
            };
        };
        readonly responses: {
            /** @description Disabled */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "attachmentId": "00000000-0000-4000-8000-000000000002",
                     *       "detached": true,
                     *       "postId": "00000000-0000-4000-8000-000000000001"
                     *     }
                     */
                    readonly "application/json": PostAttachmentUnlinkResponse;
                };
            };
        };
    };
    /** Write a comment or a reply */
    readonly commentCreate: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        /** @description At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "body": "Thank you."
                 *     }
                 */
                readonly "application/json": CommentCreateRequest;
            };
        };
        readonly responses: {
            /** @description The comment */
            readonly 201: {
                content: {
                    /**
                     * @example {
                     *       "comment": {
                     *         "id": "00000000-0000-4000-8000-000000000002",
                     *         "body": "Thank you.",
                     *         "version": 1,
                     *         "likeCount": 0,
                     *         "moderationStatus": "allow",
                     *         "parentId": null,
                     *         "rootId": null,
                     *         "floor": 2,
                     *         "replyCount": 0,
                     *         "replyCursor": null,
                     *         "createdAt": 1767225600000,
                     *         "updatedAt": 1767225600000,
                     *         "lastEditedAt": null,
                     *         "authorUid": 100000001,
                     *         "authorName": "Mina",
                     *         "authorHandle": "mina",
                     *         "authorImage": null,
                     *         "avatarSeed": "0123456789abcdef",
                     *         "viewer": {
                     *           "liked": false,
                     *           "canDelete": true,
                     *           "canEdit": true
                     *         }
                     *       },
                     *       "moderationQueued": false,
                     *       "moderationReasons": []
                     *     }
                     */
                    readonly "application/json": WrittenComment;
                };
            };
        };
    };
    /** Delete your comment; its replies stay */
    readonly commentDelete: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly commentId: string;
            };
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "version": 1
                 *     }
                 */
                readonly "application/json": VersionRequest;
            };
        };
        readonly responses: {
            /** @description Deleted */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "comment": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "version": 2,
                     *         "deletedAt": 1767225600000
                     *       }
                     *     }
                     */
                    readonly "application/json": CommentDeleteResponse;
                };
            };
        };
    };
    /** Edit your comment */
    readonly commentEdit: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly commentId: string;
            };
        };
        /** @description At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "body": "Thank you all.",
                 *       "version": 1
                 *     }
                 */
                readonly "application/json": CommentEditRequest;
            };
        };
        readonly responses: {
            /** @description The changed comment */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "comment": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "body": "Thank you all.",
                     *         "version": 2,
                     *         "likeCount": 0,
                     *         "moderationStatus": "allow",
                     *         "parentId": null,
                     *         "rootId": null,
                     *         "floor": 3,
                     *         "replyCount": 0,
                     *         "replyCursor": null,
                     *         "createdAt": 1767225600000,
                     *         "updatedAt": 1767225600000,
                     *         "lastEditedAt": 1767225600000,
                     *         "authorUid": 100000001,
                     *         "authorName": "Mina",
                     *         "authorHandle": "mina",
                     *         "authorImage": null,
                     *         "avatarSeed": "0123456789abcdef",
                     *         "viewer": {
                     *           "liked": false,
                     *           "canDelete": true,
                     *           "canEdit": true
                     *         }
                     *       },
                     *       "moderationQueued": false,
                     *       "moderationReasons": []
                     *     }
                     */
                    readonly "application/json": WrittenComment;
                };
            };
        };
    };
    /** Like a comment, or remove the like */
    readonly commentLike: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly commentId: string;
            };
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "active": true
                 *     }
                 */
                readonly "application/json": ActiveRequest;
            };
        };
        readonly responses: {
            /** @description The new state */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "active": true,
                     *       "likeCount": 1
                     *     }
                     */
                    readonly "application/json": LikeAnswer;
                };
            };
        };
    };
    /** Revisions of a comment, newest first; for its author and staff */
    readonly commentRevisionList: {
        readonly parameters: {
            readonly query?: {
                /** @description 1 to 50 */
                readonly limit?: number;
                /** @description From the previous page */
                readonly cursor?: string;
            };
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly commentId: string;
            };
        };
        readonly responses: {
            /** @description The revisions */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "version": 2,
                     *       "hiddenAt": null,
                     *       "revisions": [
                     *         {
                     *           "revision": 2,
                     *           "body": "Thank you all.",
                     *           "editReason": null,
                     *           "createdAt": 1767225600000
                     *         },
                     *         {
                     *           "revision": 1,
                     *           "body": "Thank you.",
                     *           "editReason": null,
                     *           "createdAt": 1767225600000
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": CommentRevisionListResponse;
                };
            };
        };
    };
    /** List your comments with their moderation status, newest first */
    readonly ownCommentList: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description 1 to 50
                 * @example 1
                 */
                readonly limit?: number;
                /** @description From the previous page */
                readonly cursor?: string;
                /** @description `1`: with the tree of each Markdown text */
                readonly tree?: "1";
            };
        };
        readonly responses: {
            /** @description The page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "comments": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "postId": "00000000-0000-4000-8000-000000000002",
                     *           "postTitle": "Full combo at last",
                     *           "postAccessible": true,
                     *           "parentId": null,
                     *           "body": "Thank you.",
                     *           "moderationStatus": "allow",
                     *           "version": 1,
                     *           "createdAt": 1767225600000,
                     *           "updatedAt": 1767225600000,
                     *           "lastEditedAt": null,
                     *           "deletedAt": null,
                     *           "hiddenAt": null,
                     *           "moderationRevision": 1,
                     *           "revisionCount": 1,
                     *           "viewer": {
                     *             "canDelete": true,
                     *             "canEdit": true
                     *           }
                     *         }
                     *       ],
                     *       "nextCursor": "opaque"
                     *     }
                     */
                    readonly "application/json": OwnCommentListResponse;
                };
            };
        };
    };
    /** Preview a Markdown text as the tree that `tree=1` returns */
    readonly markdownPreview: {
        readonly parameters: {
        };
        /** @description At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "body": "A *week*."
                 *     }
                 */
                readonly "application/json": MarkdownPreviewRequest;
            };
        };
        readonly responses: {
            /** @description The tree */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "tree": [
                     *         {
                     *           "type": "paragraph",
                     *           "children": [
                     *             "A ",
                     *             {
                     *               "type": "emphasis",
                     *               "children": [
                     *                 "week"
                     *               ]
                     *             },
                     *             "."
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": MarkdownPreviewResponse;
                };
            };
        };
    };
    /** List your files and the posts that use them, newest first */
    readonly ownAttachmentList: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description 1 to 50
                 * @example 1
                 */
                readonly limit?: number;
                /** @description From the previous page */
                readonly cursor?: string;
                /** @description Default all */
                readonly status?: "reserved" | "scanning" | "ready" | "review" | "rejected";
            };
        };
        readonly responses: {
            /** @description The page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "attachments": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "fileName": "picture.png",
                     *           "mediaType": "image/png",
                     *           "size": 1091,
                     *           "width": 64,
                     *           "height": 64,
                     *           "alt": null,
                     *           "status": "ready",
                     *           "moderationStatus": "allow",
                     *           "failureCode": null,
                     *           "createdAt": 1767225600000,
                     *           "expiresAt": 1767225600000,
                     *           "uploadUrl": null,
                     *           "multipart": null,
                     *           "downloadUrl": "/api/v1/community/attachments/00000000-0000-4000-8000-000000000001/content",
                     *           "processing": {
                     *             "state": "ready",
                     *             "progress": 1,
                     *             "error": null
                     *           },
                     *           "displayMediaType": "image/webp",
                     *           "displayWidth": 64,
                     *           "displayHeight": 64,
                     *           "durationSeconds": null,
                     *           "previewUrl": "/api/v1/community/attachments/00000000-0000-4000-8000-000000000001/content?variant=media",
                     *           "playbackUrl": null,
                     *           "posterUrl": null,
                     *           "thumbnailUrl": "/api/v1/community/attachments/00000000-0000-4000-8000-000000000001/content?variant=thumb",
                     *           "postId": null,
                     *           "postTitle": null
                     *         }
                     *       ],
                     *       "nextCursor": "opaque"
                     *     }
                     */
                    readonly "application/json": OwnAttachmentListResponse;
                };
            };
        };
    };
    /** List your bookmarked entities, newest first */
    readonly entityBookmarkList: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description 1 to 50
                 * @example 1
                 */
                readonly limit?: number;
                /** @description From the previous page */
                readonly cursor?: string;
                /** @description An entity of a catalog, as `server/resource/id` */
                readonly subject?: string;
            };
        };
        readonly responses: {
            /** @description The page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "entities": [
                     *         {
                     *           "server": "demo",
                     *           "resource": "songs",
                     *           "id": "1001",
                     *           "title": "灯台の約束",
                     *           "createdAt": 1767225600000
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": EntityBookmarkListResponse;
                };
            };
        };
    };
    /** Bookmark a catalog entity, or remove the bookmark */
    readonly entityBookmark: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "server": "demo",
                 *       "resource": "songs",
                 *       "id": "1001",
                 *       "active": true
                 *     }
                 */
                readonly "application/json": EntityBookmarkRequest;
            };
        };
        readonly responses: {
            /** @description The new state */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "active": true
                     *     }
                     */
                    readonly "application/json": ActiveAnswer;
                };
            };
        };
    };
    /** List tags of visible posts by name */
    readonly tagList: {
        readonly parameters: {
            readonly query?: {
                /** @description 1 to 100 */
                readonly limit?: number;
                /** @description Part of the name, 1 to 64 characters */
                readonly q?: string;
                /** @description From the previous page */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** @description The page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "tags": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "normalizedName": "fullcombo",
                     *           "displayName": "fullcombo",
                     *           "description": null,
                     *           "postCount": 5,
                     *           "followerCount": 0,
                     *           "preference": null
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": TagListResponse;
                };
            };
        };
    };
    /** List your followed and muted tags, newest first */
    readonly tagPreferenceList: {
        readonly parameters: {
            readonly query?: {
                /** @description 1 to 100 */
                readonly limit?: number;
                /** @description From the previous page */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** @description The page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "preferences": [
                     *         {
                     *           "kind": "follow",
                     *           "createdAt": 1767225600000,
                     *           "tag": {
                     *             "id": "00000000-0000-4000-8000-000000000001",
                     *             "normalizedName": "fullcombo",
                     *             "displayName": "fullcombo",
                     *             "description": null,
                     *             "postCount": 5,
                     *             "followerCount": 1,
                     *             "preference": "follow"
                     *           }
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": TagPreferenceListResponse;
                };
            };
        };
    };
    /** Follow or mute a tag, or clear the preference */
    readonly tagPrefer: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Name of the tag
                 * @example fullcombo
                 */
                readonly tag: string;
            };
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "preference": "follow"
                 *     }
                 */
                readonly "application/json": TagPreferRequest;
            };
        };
        readonly responses: {
            /** @description The new state */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "preference": {
                     *         "kind": "follow",
                     *         "createdAt": 1767225600000
                     *       },
                     *       "tag": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "normalizedName": "fullcombo",
                     *         "displayName": "fullcombo",
                     *         "description": null,
                     *         "postCount": 5,
                     *         "followerCount": 1,
                     *         "preference": "follow",
                     *         "status": "active"
                     *       }
                     *     }
                     */
                    readonly "application/json": TagPreferResponse;
                };
            };
        };
    };
    /** A public profile with its posts, works and game accounts */
    readonly userRead: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description 1 to 50
                 * @example 1
                 */
                readonly limit?: number;
                /** @description From the previous page */
                readonly cursor?: string;
                /** @description `1`: with the tree of each Markdown text */
                readonly tree?: "1";
            };
            readonly path: {
                /**
                 * @description Public numeric UID, or `@` and the handle
                 * @example @mina
                 */
                readonly uid: string;
            };
        };
        readonly responses: {
            /** @description The profile */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "profile": {
                     *         "uid": 100000001,
                     *         "displayName": "Mina",
                     *         "handle": "mina",
                     *         "bio": null,
                     *         "avatarSeed": "0123456789abcdef",
                     *         "avatarUrl": null,
                     *         "joinedAt": 1767225600000,
                     *         "owner": true,
                     *         "role": "member",
                     *         "stats": {
                     *           "followers": 0,
                     *           "following": 0,
                     *           "posts": 5,
                     *           "works": 0,
                     *           "gameAccounts": 0
                     *         }
                     *       },
                     *       "viewer": {
                     *         "blocked": false,
                     *         "followedBy": false,
                     *         "following": false,
                     *         "muted": false,
                     *         "canInteract": false
                     *       },
                     *       "posts": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "title": "Full combo at last",
                     *           "excerpt": "The stairs at the end of Promise of the Lighthouse took a week.",
                     *           "tags": [
                     *             "fullcombo"
                     *           ],
                     *           "likeCount": 0,
                     *           "commentCount": 0,
                     *           "createdAt": 1767225600000,
                     *           "updatedAt": 1767225600000,
                     *           "pinnedAt": 1767225600000,
                     *           "subject": {
                     *             "server": "demo",
                     *             "resource": "songs",
                     *             "id": "1001",
                     *             "title": "灯台の約束"
                     *           },
                     *           "spoiler": false,
                     *           "coverUrl": null
                     *         }
                     *       ],
                     *       "works": [],
                     *       "gameAccounts": [],
                     *       "postsNextCursor": "opaque"
                     *     }
                     */
                    readonly "application/json": UserReadResponse;
                };
            };
        };
    };
    /** Find people by handle or name, for mentions */
    readonly userFind: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description 1 to 80 characters
                 * @example renzo
                 */
                readonly q: string;
            };
        };
        readonly responses: {
            /** @description The people */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "people": [
                     *         {
                     *           "uid": 100000001,
                     *           "displayName": "Renzo",
                     *           "handle": "renzo",
                     *           "avatarUrl": null,
                     *           "avatarSeed": "0123456789abcdef",
                     *           "role": "member"
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": UserFindResponse;
                };
            };
        };
    };
    /** List the followers of a person, newest first */
    readonly userFollowers: {
        readonly parameters: {
            readonly query?: {
                /** @description 1 to 50 */
                readonly limit?: number;
                /** @description From the previous page */
                readonly cursor?: string;
            };
            readonly path: {
                /**
                 * @description Public numeric UID, or `@` and the handle
                 * @example 10001
                 */
                readonly uid: string;
            };
        };
        readonly responses: {
            /** @description The page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "people": [
                     *         {
                     *           "uid": 100000001,
                     *           "displayName": "Renzo",
                     *           "handle": "renzo",
                     *           "avatarUrl": null,
                     *           "avatarSeed": "0123456789abcdef",
                     *           "role": "member"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": PersonList;
                };
            };
        };
    };
    /** List the people whom a person follows, newest first */
    readonly userFollowing: {
        readonly parameters: {
            readonly query?: {
                /** @description 1 to 50 */
                readonly limit?: number;
                /** @description From the previous page */
                readonly cursor?: string;
            };
            readonly path: {
                /**
                 * @description Public numeric UID, or `@` and the handle
                 * @example 10002
                 */
                readonly uid: string;
            };
        };
        readonly responses: {
            /** @description The page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "people": [
                     *         {
                     *           "uid": 100000001,
                     *           "displayName": "Mina",
                     *           "handle": "mina",
                     *           "avatarUrl": null,
                     *           "avatarSeed": "0123456789abcdef",
                     *           "role": "member"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": PersonList;
                };
            };
        };
    };
    /** List the people whom you block, newest first */
    readonly ownBlockList: {
        readonly parameters: {
            readonly query?: {
                /** @description 1 to 50 */
                readonly limit?: number;
                /** @description From the previous page */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** @description The page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "people": [
                     *         {
                     *           "uid": 100000001,
                     *           "displayName": "Sora",
                     *           "handle": "sora",
                     *           "avatarUrl": null,
                     *           "avatarSeed": "0123456789abcdef",
                     *           "role": "administrator"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": PersonList;
                };
            };
        };
    };
    /** List the people whom you mute, newest first */
    readonly ownMuteList: {
        readonly parameters: {
            readonly query?: {
                /** @description 1 to 50 */
                readonly limit?: number;
                /** @description From the previous page */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** @description The page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "people": [
                     *         {
                     *           "uid": 100000001,
                     *           "displayName": "Sora",
                     *           "handle": "sora",
                     *           "avatarUrl": null,
                     *           "avatarSeed": "0123456789abcdef",
                     *           "role": "administrator"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": PersonList;
                };
            };
        };
    };
    /** Follow or unfollow a person */
    readonly userFollow: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Public numeric UID, or `@` and the handle
                 * @example 10001
                 */
                readonly uid: string;
            };
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "active": true
                 *     }
                 */
                readonly "application/json": ActiveRequest;
            };
        };
        readonly responses: {
            /** @description The relation between the two */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "uid": 100000001,
                     *         "name": "Mina",
                     *         "image": null
                     *       },
                     *       "relationship": {
                     *         "following": true,
                     *         "followedBy": false,
                     *         "blocked": false,
                     *         "blocking": false,
                     *         "blockedBy": false,
                     *         "muted": false,
                     *         "muting": false,
                     *         "canFollow": true
                     *       },
                     *       "viewer": {
                     *         "blocked": false,
                     *         "followedBy": false,
                     *         "following": true,
                     *         "muted": false,
                     *         "canInteract": true
                     *       }
                     *     }
                     */
                    readonly "application/json": RelationAnswer;
                };
            };
        };
    };
    /** Block or unblock a person, in both directions */
    readonly userBlock: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Public numeric UID, or `@` and the handle
                 * @example 10003
                 */
                readonly uid: string;
            };
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "active": true
                 *     }
                 */
                readonly "application/json": ActiveRequest;
            };
        };
        readonly responses: {
            /** @description The relation between the two */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "uid": 100000001,
                     *         "name": "Yui",
                     *         "image": null
                     *       },
                     *       "relationship": {
                     *         "following": false,
                     *         "followedBy": false,
                     *         "blocked": true,
                     *         "blocking": true,
                     *         "blockedBy": false,
                     *         "muted": false,
                     *         "muting": false,
                     *         "canFollow": false
                     *       },
                     *       "viewer": {
                     *         "blocked": true,
                     *         "followedBy": false,
                     *         "following": false,
                     *         "muted": false,
                     *         "canInteract": false
                     *       }
                     *     }
                     */
                    readonly "application/json": RelationAnswer;
                };
            };
        };
    };
    /** Mute or unmute a person */
    readonly userMute: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Public numeric UID, or `@` and the handle
                 * @example 10003
                 */
                readonly uid: string;
            };
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "active": true
                 *     }
                 */
                readonly "application/json": ActiveRequest;
            };
        };
        readonly responses: {
            /** @description The relation between the two */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "uid": 100000001,
                     *         "name": "Yui",
                     *         "image": null
                     *       },
                     *       "relationship": {
                     *         "following": false,
                     *         "followedBy": false,
                     *         "blocked": false,
                     *         "blocking": false,
                     *         "blockedBy": false,
                     *         "muted": true,
                     *         "muting": true,
                     *         "canFollow": true
                     *       },
                     *       "viewer": {
                     *         "blocked": false,
                     *         "followedBy": false,
                     *         "following": false,
                     *         "muted": true,
                     *         "canInteract": true
                     *       }
                     *     }
                     */
                    readonly "application/json": RelationAnswer;
                };
            };
        };
    };
    /** Report a post, a comment or a person */
    readonly reportCreate: {
        readonly parameters: {
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "targetKind": "post",
                 *       "targetId": "00000000-0000-4000-8000-000000000001",
                 *       "reasonCode": "other",
                 *       "details": "In the wrong place"
                 *     }
                 */
                readonly "application/json": ReportCreateRequest;
            };
        };
        readonly responses: {
            /** @description The existing report */
            readonly 200: {
                content: {
                    readonly "application/json": ReportCreateResponse;
                };
            };
            /** @description The report */
            readonly 201: {
                content: {
                    /**
                     * @example {
                     *       "report": {
                     *         "id": "00000000-0000-4000-8000-000000000002",
                     *         "targetKind": "post",
                     *         "targetId": "00000000-0000-4000-8000-000000000001",
                     *         "status": "pending",
                     *         "version": 1,
                     *         "createdAt": 1767225600000
                     *       }
                     *     }
                     */
                    readonly "application/json": ReportCreateResponse;
                };
            };
        };
    };
    /** List your notifications, newest first */
    readonly notificationList: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description 1 to 50
                 * @example 1
                 */
                readonly limit?: number;
                /** @description From the previous page */
                readonly cursor?: string;
                readonly unread?: "true" | "false";
                readonly countOnly?: "true";
            };
        };
        readonly responses: {
            /** @description The page; with `countOnly` no list */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "notifications": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "kind": "follow",
                     *           "postId": null,
                     *           "postTitle": null,
                     *           "commentId": null,
                     *           "createdAt": 1767225600000,
                     *           "readAt": null,
                     *           "actorUid": 100000001,
                     *           "actorName": "Renzo",
                     *           "actorHandle": "renzo",
                     *           "actorImage": null,
                     *           "actorAvatarSeed": "0123456789abcdef"
                     *         }
                     *       ],
                     *       "nextCursor": "opaque",
                     *       "unreadCount": 3
                     *     }
                     */
                    readonly "application/json": NotificationListResponse;
                };
            };
        };
    };
    /** Stream notifications */
    readonly notificationStream: {
        readonly parameters: {
            readonly header?: {
                readonly "Last-Event-Id"?: string;
            };
        };
        readonly responses: {
            /** @description The stream */
            readonly 200: {
                content: {
                    readonly "text/event-stream": string;
                };
            };
        };
    };
    /** Mark a notification as read */
    readonly notificationMark: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly notificationId: string;
            };
        };
        readonly responses: {
            /** @description The time when it was read */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "id": "00000000-0000-4000-8000-000000000001",
                     *       "readAt": 1767225600000
                     *     }
                     */
                    readonly "application/json": NotificationMarkResponse;
                };
            };
        };
    };
    /** Mark all notifications as read */
    readonly notificationMarkAll: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description The number of removed entries */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "readAt": 1767225600000,
                     *       "updatedCount": 2
                     *     }
                     */
                    readonly "application/json": NotificationMarkAllResponse;
                };
            };
        };
    };
    /** The newest public posts as Atom, of one tag or about one entity */
    readonly postFeed: {
        readonly parameters: {
            readonly query?: {
                /** @description A normalised tag */
                readonly tag?: string;
                /** @description An entity of a catalog, as `server/resource/id` */
                readonly subject?: string;
            };
        };
        readonly responses: {
            /** @description The feed */
            readonly 200: {
                content: {
                    readonly "application/atom+xml": unknown;
                };
            };
        };
    };
    /** The newest public posts of a person as Atom */
    readonly userFeed: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Public numeric UID, or `@` and the handle
                 * @example 10001
                 */
                readonly uid: string;
            };
        };
        readonly responses: {
            /** @description The feed */
            readonly 200: {
                content: {
                    readonly "application/atom+xml": unknown;
                };
            };
        };
    };
    /** oEmbed of a public post, or of an entity of a catalog */
    readonly embedRead: {
        readonly parameters: {
            readonly query: {
                /** @example https://livehouse.example/catalog/demo/songs/1001 */
                readonly url: string;
                /** @description `json` */
                readonly format?: string;
                /** @description Pixels */
                readonly maxwidth?: number;
                /** @description Pixels */
                readonly maxheight?: number;
            };
        };
        readonly responses: {
            /** @description The embed */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "version": "1.0",
                     *       "type": "rich",
                     *       "title": "Promise of the Lighthouse",
                     *       "provider_name": "Livehouse",
                     *       "provider_url": "https://livehouse.example",
                     *       "cache_age": 300,
                     *       "thumbnail_url": "https://livehouse.example/pictures/demo/384/assets/Assets/Livehouse/Jackets/1001.png",
                     *       "thumbnail_width": 256,
                     *       "thumbnail_height": 256,
                     *       "html": "<blockquote cite=\"https://livehouse.example/catalog/demo/songs/1001\"><footer><a href=\"https://livehouse.example/catalog/demo/songs/1001\">Promise of the Lighthouse</a></footer></blockquote>",
                     *       "width": 550,
                     *       "height": 200
                     *     }
                     */
                    readonly "application/json": EmbedReadResponse;
                };
            };
        };
    };
    /** Hide, show, lock or unlock a post */
    readonly postStateChange: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "action": "lock",
                 *       "reasonCode": "other",
                 *       "version": 1
                 *     }
                 */
                readonly "application/json": PostStateChangeRequest;
            };
        };
        readonly responses: {
            /** @description The state of the post */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "post": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "version": 2,
                     *         "hidden": false,
                     *         "locked": true
                     *       }
                     *     }
                     */
                    readonly "application/json": PostStateChangeResponse;
                };
            };
        };
    };
    /** Hide or show a comment */
    readonly commentStateChange: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly commentId: string;
            };
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "action": "hide",
                 *       "reasonCode": "spam",
                 *       "version": 1
                 *     }
                 */
                readonly "application/json": CommentStateChangeRequest;
            };
        };
        readonly responses: {
            /** @description The state of the comment */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "comment": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "version": 2,
                     *         "hidden": true
                     *       }
                     *     }
                     */
                    readonly "application/json": CommentStateChangeResponse;
                };
            };
        };
    };
    /** All webhooks, oldest first */
    readonly webhookList: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description The webhooks */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "webhooks": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "url": "https://hooks.example.org/livehouse",
                     *           "events": [
                     *             "release.promoted"
                     *           ],
                     *           "description": "Tells the chat of a new release",
                     *           "enabled": true,
                     *           "disabledFor": null,
                     *           "earlierSecretUntil": null,
                     *           "arrivedAt": null,
                     *           "version": 1,
                     *           "createdAt": 1767225600000,
                     *           "updatedAt": 1767225600000
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": WebhookListResponse;
                };
            };
        };
    };
    /** Make a webhook; at most 50 */
    readonly webhookCreate: {
        readonly parameters: {
        };
        /** @description At most 16384 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": WebhookCreateRequest;
            };
        };
        readonly responses: {
            /** @description The webhook and its secret */
            readonly 201: {
                content: {
                    readonly "application/json": WebhookCreateResponse;
                };
            };
        };
    };
    /** A webhook with its last 100 deliveries, newest first */
    readonly webhookRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Webhook
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** @description Both */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "webhook": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "url": "https://hooks.example.org/livehouse",
                     *         "events": [
                     *           "release.promoted"
                     *         ],
                     *         "description": "Tells the chat of a new release",
                     *         "enabled": true,
                     *         "disabledFor": null,
                     *         "earlierSecretUntil": null,
                     *         "arrivedAt": null,
                     *         "version": 1,
                     *         "createdAt": 1767225600000,
                     *         "updatedAt": 1767225600000
                     *       },
                     *       "deliveries": []
                     *     }
                     */
                    readonly "application/json": WebhookReadResponse;
                };
            };
        };
    };
    /** Remove a webhook with its deliveries */
    readonly webhookDelete: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Webhook
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** @description Removed */
            readonly 204: {
                content?: never;
            };
        };
    };
    /** Change, disable or enable a webhook; omitted fields stay */
    readonly webhookChange: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Webhook
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        /** @description At most 16384 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "events": [
                 *         "release.promoted",
                 *         "release.retired"
                 *       ],
                 *       "version": 1
                 *     }
                 */
                readonly "application/json": WebhookChangeRequest;
            };
        };
        readonly responses: {
            /** @description The webhook */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "webhook": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "url": "https://hooks.example.org/livehouse",
                     *         "events": [
                     *           "release.promoted",
                     *           "release.retired"
                     *         ],
                     *         "description": "Tells the chat of a new release",
                     *         "enabled": true,
                     *         "disabledFor": null,
                     *         "earlierSecretUntil": null,
                     *         "arrivedAt": null,
                     *         "version": 2,
                     *         "createdAt": 1767225600000,
                     *         "updatedAt": 1767225600000
                     *       }
                     *     }
                     */
                    readonly "application/json": WebhookChangeResponse;
                };
            };
        };
    };
    /** Send a test delivery, also to a disabled webhook */
    readonly webhookTest: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Webhook
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** @description The delivery, which waits */
            readonly 202: {
                content: {
                    /**
                     * @example {
                     *       "delivery": {
                     *         "id": "00000000-0000-4000-8000-000000000002",
                     *         "eventId": "00000000-0000-4000-8000-000000000003",
                     *         "type": "webhook.test",
                     *         "status": "waiting",
                     *         "attempts": 0,
                     *         "answerStatus": null,
                     *         "failure": null,
                     *         "milliseconds": null,
                     *         "attemptedAt": null,
                     *         "dueAt": 1767225600000,
                     *         "createdAt": 1767225600000
                     *       }
                     *     }
                     */
                    readonly "application/json": WebhookTestResponse;
                };
            };
        };
    };
    /** Renew the secret of a webhook */
    readonly webhookSecretRenew: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Webhook
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** @description The webhook and its secret */
            readonly 201: {
                content: {
                    readonly "application/json": WebhookCreateResponse;
                };
            };
        };
    };
    /** The name of this instance, who may register, and its texts */
    readonly instanceRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description The instance */
            readonly 200: {
                content: {
                    readonly "application/json": InstanceReadResponse;
                };
            };
        };
    };
    /** What the reason codes of reports and decisions say, in all languages */
    readonly instanceReasons: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description Language → code → text */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "reasons": {
                     *         "ja": {
                     *           "spam": "宣伝・スパム",
                     *           "harassment": "嫌がらせ",
                     *           "hate": "差別・憎悪",
                     *           "sexual": "性的な内容",
                     *           "violence": "暴力",
                     *           "privacy": "個人情報",
                     *           "copyright": "著作権",
                     *           "misinformation": "誤った情報",
                     *           "other": "その他"
                     *         },
                     *         "en": {
                     *           "spam": "Advertising or spam",
                     *           "harassment": "Harassment",
                     *           "hate": "Hate",
                     *           "sexual": "Sexual content",
                     *           "violence": "Violence",
                     *           "privacy": "Private details of somebody",
                     *           "copyright": "Copyright",
                     *           "misinformation": "False information",
                     *           "other": "Something else"
                     *         },
                     *         "zh-TW": {
                     *           "spam": "廣告或垃圾訊息",
                     *           "harassment": "騷擾",
                     *           "hate": "仇恨",
                     *           "sexual": "色情內容",
                     *           "violence": "暴力",
                     *           "privacy": "他人隱私",
                     *           "copyright": "著作權",
                     *           "misinformation": "不實資訊",
                     *           "other": "其他"
                     *         },
                     *         "zh-CN": {
                     *           "spam": "广告或垃圾信息",
                     *           "harassment": "骚扰",
                     *           "hate": "仇恨",
                     *           "sexual": "色情内容",
                     *           "violence": "暴力",
                     *           "privacy": "他人隐私",
                     *           "copyright": "版权",
                     *           "misinformation": "不实信息",
                     *           "other": "其他"
                     *         },
                     *         "ko": {
                     *           "spam": "광고·스팸",
                     *           "harassment": "괴롭힘",
                     *           "hate": "혐오",
                     *           "sexual": "성적인 내용",
                     *           "violence": "폭력",
                     *           "privacy": "개인정보",
                     *           "copyright": "저작권",
                     *           "misinformation": "잘못된 정보",
                     *           "other": "기타"
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": InstanceReasonsResponse;
                };
            };
        };
    };
    /** The uploaded logo */
    readonly instanceLogoRead: {
        readonly parameters: {
            readonly query?: {
                /** @description Beginning of its digest */
                readonly v?: string;
            };
        };
        readonly responses: {
            /** @description The picture */
            readonly 200: {
                content: {
                    readonly "image/webp": unknown;
                };
            };
        };
    };
    /** The settings of the instance, and those of the environment */
    readonly adminSettingsRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description The settings */
            readonly 200: {
                content: {
                    readonly "application/json": AdminSettingsReadResponse;
                };
            };
        };
    };
    /** Change settings of the instance */
    readonly adminSettingsPatch: {
        readonly parameters: {
        };
        /** @description At most 8388608 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "version": 2,
                 *       "contact": "mailto:staff@example.org"
                 *     }
                 */
                readonly "application/json": AdminSettingsPatchRequest;
            };
        };
        readonly responses: {
            /** @description The settings after the change */
            readonly 200: {
                content: {
                    readonly "application/json": AdminSettingsReadResponse;
                };
            };
        };
    };
    /** Upload the logo of the instance */
    readonly adminLogoWrite: {
        readonly parameters: {
            readonly query?: {
                /** @description Version of the settings; without it the logo is replaced whatever the version is */
                readonly version?: number;
            };
        };
        /** @description The picture */
        readonly requestBody: {
            readonly content: {
                readonly "image/jpeg": unknown;
                readonly "image/png": unknown;
                readonly "image/webp": unknown;
            };
        };
        readonly responses: {
            /** @description The settings after the change */
            readonly 200: {
                content: {
                    readonly "application/json": AdminSettingsReadResponse;
                };
            };
        };
    };
    /** Mail a test to your own address */
    readonly adminMailTest: {
        readonly parameters: {
        };
        /** @description At most 64 bytes */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": AdminMailTestRequest;
            };
        };
        readonly responses: {
            /** @description The mail was accepted */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "isDelivered": false
                     *     }
                     */
                    readonly "application/json": AdminMailTestResponse;
                };
            };
        };
    };
    /** Invites, the newest first */
    readonly adminInviteList: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Page length, 1 to 100, default 50
                 * @example 1
                 */
                readonly limit?: number;
                /** @description `nextCursor` of the page before */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** @description A page of invites */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "invites": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "code": "code-of-an-invite",
                     *           "url": "https://livehouse.example/register?invite=code-of-an-invite",
                     *           "maxUses": 5,
                     *           "uses": 0,
                     *           "note": "For the band",
                     *           "expiresAt": null,
                     *           "createdAt": 1767225600000,
                     *           "isUsable": true
                     *         }
                     *       ],
                     *       "nextCursor": "opaque"
                     *     }
                     */
                    readonly "application/json": AdminInviteListResponse;
                };
            };
        };
    };
    /** Make an invite */
    readonly adminInviteCreate: {
        readonly parameters: {
        };
        /** @description At most 4096 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "maxUses": 5,
                 *       "expiresAt": null,
                 *       "note": "For the band"
                 *     }
                 */
                readonly "application/json": AdminInviteCreateRequest;
            };
        };
        readonly responses: {
            /** @description The invite */
            readonly 201: {
                content: {
                    /**
                     * @example {
                     *       "invite": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "code": "code-of-an-invite",
                     *         "url": "https://livehouse.example/register?invite=code-of-an-invite",
                     *         "maxUses": 5,
                     *         "uses": 0,
                     *         "note": "For the band",
                     *         "expiresAt": null,
                     *         "createdAt": 1767225600000,
                     *         "isUsable": true
                     *       }
                     *     }
                     */
                    readonly "application/json": AdminInviteCreateResponse;
                };
            };
        };
    };
    /** End an invite; accounts that were made with it stay */
    readonly adminInviteDelete: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** @description Ended */
            readonly 204: {
                content?: never;
            };
        };
    };
    /** What is left to do after the first run */
    readonly adminChecklistRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description The checklist */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "isDismissed": false,
                     *       "items": [
                     *         {
                     *           "name": "mail",
                     *           "isDone": false,
                     *           "at": 1767225600000
                     *         },
                     *         {
                     *           "name": "address",
                     *           "isDone": false,
                     *           "at": null
                     *         },
                     *         {
                     *           "name": "backup",
                     *           "isDone": false,
                     *           "at": null
                     *         },
                     *         {
                     *           "name": "second-factor",
                     *           "isDone": false,
                     *           "at": null
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": AdminChecklistReadResponse;
                };
            };
        };
    };
    /** Hide the checklist, or show it again, for all administrators */
    readonly adminChecklistWrite: {
        readonly parameters: {
        };
        /** @description At most 64 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "isDismissed": false
                 *     }
                 */
                readonly "application/json": AdminChecklistWriteRequest;
            };
        };
        readonly responses: {
            /** @description The checklist */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "isDismissed": false,
                     *       "items": [
                     *         {
                     *           "name": "mail",
                     *           "isDone": false,
                     *           "at": 1767225600000
                     *         },
                     *         {
                     *           "name": "address",
                     *           "isDone": false,
                     *           "at": null
                     *         },
                     *         {
                     *           "name": "backup",
                     *           "isDone": false,
                     *           "at": null
                     *         },
                     *         {
                     *           "name": "second-factor",
                     *           "isDone": false,
                     *           "at": null
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": AdminChecklistReadResponse;
                };
            };
        };
    };
    /** Accounts, newest first */
    readonly adminAccountList: {
        readonly parameters: {
            readonly query?: {
                /** @description Part of a handle or name, a whole UID, or a whole e-mail address */
                readonly q?: string;
                /** @example administrator */
                readonly role?: "member" | "moderator" | "administrator";
                /** @description `restricted`: a restriction counts now. `unverified`: the address is not verified */
                readonly state?: "active" | "suspended" | "restricted" | "unverified" | "deleted";
                /**
                 * @description Page length, 1 to 100, default 50
                 * @example 1
                 */
                readonly limit?: number;
                /** @description Opaque `nextCursor` of the previous page, with the same filters */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** @description A page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "accounts": [
                     *         {
                     *           "uid": 100000001,
                     *           "handle": null,
                     *           "displayName": "Person",
                     *           "role": "administrator",
                     *           "status": "active",
                     *           "emailVerified": true,
                     *           "restrictions": [],
                     *           "createdAt": 1767225600000
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": AdminAccountListResponse;
                };
            };
        };
    };
    /** Failed sign-ins of the last week, by account and network */
    readonly adminFailedSignInList: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description The groups */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "failures": []
                     *     }
                     */
                    readonly "application/json": AdminFailedSignInListResponse;
                };
            };
        };
    };
    /** One account, and how it signs in */
    readonly adminAccountRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        readonly responses: {
            /** @description The account */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "uid": 100000001,
                     *         "handle": null,
                     *         "displayName": "Person",
                     *         "role": "member",
                     *         "status": "active",
                     *         "emailVerified": true,
                     *         "restrictions": [],
                     *         "createdAt": 1767225600000,
                     *         "isSelf": false,
                     *         "hasPassword": true,
                     *         "providers": [],
                     *         "totp": false,
                     *         "passkeys": 0,
                     *         "sessions": 1,
                     *         "apiTokens": 0,
                     *         "failedSignIns": 0,
                     *         "lastSignInAt": 1767225600000,
                     *         "suspension": null
                     *       }
                     *     }
                     */
                    readonly "application/json": AdminAccountReadResponse;
                };
            };
        };
    };
    /** Change the role of an account */
    readonly adminAccountRole: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "role": "moderator",
                 *       "from": "member"
                 *     }
                 */
                readonly "application/json": AdminAccountRoleRequest;
            };
        };
        readonly responses: {
            /** @description The account after it */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "uid": 100000001,
                     *         "handle": null,
                     *         "displayName": "Person",
                     *         "role": "moderator",
                     *         "status": "active",
                     *         "emailVerified": true,
                     *         "restrictions": [],
                     *         "createdAt": 1767225600000,
                     *         "isSelf": false,
                     *         "hasPassword": true,
                     *         "providers": [],
                     *         "totp": false,
                     *         "passkeys": 0,
                     *         "sessions": 0,
                     *         "apiTokens": 0,
                     *         "failedSignIns": 0,
                     *         "lastSignInAt": null,
                     *         "suspension": null
                     *       }
                     *     }
                     */
                    readonly "application/json": AdminAccountReadResponse;
                };
            };
        };
    };
    /** Suspend an account */
    readonly adminAccountSuspend: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "reasonCode": "spam",
                 *       "message": "No advertising, please."
                 *     }
                 */
                readonly "application/json": AdminAccountSuspendRequest;
            };
        };
        readonly responses: {
            /** @description The account after it */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "uid": 100000001,
                     *         "handle": null,
                     *         "displayName": "Person",
                     *         "role": "member",
                     *         "status": "suspended",
                     *         "emailVerified": true,
                     *         "restrictions": [],
                     *         "createdAt": 1767225600000,
                     *         "isSelf": false,
                     *         "hasPassword": true,
                     *         "providers": [],
                     *         "totp": false,
                     *         "passkeys": 0,
                     *         "sessions": 0,
                     *         "apiTokens": 0,
                     *         "failedSignIns": 0,
                     *         "lastSignInAt": null,
                     *         "suspension": {
                     *           "reasonCode": "spam",
                     *           "message": "No advertising, please.",
                     *           "issuedAt": 1767225600000
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": AdminAccountReadResponse;
                };
            };
        };
    };
    /** End the suspension of an account */
    readonly adminAccountReinstate: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        /** @description At most 32768 bytes */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": AdminAccountReinstateRequest;
            };
        };
        readonly responses: {
            /** @description The account after it */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "uid": 100000001,
                     *         "handle": null,
                     *         "displayName": "Person",
                     *         "role": "member",
                     *         "status": "active",
                     *         "emailVerified": true,
                     *         "restrictions": [],
                     *         "createdAt": 1767225600000,
                     *         "isSelf": false,
                     *         "hasPassword": true,
                     *         "providers": [],
                     *         "totp": false,
                     *         "passkeys": 0,
                     *         "sessions": 0,
                     *         "apiTokens": 0,
                     *         "failedSignIns": 0,
                     *         "lastSignInAt": null,
                     *         "suspension": null
                     *       }
                     *     }
                     */
                    readonly "application/json": AdminAccountReadResponse;
                };
            };
        };
    };
    /** End all sessions and API tokens of an account */
    readonly adminAccountSessionsEnd: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        readonly responses: {
            /** @description The account after it */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "uid": 100000001,
                     *         "handle": null,
                     *         "displayName": "Person",
                     *         "role": "member",
                     *         "status": "active",
                     *         "emailVerified": true,
                     *         "restrictions": [],
                     *         "createdAt": 1767225600000,
                     *         "isSelf": false,
                     *         "hasPassword": true,
                     *         "providers": [],
                     *         "totp": false,
                     *         "passkeys": 0,
                     *         "sessions": 0,
                     *         "apiTokens": 0,
                     *         "failedSignIns": 0,
                     *         "lastSignInAt": null,
                     *         "suspension": null
                     *       }
                     *     }
                     */
                    readonly "application/json": AdminAccountReadResponse;
                };
            };
        };
    };
    /** Mail a link to choose a new password */
    readonly adminAccountPasswordLink: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        readonly responses: {
            /** @description The mail is on its way */
            readonly 202: {
                content: {
                    /**
                     * @example {
                     *       "mailSent": true
                     *     }
                     */
                    readonly "application/json": AdminAccountPasswordLinkResponse;
                };
            };
        };
    };
    /** Remove the second factors and passkeys of an account */
    readonly adminAccountFactorsReset: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        readonly responses: {
            /** @description The account after it */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "uid": 100000001,
                     *         "handle": null,
                     *         "displayName": "Person",
                     *         "role": "member",
                     *         "status": "active",
                     *         "emailVerified": true,
                     *         "restrictions": [],
                     *         "createdAt": 1767225600000,
                     *         "isSelf": false,
                     *         "hasPassword": true,
                     *         "providers": [],
                     *         "totp": false,
                     *         "passkeys": 0,
                     *         "sessions": 0,
                     *         "apiTokens": 0,
                     *         "failedSignIns": 0,
                     *         "lastSignInAt": null,
                     *         "suspension": null
                     *       }
                     *     }
                     */
                    readonly "application/json": AdminAccountReadResponse;
                };
            };
        };
    };
    /** Servers with their releases, their history, and what runs now */
    readonly adminServerList: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description All servers */
            readonly 200: {
                content: {
                    readonly "application/json": AdminServerListResponse;
                };
            };
        };
    };
    /** Make a stored release the current one */
    readonly adminReleasePromote: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "from": "r-4fc88fc96f5dc6b6eb7f",
                 *       "to": "r-989d383ea12bb6a141d2"
                 *     }
                 */
                readonly "application/json": AdminReleasePromoteRequest;
            };
        };
        readonly responses: {
            /** @description What is current now */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "server": "demo",
                     *       "releaseId": "r-989d383ea12bb6a141d2",
                     *       "status": "active",
                     *       "previous": "r-4fc88fc96f5dc6b6eb7f",
                     *       "changed": true
                     *     }
                     */
                    readonly "application/json": AdminReleasePromoteResponse;
                };
            };
        };
    };
    /** Go back to the release before the current one */
    readonly adminReleaseRollback: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        /** @description At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "from": "r-989d383ea12bb6a141d2"
                 *     }
                 */
                readonly "application/json": AdminReleaseRollbackRequest;
            };
        };
        readonly responses: {
            /** @description What is current now */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "server": "demo",
                     *       "releaseId": "r-4fc88fc96f5dc6b6eb7f",
                     *       "status": "active",
                     *       "previous": "r-989d383ea12bb6a141d2",
                     *       "changed": true
                     *     }
                     */
                    readonly "application/json": AdminReleasePromoteResponse;
                };
            };
        };
    };
    /** Remove a server from the registry */
    readonly adminServerRetire: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        /** @description At most 32768 bytes */
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "from": "r-4fc88fc96f5dc6b6eb7f"
                 *     }
                 */
                readonly "application/json": AdminServerRetireRequest;
            };
        };
        readonly responses: {
            /** @description What is current now */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "server": "demo",
                     *       "releaseId": "r-4fc88fc96f5dc6b6eb7f",
                     *       "status": "retired",
                     *       "previous": "r-4fc88fc96f5dc6b6eb7f",
                     *       "changed": true
                     *     }
                     */
                    readonly "application/json": AdminReleasePromoteResponse;
                };
            };
        };
    };
    /** Jobs that wait, run, or failed for good, newest first */
    readonly adminJobList: {
        readonly parameters: {
            readonly query?: {
                readonly state?: "waiting" | "active" | "failed";
                /** @example moderation.mail */
                readonly kind?: string;
                /**
                 * @description Page length, 1 to 100, default 50
                 * @example 1
                 */
                readonly limit?: number;
                /** @description Opaque `nextCursor` of the previous page, with the same filters */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** @description A page */
            readonly 200: {
                content: {
                    readonly "application/json": AdminJobListResponse;
                };
            };
        };
    };
    /** Start a job now */
    readonly adminJobRetry: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Job
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** @description It starts */
            readonly 204: {
                content?: never;
            };
        };
    };
    /** Delete a job that does not run */
    readonly adminJobDelete: {
        readonly parameters: {
            readonly path: {
                /**
                 * @description Job
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** @description Deleted */
            readonly 204: {
                content?: never;
            };
        };
    };
    /** The audit trail, newest first */
    readonly adminAuditList: {
        readonly parameters: {
            readonly query?: {
                /** @description Who did it: UID, or `@` and the handle; `service`: the service and the command line */
                readonly actor?: string;
                /** @description As in the events: `account.role`, `release.promote` */
                readonly action?: string;
                /** @description `user`, `account` (sign-ins and keys), `server`, `job`, `report`, or the kind of a case */
                readonly subjectKind?: string;
                /** @description Of a user the UID */
                readonly subjectId?: string;
                /** @description Not before, in milliseconds since the epoch */
                readonly since?: number;
                /** @description Before, in milliseconds since the epoch */
                readonly until?: number;
                /**
                 * @description Page length, 1 to 100, default 50
                 * @example 1
                 */
                readonly limit?: number;
                /** @description Opaque `nextCursor` of the previous page, with the same filters */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** @description A page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "at": 1767225600000,
                     *           "actorUid": 100000001,
                     *           "actor": {
                     *             "uid": 100000001,
                     *             "handle": null,
                     *             "displayName": "Person"
                     *           },
                     *           "action": "job.delete",
                     *           "subjectKind": "job",
                     *           "subjectId": "00000000-0000-4000-8000-000000000002",
                     *           "person": null,
                     *           "reasonCode": null,
                     *           "note": null,
                     *           "before": {
                     *             "kind": "moderation.mail",
                     *             "state": "waiting",
                     *             "attempts": 0
                     *           },
                     *           "after": {
                     *             "state": "deleted"
                     *           }
                     *         }
                     *       ],
                     *       "nextCursor": "opaque"
                     *     }
                     */
                    readonly "application/json": AuditListResponse;
                };
            };
        };
    };
    /** Counts, storage, queues, engines and version */
    readonly adminOverviewRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description How it is doing */
            readonly 200: {
                content: {
                    readonly "application/json": AdminOverviewReadResponse;
                };
            };
        };
    };
    /** Check the configuration and every engine by a real round trip */
    readonly adminHealthRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description What was found */
            readonly 200: {
                content: {
                    readonly "application/json": AdminHealthReadResponse;
                };
            };
        };
    };
    /** Scripts and styles of the reference page */
    readonly docsAsset: {
        readonly parameters: {
            readonly query?: {
                /** @description Digest of the content, as in the page; with it the answer is immutable */
                readonly v?: string;
            };
            readonly path: {
                /** @example reference.css */
                readonly file: string;
            };
        };
        readonly responses: {
            /** @description The file */
            readonly 200: {
                content: {
                    readonly "*/*": unknown;
                };
            };
        };
    };
    /** OpenAPI 3.1 description of this interface */
    readonly openapiRead: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description `client`: each operation once, for generators of clients
                 * @example client
                 */
                readonly profile?: "client";
            };
        };
        readonly responses: {
            /** @description The document */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: JsonValue;
                    };
                };
            };
        };
    };
    /** Whether the process is alive */
    readonly healthRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description Alive */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    readonly "application/json": HealthReadResponse;
                };
            };
        };
    };
    /** Whether the process is ready for requests, and the state of its engines */
    readonly readinessRead: {
        readonly parameters: {
            readonly query?: {
                /** @description `community`: whether accounts and what people write work as well; default `release` */
                readonly plane?: "release" | "community";
            };
        };
        readonly responses: {
            /** @description Ready */
            readonly 200: {
                content: {
                    readonly "application/json": ReadinessReadResponse;
                };
            };
        };
    };
    /** Redirects to the composer, which uploads files */
    readonly uploadLead: {
        readonly parameters: {
        };
        readonly responses: never;
    };
    /** Sitemaps of this instance */
    readonly sitemapIndex: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description The list */
            readonly 200: {
                content: {
                    readonly "application/xml; charset=utf-8": unknown;
                };
            };
        };
    };
    /** At most 50,000 addresses of pages */
    readonly sitemapPart: {
        readonly parameters: {
            readonly path: {
                /** @example site */
                readonly part: string;
            };
        };
        readonly responses: {
            /** @description The list */
            readonly 200: {
                content: {
                    readonly "application/xml; charset=utf-8": unknown;
                };
            };
        };
    };
    /** Card of the instance */
    readonly instanceCardRead: {
        readonly parameters: {
            readonly query?: {
                readonly v?: string;
                readonly lang?: string;
            };
        };
        readonly responses: {
            /** @description The card, 1200 × 630 */
            readonly 200: {
                content: {
                    readonly "image/png": unknown;
                };
            };
        };
    };
    /** Card of a public post */
    readonly postCardRead: {
        readonly parameters: {
            readonly query?: {
                readonly v?: string;
                readonly lang?: string;
            };
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        readonly responses: {
            /** @description The card, 1200 × 630 */
            readonly 200: {
                content: {
                    readonly "image/png": unknown;
                };
            };
        };
    };
    /** Card of a person */
    readonly personCardRead: {
        readonly parameters: {
            readonly query?: {
                readonly v?: string;
                readonly lang?: string;
            };
            readonly path: {
                /** @example 100000001 */
                readonly uid: number;
            };
        };
        readonly responses: {
            /** @description The card, 1200 × 630 */
            readonly 200: {
                content: {
                    readonly "image/png": unknown;
                };
            };
        };
    };
    /** Card of an entity of the current release */
    readonly entityCardRead: {
        readonly parameters: {
            readonly query?: {
                readonly v?: string;
                readonly lang?: string;
            };
            readonly path: {
                /** @example demo */
                readonly server: string;
                /** @example songs */
                readonly resource: string;
                /** @example 1001 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** @description The card, 1200 × 630 */
            readonly 200: {
                content: {
                    readonly "image/png": unknown;
                };
            };
        };
    };
    /** Card of what a release changed */
    readonly releaseCardRead: {
        readonly parameters: {
            readonly query?: {
                readonly v?: string;
                readonly lang?: string;
                /** @example r-989d383ea12bb6a141d2 */
                readonly from?: string;
            };
            readonly path: {
                /** @example demo */
                readonly server: string;
                /** @example r-4fc88fc96f5dc6b6eb7f */
                readonly releaseId: string;
            };
        };
        readonly responses: {
            /** @description The card, 1200 × 630 */
            readonly 200: {
                content: {
                    readonly "image/png": unknown;
                };
            };
        };
    };
    /** Scripts, styles and pictures of the pages, named by digest */
    readonly webAsset: {
        readonly parameters: {
            readonly path: {
                /** @example start-0123abcd.js */
                readonly file: string;
            };
        };
        readonly responses: {
            /** @description The file */
            readonly 200: {
                content: {
                    readonly "*/*": unknown;
                };
            };
        };
    };
    /** Rules for search engines */
    readonly robotsRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description The rules */
            readonly 200: {
                content: {
                    readonly "text/plain; charset=utf-8": string;
                };
            };
        };
    };
    /** Web app manifest: name, colours and icons of the instance */
    readonly webManifestRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** @description The manifest */
            readonly 200: {
                content: {
                    readonly "application/manifest+json": unknown;
                };
            };
        };
    };
}
