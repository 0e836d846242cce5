import type { RunningProduct } from './running-product.ts'

/** One new visitor's page views of the last minutes, a hundred a second, stored and noted as tracking does it. */
export async function sendRush(product: RunningProduct, now: Date, views: number): Promise<void> {
  await product.query(
    `with come as (
      insert into visitors (id, first_seen_at, last_seen_at, last_view_at, last_counted_at,
        was_active, visit_count, page_view_count, landing_path, first_touch, last_touch)
      values (gen_random_uuid(), $1::timestamptz - $2 * interval '10 milliseconds', $1, $1, $1, true, 1, $2, '/meme', '{}', '{}')
      returning id
    ), seen as (
      insert into page_views (visitor_id, at, path, id, session_id, title, source, attribution, hidden)
      select id, $1::timestamptz - back * interval '10 milliseconds', '/meme', gen_random_uuid(), 'rush', '', '', '{}', false
      from come cross join generate_series(0, $2::integer - 1) back returning visitor_id, at, path, source
    )
    insert into rollup_queue (visitor_id, at, path, source, previous)
    select visitor_id, at, path, source, lag(at) over (order by at) from seen`,
    [now, views],
  )
}
