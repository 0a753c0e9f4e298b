CREATE TABLE "text_fingerprint" (
	"author_account_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "text_fingerprint_key" PRIMARY KEY("author_account_id","fingerprint","kind","subject_id")
);

ALTER TABLE "moderation_case" ADD COLUMN "body" text;
CREATE INDEX "text_fingerprint_at_index" ON "text_fingerprint" USING btree ("at");
CREATE INDEX "moderation_case_time_index" ON "moderation_case" USING btree ("created_at","id");
CREATE INDEX "report_time_index" ON "report" USING btree ("created_at","id");
CREATE INDEX "report_target_index" ON "report" USING btree ("target_account_id");
