import { z } from 'zod'
import { BackupProblem } from './backup-problem.ts'
import { pieces } from './sealed-stream.ts'

const Table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })
const Partition = z.object({ schema: z.string(), table: z.string(), name: z.string(), bound: z.string() })
const TableSum = z.object({ schema: z.string(), name: z.string(), rows: z.number(), sha256: z.string() })
const Film = z.object({ name: z.string().regex(/^[0-9a-f]{32}\.(mp4|webm|index)$/), bytes: z.number() })
const FilmSum = Film.extend({ sha256: z.string().regex(/^[0-9a-f]{64}$/) })

/** What stands at the beginning of a backup: by which version it was made, and of what. */
const Start = z.object({
  is: z.literal('start'),
  product: z.string(),
  madeAt: z.string(),
  /** The migrations that had been applied, in their order. */
  migrations: z.array(z.string()),
  /** The version of the schema that the queue keeps. */
  queueVersion: z.number(),
  partitions: z.array(Partition),
})

/** What stands at the end: everything that is in the backup, counted as it was read. */
const Manifest = z.object({
  is: z.literal('manifest'),
  product: z.string(),
  schema: z.string(),
  tables: z.array(TableSum),
  films: z.array(FilmSum),
  /** Files of films that the folder did not have. */
  missingFilms: z.array(z.string()),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.string() })),
})

const Entry = z.discriminatedUnion('is', [
  Start,
  Table.extend({ is: z.literal('table') }),
  Film.extend({ is: z.literal('film') }),
  /** A film whose bytes are kept beside the backup, once for all backups. */
  FilmSum.extend({ is: z.literal('kept-film'), file: z.string().regex(/^[0-9a-f]{64}-\d{1,4}$/) }),
  /** By what the sealed columns of the tables can be opened. */
  z.object({ is: z.literal('secret'), secret: z.string() }),
  Manifest,
])

/** One entry of a backup; tables and films have a body behind them. */
export type Entry = z.output<typeof Entry>
export type BackupStart = z.output<typeof Start>
export type BackupManifest = z.output<typeof Manifest>
export type BackedUpTable = z.output<typeof Table>
export type TableSum = z.output<typeof TableSum>
export type BackedUpPartition = z.output<typeof Partition>

const ENTRY = 1
const DATA = 2
const END = 3
const HEAD_BYTES = 5
// A stretch of a table's body comes as the driver read it, and one row may be a whole picture.
const LONGEST = 1_100_000_000

function framed(kind: number, bytes: Buffer): Buffer[] {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt8(kind)
  head.writeUInt32BE(bytes.length, 1)
  return bytes.length > 0 ? [head, bytes] : [head]
}

/** One entry as bytes. */
export const entryBytes = (entry: Entry): Buffer[] => framed(ENTRY, Buffer.from(JSON.stringify(entry)))

/** The body of the entry before it, as bytes. */
export async function* bodyBytes(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const bytes of body) yield* framed(DATA, bytes)
  yield* framed(END, Buffer.alloc(0))
}

const hasBody = (entry: Entry): boolean => entry.is === 'table' || entry.is === 'film'

/** Reads entries one after the other, each with its body, whose unread rest is passed over. */
export async function* readEntries(
  source: AsyncIterable<Buffer>,
): AsyncGenerator<{ entry: Entry; body: AsyncGenerator<Buffer> }> {
  const bytes = source[Symbol.asyncIterator]()
  const waiting = pieces()
  const fill = async (size: number): Promise<boolean> => {
    while (waiting.size() < size) {
      const next = await bytes.next()
      if (next.done) return false
      waiting.add(next.value)
    }
    return true
  }
  const nextFrame = async (): Promise<{ kind: number; bytes: Buffer } | undefined> => {
    if (!(await fill(HEAD_BYTES))) {
      if (waiting.size() === 0) return undefined
      throw unreadable()
    }
    const head = waiting.take(HEAD_BYTES)
    const length = head.readUInt32BE(1)
    if (length > LONGEST || !(await fill(length))) throw unreadable()
    return { kind: head.readUInt8(0), bytes: waiting.take(length) }
  }
  async function* body(): AsyncGenerator<Buffer> {
    for (;;) {
      const frame = await nextFrame()
      if (frame?.kind === END) return
      if (frame?.kind !== DATA) throw unreadable()
      yield frame.bytes
    }
  }
  async function* none(): AsyncGenerator<Buffer> {}
  for (let frame = await nextFrame(); frame; frame = await nextFrame()) {
    if (frame.kind !== ENTRY) throw unreadable()
    const entry = Entry.safeParse(JSON.parse(frame.bytes.toString()))
    if (!entry.success) throw unreadable()
    const rest = hasBody(entry.data) ? body() : none()
    // What a consumer leaves off must not end the generator: its rest is still to be read.
    yield { entry: entry.data, body: unended(rest) }
    for await (const _ of rest);
  }
}

async function* unended(source: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
}

// It was sealed whole, so it is not damage.
const unreadable = () =>
  new BackupProblem(
    'The backup file holds what this version cannot read: restore it with the version that made it. Nothing was changed.',
  )
