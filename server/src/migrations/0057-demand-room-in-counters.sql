-- Fails a statement that reserves more in counters than there is room for. The server then finds out what is full.
create function demand_room(fits boolean) returns boolean language plpgsql as $$
begin
  if fits then
    return true;
  end if;
  raise exception 'there is no room in a counter' using errcode = 'PN001';
end $$;
