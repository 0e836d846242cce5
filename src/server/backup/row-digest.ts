import { createHash, hash } from 'node:crypto'

const LINE_END = 10
const WORDS = 8

/** The sum of a table: how many rows, and one SHA-256 of all of them in whatever order they were read. */
export type RowDigest = {
  add(bytes: Buffer): void
  sum(): { rows: number; sha256: string }
}

/**
 * Counts rows in PostgreSQL's text format, in which every row is a line, and adds up their SHA-256: two tables have the
 * same sum when they have the same rows, however each server keeps or sorts them.
 */
export function rowDigest(): RowDigest {
  const total = new Uint32Array(WORDS)
  let rows = 0
  let begun: Buffer[] = []
  const addRow = (line: Buffer) => {
    rows += 1
    const one = hash('sha256', line, 'buffer')
    let carry = 0
    for (let word = WORDS - 1; word >= 0; word -= 1) {
      const next = (total[word] ?? 0) + one.readUInt32BE(word * 4) + carry
      total[word] = next
      carry = next > 0xffff_ffff ? 1 : 0
    }
  }
  return {
    add(bytes) {
      let from = 0
      for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, from)) {
        const line = bytes.subarray(from, end)
        if (begun.length === 0) addRow(line)
        else {
          addRow(Buffer.concat([...begun, line]))
          begun = []
        }
        from = end + 1
      }
      if (from < bytes.length) begun.push(bytes.subarray(from))
    },
    sum() {
      const whole = Buffer.alloc(WORDS * 4)
      total.forEach((word, index) => {
        whole.writeUInt32BE(word, index * 4)
      })
      return { rows, sha256: createHash('sha256').update(`${rows}\n`).update(whole).digest('hex') }
    },
  }
}
