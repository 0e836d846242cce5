import { useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type AddressState, readAddress, writeAddress } from './address-state.ts'

/** The view the address names. */
export function useAddress(): AddressState {
  const [query] = useSearchParams()
  return useMemo(() => readAddress(query), [query])
}

/** Changes parts of the view; `replace` keeps the change out of the browser's history. */
export function useGo(): (change: Partial<AddressState>, options?: { replace?: boolean }) => void {
  const navigate = useNavigate()
  return useCallback(
    (change, options) => {
      // Read at the moment of the change: a debounced search may fire after another change.
      const now = readAddress(new URLSearchParams(window.location.search))
      const search = writeAddress({ ...now, ...change })
      void navigate({ search }, { replace: options?.replace ?? false, preventScrollReset: true })
    },
    [navigate],
  )
}
