import { applyAll } from './apply-all.ts'

// A digit and the dot after it as one letter, so that a part of an address is found in a few short lists.
const withDots = [...'ghijklmnop'].reduce(
  (text, letter, digit) => `replace(${text}, '${digit}.', '${letter}')`,
  `translate(text, ':', 'q')`,
)

/**
 * Indexes that make searching quick where the database has the extension or lets us add it; without them the same
 * search reads more.
 */
export const up = applyAll([
  `do $block$ begin
    create extension if not exists pg_trgm;
    create index leads_searched on leads using gin ((name || ' ' || email || ' ' || phone || ' ' || slug) gin_trgm_ops);
    create index leads_by_phone_digits on leads using gin (phone_digits gin_trgm_ops);
    create index visitor_search_with_dots on visitor_search using gin ((${withDots}) gin_trgm_ops);
  exception when others then raise notice 'pg_trgm is not available: %', sqlerrm;
  end $block$`,
])
