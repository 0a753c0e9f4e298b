CREATE TABLE "import_record" (
	"export_id" uuid PRIMARY KEY NOT NULL,
	"exported_at" timestamp (3) with time zone NOT NULL,
	"imported_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

