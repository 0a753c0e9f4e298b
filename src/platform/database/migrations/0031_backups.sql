CREATE TABLE "backup_run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"cause" text NOT NULL,
	"account_id" uuid,
	"place" text NOT NULL,
	"name" text,
	"rows" bigint,
	"objects" integer,
	"object_bytes" bigint,
	"sent_objects" integer,
	"sent_bytes" bigint,
	"checked_objects" integer,
	"lost_objects" integer,
	"problems" integer,
	"removed" integer,
	"failure" text,
	"message" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);

CREATE INDEX "backup_run_time_index" ON "backup_run" USING btree ("created_at","id");
CREATE UNIQUE INDEX "backup_run_waiting_unique" ON "backup_run" USING btree ("state") WHERE "backup_run"."state" = 'waiting';
