ALTER TABLE "notification" DROP CONSTRAINT "notification_recipient_id_account_id_fk";

ALTER TABLE "notification" DROP CONSTRAINT "notification_actor_id_account_id_fk";

ALTER TABLE "notification" DROP CONSTRAINT "notification_post_id_post_id_fk";

ALTER TABLE "notification" DROP CONSTRAINT "notification_comment_id_comment_id_fk";

-- What a notification refers to, checked once a statement in place of once a row. Rows are locked as foreign keys lock them, so
-- whoever deletes one waits, and then deletes what was written meanwhile (below). Each is looked up in the index, since plans are
-- kept: one that was made while a table was small would scan all of it later.
create function check_notifications() returns trigger language plpgsql set enable_seqscan = off as $$
declare
	wanted integer;
	found_rows integer;
begin
	select count(*) into wanted from
		(select i.recipient_id as id from inserted i union select i.actor_id from inserted i where i.actor_id is not null) r;
	perform from (select i.recipient_id as id from inserted i union select i.actor_id from inserted i) r
		cross join lateral (select from account a where a.id = r.id for key share) l;
	get diagnostics found_rows = row_count;
	if found_rows = wanted then
		select count(distinct i.post_id) into wanted from inserted i;
		perform from (select distinct i.post_id as id from inserted i) r
			cross join lateral (select from post p where p.id = r.id for key share) l;
		get diagnostics found_rows = row_count;
	end if;
	if found_rows = wanted then
		select count(distinct i.comment_id) into wanted from inserted i;
		perform from (select distinct i.comment_id as id from inserted i) r
			cross join lateral (select from comment c where c.id = r.id for key share) l;
		get diagnostics found_rows = row_count;
	end if;
	if found_rows <> wanted then
		raise foreign_key_violation using message = 'a notification refers to an account, post or comment that does not exist',
			table = 'notification';
	end if;
	-- Tells every process at commit whose notifications are new, whoever wrote them. A payload has less than 8,000 bytes.
	perform pg_notify('livehouse_notification', string_agg(t.recipient_id::text, ' ')) from
		(select i.recipient_id, (row_number() over () - 1) / 200 as part from inserted i) t group by t.part;
	return null;
end
$$;
drop trigger notification_news on notification;
drop function tell_notification();
create trigger notification_written after insert on notification referencing new table as inserted
	for each statement execute function check_notifications();
create function delete_notifications() returns trigger language plpgsql as $$
begin
	if tg_table_name = 'account' then
		delete from notification where recipient_id = old.id or actor_id = old.id;
	elsif tg_table_name = 'post' then
		delete from notification where post_id = old.id;
	else
		delete from notification where comment_id = old.id;
	end if;
	return null;
end
$$;
create trigger account_notifications after delete on account for each row execute function delete_notifications();
create trigger post_notifications after delete on post for each row execute function delete_notifications();
create trigger comment_notifications after delete on comment for each row execute function delete_notifications();
