import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

const counted = new AsyncLocalStorage<string[]>()

const { query } = pg.Client.prototype
// Whatever the product sends goes through here, BEGIN and COMMIT too; each waits for its answer.
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const [first] = given
  const text = typeof first === 'object' && first !== null && 'text' in first ? first.text : first
  counted.getStore()?.push(String(text))
  return Reflect.apply(query, this, given)
}

/** The statements that the product sends to the database on behalf of this work, in their order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  await counted.run(statements, work)
  return statements
}
