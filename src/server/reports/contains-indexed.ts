import { type RawBuilder, sql } from 'kysely'
import { containsText } from './list-page.ts'

const LIKE_AN_ADDRESS = /^[0-9a-f]*[.:][0-9a-f.:]*$/i

/**
 * The condition "the column contains the text", as `containsText` has it, for a column whose trigrams are indexed; the
 * whole or a part of an address is found by the few trigrams of it that not every address has.
 */
export function containsIndexed(text: string, column: RawBuilder<unknown>): RawBuilder<unknown> {
  const parts = LIKE_AN_ADDRESS.test(text) ? telling(text) : []
  // One part alone has too many others that share it.
  if (parts.length < 2) return containsText(text, [column])
  // Kept from the index, which would read for it what nearly all addresses have: that a part of them begins with a 1.
  const contains = containsText(text, [sql`(${column} || '')`])
  return sql`${contains} ${sql.join(
    parts.map((part) => sql`and ${column} ~* ${part}`),
    sql` `,
  )}`
}

/**
 * The parts of an address between its dots or colons as regular expressions, of which the index of trigrams takes only
 * what is rare (a `like` would also ask for how a part begins); none for a short part whose other digits are not known.
 */
function telling(address: string): string[] {
  return [...address.matchAll(/(?<=([.:])|^)([0-9a-f]+)(?=([.:])|$)/gi)].flatMap(
    ([, before = '', part = '', after = '']) => {
      if (part.length > 2) return [part]
      const whole = part.length === 2 && after ? `${part}${after}` : `${before}${part}${after}`
      return whole.length > 2 ? [whole.replaceAll('.', '\\.')] : []
    },
  )
}
