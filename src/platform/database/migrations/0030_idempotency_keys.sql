CREATE TABLE "idempotency_key" (
	"account_id" uuid NOT NULL,
	"route" text NOT NULL,
	"key_digest" text NOT NULL,
	"request_digest" text NOT NULL,
	"status" integer NOT NULL,
	"created_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_key_key" PRIMARY KEY("account_id","route","key_digest")
);

ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "idempotency_key_time_index" ON "idempotency_key" USING btree ("created_at");
