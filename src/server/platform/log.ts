import type { FastifyServerOptions } from 'fastify'
import { openLogStream } from './log-stream.ts'

const standardOutput = openLogStream(1)
process.once('exit', () => standardOutput.end())

/**
 * Pino settings under which no email, phone, name, token or query string reaches the log: requests are
 * described by method, route pattern and status only, errors by their kind and code.
 */
export function logSettings(level: string): Exclude<FastifyServerOptions['logger'], boolean | undefined> {
  return {
    level,
    stream: standardOutput,
    // As people and programs that watch logs read it; the default is milliseconds since 1970.
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: {
      req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? 'unknown' }),
      res: (reply) => ({ status: reply.statusCode }),
      err: describeError,
    },
    redact: {
      paths: ['password', 'email', 'phone', 'name', 'token', '*.password', '*.email', '*.phone', '*.token'],
    },
  }
}

/** An error without the data it happened on: database errors carry row values in `detail`, so only codes are kept. */
export function describeError(error: unknown): {
  type: string
  message: string
  stack: string
  code?: string
} {
  // Some libraries throw plain objects that carry a message.
  if (!(error instanceof Error)) {
    const said =
      typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : ''
    return { type: typeof error, message: said.slice(0, 300) || 'not an error', stack: '' }
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const frames = (error.stack ?? '').split('\n').filter((frame) => frame.trimStart().startsWith('at '))
  // The system's own codes, such as EROFS, may be as long; its errors name the call that failed.
  const isDatabase = code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !('syscall' in error)
  return {
    type: error.name,
    message: isDatabase ? `database error ${code}` : error.message.slice(0, 300),
    stack: frames.slice(0, 8).join('\n'),
    ...(code ? { code } : {}),
  }
}
