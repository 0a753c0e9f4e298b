CREATE TABLE "instance_invite" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"max_uses" integer NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"note" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "instance_invite_code_unique" UNIQUE("code"),
	CONSTRAINT "instance_invite_uses_check" CHECK ("instance_invite"."uses" between 0 and "instance_invite"."max_uses")
);

CREATE TABLE "instance_logo" (
	"id" integer PRIMARY KEY NOT NULL,
	"sha256" text NOT NULL,
	"picture" text NOT NULL,
	CONSTRAINT "instance_logo_single_check" CHECK ("instance_logo"."id" = 1)
);

CREATE TABLE "instance_mark" (
	"name" text PRIMARY KEY NOT NULL,
	"marked_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "instance_setup" (
	"id" integer PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "instance_setup_single_check" CHECK ("instance_setup"."id" = 1)
);

