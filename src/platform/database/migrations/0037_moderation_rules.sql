CREATE TABLE "moderation_rules" (
	"version" integer PRIMARY KEY NOT NULL,
	"rules" text,
	"actor_account_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

