CREATE TABLE "author_stat" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"followers" integer DEFAULT 0 NOT NULL,
	"following" integer DEFAULT 0 NOT NULL,
	"posts" integer DEFAULT 0 NOT NULL,
	"works" integer DEFAULT 0 NOT NULL
);

CREATE TABLE "block" (
	"blocker_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "block_key" PRIMARY KEY("blocker_id","blocked_id")
);

CREATE TABLE "bookmark" (
	"account_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bookmark_key" PRIMARY KEY("account_id","post_id")
);

CREATE TABLE "comment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"post_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"parent_id" uuid,
	"root_id" uuid,
	"top" boolean NOT NULL,
	"floor" integer NOT NULL,
	"body" text NOT NULL,
	"moderation_status" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"like_count" integer DEFAULT 0 NOT NULL,
	"reply_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_edited_at" timestamp (3) with time zone,
	"hidden_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone
);

CREATE TABLE "comment_like" (
	"comment_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "comment_like_key" PRIMARY KEY("comment_id","account_id")
);

CREATE TABLE "comment_revision" (
	"comment_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"body" text NOT NULL,
	"edit_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "comment_revision_key" PRIMARY KEY("comment_id","revision")
);

CREATE TABLE "feed_impression" (
	"account_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "feed_impression_key" PRIMARY KEY("account_id","post_id")
);

CREATE TABLE "follow" (
	"follower_id" uuid NOT NULL,
	"followed_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "follow_key" PRIMARY KEY("follower_id","followed_id")
);

CREATE TABLE "mute" (
	"muter_id" uuid NOT NULL,
	"muted_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mute_key" PRIMARY KEY("muter_id","muted_id")
);

CREATE TABLE "notification" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient_id" uuid NOT NULL,
	"actor_id" uuid,
	"kind" text NOT NULL,
	"post_id" uuid,
	"comment_id" uuid,
	"occasion" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone
);

CREATE TABLE "post" (
	"id" uuid PRIMARY KEY NOT NULL,
	"author_id" uuid NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"excerpt" text NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"own_tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"visibility" text NOT NULL,
	"moderation_status" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"like_count" integer DEFAULT 0 NOT NULL,
	"comment_count" integer DEFAULT 0 NOT NULL,
	"bookmark_count" integer DEFAULT 0 NOT NULL,
	"media_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_edited_at" timestamp (3) with time zone,
	"pinned_at" timestamp (3) with time zone,
	"featured_at" timestamp (3) with time zone,
	"archived_at" timestamp (3) with time zone,
	"hidden_at" timestamp (3) with time zone,
	"comments_locked_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"search_text" text NOT NULL,
	"grams" "tsvector" NOT NULL,
	CONSTRAINT "post_version_positive" CHECK ("post"."version" >= 1)
);

CREATE TABLE "post_attachment" (
	"attachment_id" uuid PRIMARY KEY NOT NULL,
	"post_id" uuid NOT NULL,
	"position" integer NOT NULL
);

CREATE TABLE "post_feedback" (
	"account_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"reason_code" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "post_feedback_key" PRIMARY KEY("account_id","post_id")
);

CREATE TABLE "post_like" (
	"post_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "post_like_key" PRIMARY KEY("post_id","account_id")
);

CREATE TABLE "post_revision" (
	"post_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"visibility" text NOT NULL,
	"tags" text[] NOT NULL,
	"edit_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "post_revision_key" PRIMARY KEY("post_id","revision")
);

CREATE TABLE "post_tag" (
	"post_id" uuid NOT NULL,
	"tag" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "post_tag_key" PRIMARY KEY("post_id","tag")
);

CREATE TABLE "ranking" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ranking_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"made_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "ranking_entry" (
	"ranking_id" bigint NOT NULL,
	"post_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"score" double precision NOT NULL,
	"is_popular" boolean NOT NULL,
	CONSTRAINT "ranking_entry_key" PRIMARY KEY("ranking_id","post_id")
);

