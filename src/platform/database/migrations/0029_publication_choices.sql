ALTER TABLE "publication" ADD COLUMN "strict" boolean DEFAULT false NOT NULL;
ALTER TABLE "publication" ADD COLUMN "allow_loss" boolean DEFAULT false NOT NULL;
