CREATE TABLE "instance_picture" (
	"name" text PRIMARY KEY NOT NULL,
	"sha256" text NOT NULL,
	"picture" text NOT NULL,
	CONSTRAINT "instance_picture_name_check" CHECK ("instance_picture"."name" in ('favicon', 'hero'))
);

