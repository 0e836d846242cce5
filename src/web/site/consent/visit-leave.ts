import { sessionId } from '#web/site/browser/session-id.ts'
import { isAskedHere, visitPermissionNow } from './ad-answer.ts'

/** Whether this visitor may be remembered now. */
export const mayRemember = (): boolean => visitPermissionNow() === 'granted'

/**
 * What a call says of the visitor's leave: nothing where nobody asks, else the answer, and this page load's id, by
 * which the server knows the load's calls without a cookie. A browser that keeps no cookies is known by nothing else.
 */
export const visitLeave = (): { consent?: boolean; sessionId?: string } =>
  mayRemember() && !isAskedHere() && navigator.cookieEnabled ? {} : { consent: mayRemember(), sessionId }

/**
 * The same, of a call that sends what a visitor typed or watched, and always with this page load's id: on a slow
 * network it may pass the call that fetches the cookie, and both are one visitor's.
 */
export const leaveOfSender = (): { consent?: boolean; sessionId: string } => ({ sessionId, ...visitLeave() })
