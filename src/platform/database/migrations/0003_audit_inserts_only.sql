-- The audit trail takes inserts only, whoever asks: no row of it is changed or taken away.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
	raise exception 'the audit trail takes inserts only' using errcode = '42501';
end
$$;
create trigger audit_event_inserts_only before update or delete or truncate on audit_event
	for each statement execute function refuse_audit_change();
