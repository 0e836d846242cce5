/**
 * An address as an address, so that a prefix, IPv6 and every way of writing it compare as what they are. Null for what is
 * none, also for one with a leading zero: some read it as octal.
 */
export const addressOfFunction = `
create function address_of(address text) returns inet language plpgsql immutable strict as $function$
begin
  if address ~ '(^|\\.)0[0-9]' then return null; end if;
  return regexp_replace(address, '^::ffff:(?=[0-9]+[.])', '', 'i')::inet;
exception when others then return null;
end $function$`
