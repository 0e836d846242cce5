/** Whom a mail server's answer blames: our sender, how much we have sent, an address that is none, or something else. */
export type Blamed = 'sender' | 'amount' | 'recipient' | 'other'

// RFC 3463 and its registry: our address or its domain; congestion, and a flood of mail.
const STATUSES_OF_SENDER = ['1.7', '1.8']
const STATUSES_OF_AMOUNT = ['4.5', '7.28']
// Microsoft 365: an account that may not send as this address, a domain or an address of ours that it takes nothing from;
// its limits of recipients a day, of an account and of everybody in it together.
const MICROSOFTS_OF_SENDER = ['2.252', '7.60', '7.708', '7.750']
const MICROSOFTS_OF_AMOUNT = ['1.90', '7.232', '7.233', '7.705']

const WORDS_OF_SENDER = [
  /\bsender (?:address )?(?:rejected|refused|denied|blocked)\b/i,
  /\bsender verif\w+ failed\b|\bbad outbound sender\b|\bbanned sender\b/i,
  /\bsend ?as ?denied\b|\b(?:allowed|permitted|permissions?|authori[sz]ed) to send\b/i,
  /\b(?:sender|from)(?: address| domain| identity)? (?:is |was )?(?:invalid|not (?:valid|verified|confirmed|allowed|permitted|authori[sz]ed))\b/i,
  /\baddress is not verified\b|\bnot owned by user\b/i,
  /\brelay(?:ing)? (?:access )?(?:is )?(?:denied|disallowed|prohibited|not (?:permitted|allowed))\b|\bunable to relay\b/i,
]
const WORDS_OF_AMOUNT = [
  /\b(?:daily|hourly|monthly)\b.*\b(?:limits?|quota|exceed\w*)\b/i,
  /\b(?:limits?|quota|exceed\w*|too many)\b.*\b(?:per|an|this|for the) (?:day|hour|minute|second|month)\b/i,
  /\b(?:send(?:ing|er)?|outgoing|outbound|submission|messaging|rate)[ -](?:rate |volume )?(?:limits?|quota)\b/i,
  /\bsubmissionquotaexceeded|\bthrottl|\brate[ -]?limit|\bsending rate\b|\bcredits exceeded\b/i,
  /\btoo (?:many (?:messages|(?:e-?)?mails)|much (?:e-?)?mail)\b|\bunusual (?:rate|sending)\b/i,
]
// A mailbox that is given too much by everyone together.
const WORDS_OF_BUSY_MAILBOX = /\breceiving (?:(?:e-?)?mails?|messages) (?:at a rate|too (?:quickly|fast))\b/i

const saysOneOf = (words: RegExp[], said: string): boolean => words.some((word) => word.test(said))

/**
 * Whom an answer blames, at whatever step of the conversation it was given: many servers judge the sender and its limits
 * only once they have heard the recipient, or the whole mail. `recipient` is said only where there is no such mailbox.
 */
export function blamedBy(response: string, command: string | undefined): Blamed {
  const said = response.replace(/\s+/g, ' ')
  const [, code = '', status = ''] = /^(\d{3})(?:[ -][245]\.(\d+\.\d+))?/.exec(said) ?? []
  const isForGood = code.startsWith('5')
  if (WORDS_OF_BUSY_MAILBOX.test(said)) return 'other'
  if ([...STATUSES_OF_AMOUNT, ...MICROSOFTS_OF_AMOUNT].includes(status)) return 'amount'
  if (saysOneOf(WORDS_OF_AMOUNT, said)) return 'amount'
  if (!isForGood) return 'other'
  if (command === 'MAIL FROM') return 'sender'
  if ([...STATUSES_OF_SENDER, ...MICROSOFTS_OF_SENDER].includes(status)) return 'sender'
  if (saysOneOf(WORDS_OF_SENDER, said)) return 'sender'
  return command === 'RCPT TO' && isUnknown(code, status) ? 'recipient' : 'other'
}

/** Whether a no to the recipient says that there is no such mailbox, and not that this mail is not wanted or may not pass. */
const isUnknown = (code: string, status: string): boolean =>
  status === '' ? ['550', '551', '553'].includes(code) : status.startsWith('1.') || status === '2.1'
