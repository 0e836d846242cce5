import type { RunningProduct } from './running-product.ts'

// What a text may hold that a format of lines and columns must not be confused by.
const ODD = `E'a\\ttab, a\\nline, a \\\\ backslash, \\\\N, \\\\. and ümläut 🙂 "quoted"'`

const SOME: Record<string, string> = {
  text: ODD,
  uuid: 'gen_random_uuid()',
  boolean: 'true',
  smallint: '3',
  integer: '7',
  bigint: '9007199254740993',
  numeric: '12.34',
  'double precision': '0.1',
  real: '0.1',
  date: `'2026-10-25'`,
  jsonb: `jsonb_build_object('odd', ${ODD})`,
  json: `'{}'`,
  bytea: `'\\x00ff0a095c'`,
  inet: `'2001:db8::1/64'`,
  'timestamp with time zone': `'2026-10-25 01:30:00.123456+02'`,
  'timestamp without time zone': `'2026-10-25 01:30:00.123456'`,
  interval: `'1 mon 2 days 03:04:05.678'`,
  tstzrange: `'[2026-10-25 01:30:00+02,2026-10-25 02:30:00+02)'`,
  'text[]': `array[${ODD}]`,
  'uuid[]': 'array[gen_random_uuid()]',
  'integer[]': 'array[1, 2]',
}

/** Puts a row into every empty table that takes one of odd values; returns the names of those that stay empty. */
export async function fillEveryTable(product: Pick<RunningProduct, 'query'>): Promise<string[]> {
  const columns = await product.query(`
    select format('%I.%I', n.nspname, c.relname) as place, c.relname as name, a.attname as column,
      format_type(a.atttypid, null) as type,
      (select format('(select %I from %s order by random() limit 1)', r.attname, k.confrelid::regclass)
        from pg_constraint k join pg_attribute r on r.attrelid = k.confrelid and r.attnum = k.confkey[1]
        where k.contype = 'f' and k.conrelid = c.oid and k.conkey = array[a.attnum] limit 1) as parent,
      -- One of the words that a check lists.
      (select substring(pg_get_constraintdef(k.oid) from '''[^'']*''::text') from pg_constraint k
        where k.contype = 'c' and k.conrelid = c.oid and k.conkey = array[a.attnum]
          and pg_get_constraintdef(k.oid) like '%ARRAY[%' limit 1) as word
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname in ('public', 'jobs') and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
    order by n.nspname, c.relname, a.attnum`)
  const places = [...new Set(columns.map(({ place }) => place))]
  const isFilled = async (place: string): Promise<boolean> =>
    (await product.query(`select exists (select from ${place}) as is_filled`))[0]?.is_filled
  let empty: string[] = []
  // Parents may come after their children.
  for (const place of [...places, ...places]) {
    const own = columns.filter((one) => one.place === place && SOME[one.type] !== undefined)
    const some = own.map(({ type, parent, word }) => parent ?? word ?? SOME[type]).join(', ')
    const names = own.map(({ column }) => `"${column}"`).join(', ')
    // A constraint may want values that fit each other.
    if (await isFilled(place)) continue
    await product.query(`insert into ${place} (${names}) values (${some})`).catch(() => {})
    empty = empty.filter((name) => name !== own[0]?.name)
    if (!(await isFilled(place))) empty.push(own[0]?.name)
  }
  return empty
}
