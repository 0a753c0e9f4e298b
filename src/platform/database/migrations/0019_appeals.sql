CREATE TABLE "appeal" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"case_id" uuid,
	"restriction_id" uuid,
	"message" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"answer" text,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "appeal_of_one_thing" CHECK (("appeal"."case_id" is null) <> ("appeal"."restriction_id" is null))
);

DROP INDEX "moderation_case_author_index";
ALTER TABLE "notification" ADD COLUMN "decision" jsonb;
ALTER TABLE "account_restriction" ADD COLUMN "message" text;
ALTER TABLE "moderation_case" ADD COLUMN "reason_code" text;
ALTER TABLE "moderation_case" ADD COLUMN "message" text;
ALTER TABLE "moderation_case" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;
ALTER TABLE "appeal" ADD CONSTRAINT "appeal_case_id_moderation_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."moderation_case"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "appeal" ADD CONSTRAINT "appeal_restriction_id_account_restriction_id_fk" FOREIGN KEY ("restriction_id") REFERENCES "public"."account_restriction"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "appeal_case_unique" ON "appeal" USING btree ("case_id");
CREATE UNIQUE INDEX "appeal_restriction_unique" ON "appeal" USING btree ("restriction_id");
CREATE INDEX "appeal_queue_index" ON "appeal" USING btree ("status","created_at","id");
CREATE INDEX "appeal_time_index" ON "appeal" USING btree ("created_at","id");
CREATE INDEX "appeal_account_index" ON "appeal" USING btree ("account_id");
CREATE INDEX "moderation_case_author_index" ON "moderation_case" USING btree ("author_account_id","decided_at","id");
