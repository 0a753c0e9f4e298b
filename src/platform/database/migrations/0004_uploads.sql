CREATE TABLE "attachment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_account_id" uuid NOT NULL,
	"owner_uid" bigint NOT NULL,
	"idempotency_key" text NOT NULL,
	"file_name" text NOT NULL,
	"media_type" text NOT NULL,
	"size" bigint NOT NULL,
	"charged_bytes" bigint NOT NULL,
	"status" text NOT NULL,
	"failure_code" text,
	"original_key" text NOT NULL,
	"part_handle" text,
	"sha256" text,
	"width" integer,
	"height" integer,
	"duration_ms" integer,
	"processing" text,
	"progress" double precision DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_token" uuid,
	"lease_holder" text,
	"lease_until" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"linked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ready_at" timestamp (3) with time zone,
	"original_removed_at" timestamp (3) with time zone,
	"objects_removed_at" timestamp (3) with time zone,
	CONSTRAINT "attachment_size_positive" CHECK ("attachment"."size" > 0 and "attachment"."charged_bytes" >= 0),
	CONSTRAINT "attachment_expiry_or_link" CHECK ("attachment"."expires_at" is not null or "attachment"."linked_at" is not null)
);

CREATE TABLE "attachment_part" (
	"attachment_id" uuid NOT NULL,
	"part_number" integer NOT NULL,
	"token" text NOT NULL,
	"bytes" bigint NOT NULL,
	"etag" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attachment_part_key" PRIMARY KEY("attachment_id","part_number")
);

CREATE TABLE "attachment_variant" (
	"attachment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"object_key" text NOT NULL,
	"media_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	CONSTRAINT "attachment_variant_key" PRIMARY KEY("attachment_id","kind")
);

ALTER TABLE "attachment_part" ADD CONSTRAINT "attachment_part_attachment_id_attachment_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."attachment"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "attachment_variant" ADD CONSTRAINT "attachment_variant_attachment_id_attachment_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."attachment"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "attachment_key_unique" ON "attachment" USING btree ("owner_account_id","idempotency_key");
CREATE INDEX "attachment_expires_index" ON "attachment" USING btree ("expires_at") WHERE "attachment"."status" <> 'deleted';
CREATE INDEX "attachment_working_index" ON "attachment" USING btree ("lease_until") WHERE "attachment"."status" in ('finishing', 'scanning');
CREATE INDEX "attachment_decided_index" ON "attachment" USING btree ("updated_at") WHERE "attachment"."status" in ('rejected', 'review');
CREATE INDEX "attachment_original_index" ON "attachment" USING btree ("ready_at") WHERE "attachment"."status" = 'ready' and "attachment"."original_removed_at" is null;
CREATE INDEX "attachment_removal_index" ON "attachment" USING btree ("updated_at") WHERE "attachment"."status" = 'deleted' and "attachment"."objects_removed_at" is null;
