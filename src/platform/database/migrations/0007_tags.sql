CREATE TABLE "tag" (
	"name" text PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "tag_preference" (
	"account_id" uuid NOT NULL,
	"tag" text NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tag_preference_key" PRIMARY KEY("account_id","tag")
);

ALTER TABLE "post_tag" ADD COLUMN "listed" boolean DEFAULT false NOT NULL;
ALTER TABLE "tag_preference" ADD CONSTRAINT "tag_preference_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "tag_preference" ADD CONSTRAINT "tag_preference_tag_tag_name_fk" FOREIGN KEY ("tag") REFERENCES "public"."tag"("name") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "tag_id_unique" ON "tag" USING btree ("id");
CREATE INDEX "tag_order_index" ON "tag" USING btree (("name" collate "C"));
CREATE INDEX "tag_preference_follow_index" ON "tag_preference" USING btree ("tag") WHERE "tag_preference"."kind" = 'follow';
CREATE INDEX "post_tag_listed_index" ON "post_tag" USING btree ("tag") WHERE "post_tag"."listed";
