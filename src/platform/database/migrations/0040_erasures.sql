CREATE TABLE "audit_value" (
	"event_id" uuid NOT NULL,
	"name" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "audit_value_key" PRIMARY KEY("event_id","name")
);

CREATE TABLE "staff_deletion" (
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"author_account_id" uuid NOT NULL,
	"case_id" uuid,
	"deleted_by" uuid NOT NULL,
	"was_hidden" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"erase_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_deletion_key" PRIMARY KEY("kind","subject_id")
);

CREATE INDEX "staff_deletion_due_index" ON "staff_deletion" USING btree ("erase_at");
CREATE INDEX "staff_deletion_case_index" ON "staff_deletion" USING btree ("case_id");

-- States before and after were written as JSON texts inside JSON. A text that is no JSON stays as it is.
create function unwrap_json(value jsonb) returns jsonb language plpgsql immutable as $$
begin
	if value is null or jsonb_typeof(value) <> 'string' then
		return value;
	end if;
	return (value #>> '{}')::jsonb;
exception when invalid_text_representation then
	return value;
end
$$;

alter table audit_event disable trigger audit_event_inserts_only;
insert into audit_value (event_id, name, value) select id, 'note', note from audit_event where note is not null;
update audit_event set note = null, before = unwrap_json(before), after = unwrap_json(after)
	where note is not null or jsonb_typeof(before) = 'string' or jsonb_typeof(after) = 'string';
alter table audit_event enable trigger audit_event_inserts_only;

-- Events hold ids, codes and numbers, whoever writes them: also processes of the version before, during a rolling update.
create function store_audit_values() returns trigger language plpgsql as $$
begin
	if new.note is not null then
		insert into audit_value (event_id, name, value) values (new.id, 'note', new.note);
		new.note := null;
	end if;
	-- Asked first, because a function that catches errors begins a subtransaction.
	if jsonb_typeof(new.before) = 'string' then
		new.before := unwrap_json(new.before);
	end if;
	if jsonb_typeof(new.after) = 'string' then
		new.after := unwrap_json(new.after);
	end if;
	return new;
end
$$;
create trigger audit_event_values before insert on audit_event
	for each row execute function store_audit_values();

-- Values take inserts only, too. They are deleted by clear_audit_values() alone, which records that it did so: the trigger looks
-- for the event of this transaction.
create function refuse_audit_value_change() returns trigger language plpgsql as $$
begin
	if tg_op = 'DELETE' and exists (
		select 1 from audit_event where action = 'audit.clear' and at = now()::timestamptz(3)
			and id = nullif(current_setting('livehouse.audit_clear', true), '')::uuid
	) then
		return null;
	end if;
	raise exception 'values of the audit trail take inserts only; clear_audit_values() clears them' using errcode = '42501';
end
$$;
create trigger audit_value_inserts_only before update or delete or truncate on audit_value
	for each statement execute function refuse_audit_value_change();

-- Deletes the values of these events and returns their number. Records that as the event `act`, about `kind` and `id`; null `actor`:
-- the service.
create function clear_audit_values(act uuid, event_ids uuid[], actor uuid, kind text, id text) returns integer language plpgsql as $$
declare
	cleared integer;
begin
	select count(*) into cleared from audit_value where event_id = any (event_ids);
	if cleared = 0 then
		return 0;
	end if;
	insert into audit_event (id, action, subject_kind, subject_id, actor_account_id, after)
		values (act, 'audit.clear', kind, id, actor, jsonb_build_object('values', cleared));
	perform set_config('livehouse.audit_clear', act::text, true);
	delete from audit_value where event_id = any (event_ids);
	perform set_config('livehouse.audit_clear', '', true);
	return cleared;
end
$$;
