import { createBrowserRouter, redirect } from 'react-router'
import { readAddress, writeAddress } from './address/address-state.ts'
import { preferences } from './settings/preferences.ts'
import { Broken } from './shell/broken.tsx'
import { LockedOrOpen } from './shell/locked-or-open.tsx'

// The chosen timezone is spelled out in the address, so that a link shows the same days elsewhere.
function spellTimezone({ request }: { request: Request }) {
  const url = new URL(request.url)
  if (url.searchParams.has('tz')) return null
  const search = writeAddress({ ...readAddress(url.searchParams), tz: preferences().timezone })
  return search === url.search || !search.includes('tz=') ? null : redirect(`${url.pathname}${search}`)
}

// The loader answers at once; nothing is worth drawing meanwhile.
const Nothing = () => null

/** The dashboard's one page; everything a view depends on stands in its query string. */
export const makeRouter = () =>
  createBrowserRouter([
    {
      path: '/analytics/*',
      loader: spellTimezone,
      // Once spelled out, the timezone stays: every later address is made from the one before.
      shouldRevalidate: () => false,
      Component: LockedOrOpen,
      HydrateFallback: Nothing,
      ErrorBoundary: Broken,
    },
  ])
