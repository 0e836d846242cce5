import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type AdLevel, adLevels } from '#contract/ad-levels.ts'
import type { RangeName } from '#contract/range.ts'
import { type AddressState, rangeInput } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { usePolling } from '#web/dashboard/live/use-polling.ts'

/** The level that an address shows: the one asked for, else the next one below where it stands. */
export function levelShown({ level, within }: Pick<AddressState, 'level' | 'within'>): AdLevel {
  if (level !== '') return level
  return within === '' ? 'source' : (adLevels[Math.min(3, within.split('/').length)] ?? 'ad')
}

/** What the calls of ads take of an address. */
export const adsInput = (address: AddressState) => ({
  ...rangeInput(address),
  credit: address.credit || ('first' as const),
  cohort: address.cohort || ('lead' as const),
})

/** The table of ads at a level, within a part of it or as a whole, of the days shown or of others, where it is wanted. */
export function useAds(at?: { level: AdLevel; within?: string; range?: RangeName; isWanted?: boolean }) {
  const address = useAddress()
  const within = at?.within ?? address.within
  return useQuery({
    enabled: at?.isWanted ?? true,
    ...reading('GET /api/ads', {
      ...adsInput(at?.range ? { ...address, range: at.range } : address),
      level: at?.level ?? levelShown(address),
      ...(within === '' ? {} : { parent: within }),
    }),
    placeholderData: keepPreviousData,
    ...usePolling(30_000),
  })
}
