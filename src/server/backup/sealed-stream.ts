import { argon2, createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { BackupProblem, WrongPassphrase } from './backup-problem.ts'

const MAGIC = Buffer.from('LEADLINE BACKUP\n')
const FORMAT = 1
const ALGORITHM = 'aes-256-gcm'
const CHUNK_BYTES = 65_536
const TAG_BYTES = 16
const SALT_BYTES = 16
const PREFIX_BYTES = 7
const CHECK_BYTES = 16
const KEY_BYTES = 32
const HEADER_BYTES = MAGIC.length + 1 + 4 + 1 + SALT_BYTES + PREFIX_BYTES + CHECK_BYTES

// Half a second of one processor for each guess.
const MEMORY_KIB = 65_536
const PASSES = 3
// What a file may ask of whoever opens it.
const MOST_MEMORY_KIB = 1_048_576
const MOST_PASSES = 20

type Keys = { file: Buffer; check: Buffer }

const damaged = () =>
  new BackupProblem('The backup file is damaged: it is not what was written. Nothing was changed.')

/**
 * Encrypts a stream under a passphrase, in chunks that each prove where they belong: none can be changed, swapped, left
 * out or put at the end without being noticed.
 */
export async function* seal(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const prefix = randomBytes(PREFIX_BYTES)
  const cost = Buffer.alloc(5)
  cost.writeUInt32BE(MEMORY_KIB)
  cost.writeUInt8(PASSES, 4)
  const keys = await keysFrom(passphrase, salt, MEMORY_KIB, PASSES)
  const header = Buffer.concat([MAGIC, Buffer.from([FORMAT]), cost, salt, prefix, keys.check])
  yield header
  let number = 0
  const sealed = (plain: Buffer, isLast: boolean) => {
    const cipher = createCipheriv(ALGORITHM, keys.file, nonceOf(prefix, number++, isLast)).setAAD(header)
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  }
  const waiting = pieces()
  for await (const bytes of source) {
    waiting.add(bytes)
    while (waiting.size() > CHUNK_BYTES) yield sealed(waiting.take(CHUNK_BYTES), false)
  }
  yield sealed(waiting.take(waiting.size()), true)
}

/**
 * Decrypts what `seal` wrote; nothing is given on before it has proved itself. Fails with a `BackupProblem` for another
 * passphrase, a newer format, and a file that is damaged or cut off.
 */
export async function* unseal(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const waiting = pieces()
  let opening: { keys: Keys; header: Buffer; prefix: Buffer } | undefined
  let number = 0
  const open = (sealed: Buffer, isLast: boolean): Buffer | undefined => {
    if (!opening || sealed.length < TAG_BYTES) return undefined
    const decipher = createDecipheriv(ALGORITHM, opening.keys.file, nonceOf(opening.prefix, number, isLast), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(opening.header)
      .setAuthTag(sealed.subarray(-TAG_BYTES))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
    } catch {
      return undefined
    }
  }
  for await (const bytes of source) {
    waiting.add(bytes)
    if (!opening) {
      if (waiting.size() < HEADER_BYTES) continue
      opening = await readHeader(waiting.take(HEADER_BYTES), passphrase)
    }
    while (waiting.size() > CHUNK_BYTES + TAG_BYTES) {
      const plain = open(waiting.take(CHUNK_BYTES + TAG_BYTES), false)
      if (!plain) throw damaged()
      number += 1
      yield plain
    }
  }
  const rest = waiting.take(waiting.size())
  if (!opening) {
    if (rest.length > 0 && !rest.subarray(0, MAGIC.length).equals(MAGIC.subarray(0, rest.length)))
      throw notOurs()
    throw cutOff()
  }
  const plain = open(rest, true)
  if (plain) yield plain
  else
    throw rest.length === 0 || open(rest, false) || rest.length < CHUNK_BYTES + TAG_BYTES
      ? cutOff()
      : damaged()
}

const notOurs = () => new BackupProblem('This file is no backup of this product. Nothing was changed.')
const cutOff = () =>
  new BackupProblem(
    'The backup file is incomplete: it was cut off or its end is damaged. Nothing was changed.',
  )

/** How many of the first bytes say whether it is a backup. */
export const START_BYTES = MAGIC.length + 1

/** Refuses by its first bytes what is no backup, and one of a newer format. */
export function refuseByStart(start: Buffer): void {
  if (!start.subarray(0, MAGIC.length).equals(MAGIC)) throw notOurs()
  if (start.readUInt8(MAGIC.length) > FORMAT) throw newerFormat()
}

const newerFormat = () =>
  new BackupProblem(
    'The backup file was written by a newer version of this product: use that version. Nothing was changed.',
  )

async function readHeader(header: Buffer, passphrase: string) {
  refuseByStart(header)
  let at = MAGIC.length
  const memory = header.readUInt32BE(at + 1)
  const passes = header.readUInt8(at + 5)
  at += 6
  const isPossible =
    header.readUInt8(MAGIC.length) === FORMAT &&
    memory >= 8 &&
    memory <= MOST_MEMORY_KIB &&
    passes >= 1 &&
    passes <= MOST_PASSES
  if (!isPossible) throw damaged()
  const salt = header.subarray(at, at + SALT_BYTES)
  const prefix = header.subarray(at + SALT_BYTES, at + SALT_BYTES + PREFIX_BYTES)
  const keys = await keysFrom(passphrase, salt, memory, passes)
  if (!timingSafeEqual(keys.check, header.subarray(-CHECK_BYTES)))
    throw new WrongPassphrase(
      'The passphrase does not open this backup file (or the file’s beginning is damaged). Nothing was changed.',
    )
  return { keys, header, prefix }
}

/** The same letters typed on another machine may come as other bytes. */
const bytesOf = (passphrase: string): Buffer => Buffer.from(passphrase.normalize('NFKC').trim())

function keysFrom(passphrase: string, salt: Buffer, memory: number, passes: number): Promise<Keys> {
  return new Promise((resolve, reject) => {
    argon2(
      'argon2id',
      { message: bytesOf(passphrase), nonce: salt, parallelism: 1, tagLength: KEY_BYTES, memory, passes },
      (error, key) => {
        if (error) return reject(error)
        const derive = (purpose: string, bytes: number) =>
          Buffer.from(hkdfSync('sha256', key, salt, `leadline backup ${purpose} 1`, bytes))
        resolve({ file: derive('file', KEY_BYTES), check: derive('check', CHECK_BYTES) })
      },
    )
  })
}

function nonceOf(prefix: Buffer, number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(PREFIX_BYTES + 5)
  prefix.copy(nonce)
  nonce.writeUInt32BE(number, PREFIX_BYTES)
  nonce.writeUInt8(isLast ? 1 : 0, PREFIX_BYTES + 4)
  return nonce
}

/** Bytes as they come, taken out in other lengths. */
export function pieces() {
  let waiting: Buffer[] = []
  let size = 0
  return {
    size: () => size,
    add(bytes: Buffer) {
      if (bytes.length === 0) return
      waiting.push(bytes)
      size += bytes.length
    },
    /** The first bytes, as many as asked for; there must be that many. */
    take(length: number): Buffer {
      const taken: Buffer[] = []
      let missing = length
      let used = 0
      while (missing > 0) {
        const next = waiting[used]
        if (!next) throw new RangeError('fewer bytes than were asked for')
        if (next.length > missing) {
          taken.push(next.subarray(0, missing))
          waiting[used] = next.subarray(missing)
          missing = 0
        } else {
          taken.push(next)
          missing -= next.length
          used += 1
        }
      }
      if (used > 0) waiting = waiting.slice(used)
      size -= length
      return taken.length === 1 && taken[0] ? taken[0] : Buffer.concat(taken)
    },
  }
}
