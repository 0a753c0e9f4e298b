CREATE INDEX "audit_event_actor_index" ON "audit_event" USING btree ("actor_account_id","at","id");
CREATE INDEX "audit_event_action_index" ON "audit_event" USING btree ("action","at","id");
