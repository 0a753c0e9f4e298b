-- A session ends 30 days after the sign-in, whoever extends it and however often. In hours, which no time zone changes.
create function limit_session() returns trigger language plpgsql as $$
begin
	new.expires_at := least(new.expires_at, new.created_at + interval '720 hours');
	return new;
end
$$;
create trigger session_limit before insert or update on session
	for each row execute function limit_session();
update session set expires_at = expires_at where expires_at > created_at + interval '720 hours';
