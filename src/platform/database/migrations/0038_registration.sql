CREATE TABLE "registration_doors" (
	"id" integer PRIMARY KEY NOT NULL,
	"mail_domains" text[] NOT NULL,
	"networks" text[] NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "registration_doors_single_check" CHECK ("registration_doors"."id" = 1)
);

