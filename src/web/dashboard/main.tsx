import './theme.css'
import {
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, redirect } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { tolerateTranslators } from '#web/design/translated-text.ts'
import { readAddress, writeAddress } from './address/address-state.ts'
import { isSignedOut } from './api/call-failed.ts'
import { leaveDashboard } from './session/session-query.ts'
import { preferences } from './settings/preferences.ts'
import { Broken } from './shell/broken.tsx'
import { LockedOrOpen } from './shell/locked-or-open.tsx'
import { followSystemTheme } from './ui/theme.ts'

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
const makeRouter = () =>
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

/**
 * The dashboard's data cache: no retry, no refetch on focus, never stale (docs/spec.md, 'The dashboard'). A 401 of
 * any read or change returns to the gate.
 */
function makeQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) leaveDashboard(client, true)
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      // A wrong password is a 401 too, but no session ended by it.
      onError: (error, _input, _context, mutation) => mutation.meta?.gate !== true && onError(error),
    }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

tolerateTranslators()
followSystemTheme()
// Otherwise it tells of a change in a later task, and until then a switch that was pressed shows its old state again.
notifyManager.setScheduler(queueMicrotask)

const place = document.getElementById('dashboard')
if (!place) throw new Error('The page has no place for the dashboard.')

createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={makeQueryClient()}>
      <RouterProvider router={makeRouter()} />
    </QueryClientProvider>
  </StrictMode>,
)
