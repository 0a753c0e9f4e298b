ALTER TABLE "login_method" ADD COLUMN "mapped_role" text;
ALTER TABLE "session" ADD COLUMN "mapped_role" boolean DEFAULT false NOT NULL;
-- The session of an account whose role a provider gives ends after twelve hours, so that the provider is asked again.
create or replace function limit_session() returns trigger language plpgsql as $$
begin
	new.expires_at := least(
		new.expires_at,
		new.created_at + case when new.mapped_role then interval '12 hours' else interval '720 hours' end
	);
	return new;
end
$$;
