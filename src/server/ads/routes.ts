import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { adSpendApi, type MetaSpendState } from '#contract/ad-spend.ts'
import { LARGEST_SPEND_FILE, NamedColumns } from '#contract/spend-file.ts'
import { adSpendRowsApi, CurrencyCode, PlatformName } from '#contract/spend-rows.ts'
import { addressKey } from '#server/platform/address-key.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { Live } from '#server/platform/live.ts'
import type { HitLimit } from '#server/platform/rate-limit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { deleteRate, listRates, setRate } from './currency-rates.ts'
import { commitImport, type ImportParts, previewFile, takeBackImport } from './import-file.ts'
import { keyOfCall, listKeys, makeKey, revokeKey } from './import-keys.ts'
import { listedImports } from './list-imports.ts'
import { findMacroMistakes } from './macro-mistakes.ts'
import { pushRows, readPushed } from './push-rows.ts'
import type { FileAnswers } from './read-spend-file.ts'
import { beginReadingAnew } from './reading-store.ts'

type Parts = ImportParts & {
  ownerGate: OwnerGate
  live: Pick<Live, 'changed'>
  limit: HitLimit
  metaState(): Promise<MetaSpendState>
}

const LARGEST_ANSWER = 8000
// 5,000 rows with long names.
const LARGEST_CALL = 8 * 1024 * 1024
const CALLS = { max: 120, seconds: 3600 }
const TRIES = { max: 60, seconds: 3600 }
// A file is held whole while it is read; two at once are one more than anybody needs.
const FILES_AT_ONCE = 2

/** The calls about what ads cost: files, scripts, keys and rates. */
export async function adSpendRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  // Files are larger than any other call, so nobody but the owner may send that much.
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      if (route.url === '/api/ad-spend/imports' && route.method === 'POST')
        route.bodyLimit = LARGEST_SPEND_FILE + 64 * 1024
    })
    scope.addHook('onRequest', parts.ownerGate)
    await scope.register(multipart, {
      limits: {
        ...{ fileSize: LARGEST_SPEND_FILE, files: 1, fields: 6, fieldSize: LARGEST_ANSWER },
        ...{ parts: 7, headerPairs: 20, fieldNameSize: 50 },
      },
    })
    ownersCalls(scope, parts)
  })
  await app.register(async (scope) => scriptsCall(scope, parts))
}

function ownersCalls(app: FastifyInstance, parts: Parts): void {
  const { database, clock } = parts
  let reading = 0
  const told = <T>(answer: T): T => {
    parts.live.changed('ads')
    return answer
  }
  serve(app, adSpendApi, parts.ownerGate, {
    'POST /api/ad-spend/imports': async (_input, { request }) => {
      if (reading >= FILES_AT_ONCE)
        throw new Refusal('busy', 'Another file is being read. Please try again in a moment.', {
          retryAfterSeconds: 2,
        })
      reading += 1
      try {
        const { file, answers, isAnew } = await readUpload(request)
        return await previewFile(parts, file, answers, isAnew)
      } finally {
        reading -= 1
      }
    },
    'GET /api/ad-spend/imports': () => listedImports(database),
    'POST /api/ad-spend/imports/:id/commit': async ({ id }) => told(await commitImport(parts, id)),
    'DELETE /api/ad-spend/imports/:id': async ({ id }) => {
      await takeBackImport(parts, id)
      return told({ success: true })
    },
    'GET /api/ad-spend/keys': () => listKeys(database),
    'POST /api/ad-spend/keys': async ({ name }) => told(await makeKey(parts, name)),
    'DELETE /api/ad-spend/keys/:id': async ({ id }) => {
      await revokeKey(database, id, clock.now())
      return told({ success: true })
    },
    'GET /api/ad-spend/rates': () => listRates(database),
    'PUT /api/ad-spend/rates/:currency': async (rate) =>
      told(await setRate(database, { ...rate, at: clock.now() })),
    'DELETE /api/ad-spend/rates/:currency': async ({ currency }) => {
      await deleteRate(database, currency)
      return told({ success: true })
    },
    'GET /api/ad-spend/meta': () => parts.metaState(),
    'POST /api/ad-spend/meta/read-again': async () => {
      await beginReadingAnew(database)
      return told({ success: true })
    },
    'GET /api/ad-spend/macro-mistakes': () => findMacroMistakes(database, clock.now()),
  })
}

