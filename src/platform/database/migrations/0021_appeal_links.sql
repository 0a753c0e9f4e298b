CREATE TABLE "appeal_link" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"case_id" uuid,
	"restriction_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "appeal_link_of_one_thing" CHECK (("appeal_link"."case_id" is null) <> ("appeal_link"."restriction_id" is null))
);

ALTER TABLE "appeal_link" ADD CONSTRAINT "appeal_link_case_id_moderation_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."moderation_case"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "appeal_link" ADD CONSTRAINT "appeal_link_restriction_id_account_restriction_id_fk" FOREIGN KEY ("restriction_id") REFERENCES "public"."account_restriction"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "appeal_link_case_unique" ON "appeal_link" USING btree ("case_id");
CREATE UNIQUE INDEX "appeal_link_restriction_unique" ON "appeal_link" USING btree ("restriction_id");
CREATE INDEX "appeal_link_account_index" ON "appeal_link" USING btree ("account_id");
CREATE INDEX "appeal_link_expires_index" ON "appeal_link" USING btree ("expires_at");
