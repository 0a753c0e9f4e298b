CREATE TABLE "webhook" (
	"id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"secret" text NOT NULL,
	"earlier_secret" text,
	"earlier_secret_until" timestamp (3) with time zone,
	"enabled" boolean DEFAULT true NOT NULL,
	"disabled_for" text,
	"arrived_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "webhook_delivery" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"type" text NOT NULL,
	"payload" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"answer_status" integer,
	"failure" text,
	"milliseconds" integer,
	"attempted_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "webhook_place" (
	"server" text PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);

-- What is public and allowed already is no news. A default fills the column without writing the rows again.
ALTER TABLE "post" ADD COLUMN "published_at" timestamp (3) with time zone DEFAULT now();
ALTER TABLE "post" ALTER COLUMN "published_at" DROP DEFAULT;
UPDATE "post" SET "published_at" = NULL WHERE "visibility" <> 'public' OR "moderation_status" <> 'allow';
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_webhook_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhook"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "webhook_delivery_event_unique" ON "webhook_delivery" USING btree ("webhook_id","event_id");
CREATE INDEX "webhook_delivery_time_index" ON "webhook_delivery" USING btree ("webhook_id","created_at","id");
CREATE INDEX "webhook_delivery_due_index" ON "webhook_delivery" USING btree ("due_at") WHERE "webhook_delivery"."status" = 'waiting';
