-- Whether a stranger sees the post of a tag listed is kept here, so that counting a tag reads its index alone.
create function list_post_tag() returns trigger language plpgsql as $$
begin
	new.listed := exists (select 1 from post where id = new.post_id and deleted_at is null and hidden_at is null
		and archived_at is null and moderation_status = 'allow' and visibility = 'public');
	return new;
end
$$;
--> statement-breakpoint
create trigger post_tag_lists before insert on post_tag for each row execute function list_post_tag();
--> statement-breakpoint
create function list_post_tags() returns trigger language plpgsql as $$
declare
	is_now boolean := new.deleted_at is null and new.hidden_at is null and new.archived_at is null
		and new.moderation_status = 'allow' and new.visibility = 'public';
begin
	update post_tag set listed = is_now where post_id = new.id and listed <> is_now;
	return null;
end
$$;
--> statement-breakpoint
create trigger post_tags_list after update of deleted_at, hidden_at, archived_at, moderation_status, visibility on post
	for each row execute function list_post_tags();
--> statement-breakpoint
insert into tag (name, id, created_at) select tag, gen_random_uuid(), min(created_at) from post_tag group by tag;
--> statement-breakpoint
update post_tag set listed = true from post p where p.id = post_tag.post_id and p.deleted_at is null and p.hidden_at is null
	and p.archived_at is null and p.moderation_status = 'allow' and p.visibility = 'public';