ALTER TABLE "author_stat" ADD CONSTRAINT "author_stat_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "block" ADD CONSTRAINT "block_blocker_id_account_id_fk" FOREIGN KEY ("blocker_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "block" ADD CONSTRAINT "block_blocked_id_account_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "bookmark" ADD CONSTRAINT "bookmark_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "bookmark" ADD CONSTRAINT "bookmark_post_id_post_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."post"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "comment" ADD CONSTRAINT "comment_post_id_post_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."post"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "comment" ADD CONSTRAINT "comment_author_id_account_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "comment_like" ADD CONSTRAINT "comment_like_comment_id_comment_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comment"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "comment_like" ADD CONSTRAINT "comment_like_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "comment_revision" ADD CONSTRAINT "comment_revision_comment_id_comment_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comment"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "feed_impression" ADD CONSTRAINT "feed_impression_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "feed_impression" ADD CONSTRAINT "feed_impression_post_id_post_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."post"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "follow" ADD CONSTRAINT "follow_follower_id_account_id_fk" FOREIGN KEY ("follower_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "follow" ADD CONSTRAINT "follow_followed_id_account_id_fk" FOREIGN KEY ("followed_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "mute" ADD CONSTRAINT "mute_muter_id_account_id_fk" FOREIGN KEY ("muter_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "mute" ADD CONSTRAINT "mute_muted_id_account_id_fk" FOREIGN KEY ("muted_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "notification" ADD CONSTRAINT "notification_recipient_id_account_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "notification" ADD CONSTRAINT "notification_actor_id_account_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "notification" ADD CONSTRAINT "notification_post_id_post_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."post"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "notification" ADD CONSTRAINT "notification_comment_id_comment_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comment"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "post" ADD CONSTRAINT "post_author_id_account_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "post_attachment" ADD CONSTRAINT "post_attachment_post_id_post_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."post"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "post_feedback" ADD CONSTRAINT "post_feedback_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "post_feedback" ADD CONSTRAINT "post_feedback_post_id_post_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."post"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "post_like" ADD CONSTRAINT "post_like_post_id_post_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."post"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "post_like" ADD CONSTRAINT "post_like_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "post_revision" ADD CONSTRAINT "post_revision_post_id_post_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."post"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "post_tag" ADD CONSTRAINT "post_tag_post_id_post_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."post"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "ranking_entry" ADD CONSTRAINT "ranking_entry_ranking_id_ranking_id_fk" FOREIGN KEY ("ranking_id") REFERENCES "public"."ranking"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "block_blocked_index" ON "block" USING btree ("blocked_id","blocker_id");
CREATE INDEX "bookmark_time_index" ON "bookmark" USING btree ("account_id","created_at","post_id");
CREATE INDEX "bookmark_post_index" ON "bookmark" USING btree ("post_id");
CREATE INDEX "comment_hot_index" ON "comment" USING btree ("post_id","like_count","created_at","id") WHERE "comment"."top" and "comment"."deleted_at" is null and "comment"."hidden_at" is null;
CREATE INDEX "comment_latest_index" ON "comment" USING btree ("post_id","created_at","id") WHERE "comment"."top" and "comment"."deleted_at" is null and "comment"."hidden_at" is null;
CREATE UNIQUE INDEX "comment_floor_unique" ON "comment" USING btree ("post_id","floor");
CREATE INDEX "comment_root_index" ON "comment" USING btree ("root_id","created_at","id") WHERE "comment"."root_id" is not null;
CREATE INDEX "comment_author_index" ON "comment" USING btree ("author_id","created_at","id");
CREATE INDEX "comment_deleted_index" ON "comment" USING btree ("deleted_at") WHERE "comment"."deleted_at" is not null and "comment"."body" <> '';
CREATE INDEX "comment_like_account_index" ON "comment_like" USING btree ("account_id");
CREATE INDEX "feed_impression_post_index" ON "feed_impression" USING btree ("post_id");
CREATE INDEX "feed_impression_seen_index" ON "feed_impression" USING btree ("seen_at");
CREATE INDEX "follow_followed_index" ON "follow" USING btree ("followed_id");
CREATE INDEX "mute_muted_index" ON "mute" USING btree ("muted_id");
CREATE UNIQUE INDEX "notification_occasion_unique" ON "notification" USING btree ("recipient_id","occasion");
CREATE INDEX "notification_time_index" ON "notification" USING btree ("recipient_id","created_at","id");
CREATE INDEX "notification_unread_index" ON "notification" USING btree ("recipient_id","created_at","id") WHERE "notification"."read_at" is null;
CREATE INDEX "notification_created_index" ON "notification" USING btree ("created_at");
CREATE INDEX "notification_actor_index" ON "notification" USING btree ("actor_id");
CREATE INDEX "notification_post_index" ON "notification" USING btree ("post_id");
CREATE INDEX "notification_comment_index" ON "notification" USING btree ("comment_id");
CREATE INDEX "post_time_index" ON "post" USING btree ("created_at","id") WHERE "post"."deleted_at" is null and "post"."hidden_at" is null and "post"."archived_at" is null;
CREATE INDEX "post_author_index" ON "post" USING btree ("author_id","created_at","id");
CREATE INDEX "post_featured_index" ON "post" USING btree ("featured_at","id") WHERE "post"."featured_at" is not null;
CREATE INDEX "post_pinned_index" ON "post" USING btree ("author_id","pinned_at","id") WHERE "post"."pinned_at" is not null;
CREATE INDEX "post_work_index" ON "post" USING btree ("author_id","created_at","id") WHERE "post"."media_count" > 0 and "post"."deleted_at" is null and "post"."hidden_at" is null and "post"."archived_at" is null;
CREATE INDEX "post_score_index" ON "post" USING btree (("like_count" * 5 + "comment_count" * 8 + "bookmark_count" * 3)) WHERE "post"."deleted_at" is null and "post"."hidden_at" is null and "post"."archived_at" is null;
CREATE INDEX "post_deleted_index" ON "post" USING btree ("deleted_at") WHERE "post"."deleted_at" is not null and "post"."body" <> '';
CREATE INDEX "post_grams_index" ON "post" USING gin ("grams");
CREATE UNIQUE INDEX "post_attachment_position_unique" ON "post_attachment" USING btree ("post_id","position");
CREATE INDEX "post_feedback_post_index" ON "post_feedback" USING btree ("post_id");
CREATE INDEX "post_like_account_index" ON "post_like" USING btree ("account_id");
CREATE INDEX "post_tag_time_index" ON "post_tag" USING btree ("tag","created_at","post_id");
CREATE INDEX "ranking_entry_position_index" ON "ranking_entry" USING btree ("ranking_id","position");
