import { type RawBuilder, sql } from 'kysely'

/** The condition that an address lies in a network that is blocked now. */
export const isBlockedAddress = (address: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`exists (select from blocked_ips where is_active and network >>= address_of(${address}))`
