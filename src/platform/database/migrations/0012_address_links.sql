CREATE TABLE "address_link" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"step" text NOT NULL,
	"address" text NOT NULL,
	"leads_to" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE "address_link" ADD CONSTRAINT "address_link_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "address_link_account_index" ON "address_link" USING btree ("account_id");
CREATE INDEX "address_link_expires_index" ON "address_link" USING btree ("expires_at");
