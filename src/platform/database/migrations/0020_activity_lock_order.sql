-- A like counted the activity of its post before it locked the post, a comment after, so that both could deadlock. Both lock
-- the post first now.
create or replace function count_activity(post uuid, moment timestamptz, step integer) returns void language plpgsql as $$
begin
	perform 1 from post p where p.id = $1 for no key update;
	-- Locked next: the job may have moved the windows while this waited, and the next statement sees what it did.
	perform 1 from post_activity a where a.post_id = $1 for update;
	update post_activity a set
		day = a.day + case when moment > coalesce(w.day, now() - interval '1 day') then step else 0 end,
		week = a.week + case when moment > coalesce(w.week, now() - interval '7 days') then step else 0 end,
		month = a.month + case when moment > coalesce(w.month, now() - interval '30 days') then step else 0 end,
		year = a.year + case when moment > coalesce(w.year, now() - interval '365 days') then step else 0 end,
		total = a.total + step
	from (values (1)) one (n) left join activity_window w on true where a.post_id = $1;
end
$$;
