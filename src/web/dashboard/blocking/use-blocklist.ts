import { useQuery } from '@tanstack/react-query'
import { connectionOf, readNetwork } from '#contract/network.ts'
import { call } from '#web/dashboard/api/call.ts'
import { CallFailed } from '#web/dashboard/api/call-failed.ts'
import { useChange } from '#web/dashboard/live/use-change.ts'
import type { Blocklist } from './blocklist.ts'

/** Blocked page paths. */
export const pageBlocklist: Blocklist = {
  read: 'GET /api/blocked-pages',
  list: async (signal) => {
    const rows = await call('GET /api/blocked-pages', {}, { signal })
    return rows.map(({ id, pagePath, reason, isActive, blockedAt }) => ({
      id,
      value: pagePath,
      reason,
      active: isActive === 'true',
      blockedAt,
    }))
  },
  preview: (pagePath, signal) => call('GET /api/blocked-pages/preview', { pagePath }, { signal }),
  block: (pagePath, reason) => call('POST /api/blocked-pages', { pagePath, reason: reason || undefined }),
  toggle: (id, isActive) => call('PATCH /api/blocked-pages/:id', { id, isActive }),
  isValid: (path) => path.startsWith('/') && !/[?#]/.test(path),
  stored: (path) => path,
  words: {
    field: 'Page path',
    placeholder: '/analytics',
    button: 'Block page',
    empty: 'No blocked page paths',
    invalid: (path) => ({
      title: 'Invalid Page Path',
      message: path.startsWith('/')
        ? 'Only whole pages can be blocked: leave out everything from the ? or # on.'
        : 'Page path must start with a forward slash (e.g., /analytics).',
    }),
    blocked: { title: 'Page Blocked' },
    notBlocked: 'Failed to block page path. Please try again.',
    activated: 'Page Activated',
    deactivated: 'Page Deactivated',
    notToggled: 'Failed to update page block status. Please try again.',
  },
}

/** Blocked addresses and ranges of them. */
export const ipBlocklist: Blocklist = {
  read: 'GET /api/blocked-ips',
  list: async (signal) => {
    const rows = await call('GET /api/blocked-ips', {}, { signal })
    return rows.map(({ id, ipAddress, reason, isActive, blockedAt }) => ({
      id,
      value: ipAddress,
      reason,
      active: isActive === 'true',
      blockedAt,
    }))
  },
  preview: (ipAddress, signal) => call('GET /api/blocked-ips/preview', { ipAddress }, { signal }),
  block: (ipAddress, reason) => call('POST /api/blocked-ips', { ipAddress, reason: reason || undefined }),
  toggle: (id, isActive) => call('PATCH /api/blocked-ips/:id', { id, isActive }),
  isValid: (value) => readNetwork(value) !== undefined,
  stored: (value) => readNetwork(value) ?? value,
  wider: connectionOf,
  words: {
    field: 'IP address',
    placeholder: '192.0.2.1',
    hint: 'An address, or a whole range like 192.0.2.0/24 or 2001:db8::/64.',
    button: 'Block IP',
    empty: 'No blocked IP addresses',
    invalid: () => ({
      title: 'Invalid IP',
      message: 'Please enter a valid IP address (e.g., 192.0.2.1).',
    }),
    blocked: {
      title: 'IP Blocked',
      message: 'The IP address has been blocked and filtered from analytics.',
    },
    notBlocked: 'Failed to block IP address. Please try again.',
    activated: 'IP Activated',
    deactivated: 'IP Deactivated',
    notToggled: 'Failed to update IP block status. Please try again.',
  },
}

// A conflict or a refused field has a reason worth reading; anything else gets the specified sentence.
const explained = (sentence: string) => (error: Error) => {
  const known = error instanceof CallFailed && (error.status === 409 || error.status === 422)
  return { title: 'Error', message: (known && error.sentence) || sentence }
}

/** Reads a blocklist and changes it; every change renews the numbers and lists it affects. */
export function useBlocklist(blocklist: Blocklist) {
  const { words } = blocklist
  const entries = useQuery({
    queryKey: [blocklist.read],
    queryFn: ({ signal }) => blocklist.list(signal),
  })
  const block = useChange({
    make: ({ value, reason }: { value: string; reason: string }) => blocklist.block(value, reason),
    done: words.blocked,
    failed: explained(words.notBlocked),
    renews: ['blocking'],
  })
  const toggle = useChange({
    make: ({ id, active }: { id: string; active: boolean }) => blocklist.toggle(id, active),
    done: (_answer, { active }) => ({ title: active ? words.activated : words.deactivated }),
    failed: explained(words.notToggled),
    renews: ['blocking'],
  })
  return { entries, block, toggle }
}
