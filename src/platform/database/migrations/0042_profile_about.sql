CREATE TABLE "profile_about" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"banner_server" text,
	"banner_resource" text,
	"banner_id" text,
	"banner_title" text,
	"favourite_server" text,
	"favourite_resource" text,
	"favourite_id" text,
	"favourite_title" text,
	"links" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"links_status" text DEFAULT 'allow' NOT NULL,
	"links_revision" integer DEFAULT 1 NOT NULL,
	"steps_dismissed_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "profile_about_banner_check" CHECK (num_nulls("profile_about"."banner_server", "profile_about"."banner_resource", "profile_about"."banner_id", "profile_about"."banner_title") in (0, 4)),
	CONSTRAINT "profile_about_favourite_check" CHECK (num_nulls("profile_about"."favourite_server", "profile_about"."favourite_resource", "profile_about"."favourite_id", "profile_about"."favourite_title") in (0, 4))
);

ALTER TABLE "profile_about" ADD CONSTRAINT "profile_about_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
