import { connectionOf, readNetwork } from '#contract/network.ts'
import { call } from '#web/dashboard/api/call.ts'
import type { Blocklist } from './blocklist.ts'

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
