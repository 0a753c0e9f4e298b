// Generated from the OpenAPI document by `npm run gen`. Do not edit.
export type AccountConfigReadResponse = {
    readonly available: boolean;
    readonly emailDeliveryEnabled: boolean;
    readonly emailSignUpEnabled: boolean;
    readonly providers: readonly string[];
    /** What the operator calls providers, by name */
    readonly providerLabels: {
        readonly [key: string]: string;
    };
    /** Whether people sign in with a password */
    readonly passwords: boolean;
    /** Whether passkeys work under the public address */
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
    /** Password of the account */
    readonly password?: string;
    /** Code of the authenticator app, a backup code, or the mailed code */
    readonly code?: string;
    /** Answer of a passkey to `passkey/generate-authenticate-options` */
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
    /** Milliseconds since the epoch */
    readonly confirmedAt: number;
};
export type AccountProfile = {
    readonly accountName: string;
    /** 16 hex digits for a placeholder picture; stable, and not an id */
    readonly avatarSeed: string;
    readonly avatarUrl: string | null;
    /** Markdown source */
    readonly bio: string | null;
    /** A name that is pending or was rejected */
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
    /** Code of an invite, where one is required or skips the approval */
    readonly inviteCode?: string;
    /** What the person writes about themselves; only while `registration` is `approval` */
    readonly text?: string;
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
    /** What the person reads */
    readonly message: string | null;
    /** Milliseconds since the epoch */
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
    /** Only for the audit trail */
    readonly note?: string;
};
export type AdminAccountRoleRequest = {
    /** @enum {string} */
    readonly role: "member" | "moderator" | "administrator";
    /** @enum {string} */
    readonly from: "member" | "moderator" | "administrator";
};
export type AdminBackupCreateResponse = {
    readonly run: BackupRun;
};
export type AdminBackupListResponse = {
    /** Where backups are written */
    readonly target: string;
    /** Whether the target can be read now; if not, `backups` is empty */
    readonly isReachable: boolean;
    readonly schedule: {
        readonly cron: string;
        readonly timeZone: string;
        /** Milliseconds since the epoch */
        readonly nextAt: number;
    } | null;
    readonly keep: {
        readonly days: number;
        readonly weeks: number;
        readonly months: number;
    };
    readonly backups: readonly Backup[];
    readonly runs: readonly BackupRun[];
};
export type AdminChecklistReadResponse = {
    /** An administrator does not want to see it any more */
    readonly isDismissed: boolean;
    readonly items: readonly {
        /** @enum {string} */
        readonly name: "mail" | "address" | "contact" | "backup-schedule" | "backup" | "second-factor" | "second-administrator";
        readonly isDone: boolean;
        /** When it was last done */
        readonly at: number | null;
    }[];
};
export type AdminChecklistWriteRequest = {
    readonly isDismissed: boolean;
};
export type AdminDoorsWriteRequest = {
    readonly mailDomains: readonly string[];
    readonly networks: readonly string[];
    readonly version: number;
    readonly evenOwn?: boolean;
    /** Why, for the audit trail */
    readonly note?: string;
};
export type AdminFailedSignInListResponse = {
    readonly failures: readonly {
        /** @enum {string} */
        readonly way: "password" | "second-factor" | "passkey";
        /** Null where the attempts named no account */
        readonly account: string | null;
        /** Of an IPv4 address or an IPv6 /64 */
        readonly network: string;
        readonly failures: number;
        /** Begin of the first hour */
        readonly firstAt: number;
        /** Milliseconds since the epoch */
        readonly lastAt: number;
    }[];
};
export type AdminHealthReadResponse = {
    /** Milliseconds since the epoch */
    readonly checkedAt: number;
    readonly checks: readonly {
        readonly name: string;
        /**
         * `warn`: an optional part does not work, or could be better. `folder`: mail goes to a folder, because no mail server is set. `running`: the check had not ended, and says neither
         * @enum {string}
         */
        readonly state: "ok" | "folder" | "running" | "warn" | "fail";
        /** One sentence, in English */
        readonly detail: string;
    }[];
    /** As `/readyz` has them */
    readonly engines: readonly {
        /** @enum {string} */
        readonly name: "objects" | "database" | "jobs";
        readonly isAvailable: boolean;
    }[];
};
export type AdminInviteCreateRequest = {
    readonly maxUses: number;
    readonly expiresAt?: number | null;
    /** For administrators; nobody else sees it */
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
    /** False: it was written to the outbox folder */
    readonly isDelivered: boolean;
};
export type AdminMaintenanceReadResponse = {
    readonly active: boolean;
    /** What visitors read */
    readonly message: string | null;
    /** When it began */
    readonly since: number | null;
};
export type AdminMaintenanceWriteRequest = {
    readonly active: boolean;
    /** One line of at most 300 characters, for visitors */
    readonly message?: string;
};
export type AdminOverviewReadResponse = {
    /** Of the software */
    readonly version: string;
    /** A newer version that `UPDATE_CHECK` names; null: none is known */
    readonly update: {
        readonly version: string;
        /** A text, or an address */
        readonly notes: string | null;
    } | null;
    /** When the process that answers started */
    readonly startedAt: number;
    readonly engines: readonly {
        /** @enum {string} */
        readonly name: "objects" | "database" | "jobs";
        readonly isAvailable: boolean;
    }[];
    readonly counts: {
        /** Deleted ones are not counted */
        readonly accounts: number;
        /** Of the last seven days */
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
        /** Bytes */
        readonly bytes: number;
    }[];
    readonly quotas: {
        /** `STORAGE_QUOTA`: uploaded files of one account; null: no limit */
        readonly account: number | null;
        /** `PUBLISH_BYTES`: one publication from elsewhere */
        readonly publication: number;
        /** `CACHE_BYTES`: the cache folder */
        readonly cache: number;
    };
    /** Where the data directory is; null: unknown */
    readonly disk: {
        /** Bytes */
        readonly freeBytes: number;
        /** Bytes */
        readonly totalBytes: number;
        /** Nothing can be written: writes are refused with `storage_full` */
        readonly isFull: boolean;
    } | null;
    /** A private address from which 90 % of the requests of a minute came while `TRUSTED_PROXIES` is empty: probably a proxy, behind which all strangers share the limits of one client */
    readonly sharedAddress: string | null;
    readonly jobs: {
        readonly waiting: number;
        readonly active: number;
        /** Failed for good: dead letters */
        readonly failed: number;
    };
};
export type AdminRegistrationDecideRequest = {
    /** @enum {string} */
    readonly verdict: "approve" | "refuse";
};
export type AdminRegistrationListResponse = {
    readonly registrations: readonly Registration[];
    readonly nextCursor: string | null;
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
    /** The release that the administrator saw as the current one */
    readonly from: string;
    readonly to?: string;
};
export type AdminRulesTryRequest = {
    /** YAML, as docs/moderation.md describes it */
    readonly rules: string;
    readonly text?: string;
};
export type AdminRulesTryResponse = {
    /** At most 50. If there are any, nothing was tried */
    readonly faults: readonly {
        /** Such as `words.0.verdict`; empty: the whole text */
        readonly place: string;
        readonly line: number | null;
        readonly message: string;
    }[];
    readonly text: {
        /** @enum {string} */
        readonly verdict: "allow" | "review" | "rejected";
        /** `rule.` and the id of every matching rule */
        readonly reasons: readonly string[];
        /** In UTF-16 units */
        readonly marks: readonly {
            readonly start: number;
            readonly end: number;
            readonly rule: string;
        }[];
    } | null;
    /** Posts that the rules were tried on */
    readonly tried: number;
    /** Those that a rule matches, newest first */
    readonly posts: readonly {
        readonly id: string;
        readonly title: string;
        readonly excerpt: string;
        readonly author: StaffPersonName;
        /** @enum {string} */
        readonly verdict: "review" | "rejected";
        /** `rule.` and the id of every matching rule */
        readonly reasons: readonly string[];
    }[];
};
export type AdminRulesWriteRequest = {
    /** YAML, as docs/moderation.md describes it */
    readonly rules: string;
    readonly version: number;
    /** Why, for the audit trail */
    readonly note?: string;
};
export type AdminServerListResponse = {
    readonly servers: readonly AdministeredServer[];
};
export type AdminServerRetireRequest = {
    /** The release that the administrator saw as the current one */
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
    readonly registration?: "open" | "approval" | "invite" | "closed";
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
    readonly accent?: string | null;
    readonly faviconUrl?: null;
    readonly heroUrl?: null;
    readonly heroText?: {
        readonly ja?: string;
        readonly en?: string;
        readonly "zh-TW"?: string;
        readonly "zh-CN"?: string;
        readonly ko?: string;
    };
    readonly menu?: readonly ("catalog" | "community" | "play")[];
    readonly home?: readonly ("now" | "new" | "posts" | "people")[];
    readonly reset?: readonly ("name" | "description" | "locale" | "logoUrl" | "contact" | "registration" | "about" | "rules" | "privacy" | "notice" | "reasons" | "accent" | "faviconUrl" | "heroUrl" | "heroText" | "menu" | "home")[];
};
export type AdminSettingsReadResponse = {
    /** Changes with every change */
    readonly version: number;
    /** What counts. Texts are as they are edited: `{name}` in them stands for the name of the instance */
    readonly settings: {
        readonly name: string;
        readonly description: string | null;
        /** @enum {string} */
        readonly locale: "ja" | "en" | "zh-TW" | "zh-CN" | "ko";
        readonly logoUrl: string | null;
        readonly contact: string | null;
        /** @enum {string} */
        readonly registration: "open" | "approval" | "invite" | "closed";
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
        /** A colour such as `#9a2350`; null: that of the software */
        readonly accent: string | null;
        /** Path of the uploaded icon */
        readonly faviconUrl: string | null;
        /** Path of the uploaded picture of the home page */
        readonly heroUrl: string | null;
        /** The sentence of the home page by language; empty: the description */
        readonly heroText: {
            readonly ja?: string;
            readonly en?: string;
            readonly "zh-TW"?: string;
            readonly "zh-CN"?: string;
            readonly ko?: string;
        };
        /** Places of the menu, in order */
        readonly menu: readonly ("catalog" | "community" | "play")[];
        /** Parts of the home page, in order */
        readonly home: readonly ("now" | "new" | "posts" | "people")[];
    };
    /** Settings that were changed here; the others follow the environment */
    readonly stored: readonly ("name" | "description" | "locale" | "logoUrl" | "contact" | "registration" | "about" | "rules" | "privacy" | "notice" | "reasons" | "accent" | "faviconUrl" | "heroUrl" | "heroText" | "menu" | "home")[];
    /** Variables of the environment, which are changed there */
    readonly environment: readonly {
        readonly name: string;
        /** In English, as Markdown */
        readonly meaning: string;
        /** What counts when it is not set, in English, as Markdown */
        readonly fallback: string;
        readonly isSet: boolean;
        readonly isSecret: boolean;
        /** Null when it is not set, and for secrets. User and password of an address are left out */
        readonly value: string | null;
        /** Stored settings that count instead of it */
        readonly hiddenBy: readonly ("name" | "description" | "locale" | "logoUrl" | "contact" | "registration" | "about" | "rules" | "privacy" | "notice" | "reasons" | "accent" | "faviconUrl" | "heroUrl" | "heroText" | "menu" | "home")[];
    }[];
};
export type AdminTokenListResponse = {
    readonly tokens: readonly {
        readonly id: string;
        readonly name: string;
        readonly scopes: readonly ("read" | "community" | "upload" | "profile" | "publish" | "releases" | "webhooks")[];
        /** Release servers for which the scopes `publish` and `releases` count */
        readonly servers: readonly string[];
        /** Milliseconds since the epoch */
        readonly createdAt: number;
        readonly lastUsedAt: number | null;
        readonly expiresAt: number | null;
        readonly owner: StaffPersonName | null;
        /** Whether it was made with a second factor; without, `STAFF_SECOND_FACTOR=required` refuses it */
        readonly secondFactor: boolean;
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
    /** Kinds that count now */
    readonly restrictions: readonly ("sign_in" | "write" | "upload")[];
    /** Milliseconds since the epoch */
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
    /** Kinds that count now */
    readonly restrictions: readonly ("sign_in" | "write" | "upload")[];
    /** Milliseconds since the epoch */
    readonly createdAt: number;
    /** Whether it is the account that asks */
    readonly isSelf: boolean;
    readonly hasPassword: boolean;
    /** Social providers that sign in */
    readonly providers: readonly string[];
    /** Whether an authenticator app is set up */
    readonly totp: boolean;
    readonly passkeys: number;
    readonly sessions: number;
    readonly apiTokens: number;
    /** Of the sessions that there are */
    readonly lastSignInAt: number | null;
    /** Of the last 30 days */
    readonly failedSignIns: number;
    /** Null where the account is not suspended, or was before suspensions had reasons */
    readonly suspension: {
        readonly reasonCode: string;
        /** What the person reads */
        readonly message: string | null;
        /** Milliseconds since the epoch */
        readonly issuedAt: number;
    } | null;
};
export type AdministeredJob = {
    readonly id: string;
    /** What it does, as `post.screen` */
    readonly kind: string;
    /**
     * `failed`: for good, all attempts are used up
     * @enum {string}
     */
    readonly state: "waiting" | "active" | "failed";
    /** Runs that began */
    readonly attempts: number;
    /** Milliseconds since the epoch */
    readonly createdAt: number;
    /** When a waiting job begins */
    readonly dueAt: number | null;
    /** When its last run began */
    readonly startedAt: number | null;
    /** Name of the last error */
    readonly error: string | null;
};
export type AdministeredServer = {
    readonly id: string;
    readonly displayName: string;
    readonly region: string;
    /**
     * `staged`: releases are stored and none was ever promoted. `damaged`: the pointer cannot be read
     * @enum {string}
     */
    readonly status: "active" | "retired" | "staged" | "damaged";
    readonly current: string | null;
    /** The release that a rollback leads to */
    readonly previous: string | null;
    /** Stored ones, newest first; numbers are null where a release is damaged */
    readonly releases: readonly {
        readonly releaseId: string;
        readonly sourceId: string | null;
        readonly publishedAt: number | null;
        readonly entries: number | null;
        readonly bytes: number | null;
    }[];
    /** What became current when, newest first, at most 50 */
    readonly history: readonly {
        /** @enum {string} */
        readonly kind: "promote" | "rollback" | "retire";
        readonly releaseId: string;
        /** Milliseconds since the epoch */
        readonly at: number;
        /** Null where a command did it, or a version that did not record it */
        readonly by: {
            readonly uid: number;
            readonly displayName: string;
            /** The API token of the program that did it */
            readonly token: {
                readonly id: string;
                /** Null once it is revoked */
                readonly name: string | null;
            } | null;
        } | null;
    }[];
    /** Publications, collections and preparations for queries that hold a lease now */
    readonly running: readonly {
        /** @enum {string} */
        readonly kind: "publish" | "collect" | "query" | "remote";
        readonly startedAt: number | null;
        /** Milliseconds since the epoch */
        readonly liveUntil: number;
    }[];
};
export type ApiToken = {
    readonly id: string;
    readonly name: string;
    readonly scopes: readonly ("read" | "community" | "upload" | "profile" | "publish" | "releases" | "webhooks")[];
    /** Release servers for which the scopes `publish` and `releases` count */
    readonly servers: readonly string[];
    /** Milliseconds since the epoch */
    readonly createdAt: number;
    readonly lastUsedAt: number | null;
    readonly expiresAt: number | null;
};
export type Appeal = {
    readonly id: string;
    /** @enum {string} */
    readonly status: "open" | "granted" | "denied";
    /** One’s own */
    readonly message: string;
    /** What staff says to the outcome */
    readonly answer: string | null;
};
export type AppealDecideRequest = {
    /** @enum {string} */
    readonly verdict: "granted" | "denied";
    /** What the person reads */
    readonly message?: string;
    /** Only for the audit trail */
    readonly note?: string;
    /** Version that the decision is about */
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
    /** 1 to 2000 characters */
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
    /** What it shows, at most 500 characters */
    readonly alt: string | null;
    /** @enum {string} */
    readonly status: "reserved" | "scanning" | "ready" | "review" | "rejected" | "deleted";
    /** @enum {string} */
    readonly moderationStatus: "pending" | "allow" | "review" | "rejected" | "deleted";
    /** Why it was rejected */
    readonly failureCode: string | null;
    /** Milliseconds since the epoch */
    readonly createdAt: number;
    /** Null once a post holds it */
    readonly expiresAt: number | null;
    /** While reserved, of a file of one part */
    readonly uploadUrl: string | null;
    /** While reserved */
    readonly multipart: {
        readonly partSize: number;
        readonly partCount: number;
        /** With `{partNumber}` to be substituted */
        readonly partUploadUrl: string;
        readonly completeUrl: string;
        readonly cancelUrl: string;
    } | null;
    /** Once ready */
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
    /** Of images */
    readonly previewUrl: string | null;
    /** Of video */
    readonly playbackUrl: string | null;
    readonly posterUrl: string | null;
    readonly thumbnailUrl: string | null;
};
export type AttachmentAnswer = {
    readonly attachment: Attachment;
};
export type AttachmentDescribeRequest = {
    /** At most 500 characters; null or empty: none */
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
    /** Milliseconds since the epoch */
    readonly at: number;
    readonly actorUid: number | null;
    /** Null: the service, the command line, or a deleted account */
    readonly actor: StaffPersonName | null;
    readonly action: string;
    readonly subjectKind: string;
    readonly subjectId: string;
    /** Whom it is about, if the subject is a person who is still there */
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
export type Backup = {
    /** Its folder below `BACKUP_TO`: when it began */
    readonly id: string;
    /** Milliseconds since the epoch */
    readonly startedAt: number;
    /** The time of its rows; null if the manifest is damaged */
    readonly madeAt: number | null;
    /**
     * `damaged`: the target lost or altered a file of it. `unverified`: it was not read back
     * @enum {string}
     */
    readonly state: "verified" | "unverified" | "damaged";
    /** When it was read back */
    readonly checkedAt: number | null;
    readonly rows: number | null;
    readonly objects: number | null;
    /** Of the objects that it needs; backups share them */
    readonly bytes: number | null;
    readonly isEncrypted: boolean | null;
    /** Version of the software that made it */
    readonly livehouse: string | null;
};
export type BackupCodesRenewResponse = {
    readonly status: boolean;
    /** Shown only once. Each replaces a code of the app once */
    readonly backupCodes: readonly string[];
};
export type BackupRun = {
    readonly id: string;
    /** @enum {string} */
    readonly state: "waiting" | "running" | "done" | "failed";
    /** @enum {string} */
    readonly cause: "schedule" | "request" | "command";
    /** Who asked for it */
    readonly by: StaffPersonName | null;
    readonly backupId: string | null;
    /** Milliseconds since the epoch */
    readonly createdAt: number;
    readonly startedAt: number | null;
    readonly endedAt: number | null;
    /** Objects that were new in the target */
    readonly sentObjects: number | null;
    readonly sentBytes: number | null;
    /** Old objects that were read back */
    readonly checkedObjects: number | null;
    /** Old objects that the target lost or altered */
    readonly lostObjects: number | null;
    /** Objects that were missing or damaged in the instance itself */
    readonly problems: number | null;
    /** Backups that were removed because they are not kept any more */
    readonly removed: number | null;
    /** Why it failed, such as `backup_target_full`; docs/backups.md lists them */
    readonly failure: string | null;
    readonly message: string | null;
};
export type CardReadResponse = {
    readonly cardId: number;
    readonly characterId: number | null;
    /** Text in the slots jp, en, tw, cn, kr */
    readonly prefix: readonly (string | null)[];
    readonly rarity: number | null;
    readonly attribute: string | null;
    readonly cardType: string | null;
    /** Milliseconds since the epoch in the slots jp, en, tw, cn, kr */
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
        /** Text in the slots jp, en, tw, cn, kr */
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
    /** Who is at it now */
    readonly claims: readonly {
        readonly uid: number;
        readonly handle: string | null;
        readonly displayName: string;
        /** Milliseconds since the epoch */
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
    /** What the person reads */
    readonly message?: string;
    /** Only for the audit trail */
    readonly note?: string;
    /** Version that the decision is about */
    readonly version: number;
};
export type CaseDecideSeveralRequest = {
    readonly ids: readonly string[];
    /** One for each id, in the same order */
    readonly versions: readonly number[];
    /** @enum {string} */
    readonly verdict: "allow" | "rejected";
    /** @enum {string} */
    readonly reasonCode: "spam" | "harassment" | "hate" | "sexual" | "violence" | "privacy" | "copyright" | "misinformation" | "other";
    /** What the person reads */
    readonly message?: string;
    /** Only for the audit trail */
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
export type CaseRejectAlikeRequest = {
    /** @enum {string} */
    readonly reasonCode: "spam" | "harassment" | "hate" | "sexual" | "violence" | "privacy" | "copyright" | "misinformation" | "other";
    /** What the person reads */
    readonly message?: string;
    /** Only for the audit trail */
    readonly note?: string;
    /** Version that the decision is about */
    readonly version: number;
};
export type CaseRejectAlikeResponse = {
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
    /** Whether more may wait */
    readonly more: boolean;
};
export type CatalogBatch = {
    /** Entity id to entity */
    readonly items: {
        readonly [key: string]: CatalogEntity;
    };
    /** Ids that were not found */
    readonly missing: readonly string[];
};
export type CatalogEntity = {
    readonly [key: string]: JsonValue;
} | readonly JsonValue[] | string | number | boolean | null;
export type CatalogFields = {
    readonly fields: readonly {
        /** As in filters, sorting and `fields` */
        readonly path: string;
        /** @enum {string} */
        readonly type: "string" | "number" | "boolean" | "date" | "localized" | "reference" | "file" | "url" | "color" | "markdown" | "json";
        /** Whether some entity has a list here; the type is the one of its elements */
        readonly list: boolean;
        /** Whether some entity lacks it */
        readonly nullable: boolean;
        /** Different values, elements of lists one by one */
        readonly distinct: number;
        /** Of dates in milliseconds */
        readonly min: string | number | null;
        readonly max: string | number | null;
        /** Up to five values */
        readonly samples: readonly (string | number | boolean | null)[];
        /** The resource whose ids these are, or that they refer to by `key` */
        readonly references?: string;
        /** The field of that resource with these values; absent: its ids */
        readonly key?: string;
        /**
         * Of dates: how entities write them
         * @enum {string}
         */
        readonly format?: "s" | "ms" | "iso" | "yyyymmdd";
        /** Of objects with a text for each language: their keys. `name.en` is a stored text, `name@en` the text after fallback */
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
    /** Path of the summary document */
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
    /** Entities of the collection */
    readonly total: number;
    readonly limit: number;
    readonly nextCursor: string | null;
    readonly release: ReleaseIdentity;
};
export type CatalogPresentation = {
    /** Languages of slot arrays, in the order of the slots */
    readonly locales: readonly string[];
    /** By resource, in the order in which overviews list them */
    readonly resources: {
        readonly [key: string]: {
            /** @enum {string} */
            readonly kind: "collection" | "document";
            readonly count: number;
            /** @enum {string} */
            readonly group: "music" | "card" | "person" | "event" | "story" | "item" | "table";
            /** Position among the resources, from 0 */
            readonly order: number;
            /** Whether overviews omit the resource */
            readonly hidden: boolean;
            /** Paths of fields, as in queries; null: none */
            readonly title: string | null;
            readonly subtitle: string | null;
            /** Picture in lists */
            readonly image: string | null;
            /** Large picture of an entity */
            readonly cover: string | null;
            readonly audio: string | null;
            readonly start: string | null;
            readonly end: string | null;
            readonly badges: readonly string[];
            readonly facets: readonly string[];
            readonly sort: readonly string[];
            readonly columns: readonly string[];
            /** What `q` searches */
            readonly search: readonly string[];
            /** Fields whose values are ids of another resource */
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
            /** What values are, by path: of fields that are more than texts, numbers and lists of them */
            readonly fields?: {
                readonly [key: string]: {
                    /** @enum {string} */
                    readonly type?: "date" | "localized" | "url" | "color" | "markdown" | "file" | "number";
                    /**
                     * Of dates: how entities write them
                     * @enum {string}
                     */
                    readonly format?: "s" | "ms" | "iso" | "yyyymmdd";
                    /** Of objects with a text for each language: their keys */
                    readonly locales?: readonly string[];
                    readonly unit?: string;
                    /** Of files: the release path that values stand for */
                    readonly template?: string;
                    /** Of localized texts that stand elsewhere: where */
                    readonly path?: string;
                    /** Resources that values refer to, by their ids or by `key`, in order */
                    readonly references?: readonly {
                        readonly resource: string;
                        readonly key?: string;
                    }[];
                    /** Value → text, or texts by language */
                    readonly labels?: {
                        readonly [key: string]: string | {
                            readonly [key: string]: string;
                        };
                    };
                    /** Whether pages omit the field */
                    readonly hidden?: boolean;
                };
            };
            /**
             * Whether its entities are files of the release
             * @constant
             */
            readonly files?: true;
        };
    };
    /** Groups of resources in the order of overviews, where the snapshot declares them */
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
    /** Entities that the query finds */
    readonly total: number;
    /** By path as in the query, the most frequent first; null counts absent values */
    readonly facets: {
        readonly [key: string]: readonly {
            readonly value: string | number | boolean | null;
            readonly count: number;
        }[];
    };
    readonly nextCursor: string | null;
    /** By path as in the query. A bin begins at `from` and ends before `to`; the last one contains it */
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
            /** Entities without a value */
            readonly absent: number;
        };
    };
    /** By resource and id: the fields of the index of the entities that the items refer to */
    readonly included?: {
        readonly [key: string]: {
            readonly [key: string]: JsonValue;
        };
    };
    /**
     * Present if more than 500 entities are referred to
     * @constant
     */
    readonly includedTruncated?: true;
    /** By path and value: what a value refers to, where it is not the id */
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
export type CatalogSearch = {
    readonly items: readonly {
        readonly resource: string;
        readonly id: string;
        /** The id of an entity without a title */
        readonly title: string;
        readonly subtitle: string | null;
        /** Path of the release, or address, as the entity has it */
        readonly image: string | null;
        /** 1 for a whole title; less, the less the texts fit */
        readonly score: number;
    }[];
    /** Entities of the listed collections that the search finds */
    readonly total: number;
    /** How many entities of each collection the search finds, whatever `resource` says, the most first */
    readonly facets: {
        readonly resource: readonly {
            readonly value: string;
            readonly count: number;
        }[];
    };
    readonly nextCursor: string | null;
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
    /** As in `fields` of changes */
    readonly path: string;
    readonly before?: JsonValue;
    readonly after?: JsonValue;
    /**
     * A value has more than 1 KiB of JSON. A text is cut; a list or object is the beginning of its JSON, as a text
     * @constant
     */
    readonly truncated?: true;
};
export type Chart = {
    /** Number of lanes: 7, or 12 for `usc` and `sus` */
    readonly lanes: number;
    /** End of the last bar with a note */
    readonly seconds: number;
    /** Where bars of four beats begin */
    readonly bars: readonly number[];
    readonly bpm: readonly (readonly [
        number,
        number
    ])[];
    /** By time, then by lane */
    readonly notes: readonly (readonly [
        number,
        number,
        number,
        "tap" | "flick" | "left" | "right" | "trace" | "slide" | "tick"
    ])[];
    /** Ribbons of slides, by time: points that are joined by straight lines */
    readonly slides: readonly (readonly (readonly [
        number,
        number,
        number
    ])[])[];
    /** Notes by kind; kinds that do not occur are absent */
    readonly counts: {
        readonly tap?: number;
        readonly flick?: number;
        readonly left?: number;
        readonly right?: number;
        readonly trace?: number;
        readonly slide?: number;
        readonly tick?: number;
    };
    /** Notes in each second, from 0 */
    readonly density: readonly number[];
};
export type Comment = {
    readonly id: string;
    /** Markdown source */
    readonly body: string;
    /** With `tree=1` */
    readonly bodyTree?: readonly MarkdownNode[];
    readonly version: number;
    readonly likeCount: number;
    /** @enum {string} */
    readonly moderationStatus: "pending" | "allow" | "review" | "rejected";
    /** Null when what it answers is gone */
    readonly parentId: string | null;
    /** First comment of its thread; null for that one */
    readonly rootId: string | null;
    /** Number on the post, in the order of writing */
    readonly floor: number;
    readonly replyCount: number;
    /** Reads on below this root, with `commentsRoot` */
    readonly replyCursor: string | null;
    /** Milliseconds since the epoch */
    readonly createdAt: number;
    /** Milliseconds since the epoch */
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
    /** 1 to 5,000 characters of Markdown */
    readonly body: string;
    readonly parentId?: string | null;
};
export type CommentDeleteResponse = {
    readonly comment: {
        readonly id: string;
        readonly version: number;
        /** Milliseconds since the epoch */
        readonly deletedAt: number;
    };
};
export type CommentEditRequest = {
    readonly body: string;
    /** Version that the change is about */
    readonly version: number;
    readonly editReason?: string | null;
};
export type CommentRevisionListResponse = {
    /** The version for changes of the comment, also while it is hidden */
    readonly version: number;
    readonly hiddenAt: number | null;
    readonly revisions: readonly {
        readonly revision: number;
        readonly body: string;
        readonly editReason: string | null;
        /** Milliseconds since the epoch */
        readonly createdAt: number;
    }[];
    readonly nextCursor: string | null;
};
export type CommentStateChangeRequest = {
    /** @enum {string} */
    readonly action: "hide" | "unhide";
    /** @enum {string} */
    readonly reasonCode: "spam" | "harassment" | "hate" | "sexual" | "violence" | "privacy" | "copyright" | "misinformation" | "other";
    /** What the author reads */
    readonly message?: string;
    /** Only for the audit trail */
    readonly note?: string;
    /** Version that the change is about */
    readonly version: number;
};
export type CommentStateChangeResponse = {
    readonly comment: {
        readonly id: string;
        readonly version: number;
        readonly hidden: boolean;
        /** Posts only */
        readonly locked?: boolean;
    };
};
export type ComparedListEntry = {
    readonly subject: Subject;
    /** Null: the list lacks it */
    readonly a: {
        readonly count: number | null;
    } | null;
    readonly b: {
        readonly count: number | null;
    } | null;
};
export type Draft = {
    readonly id: string;
    readonly version: number;
    readonly content: DraftContent;
    /** Milliseconds since the epoch */
    readonly createdAt: number;
    /** Milliseconds since the epoch */
    readonly updatedAt: number;
};
export type DraftAnswer = {
    readonly draft: Draft;
};
export type DraftContent = {
    readonly title?: string;
    /** Markdown source */
    readonly body?: string;
    readonly tags?: readonly string[];
    /** @enum {string} */
    readonly visibility?: "public" | "protected" | "private";
    readonly spoiler?: boolean;
    /** `server/resource/id` of what it is about */
    readonly subject?: string | null;
    /** Of an edit */
    readonly reason?: string;
    /** Your files that the post is to have */
    readonly files?: readonly {
        readonly id: string;
        readonly fileName: string;
        readonly alt: string;
    }[];
    /** The comment that is answered */
    readonly parentId?: string | null;
    /** The version of the post that is edited */
    readonly postVersion?: number;
};
export type DraftListResponse = {
    readonly drafts: readonly Draft[];
    readonly nextCursor: string | null;
};
export type DraftWriteRequest = {
    readonly content: DraftContent;
    /** The version that it replaces; 0: there is none */
    readonly version: number;
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
    /** The new address */
    readonly newEmail: string;
    /** Where to lead on: a path here, or an address at a trusted origin */
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
    /** Seconds */
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
        /** Milliseconds since the epoch */
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
        /** `r-` and 20 hex digits */
        readonly releaseId: string;
        /** When the release became current, in milliseconds */
        readonly promotedAt: number;
        /**
         * Since the release that was current before; the first appearance is `added`
         * @enum {string}
         */
        readonly change: "added" | "removed" | "changed";
        /** For a changed entity: the fields that differ; at most 100 */
        readonly fields: readonly ChangedField[];
    }[];
    /** Also after a page with few items or none: older releases follow */
    readonly nextCursor: string | null;
};
export type EntityList = {
    readonly id: string;
    /**
     * `owned` and `wanted` exist once a collection, from the first entry
     * @enum {string}
     */
    readonly kind: "owned" | "wanted" | "named";
    /** With `resource`: the collection of all entries; null: any */
    readonly server: string | null;
    readonly resource: string | null;
    /** Empty for `owned` and `wanted` */
    readonly title: string;
    readonly description: string;
    /** @enum {string} */
    readonly visibility: "private" | "public";
    /**
     * Verdict on its texts; others see a public list once it is `allow`
     * @enum {string}
     */
    readonly moderationStatus: "pending" | "allow" | "review" | "rejected";
    /** Whether staff hid it */
    readonly hidden: boolean;
    readonly version: number;
    /** Number of entries */
    readonly entries: number;
    /** Milliseconds since the epoch */
    readonly updatedAt: number;
};
export type EntityListAnswer = {
    readonly list: EntityList;
};
export type EntityListEntry = {
    readonly id: string;
    readonly subject: Subject;
    readonly count: number | null;
    readonly note: string | null;
    /** The current release lacks the entity; the title is the one when it was added */
    readonly gone: boolean;
    /** Milliseconds since the epoch */
    readonly addedAt: number;
};
export type EntityListPage = {
    readonly lists: readonly EntityList[];
    readonly nextCursor: string | null;
};
export type ErasureCreateRequest = {
    /** @enum {string} */
    readonly kind: "post" | "comment" | "attachment" | "list" | "account";
    /** Of an account the UID */
    readonly id: string;
    /** For the audit trail, where it stays: without anything of what is erased */
    readonly reason: string;
};
export type ErasureCreateResponse = {
    readonly erasure: {
        /** @enum {string} */
        readonly kind: "post" | "comment" | "attachment" | "list" | "account";
        readonly id: string;
    };
};
export type FeedbackClearResponse = {
    readonly cleared: number;
};
export type FileChanges = {
    readonly items: readonly {
        /** Release path */
        readonly path: string;
        /** @enum {string} */
        readonly change: "added" | "removed" | "changed";
        readonly mediaType: string;
        /** Size; for a removed file the previous one */
        readonly bytes: number;
    }[];
    readonly nextCursor: string | null;
};
export type FirstSteps = {
    /** Whether they are shown: the account is new, a step is left, and nobody put them away */
    readonly active: boolean;
    readonly steps: readonly {
        /** @enum {string} */
        readonly name: "profile" | "favourite" | "follow" | "post";
        readonly done: boolean;
    }[];
    readonly dismissed: boolean;
};
export type FirstStepsDismissRequest = {
    readonly dismissed: boolean;
};
export type FoundEntity = {
    readonly server: string;
    readonly resource: string;
    readonly id: string;
    /** The id of an entity without a title */
    readonly title: string;
    /** Release path of its picture */
    readonly image: string | null;
};
export type FoundPost = {
    readonly id: string;
    readonly title: string;
    /** Empty for spoilers */
    readonly excerpt: string;
    readonly spoiler: boolean;
    readonly subject: Subject | null;
    /** Milliseconds since the epoch */
    readonly createdAt: number;
    readonly likeCount: number;
    readonly commentCount: number;
    readonly authorUid: number;
    readonly authorName: string;
};
export type FoundTag = {
    readonly name: string;
    /** Number of public posts with the tag */
    readonly postCount: number;
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
    /** Milliseconds since the epoch */
    readonly createdAt: number;
    /** Milliseconds since the epoch */
    readonly updatedAt: number;
};
export type GameAccountCreateRequest = {
    readonly provider: string;
    readonly region: string;
    readonly playerUid: string;
    /** 1 to 80 visible characters */
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
    /** 1 to 80 visible characters */
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
        /** Tables and the version file together */
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
    readonly registration: "open" | "approval" | "invite" | "closed";
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
    /** A colour such as `#9a2350`; null: that of the software */
    readonly accent: string | null;
    /** Path of the uploaded icon */
    readonly faviconUrl: string | null;
    /** Path of the uploaded picture of the home page */
    readonly heroUrl: string | null;
    /** The sentence of the home page by language; empty: the description */
    readonly heroText: {
        readonly ja?: string;
        readonly en?: string;
        readonly "zh-TW"?: string;
        readonly "zh-CN"?: string;
        readonly ko?: string;
    };
    /** Places of the menu, in order */
    readonly menu: readonly ("catalog" | "community" | "play")[];
    /** Parts of the home page, in order */
    readonly home: readonly ("now" | "new" | "posts" | "people")[];
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
    /** The `inviteCode` of a registration */
    readonly code: string;
    /** The page of the registration with the code filled in */
    readonly url: string;
    readonly maxUses: number;
    readonly uses: number;
    readonly expiresAt: number | null;
    readonly note: string | null;
    /** Milliseconds since the epoch */
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
export type ListCompareResponse = {
    readonly a: EntityList;
    readonly b: EntityList;
    readonly both: readonly ComparedListEntry[];
    readonly onlyA: readonly ComparedListEntry[];
    readonly onlyB: readonly ComparedListEntry[];
    readonly nextCursor: string | null;
};
export type ListCreateRequest = {
    /** One line of 1 to 100 characters */
    readonly title: string;
    /** At most 1000 characters */
    readonly description?: string;
    /**
     * @default private
     * @enum {string}
     */
    readonly visibility?: "private" | "public";
    readonly server?: string;
    readonly resource?: string;
};
export type ListEditRequest = {
    /** One line of 1 to 100 characters */
    readonly title?: string;
    /** At most 1000 characters */
    readonly description?: string;
    /** @enum {string} */
    readonly visibility?: "private" | "public";
    /** Version that the change is about */
    readonly version: number;
};
export type ListEntryEditRequest = {
    readonly subject: {
        readonly server: string;
        readonly resource: string;
        readonly id: string;
    };
    readonly count?: number | null;
    readonly note?: string | null;
};
export type ListEntryEditResponse = {
    readonly list: EntityList;
    readonly entry: EntityListEntry;
};
export type ListImportRequest = {
    /** @enum {string} */
    readonly format: "csv" | "json";
    /** At most 1 MiB */
    readonly text: string;
    /** @default false */
    readonly dryRun?: boolean;
};
export type ListImportResponse = {
    readonly added: number;
    readonly changed: number;
    /** Lines whose entity the current release lacks; of JSON the numbers of items */
    readonly unknown: readonly number[];
};
export type ListMarkRequest = {
    readonly subjects: readonly {
        readonly server: string;
        readonly resource: string;
        readonly id: string;
    }[];
    readonly active: boolean;
};
export type ListMarkResponse = {
    readonly active: boolean;
    readonly lists: readonly EntityList[];
};
export type ListMarksResponse = {
    readonly owned: readonly string[];
    readonly wanted: readonly string[];
    /** By id; fewer than five are left out */
    readonly owners: {
        readonly [key: string]: number;
    };
};
export type ListOrderRequest = {
    /** Ids of entries, each once */
    readonly ids: readonly string[];
    readonly after: string | null;
    /** Version that the change is about */
    readonly version: number;
};
export type ListReadResponse = {
    readonly list: EntityList;
    readonly entries: readonly EntityListEntry[];
    readonly nextCursor: string | null;
    readonly owner: {
        readonly uid: number;
        readonly displayName: string;
        readonly handle: string | null;
    };
};
export type ListStateChangeRequest = {
    /** @enum {string} */
    readonly action: "hide" | "unhide";
    /** @enum {string} */
    readonly reasonCode: "spam" | "harassment" | "hate" | "sexual" | "violence" | "privacy" | "copyright" | "misinformation" | "other";
    /** What the owner reads */
    readonly message?: string;
    /** Only for the audit trail */
    readonly note?: string;
    /** Version that the change is about */
    readonly version: number;
};
export type ListStateChangeResponse = {
    readonly list: {
        readonly id: string;
        readonly version: number;
        readonly hidden: boolean;
    };
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
    /** Milliseconds since the epoch */
    readonly createdAt: number;
    /** Milliseconds since the epoch */
    readonly updatedAt: number;
    readonly lastEditedAt: number | null;
    /** Since when it stands first on the profile */
    readonly pinnedAt: number | null;
    /** Since when it stands first in the feed of all */
    readonly featuredAt: number | null;
    readonly archivedAt: number | null;
    readonly commentsLockedAt: number | null;
    /** The entity of a catalog that it is about */
    readonly subject: Subject | null;
    /** Whether it gives something away; shown folded */
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
    /** Plain text, at most 500 characters */
    readonly excerpt: string;
    /** @enum {string} */
    readonly recommendationReason?: "followed_author" | "followed_tag" | "popular" | "recent";
    readonly viewer: {
        readonly canGiveFeedback: boolean;
        readonly canEdit: boolean;
        readonly liked: boolean;
        readonly bookmarked: boolean;
        /** The viewer follows the author */
        readonly following: boolean;
        /** The viewer follows one of its tags */
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
    /** The provider */
    readonly provider: string;
    /** Where to lead on: a path here, or an address at a trusted origin */
    readonly callbackURL?: string;
    /** Where to lead on: a path here, or an address at a trusted origin */
    readonly errorCallbackURL?: string;
};
export type LoginMethodUnlinkRequest = {
    /** Id of the way, as listed */
    readonly accountId: string;
};
export type MarkdownNode = string | {
    /** @enum {string} */
    readonly type: "paragraph" | "heading" | "list" | "listItem" | "quote" | "code" | "codeBlock" | "emphasis" | "strong" | "strike" | "link" | "mention" | "tag" | "break" | "rule";
    /** Of a heading */
    readonly level?: number;
    /** Of a list */
    readonly ordered?: boolean;
    /** First number of an ordered list, where it is not 1 */
    readonly start?: number;
    /** Of a link: an absolute `http`, `https` or `mailto` address */
    readonly href?: string;
    /** Of a mention: handle or UID, without `@`, in lower case */
    readonly handle?: string;
    /** Of a tag: its normalised name */
    readonly tag?: string;
    /** Of a code block */
    readonly language?: string;
    /** Of code, code blocks, mentions and tags */
    readonly text?: string;
    readonly children?: readonly MarkdownNode[];
};
export type MarkdownPreviewRequest = {
    /** At most 20,000 characters */
    readonly body: string;
};
export type MarkdownPreviewResponse = {
    readonly tree: readonly MarkdownNode[];
};
export type ModerationAppeal = {
    readonly id: string;
    /** @enum {string} */
    readonly status: "open" | "granted" | "denied";
    /** Who appeals */
    readonly uid: number | null;
    readonly handle: string | null;
    readonly person: StaffPersonName | null;
    readonly message: string;
    /** What the person reads about the outcome */
    readonly answer: string | null;
    readonly case: {
        readonly id: string;
        /** @enum {string} */
        readonly kind: "post" | "comment" | "list" | "attachment" | "profile-name" | "profile-links" | "avatar";
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
         * `suspension`: of the whole account
         * @enum {string}
         */
        readonly kind: "sign_in" | "write" | "upload" | "suspension";
        readonly reasonCode: string;
        readonly message: string | null;
        readonly issuedByUid: number | null;
        /** Milliseconds since the epoch */
        readonly issuedAt: number;
        readonly expiresAt: number | null;
    } | null;
    readonly decidedByUid: number | null;
    readonly decidedAt: number | null;
    readonly version: number;
    /** Why the reader may not decide an open appeal: their own, an administrator’s, only administrators decide it, or they made the decision; null: they may, or it is decided */
    readonly blocked: ("own" | "administrator" | "reserved" | "decider") | null;
    /** Milliseconds since the epoch */
    readonly createdAt: number;
};
export type ModerationCase = {
    readonly id: string;
    /** @enum {string} */
    readonly kind: "post" | "comment" | "list" | "attachment" | "profile-name" | "profile-links" | "avatar";
    /** Id of the post, comment, file or picture; of a name the UID of its owner */
    readonly subjectId: string;
    readonly authorUid: number;
    readonly authorHandle: string | null;
    /** @enum {string} */
    readonly status: "pending" | "review" | "decided" | "superseded";
    readonly version: number;
    /** `rule.…`, `classifier.…`, `policy.…`, `system.…`, `staff.…` */
    readonly reasons: readonly string[];
    readonly excerpt: string;
    /** Milliseconds since the epoch */
    readonly createdAt: number;
};
export type ModerationCaseDetail = {
    readonly id: string;
    /** @enum {string} */
    readonly kind: "post" | "comment" | "list" | "attachment" | "profile-name" | "profile-links" | "avatar";
    /** Id of the post, comment, file or picture; of a name the UID of its owner */
    readonly subjectId: string;
    readonly authorUid: number;
    readonly authorHandle: string | null;
    /** @enum {string} */
    readonly status: "pending" | "review" | "decided" | "superseded";
    readonly version: number;
    /** `rule.…`, `classifier.…`, `policy.…`, `system.…`, `staff.…` */
    readonly reasons: readonly string[];
    readonly excerpt: string;
    /** Milliseconds since the epoch */
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
    /** What the author reads */
    readonly message: string | null;
    /** Milliseconds since the epoch */
    readonly updatedAt: number;
};
export type ModerationContentItem = {
    /** @enum {string} */
    readonly kind: "post" | "comment" | "attachment" | "list";
    readonly id: string;
    /**
     * `public`: as far as its own visibility allows
     * @enum {string}
     */
    readonly state: "public" | "waiting" | "hidden" | "rejected";
    /** Of a post or list; empty: it has none */
    readonly title: string;
    /** The beginning of the text; of a file its name */
    readonly excerpt: string;
    /** The post around a comment, or with a file */
    readonly postId: string | null;
    /** The case that waits about it */
    readonly caseId: string | null;
    /** Open ones */
    readonly reports: number;
    /** Of a post, comment or list */
    readonly version: number | null;
    /** When it is erased, if staff has deleted it */
    readonly eraseAt: number | null;
    /** Milliseconds since the epoch */
    readonly createdAt: number;
};
export type ModerationContext = {
    readonly entry: ModerationQueueEntry;
    /** Null for reports */
    readonly case: ModerationCaseDetail | null;
    /** As it was submitted; of reports: as it is now */
    readonly text: string | null;
    /** Parts of the text that rules look for, in UTF-16 units */
    readonly marks: readonly {
        readonly start: number;
        readonly end: number;
        readonly rule: string;
    }[];
    /** Newest first */
    readonly revisions: readonly {
        readonly revision: number;
        readonly text: string;
        /** Milliseconds since the epoch */
        readonly createdAt: number;
    }[];
    readonly place: {
        readonly self: ModerationPlacedText | null;
        /** Around a comment or a file */
        readonly post: ModerationPlacedText | null;
        /** The comment that a comment answers */
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
    /** All on the same thing, oldest first; none about the reader */
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
    /** From the submission to the decision of a person */
    readonly medianSeconds: number | null;
    /** Of the days */
    readonly timeZone: string;
    readonly days: readonly {
        readonly day: string;
        readonly opened: number;
        /** By people */
        readonly decided: number;
        /** At the end of the day */
        readonly open: number;
        readonly medianSeconds: number | null;
        readonly reports: number;
        /** Accounts that were made */
        readonly signUps: number;
        /** People who signed in, posted, commented, or liked a post */
        readonly activePeople: number;
        /** Those that are still shown */
        readonly posts: number;
        /** Those that are still there */
        readonly comments: number;
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
    /** Null: about the person */
    readonly caseId: string | null;
    readonly byUid: number | null;
    readonly byName: string | null;
    readonly body: string;
    /** Milliseconds since the epoch */
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
    /** Why the reader may only look: their own, an administrator’s, what an administrator decided about staff, or only their own reports; null: they may decide */
    readonly blocked: ("own" | "administrator" | "reserved" | "reporter") | null;
    readonly rejected: number;
    readonly allowed: number;
    readonly openReports: number;
    /** The newest */
    readonly decisions: readonly {
        readonly caseId: string;
        /** @enum {string} */
        readonly kind: "post" | "comment" | "list" | "attachment" | "profile-name" | "profile-links" | "avatar";
        readonly subjectId: string;
        /** @enum {string} */
        readonly verdict: "pending" | "allow" | "review" | "rejected";
        readonly reasonCode: string | null;
        readonly reasons: readonly string[];
        readonly excerpt: string;
        /** Null: a rule or the classifier */
        readonly byUid: number | null;
        /** Milliseconds since the epoch */
        readonly decidedAt: number;
    }[];
    /** The newest, ended ones too */
    readonly restrictions: readonly {
        readonly id: string;
        /** @enum {string} */
        readonly kind: "sign_in" | "write" | "upload" | "suspension";
        readonly reasonCode: string;
        readonly message: string | null;
        /** Milliseconds since the epoch */
        readonly issuedAt: number;
        readonly expiresAt: number | null;
        readonly liftedAt: number | null;
        readonly active: boolean;
        readonly byUid: number | null;
        /** Only administrators end it */
        readonly reserved: boolean;
        readonly version: number;
    }[];
    /** About the person and their cases, newest first; empty for oneself */
    readonly notes: readonly ModerationNote[];
};
export type ModerationPlacedText = {
    /** @enum {string} */
    readonly kind: "post" | "comment" | "list";
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
    /** Milliseconds since the epoch */
    readonly createdAt: number;
};
export type ModerationQueueEntry = {
    /**
     * A case that waits for a person, or the open reports on one thing
     * @enum {string}
     */
    readonly type: "case" | "reports";
    /** Of the case, or of the first report */
    readonly id: string;
    /** @enum {string} */
    readonly kind: "post" | "comment" | "list" | "attachment" | "profile-name" | "profile-links" | "avatar" | "user";
    readonly subjectId: string;
    readonly authorUid: number | null;
    readonly authorHandle: string | null;
    readonly authorName: string | null;
    /** Cases that wait and things that are reported of the same person, this one too */
    readonly sameAuthor: number;
    readonly excerpt: string;
    readonly reasons: readonly string[];
    /** @enum {string} */
    readonly status: "pending" | "review" | "decided" | "superseded" | "reviewing" | "resolved" | "dismissed";
    readonly verdict: ("pending" | "allow" | "review" | "rejected") | null;
    readonly version: number;
    /** Milliseconds since the epoch */
    readonly createdAt: number;
    readonly reports: {
        /** Open ones */
        readonly count: number;
        /** Of the newest */
        readonly excerpts: readonly {
            readonly reasonCode: string;
            readonly details: string | null;
        }[];
        /** Those that the reader may close */
        readonly items: readonly {
            readonly id: string;
            readonly version: number;
        }[];
    };
    /** Who is at it now */
    readonly claims: readonly {
        readonly uid: number;
        readonly handle: string | null;
        readonly displayName: string;
        /** Milliseconds since the epoch */
        readonly endsAt: number;
    }[];
    /** Why the reader may only look: their own, an administrator’s, what an administrator decided about staff, or only their own reports; null: they may decide */
    readonly blocked: ("own" | "administrator" | "reserved" | "reporter") | null;
};
export type ModerationRemoval = {
    readonly id: string;
    /** Whose content it is */
    readonly uid: number;
    /** @enum {string} */
    readonly scope: "day" | "week" | "all";
    readonly reasonCode: string;
    readonly message: string | null;
    /** @enum {string} */
    readonly state: "running" | "done" | "undoing" | "undone";
    readonly total: number;
    /** Still to be done */
    readonly waiting: number;
    /** Hidden or rejected, and not restored */
    readonly removed: number;
    readonly restored: number;
    /** Left out, or not restored; at most 500 */
    readonly skipped: readonly {
        readonly id: string;
        /** @enum {string} */
        readonly kind: "post" | "comment" | "list" | "case";
        /** `changed`, `gone`, `decided`, `hidden`, or the code of a refusal */
        readonly reason: string;
    }[];
    readonly restrictionId: string | null;
    readonly byUid: number | null;
    /** Milliseconds since the epoch */
    readonly createdAt: number;
    readonly finishedAt: number | null;
    /** Milliseconds since the epoch */
    readonly undoableUntil: number;
    readonly undoneByUid: number | null;
    readonly undoneAt: number | null;
};
export type ModerationReport = {
    readonly id: string;
    /** @enum {string} */
    readonly targetKind: "post" | "comment" | "list" | "user";
    readonly targetId: string;
    readonly targetRevision: number;
    readonly targetUid: number | null;
    /** Whose it is; null after the account is deleted */
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
    /** Milliseconds since the epoch */
    readonly createdAt: number;
    /** Milliseconds since the epoch */
    readonly updatedAt: number;
};
export type ModerationRules = {
    readonly rules: string;
    /** Changes with every change */
    readonly version: number;
    /**
     * Stored rules apply instead of those of `MODERATION_RULES`
     * @enum {string}
     */
    readonly source: "stored" | "file" | "none";
    /** The rules in this text */
    readonly list: readonly {
        readonly id: string;
        /** @enum {string} */
        readonly list: "words" | "links" | "repetition" | "newAccounts";
        /** @enum {string} */
        readonly verdict: "review" | "rejected";
        readonly kinds: readonly ("post" | "comment" | "list" | "profile-name" | "profile-links")[];
    }[];
    /** The last 50 changes, newest first */
    readonly versions: readonly {
        readonly version: number;
        /** @enum {string} */
        readonly source: "stored" | "file";
        /** Milliseconds since the epoch */
        readonly changedAt: number;
        readonly by: StaffPersonName | null;
    }[];
};
export type ModerationUser = {
    readonly uid: number;
    readonly handle: string | null;
    readonly displayName: string;
    /** @enum {string} */
    readonly role: "member" | "moderator" | "administrator";
    /** @enum {string} */
    readonly status: "active" | "suspended" | "deleted";
    /** Active ones, oldest first */
    readonly restrictions: readonly AccountRestriction[];
};
export type Notification = {
    readonly id: string;
    /** @enum {string} */
    readonly kind: "comment" | "reply" | "mention" | "post_reaction" | "comment_reaction" | "follow" | "thread" | "new_post" | "staff_case" | "staff_report" | "staff_appeal" | "staff_registration" | "moderation";
    readonly postId: string | null;
    /** Title of that post; empty where it has none */
    readonly postTitle: string | null;
    readonly commentId: string | null;
    /** Milliseconds since the epoch */
    readonly createdAt: number;
    readonly readAt: number | null;
    readonly actorUid: number | null;
    readonly actorName: string | null;
    readonly actorHandle: string | null;
    readonly actorImage: string | null;
    readonly actorAvatarSeed: string | null;
    /** Of a moderation notice: a verdict, or `restrict`, `hide`, `unhide`, `lock`, `unlock` */
    readonly verdict?: string | null;
    readonly reasonCode?: string | null;
    /** What staff says to the person */
    readonly message?: string | null;
    /** The kind of a case, or `restriction`; for staff `case`, `report`, `appeal` or `registration` */
    readonly subjectKind?: string | null;
    readonly subjectId?: string | null;
    readonly caseId?: string | null;
    /** Of `thread`: how many comments came since the last one was read. For staff: how many came in since */
    readonly count?: number;
};
export type NotificationListResponse = {
    readonly notifications: readonly Notification[];
    readonly nextCursor: string | null;
    readonly unreadCount: number;
};
export type NotificationMarkAllResponse = {
    /** Milliseconds since the epoch */
    readonly readAt: number;
    readonly updatedCount: number;
};
export type NotificationMarkResponse = {
    readonly id: string;
    /** Milliseconds since the epoch */
    readonly readAt: number;
};
export type NotificationSettings = {
    /** Those that you can get: the ones for staff are there for staff. `push` is always false */
    readonly kinds: {
        readonly comment?: {
            readonly bell: boolean;
            readonly mail: boolean;
            /** @constant */
            readonly push: false;
        };
        readonly reply?: {
            readonly bell: boolean;
            readonly mail: boolean;
            /** @constant */
            readonly push: false;
        };
        readonly mention?: {
            readonly bell: boolean;
            readonly mail: boolean;
            /** @constant */
            readonly push: false;
        };
        readonly post_reaction?: {
            readonly bell: boolean;
            readonly mail: boolean;
            /** @constant */
            readonly push: false;
        };
        readonly comment_reaction?: {
            readonly bell: boolean;
            readonly mail: boolean;
            /** @constant */
            readonly push: false;
        };
        readonly follow?: {
            readonly bell: boolean;
            readonly mail: boolean;
            /** @constant */
            readonly push: false;
        };
        readonly thread?: {
            readonly bell: boolean;
            readonly mail: boolean;
            /** @constant */
            readonly push: false;
        };
        readonly new_post?: {
            readonly bell: boolean;
            readonly mail: boolean;
            /** @constant */
            readonly push: false;
        };
        readonly staff_case?: {
            readonly bell: boolean;
            readonly mail: boolean;
            /** @constant */
            readonly push: false;
        };
        readonly staff_report?: {
            readonly bell: boolean;
            readonly mail: boolean;
            /** @constant */
            readonly push: false;
        };
        readonly staff_appeal?: {
            readonly bell: boolean;
            readonly mail: boolean;
            /** @constant */
            readonly push: false;
        };
        readonly staff_registration?: {
            readonly bell: boolean;
            readonly mail: boolean;
            /** @constant */
            readonly push: false;
        };
    };
    /** Nothing is mailed in these hours; what waits is mailed after them */
    readonly quietHours: {
        /** Such as `22:00` */
        readonly from: string;
        /** Such as `07:00` */
        readonly to: string;
        /** Such as `Asia/Tokyo` */
        readonly timeZone: string;
    } | null;
    /**
     * A mail with the numbers of all unread notifications
     * @enum {string}
     */
    readonly digest: "never" | "daily" | "weekly";
    /** Version that the change is about */
    readonly version: number;
};
export type NotificationSettingsWriteRequest = {
    /** A kind that is left out gets its default */
    readonly kinds: {
        readonly comment?: {
            readonly bell: boolean;
            readonly mail: boolean;
            /** @constant */
            readonly push?: false;
        };
        readonly reply?: {
            readonly bell: boolean;
            readonly mail: boolean;
            /** @constant */
            readonly push?: false;
        };
        readonly mention?: {
            readonly bell: boolean;
            readonly mail: boolean;
            /** @constant */
            readonly push?: false;
        };
        readonly post_reaction?: {
            readonly bell: boolean;
            readonly mail: boolean;
            /** @constant */
            readonly push?: false;
        };
        readonly comment_reaction?: {
            readonly bell: boolean;
            readonly mail: boolean;
            /** @constant */
            readonly push?: false;
        };
        readonly follow?: {
            readonly bell: boolean;
            readonly mail: boolean;
            /** @constant */
            readonly push?: false;
        };
        readonly thread?: {
            readonly bell: boolean;
            readonly mail: boolean;
            /** @constant */
            readonly push?: false;
        };
        readonly new_post?: {
            readonly bell: boolean;
            readonly mail: boolean;
            /** @constant */
            readonly push?: false;
        };
        readonly staff_case?: {
            readonly bell: boolean;
            readonly mail: boolean;
            /** @constant */
            readonly push?: false;
        };
        readonly staff_report?: {
            readonly bell: boolean;
            readonly mail: boolean;
            /** @constant */
            readonly push?: false;
        };
        readonly staff_appeal?: {
            readonly bell: boolean;
            readonly mail: boolean;
            /** @constant */
            readonly push?: false;
        };
        readonly staff_registration?: {
            readonly bell: boolean;
            readonly mail: boolean;
            /** @constant */
            readonly push?: false;
        };
    };
    /** Nothing is mailed in these hours; what waits is mailed after them */
    readonly quietHours: {
        /** Such as `22:00` */
        readonly from: string;
        /** Such as `07:00` */
        readonly to: string;
        /** Such as `Asia/Tokyo` */
        readonly timeZone: string;
    } | null;
    /**
     * A mail with the numbers of all unread notifications
     * @enum {string}
     */
    readonly digest: "never" | "daily" | "weekly";
    /** Version that the change is about */
    readonly version: number;
};
export type OwnAboutReadResponse = {
    readonly about: OwnProfileAbout;
};
export type OwnAboutWriteRequest = {
    readonly banner: {
        readonly server: string;
        readonly resource: string;
        readonly id: string;
    } | null;
    readonly favourite: {
        readonly server: string;
        readonly resource: string;
        readonly id: string;
    } | null;
    readonly links: readonly {
        /** 1 to 40 characters */
        readonly label: string;
        /** An https address of at most 512 characters, without a name or password in it */
        readonly url: string;
    }[];
    /** Version that the change is about */
    readonly version: number;
};
export type OwnAttachmentListResponse = {
    readonly attachments: readonly {
        readonly id: string;
        readonly fileName: string;
        readonly mediaType: string;
        readonly size: number;
        readonly width: number | null;
        readonly height: number | null;
        /** What it shows, at most 500 characters */
        readonly alt: string | null;
        /** @enum {string} */
        readonly status: "reserved" | "scanning" | "ready" | "review" | "rejected" | "deleted";
        /** @enum {string} */
        readonly moderationStatus: "pending" | "allow" | "review" | "rejected" | "deleted";
        /** Why it was rejected */
        readonly failureCode: string | null;
        /** Milliseconds since the epoch */
        readonly createdAt: number;
        /** Null once a post holds it */
        readonly expiresAt: number | null;
        /** While reserved, of a file of one part */
        readonly uploadUrl: string | null;
        /** While reserved */
        readonly multipart: {
            readonly partSize: number;
            readonly partCount: number;
            /** With `{partNumber}` to be substituted */
            readonly partUploadUrl: string;
            readonly completeUrl: string;
            readonly cancelUrl: string;
        } | null;
        /** Once ready */
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
        /** Of images */
        readonly previewUrl: string | null;
        /** Of video */
        readonly playbackUrl: string | null;
        readonly posterUrl: string | null;
        readonly thumbnailUrl: string | null;
        /** The post that uses it */
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
        /** Markdown source */
        readonly body: string;
        /** With `tree=1` */
        readonly bodyTree?: readonly MarkdownNode[];
        /** @enum {string} */
        readonly moderationStatus: "pending" | "allow" | "review" | "rejected";
        /** Revision that the verdict is about */
        readonly moderationRevision: number;
        readonly version: number;
        readonly revisionCount: number;
        /** Milliseconds since the epoch */
        readonly createdAt: number;
        /** Milliseconds since the epoch */
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
export type OwnDecision = {
    readonly id: string;
    /** Milliseconds since the epoch */
    readonly at: number;
    /** As in the audit trail */
    readonly action: string;
    readonly subjectKind: string;
    readonly subjectId: string;
    /** The kind of the subject; of a report, that of what was reported */
    readonly kind: string;
    readonly caseId: string | null;
    /** Whom it was about; null where they are not there any more */
    readonly person: StaffPersonName | null;
    /** Of the content, where there is a case */
    readonly excerpt: string | null;
    /** A verdict, or a state after the decision; null where the action says it */
    readonly verdict: string | null;
    readonly reasonCode: string | null;
    readonly note: string | null;
};
export type OwnDecisionListResponse = {
    readonly decisions: readonly OwnDecision[];
    readonly nextCursor: string | null;
};
export type OwnListReadResponse = {
    readonly list: EntityList;
    readonly entries: readonly EntityListEntry[];
    readonly nextCursor: string | null;
};
export type OwnProfileAbout = {
    readonly banner: ProfileEntity | null;
    readonly favourite: ProfileEntity | null;
    readonly links: readonly ProfileLink[];
    /**
     * Verdict on the links; others see them once it is `allow`
     * @enum {string}
     */
    readonly linksStatus: "pending" | "allow" | "review" | "rejected";
    /** 1 before the first change */
    readonly version: number;
};
export type Partition = {
    /** @constant */
    readonly algorithm: "fnv1a32-mod-256";
    /** How many there are */
    readonly count: number;
    readonly prefix: string;
    /** Names of the shards that exist, sorted */
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
    /** The password of now */
    readonly currentPassword: string;
    /** 12 to 128 characters */
    readonly newPassword: string;
    /** Whether API tokens stay valid; default false */
    readonly keepApiTokens?: boolean;
};
export type PasswordChangeResponse = {
    readonly token: string | null;
} & {
    readonly [key: string]: unknown;
};
export type PasswordResetRequest = {
    /** The mailed token */
    readonly token: string;
    /** 12 to 128 characters */
    readonly newPassword: string;
};
export type PasswordResetRequestRequest = {
    /** The address */
    readonly email: string;
    /** The page that takes the token: `/account/password` here, as without it */
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
    /** Milliseconds since the epoch */
    readonly createdAt: number;
    /** Milliseconds since the epoch */
    readonly updatedAt: number;
    readonly lastEditedAt: number | null;
    /** Since when it stands first on the profile */
    readonly pinnedAt: number | null;
    /** Since when it stands first in the feed of all */
    readonly featuredAt: number | null;
    readonly archivedAt: number | null;
    readonly commentsLockedAt: number | null;
    /** The entity of a catalog that it is about */
    readonly subject: Subject | null;
    /** Whether it gives something away; shown folded */
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
    /** Markdown source */
    readonly body: string;
    /** With `tree=1` */
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
    /** What it shows, in the words of the author */
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
    /** Ready files of one’s own, each once */
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
    /** 1 to 20,000 characters of Markdown */
    readonly body: string;
    /** 1 to 120 characters; default: the first line with text */
    readonly title?: string;
    /** @enum {string} */
    readonly visibility?: "public" | "protected" | "private";
    readonly tags?: readonly string[];
    /** Ready files of one’s own, each once */
    readonly attachmentIds?: readonly string[];
    readonly subject?: {
        readonly server: string;
        readonly resource: string;
        readonly id: string;
    } | null;
    /** Whether it contains spoilers */
    readonly spoiler?: boolean;
};
export type PostEditRequest = {
    /** 1 to 20,000 characters of Markdown */
    readonly body: string;
    /** Version that the change is about */
    readonly version: number;
    /** Absent: a title that was given stays, another one follows the text */
    readonly title?: string;
    /** @enum {string} */
    readonly visibility?: "public" | "protected" | "private";
    readonly tags?: readonly string[];
    /** Null: the subject no longer exists */
    readonly subject?: {
        readonly server: string;
        readonly resource: string;
        readonly id: string;
    } | null;
    /** Whether it contains spoilers */
    readonly spoiler?: boolean;
    /** At most 500 characters */
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
        /** Milliseconds since the epoch */
        readonly createdAt: number;
    } | null;
};
export type PostListResponse = {
    readonly posts: readonly ListedPost[];
    readonly nextCursor: string | null;
    /** With `scope=recommended` */
    readonly seed?: number;
};
export type PostPinRequest = {
    readonly active: boolean;
    /** Version that the change is about */
    readonly version: number;
    /** @enum {string} */
    readonly place?: "profile" | "feed";
};
export type PostReadResponse = {
    /** Absent with `commentsOnly` */
    readonly post?: Post;
    readonly comments: readonly Comment[];
    readonly commentsNextCursor: string | null;
    /** @enum {string} */
    readonly commentsSort: "hot" | "latest";
    /** From the post; absent with `commentsOnly` */
    readonly commentCount?: number;
    /** The highest `floor` of a comment so far; absent with `commentsOnly` */
    readonly lastFloor?: number;
    /** Absent with `commentsOnly` */
    readonly viewer?: {
        readonly liked: boolean;
        readonly bookmarked: boolean;
        readonly following: boolean;
        /** You are notified of its comments */
        readonly subscribed: boolean;
        readonly canEdit: boolean;
        readonly canDelete: boolean;
        readonly canComment: boolean;
        readonly canPin: boolean;
        readonly canLock: boolean;
        /** Of one’s own post: why it waits; empty: it does not */
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
        /** Milliseconds since the epoch */
        readonly createdAt: number;
    }[];
    readonly nextCursor: string | null;
};
export type PostStaffDeleteRequest = {
    /** @enum {string} */
    readonly reasonCode: "spam" | "harassment" | "hate" | "sexual" | "violence" | "privacy" | "copyright" | "misinformation" | "other";
    /** What the person reads */
    readonly message?: string;
};
export type PostStateChangeRequest = {
    /** @enum {string} */
    readonly action: "hide" | "unhide" | "lock" | "unlock";
    /** @enum {string} */
    readonly reasonCode: "spam" | "harassment" | "hate" | "sexual" | "violence" | "privacy" | "copyright" | "misinformation" | "other";
    /** What the author reads */
    readonly message?: string;
    /** Only for the audit trail */
    readonly note?: string;
    /** Version that the change is about */
    readonly version: number;
};
export type PostStateChangeResponse = {
    readonly post: {
        readonly id: string;
        readonly version: number;
        readonly hidden: boolean;
        /** Posts only */
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
        /** Milliseconds since the epoch */
        readonly updatedAt: number;
    } | null;
};
export type PreferencesWriteRequest = {
    readonly locale?: ("ja" | "en" | "zh-TW" | "zh-CN" | "ko") | null;
    readonly releaseServer?: string | null;
    /** Any object of at most 16,384 bytes as JSON */
    readonly settings?: {
        readonly [key: string]: unknown;
    } | null;
};
export type ProfileAbout = {
    readonly banner: ProfileEntity | null;
    readonly favourite: ProfileEntity | null;
    readonly links: readonly ProfileLink[];
};
export type ProfileAnswer = {
    readonly profile: AccountProfile;
};
export type ProfileDeleteRequest = {
    /** The email address of the account */
    readonly confirmation: string;
};
export type ProfileEntity = {
    readonly server: string;
    readonly resource: string;
    readonly id: string;
    /** That of the entity when it was named */
    readonly title: string;
    /** The current release lacks the entity; the title is the one when it was chosen */
    readonly gone: boolean;
};
export type ProfileLink = {
    readonly label: string;
    readonly url: string;
};
export type ProfilePatchRequest = {
    /** 1 to 80 visible characters */
    readonly displayName?: string;
    /** 3 to 32 of a–z, 0–9, _ and -; null clears */
    readonly handle?: string | null;
    /** At most 500 characters of Markdown; null clears */
    readonly bio?: string | null;
    /** Of the profile that was read */
    readonly version: number;
};
export type Publication = {
    readonly id: string;
    readonly server: string;
    /** @enum {string} */
    readonly state: "open" | "committing" | "done" | "failed";
    readonly files: number;
    /** Bytes of all files, equal ones counted once */
    readonly bytes: number;
    /** Objects that have not arrived yet */
    readonly missing: number;
    /** Milliseconds since the epoch */
    readonly createdAt: number;
    /** An open publication ends a day after the last object, an ended one is kept a day */
    readonly expiresAt: number;
    readonly progress: {
        readonly step: string;
        readonly done: number;
        /** 0 when the step cannot be counted */
        readonly total: number;
    } | null;
    /** What `livehouse publish --json` prints; null before the end and after a failure */
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
        /** What changed in the fields of collections; absent where nothing did */
        readonly schema?: {
            readonly [key: string]: {
                readonly added: readonly {
                    /** As in queries */
                    readonly path: string;
                    /** As the fields of queries have it; with `[]` for lists */
                    readonly type: string;
                }[];
                readonly removed: readonly {
                    /** As in queries */
                    readonly path: string;
                    /** As the fields of queries have it; with `[]` for lists */
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
    /** Why nothing was published; empty unless `failed` */
    readonly errors: readonly PublicationFinding[];
};
export type PublicationCommitRequest = {
    readonly promote?: boolean;
    /** Whether warnings end the publication */
    readonly strict?: boolean;
    /** Whether a collection may lose more than half of its entities */
    readonly allowLoss?: boolean;
};
export type PublicationCreateRequest = {
    /** The value of `snapshot.json`, without `mounts` */
    readonly descriptor: {
        readonly [key: string]: JsonValue;
    };
    readonly files: readonly {
        readonly path: string;
        /** SHA-256, 64 lowercase hex digits */
        readonly sha256: string;
        readonly bytes: number;
    }[];
};
export type PublicationCreateResponse = {
    readonly id: string;
    readonly missing: readonly string[];
    /** Milliseconds since the epoch */
    readonly expiresAt: number;
};
export type PublicationFinding = {
    readonly file: string;
    readonly path: string;
    readonly code: string;
    readonly message: string;
};
export type PublicationObjectReadResponse = {
    /** SHA-256, 64 lowercase hex digits */
    readonly sha256: string;
    readonly bytes: number;
    /** Bytes that are held; the next request continues there */
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
    /** All that waits */
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
export type Registration = {
    /** Number of the account */
    readonly id: string;
    readonly displayName: string;
    /** What the person wrote about themselves; null: nothing */
    readonly text: string | null;
    /** Of the address */
    readonly mailDomain: string;
    /** Services that the account was made with; empty: by address */
    readonly providers: readonly string[];
    /** Milliseconds since the epoch */
    readonly createdAt: number;
    /** When the address, or the account elsewhere, was confirmed */
    readonly waitingSince: number;
};
export type RegistrationDoors = {
    /** `spam.example`: this domain; `*.spam.example`: all names below it */
    readonly mailDomains: readonly string[];
    /** CIDR; of IPv6 at most /64, by which clients count */
    readonly networks: readonly string[];
    /** Changes with every change */
    readonly version: number;
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
        /** You are notified of the new posts of this person */
        readonly postsSubscribed: boolean;
        readonly canInteract: boolean;
    };
};
export type RelationEntry = {
    /** @constant */
    readonly algorithm: "fnv1a32-mod-256";
    /** How many there are */
    readonly count: number;
    readonly prefix: string;
    /** Names of the shards that exist, sorted */
    readonly shards: readonly string[];
    /** Sum of the list or record lengths over all keys */
    readonly entityCount: number;
    /** @enum {string} */
    readonly valueMode: "ids" | "records";
};
export type ReleaseChanges = {
    /** `r-` and 20 hex digits */
    readonly from: string;
    /** `r-` and 20 hex digits */
    readonly to: string;
    /** By resource: those of both releases, unchanged ones too */
    readonly resources: {
        readonly [key: string]: ChangeCounts;
    };
    readonly files: ChangeCounts;
    /** Only where the snapshot declares another presentation of its data */
    readonly presentation?: {
        /** @enum {string} */
        readonly change: "added" | "removed" | "changed";
        /** Paths of the declaration that differ; at most 100 */
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
        /** Release path */
        readonly path: string;
        readonly mediaType: string;
        readonly bytes: number;
        /** SHA-256 of the bytes, 64 lowercase hex digits */
        readonly sha256: string;
    }[];
    readonly nextCursor: string | null;
};
export type ReleaseHistory = {
    readonly releases: readonly {
        /** `r-` and 20 hex digits */
        readonly releaseId: string;
        readonly sourceId: string;
        /** When it was stored, in milliseconds */
        readonly publishedAt: number;
        /** When it last became current, in milliseconds */
        readonly promotedAt: number;
        readonly current: boolean;
        /** Files of the release, without the documents of its catalog */
        readonly files: number;
        /** Size of these files */
        readonly bytes: number;
        /** Resources of its catalog */
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
export type ReleaseOrigin = {
    readonly server: {
        /** Server id, as in addresses */
        readonly id: string;
        /** Name that people see */
        readonly displayName: string;
        /**
         * Public region of the server
         * @enum {string}
         */
        readonly region: "global" | "jp" | "kr" | "tw" | "cn" | "en";
    };
    readonly releaseId: string;
    readonly sourceId: string;
    /** What the levels are made of; null: there are none, or an earlier version published the release */
    readonly levels: {
        /** Resource whose entities are songs */
        readonly resource: string;
        /** Name of a field; a dot leads into nested objects */
        readonly title: string;
        /** Name of a field; a dot leads into nested objects */
        readonly artists?: string;
        /** Name of a field; a dot leads into nested objects */
        readonly publishedAt?: string;
        /** Field with the release path of the cover */
        readonly cover?: string;
        /** Field with the release path of the sound */
        readonly bgm?: string;
        /** Field with an object: difficulty → rating, file, format */
        readonly charts: string;
    } | null;
    /** Bundles of the source, under `/artifacts/{server}/{sourceId}/android/bundles/{fileName}` */
    readonly artifacts: readonly {
        readonly fileName: string;
        readonly bytes: number;
        /** 64 lowercase hex digits */
        readonly sha256: string;
    }[];
};
export type ReleaseReadResponse = ReleaseManifest | ReleaseIdentity;
export type ReleaseRegistry = {
    readonly releases: readonly {
        /** Server identifier */
        readonly id: string;
        readonly displayName: string;
        /** @enum {string} */
        readonly region: "global" | "jp" | "kr" | "tw" | "cn" | "en";
    }[];
};
export type RemovalCreateRequest = {
    /** @enum {string} */
    readonly scope: "day" | "week" | "all";
    /** @enum {string} */
    readonly reasonCode: "spam" | "harassment" | "hate" | "sexual" | "violence" | "privacy" | "copyright" | "misinformation" | "other";
    /** What the person reads */
    readonly message?: string;
    readonly restriction?: {
        /** @enum {string} */
        readonly kind: "sign_in" | "write" | "upload";
        /** At most 366 days ahead; null: without an end */
        readonly until: number | null;
    };
};
export type RemovalCreateResponse = {
    readonly removal: ModerationRemoval;
};
export type RemovalUndoResponse = {
    readonly removal: ModerationRemoval;
    readonly restored: number;
    readonly skipped: readonly {
        readonly id: string;
        /** @enum {string} */
        readonly kind: "post" | "comment" | "list" | "case";
        /** `changed`, `gone`, `decided`, `hidden`, or the code of a refusal */
        readonly reason: string;
    }[];
};
export type ReportCloseRequest = {
    /** @enum {string} */
    readonly status: "resolved" | "dismissed";
    /** @enum {string} */
    readonly reasonCode: "spam" | "harassment" | "hate" | "sexual" | "violence" | "privacy" | "copyright" | "misinformation" | "other";
    /** Only for the audit trail */
    readonly note?: string;
    /** Version that the decision is about */
    readonly version: number;
};
export type ReportCloseResponse = {
    readonly report: ModerationReport;
};
export type ReportCloseSeveralRequest = {
    readonly ids: readonly string[];
    /** One for each id, in the same order */
    readonly versions: readonly number[];
    /** @enum {string} */
    readonly status: "resolved" | "dismissed";
    /** @enum {string} */
    readonly reasonCode: "spam" | "harassment" | "hate" | "sexual" | "violence" | "privacy" | "copyright" | "misinformation" | "other";
    /** Only for the audit trail */
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
    readonly targetKind: "post" | "comment" | "list" | "user";
    /** Id, or for a user the decimal UID */
    readonly targetId: string;
    /** @enum {string} */
    readonly reasonCode: "spam" | "harassment" | "hate" | "sexual" | "violence" | "privacy" | "copyright" | "misinformation" | "other";
    /** At most 2,000 characters; needed for `other` */
    readonly details?: string | null;
};
export type ReportCreateResponse = {
    readonly report: {
        readonly id: string;
        /** @enum {string} */
        readonly targetKind: "post" | "comment" | "list" | "user";
        readonly targetId: string;
        /** @enum {string} */
        readonly status: "pending" | "reviewing" | "resolved" | "dismissed";
        readonly version: number;
        /** Milliseconds since the epoch */
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
        /** For a changed entity: the paths that differ; at most 100. Elements of lists: `costs[id=7].count` */
        readonly fields: readonly string[];
        /** With `values=1`: the same fields with their values */
        readonly values?: readonly ChangedField[];
    }[];
    readonly nextCursor: string | null;
};
export type ResourceEntry = {
    /** How many there are */
    readonly count: number;
    /** Names of other resources, sorted */
    readonly dependencies: readonly string[];
    readonly entities?: Partition;
    /** Path of the index document */
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
    /** What the person reads */
    readonly message?: string;
    /** Only for the audit trail */
    readonly note?: string;
};
export type RestrictionIssueResponse = {
    readonly restriction: AccountRestriction;
};
export type RestrictionLiftRequest = {
    /** @enum {string} */
    readonly reasonCode?: "spam" | "harassment" | "hate" | "sexual" | "violence" | "privacy" | "copyright" | "misinformation" | "other";
    /** Only for the audit trail */
    readonly note?: string;
    /** Version that the decision is about */
    readonly version?: number;
};
export type SchemaChanges = {
    /** By resource: those whose fields differ */
    readonly schema: {
        readonly [key: string]: {
            readonly added: readonly {
                /** As in queries */
                readonly path: string;
                /** As the fields of queries have it; with `[]` for lists */
                readonly type: string;
            }[];
            readonly removed: readonly {
                /** As in queries */
                readonly path: string;
                /** As the fields of queries have it; with `[]` for lists */
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
export type SearchResult = {
    readonly entities?: {
        readonly items: readonly FoundEntity[];
        /** All */
        readonly total: number;
    };
    readonly posts?: {
        readonly items: readonly FoundPost[];
        /** Counted up to 1,000; with `suggest` up to 100 */
        readonly total: number;
    };
    readonly people?: {
        readonly items: readonly Person[];
        /** Counted up to 20 */
        readonly total: number;
    };
    readonly tags?: {
        readonly items: readonly FoundTag[];
        /** Counted up to 1,000; with `suggest` up to 100 */
        readonly total: number;
    };
    /** Whether the hits have one wrong character, since nothing has the text itself */
    readonly approximate: boolean;
    /**
     * Present while a catalog cannot be searched, or by its titles alone
     * @constant
     */
    readonly incomplete?: true;
};
export type SessionReadResponse = {
    readonly session: {
        readonly id: string;
        readonly token: string;
        readonly expiresAt: string;
        /** Time of the sign-in */
        readonly createdAt: string;
        /** When it was last extended: at most once a day */
        readonly updatedAt: string;
    } & {
        readonly [key: string]: unknown;
    };
    readonly user: {
        readonly id: string;
        readonly email: string;
        readonly emailVerified: boolean;
        /** Whether an authenticator app is on */
        readonly twoFactorEnabled?: boolean | null;
    } & {
        readonly [key: string]: unknown;
    };
} | null;
export type SessionRevokeRequest = {
    /** Token of the session, as listed */
    readonly token: string;
};
export type SignInEmailRequest = {
    /** Address of the account */
    readonly email: string;
    /** Its password */
    readonly password: string;
    /** Whether the cookie outlives the browser; default true */
    readonly rememberMe?: boolean;
    /** Where to lead on: a path here, or an address at a trusted origin */
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
    /** The provider */
    readonly provider: string;
    /** Where to lead on: a path here, or an address at a trusted origin */
    readonly callbackURL?: string;
    /** Where to lead on: a path here, or an address at a trusted origin */
    readonly newUserCallbackURL?: string;
    /** Where to lead on: a path here, or an address at a trusted origin */
    readonly errorCallbackURL?: string;
    /** Answer with the address alone */
    readonly disableRedirect?: boolean;
    /** Code of an invite, for a first sign-in while registration is by invitation or approval */
    readonly inviteCode?: string;
    /** What the person writes about themselves; counts for a first sign-in while registration is by approval */
    readonly text?: string;
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
    /** Text in the slots jp, en, tw, cn, kr */
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
export type StaffDeleted = {
    readonly subject: {
        /** @enum {string} */
        readonly kind: "post" | "comment" | "attachment" | "list";
        readonly id: string;
        readonly author: StaffPersonName;
        /** Empty: it has none */
        readonly title: string;
        /** The beginning of the text; of a file its name */
        readonly excerpt: string;
        /** The post around a comment, or with a file */
        readonly postId: string | null;
        /** Whether others do not see it */
        readonly hidden: boolean;
    };
    readonly deletion: StaffDeletion | null;
};
export type StaffDeletion = {
    readonly caseId: string | null;
    readonly byUid: number | null;
    /** Milliseconds since the epoch */
    readonly createdAt: number;
    /** Later while an appeal is open; sooner when it is denied */
    readonly eraseAt: number;
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
         * `suspension`: of the whole account
         * @enum {string}
         */
        readonly kind: "sign_in" | "write" | "upload" | "suspension";
        readonly reasonCode: string;
        /** What staff says */
        readonly message: string | null;
        /** Milliseconds since the epoch */
        readonly createdAt: number;
        readonly expiresAt: number | null;
        readonly appeal: Appeal | null;
    }[];
    readonly restrictionsNextCursor: string | null;
    readonly decisions: readonly {
        readonly caseId: string;
        /** @enum {string} */
        readonly subjectKind: "post" | "comment" | "list" | "attachment" | "profile-name" | "profile-links" | "avatar";
        readonly subjectId: string;
        /** @enum {string} */
        readonly verdict: "allow" | "rejected" | "review" | "pending";
        /** Null where a rule or the classifier decided */
        readonly reasonCode: string | null;
        /** What staff says */
        readonly message: string | null;
        /** Milliseconds since the epoch */
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
    /** Text in the slots jp, en, tw, cn, kr */
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
    /** That of the entity when it was named */
    readonly title: string;
};
export type Tag = {
    readonly id: string;
    readonly normalizedName: string;
    readonly displayName: string;
    readonly description: null;
    /** Number of public posts with the tag */
    readonly postCount: number;
    readonly followerCount: number;
    /** Of the viewer */
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
        /** Milliseconds since the epoch */
        readonly createdAt: number;
    } | null;
    readonly tag: {
        readonly id: string;
        readonly normalizedName: string;
        readonly displayName: string;
        readonly description: null;
        /** Number of public posts with the tag */
        readonly postCount: number;
        readonly followerCount: number;
        /** Of the viewer */
        readonly preference: ("follow" | "mute") | null;
        /** @constant */
        readonly status: "active";
    };
};
export type TagPreferenceListResponse = {
    readonly preferences: readonly {
        /** @enum {string} */
        readonly kind: "follow" | "mute";
        /** Milliseconds since the epoch */
        readonly createdAt: number;
        readonly tag: Tag;
    }[];
    readonly nextCursor: string | null;
};
export type TokenCreateRequest = {
    /** 1 to 80 visible characters */
    readonly name: string;
    readonly scopes: readonly ("read" | "community" | "upload" | "profile" | "publish" | "releases" | "webhooks")[];
    /** With the scope `publish` or `releases`: 1 to 50 ids of release servers; otherwise absent */
    readonly servers?: readonly string[];
    /** Milliseconds since the epoch; a minute to 366 days ahead */
    readonly expiresAt?: number | null;
};
export type TokenCreateResponse = {
    readonly token: ApiToken;
    readonly secret?: string;
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
    /** Shown only once. Each replaces a code of the app once */
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
    /** Bytes */
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
export type UserAboutReadResponse = {
    readonly about: ProfileAbout;
};
export type UserContentListResponse = {
    readonly items: readonly ModerationContentItem[];
    readonly nextCursor: string | null;
};
export type UserFindResponse = {
    readonly people: readonly Person[];
};
export type UserHistoryReadResponse = {
    readonly user: ModerationPerson;
};
export type UserLinksReadResponse = {
    readonly links: readonly ProfileLink[];
    /** @enum {string} */
    readonly status: "pending" | "allow" | "review" | "rejected";
};
export type UserLinksRemoveRequest = {
    /** @enum {string} */
    readonly reasonCode: "spam" | "harassment" | "hate" | "sexual" | "violence" | "privacy" | "copyright" | "misinformation" | "other";
    /** What the person reads */
    readonly message?: string;
    /** Only for the audit trail */
    readonly note?: string;
};
export type UserReadResponse = {
    readonly profile: {
        readonly uid: number;
        readonly displayName: string;
        readonly handle: string | null;
        /** Markdown source */
        readonly bio: string | null;
        /** With `tree=1` */
        readonly bioTree?: readonly MarkdownNode[] | null;
        readonly avatarSeed: string;
        readonly avatarUrl: string | null;
        /** Milliseconds since the epoch */
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
        /** You are notified of the new posts of this person */
        readonly postsSubscribed: boolean;
        readonly canInteract: boolean;
    };
    readonly posts: readonly {
        readonly id: string;
        readonly title: string;
        readonly excerpt: string;
        readonly tags: readonly string[];
        readonly likeCount: number;
        readonly commentCount: number;
        /** Milliseconds since the epoch */
        readonly createdAt: number;
        /** Milliseconds since the epoch */
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
        /** Milliseconds since the epoch */
        readonly updatedAt: number;
        /** Milliseconds since the epoch */
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
        /** Milliseconds since the epoch */
        readonly updatedAt: number;
        readonly latestSnapshot: null;
    }[];
};
export type UserRemovalListResponse = {
    readonly removals: readonly ModerationRemoval[];
};
export type UserSearchResponse = {
    readonly users: readonly ModerationUser[];
    readonly nextCursor: string | null;
};
export type VerificationSendRequest = {
    /** The address */
    readonly email: string;
    /** Where to lead on: a path here, or an address at a trusted origin */
    readonly callbackURL?: string;
};
export type VersionRequest = {
    /** Version that the change is about */
    readonly version: number;
};
export type ViewEntry = {
    /** How many there are */
    readonly count: number;
    readonly entities: Partition;
    /** Path of the view index document */
    readonly index: string;
    /** Property names that lead to the collection inside the source document */
    readonly path: readonly string[];
    /**
     * Container type of the collection
     * @enum {string}
     */
    readonly shape: "array" | "object";
};
export type Webhook = {
    readonly id: string;
    /** Host, and the last four characters of the path: the rest is a secret that is shown nowhere */
    readonly address: string;
    /**
     * `standard`: the event as JSON. `discord`: a message with its title and a link, as Discord takes it
     * @enum {string}
     */
    readonly format: "standard" | "discord";
    /** Also those of another version of the service */
    readonly events: readonly string[];
    readonly description: string;
    readonly enabled: boolean;
    /** Why the service disabled it: nothing arrived for a day, or the receiver answered 410 */
    readonly disabledFor: ("failing" | "gone") | null;
    /** Until when the secret before signs too */
    readonly earlierSecretUntil: number | null;
    /** When a delivery last arrived */
    readonly arrivedAt: number | null;
    readonly version: number;
    /** Milliseconds since the epoch */
    readonly createdAt: number;
    /** Milliseconds since the epoch */
    readonly updatedAt: number;
};
export type WebhookChangeRequest = {
    readonly url?: string;
    /**
     * `standard`: the event as JSON. `discord`: a message with its title and a link, as Discord takes it
     * @enum {string}
     */
    readonly format?: "standard" | "discord";
    readonly events?: readonly string[];
    readonly description?: string;
    readonly enabled?: boolean;
    readonly version: number;
};
export type WebhookChangeResponse = {
    readonly webhook: Webhook;
};
export type WebhookCreateRequest = {
    readonly url: string;
    /**
     * `standard`: the event as JSON. `discord`: a message with its title and a link, as Discord takes it
     * @default standard
     * @enum {string}
     */
    readonly format?: "standard" | "discord";
    readonly events: readonly ("release.promoted" | "release.retired" | "post.created" | "report.created" | "appeal.created" | "case.created" | "account.created" | "account.suspended")[];
    /** @default  */
    readonly description?: string;
};
export type WebhookCreateResponse = {
    readonly webhook: Webhook;
    /** `whsec_` and base64. It is shown this once */
    readonly secret?: string;
};
export type WebhookDelivery = {
    readonly id: string;
    /** The `webhook-id` that the receiver gets; the same for every attempt */
    readonly eventId: string;
    readonly type: string;
    /**
     * `dropped`: the webhook was disabled before it arrived
     * @enum {string}
     */
    readonly status: "waiting" | "delivered" | "failed" | "dropped";
    readonly attempts: number;
    /** HTTP status of the last answer */
    readonly answerStatus: number | null;
    /** Why the last attempt failed: `status`, `redirected`, `address_refused`, `name_not_found`, `connection_failed`, `certificate_invalid`, `timed_out`, `no_answer`, `secret_unreadable` */
    readonly failure: string | null;
    /** How long the last attempt took */
    readonly milliseconds: number | null;
    readonly attemptedAt: number | null;
    /** When it is tried next */
    readonly dueAt: number | null;
    /** The body that is sent */
    readonly payload: string;
    /** Milliseconds since the epoch */
    readonly createdAt: number;
};
export type WebhookListResponse = {
    readonly webhooks: readonly Webhook[];
};
export type WebhookReadResponse = {
    readonly webhook: Webhook;
    readonly deliveries: readonly WebhookDelivery[];
};
export type WebhookSecretRenewResponse = {
    readonly webhook: Webhook;
    /** `whsec_` and base64. It is shown this once */
    readonly secret: string;
};
export type WebhookTestResponse = {
    readonly delivery: WebhookDelivery;
};
export type WrittenComment = {
    readonly comment: Comment;
    readonly moderationQueued: boolean;
    /** Why a verdict is still to come, as far as the author may know; empty: none is */
    readonly moderationReasons: readonly ("links" | "link" | "repetition" | "new_account" | "words" | "policy" | "automatic")[];
};
export type WrittenPost = {
    readonly post: Post;
    /** A verdict is still to come */
    readonly moderationQueued: boolean;
    /** Why a verdict is still to come, as far as the author may know; empty: none is */
    readonly moderationReasons: readonly ("links" | "link" | "repetition" | "new_account" | "words" | "policy" | "automatic")[];
};
export interface operations {
    /**
     * Active release servers
     *
     * Ordered by region, display name and id. Retired servers and servers without a promoted release are absent.
     */
    readonly releaseList: {
        readonly parameters: {
        };
        readonly responses: {
            /** The registry */
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
    /**
     * The release of a server: its full manifest, or its identity
     *
     * Without `projection` the full manifest with every entry; `projection=identity` gives four keys.
     *
     * @param input.server Server identifier of the registry
     * @param input.projection `identity`: only the release identity
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly releaseRead: {
        readonly parameters: {
            readonly query?: {
                /**
                 * `identity`: only the release identity
                 * @example identity
                 */
                readonly projection?: "identity";
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** Release manifest or identity */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "schema": "service-resource-release-identity-v1",
                     *       "server": "demo",
                     *       "releaseId": "r-227b9d0a160a49872c61",
                     *       "sourceId": "demo-1.5.0"
                     *     }
                     */
                    readonly "application/json": ReleaseReadResponse;
                };
            };
        };
    };
    /**
     * What a copy of a release needs in addition to its entries
     *
     * The server, what the snapshot declared about levels, and the artifacts of the source. `livehouse pull` reads it.
     *
     * @param input.server Server identifier of the registry
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly releaseOrigin: {
        readonly parameters: {
            readonly query?: {
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** The origin */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "server": {
                     *         "id": "demo",
                     *         "displayName": "Livehouse Demo",
                     *         "region": "global"
                     *       },
                     *       "releaseId": "r-227b9d0a160a49872c61",
                     *       "sourceId": "demo-1.5.0",
                     *       "levels": {
                     *         "resource": "songs",
                     *         "title": "musicTitle",
                     *         "artists": "artistName",
                     *         "publishedAt": "publishedAt",
                     *         "cover": "jacket",
                     *         "bgm": "sound",
                     *         "charts": "charts"
                     *       },
                     *       "artifacts": [
                     *         {
                     *           "fileName": "bands_assets_11bbc121d9ce4091b828b160cb8937a0.bundle",
                     *           "bytes": 206,
                     *           "sha256": "4cb957f7e1202f89af527dcdf934c8f94cb15762b07d3f54d3d06afa95d39b7c"
                     *         },
                     *         {
                     *           "fileName": "banners_assets_94fcff6e3117fd81e4330093ce0f106e.bundle",
                     *           "bytes": 589,
                     *           "sha256": "26a94bb7010c119c13a80ea57f42cf288b6ae5c8676956ad6d0f1f3a3f4f6381"
                     *         },
                     *         {
                     *           "fileName": "cards_assets_514a1956219ba316a13ebdada5b67217.bundle",
                     *           "bytes": 2274,
                     *           "sha256": "40b6d150d21768ec41bf94a9715c9b71a48251a9eacca370d9302354668c806b"
                     *         },
                     *         {
                     *           "fileName": "characters_assets_95e259bcda92592e8a051be084c0502d.bundle",
                     *           "bytes": 600,
                     *           "sha256": "6ead95c7e6f7d01b5aee3946a185e2c14be6248abd0da5359d371289259ce25e"
                     *         },
                     *         {
                     *           "fileName": "jackets_assets_69129529536354f1e355da3d4877dfc6.bundle",
                     *           "bytes": 1154,
                     *           "sha256": "99e60a9ccc4e6183775af3ee020f496db3ad1f7f449f947528da789be160979f"
                     *         },
                     *         {
                     *           "fileName": "portraits_assets_2107f8533352b38edbcfb08a52f8c98b.bundle",
                     *           "bytes": 1147,
                     *           "sha256": "cbb5249a1f24bb8833e53a651fb4df6a4779a2ef78eeab28edc5211ba5c66804"
                     *         },
                     *         {
                     *           "fileName": "stamps_assets_9109ec44bc68bc9454eb80582544cefb.bundle",
                     *           "bytes": 440,
                     *           "sha256": "54903d076315fee337fae828b83699ee8d24a90e88826f9b26d1cf5117690a07"
                     *         },
                     *         {
                     *           "fileName": "startup.bundle",
                     *           "bytes": 449,
                     *           "sha256": "46602980ec825382dd65dd60bd3ab24e5c1043aa3fbf0ab207dce043e1f95218"
                     *         },
                     *         {
                     *           "fileName": "venues_assets_b3f4b80ff262ef2ee88f14f705e56aa4.bundle",
                     *           "bytes": 370,
                     *           "sha256": "d957388ba8d4bd5213e96b97a86aa851b1ef95b3ea79862c10719573e3c5f809"
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": ReleaseOrigin;
                };
            };
        };
    };
    /**
     * An entry of a release by its path, as it is stored
     *
     * Every entry of the manifest, also the documents and shards that the routes of the catalog read.
     *
     * @param input.server Server identifier of the registry
     * @param input.path Path of the manifest, such as `api/v1/catalog/manifest.json`
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly releaseEntryRead: {
        readonly parameters: {
            readonly query: {
                /**
                 * Path of the manifest, such as `api/v1/catalog/manifest.json`
                 * @example api/v1/catalog/manifest.json
                 */
                readonly path: string;
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** The bytes */
            readonly 200: {
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    /**
     * Releases that are or were current, the last promoted first
     *
     * Each release that is still stored, once, by its last promotion; of the last 200 promotions and rollbacks. Releases that were published before promotions were recorded count from their publication.
     *
     * @param input.server Server identifier of the registry
     * @param input.limit Page length, 1 to 100, default 20
     * @param input.cursor Opaque `nextCursor` of the previous page
     */
    readonly releaseHistory: {
        readonly parameters: {
            readonly query?: {
                /**
                 * Page length, 1 to 100, default 20
                 * @example 2
                 */
                readonly limit?: number;
                /** Opaque `nextCursor` of the previous page */
                readonly cursor?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** A page of the history */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "releases": [
                     *         {
                     *           "releaseId": "r-227b9d0a160a49872c61",
                     *           "sourceId": "demo-1.5.0",
                     *           "publishedAt": 1767225600000,
                     *           "promotedAt": 1767225600000,
                     *           "current": true,
                     *           "files": 638,
                     *           "bytes": 3596434,
                     *           "resources": 18
                     *         },
                     *         {
                     *           "releaseId": "r-fb229344da3ad190bd80",
                     *           "sourceId": "demo-1.3.0",
                     *           "publishedAt": 1767225600000,
                     *           "promotedAt": 1767225600000,
                     *           "current": false,
                     *           "files": 638,
                     *           "bytes": 3596434,
                     *           "resources": 18
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
    /**
     * What changed between two releases: counts, entities by field, files
     *
     * Both releases must be or have been current. With `resource` the changed entities, by id; with `files=1` the changed files, by path, without the documents of the catalog. A resource that is a document counts as one entity with the name of the resource. Two releases never change: an answer that names both is immutable, and a cursor stays on its pair. A pair of releases is compared once; 503 with `Retry-After` while the comparison runs. With `schema=1` the fields of collections that were added, were removed or have another type. With `values=1` a page may be shorter than `limit`. Of each client (an account, else an IPv4 address or the /64 of an IPv6 address) two such requests run and eight wait at once, for at most five seconds, and there are 64 of all clients; beyond that the answer is 503 `query_busy`.
     *
     * @param input.server Server identifier of the registry
     * @param input.from The release before; default: the one that was current before `to`
     * @param input.to The release after; default: the current one
     * @param input.resource Lists the changed entities of this resource
     * @param input.id With `resource`: lists this entity alone; nothing if it did not change
     * @param input.values With `resource`, `1`: the values of changed fields, before and after, each cut at 1 KiB of JSON
     * @param input.files `1`: lists the changed files
     * @param input.schema `1`: what changed in the fields of collections and their types, as queries have them
     * @param input.limit Page length, 1 to 100, default 100
     * @param input.cursor Opaque `nextCursor` of the previous page; valid for its list and its two releases
     */
    readonly releaseChanges: {
        readonly parameters: {
            readonly query?: {
                /**
                 * The release before; default: the one that was current before `to`
                 * @example r-fb229344da3ad190bd80
                 */
                readonly from?: string;
                /**
                 * The release after; default: the current one
                 * @example r-227b9d0a160a49872c61
                 */
                readonly to?: string;
                /**
                 * Lists the changed entities of this resource
                 * @example songs
                 */
                readonly resource?: string;
                /** With `resource`: lists this entity alone; nothing if it did not change */
                readonly id?: string;
                /**
                 * With `resource`, `1`: the values of changed fields, before and after, each cut at 1 KiB of JSON
                 * @example 1
                 */
                readonly values?: "1";
                /**
                 * `1`: lists the changed files
                 * @example 1
                 */
                readonly files?: "1";
                /** `1`: what changed in the fields of collections and their types, as queries have them */
                readonly schema?: "1";
                /**
                 * Page length, 1 to 100, default 100
                 * @example 2
                 */
                readonly limit?: number;
                /** Opaque `nextCursor` of the previous page; valid for its list and its two releases */
                readonly cursor?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** Counts, or a page of changes */
            readonly 200: {
                content: {
                    readonly "application/json": ReleaseChangesResponse;
                };
            };
        };
    };
    /**
     * The history of an entity: in which releases it changed, with the values of each field
     *
     * By promotion, the newest first; of the releases that are still stored. A release that was current several times counts each time, and one without a change of the entity has no item. A request looks at 20 releases at most. Of a resource that is a document, the entity has the name of the resource. Of each client (an account, else an IPv4 address or the /64 of an IPv6 address) two such requests run and eight wait at once, for at most five seconds, and there are 64 of all clients; beyond that the answer is 503 `query_busy`.
     *
     * @param input.server Server identifier of the registry
     * @param input.resource Resource name of the manifest
     * @param input.id Entity id: 1 to 256 of A-Z a-z 0-9 . _ : ~ -
     * @param input.limit Page length, 1 to 100, default 20
     * @param input.cursor Opaque `nextCursor` of the previous page; valid for its entity
     */
    readonly catalogEntityHistory: {
        readonly parameters: {
            readonly query?: {
                /** Page length, 1 to 100, default 20 */
                readonly limit?: number;
                /** Opaque `nextCursor` of the previous page; valid for its entity */
                readonly cursor?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * Resource name of the manifest
                 * @example songs
                 */
                readonly resource: string;
                /**
                 * Entity id: 1 to 256 of A-Z a-z 0-9 . _ : ~ -
                 * @example 1001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** A page of the history */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "releaseId": "r-227b9d0a160a49872c61",
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
                     *           "releaseId": "r-fb229344da3ad190bd80",
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
    /**
     * Atom feed of the last promotions, with what changed
     *
     * @param input.server Server identifier of the registry
     */
    readonly releaseFeed: {
        readonly parameters: {
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** The feed */
            readonly 200: {
                content: {
                    readonly "application/atom+xml": string;
                };
            };
        };
    };
    /**
     * Catalog manifest
     *
     * The `Link` header leads to what describes the catalog (`service-desc`, `describedby`), to its SQLite file and the feed of promotions (`alternate`), to the history of releases (`version-history`) and to what changed (`related`).
     *
     * @param input.server Server identifier of the registry
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly catalogRead: {
        readonly parameters: {
            readonly query?: {
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** The manifest */
            readonly 200: {
                content: {
                    readonly "application/json": CatalogManifest;
                };
            };
        };
    };
    /**
     * Catalog summary: counts and feature status
     *
     * The `Link` header leads to what describes the catalog (`service-desc`, `describedby`), to its SQLite file and the feed of promotions (`alternate`), to the history of releases (`version-history`) and to what changed (`related`).
     *
     * @param input.server Server identifier of the registry
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly catalogSummary: {
        readonly parameters: {
            readonly query?: {
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** The summary */
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
                     *           "count": 5,
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
                     *         "shows": {
                     *           "count": 360,
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
                     *         "venues": {
                     *           "count": 6,
                     *           "kind": "collection"
                     *         },
                     *         "voices": {
                     *           "count": 12,
                     *           "kind": "collection"
                     *         }
                     *       },
                     *       "schema": "service-catalog-summary-v1",
                     *       "server": "demo",
                     *       "sourceId": "demo-1.5.0"
                     *     }
                     */
                    readonly "application/json": CatalogSummary;
                };
            };
        };
    };
    /**
     * UI marks: mark name to release asset path
     *
     * @param input.server Server identifier of the registry
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly marksRead: {
        readonly parameters: {
            readonly query?: {
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** The marks, possibly none */
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
    /**
     * Tree of source records; a leaf is 1
     *
     * @param input.server Server identifier of the registry
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly sourceTree: {
        readonly parameters: {
            readonly query?: {
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** The tree */
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
                     *             "event_3.png": 1,
                     *             "event_4.png": 1,
                     *             "event_5.png": 1
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
                     *           "Portraits": {
                     *             "10_calm.webp": 1,
                     *             "10_smile.webp": 1,
                     *             "11_calm.webp": 1,
                     *             "11_smile.webp": 1,
                     *             "12_calm.webp": 1,
                     *             "12_smile.webp": 1,
                     *             "1_calm.webp": 1,
                     *             "1_smile.webp": 1,
                     *             "2_calm.webp": 1,
                     *             "2_smile.webp": 1,
                     *             "3_calm.webp": 1,
                     *             "3_smile.webp": 1,
                     *             "4_calm.webp": 1,
                     *             "4_smile.webp": 1,
                     *             "5_calm.webp": 1,
                     *             "5_smile.webp": 1,
                     *             "6_calm.webp": 1,
                     *             "6_smile.webp": 1,
                     *             "7_calm.webp": 1,
                     *             "7_smile.webp": 1,
                     *             "8_calm.webp": 1,
                     *             "8_smile.webp": 1,
                     *             "9_calm.webp": 1,
                     *             "9_smile.webp": 1
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
                     *           },
                     *           "Venues": {
                     *             "greenhouse.webp": 1,
                     *             "lighthouse.webp": 1,
                     *             "pier.webp": 1,
                     *             "planetarium.webp": 1,
                     *             "rooftop.webp": 1,
                     *             "station.webp": 1
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
    /**
     * Source record of a path below Assets/
     *
     * `path` is the rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected.
     *
     * @param input.server Server identifier of the registry
     * @param input.path Source path, several segments. The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected.
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly sourceAssetRead: {
        readonly parameters: {
            readonly query?: {
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * Source path, several segments. The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected.
                 * @example Livehouse/Bands/1.png
                 */
                readonly path: string;
            };
        };
        readonly responses: {
            /** The record */
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
    /**
     * Source record of a path below Packages/
     *
     * `path` is the rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected.
     *
     * @param input.server Server identifier of the registry
     * @param input.path Source path, several segments. The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected.
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly sourcePackageRead: {
        readonly parameters: {
            readonly query?: {
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /** Server identifier of the registry */
                readonly server: string;
                /** Source path, several segments. The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected. */
                readonly path: string;
            };
        };
        readonly responses: {
            /** The record */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: JsonValue;
                    };
                };
            };
        };
    };
    /**
     * Index of a resource, a batch of its entities, or a page of them
     *
     * The query chooses one of three answers. Without `id`, `limit` and `cursor`: the **index document** (`CatalogIndex`), whole. With `id`, repeated for each: a **batch** (`CatalogBatch`: `{items: {id: entity}, missing: [id]}`), its ids de-duplicated and sorted. With `limit` or `cursor`: a **page** (`CatalogPage`: `{items: [{id, value}], total, limit, nextCursor, release}`). `id` cannot be combined with `limit` or `cursor`. The `Link` header of index and page leads to the schema, the queries and exports of the resource, the history of releases, their changes and the feed.
     *
     * @param input.server Server identifier of the registry
     * @param input.resource Resource name of the manifest
     * @param input.id Repeated: a batch of at most 100 ids; the answer is `{items, missing}`
     * @param input.limit Page length, 1 to 100, default 50; asks for a page instead of the index
     * @param input.cursor Opaque `nextCursor` of the previous page, whose release it stays on
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly resourceRead: {
        readonly parameters: {
            readonly query?: {
                /**
                 * Repeated: a batch of at most 100 ids; the answer is `{items, missing}`
                 * @example [
                 *       "1",
                 *       "9"
                 *     ]
                 */
                readonly id?: readonly string[];
                /**
                 * Page length, 1 to 100, default 50; asks for a page instead of the index
                 * @example 1
                 */
                readonly limit?: number;
                /** Opaque `nextCursor` of the previous page, whose release it stays on */
                readonly cursor?: string;
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * Resource name of the manifest
                 * @example items
                 */
                readonly resource: string;
            };
        };
        readonly responses: {
            /** Batch, page or index document */
            readonly 200: {
                content: {
                    readonly "application/json": ResourceReadResponse;
                };
            };
        };
    };
    /**
     * An entity
     *
     * @param input.server Server identifier of the registry
     * @param input.resource Resource name of the manifest
     * @param input.id Entity id: 1 to 256 of A-Z a-z 0-9 . _ : ~ -
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly entityRead: {
        readonly parameters: {
            readonly query?: {
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * Resource name of the manifest
                 * @example songs
                 */
                readonly resource: string;
                /**
                 * Entity id: 1 to 256 of A-Z a-z 0-9 . _ : ~ -
                 * @example 1001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** The entity as published */
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
    /**
     * Index of a view, a batch of its entities, or a page of them
     *
     * The query chooses one of three answers. Without `id`, `limit` and `cursor`: the **index document** (`CatalogIndex`), whole. With `id`, repeated for each: a **batch** (`CatalogBatch`: `{items: {id: entity}, missing: [id]}`), its ids de-duplicated and sorted. With `limit` or `cursor`: a **page** (`CatalogPage`: `{items: [{id, value}], total, limit, nextCursor, release}`). `id` cannot be combined with `limit` or `cursor`.
     *
     * @param input.server Server identifier of the registry
     * @param input.resource Resource name of the manifest
     * @param input.view View name of the manifest
     * @param input.id Repeated: a batch of at most 100 ids; the answer is `{items, missing}`
     * @param input.limit Page length, 1 to 100, default 50; asks for a page instead of the index
     * @param input.cursor Opaque `nextCursor` of the previous page, whose release it stays on
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly viewRead: {
        readonly parameters: {
            readonly query?: {
                /** Repeated: a batch of at most 100 ids; the answer is `{items, missing}` */
                readonly id?: readonly string[];
                /**
                 * Page length, 1 to 100, default 50; asks for a page instead of the index
                 * @example 2
                 */
                readonly limit?: number;
                /** Opaque `nextCursor` of the previous page, whose release it stays on */
                readonly cursor?: string;
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * Resource name of the manifest
                 * @example progression
                 */
                readonly resource: string;
                /**
                 * View name of the manifest
                 * @example card-levels
                 */
                readonly view: string;
            };
        };
        readonly responses: {
            /** A batch, a page, or the collection of the view */
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
                     *         "releaseId": "r-227b9d0a160a49872c61",
                     *         "sourceId": "demo-1.5.0"
                     *       }
                     *     }
                     */
                    readonly "application/json": ResourceReadResponse;
                };
            };
        };
    };
    /**
     * An entity of a view
     *
     * @param input.server Server identifier of the registry
     * @param input.resource Resource name of the manifest
     * @param input.view View name of the manifest
     * @param input.id Entity id: 1 to 256 of A-Z a-z 0-9 . _ : ~ -
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly viewEntityRead: {
        readonly parameters: {
            readonly query?: {
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * Resource name of the manifest
                 * @example progression
                 */
                readonly resource: string;
                /**
                 * View name of the manifest
                 * @example card-levels
                 */
                readonly view: string;
                /**
                 * Entity id: 1 to 256 of A-Z a-z 0-9 . _ : ~ -
                 * @example 1
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** The view entity */
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
    /**
     * Entities or records related to a key
     *
     * Value mode `ids` returns full entities by id, `records` the stored records; an absent key returns `{}`.
     *
     * @param input.server Server identifier of the registry
     * @param input.resource Resource name of the manifest
     * @param input.relation Relation name of the manifest
     * @param input.key Relation key, as an entity id
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly relationRead: {
        readonly parameters: {
            readonly query?: {
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * Resource name of the manifest
                 * @example characters
                 */
                readonly resource: string;
                /**
                 * Relation name of the manifest
                 * @example band
                 */
                readonly relation: string;
                /**
                 * Relation key, as an entity id
                 * @example 1
                 */
                readonly key: string;
            };
        };
        readonly responses: {
            /** Entity id to entity or record */
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
                     *         "faceImage": "assets/Assets/Livehouse/Characters/1.png",
                     *         "portrait": "assets/Assets/Livehouse/Portraits/1_calm.webp"
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
                     *         "faceImage": "assets/Assets/Livehouse/Characters/2.png",
                     *         "portrait": "assets/Assets/Livehouse/Portraits/2_calm.webp"
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
                     *         "faceImage": "assets/Assets/Livehouse/Characters/3.png",
                     *         "portrait": "assets/Assets/Livehouse/Portraits/3_calm.webp"
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
                     *         "faceImage": "assets/Assets/Livehouse/Characters/4.png",
                     *         "portrait": "assets/Assets/Livehouse/Portraits/4_calm.webp"
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
    /**
     * How resources are shown: titles, pictures, facets, columns
     *
     * From the declarations of the snapshot and, for the rest, from names and values of fields.
     *
     * @param input.server Server identifier of the registry
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly catalogPresentation: {
        readonly parameters: {
            readonly query?: {
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** The presentation */
            readonly 200: {
                content: {
                    readonly "application/json": CatalogPresentation;
                };
            };
        };
    };
    /**
     * JSON Schema (2020-12) of the entities of a resource
     *
     * Inferred from every entity of the release. Of a document resource, the schema of the document.
     *
     * @param input.server Server identifier of the registry
     * @param input.resource Resource name of the manifest
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly catalogSchema: {
        readonly parameters: {
            readonly query?: {
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * Resource name of the manifest
                 * @example items
                 */
                readonly resource: string;
            };
        };
        readonly responses: {
            /** The schema */
            readonly 200: {
                content: {
                    readonly "application/schema+json": unknown;
                };
            };
        };
    };
    /**
     * TypeScript declarations of all resources
     *
     * @param input.server Server identifier of the registry
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly catalogTypes: {
        readonly parameters: {
            readonly query?: {
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** The declarations */
            readonly 200: {
                content: {
                    readonly "application/typescript": string;
                };
            };
        };
    };
    /**
     * Search, filter, sort and count the entities of a resource
     *
     * A query that takes longer than two seconds is cancelled. The first query of a release may get 503 with `Retry-After` while the release is prepared. Of each client (an account, else an IPv4 address or the /64 of an IPv6 address) two queries run and eight wait at once, 64 of all clients wait, for at most five seconds, and clients take turns; beyond that the answer is 503 `query_busy`.
     *
     * @param input.server Server identifier of the registry
     * @param input.resource A collection of the catalog manifest
     * @param input.q Terms separated by spaces; each must occur in the searched texts of an entity, in any language. Width, case, accents and the kind of kana are ignored. Without `sort` the best come first: whole title, its beginning, a word of it, anything else; the terms as a phrase before each alone; ties in catalog order.
     * @param input.filter `path` `op` `value`, repeated at most 16 times; all must hold. Operators: `=` `!=` `>=` `<=` `>` `<` `~` (contains) `^=` (begins with). `=` and `!=` take a list (`cardType=red,blue`). `null` is absence, `\null` the word. A backslash escapes operators, commas, dots and backslashes. An array matches when one element does, also of objects (`costs.id=5`). `_id` is the id; `bandId.name=…` asks the entity that a reference leads to.
     * @param input.where Comparisons as in `filter`, joined by `&&`, `||`, `!` and parentheses: `rarity>=4 && (type="red" || !(skillId=null))`. Texts stand in double quotes, numbers, `true`, `false` and `null` bare; `in (1, 2)` takes up to 1,000 values. `costs[id=104111 && count>3]` holds when one object of the list meets all of it. Depth 16, 64 comparisons, 16 KiB.
     * @param input.sort Up to three paths, `-` before one for descending; absent values last, ties in catalog order
     * @param input.fields Comma-separated paths; default the fields of the index document, `*` the whole entity
     * @param input.facet A path, repeated at most 8 times: its 50 most frequent values with counts, over what the filters of other paths leave. `path:N` counts 1 to 1,000 values.
     * @param input.facetq `path:text`: the facet of this path has only values that contain the text, folded as `q` is
     * @param input.histogram A path of numbers or dates, repeated at most 4 times: up to 40 bins with round edges, over what the filters of other paths leave
     * @param input.include Paths of references, at most 8, comma-separated or repeated: the entities that the items refer to come with them
     * @param input.locale A language tag: localized values become one text in items, sorting and exports, in this language where there is one
     * @param input.limit Page length, 0 to 1000, default 20. With 0 the answer has only totals and facets. A page ends early before it has more than 8 MiB.
     * @param input.cursor Opaque `nextCursor` of the previous page; valid for its query, and stays on its release
     * @param input.list A list of your own, by id, or `owned` or `wanted`: finds only its entities. Needs a session or a token.
     * @param input.notlist The same: finds only entities that it lacks
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly catalogQuery: {
        readonly parameters: {
            readonly query?: {
                /** Terms separated by spaces; each must occur in the searched texts of an entity, in any language. Width, case, accents and the kind of kana are ignored. Without `sort` the best come first: whole title, its beginning, a word of it, anything else; the terms as a phrase before each alone; ties in catalog order. */
                readonly q?: string;
                /**
                 * `path` `op` `value`, repeated at most 16 times; all must hold. Operators: `=` `!=` `>=` `<=` `>` `<` `~` (contains) `^=` (begins with). `=` and `!=` take a list (`cardType=red,blue`). `null` is absence, `\null` the word. A backslash escapes operators, commas, dots and backslashes. An array matches when one element does, also of objects (`costs.id=5`). `_id` is the id; `bandId.name=…` asks the entity that a reference leads to.
                 * @example [
                 *       "rarity>=4",
                 *       "cardType=red"
                 *     ]
                 */
                readonly filter?: readonly string[];
                /** Comparisons as in `filter`, joined by `&&`, `||`, `!` and parentheses: `rarity>=4 && (type="red" || !(skillId=null))`. Texts stand in double quotes, numbers, `true`, `false` and `null` bare; `in (1, 2)` takes up to 1,000 values. `costs[id=104111 && count>3]` holds when one object of the list meets all of it. Depth 16, 64 comparisons, 16 KiB. */
                readonly where?: string;
                /**
                 * Up to three paths, `-` before one for descending; absent values last, ties in catalog order
                 * @example -releasedAt.1
                 */
                readonly sort?: string;
                /** Comma-separated paths; default the fields of the index document, `*` the whole entity */
                readonly fields?: string;
                /**
                 * A path, repeated at most 8 times: its 50 most frequent values with counts, over what the filters of other paths leave. `path:N` counts 1 to 1,000 values.
                 * @example [
                 *       "rarity"
                 *     ]
                 */
                readonly facet?: readonly string[];
                /** `path:text`: the facet of this path has only values that contain the text, folded as `q` is */
                readonly facetq?: readonly string[];
                /** A path of numbers or dates, repeated at most 4 times: up to 40 bins with round edges, over what the filters of other paths leave */
                readonly histogram?: readonly string[];
                /** Paths of references, at most 8, comma-separated or repeated: the entities that the items refer to come with them */
                readonly include?: readonly string[];
                /** A language tag: localized values become one text in items, sorting and exports, in this language where there is one */
                readonly locale?: string;
                /**
                 * Page length, 0 to 1000, default 20. With 0 the answer has only totals and facets. A page ends early before it has more than 8 MiB.
                 * @example 2
                 */
                readonly limit?: number;
                /** Opaque `nextCursor` of the previous page; valid for its query, and stays on its release */
                readonly cursor?: string;
                /** A list of your own, by id, or `owned` or `wanted`: finds only its entities. Needs a session or a token. */
                readonly list?: ("owned" | "wanted") | string;
                /** The same: finds only entities that it lacks */
                readonly notlist?: ("owned" | "wanted") | string;
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * A collection of the catalog manifest
                 * @example cards
                 */
                readonly resource: string;
            };
        };
        readonly responses: {
            /** A page of the entities found */
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
    /**
     * The same query with its parameters as JSON, where they are long
     *
     * A read: cookies and origin do not matter. Repeated parameters are lists. Cursors are those of GET. Of each client (an account, else an IPv4 address or the /64 of an IPv6 address) two queries run and eight wait at once, 64 of all clients wait, for at most five seconds, and clients take turns; beyond that the answer is 503 `query_busy`.
     *
     * @param input.server Server identifier of the registry
     * @param input.resource A collection of the catalog manifest
     * @param input.body At most 32768 bytes
     */
    readonly catalogQueryPost: {
        readonly parameters: {
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * A collection of the catalog manifest
                 * @example cards
                 */
                readonly resource: string;
            };
        };
        /** At most 32768 bytes */
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
            /** A page of the entities found */
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
    /**
     * The fields of a resource: paths, types and statistics of their values
     *
     * @param input.server Server identifier of the registry
     * @param input.resource A collection of the catalog manifest
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly catalogFields: {
        readonly parameters: {
            readonly query?: {
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * A collection of the catalog manifest
                 * @example items
                 */
                readonly resource: string;
            };
        };
        readonly responses: {
            /** The fields */
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
    /**
     * Search all collections at once
     *
     * The best come first, as with `q` of a query; those that fit as well in the order of the collections, then of their entities. The first search of a release may get 503 with `Retry-After` while the release is prepared. Of each client (an account, else an IPv4 address or the /64 of an IPv6 address) two queries run and eight wait at once, 64 of all clients wait, for at most five seconds, and clients take turns; beyond that the answer is 503 `query_busy`.
     *
     * @param input.server Server identifier of the registry
     * @param input.q Terms separated by spaces; each must occur in the searched texts of an entity, in any language. Width, case, accents and the kind of kana are ignored. Without `sort` the best come first: whole title, its beginning, a word of it, anything else; the terms as a phrase before each alone; ties in catalog order.
     * @param input.resource Lists only this collection, repeated at most 100 times
     * @param input.locale A language tag: localized values become one text in items, sorting and exports, in this language where there is one
     * @param input.limit Page length, 0 to 1000, default 20. With 0 the answer has only totals and facets. A page ends early before it has more than 8 MiB.
     * @param input.cursor Opaque `nextCursor` of the previous page; valid for its query, and stays on its release
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly catalogSearch: {
        readonly parameters: {
            readonly query: {
                /**
                 * Terms separated by spaces; each must occur in the searched texts of an entity, in any language. Width, case, accents and the kind of kana are ignored. Without `sort` the best come first: whole title, its beginning, a word of it, anything else; the terms as a phrase before each alone; ties in catalog order.
                 * @example light
                 */
                readonly q: string;
                /** Lists only this collection, repeated at most 100 times */
                readonly resource?: readonly string[];
                /** A language tag: localized values become one text in items, sorting and exports, in this language where there is one */
                readonly locale?: string;
                /**
                 * Page length, 0 to 1000, default 20. With 0 the answer has only totals and facets. A page ends early before it has more than 8 MiB.
                 * @example 2
                 */
                readonly limit?: number;
                /** Opaque `nextCursor` of the previous page; valid for its query, and stays on its release */
                readonly cursor?: string;
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** A page of the entities found */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "resource": "events",
                     *           "id": "4",
                     *           "title": "灯台ひらけた舞台",
                     *           "subtitle": null,
                     *           "image": "assets/Assets/Livehouse/Banners/event_4.png",
                     *           "score": 0.875
                     *         },
                     *         {
                     *           "resource": "cards",
                     *           "id": "1001",
                     *           "title": "はじめての灯",
                     *           "subtitle": "permanent",
                     *           "image": "assets/Assets/Livehouse/Cards/Thumbs/1001.png",
                     *           "score": 0.75
                     *         }
                     *       ],
                     *       "total": 67,
                     *       "facets": {
                     *         "resource": [
                     *           {
                     *             "value": "shows",
                     *             "count": 58
                     *           },
                     *           {
                     *             "value": "cards",
                     *             "count": 2
                     *           },
                     *           {
                     *             "value": "songs",
                     *             "count": 1
                     *           },
                     *           {
                     *             "value": "events",
                     *             "count": 1
                     *           },
                     *           {
                     *             "value": "characters",
                     *             "count": 1
                     *           },
                     *           {
                     *             "value": "venues",
                     *             "count": 1
                     *           },
                     *           {
                     *             "value": "skills",
                     *             "count": 1
                     *           },
                     *           {
                     *             "value": "stories",
                     *             "count": 1
                     *           },
                     *           {
                     *             "value": "voices",
                     *             "count": 1
                     *           }
                     *         ]
                     *       },
                     *       "nextCursor": "opaque"
                     *     }
                     */
                    readonly "application/json": CatalogSearch;
                };
            };
        };
    };
    /**
     * All entities that a query finds, as NDJSON
     *
     * Compressed if the client accepts that; no ranges. `HEAD` does not run the query. An error after the first bytes closes the connection. At most two concurrent exports per client; beyond that the answer is 503 `query_busy`.
     *
     * @param input.server Server identifier of the registry
     * @param input.resource A collection of the catalog manifest
     * @param input.q Terms separated by spaces; each must occur in the searched texts of an entity, in any language. Width, case, accents and the kind of kana are ignored. Without `sort` the best come first: whole title, its beginning, a word of it, anything else; the terms as a phrase before each alone; ties in catalog order.
     * @param input.filter `path` `op` `value`, repeated at most 16 times; all must hold. Operators: `=` `!=` `>=` `<=` `>` `<` `~` (contains) `^=` (begins with). `=` and `!=` take a list (`cardType=red,blue`). `null` is absence, `\null` the word. A backslash escapes operators, commas, dots and backslashes. An array matches when one element does, also of objects (`costs.id=5`). `_id` is the id; `bandId.name=…` asks the entity that a reference leads to.
     * @param input.where Comparisons as in `filter`, joined by `&&`, `||`, `!` and parentheses: `rarity>=4 && (type="red" || !(skillId=null))`. Texts stand in double quotes, numbers, `true`, `false` and `null` bare; `in (1, 2)` takes up to 1,000 values. `costs[id=104111 && count>3]` holds when one object of the list meets all of it. Depth 16, 64 comparisons, 16 KiB.
     * @param input.sort Up to three paths, `-` before one for descending; absent values last, ties in catalog order
     * @param input.fields Comma-separated paths; default the fields of the index document, `*` the whole entity
     * @param input.locale A language tag: localized values become one text in items, sorting and exports, in this language where there is one
     * @param input.list A list of your own, by id, or `owned` or `wanted`: finds only its entities. Needs a session or a token.
     * @param input.notlist The same: finds only entities that it lacks
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly catalogExportLines: {
        readonly parameters: {
            readonly query?: {
                /**
                 * Terms separated by spaces; each must occur in the searched texts of an entity, in any language. Width, case, accents and the kind of kana are ignored. Without `sort` the best come first: whole title, its beginning, a word of it, anything else; the terms as a phrase before each alone; ties in catalog order.
                 * @example light
                 */
                readonly q?: string;
                /** `path` `op` `value`, repeated at most 16 times; all must hold. Operators: `=` `!=` `>=` `<=` `>` `<` `~` (contains) `^=` (begins with). `=` and `!=` take a list (`cardType=red,blue`). `null` is absence, `\null` the word. A backslash escapes operators, commas, dots and backslashes. An array matches when one element does, also of objects (`costs.id=5`). `_id` is the id; `bandId.name=…` asks the entity that a reference leads to. */
                readonly filter?: readonly string[];
                /** Comparisons as in `filter`, joined by `&&`, `||`, `!` and parentheses: `rarity>=4 && (type="red" || !(skillId=null))`. Texts stand in double quotes, numbers, `true`, `false` and `null` bare; `in (1, 2)` takes up to 1,000 values. `costs[id=104111 && count>3]` holds when one object of the list meets all of it. Depth 16, 64 comparisons, 16 KiB. */
                readonly where?: string;
                /** Up to three paths, `-` before one for descending; absent values last, ties in catalog order */
                readonly sort?: string;
                /**
                 * Comma-separated paths; default the fields of the index document, `*` the whole entity
                 * @example cardId,rarity
                 */
                readonly fields?: string;
                /** A language tag: localized values become one text in items, sorting and exports, in this language where there is one */
                readonly locale?: string;
                /** A list of your own, by id, or `owned` or `wanted`: finds only its entities. Needs a session or a token. */
                readonly list?: ("owned" | "wanted") | string;
                /** The same: finds only entities that it lacks */
                readonly notlist?: ("owned" | "wanted") | string;
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * A collection of the catalog manifest
                 * @example cards
                 */
                readonly resource: string;
            };
        };
        readonly responses: {
            /** Lines of `{id, entity}` */
            readonly 200: {
                content: {
                    readonly "application/x-ndjson": unknown;
                };
            };
        };
    };
    /**
     * All entities that a query finds, as CSV (RFC 4180)
     *
     * The first column is the id, then the paths of `fields`, or one column per field. Compressed if the client accepts that; no ranges. `HEAD` does not run the query. An error after the first bytes closes the connection. At most two concurrent exports per client; beyond that the answer is 503 `query_busy`.
     *
     * @param input.server Server identifier of the registry
     * @param input.resource A collection of the catalog manifest
     * @param input.q Terms separated by spaces; each must occur in the searched texts of an entity, in any language. Width, case, accents and the kind of kana are ignored. Without `sort` the best come first: whole title, its beginning, a word of it, anything else; the terms as a phrase before each alone; ties in catalog order.
     * @param input.filter `path` `op` `value`, repeated at most 16 times; all must hold. Operators: `=` `!=` `>=` `<=` `>` `<` `~` (contains) `^=` (begins with). `=` and `!=` take a list (`cardType=red,blue`). `null` is absence, `\null` the word. A backslash escapes operators, commas, dots and backslashes. An array matches when one element does, also of objects (`costs.id=5`). `_id` is the id; `bandId.name=…` asks the entity that a reference leads to.
     * @param input.where Comparisons as in `filter`, joined by `&&`, `||`, `!` and parentheses: `rarity>=4 && (type="red" || !(skillId=null))`. Texts stand in double quotes, numbers, `true`, `false` and `null` bare; `in (1, 2)` takes up to 1,000 values. `costs[id=104111 && count>3]` holds when one object of the list meets all of it. Depth 16, 64 comparisons, 16 KiB.
     * @param input.sort Up to three paths, `-` before one for descending; absent values last, ties in catalog order
     * @param input.fields Comma-separated paths; default the fields of the index document, `*` the whole entity
     * @param input.locale A language tag: localized values become one text in items, sorting and exports, in this language where there is one
     * @param input.list A list of your own, by id, or `owned` or `wanted`: finds only its entities. Needs a session or a token.
     * @param input.notlist The same: finds only entities that it lacks
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     * @param input.bom `1`: begins with a byte order mark, for spreadsheets that guess the encoding
     * @param input.spreadsheet `1`: cells that begin with `=`, `+`, `-`, `@`, tab or CR get a `'` before them
     * @param input.labels `1`: a field whose values have labels gets a second column with them, `rarity@label`
     */
    readonly catalogExportTable: {
        readonly parameters: {
            readonly query?: {
                /** Terms separated by spaces; each must occur in the searched texts of an entity, in any language. Width, case, accents and the kind of kana are ignored. Without `sort` the best come first: whole title, its beginning, a word of it, anything else; the terms as a phrase before each alone; ties in catalog order. */
                readonly q?: string;
                /** `path` `op` `value`, repeated at most 16 times; all must hold. Operators: `=` `!=` `>=` `<=` `>` `<` `~` (contains) `^=` (begins with). `=` and `!=` take a list (`cardType=red,blue`). `null` is absence, `\null` the word. A backslash escapes operators, commas, dots and backslashes. An array matches when one element does, also of objects (`costs.id=5`). `_id` is the id; `bandId.name=…` asks the entity that a reference leads to. */
                readonly filter?: readonly string[];
                /** Comparisons as in `filter`, joined by `&&`, `||`, `!` and parentheses: `rarity>=4 && (type="red" || !(skillId=null))`. Texts stand in double quotes, numbers, `true`, `false` and `null` bare; `in (1, 2)` takes up to 1,000 values. `costs[id=104111 && count>3]` holds when one object of the list meets all of it. Depth 16, 64 comparisons, 16 KiB. */
                readonly where?: string;
                /** Up to three paths, `-` before one for descending; absent values last, ties in catalog order */
                readonly sort?: string;
                /**
                 * Comma-separated paths; default the fields of the index document, `*` the whole entity
                 * @example cardId,rarity
                 */
                readonly fields?: string;
                /** A language tag: localized values become one text in items, sorting and exports, in this language where there is one */
                readonly locale?: string;
                /** A list of your own, by id, or `owned` or `wanted`: finds only its entities. Needs a session or a token. */
                readonly list?: ("owned" | "wanted") | string;
                /** The same: finds only entities that it lacks */
                readonly notlist?: ("owned" | "wanted") | string;
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
                /** `1`: begins with a byte order mark, for spreadsheets that guess the encoding */
                readonly bom?: "0" | "1";
                /**
                 * `1`: cells that begin with `=`, `+`, `-`, `@`, tab or CR get a `'` before them
                 * @example 1
                 */
                readonly spreadsheet?: "0" | "1";
                /** `1`: a field whose values have labels gets a second column with them, `rarity@label` */
                readonly labels?: "0" | "1";
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * A collection of the catalog manifest
                 * @example cards
                 */
                readonly resource: string;
            };
        };
        readonly responses: {
            /** The table */
            readonly 200: {
                content: {
                    readonly "text/csv": string;
                };
            };
        };
    };
    /**
     * All entities that a query finds, as a Parquet file
     *
     * The columns are those of CSV. Integers are INT64 where all fit, other numbers DOUBLE, dates TIMESTAMP in milliseconds; lists, objects and mixed values are JSON. Compressed if the client accepts that; no ranges. `HEAD` does not run the query. An error after the first bytes closes the connection. At most two concurrent exports per client; beyond that the answer is 503 `query_busy`.
     *
     * @param input.server Server identifier of the registry
     * @param input.resource A collection of the catalog manifest
     * @param input.q Terms separated by spaces; each must occur in the searched texts of an entity, in any language. Width, case, accents and the kind of kana are ignored. Without `sort` the best come first: whole title, its beginning, a word of it, anything else; the terms as a phrase before each alone; ties in catalog order.
     * @param input.filter `path` `op` `value`, repeated at most 16 times; all must hold. Operators: `=` `!=` `>=` `<=` `>` `<` `~` (contains) `^=` (begins with). `=` and `!=` take a list (`cardType=red,blue`). `null` is absence, `\null` the word. A backslash escapes operators, commas, dots and backslashes. An array matches when one element does, also of objects (`costs.id=5`). `_id` is the id; `bandId.name=…` asks the entity that a reference leads to.
     * @param input.where Comparisons as in `filter`, joined by `&&`, `||`, `!` and parentheses: `rarity>=4 && (type="red" || !(skillId=null))`. Texts stand in double quotes, numbers, `true`, `false` and `null` bare; `in (1, 2)` takes up to 1,000 values. `costs[id=104111 && count>3]` holds when one object of the list meets all of it. Depth 16, 64 comparisons, 16 KiB.
     * @param input.sort Up to three paths, `-` before one for descending; absent values last, ties in catalog order
     * @param input.fields Comma-separated paths; default the fields of the index document, `*` the whole entity
     * @param input.locale A language tag: localized values become one text in items, sorting and exports, in this language where there is one
     * @param input.list A list of your own, by id, or `owned` or `wanted`: finds only its entities. Needs a session or a token.
     * @param input.notlist The same: finds only entities that it lacks
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly catalogExportParquet: {
        readonly parameters: {
            readonly query?: {
                /** Terms separated by spaces; each must occur in the searched texts of an entity, in any language. Width, case, accents and the kind of kana are ignored. Without `sort` the best come first: whole title, its beginning, a word of it, anything else; the terms as a phrase before each alone; ties in catalog order. */
                readonly q?: string;
                /** `path` `op` `value`, repeated at most 16 times; all must hold. Operators: `=` `!=` `>=` `<=` `>` `<` `~` (contains) `^=` (begins with). `=` and `!=` take a list (`cardType=red,blue`). `null` is absence, `\null` the word. A backslash escapes operators, commas, dots and backslashes. An array matches when one element does, also of objects (`costs.id=5`). `_id` is the id; `bandId.name=…` asks the entity that a reference leads to. */
                readonly filter?: readonly string[];
                /** Comparisons as in `filter`, joined by `&&`, `||`, `!` and parentheses: `rarity>=4 && (type="red" || !(skillId=null))`. Texts stand in double quotes, numbers, `true`, `false` and `null` bare; `in (1, 2)` takes up to 1,000 values. `costs[id=104111 && count>3]` holds when one object of the list meets all of it. Depth 16, 64 comparisons, 16 KiB. */
                readonly where?: string;
                /** Up to three paths, `-` before one for descending; absent values last, ties in catalog order */
                readonly sort?: string;
                /** Comma-separated paths; default the fields of the index document, `*` the whole entity */
                readonly fields?: string;
                /** A language tag: localized values become one text in items, sorting and exports, in this language where there is one */
                readonly locale?: string;
                /** A list of your own, by id, or `owned` or `wanted`: finds only its entities. Needs a session or a token. */
                readonly list?: ("owned" | "wanted") | string;
                /** The same: finds only entities that it lacks */
                readonly notlist?: ("owned" | "wanted") | string;
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * A collection of the catalog manifest
                 * @example songs
                 */
                readonly resource: string;
            };
        };
        readonly responses: {
            /** The file */
            readonly 200: {
                content: {
                    readonly "application/vnd.apache.parquet": string;
                };
            };
        };
    };
    /**
     * All collections of the catalog as one SQLite file, for any SQLite tool
     *
     * @param input.server Server identifier of the registry
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly catalogDatabase: {
        readonly parameters: {
            readonly query?: {
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** The file */
            readonly 200: {
                content: {
                    readonly "application/vnd.sqlite3": string;
                };
            };
        };
    };
    /**
     * Begin a publication, or take one up again
     *
     * The body is `{descriptor, files: [{path, sha256, bytes}]}`: the value of `snapshot.json` without `mounts`, and its files at most 500,000. `missing` lists the objects to send; what releases of the same server have is not asked for. The same body returns the open publication of this account with what is still missing. The token must name the server of the descriptor. The server derives everything from these files: documents, indexes, compressed forms and the file for queries.
     *
     * An API token needs the scope `publish`.
     *
     * At most 60 calls a minute, shared by all operations with the limit `publication`.
     *
     * @param input.body The descriptor and the list of files
     */
    readonly publicationCreate: {
        readonly parameters: {
        };
        /** The descriptor and the list of files */
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
            /** The publication that was open already */
            readonly 200: {
                content: {
                    readonly "application/json": PublicationCreateResponse;
                };
            };
            /** Begun */
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
    /**
     * The state of a publication
     *
     * An API token needs the scope `publish`.
     */
    readonly publicationRead: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** The publication */
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
    /**
     * Cancel a publication, or forget an ended one
     *
     * Nothing becomes visible. What was received is removed with the next collection.
     *
     * An API token needs the scope `publish`.
     */
    readonly publicationDelete: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** Removed */
            readonly 204: {
                content?: never;
            };
        };
    };
    /**
     * How much of an object has arrived
     *
     * HEAD answers with the headers `Upload-Offset` (bytes that are held) and `Upload-Length` (all bytes).
     *
     * An API token needs the scope `publish`.
     */
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
            /** What is held */
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
    /**
     * Send an object, or the rest of it
     *
     * Without `Content-Range` the whole object; `Content-Range: bytes {first}-{last}/{all}` continues at `{first}`, which must not be beyond what is held. What arrived before a connection broke is kept. The object counts once it is complete and its SHA-256 was verified. Several objects may be sent at once.
     *
     * An API token needs the scope `publish`.
     *
     * @param input.Content-Range `bytes {first}-{last}/{all}`
     * @param input.body The bytes, with their Content-Length
     */
    readonly publicationObjectWrite: {
        readonly parameters: {
            readonly header?: {
                /** `bytes {first}-{last}/{all}` */
                readonly "Content-Range"?: string;
            };
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly id: string;
                /** @example 7b4c45f8c3aedfaeb57abc19a2cea40a858465bd97c5a5bec5f72e2efb3598ca */
                readonly digest: string;
            };
        };
        /** The bytes, with their Content-Length */
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": unknown;
            };
        };
        readonly responses: {
            /** Held; `complete` says whether something is missing */
            readonly 200: {
                content: {
                    readonly "application/json": PublicationObjectReadResponse;
                };
            };
            /** Complete and verified */
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
    /**
     * Send many small objects in one request
     *
     * The body is a row of objects, each as its SHA-256 (32 bytes), its length (4 bytes, big-endian) and its bytes. An object has at most 1 MiB, a body at most 16 MiB. Objects that were complete when the request broke or was refused count.
     *
     * An API token needs the scope `publish`.
     *
     * @param input.body A row of objects
     */
    readonly publicationPackWrite: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly id: string;
            };
        };
        /** A row of objects */
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": unknown;
            };
        };
        readonly responses: {
            /** How many objects were taken */
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
    /**
     * Publish what was sent
     *
     * Runs in the background. Answers 200 once it has ended, and 202 when that takes longer than some seconds: then read the publication until its state is `done` or `failed`, or `open` again if objects have been lost and must be sent once more. With `promote: false` the release is stored and does not become current. A second commit of the same publication has no effect.
     *
     * An API token needs the scope `publish`.
     *
     * At most 60 calls a minute, shared by all operations with the limit `publication`.
     *
     * @param input.body At most 1024 bytes
     */
    readonly publicationCommit: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly id: string;
            };
        };
        /** At most 1024 bytes */
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
            /** Ended: `done` or `failed` */
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
            /** It is being published */
            readonly 202: {
                content: {
                    readonly "application/json": PublicationReadResponse;
                };
            };
        };
    };
    /**
     * The media, runtime and game-client files of a release, by path
     *
     * Pages stay on the release of the first one. Documents of the catalog are not listed.
     *
     * @param input.server Server identifier of the registry
     * @param input.prefix What paths begin with, such as `assets/Assets/icons/`
     * @param input.limit Page length, 1 to 1000, default 100
     * @param input.cursor Opaque `nextCursor` of the previous page, of the same prefix
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly releaseFileList: {
        readonly parameters: {
            readonly query?: {
                /** What paths begin with, such as `assets/Assets/icons/` */
                readonly prefix?: string;
                /** Page length, 1 to 1000, default 100 */
                readonly limit?: number;
                /** Opaque `nextCursor` of the previous page, of the same prefix */
                readonly cursor?: string;
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** A page of files */
            readonly 200: {
                content: {
                    readonly "application/json": ReleaseFiles;
                };
            };
        };
    };
    /**
     * A media file below Assets/ or Packages/
     *
     * A path whose file name ends in `(en)`, `(ko)`, `(zh-Hans)` or `(zh-Hant)` before its suffix may be answered with the alternate or the unlocalized file, under the requested address and with the ETag of the file sent.
     *
     * `path` is the rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected.
     *
     * @param input.server Server identifier of the registry
     * @param input.path Path inside the release, several segments. The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected.
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly assetRead: {
        readonly parameters: {
            readonly query?: {
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * Path inside the release, several segments. The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected.
                 * @example Assets/Livehouse/Bands/1.png
                 */
                readonly path: string;
            };
        };
        readonly responses: {
            /** The bytes */
            readonly 200: {
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    /**
     * A runtime file
     *
     * A path whose file name ends in `(en)`, `(ko)`, `(zh-Hans)` or `(zh-Hant)` before its suffix may be answered with the alternate or the unlocalized file, under the requested address and with the ETag of the file sent.
     *
     * `path` is the rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected.
     *
     * @param input.server Server identifier of the registry
     * @param input.path Path inside the release, several segments. The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected.
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly runtimeRead: {
        readonly parameters: {
            readonly query?: {
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * Path inside the release, several segments. The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected.
                 * @example charts/1001-easy.json
                 */
                readonly path: string;
            };
        };
        readonly responses: {
            /** The bytes */
            readonly 200: {
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    /**
     * An engine object below unity/
     *
     * A path whose file name ends in `(en)`, `(ko)`, `(zh-Hans)` or `(zh-Hant)` before its suffix may be answered with the alternate or the unlocalized file, under the requested address and with the ETag of the file sent.
     *
     * `path` is the rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected.
     *
     * @param input.server Server identifier of the registry
     * @param input.path Path inside the release, several segments. The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected.
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly objectRead: {
        readonly parameters: {
            readonly query?: {
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * Path inside the release, several segments. The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected.
                 * @example unity/ui.jsonl.gz
                 */
                readonly path: string;
            };
        };
        readonly responses: {
            /** The bytes */
            readonly 200: {
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    /**
     * A bundle of a source, by its original file name
     *
     * @param input.server Server identifier of the registry
     * @param input.sourceId Source id
     * @param input.fileName File name, one segment
     */
    readonly artifactRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * Source id
                 * @example demo-1.5.0
                 */
                readonly sourceId: string;
                /**
                 * File name, one segment
                 * @example startup.bundle
                 */
                readonly fileName: string;
            };
        };
        readonly responses: {
            /** The bytes */
            readonly 200: {
                content: {
                    readonly "application/octet-stream": string;
                };
            };
        };
    };
    /**
     * Game-client manifest
     *
     * @param input.server Server identifier of the registry
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly clientManifest: {
        readonly parameters: {
            readonly query?: {
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** The manifest */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "bundles": {
                     *         "bundleCount": 9,
                     *         "catalogFile": "catalog_c7394e33e65d38ce0ef6b9906ab51151.bin",
                     *         "catalogHash": "c7394e33e65d38ce0ef6b9906ab51151",
                     *         "catalogHashFile": "catalog_main.hash",
                     *         "embeddedCatalogFile": "catalog_main.bin",
                     *         "fileCount": 12,
                     *         "index": {
                     *           "algorithm": "fnv1a32-mod-256",
                     *           "prefix": "bundles/index/",
                     *           "shards": 256
                     *         },
                     *         "platform": "Android",
                     *         "totalBytes": 8571
                     *       },
                     *       "master": {
                     *         "systemVersion": "1.5.0",
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
                     *       "sourceId": "demo-1.5.0"
                     *     }
                     */
                    readonly "application/json": GameClientManifest;
                };
            };
        };
    };
    /**
     * A shard of the client file index
     *
     * @param input.server Server identifier of the registry
     * @param input.shard `{hh}.json`, hh two lowercase hex digits
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly clientIndex: {
        readonly parameters: {
            readonly query?: {
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * `{hh}.json`, hh two lowercase hex digits
                 * @example 3c.json
                 */
                readonly shard: string;
            };
        };
        readonly responses: {
            /** The shard */
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
                     *       "sourceId": "demo-1.5.0"
                     *     }
                     */
                    readonly "application/json": GameClientIndex;
                };
            };
        };
    };
    /**
     * The version text or a master data file
     *
     * @param input.server Server identifier of the registry
     * @param input.fileName File name, one segment
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly clientMaster: {
        readonly parameters: {
            readonly query?: {
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * File name, one segment
                 * @example MasterItem.bin
                 */
                readonly fileName: string;
            };
        };
        readonly responses: {
            /** The bytes */
            readonly 200: {
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    /**
     * A catalog or bundle file of the game client
     *
     * @param input.server Server identifier of the registry
     * @param input.platform `bundles.platform` of the manifest
     * @param input.fileName File name, one segment
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly clientAsset: {
        readonly parameters: {
            readonly query?: {
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * `bundles.platform` of the manifest
                 * @example Android
                 */
                readonly platform: string;
                /**
                 * File name, one segment
                 * @example startup.bundle
                 */
                readonly fileName: string;
            };
        };
        readonly responses: {
            /** The bytes */
            readonly 200: {
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    /**
     * A picture of the release as WebP, at most this wide
     *
     * Paths, pins and the localized fallback are those of the media routes. Pictures are never enlarged. What cannot be made now, or cannot be decoded, is answered with 302 and the address of the original, which may not be stored.
     *
     * `path` is the rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected.
     *
     * @param input.server Server identifier of the registry
     * @param input.width Width in pixels that the picture has at most
     * @param input.path Release path: `assets/…`, `runtime/…` or `objects/…`, several segments. The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected.
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     */
    readonly pictureRead: {
        readonly parameters: {
            readonly query?: {
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * Width in pixels that the picture has at most
                 * @example 192
                 */
                readonly width: 96 | 192 | 384 | 768;
                /**
                 * Release path: `assets/…`, `runtime/…` or `objects/…`, several segments. The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected.
                 * @example assets/Assets/Livehouse/Jackets/1001.png
                 */
                readonly path: string;
            };
        };
        readonly responses: {
            /** The picture */
            readonly 200: {
                content: {
                    readonly "image/webp": string;
                };
            };
        };
    };
    /**
     * Bands and the credits that join several
     *
     * Kept for long after upstream is gone.
     *
     * @param input.region Provider region
     */
    readonly bandList: {
        readonly parameters: {
            readonly path: {
                /**
                 * Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
            };
        };
        readonly responses: {
            /** Keyed by id */
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
    /**
     * Songs released in any region
     *
     * Kept for long after upstream is gone.
     *
     * @param input.region Provider region
     */
    readonly songList: {
        readonly parameters: {
            readonly path: {
                /**
                 * Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
            };
        };
        readonly responses: {
            /** Keyed by id */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: {
                            readonly musicId: number;
                            /** Text in the slots jp, en, tw, cn, kr */
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
    /**
     * Chart metrics of all songs
     *
     * Kept for long after upstream is gone.
     *
     * @param input.region Provider region
     */
    readonly songMetaList: {
        readonly parameters: {
            readonly path: {
                /**
                 * Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
            };
        };
        readonly responses: {
            /** Keyed by id */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: {
                            readonly [key: string]: {
                                readonly chart: {
                                    /** Notes */
                                    readonly n: number | null;
                                    /** Length in seconds */
                                    readonly time: number | null;
                                    /** Notes per second */
                                    readonly nps: number | null;
                                    readonly firstBpm: number | null;
                                    readonly minBpm: number | null;
                                    readonly maxBpm: number | null;
                                    readonly playLevel: number | null;
                                    /** `eff` as a fraction of the best chart of the collection */
                                    readonly r: number | null;
                                    /** 1.1 × (base + 2 × skill) of the 7-second fever weights */
                                    readonly score: number | null;
                                    /** score × 60 / (time + 30) */
                                    readonly eff: number | null;
                                    /** Share of `score` that comes from skills */
                                    readonly sr: number | null;
                                    /** Figure to the upstream document it was taken from */
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
    /**
     * Characters
     *
     * Kept for long after upstream is gone.
     *
     * @param input.region Provider region
     */
    readonly characterList: {
        readonly parameters: {
            readonly path: {
                /**
                 * Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
            };
        };
        readonly responses: {
            /** Keyed by id */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: {
                            readonly characterId: number;
                            /** Text in the slots jp, en, tw, cn, kr */
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
    /**
     * Cards released in this region
     *
     * Kept for long after upstream is gone. Only the single card contains episodes; `hasStory` says whether it has any.
     *
     * @param input.region Provider region
     */
    readonly cardList: {
        readonly parameters: {
            readonly path: {
                /**
                 * Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
            };
        };
        readonly responses: {
            /** Keyed by id */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: {
                            readonly cardId: number;
                            readonly characterId: number | null;
                            /** Text in the slots jp, en, tw, cn, kr */
                            readonly prefix: readonly (string | null)[];
                            readonly rarity: number | null;
                            readonly attribute: string | null;
                            readonly cardType: string | null;
                            /** Milliseconds since the epoch in the slots jp, en, tw, cn, kr */
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
                                /** Text in the slots jp, en, tw, cn, kr */
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
    /**
     * A song with score ranks and rewards
     *
     * An id that is unknown, or not released in this region, is 404 `provider_not_found`.
     *
     * @param input.region Provider region
     * @param input.musicId Song id of the collection
     */
    readonly songRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
                /**
                 * Song id of the collection
                 * @example 10
                 */
                readonly musicId: string;
            };
        };
        readonly responses: {
            /** The song */
            readonly 200: {
                content: {
                    readonly "application/json": SongReadResponse;
                };
            };
        };
    };
    /**
     * Chart metrics of a song
     *
     * An id that is unknown, or not released in this region, is 404 `provider_not_found`.
     *
     * @param input.region Provider region
     * @param input.musicId Song id of the collection
     */
    readonly songMetaRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
                /**
                 * Song id of the collection
                 * @example 11
                 */
                readonly musicId: string;
            };
        };
        readonly responses: {
            /** The metrics */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: {
                            readonly chart: {
                                /** Notes */
                                readonly n: number | null;
                                /** Length in seconds */
                                readonly time: number | null;
                                /** Notes per second */
                                readonly nps: number | null;
                                readonly firstBpm: number | null;
                                readonly minBpm: number | null;
                                readonly maxBpm: number | null;
                                readonly playLevel: number | null;
                                /** `eff` as a fraction of the best chart of the collection */
                                readonly r: number | null;
                                /** 1.1 × (base + 2 × skill) of the 7-second fever weights */
                                readonly score: number | null;
                                /** score × 60 / (time + 30) */
                                readonly eff: number | null;
                                /** Share of `score` that comes from skills */
                                readonly sr: number | null;
                                /** Figure to the upstream document it was taken from */
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
    /**
     * A card with its episodes
     *
     * An id that is unknown, or not released in this region, is 404 `provider_not_found`.
     *
     * @param input.region Provider region
     * @param input.cardId Card id of the collection
     */
    readonly cardRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
                /**
                 * Card id of the collection
                 * @example 21
                 */
                readonly cardId: string;
            };
        };
        readonly responses: {
            /** The card */
            readonly 200: {
                content: {
                    readonly "application/json": CardReadResponse;
                };
            };
        };
    };
    /**
     * Stories of events
     *
     * Kept for long after upstream is gone. Ids are `event.{eventId}-{n}`, n from 1.
     *
     * @param input.region Provider region
     */
    readonly eventStoryList: {
        readonly parameters: {
            readonly path: {
                /**
                 * Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
            };
        };
        readonly responses: {
            /** Keyed by id */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: {
                            readonly storyId: string;
                            readonly storyKey: string;
                            /** Text in the slots jp, en, tw, cn, kr */
                            readonly title: readonly (string | null)[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    /**
     * Stories of bands
     *
     * Kept for long after upstream is gone. Ids are `band.{scenarioId}`.
     *
     * @param input.region Provider region
     */
    readonly bandStoryList: {
        readonly parameters: {
            readonly path: {
                /**
                 * Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
            };
        };
        readonly responses: {
            /** Keyed by id */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: {
                            readonly storyId: string;
                            readonly storyKey: string;
                            /** Text in the slots jp, en, tw, cn, kr */
                            readonly title: readonly (string | null)[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    /**
     * Main stories
     *
     * Kept for long after upstream is gone. Ids are `main.{id}`.
     *
     * @param input.region Provider region
     */
    readonly mainStoryList: {
        readonly parameters: {
            readonly path: {
                /**
                 * Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
            };
        };
        readonly responses: {
            /** Keyed by id */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: {
                            readonly storyId: string;
                            readonly storyKey: string;
                            /** Text in the slots jp, en, tw, cn, kr */
                            readonly title: readonly (string | null)[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    /**
     * Talks after a live
     *
     * Kept for long after upstream is gone. Ids are `afterlive.{id}`.
     *
     * @param input.region Provider region
     */
    readonly afterliveStoryList: {
        readonly parameters: {
            readonly path: {
                /**
                 * Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
            };
        };
        readonly responses: {
            /** Keyed by id */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: {
                            readonly storyId: string;
                            readonly storyKey: string;
                            /** Text in the slots jp, en, tw, cn, kr */
                            readonly title: readonly (string | null)[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    /**
     * A story as commands that a player runs in order
     *
     * The scenario comes from the first of this region, jp and the rest that has it (`sourceServer`). An id that is unknown, or not released in this region, is 404 `provider_not_found`.
     *
     * @param input.region Provider region
     * @param input.storyId `event.{eventId}-{n}`, `band.{scenarioId}`, `main.{id}`, `afterlive.{id}`, `card.{resourceSet}.{scenarioId}`
     */
    readonly storyRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
                /**
                 * `event.{eventId}-{n}`, `band.{scenarioId}`, `main.{id}`, `afterlive.{id}`, `card.{resourceSet}.{scenarioId}`
                 * @example event.1-1
                 */
                readonly storyId: string;
            };
        };
        readonly responses: {
            /** The story */
            readonly 200: {
                content: {
                    readonly "application/json": StoryReadResponse;
                };
            };
        };
    };
    /**
     * Tree of the region's bundles; leaves count files
     *
     * @param input.region Provider region
     */
    readonly editorTree: {
        readonly parameters: {
            readonly path: {
                /**
                 * Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
            };
        };
        readonly responses: {
            /** The tree */
            readonly 200: {
                content: {
                    readonly "application/json": EditorTreeResponse;
                };
            };
        };
    };
    /**
     * File names of a bundle
     *
     * At most 768 characters, 16 segments, 160 characters a segment; anything else is 400 `invalid_path`.
     *
     * `bundlePath` is the rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected.
     *
     * @param input.region Provider region
     * @param input.bundlePath Path of a leaf of the tree. The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected.
     */
    readonly editorBundle: {
        readonly parameters: {
            readonly path: {
                /**
                 * Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
                /**
                 * Path of a leaf of the tree. The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected.
                 * @example bg/scenario1
                 */
                readonly bundlePath: string;
            };
        };
        readonly responses: {
            /** The list */
            readonly 200: {
                content: {
                    readonly "application/json": EditorBundleResponse;
                };
            };
        };
    };
    /**
     * A chart, unchanged as upstream has it
     *
     * Checked to be a list of known notes. An id that is unknown, or not released in this region, is 404 `provider_not_found`.
     *
     * @param input.region Provider region
     * @param input.musicId Song id of the collection
     */
    readonly chartRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
                /**
                 * Song id of the collection
                 * @example 10
                 */
                readonly musicId: string;
                /** @example easy */
                readonly difficulty: "easy" | "normal" | "hard" | "expert" | "special";
            };
        };
        readonly responses: {
            /** The bytes */
            readonly 200: {
                content: {
                    readonly "text/plain; charset=utf-8": string;
                };
            };
        };
    };
    /**
     * A jacket
     *
     * @param input.region Provider region
     * @param input.package Jacket package: the song id rounded up to ten
     * @param input.image Image name without a suffix, as in `jacketUrl` of songs
     */
    readonly jacketRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
                /**
                 * Jacket package: the song id rounded up to ten
                 * @example 50
                 */
                readonly package: string;
                /**
                 * Image name without a suffix, as in `jacketUrl` of songs
                 * @example 050_Upper_Case
                 */
                readonly image: string;
            };
        };
        readonly responses: {
            /** The bytes */
            readonly 200: {
                content: {
                    readonly "image/png": string;
                };
            };
        };
    };
    /**
     * A small jacket
     *
     * @param input.region Provider region
     * @param input.package Jacket package: the song id rounded up to ten
     * @param input.image Image name without a suffix, as in `jacketUrl` of songs
     */
    readonly jacketThumbRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
                /**
                 * Jacket package: the song id rounded up to ten
                 * @example 50
                 */
                readonly package: string;
                /**
                 * Image name without a suffix, as in `jacketUrl` of songs
                 * @example 050_Upper_Case
                 */
                readonly image: string;
            };
        };
        readonly responses: {
            /** The bytes */
            readonly 200: {
                content: {
                    readonly "image/png": string;
                };
            };
        };
    };
    /**
     * A song
     *
     * @param input.region Provider region
     * @param input.soundId Song id
     */
    readonly soundRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
                /**
                 * Song id
                 * @example 10
                 */
                readonly soundId: string;
            };
        };
        readonly responses: {
            /** The bytes */
            readonly 200: {
                content: {
                    readonly "audio/mpeg": string;
                };
            };
        };
    };
    /**
     * A music video
     *
     * @param input.region Provider region
     * @param input.fileName Bundle name with `.mp4`
     */
    readonly musicVideoRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
                /**
                 * Bundle name with `.mp4`
                 * @example video.mp4
                 */
                readonly fileName: string;
            };
        };
        readonly responses: {
            /** The bytes */
            readonly 200: {
                content: {
                    readonly "video/mp4": string;
                };
            };
        };
    };
    /**
     * Picture of a stage challenge, from the first region that has it
     *
     * @param input.region Provider region
     * @param input.assetId Id with its leading zeros
     */
    readonly stageChallengeRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
                /**
                 * Id with its leading zeros
                 * @example 101
                 */
                readonly assetId: string;
            };
        };
        readonly responses: {
            /** The bytes */
            readonly 200: {
                content: {
                    readonly "image/png": string;
                };
            };
        };
    };
    /**
     * An unchanged file of the provider
     *
     * Files below `assets/{region}/` of this region, `res/`, and static documents below `api/` (`….json`). Traversal, encoded NUL, double slashes, other regions and other roots are 400 `invalid_path`. Types that a browser should not show are sent as downloads.
     *
     * `providerPath` is the rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected.
     *
     * @param input.region Provider region
     * @param input.providerPath Path at the provider, several segments. The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected.
     */
    readonly rawRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
                /**
                 * Path at the provider, several segments. The rest of the path: one segment or more. Its slashes are sent as they are, and each segment is encoded by itself; a path whose slashes are encoded is redirected.
                 * @example assets/jp/bg/scenario1_rip/bg00001.png
                 */
                readonly providerPath: string;
            };
        };
        readonly responses: {
            /** The bytes */
            readonly 200: {
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    /**
     * Live2d models by id
     *
     * @param input.region Provider region
     * @param input.id Repeated: at most 64 different ids of letters, digits, `_` and `-`
     * @param input.server Region to look at first
     */
    readonly live2dBatch: {
        readonly parameters: {
            readonly query?: {
                /**
                 * Repeated: at most 64 different ids of letters, digits, `_` and `-`
                 * @example [
                 *       "026_bili-1"
                 *     ]
                 */
                readonly id?: readonly string[];
                /** Region to look at first */
                readonly server?: "jp" | "en" | "tw" | "cn" | "kr";
            };
            readonly path: {
                /**
                 * Provider region
                 * @example jp
                 */
                readonly region: "jp" | "en" | "tw" | "cn" | "kr";
            };
        };
        readonly responses: {
            /** Models, and the ids that no region has */
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
    /**
     * The server info document
     *
     * @param input.localization Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language
     */
    readonly levelServerHome: {
        readonly parameters: {
            readonly query?: {
                /** Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language */
                readonly localization?: string;
            };
        };
        readonly responses: {
            /** Server info */
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
    /**
     * The server info document
     *
     * @param input.localization Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language
     */
    readonly levelServerInfo: {
        readonly parameters: {
            readonly query?: {
                /** Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language */
                readonly localization?: string;
            };
        };
        readonly responses: {
            /** Server info */
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
    /**
     * Sections and search forms of levels
     *
     * Contains a random section and is never cached.
     *
     * @param input.localization Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language
     * @param input.type `random`, or `provider` for the provider songs
     * @param input.source `provider` for the provider songs
     */
    readonly levelInfo: {
        readonly parameters: {
            readonly query?: {
                /** Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language */
                readonly localization?: string;
                /** `random`, or `provider` for the provider songs */
                readonly type?: string;
                /** `provider` for the provider songs */
                readonly source?: string;
            };
        };
        readonly responses: {
            /** Item info */
            readonly 200: {
                content: {
                    readonly "application/json": LevelItemInfo;
                };
            };
        };
    };
    /**
     * A page of levels
     *
     * `type=random` returns one level and is never cached. A page past the end is empty.
     *
     * @param input.localization Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language
     * @param input.type `random`, or `provider` for the provider songs
     * @param input.source `provider` for the provider songs
     * @param input.page Zero-based; anything else counts as 0
     * @param input.keywords Search: every term, in the text of any locale
     * @param input.difficulties Search: names of difficulties, joined by commas
     * @param input.ratingMin Search: lowest rating
     * @param input.ratingMax Search: highest rating
     */
    readonly levelList: {
        readonly parameters: {
            readonly query?: {
                /** Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language */
                readonly localization?: string;
                /** `random`, or `provider` for the provider songs */
                readonly type?: string;
                /** `provider` for the provider songs */
                readonly source?: string;
                /**
                 * Zero-based; anything else counts as 0
                 * @example 0
                 */
                readonly page?: number;
                /**
                 * Search: every term, in the text of any locale
                 * @example lighthouse
                 */
                readonly keywords?: string;
                /** Search: names of difficulties, joined by commas */
                readonly difficulties?: string;
                /** Search: lowest rating */
                readonly ratingMin?: number;
                /** Search: highest rating */
                readonly ratingMax?: number;
            };
        };
        readonly responses: {
            /** 20 levels at most */
            readonly 200: {
                content: {
                    readonly "application/json": LevelItemList;
                };
            };
        };
    };
    /**
     * Submission of results, which is not supported
     *
     * @param input.localization Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language
     */
    readonly levelResultInfo: {
        readonly parameters: {
            readonly query?: {
                /** Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language */
                readonly localization?: string;
            };
        };
        readonly responses: {
            /** An empty object */
            readonly 200: {
                content: {
                    /** @example {} */
                    readonly "application/json": LevelResultInfoResponse;
                };
            };
        };
    };
    /**
     * A level
     *
     * @param input.levelName Name exactly as lists and infos give it
     * @param input.localization Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language
     */
    readonly levelRead: {
        readonly parameters: {
            readonly query?: {
                /** Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language */
                readonly localization?: string;
            };
            readonly path: {
                /**
                 * Name exactly as lists and infos give it
                 * @example lh.4.demo.1003.expert
                 */
                readonly levelName: string;
            };
        };
        readonly responses: {
            /** Item details */
            readonly 200: {
                content: {
                    readonly "application/json": LevelItemDetails;
                };
            };
        };
    };
    /**
     * Data of a level, as its item names them
     *
     * JSON in a gzip file. The data of every kept release stay served.
     *
     * @param input.levelName Name of the level
     * @param input.digest SHA-1, 40 lowercase hex digits
     */
    readonly levelDataRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * Name of the level
                 * @example lh.4.demo.1003.expert
                 */
                readonly levelName: string;
                /**
                 * SHA-1, 40 lowercase hex digits
                 * @example 85289e63e7c257e35b190cc3ed0e049251781f12
                 */
                readonly digest: string;
            };
        };
        readonly responses: {
            /** The bytes, never with a content coding */
            readonly 200: {
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    /**
     * Sections and search forms of playlists
     *
     * Contains a random section and is never cached.
     *
     * @param input.localization Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language
     * @param input.type `random`, or `provider` for the provider songs
     * @param input.source `provider` for the provider songs
     */
    readonly playlistInfo: {
        readonly parameters: {
            readonly query?: {
                /** Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language */
                readonly localization?: string;
                /** `random`, or `provider` for the provider songs */
                readonly type?: string;
                /** `provider` for the provider songs */
                readonly source?: string;
            };
        };
        readonly responses: {
            /** Item info */
            readonly 200: {
                content: {
                    readonly "application/json": LevelItemInfo;
                };
            };
        };
    };
    /**
     * A page of playlists: one per song
     *
     * @param input.localization Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language
     * @param input.type `random`, or `provider` for the provider songs
     * @param input.source `provider` for the provider songs
     * @param input.page Zero-based; anything else counts as 0
     * @param input.keywords Search: every term, in the text of any locale
     * @param input.difficulties Search: names of difficulties, joined by commas
     * @param input.ratingMin Search: lowest rating
     * @param input.ratingMax Search: highest rating
     */
    readonly playlistList: {
        readonly parameters: {
            readonly query?: {
                /** Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language */
                readonly localization?: string;
                /** `random`, or `provider` for the provider songs */
                readonly type?: string;
                /** `provider` for the provider songs */
                readonly source?: string;
                /** Zero-based; anything else counts as 0 */
                readonly page?: number;
                /** Search: every term, in the text of any locale */
                readonly keywords?: string;
                /** Search: names of difficulties, joined by commas */
                readonly difficulties?: string;
                /** Search: lowest rating */
                readonly ratingMin?: number;
                /** Search: highest rating */
                readonly ratingMax?: number;
            };
        };
        readonly responses: {
            /** 20 playlists at most */
            readonly 200: {
                content: {
                    readonly "application/json": LevelItemList;
                };
            };
        };
    };
    /**
     * A playlist with its levels
     *
     * @param input.playlistName Name exactly as lists and infos give it
     * @param input.localization Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language
     */
    readonly playlistRead: {
        readonly parameters: {
            readonly query?: {
                /** Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language */
                readonly localization?: string;
            };
            readonly path: {
                /**
                 * Name exactly as lists and infos give it
                 * @example playlist-1003
                 */
                readonly playlistName: string;
            };
        };
        readonly responses: {
            /** Item details */
            readonly 200: {
                content: {
                    readonly "application/json": LevelItemDetails;
                };
            };
        };
    };
    /**
     * Sections of engines, skins, backgrounds, effects or particles
     *
     * @param input.itemType Type of item
     * @param input.localization Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language
     */
    readonly levelItemInfo: {
        readonly parameters: {
            readonly query?: {
                /** Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language */
                readonly localization?: string;
            };
            readonly path: {
                /**
                 * Type of item
                 * @example skins
                 */
                readonly itemType: "engines" | "skins" | "backgrounds" | "effects" | "particles";
            };
        };
        readonly responses: {
            /** Item info */
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
    /**
     * A page of engines, skins, backgrounds, effects or particles
     *
     * @param input.itemType Type of item
     * @param input.localization Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language
     * @param input.page Zero-based; anything else counts as 0
     */
    readonly levelItemList: {
        readonly parameters: {
            readonly query?: {
                /** Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language */
                readonly localization?: string;
                /** Zero-based; anything else counts as 0 */
                readonly page?: number;
            };
            readonly path: {
                /**
                 * Type of item
                 * @example skins
                 */
                readonly itemType: "engines" | "skins" | "backgrounds" | "effects" | "particles";
            };
        };
        readonly responses: {
            /** 20 items at most */
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
    /**
     * An engine, skin, background, effect or particle
     *
     * @param input.itemType Type of item
     * @param input.itemName Name of the item
     * @param input.localization Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language
     */
    readonly levelItemRead: {
        readonly parameters: {
            readonly query?: {
                /** Locale: ja, en, zh-TW (zht), zh-CN (zhs), ko; any other means the default language */
                readonly localization?: string;
            };
            readonly path: {
                /**
                 * Type of item
                 * @example skins
                 */
                readonly itemType: "engines" | "skins" | "backgrounds" | "effects" | "particles";
                /**
                 * Name of the item
                 * @example pixel
                 */
                readonly itemName: string;
            };
        };
        readonly responses: {
            /** Item details */
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
    /**
     * A file that items name: cover, sound, engine data, texture and so on
     *
     * @param input.digest SHA-1, 40 lowercase hex digits
     */
    readonly levelFileRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * SHA-1, 40 lowercase hex digits
                 * @example 04b8d5ee33a2f630be853ba44f9c30c79a6a8528
                 */
                readonly digest: string;
            };
        };
        readonly responses: {
            /** The bytes, never with a content coding */
            readonly 200: {
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    /**
     * The chart of a level, as something to draw
     *
     * Read from the level data that players get, so it exists for every level of every kept release. Moments are seconds of the sound, lanes are counted from the left edge. A chart with more than 20,000 notes or more than 10 MB of level data is not found.
     *
     * @param input.server Server identifier of the registry
     * @param input.song Id of the song
     * @param input.difficulty Difficulty, as the levels of the song name it
     * @param input.release Pins the read to this release id (`r-` and 20 hex digits)
     * @param input.source `provider`: a chart of the provider, `{server}` is then a region
     */
    readonly levelChartRead: {
        readonly parameters: {
            readonly query?: {
                /** Pins the read to this release id (`r-` and 20 hex digits) */
                readonly release?: string;
                /** `provider`: a chart of the provider, `{server}` is then a region */
                readonly source?: "provider";
            };
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /**
                 * Id of the song
                 * @example 1001
                 */
                readonly song: string;
                /**
                 * Difficulty, as the levels of the song name it
                 * @example easy
                 */
                readonly difficulty: string;
            };
        };
        readonly responses: {
            /** The chart */
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
            /** The configuration */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "available": true,
                     *       "emailDeliveryEnabled": true,
                     *       "emailSignUpEnabled": true,
                     *       "providers": [],
                     *       "providerLabels": {},
                     *       "passwords": true,
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
    /**
     * A new ALTCHA challenge, where that captcha is configured
     *
     * At most 60 calls a minute, shared by all operations with the limit `sign-in-address`.
     */
    readonly captchaChallengeRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** The challenge */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: JsonValue;
                    };
                };
            };
        };
    };
    /**
     * Register an account; a link to set the password is mailed
     *
     * While `registration` of the instance is `closed`, the answer is 403 for every address; while it is `invite`, the body has an `inviteCode`. While it is `approval`, the account cannot sign in (403 `approval_pending`) until an administrator has approved it; an `inviteCode` skips that. A use of the invite is taken when the account is made, and not for a known address. The answer is the same for every address. Where the account configuration names a captcha, its response goes in the header `X-Captcha-Response`.
     *
     * At most 10 calls an hour, shared by all operations with the limit `registration`.
     *
     * @param input.X-Captcha-Response Response of the captcha, where the account configuration names one
     * @param input.body At most 8192 bytes
     */
    readonly accountRegister: {
        readonly parameters: {
            readonly header?: {
                /**
                 * Response of the captcha, where the account configuration names one
                 * @example x-captcha-response-of-a-run
                 */
                readonly "X-Captcha-Response"?: string;
            };
        };
        /** At most 8192 bytes */
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
            /** Accepted */
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
    /**
     * The session of the cookie and its account, or null; extends a session that is older than a day
     *
     * A session ends a week after it was last extended, and 30 days after the sign-in in any case.
     */
    readonly sessionRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** The session */
            readonly 200: {
                content: {
                    readonly "application/json": SessionReadResponse;
                };
            };
        };
    };
    /**
     * Sign in with address and password
     *
     * At most 60 calls a minute, shared by all operations with the limit `sign-in-address`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly signInEmail: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": SignInEmailRequest;
            };
        };
        readonly responses: {
            /** Signed in; or `twoFactorRedirect`: the second factor is missing (`two-factor/verify-totp`) */
            readonly 200: {
                content: {
                    readonly "application/json": SignInEmailResponse;
                };
            };
        };
    };
    /**
     * Start signing in with a provider: one of those that `accountConfigRead` names
     *
     * At most 60 calls a minute, shared by all operations with the limit `sign-in-address`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly signInSocial: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": SignInSocialRequest;
            };
        };
        readonly responses: {
            /** The URL to redirect to */
            readonly 200: {
                content: {
                    readonly "application/json": SignInSocialResponse;
                };
            };
        };
    };
    /**
     * The callback of a sign-in provider
     *
     * Redirects to `/account/second-factor` if the account has a second factor.
     *
     * @param input.state State of the sign-in
     * @param input.code Code of the provider
     * @param input.error Its error
     */
    readonly signInCallback: {
        readonly parameters: {
            readonly query?: {
                /** State of the sign-in */
                readonly state?: string;
                /** Code of the provider */
                readonly code?: string;
                /** Its error */
                readonly error?: string;
            };
            readonly path: {
                readonly provider: string;
            };
        };
        readonly responses: never;
    };
    /**
     * End the session of the cookie
     *
     * At most 60 calls a minute, shared by all operations with the limit `sign-in-address`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly signOut: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": EmptyRequest;
            };
        };
        readonly responses: {
            /** Signed out */
            readonly 200: {
                content: {
                    readonly "application/json": SignOutResponse;
                };
            };
        };
    };
    /**
     * Mail a link that verifies an address; the response is the same for every address
     *
     * At most 20 calls an hour, shared by all operations with the limit `mail`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly verificationSend: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": VerificationSendRequest;
            };
        };
        readonly responses: {
            /** Accepted */
            readonly 200: {
                content: {
                    readonly "application/json": StatusAnswer;
                };
            };
        };
    };
    /**
     * Redirect a token for an address to its page
     *
     * Performs no action; the form of the page does. Mails link to the page itself, `/account/address`.
     *
     * @param input.token The mailed token
     * @param input.callbackURL Ignored; an address elsewhere is refused
     */
    readonly emailVerify: {
        readonly parameters: {
            readonly query?: {
                /**
                 * The mailed token
                 * @example of-a-mail
                 */
                readonly token?: string;
                /** Ignored; an address elsewhere is refused */
                readonly callbackURL?: string;
            };
        };
        readonly responses: never;
    };
    /**
     * Mail a link to set a new password; the response is the same for every address
     *
     * At most 20 calls an hour, shared by all operations with the limit `mail`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly passwordResetRequest: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": PasswordResetRequestRequest;
            };
        };
        readonly responses: {
            /** Accepted */
            readonly 200: {
                content: {
                    readonly "application/json": PasswordResetRequestResponse;
                };
            };
        };
    };
    /**
     * Redirect a password token to its page
     *
     * @param input.callbackURL That page, `/account/password`; another is refused
     */
    readonly passwordResetOpen: {
        readonly parameters: {
            readonly query?: {
                /** That page, `/account/password`; another is refused */
                readonly callbackURL?: string;
            };
            readonly path: {
                /** @example of-a-mail */
                readonly token: string;
            };
        };
        readonly responses: never;
    };
    /**
     * Set the password with a mailed token; ends all sessions and API tokens, verifies the address
     *
     * At most 60 calls a minute, shared by all operations with the limit `sign-in-address`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly passwordReset: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": PasswordResetRequest;
            };
        };
        readonly responses: {
            /** Set */
            readonly 200: {
                content: {
                    readonly "application/json": StatusAnswer;
                };
            };
        };
    };
    /**
     * Change the address; the old one confirms, then the new one is verified
     *
     * Only within ten minutes of a sign-in or a confirmation (`accountConfirm`).
     *
     * At most 20 calls an hour, shared by all operations with the limit `mail`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly emailChange: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": EmailChangeRequest;
            };
        };
        readonly responses: {
            /** Accepted */
            readonly 200: {
                content: {
                    readonly "application/json": StatusAnswer;
                };
            };
        };
    };
    /**
     * Change the password; ends all other sessions, API tokens and unused password links
     *
     * At most 60 calls a minute, shared by all operations with the limit `sign-in-address`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly passwordChange: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": PasswordChangeRequest;
            };
        };
        readonly responses: {
            /** Changed */
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
            /** The ways */
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
    /**
     * Start linking a provider account with the same address
     *
     * Only within ten minutes of a sign-in or a confirmation (`accountConfirm`).
     *
     * At most 60 calls a minute, shared by all operations with the limit `sign-in-address`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly loginMethodLink: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": LoginMethodLinkRequest;
            };
        };
        readonly responses: {
            /** The URL to redirect to */
            readonly 200: {
                content: {
                    readonly "application/json": SignInSocialResponse;
                };
            };
        };
    };
    /**
     * Remove a sign-in method; the last one cannot be removed
     *
     * Only within ten minutes of a sign-in or a confirmation (`accountConfirm`).
     *
     * At most 60 calls a minute, shared by all operations with the limit `sign-in-address`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly loginMethodUnlink: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": LoginMethodUnlinkRequest;
            };
        };
        readonly responses: {
            /** Removed */
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
            /** The sessions */
            readonly 200: {
                content: {
                    readonly "application/json": readonly ({
                        readonly id: string;
                        readonly token: string;
                        readonly expiresAt: string;
                        /** Time of the sign-in */
                        readonly createdAt: string;
                        /** When it was last extended: at most once a day */
                        readonly updatedAt: string;
                    } & {
                        readonly [key: string]: unknown;
                    })[];
                };
            };
        };
    };
    /**
     * End one session
     *
     * Only within ten minutes of a sign-in or a confirmation (`accountConfirm`).
     *
     * At most 60 calls a minute, shared by all operations with the limit `sign-in-address`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly sessionRevoke: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": SessionRevokeRequest;
            };
        };
        readonly responses: {
            /** Ended */
            readonly 200: {
                content: {
                    readonly "application/json": StatusAnswer;
                };
            };
        };
    };
    /**
     * End all sessions, including this one
     *
     * Only within ten minutes of a sign-in or a confirmation (`accountConfirm`).
     *
     * At most 60 calls a minute, shared by all operations with the limit `sign-in-address`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly sessionRevokeAll: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": EmptyRequest;
            };
        };
        readonly responses: {
            /** Ended */
            readonly 200: {
                content: {
                    readonly "application/json": StatusAnswer;
                };
            };
        };
    };
    /**
     * End all other sessions
     *
     * Only within ten minutes of a sign-in or a confirmation (`accountConfirm`).
     *
     * At most 60 calls a minute, shared by all operations with the limit `sign-in-address`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly sessionRevokeOthers: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": EmptyRequest;
            };
        };
        readonly responses: {
            /** Ended */
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
            /** It is */
            readonly 200: {
                content: {
                    readonly "application/json": AuthProbeResponse;
                };
            };
        };
    };
    /**
     * Start setting up an authenticator app; `two-factor/verify-totp` with its first code enables it
     *
     * Returns the URI for the app (`otpauth:`) and ten backup codes. A repeated request before the first code replaces both.
     *
     * By session cookie only.
     *
     * At most 60 calls an hour, shared by all operations with the limit `factor`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly twoFactorEnable: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": EmptyRequest;
            };
        };
        readonly responses: {
            /** What the app needs */
            readonly 200: {
                content: {
                    readonly "application/json": TwoFactorEnableResponse;
                };
            };
        };
    };
    /**
     * Complete a sign-in with a code of the authenticator app, or turn the app on with its first code
     *
     * A sign-in that answered `twoFactorRedirect` waits for ten minutes, by its cookie. A code works once. After five wrong codes of an account each further one must wait: half a minute, doubling up to 15 minutes. With a session, the code turns the app on that `two-factor/enable` has begun (within ten minutes of a confirmation) and ends all sessions that were signed in with one factor, apart from this one.
     *
     * At most 60 calls a minute, shared by all operations with the limit `sign-in-address`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly totpVerify: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": TotpVerifyRequest;
            };
        };
        readonly responses: {
            /** Signed in, or turned on */
            readonly 200: {
                content: {
                    readonly "application/json": TotpVerifyResponse;
                };
            };
        };
    };
    /**
     * Complete a sign-in with a backup code, which works once
     *
     * The waits after wrong codes are those of `two-factor/verify-totp`.
     *
     * At most 60 calls a minute, shared by all operations with the limit `sign-in-address`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly backupCodeVerify: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": TotpVerifyRequest;
            };
        };
        readonly responses: {
            /** Signed in */
            readonly 200: {
                content: {
                    readonly "application/json": TotpVerifyResponse;
                };
            };
        };
    };
    /**
     * Disable the authenticator app and the backup codes
     *
     * By session cookie only.
     *
     * At most 60 calls an hour, shared by all operations with the limit `factor`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly twoFactorDisable: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": EmptyRequest;
            };
        };
        readonly responses: {
            /** Disabled */
            readonly 200: {
                content: {
                    readonly "application/json": StatusAnswer;
                };
            };
        };
    };
    /**
     * Create new backup codes; the old ones become invalid
     *
     * By session cookie only.
     *
     * At most 60 calls an hour, shared by all operations with the limit `factor`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly backupCodesRenew: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": EmptyRequest;
            };
        };
        readonly responses: {
            /** The codes */
            readonly 200: {
                content: {
                    readonly "application/json": BackupCodesRenewResponse;
                };
            };
        };
    };
    /**
     * Start adding a passkey; returns the options for `navigator.credentials.create`
     *
     * Only within ten minutes of a sign-in or a confirmation. The options are valid for five minutes.
     *
     * By session cookie only.
     *
     * At most 60 calls an hour, shared by all operations with the limit `factor`.
     */
    readonly passkeyCreateOptions: {
        readonly parameters: {
        };
        readonly responses: {
            /** The options */
            readonly 200: {
                content: {
                    readonly "application/json": PasskeyCreateOptionsResponse;
                };
            };
        };
    };
    /**
     * Add the passkey that the browser has made
     *
     * A passkey belongs to the host of the public address. With user verification it counts as both factors of this session.
     *
     * By session cookie only.
     *
     * At most 60 calls an hour, shared by all operations with the limit `factor`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly passkeyCreate: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": PasskeyCreateRequest;
            };
        };
        readonly responses: {
            /** The passkey */
            readonly 200: {
                content: {
                    readonly "application/json": PasskeyCreateResponse;
                };
            };
        };
    };
    /**
     * Start signing in or confirming with a passkey; returns the options for `navigator.credentials.get`
     *
     * At most 60 calls a minute, shared by all operations with the limit `sign-in-address`.
     */
    readonly passkeyUseOptions: {
        readonly parameters: {
        };
        readonly responses: {
            /** The options, valid for five minutes */
            readonly 200: {
                content: {
                    readonly "application/json": PasskeyCreateOptionsResponse;
                };
            };
        };
    };
    /**
     * Sign in with a passkey, or complete a sign-in with it
     *
     * A passkey with user verification counts as both factors. One without counts as one: an account with an authenticator app is then asked for a code (`twoFactorRedirect`), and a sign-in that waits for its second factor is complete.
     *
     * At most 60 calls a minute, shared by all operations with the limit `sign-in-address`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly passkeySignIn: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": PasskeySignInRequest;
            };
        };
        readonly responses: {
            /** Signed in, or one factor is missing */
            readonly 200: {
                content: {
                    readonly "application/json": PasskeySignInResponse;
                };
            };
        };
    };
    /**
     * List your passkeys
     *
     * By session cookie only.
     */
    readonly passkeyList: {
        readonly parameters: {
        };
        readonly responses: {
            /** The passkeys */
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
    /**
     * Rename a passkey
     *
     * By session cookie only.
     *
     * At most 60 calls an hour, shared by all operations with the limit `factor`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly passkeyRename: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": PasskeyRenameRequest;
            };
        };
        readonly responses: {
            /** The passkey */
            readonly 200: {
                content: {
                    readonly "application/json": PasskeyRenameResponse;
                };
            };
        };
    };
    /**
     * Remove a passkey
     *
     * By session cookie only.
     *
     * At most 60 calls an hour, shared by all operations with the limit `factor`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly passkeyDelete: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": PasskeyDeleteRequest;
            };
        };
        readonly responses: {
            /** Removed */
            readonly 200: {
                content: {
                    readonly "application/json": StatusAnswer;
                };
            };
        };
    };
    /**
     * Confirm your identity with the password, a code or a passkey; with the cookie only
     *
     * Some changes are refused with `reauthentication_required` unless this session was signed in or confirmed shortly before. Send `{password}`, `{code}` with a code of the authenticator app or a backup code, or `{passkey}`. An account that has none of these sends `{}` first, which mails a code of six digits, and then `{code}` from the same session. A mailed code works once, for ten minutes, and ends with the fifth wrong one. A confirmation gives the session a new token, which the answer sets as the cookie. The token of before still reads and writes for 30 seconds, without the confirmation.
     *
     * By session cookie only.
     *
     * At most 10 calls in 5 minutes, shared by all operations with the limit `confirmation`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly accountConfirm: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
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
            /** The session is confirmed */
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
            /** A code is mailed */
            readonly 202: {
                content: {
                    readonly "application/json": AccountConfirm202Response;
                };
            };
        };
    };
    /**
     * Your preferences; null before the first write
     *
     * An API token needs the scope `read`.
     */
    readonly preferencesRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** The preferences */
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
    /**
     * Change preferences; omitted fields stay, null clears
     *
     * Every write increments `version`.
     *
     * An API token needs the scope `profile`.
     *
     * At most 60 calls a minute, shared by all operations with the limit `preference`.
     *
     * @param input.body At most 262144 bytes
     */
    readonly preferencesWrite: {
        readonly parameters: {
        };
        /** At most 262144 bytes */
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
            /** The preferences */
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
    /**
     * Your profile
     *
     * An API token needs the scope `read`.
     */
    readonly profileRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** The profile */
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
    /**
     * Delete the account permanently
     *
     * Sessions and tokens end at once, content and files are removed, and our cookies are expired. The address can be used again after the grace period of this service. Only within ten minutes of a sign-in or a confirmation (`accountConfirm`).
     *
     * By session cookie only.
     *
     * At most 20 calls a minute, shared by all operations with the limit `profile`.
     *
     * @param input.body At most 2048 bytes
     */
    readonly profileDelete: {
        readonly parameters: {
        };
        /** At most 2048 bytes */
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
            /** The account is deleted */
            readonly 204: {
                content?: never;
            };
        };
    };
    /**
     * Change display name, handle and bio
     *
     * Send what changes. With `version` the change is made only on that version of the profile. A display name that a person or classifier must judge is kept as `candidateDisplayName` while the old one stays public (202). A handle that is taken, and a handle or display name that poses as staff or as the service, is 409 `handle_unavailable`.
     *
     * An API token needs the scope `profile`.
     *
     * At most 20 calls a minute, shared by all operations with the limit `profile`.
     *
     * @param input.body At most 2048 bytes
     */
    readonly profilePatch: {
        readonly parameters: {
        };
        /** At most 2048 bytes */
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
            /** The changed profile */
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
            /** The changed profile, whose new display name waits for a verdict */
            readonly 202: {
                content: {
                    readonly "application/json": ProfileAnswer;
                };
            };
        };
    };
    /**
     * Upload an avatar
     *
     * At most 2 MiB, 4096 pixels a side and 16 million in all, not animated. Its structure is looked at here; it is decoded, re-encoded without metadata and judged afterwards. The avatar of before stays until then.
     *
     * An API token needs the scope `profile`.
     *
     * At most 10 calls an hour, shared by all operations with the limit `avatar`.
     *
     * @param input.body The picture
     */
    readonly avatarWrite: {
        readonly parameters: {
        };
        /** The picture */
        readonly requestBody: {
            readonly content: {
                readonly "image/jpeg": unknown;
                readonly "image/png": unknown;
                readonly "image/webp": unknown;
            };
        };
        readonly responses: {
            /** The picture is being prepared */
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
    /**
     * Remove the avatar, including a pending one
     *
     * An API token needs the scope `profile`.
     *
     * At most 20 calls a minute, shared by all operations with the limit `profile`.
     */
    readonly avatarDelete: {
        readonly parameters: {
        };
        readonly responses: {
            /** Removed */
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
            /** The picture */
            readonly 200: {
                content: {
                    readonly "image/webp": string;
                };
            };
        };
    };
    /**
     * List your game accounts, newest first
     *
     * An API token needs the scope `read`.
     */
    readonly gameAccountList: {
        readonly parameters: {
        };
        readonly responses: {
            /** The game accounts */
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
    /**
     * Add a game account; at most 16
     *
     * An API token needs the scope `profile`.
     *
     * At most 20 calls a minute, shared by all operations with the limit `profile`.
     *
     * @param input.body At most 16384 bytes
     */
    readonly gameAccountCreate: {
        readonly parameters: {
        };
        /** At most 16384 bytes */
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
            /** The game account */
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
    /**
     * Remove a game account
     *
     * An API token needs the scope `profile`.
     *
     * At most 20 calls a minute, shared by all operations with the limit `profile`.
     */
    readonly gameAccountDelete: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** Deleted */
            readonly 204: {
                content?: never;
            };
        };
    };
    /**
     * Change a game account; omitted fields stay
     *
     * An API token needs the scope `profile`.
     *
     * At most 20 calls a minute, shared by all operations with the limit `profile`.
     *
     * @param input.body At most 16384 bytes
     */
    readonly gameAccountEdit: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly id: string;
            };
        };
        /** At most 16384 bytes */
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
            /** The game account */
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
    /**
     * List your API tokens, newest first; with the cookie only
     *
     * By session cookie only.
     */
    readonly tokenList: {
        readonly parameters: {
        };
        readonly responses: {
            /** The tokens */
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
    /**
     * Create an API token; with the cookie only
     *
     * The `secret` is shown this once. Programs send it as `Authorization: Bearer …`. The session must have been signed in or confirmed (`accountConfirm`) within the last ten minutes. The scopes `publish`, `releases` and `webhooks` are for administrators, and end with the role. With the first two a program publishes or manages releases of the named `servers`.
     *
     * By session cookie only.
     *
     * At most 20 calls a minute, shared by all operations with the limit `profile`.
     *
     * @param input.Idempotency-Key 16 to 128 letters, digits, `.`, `_`, `:`, `-`; begins with a letter or digit. For 24 hours, the same key with the same request creates nothing: the answer has the status of the first one and the thing as it reads now, without secrets.
     * @param input.body At most 16384 bytes
     */
    readonly tokenCreate: {
        readonly parameters: {
            readonly header?: {
                /** 16 to 128 letters, digits, `.`, `_`, `:`, `-`; begins with a letter or digit. For 24 hours, the same key with the same request creates nothing: the answer has the status of the first one and the thing as it reads now, without secrets. */
                readonly "Idempotency-Key"?: string;
            };
        };
        /** At most 16384 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": TokenCreateRequest;
            };
        };
        readonly responses: {
            /** The token and its secret, which a repeat of the request does not get again */
            readonly 201: {
                content: {
                    readonly "application/json": TokenCreateResponse;
                };
            };
        };
    };
    /**
     * Revoke an API token; with the cookie only
     *
     * By session cookie only.
     *
     * At most 20 calls a minute, shared by all operations with the limit `profile`.
     */
    readonly tokenDelete: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** Revoked */
            readonly 204: {
                content?: never;
            };
        };
    };
    /**
     * Export the account as a zip file; with the cookie only, three a day
     *
     * Only within ten minutes of a sign-in or a confirmation (`accountConfirm`).
     *
     * By session cookie only.
     *
     * At most 3 calls a day, shared by all operations with the limit `export`.
     */
    readonly accountExport: {
        readonly parameters: {
        };
        readonly responses: {
            /** JSON documents and files, streamed */
            readonly 200: {
                content: {
                    readonly "application/zip": string;
                };
            };
        };
    };
    /**
     * Mail domains and networks that may not register
     *
     * By session cookie only.
     */
    readonly adminDoorsRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** The doors */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "mailDomains": [],
                     *       "networks": [],
                     *       "version": 1
                     *     }
                     */
                    readonly "application/json": RegistrationDoors;
                };
            };
        };
    };
    /**
     * Block mail domains and networks from registering
     *
     * Whoever registers from there gets 403 `registration_closed`, whether or not the address has an account. Accounts that exist are not concerned. What covers the address of the administrator who asks, or the network, needs `evenOwn`.
     *
     * By session cookie only.
     *
     * @param input.body At most 2097152 bytes
     */
    readonly adminDoorsWrite: {
        readonly parameters: {
        };
        /** At most 2097152 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "mailDomains": [
                 *         "spam.example",
                 *         "*.junk.example"
                 *       ],
                 *       "networks": [
                 *         "192.0.2.0/24"
                 *       ],
                 *       "version": 1
                 *     }
                 */
                readonly "application/json": AdminDoorsWriteRequest;
            };
        };
        readonly responses: {
            /** The doors after it */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "mailDomains": [
                     *         "*.junk.example",
                     *         "spam.example"
                     *       ],
                     *       "networks": [
                     *         "192.0.2.0/24"
                     *       ],
                     *       "version": 2
                     *     }
                     */
                    readonly "application/json": RegistrationDoors;
                };
            };
        };
    };
    /**
     * List cases by status and kind
     *
     * `pending` and `review` come oldest first; `decided`, and all together, newest first.
     *
     * By session cookie only.
     *
     * @param input.status Absent: all of them
     * @param input.limit Page length, 1 to 100, default 50
     * @param input.cursor Opaque `nextCursor` of the previous page, with the same filters
     */
    readonly caseList: {
        readonly parameters: {
            readonly query?: {
                /**
                 * Absent: all of them
                 * @example review
                 */
                readonly status?: "pending" | "review" | "decided";
                readonly kind?: "post" | "comment" | "list" | "attachment" | "profile-name" | "profile-links" | "avatar";
                /**
                 * Page length, 1 to 100, default 50
                 * @example 1
                 */
                readonly limit?: number;
                /** Opaque `nextCursor` of the previous page, with the same filters */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** A page */
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
    /**
     * A case with its content
     *
     * By session cookie only.
     *
     * @param input.id Case
     */
    readonly caseRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * Case
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** The case */
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
    /**
     * The file that a case is about
     *
     * By session cookie only.
     *
     * @param input.id Case
     */
    readonly caseContent: {
        readonly parameters: {
            readonly path: {
                /**
                 * Case
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** The bytes */
            readonly 200: {
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    /**
     * Decide a case
     *
     * Takes effect at once. Nobody decides on what is their own, and moderators not on what an administrator made (403 `forbidden`). A decided case may be decided the other way, with its present version.
     *
     * By session cookie only.
     *
     * @param input.id Case
     * @param input.body At most 262144 bytes
     */
    readonly caseDecide: {
        readonly parameters: {
            readonly path: {
                /**
                 * Case
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        /** At most 262144 bytes */
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
            /** The changed case */
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
    /**
     * List reports by status
     *
     * Reports about the reader are left out. `pending` and `reviewing` come oldest first; the others, and all together, newest first.
     *
     * By session cookie only.
     *
     * @param input.status Absent: all of them
     * @param input.limit Page length, 1 to 100, default 50
     * @param input.cursor Opaque `nextCursor` of the previous page, with the same filters
     */
    readonly reportList: {
        readonly parameters: {
            readonly query?: {
                /** Absent: all of them */
                readonly status?: "pending" | "reviewing" | "resolved" | "dismissed";
                /**
                 * Page length, 1 to 100, default 50
                 * @example 1
                 */
                readonly limit?: number;
                /** Opaque `nextCursor` of the previous page, with the same filters */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** A page */
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
    /**
     * Close a report
     *
     * Your own reports, reports about you, and for moderators reports about administrators cannot be closed.
     *
     * By session cookie only.
     *
     * @param input.id Report
     * @param input.body At most 262144 bytes
     */
    readonly reportClose: {
        readonly parameters: {
            readonly path: {
                /**
                 * Report
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        /** At most 262144 bytes */
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
            /** The changed report */
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
    /**
     * List people with role, status and active restrictions
     *
     * By session cookie only.
     *
     * @param input.q Part of a handle or name, or a whole UID; absent: everybody, by UID
     * @param input.limit Page length, 1 to 100, default 50
     * @param input.cursor Opaque `nextCursor` of the previous page, with the same filters
     */
    readonly userSearch: {
        readonly parameters: {
            readonly query?: {
                /**
                 * Part of a handle or name, or a whole UID; absent: everybody, by UID
                 * @example person
                 */
                readonly q?: string;
                /**
                 * Page length, 1 to 100, default 50
                 * @example 1
                 */
                readonly limit?: number;
                /** Opaque `nextCursor` of the previous page, with the same filters */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** A page */
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
    /**
     * Restrict an account
     *
     * Moderators restrict `write` and `upload` of anybody but administrators; administrators also `sign_in`, which ends the account's sessions. `expiresAt` lies at most 366 days ahead; null or absent: without an end. One of a kind at a time. The last administrator who can sign in cannot be restricted.
     *
     * By session cookie only.
     *
     * @param input.uid Public UID of the person
     * @param input.body At most 262144 bytes
     */
    readonly restrictionIssue: {
        readonly parameters: {
            readonly path: {
                /**
                 * Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        /** At most 262144 bytes */
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
            /** The restriction */
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
    /**
     * Lift a restriction
     *
     * By session cookie only.
     *
     * @param input.uid Public UID of the person
     * @param input.id Restriction
     * @param input.body At most 262144 bytes
     */
    readonly restrictionLift: {
        readonly parameters: {
            readonly path: {
                /**
                 * Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
                /**
                 * Restriction
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        /** At most 262144 bytes */
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
            /** Lifted */
            readonly 204: {
                content?: never;
            };
        };
    };
    /**
     * The audit trail, newest first
     *
     * Events with the subject `account` are sign-ins and changes of password, address, sign-in methods and API tokens. Only administrators get them.
     *
     * By session cookie only.
     *
     * @param input.subjectKind `user`, `report`, the kind of a case, or `account`
     * @param input.action What was done, such as `case.decide`
     * @param input.actorUid Who did it: public UID, or `@` and the handle
     * @param input.limit Page length, 1 to 100, default 50
     * @param input.cursor Opaque `nextCursor` of the previous page, with the same filters
     */
    readonly auditList: {
        readonly parameters: {
            readonly query?: {
                /** `user`, `report`, the kind of a case, or `account` */
                readonly subjectKind?: string;
                readonly subjectId?: string;
                /** What was done, such as `case.decide` */
                readonly action?: string;
                /** Who did it: public UID, or `@` and the handle */
                readonly actorUid?: string;
                /**
                 * Page length, 1 to 100, default 50
                 * @example 1
                 */
                readonly limit?: number;
                /** Opaque `nextCursor` of the previous page, with the same filters */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** A page */
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
    /**
     * Appeals by status
     *
     * `open` ones come oldest first; the others, and all together, newest first. One’s own are left out.
     *
     * By session cookie only.
     *
     * @param input.status Absent: all of them
     * @param input.limit Page length, 1 to 100, default 50
     * @param input.cursor Opaque `nextCursor` of the previous page, with the same filters
     */
    readonly appealList: {
        readonly parameters: {
            readonly query?: {
                /** Absent: all of them */
                readonly status?: "open" | "granted" | "denied";
                /**
                 * Page length, 1 to 100, default 50
                 * @example 1
                 */
                readonly limit?: number;
                /** Opaque `nextCursor` of the previous page, with the same filters */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** A page */
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
    /**
     * Decide an appeal
     *
     * Granting allows the content, or ends the restriction or the suspension. Whoever decided the case or issued the restriction does not decide its appeal while another active moderator or administrator who may decide it exists (403 `forbidden`), nobody their own, moderators not those of administrators, and administrators alone those of suspensions, of restrictions of sign-in, and of what administrators decided about staff.
     *
     * By session cookie only.
     *
     * @param input.id Appeal
     * @param input.body At most 262144 bytes
     */
    readonly appealDecide: {
        readonly parameters: {
            readonly path: {
                /**
                 * Appeal
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        /** At most 262144 bytes */
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
            /** The appeal after it */
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
    /**
     * What waits for staff, oldest first
     *
     * Cases that wait for a person, and what people have reported: several open reports on one thing are one entry, and part of its case where one waits. Reports about the reader are left out.
     *
     * By session cookie only.
     *
     * @param input.limit Page length, 1 to 100, default 50
     * @param input.cursor Opaque `nextCursor` of the previous page, with the same filters
     */
    readonly queueList: {
        readonly parameters: {
            readonly query?: {
                readonly kind?: "post" | "comment" | "list" | "attachment" | "profile-name" | "profile-links" | "avatar" | "user";
                /**
                 * Page length, 1 to 100, default 50
                 * @example 1
                 */
                readonly limit?: number;
                /** Opaque `nextCursor` of the previous page, with the same filters */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** A page */
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
                     *           "sameAuthor": 1,
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
    /**
     * What the reader has decided, newest first
     *
     * Cases, reports, appeals, restrictions, and what the reader hid, showed, locked or approved.
     *
     * By session cookie only.
     *
     * @param input.limit Page length, 1 to 100, default 50
     * @param input.cursor Opaque `nextCursor` of the previous page, with the same filters
     */
    readonly ownDecisionList: {
        readonly parameters: {
            readonly query?: {
                /**
                 * Page length, 1 to 100, default 50
                 * @example 1
                 */
                readonly limit?: number;
                /** Opaque `nextCursor` of the previous page, with the same filters */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** A page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "decisions": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "at": 1767225600000,
                     *           "action": "restriction.issue",
                     *           "subjectKind": "user",
                     *           "subjectId": "10014",
                     *           "kind": "user",
                     *           "caseId": null,
                     *           "person": {
                     *             "uid": 100000001,
                     *             "handle": null,
                     *             "displayName": "Person"
                     *           },
                     *           "excerpt": null,
                     *           "verdict": null,
                     *           "reasonCode": "harassment",
                     *           "note": null
                     *         }
                     *       ],
                     *       "nextCursor": "opaque"
                     *     }
                     */
                    readonly "application/json": OwnDecisionListResponse;
                };
            };
        };
    };
    /**
     * A case with all that belongs to it
     *
     * By session cookie only.
     *
     * @param input.id Case
     */
    readonly caseContextRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * Case
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** The context */
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
                     *           "sameAuthor": 1,
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
    /**
     * A report and the others on the same thing, with all that belongs to them
     *
     * By session cookie only.
     *
     * @param input.id Report
     */
    readonly reportContextRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * Report
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** The context */
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
                     *           "sameAuthor": 1,
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
    /**
     * Show others that one is at a case
     *
     * Forbids nothing. Ends after 15 minutes, with the decision, or with `active: false`; repeating it moves the end.
     *
     * By session cookie only.
     *
     * @param input.id Case
     * @param input.body At most 262144 bytes
     */
    readonly caseClaim: {
        readonly parameters: {
            readonly path: {
                /**
                 * Case
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        /** At most 262144 bytes */
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
            /** Who is at it */
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
    /**
     * Note something about a case, for staff
     *
     * Nobody notes anything about what is their own.
     *
     * By session cookie only.
     *
     * @param input.id Case
     * @param input.body At most 262144 bytes
     */
    readonly caseNote: {
        readonly parameters: {
            readonly path: {
                /**
                 * Case
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        /** At most 262144 bytes */
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
            /** The note */
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
    /**
     * The same decision about several cases
     *
     * Up to 50, each by itself, as by the decision on one case: the answer says of each what became of it, in the order of the ids.
     *
     * By session cookie only.
     *
     * @param input.body At most 262144 bytes
     */
    readonly caseDecideSeveral: {
        readonly parameters: {
        };
        /** At most 262144 bytes */
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
            /** What became of each */
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
    /**
     * Reject a case and all that waits with the same text
     *
     * Whoever wrote it; differences that text rules fold do not count. Up to 200, oldest first, each by itself: the answer says of each what became of it, beginning with the case of the address.
     *
     * By session cookie only.
     *
     * @param input.id Case
     * @param input.body At most 262144 bytes
     */
    readonly caseRejectAlike: {
        readonly parameters: {
            readonly path: {
                /**
                 * Case
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        /** At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "reasonCode": "spam",
                 *       "version": 1
                 *     }
                 */
                readonly "application/json": CaseRejectAlikeRequest;
            };
        };
        readonly responses: {
            /** What became of each */
            readonly 200: {
                content: {
                    readonly "application/json": CaseRejectAlikeResponse;
                };
            };
        };
    };
    /**
     * Close several reports
     *
     * Up to 50, each by itself: the answer says of each what became of it, in the order of the ids.
     *
     * By session cookie only.
     *
     * @param input.body At most 262144 bytes
     */
    readonly reportCloseSeveral: {
        readonly parameters: {
        };
        /** At most 262144 bytes */
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
            /** What became of each */
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
                     *             "targetId": "10023",
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
    /**
     * A person with decisions, restrictions and notes
     *
     * By session cookie only.
     *
     * @param input.uid Public UID of the person
     */
    readonly userHistoryRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        readonly responses: {
            /** The person */
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
    /**
     * Note something about a person, for staff
     *
     * By session cookie only.
     *
     * @param input.uid Public UID of the person
     * @param input.body At most 262144 bytes
     */
    readonly userNote: {
        readonly parameters: {
            readonly path: {
                /**
                 * Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        /** At most 262144 bytes */
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
            /** The note */
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
    /**
     * Community and moderation in figures
     *
     * Sign-ups, active people, posts and comments by day; what waits, how long people take to decide, and the reasons. Days are those of a time zone; today is the last.
     *
     * By session cookie only.
     *
     * @param input.days 1 to 90; absent: 30
     * @param input.timeZone Such as `Asia/Tokyo`; absent: UTC
     */
    readonly moderationFigures: {
        readonly parameters: {
            readonly query?: {
                /** 1 to 90; absent: 30 */
                readonly days?: number;
                /** Such as `Asia/Tokyo`; absent: UTC */
                readonly timeZone?: string;
            };
        };
        readonly responses: {
            /** The figures */
            readonly 200: {
                content: {
                    readonly "application/json": ModerationFiguresResponse;
                };
            };
        };
    };
    /**
     * One’s active restrictions, and the decisions on one’s content, newest first
     *
     * Decisions are rejections, and what was allowed on appeal. Each list has a cursor of its own; `limit` is for both. Also for restricted and suspended accounts.
     *
     * An API token needs the scope `read`.
     *
     * @param input.limit Page length, 1 to 100, default 50
     * @param input.restrictionsCursor Opaque `nextCursor` of the previous page, with the same filters
     * @param input.decisionsCursor Opaque `nextCursor` of the previous page, with the same filters
     */
    readonly standingRead: {
        readonly parameters: {
            readonly query?: {
                /** Page length, 1 to 100, default 50 */
                readonly limit?: number;
                /** Opaque `nextCursor` of the previous page, with the same filters */
                readonly restrictionsCursor?: string;
                /** Opaque `nextCursor` of the previous page, with the same filters */
                readonly decisionsCursor?: string;
            };
        };
        readonly responses: {
            /** How the account stands */
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
    /**
     * Appeals against a rejection or a restriction
     *
     * Once each, within 30 days. Also for restricted and suspended accounts. Nothing that is under appeal is erased; what was rejected without an appeal stays for 60 days (files and pictures). A restriction that has ended is 409 `appeal_expired`.
     *
     * By session cookie only.
     *
     * At most 20 calls an hour and 100 calls a day, shared by all operations with the limit `report`.
     *
     * @param input.Idempotency-Key 16 to 128 letters, digits, `.`, `_`, `:`, `-`; begins with a letter or digit. For 24 hours, the same key with the same request creates nothing: the answer has the status of the first one and the thing as it reads now, without secrets.
     * @param input.body At most 262144 bytes
     */
    readonly appealFile: {
        readonly parameters: {
            readonly header?: {
                /** 16 to 128 letters, digits, `.`, `_`, `:`, `-`; begins with a letter or digit. For 24 hours, the same key with the same request creates nothing: the answer has the status of the first one and the thing as it reads now, without secrets. */
                readonly "Idempotency-Key"?: string;
            };
        };
        /** At most 262144 bytes */
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
            /** The appeal */
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
    /**
     * The text rules in force
     *
     * By session cookie only.
     *
     * @param input.of The text of an earlier version; `version` is still the current one
     */
    readonly adminRulesRead: {
        readonly parameters: {
            readonly query?: {
                /** The text of an earlier version; `version` is still the current one */
                readonly of?: number;
            };
        };
        readonly responses: {
            /** The rules */
            readonly 200: {
                content: {
                    readonly "application/json": ModerationRules;
                };
            };
        };
    };
    /**
     * Store text rules, which apply from then on
     *
     * They are tried first: rules with mistakes are refused, and so are rules that need more than 2 seconds for the last 500 public posts. `POST /api/v1/admin/rules/try` says where the mistakes are.
     *
     * By session cookie only.
     *
     * @param input.body At most 2097152 bytes
     */
    readonly adminRulesWrite: {
        readonly parameters: {
        };
        /** At most 2097152 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "rules": "words:\n  - id: sale\n    verdict: review\n    languages:\n      en: [account sale]\n",
                 *       "version": 2,
                 *       "note": "Spam"
                 *     }
                 */
                readonly "application/json": AdminRulesWriteRequest;
            };
        };
        readonly responses: {
            /** The rules */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "rules": "words:\n  - id: sale\n    verdict: review\n    languages:\n      en: [account sale]\n",
                     *       "source": "stored",
                     *       "list": [
                     *         {
                     *           "id": "sale",
                     *           "list": "words",
                     *           "verdict": "review",
                     *           "kinds": [
                     *             "post",
                     *             "comment",
                     *             "list",
                     *             "profile-name",
                     *             "profile-links"
                     *           ]
                     *         }
                     *       ],
                     *       "version": 3,
                     *       "versions": [
                     *         {
                     *           "version": 3,
                     *           "source": "stored",
                     *           "changedAt": 1767225600000,
                     *           "by": {
                     *             "uid": 100000001,
                     *             "handle": null,
                     *             "displayName": "Person"
                     *           }
                     *         },
                     *         {
                     *           "version": 2,
                     *           "source": "stored",
                     *           "changedAt": 1767225600000,
                     *           "by": {
                     *             "uid": 100000001,
                     *             "handle": null,
                     *             "displayName": "Person"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": ModerationRules;
                };
            };
        };
    };
    /**
     * Go back to the rules of the configuration
     *
     * The stored rules stay among the earlier versions.
     *
     * By session cookie only.
     */
    readonly adminRulesReset: {
        readonly parameters: {
        };
        readonly responses: {
            /** The rules of `MODERATION_RULES` apply */
            readonly 204: {
                content?: never;
            };
        };
    };
    /**
     * Try text rules on a text and on the last 500 public posts
     *
     * Stores nothing. The text is judged as the first post of a new account.
     *
     * By session cookie only.
     *
     * @param input.body At most 2097152 bytes
     */
    readonly adminRulesTry: {
        readonly parameters: {
        };
        /** At most 2097152 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "rules": "words:\n  - id: sale\n    verdict: review\n    languages:\n      en: [account sale]\n",
                 *       "text": "My account sale"
                 *     }
                 */
                readonly "application/json": AdminRulesTryRequest;
            };
        };
        readonly responses: {
            /** What the rules find */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "faults": [],
                     *       "text": {
                     *         "verdict": "review",
                     *         "reasons": [
                     *           "rule.sale"
                     *         ],
                     *         "marks": [
                     *           {
                     *             "start": 3,
                     *             "end": 15,
                     *             "rule": "rule.sale"
                     *           }
                     *         ]
                     *       },
                     *       "tried": 1,
                     *       "posts": []
                     *     }
                     */
                    readonly "application/json": AdminRulesTryResponse;
                };
            };
        };
    };
    /** The upload policy: accepted types and sizes */
    readonly uploadPolicyRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** The policy; it is authoritative for this deployment */
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
    /**
     * Reserve an upload
     *
     * The same key with the same metadata returns the existing attachment. An intent expires 15 minutes after its creation or its last part.
     *
     * An API token needs the scope `upload`.
     *
     * At most 60 calls a minute, shared by all operations with the limit `intent`.
     *
     * @param input.Idempotency-Key 16 to 128 letters, digits, `.`, `_`, `:`, `-`; begins with a letter or digit
     * @param input.body At most 16384 bytes
     */
    readonly uploadIntentCreate: {
        readonly parameters: {
            readonly header: {
                /**
                 * 16 to 128 letters, digits, `.`, `_`, `:`, `-`; begins with a letter or digit
                 * @example idempotency-key-of-a-run
                 */
                readonly "Idempotency-Key": string;
            };
        };
        /** At most 16384 bytes */
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
            /** The existing reservation of this key */
            readonly 200: {
                content: {
                    readonly "application/json": AttachmentAnswer;
                };
            };
            /** Reserved; Location names its descriptor */
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
    /**
     * Upload a file in one request; completes it
     *
     * An API token needs the scope `upload`.
     *
     * @param input.body The whole file, with its Content-Length; as `application/octet-stream` or the announced type
     */
    readonly uploadContentWrite: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly attachmentId: string;
            };
        };
        /** The whole file, with its Content-Length; as `application/octet-stream` or the announced type */
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": unknown;
            };
        };
        readonly responses: {
            /** Uploaded before */
            readonly 200: {
                content: {
                    readonly "application/json": AttachmentAnswer;
                };
            };
            /** Received; the file is being examined */
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
    /**
     * Upload a part of a file; parts may be repeated and sent in any order
     *
     * An API token needs the scope `upload`.
     *
     * @param input.partNumber From 1
     * @param input.body Exactly the planned bytes of this part; the last part is the rest
     */
    readonly uploadPartWrite: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly attachmentId: string;
                /**
                 * From 1
                 * @example 2
                 */
                readonly partNumber: number;
            };
        };
        /** Exactly the planned bytes of this part; the last part is the rest */
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": unknown;
            };
        };
        readonly responses: {
            /** Received. Without `part` if the file is no longer being uploaded */
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
    /**
     * Complete an upload
     *
     * May be repeated. `parts` may be omitted if the service has all of them.
     *
     * An API token needs the scope `upload`.
     *
     * @param input.body At most 16384 bytes
     */
    readonly uploadComplete: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly attachmentId: string;
            };
        };
        /** At most 16384 bytes */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": UploadCompleteRequest;
            };
        };
        readonly responses: {
            /** Complete; the file is being or has been examined */
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
    /**
     * Cancel an incomplete upload
     *
     * An API token needs the scope `upload`.
     */
    readonly uploadCancel: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly attachmentId: string;
            };
        };
        readonly responses: {
            /** Cancelled */
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
    /**
     * The state of your attachment, with the received parts
     *
     * An API token needs the scope `read`.
     */
    readonly attachmentRead: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly attachmentId: string;
            };
        };
        readonly responses: {
            /** The current state */
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
            /** Still being examined; ask again */
            readonly 202: {
                content: {
                    readonly "application/json": AttachmentReadResponse;
                };
            };
        };
    };
    /**
     * Delete an attachment that no post uses
     *
     * An API token needs the scope `community`.
     */
    readonly attachmentDelete: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly attachmentId: string;
            };
        };
        readonly responses: {
            /** Deleted */
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
    /**
     * Set the alternative text of an attachment
     *
     * An API token needs the scope `upload`.
     *
     * At most 120 calls a minute, shared by all operations with the limit `react`.
     *
     * @param input.body At most 16384 bytes
     */
    readonly attachmentDescribe: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly attachmentId: string;
            };
        };
        /** At most 16384 bytes */
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
            /** The attachment */
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
    /**
     * Examine a file again whose examination failed
     *
     * An API token needs the scope `upload`.
     */
    readonly attachmentRetry: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly attachmentId: string;
            };
        };
        readonly responses: {
            /** Examined again */
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
    /**
     * The file as others see it, one of its variants, or for its owner the original
     *
     * @param input.variant Default `media`; `original` is available to the owner for some days
     */
    readonly attachmentContentRead: {
        readonly parameters: {
            readonly query?: {
                /** Default `media`; `original` is available to the owner for some days */
                readonly variant?: "media" | "poster" | "thumb" | "original";
            };
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly attachmentId: string;
            };
        };
        readonly responses: {
            /** The bytes */
            readonly 200: {
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    /**
     * A page of a feed
     *
     * Cursors belong to the scope, period, state, search, tag and subject that they were given for. `all` shows featured posts first; `top` those with the most likes and comments within the period, then the other ones written within it; `recommended` answers a `seed` that must be sent with its cursor. `q` is one substring of title or body, in any script; width and case are equal.
     *
     * @param input.limit 1 to 50
     * @param input.cursor From the previous page
     * @param input.q 1 to 100 characters
     * @param input.tag A normalised tag
     * @param input.subject An entity of a catalog, as `server/resource/id`
     * @param input.period Only with `top`; default `week`
     * @param input.scope Default `all`
     * @param input.state Values other than `active` need the scope `mine`
     * @param input.seed 0 to 2147483647
     * @param input.refresh Ignores which posts were shown before
     */
    readonly postList: {
        readonly parameters: {
            readonly query?: {
                /**
                 * 1 to 50
                 * @example 1
                 */
                readonly limit?: number;
                /** From the previous page */
                readonly cursor?: string;
                /** 1 to 100 characters */
                readonly q?: string;
                /** A normalised tag */
                readonly tag?: string;
                /** An entity of a catalog, as `server/resource/id` */
                readonly subject?: string;
                /** Only with `top`; default `week` */
                readonly period?: "day" | "week" | "month" | "year" | "all";
                /**
                 * Default `all`
                 * @example latest
                 */
                readonly scope?: "all" | "latest" | "top" | "recommended" | "following" | "mine" | "bookmarked";
                /** Values other than `active` need the scope `mine` */
                readonly state?: "active" | "archived" | "all";
                /** 0 to 2147483647 */
                readonly seed?: number;
                /** Ignores which posts were shown before */
                readonly refresh?: "1";
            };
        };
        readonly responses: {
            /** The page */
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
    /**
     * Create a post
     *
     * At most 30 an hour and 200 a day, deleted ones included. The body is Markdown source.
     *
     * An API token needs the scope `community`.
     *
     * At most 30 calls a minute, shared by all operations with the limit `write`.
     *
     * @param input.Idempotency-Key 16 to 128 letters, digits, `.`, `_`, `:`, `-`; begins with a letter or digit. For 24 hours, the same key with the same request creates nothing: the answer has the status of the first one and the thing as it reads now, without secrets.
     * @param input.body At most 262144 bytes
     */
    readonly postCreate: {
        readonly parameters: {
            readonly header?: {
                /** 16 to 128 letters, digits, `.`, `_`, `:`, `-`; begins with a letter or digit. For 24 hours, the same key with the same request creates nothing: the answer has the status of the first one and the thing as it reads now, without secrets. */
                readonly "Idempotency-Key"?: string;
            };
        };
        /** At most 262144 bytes */
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
            /** The post */
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
    /**
     * A post with a page of its comments
     *
     * A page is 50 threads, each root followed by its first two answers; `commentsRoot` pages the answers of one by 20. `commentId` adds a visible comment that is not on the page.
     *
     * @param input.commentsSort Default `hot`
     * @param input.commentsCursor From the previous page
     * @param input.tree `1`: with the tree of each Markdown text
     * @param input.commentsAfter With `commentsOnly` alone: up to 50 comments with a higher `floor`, in the order of writing
     */
    readonly postRead: {
        readonly parameters: {
            readonly query?: {
                readonly includeComments?: "false";
                readonly commentsOnly?: "true";
                /**
                 * Default `hot`
                 * @example latest
                 */
                readonly commentsSort?: "hot" | "latest";
                /** From the previous page */
                readonly commentsCursor?: string;
                readonly commentsRoot?: string;
                /** `1`: with the tree of each Markdown text */
                readonly tree?: "1";
                /** With `commentsOnly` alone: up to 50 comments with a higher `floor`, in the order of writing */
                readonly commentsAfter?: number;
                readonly commentId?: string;
            };
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        readonly responses: {
            /** The post, its comments, or both */
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
                     *       "lastFloor": 1,
                     *       "viewer": {
                     *         "liked": false,
                     *         "bookmarked": false,
                     *         "following": false,
                     *         "canEdit": true,
                     *         "canDelete": true,
                     *         "canComment": true,
                     *         "canPin": true,
                     *         "canLock": false,
                     *         "subscribed": true,
                     *         "moderationReasons": []
                     *       }
                     *     }
                     */
                    readonly "application/json": PostReadResponse;
                };
            };
        };
    };
    /**
     * Delete your post
     *
     * An API token needs the scope `community`.
     *
     * At most 30 calls a minute, shared by all operations with the limit `write`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly postDelete: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        /** At most 32768 bytes */
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
            /** Deleted */
            readonly 204: {
                content?: never;
            };
        };
    };
    /**
     * Edit your post; omitted fields stay
     *
     * An API token needs the scope `community`.
     *
     * At most 30 calls a minute, shared by all operations with the limit `write`.
     *
     * @param input.body At most 262144 bytes
     */
    readonly postEdit: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        /** At most 262144 bytes */
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
            /** The changed post */
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
    /**
     * Pin a post on the profile or, for staff, in the public feed
     *
     * An API token needs the scope `community`.
     *
     * At most 30 calls a minute, shared by all operations with the limit `write`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly postPin: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        /** At most 32768 bytes */
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
            /** The post */
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
    /**
     * Archive your post, which removes it from all lists
     *
     * An API token needs the scope `community`.
     *
     * At most 30 calls a minute, shared by all operations with the limit `write`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly postArchive: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        /** At most 32768 bytes */
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
            /** The post */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "post": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "title": "Full combo at last",
                     *         "visibility": "public",
                     *         "moderationStatus": "allow",
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
    /**
     * Restore an archived post; an active one is not changed
     *
     * An API token needs the scope `community`.
     *
     * At most 30 calls a minute, shared by all operations with the limit `write`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly postRestore: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        /** At most 32768 bytes */
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
            /** The post */
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
    /**
     * Revisions of a post, newest first; for its author and staff
     *
     * An API token needs the scope `read`.
     *
     * @param input.limit 1 to 50
     * @param input.cursor From the previous page
     */
    readonly postRevisionList: {
        readonly parameters: {
            readonly query?: {
                /** 1 to 50 */
                readonly limit?: number;
                /** From the previous page */
                readonly cursor?: string;
            };
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        readonly responses: {
            /** The revisions */
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
    /**
     * Like a post, or remove the like
     *
     * An API token needs the scope `community`.
     *
     * At most 120 calls a minute, shared by all operations with the limit `react`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly postLike: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        /** At most 32768 bytes */
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
            /** The new state */
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
    /**
     * Bookmark a post, or remove the bookmark
     *
     * An API token needs the scope `community`.
     *
     * At most 120 calls a minute, shared by all operations with the limit `react`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly postBookmark: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        /** At most 32768 bytes */
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
            /** The new state */
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
    /**
     * Give feedback that a post is of no interest, or remove it
     *
     * An API token needs the scope `community`.
     *
     * At most 120 calls a minute, shared by all operations with the limit `react`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly postFeedback: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        /** At most 32768 bytes */
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
            /** The current feedback */
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
    /**
     * Remove all your feedback
     *
     * An API token needs the scope `community`.
     *
     * At most 120 calls a minute, shared by all operations with the limit `react`.
     */
    readonly feedbackClear: {
        readonly parameters: {
        };
        readonly responses: {
            /** The number of removed entries */
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
    /**
     * Append files to your post
     *
     * An API token needs the scope `community`.
     *
     * At most 30 calls a minute, shared by all operations with the limit `write`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly postAttachmentLink: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        /** At most 32768 bytes */
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
            /** All files of the post, in order */
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
    /**
     * Remove a file from your post
     *
     * An API token needs the scope `community`.
     *
     * At most 30 calls a minute, shared by all operations with the limit `write`.
     */
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
            /** Disabled */
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
    /**
     * Write a comment or a reply
     *
     * At most 300 an hour and 2,000 a day, deleted ones included.
     *
     * An API token needs the scope `community`.
     *
     * At most 30 calls a minute, shared by all operations with the limit `write`.
     *
     * @param input.Idempotency-Key 16 to 128 letters, digits, `.`, `_`, `:`, `-`; begins with a letter or digit. For 24 hours, the same key with the same request creates nothing: the answer has the status of the first one and the thing as it reads now, without secrets.
     * @param input.body At most 262144 bytes
     */
    readonly commentCreate: {
        readonly parameters: {
            readonly header?: {
                /** 16 to 128 letters, digits, `.`, `_`, `:`, `-`; begins with a letter or digit. For 24 hours, the same key with the same request creates nothing: the answer has the status of the first one and the thing as it reads now, without secrets. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        /** At most 262144 bytes */
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
            /** The comment */
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
    /**
     * Delete your comment; its replies stay
     *
     * An API token needs the scope `community`.
     *
     * At most 30 calls a minute, shared by all operations with the limit `write`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly commentDelete: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly commentId: string;
            };
        };
        /** At most 32768 bytes */
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
            /** Deleted */
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
    /**
     * Edit your comment
     *
     * An API token needs the scope `community`.
     *
     * At most 30 calls a minute, shared by all operations with the limit `write`.
     *
     * @param input.body At most 262144 bytes
     */
    readonly commentEdit: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly commentId: string;
            };
        };
        /** At most 262144 bytes */
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
            /** The changed comment */
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
    /**
     * Like a comment, or remove the like
     *
     * An API token needs the scope `community`.
     *
     * At most 120 calls a minute, shared by all operations with the limit `react`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly commentLike: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly commentId: string;
            };
        };
        /** At most 32768 bytes */
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
            /** The new state */
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
    /**
     * Revisions of a comment, newest first; for its author and staff
     *
     * An API token needs the scope `read`.
     *
     * @param input.limit 1 to 50
     * @param input.cursor From the previous page
     */
    readonly commentRevisionList: {
        readonly parameters: {
            readonly query?: {
                /** 1 to 50 */
                readonly limit?: number;
                /** From the previous page */
                readonly cursor?: string;
            };
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly commentId: string;
            };
        };
        readonly responses: {
            /** The revisions */
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
    /**
     * List your comments with their moderation status, newest first
     *
     * Deleted ones are listed as long as their words are kept. `postTitle` is null where the post is not to be read any more.
     *
     * An API token needs the scope `read`.
     *
     * @param input.limit 1 to 50
     * @param input.cursor From the previous page
     * @param input.tree `1`: with the tree of each Markdown text
     */
    readonly ownCommentList: {
        readonly parameters: {
            readonly query?: {
                /**
                 * 1 to 50
                 * @example 1
                 */
                readonly limit?: number;
                /** From the previous page */
                readonly cursor?: string;
                /** `1`: with the tree of each Markdown text */
                readonly tree?: "1";
            };
        };
        readonly responses: {
            /** The page */
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
    /**
     * Preview a Markdown text as the tree that `tree=1` returns
     *
     * Stores nothing. A tree is a list of blocks; each node is a text or an element of a closed list of types. Headings begin at level 3, pictures are links, HTML is text, and links lead to `http`, `https` and `mailto` alone.
     *
     * An API token needs the scope `read`.
     *
     * At most 120 calls a minute, shared by all operations with the limit `preview`.
     *
     * @param input.body At most 262144 bytes
     */
    readonly markdownPreview: {
        readonly parameters: {
        };
        /** At most 262144 bytes */
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
            /** The tree */
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
    /**
     * List your files and the posts that use them, newest first
     *
     * An API token needs the scope `read`.
     *
     * @param input.limit 1 to 50
     * @param input.cursor From the previous page
     * @param input.status Default all
     */
    readonly ownAttachmentList: {
        readonly parameters: {
            readonly query?: {
                /**
                 * 1 to 50
                 * @example 1
                 */
                readonly limit?: number;
                /** From the previous page */
                readonly cursor?: string;
                /** Default all */
                readonly status?: "reserved" | "scanning" | "ready" | "review" | "rejected";
            };
        };
        readonly responses: {
            /** The page */
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
    /**
     * List your bookmarked entities, newest first
     *
     * With `subject`: whether that one is bookmarked. Titles are those at the time of the bookmark.
     *
     * An API token needs the scope `read`.
     *
     * @param input.limit 1 to 50
     * @param input.cursor From the previous page
     * @param input.subject An entity of a catalog, as `server/resource/id`
     */
    readonly entityBookmarkList: {
        readonly parameters: {
            readonly query?: {
                /**
                 * 1 to 50
                 * @example 1
                 */
                readonly limit?: number;
                /** From the previous page */
                readonly cursor?: string;
                /** An entity of a catalog, as `server/resource/id` */
                readonly subject?: string;
            };
        };
        readonly responses: {
            /** The page */
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
    /**
     * Bookmark a catalog entity, or remove the bookmark
     *
     * Adding a bookmark needs an entity of the current release; removing one does not.
     *
     * An API token needs the scope `community`.
     *
     * At most 120 calls a minute, shared by all operations with the limit `react`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly entityBookmark: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
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
            /** The new state */
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
    /**
     * List your lists, newest first
     *
     * An API token needs the scope `read`.
     *
     * @param input.limit 1 to 100, default 50
     * @param input.cursor From the previous page
     */
    readonly ownListList: {
        readonly parameters: {
            readonly query?: {
                /**
                 * 1 to 100, default 50
                 * @example 1
                 */
                readonly limit?: number;
                /** From the previous page */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** The page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "lists": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "kind": "named",
                     *           "server": null,
                     *           "resource": null,
                     *           "title": "To learn",
                     *           "description": "",
                     *           "visibility": "private",
                     *           "moderationStatus": "allow",
                     *           "hidden": false,
                     *           "version": 2,
                     *           "entries": 2,
                     *           "updatedAt": 1767225600000
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": EntityListPage;
                };
            };
        };
    };
    /**
     * Create a list of catalog entities
     *
     * With `server` and `resource` it takes entities of this collection alone. At most 100 lists; `owned` and `wanted`, which exist from their first entry, don’t count.
     *
     * An API token needs the scope `community`.
     *
     * At most 60 calls a minute, shared by all operations with the limit `list`.
     *
     * @param input.Idempotency-Key 16 to 128 letters, digits, `.`, `_`, `:`, `-`; begins with a letter or digit. For 24 hours, the same key with the same request creates nothing: the answer has the status of the first one and the thing as it reads now, without secrets.
     * @param input.body At most 32768 bytes
     */
    readonly listCreate: {
        readonly parameters: {
            readonly header?: {
                /** 16 to 128 letters, digits, `.`, `_`, `:`, `-`; begins with a letter or digit. For 24 hours, the same key with the same request creates nothing: the answer has the status of the first one and the thing as it reads now, without secrets. */
                readonly "Idempotency-Key"?: string;
            };
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "title": "To learn",
                 *       "description": "Before the next live",
                 *       "visibility": "public"
                 *     }
                 */
                readonly "application/json": ListCreateRequest;
            };
        };
        readonly responses: {
            /** The list */
            readonly 201: {
                content: {
                    /**
                     * @example {
                     *       "list": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "kind": "named",
                     *         "server": null,
                     *         "resource": null,
                     *         "title": "To learn",
                     *         "description": "Before the next live",
                     *         "visibility": "public",
                     *         "moderationStatus": "allow",
                     *         "hidden": false,
                     *         "version": 1,
                     *         "entries": 0,
                     *         "updatedAt": 1767225600000
                     *       }
                     *     }
                     */
                    readonly "application/json": EntityListAnswer;
                };
            };
        };
    };
    /**
     * Compare two lists: what both have, and what only one has
     *
     * Each is a list of your own or a public one. The order is that of server, resource and id.
     *
     * An API token needs the scope `read`.
     *
     * @param input.limit 1 to 100, default 50
     * @param input.cursor From the previous page
     */
    readonly listCompare: {
        readonly parameters: {
            readonly query: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly a: string;
                /** @example 00000000-0000-4000-8000-000000000002 */
                readonly b: string;
                /** 1 to 100, default 50 */
                readonly limit?: number;
                /** From the previous page */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** The page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "a": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "kind": "named",
                     *         "server": null,
                     *         "resource": null,
                     *         "title": "To learn",
                     *         "description": "",
                     *         "visibility": "private",
                     *         "moderationStatus": "allow",
                     *         "hidden": false,
                     *         "version": 2,
                     *         "entries": 2,
                     *         "updatedAt": 1767225600000
                     *       },
                     *       "b": {
                     *         "id": "00000000-0000-4000-8000-000000000002",
                     *         "kind": "named",
                     *         "server": null,
                     *         "resource": null,
                     *         "title": "To learn",
                     *         "description": "",
                     *         "visibility": "private",
                     *         "moderationStatus": "allow",
                     *         "hidden": false,
                     *         "version": 2,
                     *         "entries": 2,
                     *         "updatedAt": 1767225600000
                     *       },
                     *       "both": [
                     *         {
                     *           "subject": {
                     *             "server": "demo",
                     *             "resource": "songs",
                     *             "id": "1001",
                     *             "title": "灯台の約束"
                     *           },
                     *           "a": {
                     *             "count": null
                     *           },
                     *           "b": {
                     *             "count": null
                     *           }
                     *         },
                     *         {
                     *           "subject": {
                     *             "server": "demo",
                     *             "resource": "songs",
                     *             "id": "1002",
                     *             "title": "引き潮パレード"
                     *           },
                     *           "a": {
                     *             "count": null
                     *           },
                     *           "b": {
                     *             "count": null
                     *           }
                     *         }
                     *       ],
                     *       "onlyA": [],
                     *       "onlyB": [],
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": ListCompareResponse;
                };
            };
        };
    };
    /**
     * Read a list of your own with its entries
     *
     * An API token needs the scope `read`.
     *
     * @param input.limit 1 to 100, default 50
     * @param input.cursor From the previous page
     */
    readonly ownListRead: {
        readonly parameters: {
            readonly query?: {
                /** 1 to 100, default 50 */
                readonly limit?: number;
                /** From the previous page */
                readonly cursor?: string;
            };
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly listId: string;
            };
        };
        readonly responses: {
            /** The list */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "list": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "kind": "named",
                     *         "server": null,
                     *         "resource": null,
                     *         "title": "To learn",
                     *         "description": "",
                     *         "visibility": "private",
                     *         "moderationStatus": "allow",
                     *         "hidden": false,
                     *         "version": 2,
                     *         "entries": 2,
                     *         "updatedAt": 1767225600000
                     *       },
                     *       "entries": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "subject": {
                     *             "server": "demo",
                     *             "resource": "songs",
                     *             "id": "1001",
                     *             "title": "灯台の約束"
                     *           },
                     *           "count": null,
                     *           "note": null,
                     *           "gone": false,
                     *           "addedAt": 1767225600000
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000003",
                     *           "subject": {
                     *             "server": "demo",
                     *             "resource": "songs",
                     *             "id": "1002",
                     *             "title": "引き潮パレード"
                     *           },
                     *           "count": null,
                     *           "note": null,
                     *           "gone": false,
                     *           "addedAt": 1767225600000
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": OwnListReadResponse;
                };
            };
        };
    };
    /**
     * Delete a list; `owned` and `wanted` are emptied
     *
     * An API token needs the scope `community`.
     *
     * At most 60 calls a minute, shared by all operations with the limit `list`.
     */
    readonly listDelete: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly listId: string;
            };
        };
        readonly responses: {
            /** Done */
            readonly 204: {
                content?: never;
            };
        };
    };
    /**
     * Change title, description or visibility of a list
     *
     * `owned` and `wanted` have no title.
     *
     * An API token needs the scope `community`.
     *
     * At most 60 calls a minute, shared by all operations with the limit `list`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly listEdit: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly listId: string;
            };
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "title": "Learned",
                 *       "version": 2
                 *     }
                 */
                readonly "application/json": ListEditRequest;
            };
        };
        readonly responses: {
            /** The list */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "list": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "kind": "named",
                     *         "server": null,
                     *         "resource": null,
                     *         "title": "Learned",
                     *         "description": "",
                     *         "visibility": "private",
                     *         "moderationStatus": "allow",
                     *         "hidden": false,
                     *         "version": 3,
                     *         "entries": 2,
                     *         "updatedAt": 1767225600000
                     *       }
                     *     }
                     */
                    readonly "application/json": EntityListAnswer;
                };
            };
        };
    };
    /**
     * Add entities to a list, or remove them
     *
     * Up to 500 entities, all or nothing. A refusal names the index of the first one that the current release lacks. Removing needs no release. A list has at most 5000 entries.
     *
     * An API token needs the scope `community`.
     *
     * At most 60 calls a minute, shared by all operations with the limit `list`.
     *
     * @param input.listId The id, or `owned` or `wanted`: the subjects name the collection
     * @param input.body At most 262144 bytes
     */
    readonly listMark: {
        readonly parameters: {
            readonly path: {
                /**
                 * The id, or `owned` or `wanted`: the subjects name the collection
                 * @example owned
                 */
                readonly listId: ("owned" | "wanted") | string;
            };
        };
        /** At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "subjects": [
                 *         {
                 *           "server": "demo",
                 *           "resource": "songs",
                 *           "id": "1001"
                 *         }
                 *       ],
                 *       "active": true
                 *     }
                 */
                readonly "application/json": ListMarkRequest;
            };
        };
        readonly responses: {
            /** The lists that have them, or had them */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "active": true,
                     *       "lists": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "kind": "owned",
                     *           "server": "demo",
                     *           "resource": "songs",
                     *           "title": "",
                     *           "description": "",
                     *           "visibility": "private",
                     *           "moderationStatus": "allow",
                     *           "hidden": false,
                     *           "version": 2,
                     *           "entries": 1,
                     *           "updatedAt": 1767225600000
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": ListMarkResponse;
                };
            };
        };
    };
    /**
     * Change count or note of an entry
     *
     * An absent field stays; null clears it.
     *
     * An API token needs the scope `community`.
     *
     * At most 60 calls a minute, shared by all operations with the limit `list`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly listEntryEdit: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly listId: string;
            };
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "subject": {
                 *         "server": "demo",
                 *         "resource": "songs",
                 *         "id": "1001"
                 *       },
                 *       "count": 2,
                 *       "note": "the long version"
                 *     }
                 */
                readonly "application/json": ListEntryEditRequest;
            };
        };
        readonly responses: {
            /** The entry */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "list": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "kind": "named",
                     *         "server": null,
                     *         "resource": null,
                     *         "title": "To learn",
                     *         "description": "",
                     *         "visibility": "private",
                     *         "moderationStatus": "allow",
                     *         "hidden": false,
                     *         "version": 3,
                     *         "entries": 2,
                     *         "updatedAt": 1767225600000
                     *       },
                     *       "entry": {
                     *         "id": "00000000-0000-4000-8000-000000000002",
                     *         "subject": {
                     *           "server": "demo",
                     *           "resource": "songs",
                     *           "id": "1001",
                     *           "title": "灯台の約束"
                     *         },
                     *         "count": 2,
                     *         "note": "the long version",
                     *         "gone": false,
                     *         "addedAt": 1767225600000
                     *       }
                     *     }
                     */
                    readonly "application/json": ListEntryEditResponse;
                };
            };
        };
    };
    /**
     * Move entries behind another one
     *
     * They keep the order of `ids`. `after` null: to the beginning.
     *
     * An API token needs the scope `community`.
     *
     * At most 60 calls a minute, shared by all operations with the limit `list`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly listOrder: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly listId: string;
            };
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "00000000-0000-4000-8000-000000000002"
                 *       ],
                 *       "after": "00000000-0000-4000-8000-000000000003",
                 *       "version": 2
                 *     }
                 */
                readonly "application/json": ListOrderRequest;
            };
        };
        readonly responses: {
            /** The list */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "list": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "kind": "named",
                     *         "server": null,
                     *         "resource": null,
                     *         "title": "To learn",
                     *         "description": "",
                     *         "visibility": "private",
                     *         "moderationStatus": "allow",
                     *         "hidden": false,
                     *         "version": 3,
                     *         "entries": 2,
                     *         "updatedAt": 1767225600000
                     *       }
                     *     }
                     */
                    readonly "application/json": EntityListAnswer;
                };
            };
        };
    };
    /**
     * Download a list of your own as CSV
     *
     * Columns `server`, `resource`, `id`, `title`, `count`, `note`. Begins with a byte order mark. Cells that a spreadsheet would take for a formula have an apostrophe before them, which the import removes.
     *
     * An API token needs the scope `read`.
     */
    readonly listExportCsv: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly listId: string;
            };
        };
        readonly responses: {
            /** The file */
            readonly 200: {
                content: {
                    readonly "text/csv": string;
                };
            };
        };
    };
    /**
     * Download a list of your own as JSON
     *
     * An API token needs the scope `read`.
     */
    readonly listExportJson: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly listId: string;
            };
        };
        readonly responses: {
            /** The file */
            readonly 200: {
                content: {
                    readonly "application/json": unknown;
                };
            };
        };
    };
    /**
     * Add the entries of a file to a list, and change those it has
     *
     * CSV with a header, separated by commas, semicolons or tabs, or JSON as exported. `server` and `resource` may be absent where the list has a collection; a file without `count` or `note` leaves them as they are. Nothing is removed. With `dryRun` nothing is changed.
     *
     * An API token needs the scope `community`.
     *
     * At most 60 calls a minute, shared by all operations with the limit `list`.
     *
     * @param input.body At most 2101248 bytes
     */
    readonly listImport: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly listId: string;
            };
        };
        /** At most 2101248 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "format": "csv",
                 *       "text": "server,resource,id,count\ndemo,songs,1003,1\n",
                 *       "dryRun": true
                 *     }
                 */
                readonly "application/json": ListImportRequest;
            };
        };
        readonly responses: {
            /** What was done, or would be */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "added": 1,
                     *       "changed": 0,
                     *       "unknown": []
                     *     }
                     */
                    readonly "application/json": ListImportResponse;
                };
            };
        };
    };
    /**
     * List the public lists of a person, newest first
     *
     * Across a block, in either direction, there are none.
     *
     * @param input.uid Public numeric UID, or `@` and the handle
     * @param input.limit 1 to 100, default 50
     * @param input.cursor From the previous page
     */
    readonly userListList: {
        readonly parameters: {
            readonly query?: {
                /** 1 to 100, default 50 */
                readonly limit?: number;
                /** From the previous page */
                readonly cursor?: string;
            };
            readonly path: {
                /**
                 * Public numeric UID, or `@` and the handle
                 * @example 10001
                 */
                readonly uid: string;
            };
        };
        readonly responses: {
            /** The page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "lists": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "kind": "named",
                     *           "server": null,
                     *           "resource": null,
                     *           "title": "To learn",
                     *           "description": "",
                     *           "visibility": "public",
                     *           "moderationStatus": "allow",
                     *           "hidden": false,
                     *           "version": 2,
                     *           "entries": 2,
                     *           "updatedAt": 1767225600000
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "kind": "named",
                     *           "server": null,
                     *           "resource": null,
                     *           "title": "To learn",
                     *           "description": "Before the next live",
                     *           "visibility": "public",
                     *           "moderationStatus": "allow",
                     *           "hidden": false,
                     *           "version": 1,
                     *           "entries": 0,
                     *           "updatedAt": 1767225600000
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": EntityListPage;
                };
            };
        };
    };
    /**
     * Read a public list with its entries
     *
     * Private and hidden lists, and those across a block, don’t exist for others.
     *
     * @param input.limit 1 to 100, default 50
     * @param input.cursor From the previous page
     */
    readonly listRead: {
        readonly parameters: {
            readonly query?: {
                /** 1 to 100, default 50 */
                readonly limit?: number;
                /** From the previous page */
                readonly cursor?: string;
            };
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly listId: string;
            };
        };
        readonly responses: {
            /** The list */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "list": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "kind": "named",
                     *         "server": null,
                     *         "resource": null,
                     *         "title": "To learn",
                     *         "description": "",
                     *         "visibility": "public",
                     *         "moderationStatus": "allow",
                     *         "hidden": false,
                     *         "version": 2,
                     *         "entries": 2,
                     *         "updatedAt": 1767225600000
                     *       },
                     *       "entries": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "subject": {
                     *             "server": "demo",
                     *             "resource": "songs",
                     *             "id": "1001",
                     *             "title": "灯台の約束"
                     *           },
                     *           "count": null,
                     *           "note": null,
                     *           "gone": false,
                     *           "addedAt": 1767225600000
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000003",
                     *           "subject": {
                     *             "server": "demo",
                     *             "resource": "songs",
                     *             "id": "1002",
                     *             "title": "引き潮パレード"
                     *           },
                     *           "count": null,
                     *           "note": null,
                     *           "gone": false,
                     *           "addedAt": 1767225600000
                     *         }
                     *       ],
                     *       "nextCursor": null,
                     *       "owner": {
                     *         "uid": 100000001,
                     *         "displayName": "Mina",
                     *         "handle": "mina"
                     *       }
                     *     }
                     */
                    readonly "application/json": ListReadResponse;
                };
            };
        };
    };
    /**
     * Read which entities of a collection you own and want, and how many people own them
     *
     * Owners are counted from five on. Strangers own and want nothing.
     *
     * @param input.ids Up to 100 ids, separated by commas
     */
    readonly listMarks: {
        readonly parameters: {
            readonly query: {
                /** @example demo */
                readonly server: string;
                /** @example songs */
                readonly resource: string;
                /**
                 * Up to 100 ids, separated by commas
                 * @example 1001,1002
                 */
                readonly ids: string;
            };
        };
        readonly responses: {
            /** The marks */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "owned": [
                     *         "1001"
                     *       ],
                     *       "wanted": [],
                     *       "owners": {}
                     *     }
                     */
                    readonly "application/json": ListMarksResponse;
                };
            };
        };
    };
    /**
     * Hide or show a public list
     *
     * By session cookie only.
     *
     * @param input.body At most 32768 bytes
     */
    readonly listStateChange: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly listId: string;
            };
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "action": "hide",
                 *       "reasonCode": "spam",
                 *       "version": 2
                 *     }
                 */
                readonly "application/json": ListStateChangeRequest;
            };
        };
        readonly responses: {
            /** The state of the list */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "list": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "version": 3,
                     *         "hidden": true
                     *       }
                     *     }
                     */
                    readonly "application/json": ListStateChangeResponse;
                };
            };
        };
    };
    /**
     * List tags of visible posts by name
     *
     * @param input.limit 1 to 100
     * @param input.q Part of the name, 1 to 64 characters
     * @param input.cursor From the previous page
     */
    readonly tagList: {
        readonly parameters: {
            readonly query?: {
                /** 1 to 100 */
                readonly limit?: number;
                /** Part of the name, 1 to 64 characters */
                readonly q?: string;
                /** From the previous page */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** The page */
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
                     *           "postCount": 8,
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
    /**
     * List your followed and muted tags, newest first
     *
     * An API token needs the scope `read`.
     *
     * @param input.limit 1 to 100
     * @param input.cursor From the previous page
     */
    readonly tagPreferenceList: {
        readonly parameters: {
            readonly query?: {
                /** 1 to 100 */
                readonly limit?: number;
                /** From the previous page */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** The page */
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
                     *             "postCount": 8,
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
    /**
     * Follow or mute a tag, or clear the preference
     *
     * Posts with a followed tag show in `following` and rise in `recommended`; those with a muted one are left out of `all`, `latest`, `following` and `recommended`.
     *
     * An API token needs the scope `community`.
     *
     * At most 120 calls a minute, shared by all operations with the limit `react`.
     *
     * @param input.tag Name of the tag
     * @param input.body At most 32768 bytes
     */
    readonly tagPrefer: {
        readonly parameters: {
            readonly path: {
                /**
                 * Name of the tag
                 * @example fullcombo
                 */
                readonly tag: string;
            };
        };
        /** At most 32768 bytes */
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
            /** The new state */
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
                     *         "postCount": 8,
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
    /**
     * A public profile with its posts, works and game accounts
     *
     * Across a block, in either direction, posts, works and game accounts are empty.
     *
     * @param input.uid Public numeric UID, or `@` and the handle
     * @param input.limit 1 to 50
     * @param input.cursor From the previous page
     * @param input.tree `1`: with the tree of each Markdown text
     */
    readonly userRead: {
        readonly parameters: {
            readonly query?: {
                /**
                 * 1 to 50
                 * @example 1
                 */
                readonly limit?: number;
                /** From the previous page */
                readonly cursor?: string;
                /** `1`: with the tree of each Markdown text */
                readonly tree?: "1";
            };
            readonly path: {
                /**
                 * Public numeric UID, or `@` and the handle
                 * @example @mina
                 */
                readonly uid: string;
            };
        };
        readonly responses: {
            /** The profile */
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
                     *           "posts": 8,
                     *           "works": 1,
                     *           "gameAccounts": 0
                     *         }
                     *       },
                     *       "viewer": {
                     *         "blocked": false,
                     *         "followedBy": false,
                     *         "following": false,
                     *         "muted": false,
                     *         "postsSubscribed": false,
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
                     *       "works": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "kind": "image",
                     *           "title": "Full combo at last",
                     *           "summary": "The stairs at the end of Promise of the Lighthouse took a week.",
                     *           "updatedAt": 1767225600000,
                     *           "publishedAt": 1767225600000,
                     *           "spoiler": false,
                     *           "coverUrl": "/api/v1/community/attachments/00000000-0000-4000-8000-000000000003/content?variant=thumb"
                     *         }
                     *       ],
                     *       "gameAccounts": [],
                     *       "postsNextCursor": "opaque"
                     *     }
                     */
                    readonly "application/json": UserReadResponse;
                };
            };
        };
    };
    /**
     * Find people by handle or name, for mentions
     *
     * People whose handle or name contains `q`, at most 20: those one follows first, then those whose handle or name begins with it. Width and case are equal. Across a block people are left out.
     *
     * An API token needs the scope `read`.
     *
     * @param input.q 1 to 80 characters
     */
    readonly userFind: {
        readonly parameters: {
            readonly query: {
                /**
                 * 1 to 80 characters
                 * @example renzo
                 */
                readonly q: string;
            };
        };
        readonly responses: {
            /** The people */
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
    /**
     * List the followers of a person, newest first
     *
     * Omits people who block the viewer or are blocked by the viewer. Empty if the person and the viewer have a block.
     *
     * @param input.uid Public numeric UID, or `@` and the handle
     * @param input.limit 1 to 50
     * @param input.cursor From the previous page
     */
    readonly userFollowers: {
        readonly parameters: {
            readonly query?: {
                /** 1 to 50 */
                readonly limit?: number;
                /** From the previous page */
                readonly cursor?: string;
            };
            readonly path: {
                /**
                 * Public numeric UID, or `@` and the handle
                 * @example 10001
                 */
                readonly uid: string;
            };
        };
        readonly responses: {
            /** The page */
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
    /**
     * List the people whom a person follows, newest first
     *
     * Omits people who block the viewer or are blocked by the viewer. Empty if the person and the viewer have a block.
     *
     * @param input.uid Public numeric UID, or `@` and the handle
     * @param input.limit 1 to 50
     * @param input.cursor From the previous page
     */
    readonly userFollowing: {
        readonly parameters: {
            readonly query?: {
                /** 1 to 50 */
                readonly limit?: number;
                /** From the previous page */
                readonly cursor?: string;
            };
            readonly path: {
                /**
                 * Public numeric UID, or `@` and the handle
                 * @example 10002
                 */
                readonly uid: string;
            };
        };
        readonly responses: {
            /** The page */
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
    /**
     * List the people whom you block, newest first
     *
     * An API token needs the scope `read`.
     *
     * @param input.limit 1 to 50
     * @param input.cursor From the previous page
     */
    readonly ownBlockList: {
        readonly parameters: {
            readonly query?: {
                /** 1 to 50 */
                readonly limit?: number;
                /** From the previous page */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** The page */
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
    /**
     * List the people whom you mute, newest first
     *
     * An API token needs the scope `read`.
     *
     * @param input.limit 1 to 50
     * @param input.cursor From the previous page
     */
    readonly ownMuteList: {
        readonly parameters: {
            readonly query?: {
                /** 1 to 50 */
                readonly limit?: number;
                /** From the previous page */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** The page */
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
    /**
     * Follow or unfollow a person
     *
     * An API token needs the scope `community`.
     *
     * At most 120 calls a minute, shared by all operations with the limit `react`.
     *
     * @param input.uid Public numeric UID, or `@` and the handle
     * @param input.body At most 32768 bytes
     */
    readonly userFollow: {
        readonly parameters: {
            readonly path: {
                /**
                 * Public numeric UID, or `@` and the handle
                 * @example 10001
                 */
                readonly uid: string;
            };
        };
        /** At most 32768 bytes */
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
            /** The relation between the two */
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
                     *         "postsSubscribed": false,
                     *         "canInteract": true
                     *       }
                     *     }
                     */
                    readonly "application/json": RelationAnswer;
                };
            };
        };
    };
    /**
     * Block or unblock a person, in both directions
     *
     * A block ends follows in both directions; they do not come back with its end.
     *
     * An API token needs the scope `community`.
     *
     * At most 120 calls a minute, shared by all operations with the limit `react`.
     *
     * @param input.uid Public numeric UID, or `@` and the handle
     * @param input.body At most 32768 bytes
     */
    readonly userBlock: {
        readonly parameters: {
            readonly path: {
                /**
                 * Public numeric UID, or `@` and the handle
                 * @example 10003
                 */
                readonly uid: string;
            };
        };
        /** At most 32768 bytes */
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
            /** The relation between the two */
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
                     *         "postsSubscribed": false,
                     *         "canInteract": false
                     *       }
                     *     }
                     */
                    readonly "application/json": RelationAnswer;
                };
            };
        };
    };
    /**
     * Mute or unmute a person
     *
     * An API token needs the scope `community`.
     *
     * At most 120 calls a minute, shared by all operations with the limit `react`.
     *
     * @param input.uid Public numeric UID, or `@` and the handle
     * @param input.body At most 32768 bytes
     */
    readonly userMute: {
        readonly parameters: {
            readonly path: {
                /**
                 * Public numeric UID, or `@` and the handle
                 * @example 10003
                 */
                readonly uid: string;
            };
        };
        /** At most 32768 bytes */
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
            /** The relation between the two */
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
                     *         "postsSubscribed": false,
                     *         "canInteract": true
                     *       }
                     *     }
                     */
                    readonly "application/json": RelationAnswer;
                };
            };
        };
    };
    /**
     * Banner, favourite entity and links of your page
     *
     * An API token needs the scope `read`.
     */
    readonly ownAboutRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** What your page shows */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "about": {
                     *         "banner": null,
                     *         "favourite": null,
                     *         "links": [],
                     *         "linksStatus": "allow",
                     *         "version": 1
                     *       }
                     *     }
                     */
                    readonly "application/json": OwnAboutReadResponse;
                };
            };
        };
    };
    /**
     * Choose banner, favourite entity and links of your page
     *
     * The banner is the art of an entity. The current release must have an entity that is newly chosen, and of a banner its picture. Text rules read labels and addresses of links; `linksStatus` says whether others see them.
     *
     * An API token needs the scope `profile`.
     *
     * At most 60 calls a minute, shared by all operations with the limit `preference`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly ownAboutWrite: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "banner": {
                 *         "server": "demo",
                 *         "resource": "songs",
                 *         "id": "1001"
                 *       },
                 *       "favourite": {
                 *         "server": "demo",
                 *         "resource": "songs",
                 *         "id": "1002"
                 *       },
                 *       "links": [
                 *         {
                 *           "label": "My videos",
                 *           "url": "https://example.org/videos"
                 *         }
                 *       ],
                 *       "version": 1
                 *     }
                 */
                readonly "application/json": OwnAboutWriteRequest;
            };
        };
        readonly responses: {
            /** What your page shows now */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "about": {
                     *         "banner": {
                     *           "server": "demo",
                     *           "resource": "songs",
                     *           "id": "1001",
                     *           "title": "灯台の約束",
                     *           "gone": false
                     *         },
                     *         "favourite": {
                     *           "server": "demo",
                     *           "resource": "songs",
                     *           "id": "1002",
                     *           "title": "引き潮パレード",
                     *           "gone": false
                     *         },
                     *         "links": [
                     *           {
                     *             "label": "My videos",
                     *             "url": "https://example.org/videos"
                     *           }
                     *         ],
                     *         "linksStatus": "allow",
                     *         "version": 2
                     *       }
                     *     }
                     */
                    readonly "application/json": OwnAboutReadResponse;
                };
            };
        };
    };
    /**
     * Banner, favourite entity and links of a person
     *
     * Across a block, in either direction, there are none. Links are left out until they are allowed.
     *
     * @param input.uid Public numeric UID, or `@` and the handle
     */
    readonly userAboutRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * Public numeric UID, or `@` and the handle
                 * @example 10001
                 */
                readonly uid: string;
            };
        };
        readonly responses: {
            /** What the page of the person shows */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "about": {
                     *         "banner": {
                     *           "server": "demo",
                     *           "resource": "songs",
                     *           "id": "1001",
                     *           "title": "灯台の約束",
                     *           "gone": false
                     *         },
                     *         "favourite": {
                     *           "server": "demo",
                     *           "resource": "songs",
                     *           "id": "1002",
                     *           "title": "引き潮パレード",
                     *           "gone": false
                     *         },
                     *         "links": [
                     *           {
                     *             "label": "My videos",
                     *             "url": "https://example.org/videos"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    readonly "application/json": UserAboutReadResponse;
                };
            };
        };
    };
    /**
     * What a new account may do first, and what of it is done
     *
     * `profile`: a name or picture of your own. `favourite`: a favourite entity, or an entity on a list. `follow`: somebody you follow. `post`: a post of yours.
     *
     * An API token needs the scope `read`.
     */
    readonly firstStepsRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** The steps */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "active": true,
                     *       "steps": [
                     *         {
                     *           "name": "profile",
                     *           "done": true
                     *         },
                     *         {
                     *           "name": "favourite",
                     *           "done": true
                     *         },
                     *         {
                     *           "name": "follow",
                     *           "done": false
                     *         },
                     *         {
                     *           "name": "post",
                     *           "done": true
                     *         }
                     *       ],
                     *       "dismissed": false
                     *     }
                     */
                    readonly "application/json": FirstSteps;
                };
            };
        };
    };
    /**
     * Put the first steps away, or show them again
     *
     * An API token needs the scope `profile`.
     *
     * At most 60 calls a minute, shared by all operations with the limit `preference`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly firstStepsDismiss: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "dismissed": true
                 *     }
                 */
                readonly "application/json": FirstStepsDismissRequest;
            };
        };
        readonly responses: {
            /** The steps */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "active": false,
                     *       "steps": [
                     *         {
                     *           "name": "profile",
                     *           "done": true
                     *         },
                     *         {
                     *           "name": "favourite",
                     *           "done": true
                     *         },
                     *         {
                     *           "name": "follow",
                     *           "done": false
                     *         },
                     *         {
                     *           "name": "post",
                     *           "done": true
                     *         }
                     *       ],
                     *       "dismissed": true
                     *     }
                     */
                    readonly "application/json": FirstSteps;
                };
            };
        };
    };
    /**
     * Links of a person with their verdict
     *
     * By session cookie only.
     *
     * @param input.uid Public UID of the person
     */
    readonly userLinksRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        readonly responses: {
            /** The links */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "links": [
                     *         {
                     *           "label": "My shop",
                     *           "url": "https://example.org/shop"
                     *         }
                     *       ],
                     *       "status": "allow"
                     *     }
                     */
                    readonly "application/json": UserLinksReadResponse;
                };
            };
        };
    };
    /**
     * Take the links of a person from their page
     *
     * A decision that the person can appeal. They keep the links for themselves and can change them.
     *
     * By session cookie only.
     *
     * @param input.uid Public UID of the person
     * @param input.body At most 262144 bytes
     */
    readonly userLinksRemove: {
        readonly parameters: {
            readonly path: {
                /**
                 * Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        /** At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "reasonCode": "spam",
                 *       "message": "Please leave the advertising out."
                 *     }
                 */
                readonly "application/json": UserLinksRemoveRequest;
            };
        };
        readonly responses: {
            /** Done */
            readonly 204: {
                content?: never;
            };
        };
    };
    /**
     * Report a post, a comment, a list or a person
     *
     * An API token needs the scope `community`.
     *
     * At most 20 calls an hour and 100 calls a day, shared by all operations with the limit `report`.
     *
     * @param input.Idempotency-Key 16 to 128 letters, digits, `.`, `_`, `:`, `-`; begins with a letter or digit. For 24 hours, the same key with the same request creates nothing: the answer has the status of the first one and the thing as it reads now, without secrets.
     * @param input.body At most 32768 bytes
     */
    readonly reportCreate: {
        readonly parameters: {
            readonly header?: {
                /** 16 to 128 letters, digits, `.`, `_`, `:`, `-`; begins with a letter or digit. For 24 hours, the same key with the same request creates nothing: the answer has the status of the first one and the thing as it reads now, without secrets. */
                readonly "Idempotency-Key"?: string;
            };
        };
        /** At most 32768 bytes */
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
            /** The existing report */
            readonly 200: {
                content: {
                    readonly "application/json": ReportCreateResponse;
                };
            };
            /** The report */
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
    /**
     * List your notifications, newest first
     *
     * An API token needs the scope `read`.
     *
     * @param input.limit 1 to 50
     * @param input.cursor From the previous page
     */
    readonly notificationList: {
        readonly parameters: {
            readonly query?: {
                /**
                 * 1 to 50
                 * @example 1
                 */
                readonly limit?: number;
                /** From the previous page */
                readonly cursor?: string;
                readonly unread?: "true" | "false";
                readonly countOnly?: "true";
            };
        };
        readonly responses: {
            /** The page; with `countOnly` no list */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "notifications": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "kind": "comment",
                     *           "postId": "00000000-0000-4000-8000-000000000002",
                     *           "postTitle": "Full combo at last",
                     *           "commentId": "00000000-0000-4000-8000-000000000003",
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
                     *       "unreadCount": 5
                     *     }
                     */
                    readonly "application/json": NotificationListResponse;
                };
            };
        };
    };
    /**
     * Stream notifications
     *
     * `event: notification`, `id:` the notification’s, `data:` the notification as in the list. `Last-Event-ID` replays what was missed; a comment line comes every 15 s; five streams an account; it ends with the session. With `thread`, also `event: comments`, `data: {"postId", "count"}`: how many comments you may see, at the beginning and whenever that changes; the stream then ends when you may no longer read the post.
     *
     * An API token needs the scope `read`.
     *
     * @param input.thread Id of a post
     */
    readonly notificationStream: {
        readonly parameters: {
            readonly query?: {
                /** Id of a post */
                readonly thread?: string;
            };
            readonly header?: {
                readonly "Last-Event-Id"?: string;
            };
        };
        readonly responses: {
            /** The stream */
            readonly 200: {
                content: {
                    readonly "text/event-stream": string;
                };
            };
        };
    };
    /**
     * Mark a notification as read
     *
     * An API token needs the scope `community`.
     *
     * At most 120 calls a minute, shared by all operations with the limit `react`.
     */
    readonly notificationMark: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly notificationId: string;
            };
        };
        readonly responses: {
            /** The time when it was read */
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
    /**
     * Mark all notifications as read
     *
     * An API token needs the scope `community`.
     *
     * At most 120 calls a minute, shared by all operations with the limit `react`.
     */
    readonly notificationMarkAll: {
        readonly parameters: {
        };
        readonly responses: {
            /** The number of removed entries */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "readAt": 1767225600000,
                     *       "updatedCount": 5
                     *     }
                     */
                    readonly "application/json": NotificationMarkAllResponse;
                };
            };
        };
    };
    /**
     * What you are notified of, and how
     *
     * By session cookie only.
     */
    readonly notificationSettingsRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** The settings */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "kinds": {
                     *         "comment": {
                     *           "bell": true,
                     *           "mail": false,
                     *           "push": false
                     *         },
                     *         "reply": {
                     *           "bell": true,
                     *           "mail": false,
                     *           "push": false
                     *         },
                     *         "mention": {
                     *           "bell": true,
                     *           "mail": false,
                     *           "push": false
                     *         },
                     *         "post_reaction": {
                     *           "bell": true,
                     *           "mail": false,
                     *           "push": false
                     *         },
                     *         "comment_reaction": {
                     *           "bell": true,
                     *           "mail": false,
                     *           "push": false
                     *         },
                     *         "follow": {
                     *           "bell": true,
                     *           "mail": false,
                     *           "push": false
                     *         },
                     *         "thread": {
                     *           "bell": true,
                     *           "mail": false,
                     *           "push": false
                     *         },
                     *         "new_post": {
                     *           "bell": true,
                     *           "mail": false,
                     *           "push": false
                     *         }
                     *       },
                     *       "quietHours": null,
                     *       "digest": "never",
                     *       "version": 1
                     *     }
                     */
                    readonly "application/json": NotificationSettings;
                };
            };
        };
    };
    /**
     * Choose what you are notified of, and how
     *
     * Kinds with `mail` are mailed in numbers, at most one mail every 15 minutes, to a verified address. Decisions about your own content and account always arrive and are no kind of these settings.
     *
     * By session cookie only.
     *
     * At most 120 calls a minute, shared by all operations with the limit `react`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly notificationSettingsWrite: {
        readonly parameters: {
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "kinds": {
                 *         "comment": {
                 *           "bell": true,
                 *           "mail": true
                 *         }
                 *       },
                 *       "quietHours": {
                 *         "from": "22:00",
                 *         "to": "07:00",
                 *         "timeZone": "Asia/Tokyo"
                 *       },
                 *       "digest": "weekly",
                 *       "version": 1
                 *     }
                 */
                readonly "application/json": NotificationSettingsWriteRequest;
            };
        };
        readonly responses: {
            /** The settings */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "kinds": {
                     *         "comment": {
                     *           "bell": true,
                     *           "mail": true,
                     *           "push": false
                     *         },
                     *         "reply": {
                     *           "bell": true,
                     *           "mail": false,
                     *           "push": false
                     *         },
                     *         "mention": {
                     *           "bell": true,
                     *           "mail": false,
                     *           "push": false
                     *         },
                     *         "post_reaction": {
                     *           "bell": true,
                     *           "mail": false,
                     *           "push": false
                     *         },
                     *         "comment_reaction": {
                     *           "bell": true,
                     *           "mail": false,
                     *           "push": false
                     *         },
                     *         "follow": {
                     *           "bell": true,
                     *           "mail": false,
                     *           "push": false
                     *         },
                     *         "thread": {
                     *           "bell": true,
                     *           "mail": false,
                     *           "push": false
                     *         },
                     *         "new_post": {
                     *           "bell": true,
                     *           "mail": false,
                     *           "push": false
                     *         }
                     *       },
                     *       "quietHours": {
                     *         "from": "22:00",
                     *         "to": "07:00",
                     *         "timeZone": "Asia/Tokyo"
                     *       },
                     *       "digest": "weekly",
                     *       "version": 2
                     *     }
                     */
                    readonly "application/json": NotificationSettings;
                };
            };
        };
    };
    /**
     * Stream the number of comments of a public post
     *
     * `event: comments`, `data: {"postId", "count"}`: at the beginning, and whenever the number changes. For callers without an account; whoever is signed in gets the event from the notification stream. A comment line comes every 15 s; two streams a client, 2,000 in all; it ends when the post is no longer public.
     */
    readonly commentNews: {
        readonly parameters: {
            readonly path: {
                readonly postId: string;
            };
        };
        readonly responses: {
            /** The stream */
            readonly 200: {
                content: {
                    readonly "text/event-stream": string;
                };
            };
        };
    };
    /**
     * Get notified of the comments of a post, or stop that
     *
     * The author of a post and whoever commented on it are subscribed until they stop it. Notifications are of kind `thread`: one unread notification a post, which counts its comments.
     *
     * An API token needs the scope `community`.
     *
     * At most 120 calls a minute, shared by all operations with the limit `react`.
     *
     * @param input.body At most 32768 bytes
     */
    readonly postSubscribe: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        /** At most 32768 bytes */
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
            /** The new state */
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
    /**
     * Get notified of the new posts of a person, or stop that
     *
     * Notifications are of kind `new_post`. A block ends subscriptions in both directions.
     *
     * An API token needs the scope `community`.
     *
     * At most 120 calls a minute, shared by all operations with the limit `react`.
     *
     * @param input.uid Public numeric UID, or `@` and the handle
     * @param input.body At most 32768 bytes
     */
    readonly userPostsSubscribe: {
        readonly parameters: {
            readonly path: {
                /**
                 * Public numeric UID, or `@` and the handle
                 * @example 10001
                 */
                readonly uid: string;
            };
        };
        /** At most 32768 bytes */
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
            /** The new state */
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
    /**
     * List your drafts, the last changed first
     *
     * Nobody else reads them, staff included. They are deleted 90 days after their last change.
     *
     * An API token needs the scope `community`.
     *
     * @param input.limit 1 to 50
     * @param input.cursor From the previous page
     */
    readonly draftList: {
        readonly parameters: {
            readonly query?: {
                /**
                 * 1 to 50
                 * @example 1
                 */
                readonly limit?: number;
                /** From the previous page */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** The page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "drafts": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "version": 1,
                     *           "createdAt": 1767225600000,
                     *           "updatedAt": 1767225600000,
                     *           "content": {
                     *             "body": "Half a text"
                     *           }
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": DraftListResponse;
                };
            };
        };
    };
    /**
     * Read a draft
     *
     * An API token needs the scope `community`.
     *
     * @param input.id `post` (a new one), `edit-{postId}`, `comment-{postId}`, or a UUID of your own
     */
    readonly draftRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * `post` (a new one), `edit-{postId}`, `comment-{postId}`, or a UUID of your own
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** The draft */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "draft": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "version": 1,
                     *         "createdAt": 1767225600000,
                     *         "updatedAt": 1767225600000,
                     *         "content": {
                     *           "body": "Half a text"
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": DraftAnswer;
                };
            };
        };
    };
    /**
     * Store a draft
     *
     * Of more than 50, the one whose last change is the oldest is deleted. A repeat with the same content changes nothing.
     *
     * An API token needs the scope `community`.
     *
     * At most 30 calls a minute, shared by all operations with the limit `write`.
     *
     * @param input.id `post` (a new one), `edit-{postId}`, `comment-{postId}`, or a UUID of your own
     * @param input.body At most 131072 bytes
     */
    readonly draftWrite: {
        readonly parameters: {
            readonly path: {
                /**
                 * `post` (a new one), `edit-{postId}`, `comment-{postId}`, or a UUID of your own
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        /** At most 131072 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "content": {
                 *         "title": "Not yet",
                 *         "body": "Half a text"
                 *       },
                 *       "version": 0
                 *     }
                 */
                readonly "application/json": DraftWriteRequest;
            };
        };
        readonly responses: {
            /** The stored draft */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "draft": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "version": 1,
                     *         "createdAt": 1767225600000,
                     *         "updatedAt": 1767225600000,
                     *         "content": {
                     *           "title": "Not yet",
                     *           "body": "Half a text"
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": DraftAnswer;
                };
            };
        };
    };
    /**
     * Delete a draft
     *
     * An API token needs the scope `community`.
     *
     * At most 30 calls a minute, shared by all operations with the limit `write`.
     *
     * @param input.id `post` (a new one), `edit-{postId}`, `comment-{postId}`, or a UUID of your own
     * @param input.version Deletes this version alone, so that what another device has stored since stays
     */
    readonly draftDelete: {
        readonly parameters: {
            readonly query?: {
                /** Deletes this version alone, so that what another device has stored since stays */
                readonly version?: number;
            };
            readonly path: {
                /**
                 * `post` (a new one), `edit-{postId}`, `comment-{postId}`, or a UUID of your own
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** Deleted, or it was not there, or has another version */
            readonly 204: {
                content?: never;
            };
        };
    };
    /**
     * The newest public posts as Atom, of one tag or about one entity
     *
     * At most 20 posts, as a stranger sees them. A spoiler has no summary. The ids of entries never change.
     *
     * @param input.tag A normalised tag
     * @param input.subject An entity of a catalog, as `server/resource/id`
     */
    readonly postFeed: {
        readonly parameters: {
            readonly query?: {
                /** A normalised tag */
                readonly tag?: string;
                /** An entity of a catalog, as `server/resource/id` */
                readonly subject?: string;
            };
        };
        readonly responses: {
            /** The feed */
            readonly 200: {
                content: {
                    readonly "application/atom+xml": string;
                };
            };
        };
    };
    /**
     * The newest public posts of a person as Atom
     *
     * @param input.uid Public numeric UID, or `@` and the handle
     */
    readonly userFeed: {
        readonly parameters: {
            readonly path: {
                /**
                 * Public numeric UID, or `@` and the handle
                 * @example 10001
                 */
                readonly uid: string;
            };
        };
        readonly responses: {
            /** The feed */
            readonly 200: {
                content: {
                    readonly "application/atom+xml": string;
                };
            };
        };
    };
    /**
     * oEmbed of a public post, or of an entity of a catalog
     *
     * `url` is the address of its page on this instance. The `html` is a blockquote with a link: no frame, no script. Titles are in the language that `url` names in `lang`, else in that of `Accept-Language`, else in that of the instance. A post or an entity with a picture has a thumbnail, within `maxwidth` and `maxheight`.
     *
     * @param input.format `json`
     * @param input.maxwidth Pixels
     * @param input.maxheight Pixels
     */
    readonly embedRead: {
        readonly parameters: {
            readonly query: {
                /** @example https://livehouse.example/catalog/demo/songs/1001 */
                readonly url: string;
                /** `json` */
                readonly format?: string;
                /** Pixels */
                readonly maxwidth?: number;
                /** Pixels */
                readonly maxheight?: number;
            };
        };
        readonly responses: {
            /** The embed */
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
    /**
     * Hide, show, lock or unlock a post
     *
     * By session cookie only.
     *
     * @param input.body At most 32768 bytes
     */
    readonly postStateChange: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly postId: string;
            };
        };
        /** At most 32768 bytes */
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
            /** The state of the post */
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
    /**
     * Hide or show a comment
     *
     * By session cookie only.
     *
     * @param input.body At most 32768 bytes
     */
    readonly commentStateChange: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly commentId: string;
            };
        };
        /** At most 32768 bytes */
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
            /** The state of the comment */
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
    /**
     * What a person wrote and sent, newest first
     *
     * Posts, comments, files and public lists with their state. Private posts, and what stands below them, are left out.
     *
     * By session cookie only.
     *
     * @param input.uid Public UID of the person
     * @param input.limit Page length, 1 to 100, default 50
     * @param input.cursor Opaque `nextCursor` of the previous page, with the same filters
     */
    readonly userContentList: {
        readonly parameters: {
            readonly query?: {
                readonly kind?: "post" | "comment" | "attachment" | "list";
                readonly state?: "public" | "waiting" | "hidden" | "rejected";
                /**
                 * Page length, 1 to 100, default 50
                 * @example 1
                 */
                readonly limit?: number;
                /** Opaque `nextCursor` of the previous page, with the same filters */
                readonly cursor?: string;
            };
            readonly path: {
                /**
                 * Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        readonly responses: {
            /** A page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "kind": "post",
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "state": "waiting",
                     *           "title": "Buy followers here.",
                     *           "excerpt": "Buy followers here.",
                     *           "postId": null,
                     *           "caseId": "00000000-0000-4000-8000-000000000002",
                     *           "reports": 0,
                     *           "version": 1,
                     *           "eraseAt": null,
                     *           "createdAt": 1767225600000
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": UserContentListResponse;
                };
            };
        };
    };
    /**
     * The last 20 acts that hid what a person wrote, newest first
     *
     * By session cookie only.
     *
     * @param input.uid Public UID of the person
     */
    readonly userRemovalList: {
        readonly parameters: {
            readonly path: {
                /**
                 * Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        readonly responses: {
            /** The acts */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "removals": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "uid": 100000001,
                     *           "scope": "day",
                     *           "reasonCode": "spam",
                     *           "message": null,
                     *           "state": "done",
                     *           "total": 1,
                     *           "waiting": 0,
                     *           "removed": 1,
                     *           "restored": 0,
                     *           "skipped": [],
                     *           "restrictionId": null,
                     *           "byUid": 100000002,
                     *           "createdAt": 1767225600000,
                     *           "finishedAt": 1767225600000,
                     *           "undoableUntil": 1767225600000,
                     *           "undoneByUid": null,
                     *           "undoneAt": null
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": UserRemovalListResponse;
                };
            };
        };
    };
    /**
     * Hide what a person wrote in the last day, in the last week, or ever
     *
     * Posts, comments and public lists are hidden, and what waits about the person is rejected: each is a decision that the person can appeal. A job does the work, 200 entries at a time. Content of staff, and one’s own, cannot be removed so (403). More than 500 entries are for administrators. With `restriction` the person is restricted in the same transaction. Private posts and lists stay.
     *
     * By session cookie only.
     *
     * @param input.uid Public UID of the person
     * @param input.body At most 262144 bytes
     */
    readonly removalCreate: {
        readonly parameters: {
            readonly path: {
                /**
                 * Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        /** At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "scope": "day",
                 *       "reasonCode": "spam",
                 *       "message": "Please read the rules."
                 *     }
                 */
                readonly "application/json": RemovalCreateRequest;
            };
        };
        readonly responses: {
            /** The act, which has begun */
            readonly 202: {
                content: {
                    /**
                     * @example {
                     *       "removal": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "uid": 100000001,
                     *         "scope": "day",
                     *         "reasonCode": "spam",
                     *         "message": "Please read the rules.",
                     *         "state": "running",
                     *         "total": 1,
                     *         "waiting": 1,
                     *         "removed": 0,
                     *         "restored": 0,
                     *         "skipped": [],
                     *         "restrictionId": null,
                     *         "byUid": 100000002,
                     *         "createdAt": 1767225600000,
                     *         "finishedAt": null,
                     *         "undoableUntil": 1767225600000,
                     *         "undoneByUid": null,
                     *         "undoneAt": null
                     *       }
                     *     }
                     */
                    readonly "application/json": RemovalCreateResponse;
                };
            };
        };
    };
    /**
     * An act, its progress, and what was left out
     *
     * By session cookie only.
     *
     * @param input.id Act
     */
    readonly removalRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * Act
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** The act */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "removal": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "uid": 100000001,
                     *         "scope": "day",
                     *         "reasonCode": "spam",
                     *         "message": null,
                     *         "state": "done",
                     *         "total": 1,
                     *         "waiting": 0,
                     *         "removed": 1,
                     *         "restored": 0,
                     *         "skipped": [],
                     *         "restrictionId": null,
                     *         "byUid": 100000002,
                     *         "createdAt": 1767225600000,
                     *         "finishedAt": 1767225600000,
                     *         "undoableUntil": 1767225600000,
                     *         "undoneByUid": null,
                     *         "undoneAt": null
                     *       }
                     *     }
                     */
                    readonly "application/json": RemovalCreateResponse;
                };
            };
        };
    };
    /**
     * Undo an act within a day
     *
     * Restores everything whose version is still that of the act, and ends the restriction that it issued. Mails that were sent, and what its author deleted or changed meanwhile, do not come back. The answer is 202 while a long undo goes on; the act then says how far it is.
     *
     * By session cookie only.
     *
     * @param input.id Act
     */
    readonly removalUndo: {
        readonly parameters: {
            readonly path: {
                /**
                 * Act
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** What was restored */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "removal": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "uid": 100000001,
                     *         "scope": "day",
                     *         "reasonCode": "spam",
                     *         "message": null,
                     *         "state": "undone",
                     *         "total": 1,
                     *         "waiting": 0,
                     *         "removed": 0,
                     *         "restored": 1,
                     *         "skipped": [],
                     *         "restrictionId": null,
                     *         "byUid": 100000002,
                     *         "createdAt": 1767225600000,
                     *         "finishedAt": 1767225600000,
                     *         "undoableUntil": 1767225600000,
                     *         "undoneByUid": 100000002,
                     *         "undoneAt": 1767225600000
                     *       },
                     *       "restored": 1,
                     *       "skipped": []
                     *     }
                     */
                    readonly "application/json": RemovalUndoResponse;
                };
            };
            /** It goes on */
            readonly 202: {
                content: {
                    readonly "application/json": RemovalUndoResponse;
                };
            };
        };
    };
    /**
     * Delete a post
     *
     * Hides it at once and erases it after 30 days, or when its author’s appeal is denied. Until then it can be restored. It is a decision that the author reads and can appeal. Not for what is private.
     *
     * By session cookie only.
     *
     * @param input.id Post
     * @param input.body At most 262144 bytes
     */
    readonly postStaffDelete: {
        readonly parameters: {
            readonly path: {
                /**
                 * Post
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        /** At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "reasonCode": "privacy",
                 *       "message": "It shows an address."
                 *     }
                 */
                readonly "application/json": PostStaffDeleteRequest;
            };
        };
        readonly responses: {
            /** It is hidden, and when it is erased */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "subject": {
                     *         "kind": "post",
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "author": {
                     *           "uid": 100000001,
                     *           "handle": "mina",
                     *           "displayName": "Mina"
                     *         },
                     *         "title": "Full combo at last",
                     *         "excerpt": "The stairs at the end of *Promise of the Lighthouse* took a week.",
                     *         "postId": null,
                     *         "hidden": true
                     *       },
                     *       "deletion": {
                     *         "caseId": "00000000-0000-4000-8000-000000000002",
                     *         "byUid": 100000002,
                     *         "createdAt": 1767225600000,
                     *         "eraseAt": 1767225600000
                     *       }
                     *     }
                     */
                    readonly "application/json": StaffDeleted;
                };
            };
        };
    };
    /**
     * Delete a comment
     *
     * Hides it at once and erases it after 30 days, or when its author’s appeal is denied. Until then it can be restored. It is a decision that the author reads and can appeal. Not for what is private.
     *
     * By session cookie only.
     *
     * @param input.id Comment
     * @param input.body At most 262144 bytes
     */
    readonly commentStaffDelete: {
        readonly parameters: {
            readonly path: {
                /**
                 * Comment
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        /** At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "reasonCode": "privacy",
                 *       "message": "It shows an address."
                 *     }
                 */
                readonly "application/json": PostStaffDeleteRequest;
            };
        };
        readonly responses: {
            /** It is hidden, and when it is erased */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "subject": {
                     *         "kind": "comment",
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "author": {
                     *           "uid": 100000001,
                     *           "handle": "mina",
                     *           "displayName": "Mina"
                     *         },
                     *         "title": "",
                     *         "excerpt": "Thank you.",
                     *         "postId": "00000000-0000-4000-8000-000000000002",
                     *         "hidden": true
                     *       },
                     *       "deletion": {
                     *         "caseId": "00000000-0000-4000-8000-000000000003",
                     *         "byUid": 100000002,
                     *         "createdAt": 1767225600000,
                     *         "eraseAt": 1767225600000
                     *       }
                     *     }
                     */
                    readonly "application/json": StaffDeleted;
                };
            };
        };
    };
    /**
     * Delete a file
     *
     * Hides it at once and erases it after 30 days, or when its author’s appeal is denied. Until then it can be restored. It is a decision that the author reads and can appeal. Not for what is private. One that is still on its way or was never processed is not found.
     *
     * By session cookie only.
     *
     * @param input.id File
     * @param input.body At most 262144 bytes
     */
    readonly attachmentStaffDelete: {
        readonly parameters: {
            readonly path: {
                /**
                 * File
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        /** At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "reasonCode": "privacy",
                 *       "message": "It shows an address."
                 *     }
                 */
                readonly "application/json": PostStaffDeleteRequest;
            };
        };
        readonly responses: {
            /** It is hidden, and when it is erased */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "subject": {
                     *         "kind": "attachment",
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "author": {
                     *           "uid": 100000001,
                     *           "handle": null,
                     *           "displayName": "Person"
                     *         },
                     *         "title": "",
                     *         "excerpt": "picture.png",
                     *         "postId": null,
                     *         "hidden": true
                     *       },
                     *       "deletion": {
                     *         "caseId": "00000000-0000-4000-8000-000000000002",
                     *         "byUid": 100000002,
                     *         "createdAt": 1767225600000,
                     *         "eraseAt": 1767225600000
                     *       }
                     *     }
                     */
                    readonly "application/json": StaffDeleted;
                };
            };
        };
    };
    /**
     * Something that staff may delete, and when it is erased
     *
     * By session cookie only.
     *
     * @param input.id Post, comment, file or list
     */
    readonly deletionRead: {
        readonly parameters: {
            readonly path: {
                /** @example post */
                readonly kind: "post" | "comment" | "attachment" | "list";
                /**
                 * Post, comment, file or list
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** What it is; `deletion` is null unless staff has deleted it */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "subject": {
                     *         "kind": "post",
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "author": {
                     *           "uid": 100000001,
                     *           "handle": "mina",
                     *           "displayName": "Mina"
                     *         },
                     *         "title": "Full combo at last",
                     *         "excerpt": "The stairs at the end of *Promise of the Lighthouse* took a week.",
                     *         "postId": null,
                     *         "hidden": false
                     *       },
                     *       "deletion": null
                     *     }
                     */
                    readonly "application/json": StaffDeleted;
                };
            };
        };
    };
    /**
     * Restore what staff deleted
     *
     * It is as before the deletion: public, waiting or hidden. What an administrator deleted of staff is restored by administrators alone.
     *
     * By session cookie only.
     *
     * @param input.id Post, comment, file or list
     */
    readonly deletionRestore: {
        readonly parameters: {
            readonly path: {
                /** @example post */
                readonly kind: "post" | "comment" | "attachment" | "list";
                /**
                 * Post, comment, file or list
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** It is restored; `deletion` is null */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "subject": {
                     *         "kind": "post",
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "author": {
                     *           "uid": 100000001,
                     *           "handle": null,
                     *           "displayName": "Person"
                     *         },
                     *         "title": "Buy followers here.",
                     *         "excerpt": "Buy followers here.",
                     *         "postId": null,
                     *         "hidden": false
                     *       },
                     *       "deletion": null
                     *     }
                     */
                    readonly "application/json": StaffDeleted;
                };
            };
        };
    };
    /**
     * Erase something at once and for good
     *
     * Texts, revisions, files, and what notifications, cases, reports, notes of staff and deliveries of webhooks hold of it are gone when this is answered; bytes of files, and content of an account, follow within seconds. Nothing can be restored and open appeals end. An account is deleted as its owner would, and its address and handle are free at once. Backups keep it until `BACKUP_KEEP` runs out. The audit trail records id and reason.
     *
     * By session cookie only.
     *
     * @param input.body At most 262144 bytes
     */
    readonly erasureCreate: {
        readonly parameters: {
        };
        /** At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "kind": "post",
                 *       "id": "00000000-0000-4000-8000-000000000001",
                 *       "reason": "Request 17 under the privacy law"
                 *     }
                 */
                readonly "application/json": ErasureCreateRequest;
            };
        };
        readonly responses: {
            /** It is erased */
            readonly 202: {
                content: {
                    /**
                     * @example {
                     *       "erasure": {
                     *         "kind": "post",
                     *         "id": "00000000-0000-4000-8000-000000000001"
                     *       }
                     *     }
                     */
                    readonly "application/json": ErasureCreateResponse;
                };
            };
        };
    };
    /**
     * Delete a public list
     *
     * Hides it at once and erases it after 30 days, or when its author’s appeal is denied. Until then it can be restored. It is a decision that the author reads and can appeal. Not for what is private.
     *
     * By session cookie only.
     *
     * @param input.id List
     * @param input.body At most 262144 bytes
     */
    readonly listStaffDelete: {
        readonly parameters: {
            readonly path: {
                /**
                 * List
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        /** At most 262144 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "reasonCode": "privacy",
                 *       "message": "It shows an address."
                 *     }
                 */
                readonly "application/json": PostStaffDeleteRequest;
            };
        };
        readonly responses: {
            /** It is hidden, and when it is erased */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "subject": {
                     *         "kind": "list",
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "author": {
                     *           "uid": 100000001,
                     *           "handle": "mina",
                     *           "displayName": "Mina"
                     *         },
                     *         "title": "To learn",
                     *         "excerpt": "",
                     *         "postId": null,
                     *         "hidden": true
                     *       },
                     *       "deletion": {
                     *         "caseId": "00000000-0000-4000-8000-000000000002",
                     *         "byUid": 100000002,
                     *         "createdAt": 1767225600000,
                     *         "eraseAt": 1767225600000
                     *       }
                     *     }
                     */
                    readonly "application/json": StaffDeleted;
                };
            };
        };
    };
    /**
     * Search everything: entities of all catalogs, posts, people and tags
     *
     * The first hits of each kind, and how many there are. Entities are found by their searched texts, the best first; posts by title and text, the newest first, as far as the caller may read them; spoilers by title alone; people by handle or name; tags by name. People are searched for signed-in callers only: for others they are left out, and asked for alone they are 401. If nothing is found, titles, names and tags with one wrong character are (`approximate`), from four characters on, or three without Latin letters. `suggest=1` is for suggestions while somebody types: entities are found by title alone, and less is counted.
     *
     * @param input.q 1 to 100 characters; width and case are equal
     * @param input.kinds Comma-separated: `entities`, `posts`, `people`, `tags`; default all
     * @param input.limit Page length, 1 to 20, default 5 of each kind
     * @param input.locale Language of the titles of entities, where they have it
     * @param input.suggest Suggestions: indexes alone
     */
    readonly searchRead: {
        readonly parameters: {
            readonly query: {
                /**
                 * 1 to 100 characters; width and case are equal
                 * @example light
                 */
                readonly q: string;
                /** Comma-separated: `entities`, `posts`, `people`, `tags`; default all */
                readonly kinds?: string;
                /**
                 * Page length, 1 to 20, default 5 of each kind
                 * @example 2
                 */
                readonly limit?: number;
                /** Language of the titles of entities, where they have it */
                readonly locale?: string;
                /** Suggestions: indexes alone */
                readonly suggest?: "1";
            };
        };
        readonly responses: {
            /** The hits. Kinds that were not searched are absent */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "entities": {
                     *         "items": [
                     *           {
                     *             "server": "demo",
                     *             "resource": "events",
                     *             "id": "4",
                     *             "title": "灯台ひらけた舞台",
                     *             "image": "assets/Assets/Livehouse/Banners/event_4.png"
                     *           },
                     *           {
                     *             "server": "demo",
                     *             "resource": "cards",
                     *             "id": "1001",
                     *             "title": "はじめての灯",
                     *             "image": "assets/Assets/Livehouse/Cards/1001.webp"
                     *           }
                     *         ],
                     *         "total": 67
                     *       },
                     *       "posts": {
                     *         "items": [
                     *           {
                     *             "id": "00000000-0000-4000-8000-000000000001",
                     *             "title": "Full combo at last",
                     *             "subject": {
                     *               "server": "demo",
                     *               "resource": "songs",
                     *               "id": "1001",
                     *               "title": "灯台の約束"
                     *             },
                     *             "createdAt": 1767225600000,
                     *             "likeCount": 0,
                     *             "commentCount": 0,
                     *             "authorUid": 100000001,
                     *             "authorName": "Mina",
                     *             "excerpt": "The stairs at the end of Promise of the Lighthouse took a week.",
                     *             "spoiler": false
                     *           },
                     *           {
                     *             "id": "00000000-0000-4000-8000-000000000002",
                     *             "title": "Full combo at last",
                     *             "subject": {
                     *               "server": "demo",
                     *               "resource": "songs",
                     *               "id": "1001",
                     *               "title": "灯台の約束"
                     *             },
                     *             "createdAt": 1767225600000,
                     *             "likeCount": 0,
                     *             "commentCount": 0,
                     *             "authorUid": 100000001,
                     *             "authorName": "Mina",
                     *             "excerpt": "The stairs at the end of Promise of the Lighthouse took a week.",
                     *             "spoiler": false
                     *           }
                     *         ],
                     *         "total": 10
                     *       },
                     *       "people": {
                     *         "items": [],
                     *         "total": 0
                     *       },
                     *       "tags": {
                     *         "items": [],
                     *         "total": 0
                     *       },
                     *       "approximate": false
                     *     }
                     */
                    readonly "application/json": SearchResult;
                };
            };
        };
    };
    /**
     * All webhooks, oldest first
     *
     * An API token needs the scope `webhooks`.
     */
    readonly webhookList: {
        readonly parameters: {
        };
        readonly responses: {
            /** The webhooks */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "webhooks": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "address": "hooks.example.org/…ouse",
                     *           "format": "standard",
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
    /**
     * Make a webhook; at most 50
     *
     * The address begins with `https://`, without user name and fragment. Where it leads is looked up at every delivery: only public addresses are connected to, unless `WEBHOOK_PRIVATE` is `on`.
     *
     * An API token needs the scope `webhooks`.
     *
     * @param input.Idempotency-Key 16 to 128 letters, digits, `.`, `_`, `:`, `-`; begins with a letter or digit. For 24 hours, the same key with the same request creates nothing: the answer has the status of the first one and the thing as it reads now, without secrets.
     * @param input.body At most 16384 bytes
     */
    readonly webhookCreate: {
        readonly parameters: {
            readonly header?: {
                /** 16 to 128 letters, digits, `.`, `_`, `:`, `-`; begins with a letter or digit. For 24 hours, the same key with the same request creates nothing: the answer has the status of the first one and the thing as it reads now, without secrets. */
                readonly "Idempotency-Key"?: string;
            };
        };
        /** At most 16384 bytes */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": WebhookCreateRequest;
            };
        };
        readonly responses: {
            /** The webhook and its secret, which a repeat of the request does not get again */
            readonly 201: {
                content: {
                    readonly "application/json": WebhookCreateResponse;
                };
            };
        };
    };
    /**
     * A webhook with its last 100 deliveries, newest first
     *
     * An API token needs the scope `webhooks`.
     *
     * @param input.id Webhook
     */
    readonly webhookRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * Webhook
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** Both */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "webhook": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "address": "hooks.example.org/…ouse",
                     *         "format": "standard",
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
    /**
     * Remove a webhook with its deliveries
     *
     * An API token needs the scope `webhooks`.
     *
     * @param input.id Webhook
     */
    readonly webhookDelete: {
        readonly parameters: {
            readonly path: {
                /**
                 * Webhook
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** Removed */
            readonly 204: {
                content?: never;
            };
        };
    };
    /**
     * Change, disable or enable a webhook; omitted fields stay
     *
     * Disabling drops what still waits. Events from then on until it is enabled again are not delivered. `events` is the whole list: of those that this version of the service does not know, it may contain what the webhook has already.
     *
     * An API token needs the scope `webhooks`.
     *
     * @param input.id Webhook
     * @param input.body At most 16384 bytes
     */
    readonly webhookChange: {
        readonly parameters: {
            readonly path: {
                /**
                 * Webhook
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        /** At most 16384 bytes */
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
            /** The webhook */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "webhook": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "address": "hooks.example.org/…ouse",
                     *         "format": "standard",
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
    /**
     * Send a test delivery, also to a disabled webhook
     *
     * Its type is `webhook.test`. It is tried once, within seconds; the webhook with its deliveries says how it went.
     *
     * An API token needs the scope `webhooks`.
     *
     * @param input.id Webhook
     */
    readonly webhookTest: {
        readonly parameters: {
            readonly path: {
                /**
                 * Webhook
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** The delivery, which waits */
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
                     *         "payload": "{\"type\":\"webhook.test\",\"timestamp\":\"2026-01-01T00:00:00.000Z\",\"data\":{\"webhookId\":\"00000000-0000-4000-8000-000000000001\"}}",
                     *         "createdAt": 1767225600000
                     *       }
                     *     }
                     */
                    readonly "application/json": WebhookTestResponse;
                };
            };
        };
    };
    /**
     * Send a settled delivery again
     *
     * It has the `webhook-id` of before, and all attempts again. A disabled webhook takes test deliveries only.
     *
     * An API token needs the scope `webhooks`.
     *
     * @param input.id Webhook
     * @param input.deliveryId Delivery
     */
    readonly deliveryRedeliver: {
        readonly parameters: {
            readonly path: {
                /**
                 * Webhook
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
                /**
                 * Delivery
                 * @example 00000000-0000-4000-8000-000000000002
                 */
                readonly deliveryId: string;
            };
        };
        readonly responses: {
            /** The delivery, which waits */
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
                     *         "payload": "{\"type\":\"webhook.test\",\"timestamp\":\"2026-01-01T00:00:00.000Z\",\"data\":{\"webhookId\":\"00000000-0000-4000-8000-000000000001\"}}",
                     *         "createdAt": 1767225600000
                     *       }
                     *     }
                     */
                    readonly "application/json": WebhookTestResponse;
                };
            };
        };
    };
    /**
     * Renew the secret of a webhook
     *
     * The secret before signs too for 24 hours: `webhook-signature` then lists two signatures.
     *
     * An API token needs the scope `webhooks`.
     *
     * @param input.id Webhook
     */
    readonly webhookSecretRenew: {
        readonly parameters: {
            readonly path: {
                /**
                 * Webhook
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** The webhook and its secret */
            readonly 201: {
                content: {
                    readonly "application/json": WebhookSecretRenewResponse;
                };
            };
        };
    };
    /**
     * The name of this instance, who may register, and its texts
     *
     * Answers with the last known settings while the database is away. `about`, `rules`, `privacy` and `notice` are Markdown by language; show the language of the reader, else `locale`, else English, else the first. An absent text is `{}`. `demo` is true while nothing but the sample is published. `version` is the version of the software.
     */
    readonly instanceRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** The instance */
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
            /** Language → code → text */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "reasons": {
                     *         "ja": {
                     *           "spam": "宣伝・スパム",
                     *           "harassment": "嫌がらせ",
                     *           "hate": "ヘイト",
                     *           "sexual": "性的な内容",
                     *           "violence": "暴力",
                     *           "privacy": "個人情報",
                     *           "copyright": "著作権",
                     *           "misinformation": "誤情報",
                     *           "other": "その他"
                     *         },
                     *         "en": {
                     *           "spam": "Spam or advertising",
                     *           "harassment": "Harassment",
                     *           "hate": "Hate speech",
                     *           "sexual": "Sexual content",
                     *           "violence": "Violence",
                     *           "privacy": "Personal information",
                     *           "copyright": "Copyright",
                     *           "misinformation": "False information",
                     *           "other": "Something else"
                     *         },
                     *         "zh-TW": {
                     *           "spam": "廣告或垃圾訊息",
                     *           "harassment": "騷擾",
                     *           "hate": "仇恨言論",
                     *           "sexual": "色情內容",
                     *           "violence": "暴力",
                     *           "privacy": "洩漏個人資料",
                     *           "copyright": "侵害著作權",
                     *           "misinformation": "不實資訊",
                     *           "other": "其他"
                     *         },
                     *         "zh-CN": {
                     *           "spam": "广告或垃圾信息",
                     *           "harassment": "骚扰",
                     *           "hate": "仇恨言论",
                     *           "sexual": "色情内容",
                     *           "violence": "暴力",
                     *           "privacy": "泄露个人信息",
                     *           "copyright": "侵犯版权",
                     *           "misinformation": "不实信息",
                     *           "other": "其他"
                     *         },
                     *         "ko": {
                     *           "spam": "광고·스팸",
                     *           "harassment": "괴롭힘",
                     *           "hate": "혐오 표현",
                     *           "sexual": "성적인 콘텐츠",
                     *           "violence": "폭력",
                     *           "privacy": "개인정보",
                     *           "copyright": "저작권",
                     *           "misinformation": "허위 정보",
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
    /**
     * The uploaded icon
     *
     * `faviconUrl` of the instance names the current one. `v` is not needed.
     *
     * @param input.v Beginning of its digest
     */
    readonly instanceFaviconRead: {
        readonly parameters: {
            readonly query?: {
                /** Beginning of its digest */
                readonly v?: string;
            };
        };
        readonly responses: {
            /** The picture */
            readonly 200: {
                content: {
                    readonly "image/png": string;
                };
            };
        };
    };
    /**
     * The uploaded picture of the home page
     *
     * `heroUrl` of the instance names the current one. `v` is not needed.
     *
     * @param input.v Beginning of its digest
     */
    readonly instanceHeroRead: {
        readonly parameters: {
            readonly query?: {
                /** Beginning of its digest */
                readonly v?: string;
            };
        };
        readonly responses: {
            /** The picture */
            readonly 200: {
                content: {
                    readonly "image/webp": string;
                };
            };
        };
    };
    /**
     * The uploaded logo
     *
     * `logoUrl` of the instance names the current one. `v` distinguishes it from earlier ones and is not needed.
     *
     * @param input.v Beginning of its digest
     */
    readonly instanceLogoRead: {
        readonly parameters: {
            readonly query?: {
                /** Beginning of its digest */
                readonly v?: string;
            };
        };
        readonly responses: {
            /** The picture */
            readonly 200: {
                content: {
                    readonly "image/webp": string;
                };
            };
        };
    };
    /**
     * The settings of the instance, and those of the environment
     *
     * By session cookie only.
     */
    readonly adminSettingsRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** The settings */
            readonly 200: {
                content: {
                    readonly "application/json": AdminSettingsReadResponse;
                };
            };
        };
    };
    /**
     * Change settings of the instance
     *
     * An absent field stays as it is. `null` for `description`, `logoUrl` or `contact` says that there is none, whatever the environment says. A text replaces its default in all languages; `reasons` replaces what all reason codes say, and a code or language that is left out says the default. `reset` names settings that follow the environment again. With another `version` than the current one: 409.
     *
     * By session cookie only.
     *
     * At most 30 calls a minute, shared by all operations with the limit `write`.
     *
     * @param input.body At most 8388608 bytes
     */
    readonly adminSettingsPatch: {
        readonly parameters: {
        };
        /** At most 8388608 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "version": 4,
                 *       "contact": "mailto:staff@example.org"
                 *     }
                 */
                readonly "application/json": AdminSettingsPatchRequest;
            };
        };
        readonly responses: {
            /** The settings after the change */
            readonly 200: {
                content: {
                    readonly "application/json": AdminSettingsReadResponse;
                };
            };
        };
    };
    /**
     * Upload the logo of the instance
     *
     * A JPEG, PNG or WebP picture of at most 2 MiB. It is re-encoded as WebP within 256 × 256, and replaces `logoUrl`. It is removed by changing or resetting `logoUrl`.
     *
     * By session cookie only.
     *
     * At most 10 calls an hour, shared by all operations with the limit `avatar`.
     *
     * @param input.version Version of the settings; without it the picture is replaced whatever the version is
     * @param input.body The picture
     */
    readonly adminLogoWrite: {
        readonly parameters: {
            readonly query?: {
                /** Version of the settings; without it the picture is replaced whatever the version is */
                readonly version?: number;
            };
        };
        /** The picture */
        readonly requestBody: {
            readonly content: {
                readonly "image/jpeg": unknown;
                readonly "image/png": unknown;
                readonly "image/webp": unknown;
            };
        };
        readonly responses: {
            /** The settings after the change */
            readonly 200: {
                content: {
                    readonly "application/json": AdminSettingsReadResponse;
                };
            };
        };
    };
    /**
     * Upload the icon that browsers show
     *
     * A JPEG, PNG or WebP picture of at most 2 MiB. It is re-encoded as PNG within 192 × 192. It is removed by `"faviconUrl": null`.
     *
     * By session cookie only.
     *
     * At most 10 calls an hour, shared by all operations with the limit `avatar`.
     *
     * @param input.version Version of the settings; without it the picture is replaced whatever the version is
     * @param input.body The picture
     */
    readonly adminFaviconWrite: {
        readonly parameters: {
            readonly query?: {
                /** Version of the settings; without it the picture is replaced whatever the version is */
                readonly version?: number;
            };
        };
        /** The picture */
        readonly requestBody: {
            readonly content: {
                readonly "image/jpeg": unknown;
                readonly "image/png": unknown;
                readonly "image/webp": unknown;
            };
        };
        readonly responses: {
            /** The settings after the change */
            readonly 200: {
                content: {
                    readonly "application/json": AdminSettingsReadResponse;
                };
            };
        };
    };
    /**
     * Upload the picture of the home page
     *
     * A JPEG, PNG or WebP picture of at most 8 MiB. It is re-encoded as WebP within 1920 × 1080. It is removed by `"heroUrl": null`.
     *
     * By session cookie only.
     *
     * At most 10 calls an hour, shared by all operations with the limit `avatar`.
     *
     * @param input.version Version of the settings; without it the picture is replaced whatever the version is
     * @param input.body The picture
     */
    readonly adminHeroWrite: {
        readonly parameters: {
            readonly query?: {
                /** Version of the settings; without it the picture is replaced whatever the version is */
                readonly version?: number;
            };
        };
        /** The picture */
        readonly requestBody: {
            readonly content: {
                readonly "image/jpeg": unknown;
                readonly "image/png": unknown;
                readonly "image/webp": unknown;
            };
        };
        readonly responses: {
            /** The settings after the change */
            readonly 200: {
                content: {
                    readonly "application/json": AdminSettingsReadResponse;
                };
            };
        };
    };
    /**
     * Mail a test to your own address
     *
     * Without a mail server the mail is written to the outbox folder.
     *
     * By session cookie only.
     *
     * At most 20 calls an hour, shared by all operations with the limit `mail`.
     *
     * @param input.body At most 64 bytes
     */
    readonly adminMailTest: {
        readonly parameters: {
        };
        /** At most 64 bytes */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": AdminMailTestRequest;
            };
        };
        readonly responses: {
            /** The mail was accepted */
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
    /**
     * Invites, the newest first
     *
     * By session cookie only.
     *
     * @param input.limit Page length, 1 to 100, default 50
     * @param input.cursor `nextCursor` of the page before
     */
    readonly adminInviteList: {
        readonly parameters: {
            readonly query?: {
                /**
                 * Page length, 1 to 100, default 50
                 * @example 1
                 */
                readonly limit?: number;
                /** `nextCursor` of the page before */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** A page of invites */
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
    /**
     * Make an invite
     *
     * A use is taken when an account is made with it, and not for a known address. Invites count while registration is `invite`.
     *
     * By session cookie only.
     *
     * At most 30 calls a minute, shared by all operations with the limit `write`.
     *
     * @param input.Idempotency-Key 16 to 128 letters, digits, `.`, `_`, `:`, `-`; begins with a letter or digit. For 24 hours, the same key with the same request creates nothing: the answer has the status of the first one and the thing as it reads now, without secrets.
     * @param input.body At most 4096 bytes
     */
    readonly adminInviteCreate: {
        readonly parameters: {
            readonly header?: {
                /** 16 to 128 letters, digits, `.`, `_`, `:`, `-`; begins with a letter or digit. For 24 hours, the same key with the same request creates nothing: the answer has the status of the first one and the thing as it reads now, without secrets. */
                readonly "Idempotency-Key"?: string;
            };
        };
        /** At most 4096 bytes */
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
            /** The invite */
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
    /**
     * End an invite; accounts that were made with it stay
     *
     * By session cookie only.
     */
    readonly adminInviteDelete: {
        readonly parameters: {
            readonly path: {
                /** @example 00000000-0000-4000-8000-000000000001 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** Ended */
            readonly 204: {
                content?: never;
            };
        };
    };
    /**
     * What is left to do after the first run
     *
     * `mail`: a test mail was sent through a mail server. `address`: `BASE_URL` is set. `contact`: visitors can find a contact. `backup-schedule`: `BACKUP_SCHEDULE` and `BACKUP_TO` are set. `backup`: a backup in `BACKUP_TO` was made and verified, or `livehouse export` ended, within the last 30 days; `at` is the last time. `second-factor`: the caller has one, or a passkey. `second-administrator`: there are two administrators.
     *
     * By session cookie only.
     */
    readonly adminChecklistRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** The checklist */
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
                     *           "name": "contact",
                     *           "isDone": true,
                     *           "at": null
                     *         },
                     *         {
                     *           "name": "backup-schedule",
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
                     *         },
                     *         {
                     *           "name": "second-administrator",
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
    /**
     * Hide the checklist, or show it again, for all administrators
     *
     * By session cookie only.
     *
     * At most 30 calls a minute, shared by all operations with the limit `write`.
     *
     * @param input.body At most 64 bytes
     */
    readonly adminChecklistWrite: {
        readonly parameters: {
        };
        /** At most 64 bytes */
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
            /** The checklist */
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
                     *           "name": "contact",
                     *           "isDone": true,
                     *           "at": null
                     *         },
                     *         {
                     *           "name": "backup-schedule",
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
                     *         },
                     *         {
                     *           "name": "second-administrator",
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
    /**
     * Accounts, newest first
     *
     * Answers contain no email addresses. Deleted accounts are listed with `state=deleted` alone.
     *
     * By session cookie only.
     *
     * @param input.q Part of a handle or name, a whole UID, or a whole email address
     * @param input.state `restricted`: a restriction counts now. `unverified`: the address is not verified
     * @param input.limit Page length, 1 to 100, default 50
     * @param input.cursor Opaque `nextCursor` of the previous page, with the same filters
     */
    readonly adminAccountList: {
        readonly parameters: {
            readonly query?: {
                /** Part of a handle or name, a whole UID, or a whole email address */
                readonly q?: string;
                /** @example administrator */
                readonly role?: "member" | "moderator" | "administrator";
                /** `restricted`: a restriction counts now. `unverified`: the address is not verified */
                readonly state?: "active" | "suspended" | "restricted" | "unverified" | "deleted";
                /**
                 * Page length, 1 to 100, default 50
                 * @example 1
                 */
                readonly limit?: number;
                /** Opaque `nextCursor` of the previous page, with the same filters */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** A page */
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
    /**
     * API tokens with rights of administrators, of all accounts, newest first
     *
     * Those with the scope `publish`, `releases` or `webhooks`. They end with the role of their owner, with the sessions that an administrator ends, and when the owner revokes them.
     *
     * By session cookie only.
     */
    readonly adminTokenList: {
        readonly parameters: {
        };
        readonly responses: {
            /** The tokens, without their secrets */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "tokens": [
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000001",
                     *           "name": "Deploys",
                     *           "scopes": [
                     *             "releases"
                     *           ],
                     *           "servers": [
                     *             "demo"
                     *           ],
                     *           "createdAt": 1767225600000,
                     *           "lastUsedAt": null,
                     *           "expiresAt": null,
                     *           "owner": {
                     *             "uid": 100000001,
                     *             "handle": null,
                     *             "displayName": "Person"
                     *           },
                     *           "secondFactor": false
                     *         },
                     *         {
                     *           "id": "00000000-0000-4000-8000-000000000002",
                     *           "name": "ci",
                     *           "scopes": [
                     *             "publish"
                     *           ],
                     *           "servers": [
                     *             "elsewhere"
                     *           ],
                     *           "createdAt": 1767225600000,
                     *           "lastUsedAt": 1767225600000,
                     *           "expiresAt": null,
                     *           "owner": {
                     *             "uid": 100000001,
                     *             "handle": null,
                     *             "displayName": "Person"
                     *           },
                     *           "secondFactor": false
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": AdminTokenListResponse;
                };
            };
        };
    };
    /**
     * Failed sign-ins of the last week, by account and network
     *
     * At most 100 groups, the largest first. `account` and `network` are keyed hashes: equal ones mean the same account or network, and nobody can read an address from them. The log has the same hashes.
     *
     * By session cookie only.
     */
    readonly adminFailedSignInList: {
        readonly parameters: {
        };
        readonly responses: {
            /** The groups */
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
    /**
     * One account, and how it signs in
     *
     * By session cookie only.
     *
     * @param input.uid Public UID of the person
     */
    readonly adminAccountRead: {
        readonly parameters: {
            readonly path: {
                /**
                 * Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        readonly responses: {
            /** The account */
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
    /**
     * Change the role of an account
     *
     * Ends the sessions and API tokens of the account and mails its owner. `from` is the role that the administrator saw; if the account has another one now, nothing changes (409 `version_conflict`). The last administrator who can sign in stays one, also when two give the role up at once.
     *
     * By session cookie only.
     *
     * @param input.uid Public UID of the person
     * @param input.body At most 32768 bytes
     */
    readonly adminAccountRole: {
        readonly parameters: {
            readonly path: {
                /**
                 * Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        /** At most 32768 bytes */
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
            /** The account after it */
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
    /**
     * Suspend an account
     *
     * The person can no longer sign in; sessions and API tokens end. A mail gives reason and message and has a link that appeals once.
     *
     * By session cookie only.
     *
     * @param input.uid Public UID of the person
     * @param input.body At most 32768 bytes
     */
    readonly adminAccountSuspend: {
        readonly parameters: {
            readonly path: {
                /**
                 * Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "reasonCode": "spam",
                 *       "message": "No advertising, please."
                 *     }
                 */
                readonly "application/json": UserLinksRemoveRequest;
            };
        };
        readonly responses: {
            /** The account after it */
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
    /**
     * End the suspension of an account
     *
     * The owner is mailed, and signs in again.
     *
     * By session cookie only.
     *
     * @param input.uid Public UID of the person
     * @param input.body At most 32768 bytes
     */
    readonly adminAccountReinstate: {
        readonly parameters: {
            readonly path: {
                /**
                 * Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        /** At most 32768 bytes */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": AdminAccountReinstateRequest;
            };
        };
        readonly responses: {
            /** The account after it */
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
    /**
     * End all sessions and API tokens of an account
     *
     * Mailed links end too. The owner is mailed.
     *
     * By session cookie only.
     *
     * @param input.uid Public UID of the person
     */
    readonly adminAccountSessionsEnd: {
        readonly parameters: {
            readonly path: {
                /**
                 * Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        readonly responses: {
            /** The account after it */
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
    /**
     * Mail a link to choose a new password
     *
     * To the address of the account; nobody else sees it. It works once, for one hour. Earlier links end.
     *
     * By session cookie only.
     *
     * @param input.uid Public UID of the person
     */
    readonly adminAccountPasswordLink: {
        readonly parameters: {
            readonly path: {
                /**
                 * Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        readonly responses: {
            /** The mail is on its way */
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
    /**
     * Remove the second factors and passkeys of an account
     *
     * For people who have lost everything. Sessions and API tokens end; the owner is mailed.
     *
     * By session cookie only.
     *
     * @param input.uid Public UID of the person
     */
    readonly adminAccountFactorsReset: {
        readonly parameters: {
            readonly path: {
                /**
                 * Public UID of the person
                 * @example 100000001
                 */
                readonly uid: number;
            };
        };
        readonly responses: {
            /** The account after it */
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
    /**
     * Servers with their releases, their history, and what runs now
     *
     * Includes releases that were never promoted, and retired servers. A token lists the servers that it names.
     *
     * An API token needs the scope `releases`.
     */
    readonly adminServerList: {
        readonly parameters: {
        };
        readonly responses: {
            /** All servers */
            readonly 200: {
                content: {
                    readonly "application/json": AdminServerListResponse;
                };
            };
        };
    };
    /**
     * Make a stored release the current one
     *
     * Brings a retired server back. Recorded in the audit trail before it is done. Readers see it within two seconds. `from` is null where the server has no current release.
     *
     * An API token needs the scope `releases`.
     *
     * @param input.server Server identifier of the registry
     * @param input.body At most 32768 bytes
     */
    readonly adminReleasePromote: {
        readonly parameters: {
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "from": "r-227b9d0a160a49872c61",
                 *       "to": "r-fb229344da3ad190bd80"
                 *     }
                 */
                readonly "application/json": AdminReleasePromoteRequest;
            };
        };
        readonly responses: {
            /** What is current now */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "server": "demo",
                     *       "releaseId": "r-fb229344da3ad190bd80",
                     *       "status": "active",
                     *       "previous": "r-227b9d0a160a49872c61",
                     *       "changed": true
                     *     }
                     */
                    readonly "application/json": AdminReleasePromoteResponse;
                };
            };
        };
    };
    /**
     * Go back to the release before the current one
     *
     * Recorded in the audit trail before it is done. Readers see it within two seconds. With `to`, only if that is where the rollback leads.
     *
     * An API token needs the scope `releases`.
     *
     * @param input.server Server identifier of the registry
     * @param input.body At most 32768 bytes
     */
    readonly adminReleaseRollback: {
        readonly parameters: {
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "from": "r-fb229344da3ad190bd80"
                 *     }
                 */
                readonly "application/json": AdminReleaseRollbackRequest;
            };
        };
        readonly responses: {
            /** What is current now */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "server": "demo",
                     *       "releaseId": "r-227b9d0a160a49872c61",
                     *       "status": "active",
                     *       "previous": "r-fb229344da3ad190bd80",
                     *       "changed": true
                     *     }
                     */
                    readonly "application/json": AdminReleasePromoteResponse;
                };
            };
        };
    };
    /**
     * Delete a release for good
     *
     * Neither the current one, nor one of a server that is being published to. Requests that pin it are 404 within two seconds. What only this release needed is removed in the background. Recorded in the audit trail.
     *
     * An API token needs the scope `releases`.
     *
     * @param input.server Server identifier of the registry
     */
    readonly adminReleaseDelete: {
        readonly parameters: {
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
                /** @example r-9e6f1e0e65e1254bc02d */
                readonly releaseId: string;
            };
        };
        readonly responses: {
            /** Deleted */
            readonly 204: {
                content?: never;
            };
        };
    };
    /**
     * Remove a server from the registry
     *
     * Its releases stay; promoting or publishing one brings it back. Recorded in the audit trail before it is done. Readers see it within two seconds.
     *
     * An API token needs the scope `releases`.
     *
     * @param input.server Server identifier of the registry
     * @param input.body At most 32768 bytes
     */
    readonly adminServerRetire: {
        readonly parameters: {
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        /** At most 32768 bytes */
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "from": "r-227b9d0a160a49872c61"
                 *     }
                 */
                readonly "application/json": AdminServerRetireRequest;
            };
        };
        readonly responses: {
            /** What is current now */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "server": "demo",
                     *       "releaseId": "r-227b9d0a160a49872c61",
                     *       "status": "retired",
                     *       "previous": "r-227b9d0a160a49872c61",
                     *       "changed": true
                     *     }
                     */
                    readonly "application/json": AdminReleasePromoteResponse;
                };
            };
        };
    };
    /**
     * Jobs that wait, run, or failed for good, newest first
     *
     * Payloads are never shown. `counts` has all kinds, whatever the filters are.
     *
     * By session cookie only.
     *
     * @param input.limit Page length, 1 to 100, default 50
     * @param input.cursor Opaque `nextCursor` of the previous page, with the same filters
     */
    readonly adminJobList: {
        readonly parameters: {
            readonly query?: {
                readonly state?: "waiting" | "active" | "failed";
                /** @example moderation.mail */
                readonly kind?: string;
                /**
                 * Page length, 1 to 100, default 50
                 * @example 1
                 */
                readonly limit?: number;
                /** Opaque `nextCursor` of the previous page, with the same filters */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** A page */
            readonly 200: {
                content: {
                    readonly "application/json": AdminJobListResponse;
                };
            };
        };
    };
    /**
     * Start a job now
     *
     * A waiting job begins within seconds. One that failed for good waits again, as a new job with a new id.
     *
     * By session cookie only.
     *
     * @param input.id Job
     */
    readonly adminJobRetry: {
        readonly parameters: {
            readonly path: {
                /**
                 * Job
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** It starts */
            readonly 204: {
                content?: never;
            };
        };
    };
    /**
     * Delete a job that does not run
     *
     * What it should have done is not done. Reconcilers may enqueue it again.
     *
     * By session cookie only.
     *
     * @param input.id Job
     */
    readonly adminJobDelete: {
        readonly parameters: {
            readonly path: {
                /**
                 * Job
                 * @example 00000000-0000-4000-8000-000000000001
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** Deleted */
            readonly 204: {
                content?: never;
            };
        };
    };
    /**
     * The audit trail, newest first
     *
     * Who did what to what, when, with what stood before and after. Events are never changed or removed.
     *
     * By session cookie only.
     *
     * @param input.actor Who did it: UID, or `@` and the handle; `service`: the service and the command line
     * @param input.part `access`: sign-ins, passwords and keys of people; `acts`: everything else; absent: both
     * @param input.action As in the events: `account.role`, `release.promote`
     * @param input.subjectKind `user`, `account` (sign-ins and keys), `server`, `job`, `report`, or the kind of a case
     * @param input.subjectId Of a user the UID
     * @param input.since Not before, in milliseconds since the epoch
     * @param input.until Before, in milliseconds since the epoch
     * @param input.limit Page length, 1 to 100, default 50
     * @param input.cursor Opaque `nextCursor` of the previous page, with the same filters
     */
    readonly adminAuditList: {
        readonly parameters: {
            readonly query?: {
                /** Who did it: UID, or `@` and the handle; `service`: the service and the command line */
                readonly actor?: string;
                /** `access`: sign-ins, passwords and keys of people; `acts`: everything else; absent: both */
                readonly part?: "acts" | "access";
                /** As in the events: `account.role`, `release.promote` */
                readonly action?: string;
                /** `user`, `account` (sign-ins and keys), `server`, `job`, `report`, or the kind of a case */
                readonly subjectKind?: string;
                /** Of a user the UID */
                readonly subjectId?: string;
                /** Not before, in milliseconds since the epoch */
                readonly since?: number;
                /** Before, in milliseconds since the epoch */
                readonly until?: number;
                /**
                 * Page length, 1 to 100, default 50
                 * @example 1
                 */
                readonly limit?: number;
                /** Opaque `nextCursor` of the previous page, with the same filters */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** A page */
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
    /**
     * Counts, storage, queues, engines and version
     *
     * Counts and storage are kept for ten seconds. `releases` adds up what every stored release names; files that several releases share are stored once. `files` are uploads as they came, `variants` what was made of them.
     *
     * By session cookie only.
     */
    readonly adminOverviewRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** How it is doing */
            readonly 200: {
                content: {
                    readonly "application/json": AdminOverviewReadResponse;
                };
            };
        };
    };
    /**
     * Check the configuration and every engine by a real round trip
     *
     * The checks of `livehouse doctor`, in the process that answers, with the state of the engines as that process sees it. Takes seconds where an engine is away. Results are kept for ten seconds. Hosts and variables are named, secrets never.
     *
     * By session cookie only.
     */
    readonly adminHealthRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** What was found */
            readonly 200: {
                content: {
                    readonly "application/json": AdminHealthReadResponse;
                };
            };
        };
    };
    /**
     * Registrations that wait for a decision, oldest first
     *
     * Of people who registered while `registration` was `approval`, without an invite. Those whose address is not confirmed are left out. Answers contain no email addresses.
     *
     * By session cookie only.
     *
     * @param input.limit Page length, 1 to 100, default 50
     * @param input.cursor Opaque `nextCursor` of the previous page, with the same filters
     */
    readonly adminRegistrationList: {
        readonly parameters: {
            readonly query?: {
                /**
                 * Page length, 1 to 100, default 50
                 * @example 1
                 */
                readonly limit?: number;
                /** Opaque `nextCursor` of the previous page, with the same filters */
                readonly cursor?: string;
            };
        };
        readonly responses: {
            /** A page */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "registrations": [
                     *         {
                     *           "displayName": "Person",
                     *           "text": "I translate the event stories.",
                     *           "mailDomain": "example.org",
                     *           "id": "10046",
                     *           "providers": [],
                     *           "createdAt": 1767225600000,
                     *           "waitingSince": 1767225600000
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    readonly "application/json": AdminRegistrationListResponse;
                };
            };
        };
    };
    /**
     * Approve or refuse a registration
     *
     * The person is mailed in their language. An approved account can sign in. A refused one cannot, and is erased after 30 days.
     *
     * By session cookie only.
     *
     * At most 30 calls a minute, shared by all operations with the limit `write`.
     *
     * @param input.id Public UID of the person
     * @param input.body At most 32768 bytes
     */
    readonly adminRegistrationDecide: {
        readonly parameters: {
            readonly path: {
                /**
                 * Public UID of the person
                 * @example 10047
                 */
                readonly id: number;
            };
        };
        /** At most 32768 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "verdict": "approve"
                 *     }
                 */
                readonly "application/json": AdminRegistrationDecideRequest;
            };
        };
        readonly responses: {
            /** Decided */
            readonly 204: {
                content?: never;
            };
        };
    };
    /**
     * Backups in `BACKUP_TO`, newest first, with the last 20 runs
     *
     * By session cookie only.
     */
    readonly adminBackupList: {
        readonly parameters: {
        };
        readonly responses: {
            /** Both */
            readonly 200: {
                content: {
                    readonly "application/json": AdminBackupListResponse;
                };
            };
        };
    };
    /**
     * Make a backup now
     *
     * It begins within seconds; the list says how it went.
     *
     * By session cookie only.
     *
     * At most 30 calls a minute, shared by all operations with the limit `write`.
     */
    readonly adminBackupCreate: {
        readonly parameters: {
        };
        readonly responses: {
            /** The run, which waits */
            readonly 202: {
                content: {
                    /**
                     * @example {
                     *       "run": {
                     *         "id": "00000000-0000-4000-8000-000000000001",
                     *         "state": "waiting",
                     *         "cause": "request",
                     *         "by": {
                     *           "uid": 100000001,
                     *           "handle": null,
                     *           "displayName": "Person"
                     *         },
                     *         "backupId": null,
                     *         "createdAt": 1767225600000,
                     *         "startedAt": null,
                     *         "endedAt": null,
                     *         "sentObjects": null,
                     *         "sentBytes": null,
                     *         "checkedObjects": null,
                     *         "lostObjects": null,
                     *         "problems": null,
                     *         "removed": null,
                     *         "failure": null,
                     *         "message": null
                     *       }
                     *     }
                     */
                    readonly "application/json": AdminBackupCreateResponse;
                };
            };
        };
    };
    /**
     * A backup with the objects that it needs, as one zip file
     *
     * Only within ten minutes of a sign-in or a confirmation (`accountConfirm`). Unpacked, `livehouse import` takes the folder of the backup in it. Encrypted rows stay encrypted.
     *
     * By session cookie only.
     *
     * At most 3 calls a day, shared by all operations with the limit `export`.
     *
     * @param input.id Backup
     */
    readonly adminBackupDownload: {
        readonly parameters: {
            readonly path: {
                /**
                 * Backup
                 * @example 2026-01-01T00-00-00Z
                 */
                readonly id: string;
            };
        };
        readonly responses: {
            /** The files, streamed */
            readonly 200: {
                content: {
                    readonly "application/zip": string;
                };
            };
        };
    };
    /**
     * Whether there is maintenance
     *
     * By session cookie only.
     */
    readonly adminMaintenanceRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** The switch */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "active": false,
                     *       "message": null,
                     *       "since": null
                     *     }
                     */
                    readonly "application/json": AdminMaintenanceReadResponse;
                };
            };
        };
    };
    /**
     * Begin or end maintenance
     *
     * During maintenance writes are refused with 503 `maintenance`, and background jobs that write or send wait. Signing in and out, confirmations, this route, queries by POST, and publications and promotions of releases go on. All processes follow within two seconds. Beginning it again replaces the message.
     *
     * By session cookie only.
     *
     * At most 30 calls a minute, shared by all operations with the limit `write`.
     *
     * @param input.body At most 4096 bytes
     */
    readonly adminMaintenanceWrite: {
        readonly parameters: {
        };
        /** At most 4096 bytes */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "active": false
                 *     }
                 */
                readonly "application/json": AdminMaintenanceWriteRequest;
            };
        };
        readonly responses: {
            /** The switch */
            readonly 200: {
                content: {
                    /**
                     * @example {
                     *       "active": false,
                     *       "message": null,
                     *       "since": null
                     *     }
                     */
                    readonly "application/json": AdminMaintenanceReadResponse;
                };
            };
        };
    };
    /**
     * OpenAPI 3.1 description of this interface
     *
     * @param input.profile `client`: each operation once, for generators of clients
     */
    readonly openapiRead: {
        readonly parameters: {
            readonly query?: {
                /**
                 * `client`: each operation once, for generators of clients
                 * @example client
                 */
                readonly profile?: "client";
            };
        };
        readonly responses: {
            /** The document */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        readonly [key: string]: JsonValue;
                    };
                };
            };
        };
    };
    /** The interfaces of this instance and where they are described (RFC 9727) */
    readonly apiCatalogRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** A linkset (RFC 9264) */
            readonly 200: {
                content: {
                    readonly "application/linkset+json": unknown;
                };
            };
        };
    };
    /** What this instance has for programs, as a short Markdown text with links */
    readonly llmsRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** The text */
            readonly 200: {
                content: {
                    readonly "text/plain; charset=utf-8": string;
                };
            };
        };
    };
    /** Whether the process is alive */
    readonly healthRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** Alive */
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
    /**
     * Whether the process is ready for requests, and the state of its engines
     *
     * 503 only while starting, draining, or without objects; other engines away make it `degraded`, and so does a full disk (`disk`: `storage_full`). With `plane=community` these are 503 too.
     *
     * @param input.plane `community`: whether accounts and what people write work as well; default `release`
     */
    readonly readinessRead: {
        readonly parameters: {
            readonly query?: {
                /** `community`: whether accounts and what people write work as well; default `release` */
                readonly plane?: "release" | "community";
            };
        };
        readonly responses: {
            /** Ready */
            readonly 200: {
                content: {
                    readonly "application/json": ReadinessReadResponse;
                };
            };
        };
    };
    /**
     * The same for calendar applications (RFC 5545)
     *
     * Of the current release: what is not over for more than 90 days, at most 1,000 entries, with moments in UTC. Titles are in the language of `lang`, else in that of the request.
     *
     * @param input.server Server identifier of the registry
     */
    readonly catalogCalendarFile: {
        readonly parameters: {
            readonly path: {
                /**
                 * Server identifier of the registry
                 * @example demo
                 */
                readonly server: string;
            };
        };
        readonly responses: {
            /** The calendar */
            readonly 200: {
                content: {
                    readonly "text/calendar; charset=utf-8": string;
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
    /**
     * Sitemaps of this instance
     *
     * Without the community while the database is away.
     */
    readonly sitemapIndex: {
        readonly parameters: {
        };
        readonly responses: {
            /** The list */
            readonly 200: {
                content: {
                    readonly "application/xml; charset=utf-8": string;
                };
            };
        };
    };
    /**
     * At most 50,000 addresses of pages
     *
     * Parts are named by the index.
     */
    readonly sitemapPart: {
        readonly parameters: {
            readonly path: {
                /** @example site */
                readonly part: string;
            };
        };
        readonly responses: {
            /** The list */
            readonly 200: {
                content: {
                    readonly "application/xml; charset=utf-8": string;
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
            /** The card, 1200 × 630 */
            readonly 200: {
                content: {
                    readonly "image/png": string;
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
            /** The card, 1200 × 630 */
            readonly 200: {
                content: {
                    readonly "image/png": string;
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
            /** The card, 1200 × 630 */
            readonly 200: {
                content: {
                    readonly "image/png": string;
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
            /** The card, 1200 × 630 */
            readonly 200: {
                content: {
                    readonly "image/png": string;
                };
            };
        };
    };
    /**
     * Card of what a release changed
     *
     * Since the release that was current before it, or since `from`.
     */
    readonly releaseCardRead: {
        readonly parameters: {
            readonly query?: {
                readonly v?: string;
                readonly lang?: string;
                /** @example r-fb229344da3ad190bd80 */
                readonly from?: string;
            };
            readonly path: {
                /** @example demo */
                readonly server: string;
                /** @example r-227b9d0a160a49872c61 */
                readonly releaseId: string;
            };
        };
        readonly responses: {
            /** The card, 1200 × 630 */
            readonly 200: {
                content: {
                    readonly "image/png": string;
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
            /** The file */
            readonly 200: {
                content: {
                    readonly "*/*": string;
                };
            };
        };
    };
    /** Shades of a colour of the data, for both themes */
    readonly tintRead: {
        readonly parameters: {
            readonly path: {
                /** @example 1f5f8b */
                readonly colour: string;
            };
        };
        readonly responses: {
            /** The style sheet */
            readonly 200: {
                content: {
                    readonly "text/css; charset=utf-8": string;
                };
            };
        };
    };
    /** Rules for search engines */
    readonly robotsRead: {
        readonly parameters: {
        };
        readonly responses: {
            /** The rules */
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
            /** The manifest */
            readonly 200: {
                content: {
                    readonly "application/manifest+json": unknown;
                };
            };
        };
    };
}
