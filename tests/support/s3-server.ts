import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenLocally } from './listening-server.ts'

/**
 * How the simulated storage can go wrong. A number answers with that status.
 * - `no-bucket`: the bucket is gone
 * - `hang-up`: cuts the connection in the middle of a part
 * - `complete-error`: answers Complete with 200 and an error in the body
 * - `spoil`: what is read is not what was written
 * - `hold`: answers no part at all
 */
export type StorageTrouble = number | 'no-bucket' | 'hang-up' | 'complete-error' | 'spoil' | 'hold'

/** A running simulated storage that takes only what is signed with its keys. */
export type S3Server = {
  url: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  objects: Map<string, Buffer>
  /** Uploads that were begun and neither completed nor ended. */
  unfinished: Map<string, { key: string; parts: Map<number, Buffer> }>
  /** Every call: its method, path and query. */
  calls: string[]
  /** The most bytes that came as one body. */
  largestBody: number
  /** The object of which no more than the first half is sent, without an end. */
  halved: string | undefined
  /** Begins a trouble for so many of the calls that it is about; without a number until it recovers. */
  begin(trouble: StorageTrouble, times?: number): void
  recover(): void
  stop(): Promise<void>
}

const LEAST_PART = 5 * 1024 * 1024

/** Starts a local storage that behaves as S3 does, with one bucket. */
export async function startS3Server(): Promise<S3Server> {
  const state = {
    ...{
      bucket: 'coach-backups',
      accessKeyId: 'AKIDFORTESTS12345',
      secretAccessKey: 'secretForTests/1234567890abcd',
    },
    objects: new Map<string, Buffer>(),
    unfinished: new Map<string, { key: string; parts: Map<number, Buffer> }>(),
    calls: [] as string[],
    largestBody: 0,
    halved: undefined as string | undefined,
  }
  let trouble: { what: StorageTrouble; left: number } | undefined
  let number = 0
  const isIn = (...whats: StorageTrouble[]): boolean => {
    if (!trouble || !whats.includes(trouble.what) || trouble.left <= 0) return false
    trouble.left -= 1
    return true
  }
  const sockets = new Set<IncomingMessage['socket']>()
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '' } = request
    const url = new URL(request.url ?? '', 'http://storage.test')
    state.calls.push(`${method} ${url.pathname}${url.search}`)
    const isPart = method === 'PUT' && url.searchParams.has('partNumber')
    if (isPart && isIn('hang-up')) {
      request.once('data', () => request.socket.destroy())
      return
    }
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const body = Buffer.concat(pieces)
    state.largestBody = Math.max(state.largestBody, body.length)
    if (isPart && isIn('hold')) return
    const say = (status: number, xml = '', headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/xml', ...headers })
      response.end(xml)
    }
    const fail = (status: number, code: string) =>
      say(status, `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`)
    if (typeof trouble?.what === 'number' && isIn(trouble.what))
      return fail(Number(trouble.what), 'InternalError')
    const refusal = whyUnsigned(request, url, body)
    if (refusal) return fail(403, refusal)
    const [, bucket, ...rest] = url.pathname.split('/')
    const key = rest.join('/')
    if (bucket !== state.bucket || isIn('no-bucket')) return fail(404, 'NoSuchBucket')
    const query = url.searchParams
    const uploadId = query.get('uploadId') ?? ''
    if (method === 'GET' && key === '' && query.has('uploads'))
      return say(200, unfinishedIn(query.get('prefix') ?? ''))
    if (method === 'GET' && key === '') return say(200, listOf(query))
    if (method === 'GET') return read(key, request, { fail, response })
    if (method === 'POST' && query.has('uploads')) {
      number += 1
      const id = `upload+${number}`
      state.unfinished.set(id, { key, parts: new Map() })
      return say(
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    const upload = state.unfinished.get(uploadId)
    if (uploadId && !upload) return fail(404, 'NoSuchUpload')
    if (upload && method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body)
      return say(200, '', { etag: etagOf(body) })
    }
    if (upload && method === 'POST') {
      if (isIn('complete-error')) return fail(200, 'InternalError')
      const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g)]
      const parts = named.map(([, part = '', etag = '']) => ({
        bytes: upload.parts.get(Number(part)) ?? Buffer.alloc(0),
        etag: etag.replaceAll('&quot;', '"'),
      }))
      if (parts.length === 0 || parts.some(({ bytes, etag }) => etag !== etagOf(bytes)))
        return fail(400, 'InvalidPart')
      const sizes = new Set(parts.slice(0, -1).map(({ bytes }) => bytes.length))
      if (sizes.size > 1 || [...sizes].some((size) => size < LEAST_PART)) return fail(400, 'EntityTooSmall')
      state.objects.set(upload.key, Buffer.concat(parts.map(({ bytes }) => bytes)))
      state.unfinished.delete(uploadId)
      return say(200, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
    }
    if (upload && method === 'DELETE') {
      state.unfinished.delete(uploadId)
      return say(204)
    }
    if (method === 'PUT') {
      state.objects.set(key, body)
      return say(200, '', { etag: etagOf(body) })
    }
    if (method === 'DELETE') {
      state.objects.delete(key)
      return say(204)
    }
    fail(405, 'MethodNotAllowed')
  }

  function read(
    key: string,
    request: IncomingMessage,
    { fail, response }: { fail: (status: number, code: string) => void; response: ServerResponse },
  ): void {
    const object = state.objects.get(key)
    if (!object) {
      fail(404, 'NoSuchKey')
      return
    }
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const bytes = Buffer.from(object.subarray(from))
    if (key.endsWith('.leadline') && bytes.length > 0 && isIn('spoil'))
      bytes.writeUInt8(bytes.readUInt8(0) ^ 1)
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length })
    if (key === state.halved) response.write(bytes.subarray(0, bytes.length / 2))
    else response.end(bytes)
  }

  function listOf(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const keys = [...state.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    // Small pages, so that every listing has several.
    const page = keys.slice(0, 2)
    const contents = page.map(
      (key) => `<Contents><Key>${key}</Key><Size>${state.objects.get(key)?.length}</Size></Contents>`,
    )
    const isMore = keys.length > page.length
    const next = isMore ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return `<ListBucketResult><IsTruncated>${isMore}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`
  }

  const unfinishedIn = (prefix: string): string => {
    const uploads = [...state.unfinished]
      .filter(([, { key }]) => key.startsWith(prefix))
      .map(
        ([id, { key }]) =>
          `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${new Date().toISOString()}</Initiated></Upload>`,
      )
    return `<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`
  }

  /** Why a request is not signed as it should be, from the algorithm as AWS describes it; undefined where it is. */
  function whyUnsigned(request: IncomingMessage, url: URL, body: Buffer): string | undefined {
    const found =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
        request.headers.authorization ?? '',
      )
    if (!found) return 'AccessDenied'
    const [, keyId, day = '', region = '', names = '', signature] = found
    if (keyId !== state.accessKeyId) return 'InvalidAccessKeyId'
    const sum = request.headers['x-amz-content-sha256']
    if (sum !== createHash('sha256').update(body).digest('hex')) return 'XAmzContentSHA256Mismatch'
    const at = String(request.headers['x-amz-date'])
    const headers = names.split(';')
    if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => headers.includes(name)))
      return 'AccessDenied'
    const query = [...url.searchParams]
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .sort()
      .join('&')
    const canonical = [
      ...[request.method, url.pathname, query],
      ...headers.map((name) => `${name}:${request.headers[name]}`),
      ...['', names, sum],
    ].join('\n')
    const scope = `${day}/${region}/s3/aws4_request`
    const toSign = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(canonical).digest('hex')].join(
      '\n',
    )
    const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
      (secret, part) => createHmac('sha256', secret).update(part).digest(),
      `AWS4${state.secretAccessKey}`,
    )
    return createHmac('sha256', key).update(toSign).digest('hex') === signature
      ? undefined
      : 'SignatureDoesNotMatch'
  }

  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const listening = await listenLocally(server, { cut })
  return Object.assign(state, {
    url: `http://127.0.0.1:${listening.port}`,
    begin(what: StorageTrouble, times = Number.POSITIVE_INFINITY) {
      trouble = { what, left: times }
    },
    recover() {
      trouble = undefined
    },
    stop: () => listening.goDown(),
  })
}

const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`