function scriptsCall(app: FastifyInstance, parts: Parts): void {
  const { database, clock } = parts
  const bringers = new WeakMap<FastifyRequest, { id: string; name: string }>()
  app.addHook('onRoute', (route) => {
    route.bodyLimit = LARGEST_CALL
  })
  // Before the body: nobody without a key may send that much.
  app.addHook('onRequest', async (request) => {
    const key = await keyOfCall(database, request.headers.authorization, clock.now())
    if (!key) {
      await parts.limit([{ key: `spend key of address ${addressKey(request.ip)}`, ...TRIES }])
      throw new Refusal('no-session', 'Send a valid import key: Authorization: Bearer <key>.')
    }
    await parts.limit([{ key: `spend rows of key ${key.id}`, ...CALLS }])
    bringers.set(request, key)
  })
  serve(app, adSpendRowsApi, parts.ownerGate, {
    'POST /api/ad-spend/rows': async ({ rows }, { request }) => {
      const key = bringers.get(request)
      if (!key) throw new Error('a call came past its gate')
      const read = readPushed(rows, clock.now().toISOString().slice(0, 10))
      const pushed = await pushRows(parts, { source: 'script', key: key.id, name: key.name }, read)
      // Of rows that are there already it is news that the key was used.
      parts.live.changed('ads')
      return pushed
    },
  })
}

const wrong = (words: string, field = 'file'): Refusal =>
  new Refusal('invalid', words, { fields: { [field]: words } })

/** The file of a call with what was said of it; refuses one that is too large before it is held whole. */
async function readUpload(
  request: FastifyRequest,
): Promise<{ file: { name: string; bytes: Uint8Array }; answers: FileAnswers; isAnew: boolean }> {
  if (!request.isMultipart())
    throw new Refusal('wrong-type', 'Send the file as multipart/form-data, in the field “file”.')
  const said = new Map<string, string>()
  let file: { name: string; bytes: Uint8Array } | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') file = { name: part.filename, bytes: await part.toBuffer() }
      else if (typeof part.value === 'string' && part.value !== '') said.set(part.fieldname, part.value)
    }
  } catch (error) {
    throw asRefusal(error)
  }
  if (!file) throw wrong('Choose a file.')
  return { file, answers: readAnswers(said), isAnew: said.has('anew') }
}

function asRefusal(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_REQ_FILE_TOO_LARGE')
    return new Refusal('too-large', 'This file is larger than 12 MB. Export a shorter time.')
  if (code.startsWith('FST_') || error instanceof Error)
    return new Refusal('malformed', 'The file did not arrive whole. Please try again.')
  return error
}

function readAnswers(said: Map<string, string>): FileAnswers {
  const platform = said.get('platform')
  const currency = said.get('currency')
  const dates = said.get('dates')
  const columns = said.get('columns')
  if (dates !== undefined && dates !== 'day-first' && dates !== 'month-first')
    throw wrong('Say whether the day or the month comes first.', 'dates')
  return {
    dates,
    platform: platform === undefined ? undefined : checked(PlatformName.safeParse(platform).data, 'platform'),
    currency: currency === undefined ? undefined : checked(CurrencyCode.safeParse(currency).data, 'currency'),
    columns:
      columns === undefined ? undefined : checked(NamedColumns.safeParse(parsed(columns)).data, 'columns'),
  }
}

function checked<T>(value: T | undefined, field: 'platform' | 'currency' | 'columns'): T {
  if (value !== undefined) return value
  const words = {
    platform: 'The platform must be a short name, e.g. meta.',
    currency: 'The currency must be three letters, e.g. USD.',
    columns: 'The columns could not be read.',
  }
  throw wrong(words[field], field)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
