-- A file that is refused after it was linked is no picture of its post any more: media are counted as long as they are
-- ready. (A link whose file is not there at all counts, as it did.)
create or replace function count_attachment() returns trigger language plpgsql as $$
declare
	file uuid := case when tg_op = 'INSERT' then new.attachment_id else old.attachment_id end;
begin
	if exists (select 1 from attachment where id = file and status <> 'ready') then return null; end if;
	if tg_op = 'INSERT' then
		update post set media_count = media_count + 1 where id = new.post_id;
	else
		update post set media_count = media_count - 1 where id = old.post_id;
	end if;
	return null;
end
$$;
--> statement-breakpoint
create function count_linked_attachment() returns trigger language plpgsql as $$
begin
	update post set media_count = media_count + (case when new.status = 'ready' then 1 else -1 end)
		where id = (select post_id from post_attachment where attachment_id = new.id);
	return null;
end
$$;
--> statement-breakpoint
create trigger attachment_counts after update of status on attachment for each row
	when ((old.status = 'ready') <> (new.status = 'ready')) execute function count_linked_attachment();
--> statement-breakpoint
update post set media_count = (select count(*) from post_attachment l where l.post_id = post.id
	and not exists (select 1 from attachment f where f.id = l.attachment_id and f.status <> 'ready'))
	where exists (select 1 from post_attachment l join attachment f on f.id = l.attachment_id
		where l.post_id = post.id and f.status <> 'ready');
