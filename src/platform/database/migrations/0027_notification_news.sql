-- Tells every process at commit whose notifications are new, whoever wrote them.
create function tell_notification() returns trigger language plpgsql as $$
begin
	perform pg_notify('livehouse_notification', new.recipient_id::text);
	return null;
end
$$;
create trigger notification_news after insert on notification for each row execute function tell_notification();
