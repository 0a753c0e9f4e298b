CREATE TABLE "entity_list" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"server" text,
	"resource" text,
	"title" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"visibility" text NOT NULL,
	"moderation_status" text DEFAULT 'allow' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"entries" integer DEFAULT 0 NOT NULL,
	"hidden_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "entity_list_collection_check" CHECK (("entity_list"."server" is null) = ("entity_list"."resource" is null))
);

CREATE TABLE "entity_list_entry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"list_id" uuid NOT NULL,
	"server" text NOT NULL,
	"resource" text NOT NULL,
	"entity_id" text NOT NULL,
	"title" text NOT NULL,
	"count" integer,
	"note" text,
	"position" bigint NOT NULL,
	"is_owned" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "entity_list_entry_count_check" CHECK ("entity_list_entry"."count" between 1 and 9999)
);

CREATE TABLE "entity_owners" (
	"server" text NOT NULL,
	"resource" text NOT NULL,
	"entity_id" text NOT NULL,
	"owners" integer NOT NULL,
	CONSTRAINT "entity_owners_key" PRIMARY KEY("server","resource","entity_id")
);

ALTER TABLE "entity_list" ADD CONSTRAINT "entity_list_owner_id_account_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "entity_list_entry" ADD CONSTRAINT "entity_list_entry_list_id_entity_list_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."entity_list"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "entity_list_kind_unique" ON "entity_list" USING btree ("owner_id","kind","server","resource") WHERE "entity_list"."kind" <> 'named';
CREATE INDEX "entity_list_owner_index" ON "entity_list" USING btree ("owner_id","id");
CREATE INDEX "entity_list_public_index" ON "entity_list" USING btree ("owner_id","id") WHERE "entity_list"."visibility" = 'public';
CREATE UNIQUE INDEX "entity_list_entry_unique" ON "entity_list_entry" USING btree ("list_id","server","resource","entity_id");
CREATE INDEX "entity_list_entry_position_index" ON "entity_list_entry" USING btree ("list_id","position");
CREATE INDEX "entity_list_entry_note_index" ON "entity_list_entry" USING btree ("list_id") WHERE "entity_list_entry"."note" is not null;
-- Counts the owners of each entity, whoever writes entries. In the order of the key, so that concurrent transactions lock rows in
-- the same order.
create function count_entity_owners() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		insert into entity_owners as o (server, resource, entity_id, owners)
			select server, resource, entity_id, count(*) from changed where is_owned
			group by server, resource, entity_id order by server, resource, entity_id
			on conflict (server, resource, entity_id) do update set owners = o.owners + excluded.owners;
	else
		perform 1 from entity_owners o where (o.server, o.resource, o.entity_id) in
			(select server, resource, entity_id from changed where is_owned)
			order by o.server, o.resource, o.entity_id for update;
		update entity_owners o set owners = o.owners - n.count from
			(select server, resource, entity_id, count(*)::int as count from changed where is_owned group by 1, 2, 3) n
			where o.server = n.server and o.resource = n.resource and o.entity_id = n.entity_id;
		delete from entity_owners o using changed n where n.is_owned and o.server = n.server and o.resource = n.resource
			and o.entity_id = n.entity_id and o.owners <= 0;
	end if;
	return null;
end
$$;
create trigger entity_list_entry_owners_added after insert on entity_list_entry
	referencing new table as changed for each statement execute function count_entity_owners();
create trigger entity_list_entry_owners_removed after delete on entity_list_entry
	referencing old table as changed for each statement execute function count_entity_owners();
