import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'

type Column = {
  table: string
  about: string | null
  is_view: boolean
  by_month: boolean
  column: string
  type: string
  required: boolean
  keys: string[]
  refers_to: string | null
}

/**
 * The schema of a database as a Markdown page: every table with what it is for, its columns and keys, and a drawing of
 * which refers to which. Made from the catalogue of PostgreSQL, so that it says what is there.
 */
export async function drawSchema(database: Database): Promise<string> {
  const { rows } = await sql<Column>`
    select class.relname as "table", obj_description(class.oid, 'pg_class') as about, class.relkind = 'v' as is_view,
      class.relkind = 'p' as by_month, attribute.attname as "column",
      replace(format_type(atttypid, atttypmod), 'timestamp with time zone', 'timestamptz') as type,
      attnotnull as required,
      array(select contype::text from pg_constraint
        where conrelid = class.oid and contype in ('p', 'u') and attnum = any(conkey) order by contype) as keys,
      (select confrelid::regclass::text from pg_constraint
        where conrelid = class.oid and contype = 'f' and conkey = array[attnum]) as refers_to
    from pg_class class join pg_attribute attribute on attrelid = class.oid and attnum > 0 and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition
      and relname not like 'kysely%'
    order by relname, attnum`.execute(database)
  const tables = [...Map.groupBy(rows, ({ table }) => table)]
  const links = rows.flatMap(({ table, refers_to }) =>
    refers_to ? [`  ${refers_to} ||--o{ ${table} : ""`] : [],
  )
  return `# The schema

${tables.length} tables and views, drawn from a migrated database by \`npm run schema\`; the statements are in
\`src/server/migrations\`. The queue of jobs keeps tables of its own in the schema \`jobs\`.

\`\`\`mermaid
erDiagram
${[...new Set(links)].join('\n')}
\`\`\`

A column in bold is required. **P** is in the primary key, **U** in a unique one.

${tables.map(([, columns]) => describe(columns)).join('\n\n')}
`
}

function describe(columns: Column[]): string {
  const [first] = columns
  const kind = first?.is_view ? ' (a view)' : first?.by_month ? ' (a partition a month)' : ''
  const lines = columns.map(({ column, type, required, keys, refers_to }) => {
    const marks = [...keys.map((key) => key.toUpperCase()), ...(refers_to ? [`→ ${refers_to}`] : [])]
    return `${required ? `**${column}**` : column} ${type}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`
  })
  return `## ${first?.table}${kind}\n\n${first?.about ?? ''}\n\n${lines.join(' · ')}`
}
