CREATE TABLE "case_claim" (
	"case_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "case_claim_key" PRIMARY KEY("case_id","account_id")
);

CREATE TABLE "moderation_note" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid,
	"account_id" uuid,
	"written_by" uuid NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "moderation_note_of_one_thing" CHECK (("moderation_note"."case_id" is null) <> ("moderation_note"."account_id" is null))
);

ALTER TABLE "case_claim" ADD CONSTRAINT "case_claim_case_id_moderation_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."moderation_case"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "moderation_note" ADD CONSTRAINT "moderation_note_case_id_moderation_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."moderation_case"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "case_claim_account_index" ON "case_claim" USING btree ("account_id");
CREATE INDEX "moderation_note_case_index" ON "moderation_note" USING btree ("case_id","created_at","id");
CREATE INDEX "moderation_note_account_index" ON "moderation_note" USING btree ("account_id","created_at","id");
