CREATE TABLE "author_subscription" (
	"account_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "author_subscription_key" PRIMARY KEY("author_id","account_id")
);

CREATE TABLE "draft" (
	"account_id" uuid NOT NULL,
	"id" text NOT NULL,
	"content" text NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "draft_key" PRIMARY KEY("account_id","id")
);

CREATE TABLE "fan_out" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"post_id" uuid NOT NULL,
	"after" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);

CREATE TABLE "post_subscription" (
	"account_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"is_active" boolean NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "post_subscription_key" PRIMARY KEY("post_id","account_id")
);

ALTER TABLE "author_subscription" ADD CONSTRAINT "author_subscription_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "author_subscription" ADD CONSTRAINT "author_subscription_author_id_account_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "draft" ADD CONSTRAINT "draft_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "fan_out" ADD CONSTRAINT "fan_out_post_id_post_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."post"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "post_subscription" ADD CONSTRAINT "post_subscription_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "post_subscription" ADD CONSTRAINT "post_subscription_post_id_post_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."post"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "author_subscription_account_index" ON "author_subscription" USING btree ("account_id","created_at","author_id");
CREATE INDEX "draft_time_index" ON "draft" USING btree ("account_id","updated_at","id");
CREATE INDEX "draft_updated_index" ON "draft" USING btree ("updated_at");
CREATE INDEX "fan_out_open_index" ON "fan_out" USING btree ("post_id","created_at","id") WHERE "fan_out"."finished_at" is null;
CREATE INDEX "fan_out_created_index" ON "fan_out" USING btree ("created_at");
CREATE INDEX "post_subscription_account_index" ON "post_subscription" USING btree ("account_id","changed_at","post_id");
-- Tells every process at commit that others may see more or fewer comments of a post, or may no longer read it.
create function tell_thread() returns trigger language plpgsql as $$
begin
	if tg_table_name = 'post' then
		perform pg_notify('livehouse_thread', new.id::text);
	else
		perform pg_notify('livehouse_thread', new.post_id::text);
	end if;
	return null;
end
$$;
create trigger comment_news after insert on comment for each row when (new.moderation_status = 'allow')
	execute function tell_thread();
create trigger comment_change_news after update of deleted_at, hidden_at, moderation_status on comment for each row
	when (old.deleted_at is distinct from new.deleted_at or old.hidden_at is distinct from new.hidden_at
		or old.moderation_status is distinct from new.moderation_status)
	execute function tell_thread();
create trigger post_change_news after update of visibility, moderation_status, hidden_at, archived_at, deleted_at on post
	for each row when (old.visibility is distinct from new.visibility or old.moderation_status is distinct from new.moderation_status
		or old.hidden_at is distinct from new.hidden_at or old.archived_at is distinct from new.archived_at
		or old.deleted_at is distinct from new.deleted_at)
	execute function tell_thread();
