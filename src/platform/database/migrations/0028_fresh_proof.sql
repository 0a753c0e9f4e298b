CREATE TABLE "earlier_token" (
	"token" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "failed_sign_in" (
	"hour" timestamp (3) with time zone NOT NULL,
	"way" text NOT NULL,
	"account_hash" text NOT NULL,
	"network_hash" text NOT NULL,
	"failures" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "failed_sign_in_key" PRIMARY KEY("hour","way","account_hash","network_hash")
);

ALTER TABLE "api_token" ADD COLUMN "second_factor" boolean DEFAULT false NOT NULL;
ALTER TABLE "session" ADD COLUMN "host_only" boolean DEFAULT false NOT NULL;
ALTER TABLE "publication" ADD COLUMN "token_id" uuid;
ALTER TABLE "earlier_token" ADD CONSTRAINT "earlier_token_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "earlier_token_session_index" ON "earlier_token" USING btree ("session_id");
CREATE INDEX "earlier_token_expires_index" ON "earlier_token" USING btree ("expires_at");
CREATE INDEX "failed_sign_in_account_index" ON "failed_sign_in" USING btree ("account_hash","last_at");
CREATE INDEX "failed_sign_in_last_index" ON "failed_sign_in" USING btree ("last_at");
