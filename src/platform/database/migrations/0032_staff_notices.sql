CREATE TABLE "notification_setting" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"kinds" jsonb NOT NULL,
	"quiet_from" text,
	"quiet_to" text,
	"quiet_zone" text,
	"digest" text DEFAULT 'never' NOT NULL,
	"digested_at" timestamp (3) with time zone,
	"version" integer NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE "notification" ADD COLUMN "is_listed" boolean DEFAULT true NOT NULL;
ALTER TABLE "notification" ADD COLUMN "is_mailed" boolean DEFAULT false NOT NULL;
ALTER TABLE "webhook" ADD COLUMN "format" text DEFAULT 'standard' NOT NULL;
ALTER TABLE "webhook" ADD COLUMN "held_until" timestamp (3) with time zone;
ALTER TABLE "notification_setting" ADD CONSTRAINT "notification_setting_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "notification_setting_digest_index" ON "notification_setting" USING btree ("digested_at") WHERE "notification_setting"."digest" <> 'never';
CREATE INDEX "notification_mailed_index" ON "notification" USING btree ("recipient_id") WHERE "notification"."is_mailed";
