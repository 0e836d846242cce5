import { createHmac } from 'node:crypto'
import pg from 'pg'
import { DATABASE } from './settings.ts'

/** The role that the product works as: it owns the database and all in it, and may do nothing beside that. */
const PLAIN_ROLE = 'leadline_app'

type Connection = { host: string; port: number; user: string; password: string; database: string }

/**
 * Gives the product a role without any right beyond its own database. What the role of upkeep owns there, from before or from a restored backup, becomes its own.
 */
export async function openPlainRole(upkeep: Connection): Promise<Connection> {
  const client = new pg.Client(upkeep)
  client.on('error', () => {})
  await client.connect()
  try {
    // Made from the other one, so that there is no second file to keep, and nobody comes from this one to that.
    const password = createHmac('sha256', upkeep.password).update(PLAIN_ROLE).digest('base64url')
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [PLAIN_ROLE])
    if (rowCount === 0) await client.query(`create role ${PLAIN_ROLE}`)
    await client.query(
      `alter role ${PLAIN_ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}'`,
    )
    await client.query(`alter database ${DATABASE} owner to ${PLAIN_ROLE}`)
    await client.query(handOver)
    return { ...upkeep, user: PLAIN_ROLE, password }
  } finally {
    await client.end()
  }
}

// What an extension brought stays with it; a column's own sequence goes with its table.
const isFree = (catalog: string, object: string) => `not exists (select from pg_depend
    where classid = '${catalog}'::regclass and objid = ${object} and deptype in ('e', 'i', 'a'))`
const isOurs = (owner: string) => `${owner} = (select oid from pg_roles where rolname = current_user)`
const isOurPlace =
  "space.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and space.nspname not like 'pg\\_temp%'"

const handOver = `do $block$ declare statement text; begin
  for statement in
    select format('alter schema %I owner to ${PLAIN_ROLE}', space.nspname) from pg_namespace space
      where ${isOurs('space.nspowner')} and ${isOurPlace}
    union all select format('alter table %I.%I owner to ${PLAIN_ROLE}', space.nspname, one.relname)
      from pg_class one join pg_namespace space on space.oid = one.relnamespace
      where one.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and ${isOurs('one.relowner')} and ${isOurPlace}
        and (one.relkind <> 'S' or ${isFree('pg_class', 'one.oid')})
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = one.oid and deptype = 'e')
    union all select format('alter routine %s owner to ${PLAIN_ROLE}', one.oid::regprocedure)
      from pg_proc one join pg_namespace space on space.oid = one.pronamespace
      where ${isOurs('one.proowner')} and ${isOurPlace} and ${isFree('pg_proc', 'one.oid')}
    union all select format('alter type %I.%I owner to ${PLAIN_ROLE}', space.nspname, one.typname)
      from pg_type one join pg_namespace space on space.oid = one.typnamespace
      where one.typtype in ('e', 'd', 'r') and ${isOurs('one.typowner')} and ${isOurPlace} and ${isFree('pg_type', 'one.oid')}
    union all select format('alter statistics %I.%I owner to ${PLAIN_ROLE}', space.nspname, one.stxname)
      from pg_statistic_ext one join pg_namespace space on space.oid = one.stxnamespace
      where ${isOurs('one.stxowner')} and ${isOurPlace}
  loop execute statement; end loop;
end $block$`
