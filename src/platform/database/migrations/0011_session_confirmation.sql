CREATE TABLE "confirmation_code" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"failed_tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);

ALTER TABLE "session" ADD COLUMN "confirmed_at" timestamp (3) with time zone;
ALTER TABLE "confirmation_code" ADD CONSTRAINT "confirmation_code_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;
