import { call } from '#web/dashboard/api/call.ts'
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
        ? 'A whole page is blocked: leave out everything from the ? or # on.'
        : 'Page path must start with a forward slash (e.g., /analytics).',
    }),
    blocked: { title: 'Page Blocked' },
    notBlocked: 'Failed to block page path. Please try again.',
    activated: 'Page Activated',
    deactivated: 'Page Deactivated',
    notToggled: 'Failed to update page block status. Please try again.',
  },
}
