import type { RunningProduct } from './running-product.ts'
import type { TestBrowser } from './test-browser.ts'

/** Every count that is kept for the reports, row by row, as one sum for each kind of them; what is nothing is left out. */
export async function rollupsOf(product: RunningProduct, owner: TestBrowser): Promise<unknown> {
  // Whoever reads the overview has what is pending counted before.
  await owner.get('/api/analytics/overview?range=all')
  return product.query(`
    with value as (select id, concat_ws(' ', kind, dimension) as what, concat_ws(' ', within, value) as name from counted_values)
    select what, count(*) as rows, md5(string_agg(place || ' ' || count, ',' order by place, count)) as sum from (
      select 'visitor' as what, id::text as place, concat_ws(' ', visit_count, page_view_count, last_view_at, last_counted_at) as count
        from visitors where last_counted_at is not null
      union all select 'day ' || what, concat_ws(' ', name, tz, day), concat_ws(' ', events, fresh, again)
        from value_days join value on id = value_id where events <> 0 or fresh <> 0 or again <> '{}'
      union all select 'hour ' || what, concat_ws(' ', name, hour), concat_ws(' ', events, subjects)
        from value_hours join value on id = value_id where events <> 0 or subjects <> 0
      union all select 'last view ' || what, concat_ws(' ', visitor_id, name), last_at::text
        from visitor_values join value on id = value_id
      union all select 'leads of ' || step, lead_id::text, at::text from step_captures
    ) kept group by what order by what`)
}
