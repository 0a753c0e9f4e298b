-- One- and two-character grams of a person's names, for a search in any script. Immutable as far as an index needs it, and
-- independent of the search path.
create function name_grams(handle text, name text) returns text[] language sql immutable parallel safe as $$
	select array_agg(distinct substr(t.folded, i, n))
	from (select lower(normalize(coalesce(handle, '') || ' ' || name, nfkc)) as folded) t,
		generate_series(1, length(t.folded)) i, generate_series(1, 2) n
$$;
DROP INDEX "follow_followed_index";
ALTER TABLE "attachment" ADD COLUMN "alt" text;
CREATE INDEX "profile_handle_prefix_index" ON "profile" USING btree (("handle" collate "C"));
CREATE INDEX "profile_name_index" ON "profile" USING gin (name_grams("handle", "display_name"));
CREATE INDEX "block_time_index" ON "block" USING btree ("blocker_id","created_at","blocked_id");
CREATE INDEX "follow_follower_time_index" ON "follow" USING btree ("follower_id","created_at","followed_id");
CREATE INDEX "follow_followed_time_index" ON "follow" USING btree ("followed_id","created_at","follower_id");
CREATE INDEX "mute_time_index" ON "mute" USING btree ("muter_id","created_at","muted_id");
CREATE INDEX "attachment_owner_index" ON "attachment" USING btree ("owner_account_id","created_at","id") WHERE "attachment"."status" <> 'deleted';
