CREATE TABLE "publication" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"server" text NOT NULL,
	"input_sha256" text NOT NULL,
	"files" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"state" text NOT NULL,
	"promote" boolean DEFAULT true NOT NULL,
	"progress" jsonb,
	"result" jsonb,
	"findings" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "publication_object" (
	"publication_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"bytes" bigint NOT NULL,
	"received_at" timestamp (3) with time zone,
	CONSTRAINT "publication_object_key" PRIMARY KEY("publication_id","sha256")
);

ALTER TABLE "api_token" ADD COLUMN "servers" text[] DEFAULT '{}' NOT NULL;
ALTER TABLE "publication_object" ADD CONSTRAINT "publication_object_publication_id_publication_id_fk" FOREIGN KEY ("publication_id") REFERENCES "public"."publication"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "publication_open_unique" ON "publication" USING btree ("account_id","server","input_sha256") WHERE "publication"."state" in ('open', 'committing');
CREATE INDEX "publication_expires_index" ON "publication" USING btree ("expires_at");
