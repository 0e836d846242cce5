import { sessionId } from '#web/site/browser/session-id.ts'
import { isAskedHere, visitPermissionNow } from './ad-answer.ts'

/** Whether this visitor may be remembered now. */
export const mayRemember = (): boolean => visitPermissionNow() === 'granted'

/**
 * What a call says of the visitor's leave: nothing where nobody asks, else the answer; and always this page load's id. On a
 * slow network a call may pass the one that fetches the cookie, and both are one visitor's. A browser that keeps no cookies
 * is known by nothing else.
 */
export const visitLeave = (): { consent?: boolean; sessionId: string } =>
  mayRemember() && !isAskedHere() && navigator.cookieEnabled
    ? { sessionId }
    : { consent: mayRemember(), sessionId }
