-- Counters of posts, comments and people are kept here, so that no path of writing can forget them.
create function count_comment() returns trigger language plpgsql as $$
declare
	was boolean := tg_op <> 'INSERT' and old.deleted_at is null and old.hidden_at is null and old.moderation_status = 'allow';
	is_now boolean := tg_op <> 'DELETE' and new.deleted_at is null and new.hidden_at is null and new.moderation_status = 'allow';
	step integer := is_now::int - was::int;
begin
	if step = 0 then return null; end if;
	if tg_op = 'DELETE' then
		update post set comment_count = comment_count + step where id = old.post_id;
		if old.root_id is not null then update comment set reply_count = reply_count + step where id = old.root_id; end if;
		if old.root_id is null then update comment set top = true where root_id = old.id; end if;
		return null;
	end if;
	update post set comment_count = comment_count + step where id = new.post_id;
	if new.root_id is not null then
		update comment set reply_count = reply_count + step where id = new.root_id;
	elsif tg_op = 'UPDATE' then
		-- Answers of a thread whose first comment is gone stand in the first row.
		update comment set top = not is_now where root_id = new.id;
	end if;
	return null;
end
$$;
--> statement-breakpoint
create trigger comment_counts after insert or delete or update of deleted_at, hidden_at, moderation_status on comment
	for each row execute function count_comment();
--> statement-breakpoint
create function count_post() returns trigger language plpgsql as $$
declare
	was boolean := tg_op <> 'INSERT' and old.deleted_at is null and old.hidden_at is null and old.archived_at is null
		and old.moderation_status = 'allow' and old.visibility = 'public';
	is_now boolean := tg_op <> 'DELETE' and new.deleted_at is null and new.hidden_at is null and new.archived_at is null
		and new.moderation_status = 'allow' and new.visibility = 'public';
	post_step integer := is_now::int - was::int;
	work_step integer := (is_now and new.media_count > 0)::int - (was and old.media_count > 0)::int;
	author uuid := case when tg_op = 'DELETE' then old.author_id else new.author_id end;
begin
	if post_step = 0 and work_step = 0 then return null; end if;
	if tg_op = 'DELETE' then
		update author_stat set posts = posts + post_step, works = works + work_step where account_id = author;
	else
		insert into author_stat (account_id, posts, works) values (author, greatest(post_step, 0), greatest(work_step, 0))
			on conflict (account_id) do update set posts = author_stat.posts + post_step, works = author_stat.works + work_step;
	end if;
	return null;
end
$$;
--> statement-breakpoint
create trigger post_counts after insert or delete or update of deleted_at, hidden_at, archived_at, moderation_status, visibility, media_count on post
	for each row execute function count_post();
--> statement-breakpoint
create function count_post_like() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		update post set like_count = like_count + 1 where id = new.post_id;
	else
		update post set like_count = like_count - 1 where id = old.post_id;
	end if;
	return null;
end
$$;
--> statement-breakpoint
create trigger post_like_counts after insert or delete on post_like for each row execute function count_post_like();
--> statement-breakpoint
create function count_comment_like() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		update comment set like_count = like_count + 1 where id = new.comment_id;
	else
		update comment set like_count = like_count - 1 where id = old.comment_id;
	end if;
	return null;
end
$$;
--> statement-breakpoint
create trigger comment_like_counts after insert or delete on comment_like for each row execute function count_comment_like();
--> statement-breakpoint
create function count_bookmark() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		update post set bookmark_count = bookmark_count + 1 where id = new.post_id;
	else
		update post set bookmark_count = bookmark_count - 1 where id = old.post_id;
	end if;
	return null;
end
$$;
--> statement-breakpoint
create trigger bookmark_counts after insert or delete on bookmark for each row execute function count_bookmark();
--> statement-breakpoint
create function count_attachment() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		update post set media_count = media_count + 1 where id = new.post_id;
	else
		update post set media_count = media_count - 1 where id = old.post_id;
	end if;
	return null;
end
$$;
--> statement-breakpoint
create trigger post_attachment_counts after insert or delete on post_attachment for each row execute function count_attachment();
--> statement-breakpoint
create function count_follow() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		insert into author_stat (account_id, following) values (new.follower_id, 1)
			on conflict (account_id) do update set following = author_stat.following + 1;
		insert into author_stat (account_id, followers) values (new.followed_id, 1)
			on conflict (account_id) do update set followers = author_stat.followers + 1;
	else
		update author_stat set following = following - 1 where account_id = old.follower_id;
		update author_stat set followers = followers - 1 where account_id = old.followed_id;
	end if;
	return null;
end
$$;
--> statement-breakpoint
create trigger follow_counts after insert or delete on follow for each row execute function count_follow();
