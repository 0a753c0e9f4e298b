CREATE TABLE "removal" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"reason_code" text NOT NULL,
	"message" text,
	"made_by" uuid NOT NULL,
	"restriction_id" uuid,
	"state" text NOT NULL,
	"total" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"undone_by" uuid,
	"undone_at" timestamp (3) with time zone
);

CREATE TABLE "removal_target" (
	"removal_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"version_before" integer,
	"version_after" integer,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "removal_target_key" PRIMARY KEY("removal_id","position")
);

ALTER TABLE "removal" ADD CONSTRAINT "removal_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "removal_target" ADD CONSTRAINT "removal_target_removal_id_removal_id_fk" FOREIGN KEY ("removal_id") REFERENCES "public"."removal"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "removal_account_index" ON "removal" USING btree ("account_id","created_at","id");
CREATE INDEX "removal_open_index" ON "removal" USING btree ("created_at") WHERE "removal"."state" in ('running', 'undoing');
CREATE INDEX "removal_target_state_index" ON "removal_target" USING btree ("removal_id","state","position");
