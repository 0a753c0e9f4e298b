CREATE INDEX "audit_event_staff_index" ON "audit_event" USING btree ("at","id") WHERE "audit_event"."subject_kind" <> 'account';
