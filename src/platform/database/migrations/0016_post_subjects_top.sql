CREATE TABLE "activity_window" (
	"id" integer PRIMARY KEY NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	"week" timestamp (3) with time zone NOT NULL,
	"month" timestamp (3) with time zone NOT NULL,
	"year" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "entity_bookmark" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"server" text NOT NULL,
	"resource" text NOT NULL,
	"entity_id" text NOT NULL,
	"title" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "post_activity" (
	"post_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"day" integer DEFAULT 0 NOT NULL,
	"week" integer DEFAULT 0 NOT NULL,
	"month" integer DEFAULT 0 NOT NULL,
	"year" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL
);

ALTER TABLE "post" ADD COLUMN "subject_server" text;
ALTER TABLE "post" ADD COLUMN "subject_resource" text;
ALTER TABLE "post" ADD COLUMN "subject_id" text;
ALTER TABLE "post" ADD COLUMN "subject_title" text;
ALTER TABLE "post" ADD COLUMN "spoiler" boolean DEFAULT false NOT NULL;
ALTER TABLE "entity_bookmark" ADD CONSTRAINT "entity_bookmark_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "post_activity" ADD CONSTRAINT "post_activity_post_id_post_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."post"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "entity_bookmark_unique" ON "entity_bookmark" USING btree ("account_id","server","resource","entity_id");
CREATE INDEX "entity_bookmark_time_index" ON "entity_bookmark" USING btree ("account_id","created_at","id");
CREATE INDEX "post_activity_day_index" ON "post_activity" USING btree ("day","created_at","post_id");
CREATE INDEX "post_activity_week_index" ON "post_activity" USING btree ("week","created_at","post_id");
CREATE INDEX "post_activity_month_index" ON "post_activity" USING btree ("month","created_at","post_id");
CREATE INDEX "post_activity_year_index" ON "post_activity" USING btree ("year","created_at","post_id");
CREATE INDEX "post_activity_total_index" ON "post_activity" USING btree ("total","created_at","post_id");
CREATE INDEX "comment_time_index" ON "comment" USING btree ("created_at","post_id");
CREATE INDEX "post_subject_index" ON "post" USING btree ("subject_server","subject_resource","subject_id","created_at","id") WHERE "post"."subject_server" is not null;
CREATE INDEX "post_like_time_index" ON "post_like" USING btree ("created_at","post_id");
-- Activity of posts. A like or comment counts in each window that it is in; what leaves a window is subtracted by a job.
create function count_activity(post uuid, moment timestamptz, step integer) returns void language plpgsql as $$
begin
	-- Locked first: the job may have moved the windows while this waited, and the next statement sees what it did.
	perform 1 from post_activity where post_id = post for update;
	update post_activity a set
		day = a.day + case when moment > coalesce(w.day, now() - interval '1 day') then step else 0 end,
		week = a.week + case when moment > coalesce(w.week, now() - interval '7 days') then step else 0 end,
		month = a.month + case when moment > coalesce(w.month, now() - interval '30 days') then step else 0 end,
		year = a.year + case when moment > coalesce(w.year, now() - interval '365 days') then step else 0 end,
		total = a.total + step
	from (values (1)) one (n) left join activity_window w on true where a.post_id = post;
end
$$;
create function count_post_activity() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		insert into post_activity (post_id, created_at) values (new.id, new.created_at);
	else
		update post_activity set created_at = new.created_at where post_id = new.id;
	end if;
	return null;
end
$$;
create trigger post_activity_begins after insert or update of created_at on post
	for each row execute function count_post_activity();
create function count_like_activity() returns trigger language plpgsql as $$
begin
	if tg_op <> 'INSERT' then perform count_activity(old.post_id, old.created_at, -1); end if;
	if tg_op <> 'DELETE' then perform count_activity(new.post_id, new.created_at, 1); end if;
	return null;
end
$$;
create trigger post_like_activity after insert or delete or update of created_at on post_like
	for each row execute function count_like_activity();
create function count_comment_activity() returns trigger language plpgsql as $$
declare
	was boolean := tg_op <> 'INSERT' and old.deleted_at is null and old.hidden_at is null and old.moderation_status = 'allow';
	is_now boolean := tg_op <> 'DELETE' and new.deleted_at is null and new.hidden_at is null and new.moderation_status = 'allow';
begin
	if was and is_now and old.created_at = new.created_at then return null; end if;
	if was then perform count_activity(old.post_id, old.created_at, -1); end if;
	if is_now then perform count_activity(new.post_id, new.created_at, 1); end if;
	return null;
end
$$;
create trigger comment_activity after insert or delete or update of deleted_at, hidden_at, moderation_status, created_at on comment
	for each row execute function count_comment_activity();
insert into post_activity (post_id, created_at, day, week, month, year, total)
select p.id, p.created_at, count(*) filter (where e.at > now() - interval '1 day'),
	count(*) filter (where e.at > now() - interval '7 days'), count(*) filter (where e.at > now() - interval '30 days'),
	count(*) filter (where e.at > now() - interval '365 days'), count(e.at)
from post p left join (
	select post_id, created_at as at from post_like
	union all select post_id, created_at from comment
	where deleted_at is null and hidden_at is null and moderation_status = 'allow') e on e.post_id = p.id
group by p.id, p.created_at;
