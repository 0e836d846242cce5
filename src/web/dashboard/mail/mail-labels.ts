import type { MailRow, MailState } from '#contract/mails.ts'

/** What has become of a mail, in a word or two. */
export const mailStateLabels: Record<MailState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  useless: 'Too late',
  withdrawn: 'Taken back',
  unsubscribed: 'Unsubscribed',
}

/** Why a mail is where it is, in one sentence; empty where its state says it all. */
export function whyOf(mail: MailRow, now: number, isConnected: boolean): string {
  const { state, reason, sendAfter, isUnknownAddress } = mail
  if (state === 'failed' && isUnknownAddress) return `There is no such mailbox. ${reason ?? ''}`.trim()
  if (state === 'waiting' && reason) return `Tried, and tried again soon. ${reason}`
  if (state === 'waiting' && sendAfter && Date.parse(sendAfter) > now) return 'Scheduled.'
  if (state === 'waiting') return isConnected ? '' : 'Sent once a mail server is connected.'
  if (state === 'useless') return 'It could not be sent in time.'
  if (state === 'withdrawn') return 'What it was about has changed.'
  if (state === 'unsubscribed') return 'They unsubscribed.'
  return reason ?? ''
}
