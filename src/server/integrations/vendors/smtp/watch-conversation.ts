import type { Patience } from '#server/integrations/mailer.ts'

/** How long a mail server may be silent while it is spoken to. */
export const TALK_MS = 10_000
/** How long speaking to it may take at all: a server that drips its answers must not hold everything else. */
export const WHOLE_MS = 30_000

/** One conversation with a mail server, as far as the client library tells of it. */
export type Conversation = {
  /** Ends the conversation once patience is over. */
  signal: AbortSignal
  /** What the client library tells its steps to. */
  logger: Record<'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal', (entry: unknown) => void>
  /** Whether the mail server has had the whole mail for longer than an answer usually takes. */
  isLate(): boolean
  /** To be called once the conversation is over. */
  over(): void
}

const isMailSent = (entry: unknown): boolean =>
  typeof entry === 'object' && entry !== null && 'tnx' in entry && entry.tnx === 'message'

/**
 * Watches a conversation in which a mail is handed over. Up to the mail's end a silence is short, and so is the whole;
 * then the server has it and may look through it for as long as `patience` says.
 */
export function watchConversation({ answerMs, onLate, cutShort }: Patience): Conversation {
  const ending = new AbortController()
  const end = () => ending.abort()
  let isSent = false
  let isLate = false
  const spent = () => {
    clearTimeout(silence)
    clearTimeout(whole)
    if (!isSent) return end()
    isLate = true
    if (answerMs <= TALK_MS || cutShort?.aborted) return end()
    cutShort?.addEventListener('abort', end, { once: true })
    silence = setTimeout(end, answerMs - TALK_MS)
    onLate?.()
  }
  let silence = setTimeout(spent, TALK_MS)
  const whole = setTimeout(spent, WHOLE_MS)
  const step = (entry: unknown) => {
    if (isLate || ending.signal.aborted) return
    isSent ||= isMailSent(entry)
    clearTimeout(silence)
    silence = setTimeout(spent, TALK_MS)
  }
  return {
    signal: ending.signal,
    logger: { trace: step, debug: step, info: step, warn: step, error: step, fatal: step },
    isLate: () => isLate,
    over() {
      // What the client library tells after this must not start another wait.
      isLate = true
      clearTimeout(silence)
      clearTimeout(whole)
      cutShort?.removeEventListener('abort', end)
    },
  }
}
