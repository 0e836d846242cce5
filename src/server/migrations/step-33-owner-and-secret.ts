import { type Kysely, sql } from 'kysely'

/**
 * What a generated password is made from until somebody has signed in with it, and by what the database knows the
 * secret of the installation it belongs to.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table owners add column first_password_salt text').execute(database)
  await sql
    .raw('create table installation (id integer primary key, secret_fingerprint text not null)')
    .execute(database)
}
