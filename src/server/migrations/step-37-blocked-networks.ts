import { type Kysely, sql } from 'kysely'
import { recordTrackingFunction } from './record-tracking-function.ts'

/**
 * A block may be of a prefix, and of IPv6: addresses are compared as addresses, by index, however they are written.
 * What is stored and is no address (also one with a leading zero, as it was taken before) matches nothing and never fails.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `create function address_of(address text) returns inet language plpgsql immutable strict as $function$
  begin
    if address ~ '(^|\\.)0[0-9]' then return null; end if;
    return regexp_replace(address, '^::ffff:(?=[0-9]+[.])', '', 'i')::inet;
  exception when others then return null;
  end $function$`,
  'alter table blocked_ips add column network inet generated always as (address_of(ip_address)) stored',
  'create index blocked_networks on blocked_ips using gist (network inet_ops) where is_active',
  'create index visitor_addresses_by_network on visitor_addresses (address_of(ip_address))',
  'create index lead_captures_by_network on lead_captures (address_of(ip_address))',
  'analyze visitor_addresses',
  recordTrackingFunction,
]
