CREATE TABLE "account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "api_token" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"secret_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone
);

CREATE TABLE "avatar" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"public_id" text NOT NULL,
	"status" text NOT NULL,
	"failure_code" text,
	"media_type" text NOT NULL,
	"original_key" text,
	"image_key" text,
	"image_sha256" text,
	"image_bytes" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "captcha_use" (
	"digest" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "game_account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"region" text NOT NULL,
	"player_uid" text NOT NULL,
	"display_name" text,
	"public" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "login_method" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"provider_account_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "mail_guard" (
	"recipient_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"window_started_at" timestamp (3) with time zone NOT NULL,
	"sent_count" integer NOT NULL,
	"last_sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_guard_key" PRIMARY KEY("recipient_hash","purpose")
);

CREATE TABLE "preference" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"locale" text,
	"release_server" text,
	"settings" jsonb,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "profile" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"uid" bigint GENERATED ALWAYS AS IDENTITY (sequence name "profile_uid_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 10001 CACHE 1),
	"handle" text,
	"bio" text,
	"role" text DEFAULT 'member' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"display_name" text NOT NULL,
	"candidate_display_name" text,
	"display_name_status" text DEFAULT 'allow' NOT NULL,
	"display_name_revision" integer DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"joined_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "profile_version_positive" CHECK ("profile"."version" >= 1)
);

CREATE TABLE "session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"account_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "verification" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "account_restriction" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"reason_code" text NOT NULL,
	"issued_by" uuid,
	"issued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"lifted_by" uuid,
	"lifted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);

CREATE TABLE "audit_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_account_id" uuid,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"reason_code" text,
	"note" text,
	"before" jsonb,
	"after" jsonb
);

CREATE TABLE "moderation_case" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"subject_revision" integer NOT NULL,
	"author_account_id" uuid NOT NULL,
	"author_uid" bigint NOT NULL,
	"status" text NOT NULL,
	"verdict" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"reasons" text[] DEFAULT '{}'::text[] NOT NULL,
	"excerpt" text NOT NULL,
	"content" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "report" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reporter_account_id" uuid NOT NULL,
	"target_kind" text NOT NULL,
	"target_id" text NOT NULL,
	"target_revision" integer NOT NULL,
	"target_account_id" uuid NOT NULL,
	"reason_code" text NOT NULL,
	"details" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"reviewer_account_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE "api_token" ADD CONSTRAINT "api_token_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "avatar" ADD CONSTRAINT "avatar_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "game_account" ADD CONSTRAINT "game_account_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "login_method" ADD CONSTRAINT "login_method_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "preference" ADD CONSTRAINT "preference_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "profile" ADD CONSTRAINT "profile_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "session" ADD CONSTRAINT "session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "account_email_unique" ON "account" USING btree ("email");
CREATE UNIQUE INDEX "api_token_secret_unique" ON "api_token" USING btree ("secret_hash");
CREATE INDEX "api_token_account_index" ON "api_token" USING btree ("account_id");
CREATE UNIQUE INDEX "avatar_public_unique" ON "avatar" USING btree ("public_id");
CREATE UNIQUE INDEX "avatar_ready_unique" ON "avatar" USING btree ("account_id") WHERE "avatar"."status" = 'ready';
CREATE UNIQUE INDEX "avatar_waiting_unique" ON "avatar" USING btree ("account_id") WHERE "avatar"."status" in ('pending', 'review');
CREATE INDEX "captcha_use_expires_index" ON "captcha_use" USING btree ("expires_at");
CREATE UNIQUE INDEX "game_account_unique" ON "game_account" USING btree ("account_id","provider","region","player_uid");
CREATE UNIQUE INDEX "login_method_provider_unique" ON "login_method" USING btree ("provider_id","provider_account_id");
CREATE INDEX "login_method_account_index" ON "login_method" USING btree ("account_id");
CREATE UNIQUE INDEX "profile_uid_unique" ON "profile" USING btree ("uid");
CREATE UNIQUE INDEX "profile_handle_unique" ON "profile" USING btree ("handle");
CREATE INDEX "profile_role_index" ON "profile" USING btree ("role") WHERE "profile"."role" <> 'member';
CREATE INDEX "profile_deleted_index" ON "profile" USING btree ("deleted_at") WHERE "profile"."deleted_at" is not null;
CREATE UNIQUE INDEX "session_token_unique" ON "session" USING btree ("token");
CREATE INDEX "session_account_index" ON "session" USING btree ("account_id");
CREATE INDEX "session_expires_index" ON "session" USING btree ("expires_at");
CREATE INDEX "verification_identifier_index" ON "verification" USING btree ("identifier");
CREATE INDEX "verification_value_index" ON "verification" USING btree ("value");
CREATE INDEX "verification_expires_index" ON "verification" USING btree ("expires_at");
CREATE INDEX "account_restriction_account_index" ON "account_restriction" USING btree ("account_id");
CREATE UNIQUE INDEX "account_restriction_active_unique" ON "account_restriction" USING btree ("account_id","kind") WHERE "account_restriction"."lifted_at" is null;
CREATE INDEX "audit_event_at_index" ON "audit_event" USING btree ("at","id");
CREATE INDEX "audit_event_subject_index" ON "audit_event" USING btree ("subject_kind","subject_id");
CREATE UNIQUE INDEX "moderation_case_subject_unique" ON "moderation_case" USING btree ("kind","subject_id","subject_revision");
CREATE INDEX "moderation_case_queue_index" ON "moderation_case" USING btree ("status","created_at","id");
CREATE INDEX "moderation_case_author_index" ON "moderation_case" USING btree ("author_account_id");
CREATE UNIQUE INDEX "report_open_unique" ON "report" USING btree ("reporter_account_id","target_kind","target_id") WHERE "report"."status" in ('pending', 'reviewing');
CREATE INDEX "report_queue_index" ON "report" USING btree ("status","created_at","id");
